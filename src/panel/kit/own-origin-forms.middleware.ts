// Refuses forms posted by another site.

import { createMiddleware } from "hono/factory";
import { isRead } from "../../http/context.ts";
import type { PanelContext, PanelEnv } from "./panel-context.ts";
import { foreignFormPage } from "./render.tsx";

/**
 * Refuses a form posted by another site. Every browser sends the Origin of a post, so a post without it comes from no page of
 * ours and is refused too.
 */
export const refuseForeignForms = createMiddleware<PanelEnv>(async (context, next) => {
  if (!isRead(context.req.method) && !isFromOwnOrigin(context)) return foreignFormPage(context);
  await next();
});

/** True if a page of this host sent the request. Every browser sends the Origin of a post and of a WebSocket's request. */
export function isFromOwnOrigin({ req }: PanelContext): boolean {
  return req.header("Origin") === new URL(req.url).origin;
}
