// Private answers: no cache keeps an answer without caching headers, and no type is guessed.

import type { MiddlewareHandler } from "hono";

export const privateAnswers: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
};
