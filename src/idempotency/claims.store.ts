// Claims on idempotency keys: which request holds a key, what it answered, and who takes over after a crash.
//
// A key is claimed before the work and holds the response after it. The work's rows keep the claim's request key under a
// unique index: an attempt that takes over a crashed one's claim either finds what that one wrote, or cannot write it twice.
// So a claim may be taken over soon: its request renews it while it lives.

import { and, eq, type SQL } from "drizzle-orm";
import type { NamedResults, NamedStatements, StudioDb } from "../db/studio-db.ts";
import { RequestInProgress, RequestKeyReused } from "../domain/errors.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { idempotencyKeys, type KeptResponse } from "./idempotency.schema.ts";

const RESPONSE_KEPT_MILLISECONDS = 24 * 3_600_000;
/** A request that has not renewed its claim for so long is gone. */
const HELD_MILLISECONDS = 10_000;
export const RENEW_EVERY_MILLISECONDS = 3_000;

export type Claim = typeof idempotencyKeys.$inferSelect;

export type Claimed =
  | { readonly outcome: "claimed"; readonly claim: Claim }
  /** Of an earlier attempt, which is gone and may have written the work. */
  | { readonly outcome: "taken_over"; readonly claim: Claim }
  | { readonly outcome: "answered"; readonly response: KeptResponse; readonly requestKey: string }
  /** The first request still runs, or has just written the work and not yet kept its response. */
  | { readonly outcome: "running"; readonly requestKey: string };

/**
 * Claims a key, in one round trip with `reads`.
 *
 * @param fingerprint hash of all that makes two requests the same
 * @returns the claim, and what the reads found
 * @throws RequestKeyReused where the key was used for another request; RequestInProgress where another attempt was faster
 */
export async function claimKey<Reads extends NamedStatements>(
  db: StudioDb,
  key: string,
  fingerprint: string,
  reads: Reads,
): Promise<{ readonly claimed: Claimed; readonly read: NamedResults<Reads> }> {
  const now = Date.now();
  const requestKey = crypto.randomUUID();
  const fresh = { key, fingerprint, requestKey, claimedAt: now, heldUntil: now + HELD_MILLISECONDS, response: null };
  const claiming = {
    inserted: db.insert(idempotencyKeys, fresh, "leave"),
    claims: db.select(idempotencyKeys, eq(idempotencyKeys.key, key)),
  };
  const results: unknown = await retryTransient(() => db.batchNamed({ ...claiming, ...reads }));
  // Each result stands under its statement's name: those of the claim, and those of the reads.
  const read = results as NamedResults<typeof claiming> & NamedResults<Reads>;
  const [held] = read.claims;
  if (held === undefined) throw new Error("a key that could not be claimed is held by nobody");
  return { claimed: await claimedFrom(db, held, fresh), read };
}

async function claimedFrom(db: StudioDb, held: Claim, fresh: Omit<Claim, "studioId">): Promise<Claimed> {
  // Also where the insert's first attempt seemed to fail, and took place.
  if (held.requestKey === fresh.requestKey) return { outcome: "claimed", claim: held };

  const now = fresh.claimedAt;
  if (held.response !== null && now - held.claimedAt > RESPONSE_KEPT_MILLISECONDS) {
    return { outcome: "claimed", claim: await takeOver(db, held, fresh) };
  }
  const isSame = held.fingerprint === fresh.fingerprint;
  if (held.response !== null) {
    if (!isSame) throw keyReused();
    return { outcome: "answered", response: held.response, requestKey: held.requestKey };
  }
  if (now < held.heldUntil) {
    if (!isSame) throw keyReused();
    return { outcome: "running", requestKey: held.requestKey };
  }
  // What the earlier attempt may have written, it wrote under its own request key and for its own payload.
  const { requestKey, fingerprint } = held;
  return { outcome: "taken_over", claim: await takeOver(db, held, { ...fresh, requestKey, fingerprint }) };
}

/** Says that the request that holds the claim still lives. */
export async function renew(db: StudioDb, claim: Claim): Promise<void> {
  await retryTransient(async () =>
    db.update(idempotencyKeys, { heldUntil: Date.now() + HELD_MILLISECONDS }, isStill(claim)),
  );
}

/**
 * Gives a claim that was taken over to another payload: its first attempt wrote nothing so far, and no 5xx binds a key. Under a
 * request key of its own, since that attempt may live all the same, and must not have its work taken for this one's.
 *
 * @throws RequestInProgress where another attempt was faster
 */
export async function claimFor(db: StudioDb, claim: Claim, fingerprint: string): Promise<Claim> {
  const requestKey = crypto.randomUUID();
  const [taken] = await db.update(idempotencyKeys, { fingerprint, requestKey }, isStill(claim));
  if (taken === undefined) throw inProgress();
  return taken;
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
  await db.update(idempotencyKeys, { heldUntil: 0 }, isStill(claim));
}

/** Of several that try, one succeeds; none does where the holder has renewed its claim meanwhile. */
async function takeOver(db: StudioDb, held: Claim, fresh: Omit<Claim, "studioId">): Promise<Claim> {
  const asSeen = and(isStill(held), eq(idempotencyKeys.heldUntil, held.heldUntil));
  const [taken] = await db.update(idempotencyKeys, fresh, asSeen);
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

export const inProgress = () =>
  new RequestInProgress({
    "Idempotency-Key": [
      {
        en: "a request with this key is still running; send it again in a moment",
        uk: "запит із цим ключем ще виконується; надішліть його знову за мить",
      },
    ],
  });

export const keyReused = () =>
  new RequestKeyReused({
    "Idempotency-Key": [
      {
        en: "this key was used for another request; a new request needs a new key",
        uk: "цей ключ уже використано для іншого запиту; новий запит потребує нового ключа",
      },
    ],
  });
