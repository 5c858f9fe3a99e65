// Request id: names a request in its answer and in the log.

import type { MiddlewareHandler } from "hono";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Such as a trace id (W3C Trace Context). With a letter among them: digits alone may be a telephone or a card. */
const HEXADECIMAL = /^(?=.*[a-f])[0-9a-f]{16,64}$/i;

/**
 * Takes the client's X-Request-Id only in a form that cannot be personal or open anything, for it goes into the log. Any other
 * request gets a UUID.
 */
export const nameRequest: MiddlewareHandler<{ Variables: { requestId: string } }> = async (context, next) => {
  const sent = context.req.header("X-Request-Id") ?? "";
  const requestId = UUID.test(sent) || HEXADECIMAL.test(sent) ? sent : crypto.randomUUID();
  context.set("requestId", requestId);
  await next();
  // After the answer: a handler's own Response would lose it.
  context.res.headers.set("X-Request-Id", requestId);
};
