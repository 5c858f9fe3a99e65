// API keys: create, list, revoke.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const keyRoutes = new Hono<PanelEnv>();
