// Products with their photos: create, edit, order, archive.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const productRoutes = new Hono<PanelEnv>();
