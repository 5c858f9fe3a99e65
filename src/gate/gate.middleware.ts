// Gate of /api/v1: key → plan → revoked → hour, decided by one RPC to the studio's Durable Object.

import { createMiddleware } from "hono/factory";
import { findKeyHolder, type KeyHolder } from "../db/access-queries.ts";
import { openDatabase } from "../db/database.ts";
import type { StudioId } from "../domain/ids.ts";
import { type ApiContext, type ApiEnv, isRead } from "../http/context.ts";
import { planAccessRequired, RateLimitExceeded, unauthorized } from "../http/errors.ts";
import { setRateLimitHeaders } from "../http/rate-limit-headers.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { openTenant } from "../tenant/tenant.ts";
import { apiKeyOf } from "./api-key.ts";
import type { Admission } from "./studio-gate.object.ts";
import { gateObjectOf } from "./studio-gate.ts";

/** Key hash → studio never changes, so the isolate may cache it. Revocation is not decided from this. */
const knownHolders = new Map<string, KeyHolder>();
const MAX_KNOWN_HOLDERS = 10_000;

export const gate = createMiddleware<ApiEnv>(async (context, next) => {
  const holder = await holderOf(context);
  const object = gateObjectOf(context.env, holder.studioId);
  const admission: Promise<Admission> = object.admit(holder.studioId, holder.keyId);
  const admitted = admission.then((decision) => requireAdmitted(holder.studioId, decision));

  context.set("tenant", openTenant(context.env, holder.studioId, context.executionCtx));
  context.set("keyId", holder.keyId);
  context.set("admitted", admitted);

  // A read changes nothing, so it runs while the gate decides; its result is discarded if the gate refuses.
  if (isRead(context.req.method) && !isKnownToBeOverLimit(holder.studioId)) {
    const headersSoFar = new Headers(context.res.headers);
    const [decision, handled] = await Promise.allSettled([admitted, next()]);
    if (decision.status === "rejected") {
      // Hono copies the headers of a response to its replacement; the handler's must not leak.
      context.res = undefined;
      context.res = new Response(null, { headers: headersSoFar });
      throw decision.reason;
    }
    if (handled.status === "rejected") throw handled.reason;
  } else {
    await admitted;
    await next();
  }
  setRateLimitHeaders(context.res.headers, await admitted);
});

async function holderOf(context: ApiContext): Promise<KeyHolder> {
  const key = apiKeyOf(context.req.header("Authorization"));
  if (key === undefined) throw unauthorized();
  const hash = await sha256Hex(key);
  const known = knownHolders.get(hash);
  if (known !== undefined) return known;
  const holder = await findKeyHolder(openDatabase(context.env.DB), hash);
  if (holder === undefined) throw unauthorized();
  const [longestKnown] = knownHolders.keys();
  if (knownHolders.size >= MAX_KNOWN_HOLDERS && longestKnown !== undefined) knownHolders.delete(longestKnown);
  knownHolders.set(hash, holder);
  return holder;
}

/**
 * Refused studios, with the time at which their next request is free. Until then their reads wait for the gate, so that a
 * client over its limit costs no handler's work. A place that frees up earlier is still granted.
 */
const overLimitUntil = new Map<StudioId, number>();

function isKnownToBeOverLimit(studioId: StudioId): boolean {
  const until = overLimitUntil.get(studioId);
  if (until !== undefined && Date.now() >= until) overLimitUntil.delete(studioId);
  return until !== undefined && Date.now() < until;
}

function requireAdmitted(
  studioId: StudioId,
  admission: Admission,
): Extract<Admission, { outcome: "admitted" | "limit_reached" }> {
  switch (admission.outcome) {
    case "admitted":
      return admission;
    case "limit_reached":
      overLimitUntil.set(studioId, Date.now() + admission.secondsUntilFree * 1000);
      throw new RateLimitExceeded(admission);
    case "no_api_access":
      throw planAccessRequired();
    case "key_revoked":
      throw unauthorized();
  }
}
