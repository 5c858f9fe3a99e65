// HTTPS only (RFC 6797): forbidden plain HTTP is answered with the way to HTTPS.

import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "../../env.ts";
import { isRead } from "../context.ts";
import { HttpError } from "../errors.ts";

/** Seconds: a year, which browsers count anew with every response. Not for subdomains: their services are not ours to decide. */
const HSTS = "max-age=31536000";

/** For every door: a deployed service says so with HTTPS_ONLY. */
export const httpsOnly = httpsUnless(({ env }) => env.HTTPS_ONLY !== true);

/**
 * For the panel everywhere: every machine on the way would read passwords and cookies. Only for a trial of the service,
 * on private hosts, may it do without.
 */
export const httpsBeyondPrivateHosts = httpsUnless(({ req }) => isPrivateHost(new URL(req.url).hostname));

function httpsUnless(
  mayBePlain: (context: Context<{ Bindings: Env }>) => boolean,
): MiddlewareHandler<{ Bindings: Env }> {
  return async (context, next) => {
    if (context.req.url.startsWith("https:")) {
      await next();
      context.res.headers.set("Strict-Transport-Security", HSTS);
      return;
    }
    if (mayBePlain(context)) return next();
    // No door is reached that would name the request.
    context.header("X-Request-Id", crypto.randomUUID());
    // A key that came in the clear is not helped on its way: a site with the wrong address must notice.
    const isPage = isRead(context.req.method) && context.req.header("Authorization") === undefined;
    if (!isPage) throw new HttpError({ status: 403, errorCode: "errors.httpsRequired", errors: null });
    const url = new URL(context.req.url);
    url.protocol = "https:";
    return context.redirect(url.href, 308);
  };
}

/**
 * This machine and private networks (RFC 1918, RFC 4193, RFC 6761).
 *
 * @param hostname of a parsed address: its numbers are in the one canonical form
 */
export function isPrivateHost(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  if (hostname.startsWith("[")) return hostname === "[::1]" || /^\[f[cd][0-9a-f]{2}:/.test(hostname);
  const [a, b] = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname)?.slice(1).map(Number) ?? [];
  return a === 127 || a === 10 || (a === 192 && b === 168) || (a === 172 && b !== undefined && b >= 16 && b <= 31);
}
