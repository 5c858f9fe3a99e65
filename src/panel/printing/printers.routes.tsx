// Printers: create and edit.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const printerRoutes = new Hono<PanelEnv>();
