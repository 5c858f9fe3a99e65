// Own origin: refuses posts to the order page that come from another site.

import { createMiddleware } from "hono/factory";
import { isRead } from "../../http/context.ts";
import type { StorefrontEnv } from "./page-context.ts";
import { refusalWords } from "./refusal.words.ts";
import { StorefrontError } from "./storefront-error.ts";

/**
 * Refuses posts of another site's page. Every browser names the origin of a post; a post without one is no browser's, and is sent to
 * the API.
 */
export const refuseForeignOrigins = createMiddleware<StorefrontEnv>(async (context, next) => {
  if (!isRead(context.req.method) && context.req.header("Origin") !== new URL(context.req.url).origin) {
    const message = refusalWords(context.var.view.language).foreign;
    throw new StorefrontError({ status: 403, reason: "invalid", message });
  }
  await next();
});
