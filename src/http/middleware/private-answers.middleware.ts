// Private answers: what says nothing of caching stays in no cache, and nothing is taken for another type.

import type { MiddlewareHandler } from "hono";

export const privateAnswers: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
};
