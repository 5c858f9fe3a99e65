// The turn to try a quality: one slice of the sample at a time per studio.
//
// It is kept as a claim of the studio, as those on idempotency keys are: a slice occupies an engine that all studios share.

import { and, eq, lt, or } from "drizzle-orm";
import type { StudioDb } from "../../db/studio-db.ts";
import { idempotencyKeys } from "../../idempotency/idempotency.schema.ts";

/** The space before it keeps it apart from a client's keys, which are trimmed. */
const KEY = " quality-trial";

/** The turn of who never comes back to look at a slice that took long. */
const HELD_MILLISECONDS = 60_000;

/** @param fingerprint hash of what is tried: trying the same again joins the same slice, and needs no turn of its own */
export async function takeTrialLock(db: StudioDb, fingerprint: string): Promise<boolean> {
  const now = Date.now();
  const isFree = or(
    eq(idempotencyKeys.fingerprint, fingerprint),
    lt(idempotencyKeys.claimedAt, now - HELD_MILLISECONDS),
  );
  const claim = { key: KEY, fingerprint, requestKey: crypto.randomUUID(), claimedAt: now, response: null };
  const [, [taken]] = await db.batch([
    db.delete(idempotencyKeys, and(eq(idempotencyKeys.key, KEY), isFree)),
    db.insert(idempotencyKeys, claim, "leave"),
  ]);
  return taken !== undefined;
}

export async function releaseTrialLock(db: StudioDb, fingerprint: string): Promise<void> {
  await db.delete(idempotencyKeys, and(eq(idempotencyKeys.key, KEY), eq(idempotencyKeys.fingerprint, fingerprint)));
}
