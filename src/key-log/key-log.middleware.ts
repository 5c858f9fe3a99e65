// Log of a studio's keys: after the answer, each request of a known key becomes an entry.

import { createMiddleware } from "hono/factory";
import { BASE_PATH } from "../http/base-path.ts";
import type { ApiContext, ApiEnv, KnownAsker } from "../http/context.ts";
import { operationOf } from "../http/middleware/request-log.middleware.ts";
import type { AskedRequest } from "./asked-request.ts";
import { gatherRefused } from "./gathered-refusals.ts";
import { keptFaultyNames, keptIgnoredNames } from "./kept-names.ts";
import { keepRequest } from "./key-log.ts";

/** Goes around the gate: its refusals are entries too. An unknown key leads to no log. */
export const logAskedRequests = createMiddleware<ApiEnv>(async (context, next) => {
  const at = Date.now();
  await next();
  const { asker } = context.var;
  if (asker === undefined) return;
  const request = askedRequestOf(context, asker, at);
  const write = (one: AskedRequest) => keepRequest(context.env, asker, one);
  // The answer is on its way meanwhile.
  context.executionCtx.waitUntil(asker.isAdmitted ? write(request) : gatherRefused(request, write));
});

function askedRequestOf(context: ApiContext, { keyId, isAdmitted }: KnownAsker, at: number): AskedRequest {
  const { res } = context;
  const { errorCode = null, faultyFields = [], ignoredFields = [], requestId } = context.var;
  return {
    at,
    keyId,
    operation: operationInWords(operationOf(context)),
    status: res.status,
    errorCode,
    faulty: keptFaultyNames(faultyFields),
    // A read that the gate refused was handled meanwhile: its names are thrown away with its answer.
    ignored: isAdmitted ? keptIgnoredNames(ignoredFields) : [],
    milliseconds: Date.now() - at,
    requestId,
    orderId: orderOf(context),
    isReplayed: res.headers.has("Idempotency-Replayed"),
    times: 1,
  };
}

/** As the reference writes it: `GET /orders/{id}`. */
function operationInWords(operation: string): string {
  return operation.replace(BASE_PATH, "").replace(/:(\w+)/g, "{$1}");
}

/** The order that the answer made or shows, by its address. Only an answer of an order has such an address. */
function orderOf({ req, res }: ApiContext): number | null {
  const isShown = res.status === 200 || res.status === 304;
  const address = isShown ? req.path : res.headers.get("Location");
  const [, id] = /\/orders\/([1-9]\d{0,15})$/.exec(address ?? "") ?? [];
  return id === undefined ? null : Number(id);
}
