// Request log: one JSON line a request, in this service's own words, without any text of the client's.

import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { StudioId } from "../../domain/ids.ts";
import type { Env } from "../../env.ts";
import {
  countedBinding,
  countedBucket,
  countedDatabase,
  countedObjects,
  noPlatformCalls,
  type PlatformCalls,
} from "../../platform/platform-calls.ts";

/** Every door's values of a request for the log. */
export interface LoggedVariables {
  requestId: string;
  platformCalls: PlatformCalls;
  /** Set by routes that know the studio without opening its tenant. */
  studioId?: StudioId;
  tenant?: { readonly studioId: StudioId };
}

type LoggedContext = Context<{ Bindings: Env; Variables: LoggedVariables }>;

/** The client closed the connection before its answer: only the log sees this status. */
export const CLIENT_CLOSED = 499;

/**
 * Writes a log line for LOG_SAMPLE_PERCENT of the requests, and for every 5xx. Counts a request's calls of the platform:
 * later middleware gets wrapped bindings.
 */
export const logRequests: MiddlewareHandler<{ Bindings: Env; Variables: LoggedVariables }> = async (context, next) => {
  const startedAt = Date.now();
  const calls = noPlatformCalls();
  context.set("platformCalls", calls);
  context.env = countedBindings(context.env, calls);
  await next();
  const { status } = context.res;
  if (status < 500 && Math.random() * 100 >= Number(context.env.LOG_SAMPLE_PERCENT)) return;
  const { requestId, tenant, studioId = tenant?.studioId } = context.var;
  const milliseconds = Date.now() - startedAt;
  console.log(
    JSON.stringify({ requestId, studioId, operation: operationOf(context), status, milliseconds, trips: calls.count }),
  );
};

/** Method and pattern: a path holds ids, and tokens that open something. */
function operationOf(context: LoggedContext): string {
  const { method } = context.req;
  // Middleware is registered for ALL methods, operations never are. A HEAD is answered by a GET's route.
  const route = matchedRoutes(context).findLast((matched) => matched.method !== "ALL");
  return route === undefined ? "unknown" : `${method} ${route.path}`;
}

function countedBindings(env: Env, calls: PlatformCalls): Env {
  return {
    ...env,
    DB: countedDatabase(env.DB, calls),
    MODELS: countedBucket(env.MODELS, calls),
    SLICE_RESULTS: countedBinding(env.SLICE_RESULTS, calls),
    CARRIER_PLACES: countedBinding(env.CARRIER_PLACES, calls),
    SLICER: countedBinding(env.SLICER, calls),
    STUDIO_GATE: countedObjects(env.STUDIO_GATE, calls),
    VISITOR_DAY: countedObjects(env.VISITOR_DAY, calls),
    STUDIO_NEWS: countedObjects(env.STUDIO_NEWS, calls),
    STUDIO_OUTBOX: countedObjects(env.STUDIO_OUTBOX, calls),
  };
}
