// A model looked at in 3D.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const modelViewRoutes = new Hono<PanelEnv>();
