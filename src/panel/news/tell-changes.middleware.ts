// Tells a studio's open pages, and its outbox, after a form of a section has changed something.

import type { MiddlewareHandler } from "hono";
import { isRead } from "../../http/context.ts";
import type { NewsKind } from "../../news/news-kind.ts";
import type { PanelEnv } from "../kit/panel-context.ts";

/** A form that was accepted answers with a redirect (303); a refused one changed nothing. */
export function tellChanges(kind: NewsKind): MiddlewareHandler<PanelEnv> {
  return async (context, next) => {
    await next();
    if (isRead(context.req.method) || context.res.status !== 303) return;
    context.var.tenant.tell(kind);
    context.var.tenant.sendMessages();
  };
}
