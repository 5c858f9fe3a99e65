// Request log: one JSON line a request, in this service's own words, without any text of the client's.

import type { Context, Env as HonoEnv, MiddlewareHandler } from "hono";
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
  /** The code of an answer that is an error. */
  errorCode?: string;
  tenant?: { readonly studioId: StudioId };
}

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
  const { requestId, tenant, studioId = tenant?.studioId, errorCode } = context.var;
  const milliseconds = Date.now() - startedAt;
  const line = { requestId, studioId, operation: operationOf(context), status, errorCode, milliseconds };
  console.log(JSON.stringify({ ...line, trips: calls.count }));
};

/** Method and pattern: a path holds ids, and tokens that open something. */
export function operationOf<Door extends HonoEnv>(context: Context<Door>): string {
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
