// Cross-origin access (CORS): pages of any site may call the API, with a key of their own.

import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const allowHeaders = ["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Prefer", "X-Request-Id"];
const exposeHeaders = [
  "Allow",
  "ETag",
  "Idempotency-Replayed",
  "Link",
  "Location",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "X-Ignored-Fields",
  "X-Nearest-Path",
  "X-Request-Id",
];
const EXPOSED = exposeHeaders.join(",");

const answerPreflight = cors({ origin: "*", exposeHeaders, allowHeaders, maxAge: 86_400 });

/**
 * Sets the headers of an operation's answer after it. Hono's `cors` sets them on an empty response before it, and every answer is
 * then copied into that one.
 */
export const anyOrigin: MiddlewareHandler = async (context, next) => {
  if (context.req.method === "OPTIONS") return answerPreflight(context, next);
  await next();
  const { headers } = context.res;
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", EXPOSED);
};
