// One-time links: invitations and new passwords.

import { Hono } from "hono";
import type { PanelEnv } from "../kit/panel-context.ts";

export const oneTimeLinkRoutes = new Hono<PanelEnv>();
