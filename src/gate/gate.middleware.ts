// The gate every request under /api/v1 passes: key → plan → revoked → hour. It costs one RPC to the studio's object.

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

/** Whose key a hash is never changes, so an isolate may remember it; revocation is not decided from this. */
const knownHolders = new Map<string, KeyHolder>();
const MAX_KNOWN_HOLDERS = 10_000;

export const gate = createMiddleware<ApiEnv>(async (context, next) => {
  const holder = await holderOf(context);
  const object = context.env.STUDIO_GATE.get(context.env.STUDIO_GATE.idFromName(String(holder.studioId)));
  const admission: Promise<Admission> = object.admit(holder.studioId, holder.keyId);
  const admitted = admission.then((decision) => requireAdmitted(holder.studioId, decision));

  context.set("tenant", openTenant(context.env, holder));
  context.set("admitted", admitted);

  // A read changes nothing, so it may run while the gate decides; what it found is thrown away if the gate refuses.
  if (isRead(context.req.method) && !isKnownToBeOverLimit(holder.studioId)) {
    const headersSoFar = new Headers(context.res.headers);
    const [decision, handled] = await Promise.allSettled([admitted, next()]);
    if (decision.status === "rejected") {
      // Hono carries the headers of a response over to the one that replaces it: none may tell what the handler found.
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
 * Until when a studio that was refused has no request free. Till then its reads wait for the gate: what a client over its
 * limit asks for should not cost the work of an answer. A place that is free earlier is found all the same.
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
