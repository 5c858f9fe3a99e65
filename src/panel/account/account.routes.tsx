// A person's own account: name, language, theme, password, sessions.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const accountRoutes = new Hono<PanelEnv>();
