// Gate of /api/v1: key, plan, end, permission and hour, decided by one RPC to the studio's Durable Object.

import { createMiddleware } from "hono/factory";
import { findKeyHolder } from "../db/access-queries.ts";
import { openDatabase } from "../db/database.ts";
import { Overloaded } from "../domain/errors.ts";
import type { StudioId } from "../domain/ids.ts";
import type { StudioPlace } from "../domain/studio.ts";
import { type ApiContext, type ApiEnv, isRead } from "../http/context.ts";
import {
  closedToTestKeys,
  keyRestricted,
  planAccessRequired,
  RateLimitExceeded,
  unauthorized,
} from "../http/errors.ts";
import { keysAdmittedTo, type OpenTo } from "../http/permitted-operations.ts";
import { setRateLimitHeaders } from "../http/rate-limit-headers.ts";
import { nearestCopyOf, primaryOf } from "../platform/d1.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { openTenant } from "../tenant/tenant.ts";
import { apiKeyOf, studioNamedBy } from "./api-key.ts";
import { countGuess, requireFewGuesses } from "./guessed-keys.ts";
import { adviceOnMisplacedKey } from "./misplaced-key.ts";
import { RecentlyRefused } from "./recently-refused.ts";
import type { Admission } from "./studio-gate.object.ts";
import { gateObjectOf } from "./studio-gate.ts";

type Admitted = Extract<Admission, { outcome: "admitted" | "limit_reached" }>;

interface Holder extends StudioPlace {
  readonly keyHash: string;
}

/** Existing keys by hash. A key's holder never changes, so no entry expires; the gate decides on revocation. */
const knownHolders = new Map<string, StudioPlace>();
const MAX_KNOWN_HOLDERS = 10_000;

/**
 * Studios over their limit, hashes of keys without access, and restricted keys with the keys that are admitted in their place. Their reads
 * wait for the gate, so that a refusal costs no handler's work; the gate is still asked, so that a change holds at once.
 */
const refused = new RecentlyRefused<StudioId | string>();
const REFUSAL_REMEMBERED_MILLISECONDS = 60_000;

export const gate = createMiddleware<ApiEnv>(async (context, next) => {
  const holder = await holderOf(context);
  const openTo = keysAdmittedTo(context);
  const restricted = restrictedName(holder, openTo);
  const admitted = admit(context, holder, openTo);

  context.set("tenant", openTenant(context.env, holder.studioId, context.executionCtx));
  context.set("keyHash", holder.keyHash);
  context.set("admitted", admitted);

  // A read changes nothing, so it runs while the gate decides; its result is discarded if the gate refuses.
  const isRefused = [holder.studioId, holder.keyHash, restricted].some((name) => refused.has(name));
  if (isRead(context.req.method) && !isRefused) {
    const [decision, handled] = await Promise.allSettled([admitted, next()]);
    if (decision.status === "rejected") {
      // Hono copies the headers of a response to its replacement; the handler's must not leak. Before it only the request was named.
      context.res = undefined;
      context.res = new Response(null, { headers: { "X-Request-Id": context.var.requestId } });
      throw decision.reason;
    }
    if (handled.status === "rejected") throw handled.reason;
  } else {
    await admitted;
    await next();
  }
  setRateLimitHeaders(context.res.headers, await admitted);
});

/** The key's holder. Only a key that this service has made, or that D1 knows, leads to a gate. */
async function holderOf(context: ApiContext): Promise<Holder> {
  const authorization = context.req.header("Authorization")?.trim() ?? "";
  if (authorization === "") throw unauthorized("missing", adviceOnMisplacedKey(context));
  const key = apiKeyOf(authorization);
  if (key === undefined) throw unauthorized("malformed");
  const keyHash = await sha256Hex(key);
  const known = knownHolders.get(keyHash);
  if (known !== undefined) return { ...known, keyHash };
  const { LINK_SECRET, LINK_SECRET_PREVIOUS } = context.env;
  const named = await studioNamedBy(key, [LINK_SECRET, LINK_SECRET_PREVIOUS]);
  const place = named ?? (await findHolder(context, keyHash));
  return { ...place, keyHash };
}

