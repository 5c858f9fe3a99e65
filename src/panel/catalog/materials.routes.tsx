// Materials: create, edit, order, archive.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const materialRoutes = new Hono<PanelEnv>();
