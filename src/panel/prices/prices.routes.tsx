// Prices: hourly rate, set-up, markup, minimum, with a worked example.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const priceRoutes = new Hono<PanelEnv>();
