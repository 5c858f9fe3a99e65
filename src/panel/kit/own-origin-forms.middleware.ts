// Refuses forms posted by another site.

import { createMiddleware } from "hono/factory";
import { isRead } from "../../http/context.ts";
import type { PanelEnv } from "./panel-context.ts";
import { foreignFormPage } from "./render.tsx";

/**
 * Refuses a form posted by another site. Every browser sends the Origin of a post, so a post without it comes from no page of
 * ours and is refused too.
 */
export const refuseForeignForms = createMiddleware<PanelEnv>(async (context, next) => {
  if (!isRead(context.req.method)) {
    const origin = context.req.header("Origin");
    if (origin !== new URL(context.req.url).origin) return foreignFormPage(context);
  }
  await next();
});
