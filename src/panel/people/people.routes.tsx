// People of a studio: invite, change roles, remove.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const peopleRoutes = new Hono<PanelEnv>();