/** The holder of a key that does not name its studio: an older key, one of a secret that was replaced, or a guess. */
async function findHolder(context: ApiContext, keyHash: string): Promise<StudioPlace> {
  const { DB } = context.env;
  requireFewGuesses(addressOf(context));
  // The nearest copy may be seconds behind: an unknown key may exist on the primary.
  const nearby = await findKeyHolder(openDatabase(nearestCopyOf(DB)), keyHash);
  if (nearby !== undefined) return nearby;
  // Counted before the primary is asked, so that guesses made at once do not all reach it.
  await countGuess(context.env, "key", addressOf(context));
  requireFewGuesses(addressOf(context));
  const holder = await findKeyHolder(openDatabase(primaryOf(DB)), keyHash);
  if (holder === undefined) throw unauthorized("refused");
  return holder;
}

/**
 * Asks the gate, again after a fault that the platform calls retryable. The gate may have counted the request before the fault,
 * so every try carries the same id and counts once (see recent-attempts.ts). The id is the gate's own: with an id of the client's
 * choice, many requests would count as one.
 */
async function admit(context: ApiContext, holder: Holder, openTo: OpenTo): Promise<Admitted> {
  const { studioId, region, keyHash } = holder;
  const attempt = crypto.randomUUID();
  const admission = await retryTransient<Admission>(async () =>
    gateObjectOf(context.env, studioId, region).admit({ studioId, keyHash, attempt, openTo }),
  );
  // An object of the version before, for the moments until it is replaced: it tells no test key from a live one.
  if (admission.outcome === "admitted" && !("key" in admission)) throw new Overloaded();
  if ("key" in admission) {
    const isAdmitted = admission.outcome === "admitted";
    context.set("asker", { studioId, region, keyId: admission.key.id, isAdmitted });
  }
  switch (admission.outcome) {
    case "admitted":
      remember(keyHash, { studioId, region });
      refused.forget(studioId);
      refused.forget(keyHash);
      refused.forget(restrictedName(holder, openTo));
      return admission;
    case "limit_reached":
      remember(keyHash, { studioId, region });
      refused.note(studioId, Date.now() + admission.secondsUntilFree * 1000);
      throw new RateLimitExceeded(admission);
    case "no_api_access":
      remember(keyHash, { studioId, region });
      refused.note(keyHash, Date.now() + REFUSAL_REMEMBERED_MILLISECONDS);
      throw planAccessRequired();
    case "key_revoked":
      remember(keyHash, { studioId, region });
      refused.note(keyHash, Date.now() + REFUSAL_REMEMBERED_MILLISECONDS);
      throw unauthorized("refused");
    case "key_expired":
      remember(keyHash, { studioId, region });
      refused.note(keyHash, Date.now() + REFUSAL_REMEMBERED_MILLISECONDS);
      throw unauthorized("expired");
    case "key_restricted": {
      const { permission } = admission.key;
      remember(keyHash, { studioId, region });
      // Only for such operations: the key's own go on.
      refused.note(restrictedName(holder, openTo), Date.now() + REFUSAL_REMEMBERED_MILLISECONDS);
      throw openTo.permissions.includes(permission) ? closedToTestKeys() : keyRestricted(permission);
    }
    case "key_unknown":
      knownHolders.delete(keyHash);
      refused.note(keyHash, Date.now() + REFUSAL_REMEMBERED_MILLISECONDS);
      throw unauthorized("refused");
    case "undecided":
      throw new Overloaded();
  }
}

/** The name of a key's refusals for operations that are open to the same keys. */
function restrictedName({ keyHash }: Holder, { permissions, kinds }: OpenTo): string {
  return `${keyHash} ${permissions.join()} ${kinds.join()}`;
}

function remember(keyHash: string, place: StudioPlace): void {
  if (knownHolders.has(keyHash)) return;
  const [longestKnown] = knownHolders.keys();
  if (knownHolders.size >= MAX_KNOWN_HOLDERS && longestKnown !== undefined) knownHolders.delete(longestKnown);
  knownHolders.set(keyHash, place);
}

/** The client's address, as the platform states it. */
function addressOf(context: ApiContext): string | undefined {
  return context.req.header("CF-Connecting-IP");
}
