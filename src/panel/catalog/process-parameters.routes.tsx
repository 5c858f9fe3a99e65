// Process parameters of resin and powder, with defaults and sources.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const processParameterRoutes = new Hono<PanelEnv>();
