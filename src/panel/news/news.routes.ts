// News of a studio for its open pages: a WebSocket that tells of changes, and the numbers of the menu.

import { Hono } from "hono";
import type { NewsNumbers } from "../../news/news-numbers.ts";
import { openNewsSocket } from "../../news/studio-news.ts";
import { isFromOwnOrigin } from "../kit/own-origin-forms.middleware.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { foreignFormPage } from "../kit/render.tsx";

export const newsRoutes = new Hono<PanelEnv>().get("/", (context) => {
  const { tenant, studio } = context.var;
  if (context.req.header("Upgrade")?.toLowerCase() === "websocket") {
    // A browser opens sockets for any site, and sends the cookie along (RFC 6455, 10.2).
    if (!isFromOwnOrigin(context)) return foreignFormPage(context);
    return openNewsSocket(context.env, tenant.studioId, context.req.raw);
  }
  return context.json(studio.news satisfies NewsNumbers);
});
