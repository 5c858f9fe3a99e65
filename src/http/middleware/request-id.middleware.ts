// Request id: names a request in its answer and in the log.

import type { MiddlewareHandler } from "hono";
import { type RequestIdVariables, requestId } from "hono/request-id";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Such as a trace id (W3C Trace Context). With a letter among them: digits alone may be a telephone or a card. */
const HEXADECIMAL = /^(?=.*[a-f])[0-9a-f]{16,64}$/i;

/**
 * Takes the client's X-Request-Id only in a form that cannot be personal or open anything, for it goes into the log. Any other
 * request gets a UUID.
 */
const chooseId = requestId({
  // Without a header's name, hono takes no client's id by itself and sets no header before the answer: a handler's own Response
  // would lose it.
  headerName: "",
  generator: ({ req }) => {
    const sent = req.header("X-Request-Id") ?? "";
    return UUID.test(sent) || HEXADECIMAL.test(sent) ? sent : crypto.randomUUID();
  },
});

export const nameRequest: MiddlewareHandler<{ Variables: RequestIdVariables }> = async (context, next) => {
  await chooseId(context, next);
  context.res.headers.set("X-Request-Id", context.var.requestId);
};
