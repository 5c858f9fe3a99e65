// Orders: board, list, one order, its moves, delivery, notes and work sheet.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const orderRoutes = new Hono<PanelEnv>();
