// Bodies of refused requests: what is left of one is read and dropped, so that the client gets the answer.
//
// A client, or a proxy before us, that is still sending when the connection closes reports a lost connection and not the answer.

import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "./context.ts";

const MAX_DRAIN_MILLISECONDS = 5_000;
const MAX_DRAIN_BYTES = 8 * 1024 * 1024;
const READ_BYTES = 64 * 1024;

/** Reads what is left of a body and drops it; not for ever, not without end, and not where the body has stalled. */
export async function drain(reader: ReadableStreamBYOBReader): Promise<void> {
  const giveUpAt = Date.now() + MAX_DRAIN_MILLISECONDS;
  let memory = new ArrayBuffer(READ_BYTES);
  let drained = 0;
  try {
    while (Date.now() < giveUpAt && drained < MAX_DRAIN_BYTES) {
      const read = await within(giveUpAt - Date.now(), reader.read(new Uint8Array(memory)));
      if (read === "too_late") break;
      if (read.done) return;
      drained += read.value.length;
      memory = read.value.buffer;
    }
  } finally {
    await reader.cancel();
  }
}

/** For operations that were refused before anybody read their body: without a key, over the limit. */
export const drainRefusedBody = createMiddleware<ApiEnv>(async (context, next) => {
  await next();
  const { body, bodyUsed } = context.req.raw;
  if (context.res.ok || body === null || bodyUsed || body.locked) return;
  // The refusal is the answer, whatever becomes of the body.
  await drain(body.getReader({ mode: "byob" })).catch(() => {});
});

/** The work's result, or `too_late` where it takes longer. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | "too_late"> {
  const { promise, resolve } = Promise.withResolvers<"too_late">();
  const timer = setTimeout(() => resolve("too_late"), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
