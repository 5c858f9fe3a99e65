// The catalog's first page.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const catalogRoutes = new Hono<PanelEnv>();
