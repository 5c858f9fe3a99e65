// HTTPS only (RFC 6797): a deployed service answers plain HTTP with the way to HTTPS, and nothing else.

import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "./context.ts";
import { HttpError } from "./errors.ts";

/** Seconds: a year, which browsers count anew with every response. */
const HSTS = "max-age=31536000";

export const httpsOnly = createMiddleware<ApiEnv>(async (context, next) => {
  const url = new URL(context.req.url);
  if (url.protocol === "https:") {
    await next();
    context.header("Strict-Transport-Security", HSTS);
    return;
  }
  if (context.env.HTTPS_ONLY !== true) return next();
  // A key that came in the clear is not helped on its way: a site with the wrong address must notice.
  const isPage = context.req.method === "GET" && context.req.header("Authorization") === undefined;
  if (!isPage) throw new HttpError({ status: 403, errorCode: "errors.httpsRequired", errors: null });
  url.protocol = "https:";
  return context.redirect(url.href, 308);
});
