// Claims on idempotency keys: which request holds a key, what it answered, and who takes over after a crash.
//
// A key is claimed before the work and holds the response after it. The work's rows keep the claim's request key under a
// unique index: an attempt that takes over a crashed one's claim either finds what that one wrote, or cannot write it twice.

import { and, eq, type SQL } from "drizzle-orm";
import type { StudioDb } from "../db/studio-db.ts";
import { RequestInProgress, RequestKeyReused } from "../domain/errors.ts";
import { idempotencyKeys, type KeptResponse } from "./idempotency.schema.ts";

const RESPONSE_KEPT_MILLISECONDS = 24 * 3_600_000;
/** A claim older than this belongs to a request that died: no response is held so long. */
const CLAIM_HELD_MILLISECONDS = 5 * 60_000;

export type Claim = typeof idempotencyKeys.$inferSelect;

/** A claim to work under, or a finished one to replay. `isTakenOver`: an earlier attempt may have written the work. */
export type Claimed =
  | { readonly outcome: "claimed"; readonly claim: Claim; readonly isTakenOver: boolean }
  | { readonly outcome: "answered"; readonly response: KeptResponse };

/**
 * @param fingerprint hash of all that makes two requests the same
 * @throws RequestInProgress while the first request runs; RequestKeyReused where the key was used for another request
 */
export async function claimKey(db: StudioDb, key: string, fingerprint: string): Promise<Claimed> {
  const now = Date.now();
  const fresh = { key, fingerprint, requestKey: crypto.randomUUID(), claimedAt: now, heldUntil: 0, response: null };
  const [[claimed], [held]] = await db.batch([
    db.insert(idempotencyKeys, fresh, "leave"),
    db.select(idempotencyKeys, eq(idempotencyKeys.key, key)),
  ]);
  if (claimed !== undefined) return { outcome: "claimed", claim: claimed, isTakenOver: false };
  if (held === undefined) throw new Error("a key that could not be claimed is held by nobody");

  if (held.response !== null && now - held.claimedAt > RESPONSE_KEPT_MILLISECONDS) {
    return { outcome: "claimed", claim: await takeOver(db, held, fresh), isTakenOver: false };
  }
  if (held.fingerprint !== fingerprint) {
    throw new RequestKeyReused({
      "Idempotency-Key": ["this key was used for another request; a new request needs a new key"],
    });
  }
  if (held.response !== null) return { outcome: "answered", response: held.response };
  if (now - held.claimedAt < CLAIM_HELD_MILLISECONDS) throw inProgress();
  const claim = await takeOver(db, held, { ...fresh, requestKey: held.requestKey });
  return { outcome: "claimed", claim, isTakenOver: true };
}

export async function keepResponse(db: StudioDb, claim: Claim, response: KeptResponse): Promise<void> {
  await db.update(idempotencyKeys, { response }, isStill(claim));
}

/** Frees the key for another attempt. */
export async function release(db: StudioDb, claim: Claim): Promise<void> {
  await db.delete(idempotencyKeys, isStill(claim));
}

/** Ends the claim where nobody knows whether the work was written: the next attempt takes it over at once, and checks. */
export async function abandon(db: StudioDb, claim: Claim): Promise<void> {
  await db.update(idempotencyKeys, { claimedAt: Date.now() - CLAIM_HELD_MILLISECONDS }, isStill(claim));
}

/** Of several that try, one succeeds. */
async function takeOver(db: StudioDb, held: Claim, fresh: Omit<Claim, "studioId">): Promise<Claim> {
  const [taken] = await db.update(idempotencyKeys, fresh, isStill(held));
  if (taken === undefined) throw inProgress();
  return taken;
}

/** A request that outlived its claim must not touch its successor's. */
function isStill({ key, requestKey, claimedAt }: Claim): SQL | undefined {
  return and(
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.requestKey, requestKey),
    eq(idempotencyKeys.claimedAt, claimedAt),
  );
}

const inProgress = () =>
  new RequestInProgress({
    "Idempotency-Key": ["a request with this key is still running; send it again in a moment"],
  });
