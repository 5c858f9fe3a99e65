// Refuses forms that another site's page posts.

import { createMiddleware } from "hono/factory";
import { isRead } from "../../http/context.ts";
import type { PanelEnv } from "./panel-context.ts";
import { foreignFormPage } from "./render.tsx";

/**
 * Refuses a form that another site's page posts. Every browser names the origin of a post; a post without one is no browser's, and
 * has the token of no page.
 */
export const refuseForeignForms = createMiddleware<PanelEnv>(async (context, next) => {
  if (!isRead(context.req.method)) {
    const origin = context.req.header("Origin");
    if (origin !== new URL(context.req.url).origin) return foreignFormPage(context);
  }
  await next();
});
