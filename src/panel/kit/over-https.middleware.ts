// The panel over https only: without it, whoever is on the way reads passwords and cookies.

import type { MiddlewareHandler } from "hono";
import { isRead } from "../../http/context.ts";
import type { PanelEnv } from "./panel-context.ts";

/** Comes before anything sets a cookie. What was posted in the open is lost: no page of ours has the form. */
export const overHttps: MiddlewareHandler<PanelEnv> = async (context, next) => {
  const url = new URL(context.req.url);
  if (url.protocol === "https:" || isPrivateHost(url.hostname)) return next();
  if (!isRead(context.req.method)) return context.body(null, 403);
  url.protocol = "https:";
  return context.redirect(url.href, 301);
};

/**
 * This machine and networks that are nobody else's (RFC 1918, RFC 4193, RFC 6761), where one tries the service.
 *
 * @param hostname of a parsed address: its numbers are in the one canonical form
 */
export function isPrivateHost(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  if (hostname.startsWith("[")) return hostname === "[::1]" || /^\[f[cd][0-9a-f]{2}:/.test(hostname);
  const [a, b] = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname)?.slice(1).map(Number) ?? [];
  return a === 127 || a === 10 || (a === 192 && b === 168) || (a === 172 && b !== undefined && b >= 16 && b <= 31);
}
