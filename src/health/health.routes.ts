// GET /health: whether the service can do its work. For monitors: public, and outside of the studios' API.

import { Hono } from "hono";
import type { Env } from "../env.ts";
import type { ApiEnv } from "../http/context.ts";
import type { RunToEnd } from "../platform/ports.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { checkHealth, isWell, type ServiceHealth } from "./service-health.ts";

/** The route is public: each isolate asks the parts once in this time, however many callers there are. */
const KEPT_MILLISECONDS = 5000;
/** Longer than any check: the platform may have ended a check with the request that began it. */
const MAX_CHECK_MILLISECONDS = 5000;

/** The routes, with the latest answer of their own. */
export function createHealthRoutes(): Hono<ApiEnv> {
  let latest: { readonly begunAt: number; readonly check: Promise<ServiceHealth> } | undefined;

  const checkAnew = (env: Env, runToEnd: RunToEnd): Promise<ServiceHealth> => {
    const check = checkHealth(env);
    latest = { begunAt: Date.now(), check };
    // Other requests wait for the check too: it must not end with the request that began it.
    runToEnd(check);
    return check;
  };

  return new Hono<ApiEnv>().get("/", async (context) => {
    const { env, executionCtx } = context;
    const isFresh = latest !== undefined && Date.now() - latest.begunAt < KEPT_MILLISECONDS;
    const known =
      isFresh && latest !== undefined ? await withTimeout(MAX_CHECK_MILLISECONDS, latest.check) : "too_late";
    const health = known === "too_late" ? await checkAnew(env, (work) => executionCtx.waitUntil(work)) : known;
    const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
    return context.body(jsonInLines(health), isWell(health) ? 200 : 503, headers);
  });
}

/** JSON with a line for each part, so that a person can read it in a terminal. */
function jsonInLines(health: ServiceHealth): string {
  const { checkedAt, ...parts } = health;
  const said = { status: isWell(health) ? "ok" : "failing", checkedAt, ...parts };
  const lines = Object.entries(said).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
