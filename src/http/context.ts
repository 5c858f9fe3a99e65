// Request context of the API: bindings, tenant and the gate's decision.

import type { Context } from "hono";
import type { KeyEnd, KeyKind, KeyPermission } from "../domain/api-key.ts";
import type { ApiKeyId } from "../domain/ids.ts";
import type { HourlyUse, Plan } from "../domain/plan.ts";
import type { StudioPlace } from "../domain/studio.ts";
import type { Env } from "../env.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { LoggedVariables } from "./middleware/request-log.middleware.ts";

/** The API key of a request. */
export interface RequestKey {
  readonly id: ApiKeyId;
  readonly kind: KeyKind;
  readonly permission: KeyPermission;
  readonly expiresAt: KeyEnd;
}

/** A key that its studio's gate knows, and the gate's decision. */
export interface KnownAsker extends StudioPlace {
  readonly keyId: ApiKeyId;
  readonly isAdmitted: boolean;
}

export interface ApiEnv {
  Bindings: Env;
  Variables: LoggedVariables & {
    tenant: Tenant;
    /** SHA-256 of the request's key, hexadecimal. */
    keyHash: string;
    /** Sent names of fields that the operation does not have. */
    ignoredFields?: readonly string[];
    /** Names of the fields that an answer of an error finds faults in. */
    faultyFields?: readonly string[];
    /** Set by the gate once it has decided on a known key. */
    asker?: KnownAsker;
    /** Rejects if the gate refuses. An operation that waits, or shows the use of the hour, awaits it first. */
    admitted: Promise<HourlyUse & { readonly plan: Plan; readonly key: RequestKey }>;
  };
}

export type ApiContext = Context<ApiEnv>;

/** Methods that change nothing (RFC 9110, 9.2.1). */
export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
