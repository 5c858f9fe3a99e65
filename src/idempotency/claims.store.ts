// Claims on idempotency keys: the request that holds a key, its answer, and the takeover after a crash.
//
// A key is claimed before the work and holds the response after it. The work's rows keep the claim's request key under a unique
// index: an attempt that takes over a crashed claim either finds the rows of the first attempt, or cannot write them twice. So a
// claim may be taken over after seconds: its request renews it while it lives.

import { and, eq, type SQL } from "drizzle-orm";
import { type Declared, type NamedResults, type NamedStatements, prepared, type StudioDb } from "../db/studio-db.ts";
import { RequestInProgress, RequestKeyReused } from "../domain/errors.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { idempotencyKeys, type KeptResponse } from "./idempotency.schema.ts";

const RESPONSE_KEPT_MILLISECONDS = 24 * 3_600_000;
/** A claim that was not renewed for this long belongs to a lost request. */
const HELD_MILLISECONDS = 10_000;
export const RENEW_EVERY_MILLISECONDS = 3_000;

export type Claim = typeof idempotencyKeys.$inferSelect;

type HeldClaim = Pick<Claim, "key" | "requestKey" | "claimedAt">;

export type Claimed =
  | { readonly outcome: "claimed"; readonly claim: Claim }
  /** An earlier attempt was lost, and may have written the work. */
  | { readonly outcome: "taken_over"; readonly claim: Claim }
  | { readonly outcome: "answered"; readonly response: KeptResponse; readonly requestKey: string }
  /** The first request still runs, or has written the work and is about to keep its response. */
  | { readonly outcome: "running"; readonly requestKey: string };

/**
 * Claims a key, in one round trip with `reads`.
 *
 * @param fingerprint hash of everything that makes two requests the same
 * @returns the claim, and the results of the reads
 * @throws RequestKeyReused if the key was used for another request; RequestInProgress if another attempt was faster
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
  const claiming = claimStatements(db, fresh);
  const results: unknown = await retryTransient(() => db.batchNamed({ ...claiming, ...reads }));
  // Each result stands under its statement's name: those of the claim, and those of the reads.
  const read = results as NamedResults<typeof claiming> & NamedResults<Reads>;
  const [held] = read.claims;
  if (held === undefined) throw new Error("a key that could not be claimed has no holder");
  return { claimed: await claimedFrom(db, held, fresh), read };
}

const claimStatements = prepared((db, fresh: Declared<Omit<Claim, "studioId">>) => ({
  inserted: db.insert(idempotencyKeys, fresh, "leave"),
  claims: db.select(idempotencyKeys, eq(idempotencyKeys.key, fresh.key)),
}));

async function claimedFrom(db: StudioDb, held: Claim, fresh: Omit<Claim, "studioId">): Promise<Claimed> {
  // Holds also if the insert's first try seemed to fail, but took place.
  if (held.requestKey === fresh.requestKey) return { outcome: "claimed", claim: held };

  const now = fresh.claimedAt;
  if (held.response !== null && now - held.claimedAt > RESPONSE_KEPT_MILLISECONDS) {
    return { outcome: "claimed", claim: await claimAnew(db, held, fresh) };
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
  // The earlier attempt wrote its rows under its own request key and for its own payload.
  const { requestKey, fingerprint } = held;
  return { outcome: "taken_over", claim: await takeOver(db, held, { ...fresh, requestKey, fingerprint }) };
}

/** Tells other attempts that the request that holds the claim still lives. */
export async function renew(db: StudioDb, claim: Claim): Promise<void> {
  await retryTransient(async () =>
    db.update(idempotencyKeys, { heldUntil: Date.now() + HELD_MILLISECONDS }, isHeldBy(claim)),
  );
}

/**
 * Gives a claim that was taken over to another payload: its first attempt wrote nothing so far, and no 5xx binds a key. The claim
 * gets a new request key: the first attempt may still live, and its rows must not be taken for this one's.
 *
 * @throws RequestInProgress if another attempt was faster
 */
export async function claimFor(db: StudioDb, claim: Claim, fingerprint: string): Promise<Claim> {
  const requestKey = crypto.randomUUID();
  const [taken] = await db.update(idempotencyKeys, { fingerprint, requestKey }, isHeldBy(claim));
  if (taken === undefined) throw inProgress();
  return taken;
}

export async function keepResponse(db: StudioDb, claim: Claim, response: KeptResponse): Promise<void> {
  const { key, requestKey, claimedAt } = claim;
  await responseWrite(db, { key, requestKey, claimedAt, response }).kept;
}

const responseWrite = prepared((db, { response, ...claim }: Declared<HeldClaim & Pick<Claim, "response">>) => ({
  kept: db.update(idempotencyKeys, { response }, isHeldBy(claim)),
}));

/** Frees the key for another attempt. */
export async function release(db: StudioDb, claim: Claim): Promise<void> {
  await db.delete(idempotencyKeys, isHeldBy(claim));
}

/** Ends a claim whose work may or may not be written: the next attempt takes it over at once, and checks. */
export async function abandon(db: StudioDb, claim: Claim): Promise<void> {
  await db.update(idempotencyKeys, { heldUntil: 0 }, isHeldBy(claim));
}

/**
 * Claims a key that is free again, in a new row: rows keep the order of their claims (idempotency.schema.ts). One of several
 * concurrent attempts succeeds.
 */
async function claimAnew(db: StudioDb, held: Claim, fresh: Omit<Claim, "studioId">): Promise<Claim> {
  const [, [claimed]] = await db.batch([
    db.delete(idempotencyKeys, isHeldBy(held)),
    db.insert(idempotencyKeys, fresh, "leave"),
  ]);
  if (claimed === undefined) throw inProgress();
  return claimed;
}

/** One of several concurrent attempts succeeds; none does if the holder has renewed its claim meanwhile. */
async function takeOver(db: StudioDb, held: Claim, fresh: Omit<Claim, "studioId">): Promise<Claim> {
  const asSeen = and(isHeldBy(held), eq(idempotencyKeys.heldUntil, held.heldUntil));
  const [taken] = await db.update(idempotencyKeys, fresh, asSeen);
  if (taken === undefined) throw inProgress();
  return taken;
}

/** A request that outlived its claim must not touch its successor's. */
function isHeldBy({ key, requestKey, claimedAt }: HeldClaim | Declared<HeldClaim>): SQL | undefined {
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
