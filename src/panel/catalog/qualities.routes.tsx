// Printing qualities: create, edit, try on a sample, order, archive.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const qualityRoutes = new Hono<PanelEnv>();
