// What a request carries through the app: its bindings, its studio and the gate's decision.

import type { Context } from "hono";
import type { RequestIdVariables } from "hono/request-id";
import type { Plan } from "../db/column-types.ts";
import type { Env } from "../env.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { HourlyUse } from "./rate-limit-headers.ts";

export interface ApiEnv {
  Bindings: Env;
  Variables: RequestIdVariables & {
    tenant: Tenant;
    /** Rejects where the gate refused. A read that waits, or shows the use of the hour, awaits it first. */
    admitted: Promise<HourlyUse & { readonly plan: Plan }>;
  };
}

export type ApiContext = Context<ApiEnv>;

/** Methods that change nothing (RFC 9110, 9.2.1). */
export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
