// Printing: waiting items, printers and their queues, items done.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const printingRoutes = new Hono<PanelEnv>();
