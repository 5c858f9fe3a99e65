// Unread bodies: the rest of one is read and dropped, so that its client gets the answer.
//
// A client, or a proxy before us, that is still sending when the connection closes reports a lost connection and not the answer.

import { createMiddleware } from "hono/factory";
import { drain } from "../../platform/body-stream.ts";
import type { ApiEnv } from "../context.ts";

/** For operations that were refused before their body was read (without a key, over the limit), and for reads that carry one. */
export const drainUnreadBody = createMiddleware<ApiEnv>(async (context, next) => {
  await next();
  const { body, bodyUsed } = context.req.raw;
  if (body === null || bodyUsed || body.locked) return;
  // The answer is given even if reading the body fails.
  await drain(body.getReader({ mode: "byob" })).catch(() => {});
});
