// `Idempotency-Key`: a request that a client sends again, because it did not hear the answer, takes place once.
//
// The key is claimed before the work and holds the answer after it. The work is handed a request key that its rows keep,
// unique in the database: so even where a claim was left behind by a crash and another attempt takes it over, the work
// either finds what the first one wrote or cannot be written twice.

import { z } from "@hono/zod-openapi";
import { and, eq, type SQL } from "drizzle-orm";
import { idempotencyKeys } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { ApiContext } from "../http/context.ts";
import { ApiError, idempotencyInProgress, idempotencyKeyReused, validationFailed } from "../http/errors.ts";
import { sha256Hex } from "../platform/sha256.ts";

const MAX_KEY = 255;
const ANSWER_KEPT_MILLISECONDS = 24 * 3_600_000;
/** A claim older than this belongs to a request that died: no answer is held so long. */
const CLAIM_HELD_MILLISECONDS = 5 * 60_000;

export const idempotencyHeader = z.object({
  "idempotency-key": z
    .string()
    .optional()
    .openapi({ description: "1 to 255 characters. The same request with the same key takes place once in 24 hours" }),
});

type Claim = typeof idempotencyKeys.$inferSelect;

export interface RepeatableWork<Answer extends Response> {
  /** Fields and file hashes: all that makes two requests the same, but for method and path. */
  readonly payload: unknown;
  /** Does the work. What it writes must keep `requestKey` under a unique index. */
  readonly perform: (requestKey: string) => Promise<Answer>;
  /** The answer to work that was written under `requestKey` before, or undefined where none was. */
  readonly recover: (requestKey: string) => Promise<Answer | undefined>;
}

/**
 * Does the work once per key of the request's Idempotency-Key header, or simply does it where there is none. The first
 * 2xx but 202 is given again for 24 hours; any other answer frees the key.
 *
 * @throws ApiError 400 for a key of no or too many characters, 409 while the first request runs, 422 where the key was
 *   used for another request
 */
export async function performOnce<Answer extends Response>(
  context: ApiContext,
  work: RepeatableWork<Answer>,
): Promise<Answer> {
  const key = context.req.header("Idempotency-Key")?.trim();
  if (key === undefined) return work.perform(crypto.randomUUID());
  if (key.length < 1 || key.length > MAX_KEY) {
    throw validationFailed({ "Idempotency-Key": [`must have 1 to ${MAX_KEY} characters`] });
  }
  const { db } = context.var.tenant;
  const fingerprint = await sha256Hex(JSON.stringify([context.req.method, context.req.path, work.payload]));
  const { claim, isTakenOver } = await claimKey(db, key, fingerprint);
  // The fingerprint says that the same operation made this answer.
  if (claim.answer !== null) return replay(claim.answer) as Answer;

  try {
    const before = isTakenOver ? await work.recover(claim.requestKey) : undefined;
    const answer = before ?? (await work.perform(claim.requestKey));
    await (answer.ok && answer.status !== 202 ? keepAnswer(db, claim, answer) : release(db, claim));
    return answer;
  } catch (error) {
    if (error instanceof ApiError) await release(db, claim);
    // Whether the work was written is unknown: the next attempt takes the claim over at once, and looks.
    else await db.update(idempotencyKeys, { claimedAt: Date.now() - CLAIM_HELD_MILLISECONDS }, isStill(claim));
    throw error;
  }
}

async function claimKey(
  db: StudioDb,
  key: string,
  fingerprint: string,
): Promise<{ readonly claim: Claim; readonly isTakenOver: boolean }> {
  const now = Date.now();
  const fresh = { key, fingerprint, requestKey: crypto.randomUUID(), claimedAt: now, answer: null };
  const [[claimed], [held]] = await db.batch([
    db.insert(idempotencyKeys, fresh, "leave"),
    db.select(idempotencyKeys, eq(idempotencyKeys.key, key)),
  ]);
  if (claimed !== undefined) return { claim: claimed, isTakenOver: false };
  if (held === undefined) throw new Error("a key that could not be claimed is held by nobody");

  if (held.answer !== null && now - held.claimedAt > ANSWER_KEPT_MILLISECONDS) {
    return { claim: await takeOver(db, held, fresh), isTakenOver: false };
  }
  if (held.fingerprint !== fingerprint) throw idempotencyKeyReused();
  if (held.answer !== null) return { claim: held, isTakenOver: false };
  if (now - held.claimedAt < CLAIM_HELD_MILLISECONDS) throw idempotencyInProgress();
  return { claim: await takeOver(db, held, { ...fresh, requestKey: held.requestKey }), isTakenOver: true };
}

/** Of several that try, one succeeds. */
async function takeOver(db: StudioDb, held: Claim, fresh: Omit<Claim, "studioId">): Promise<Claim> {
  const [taken] = await db.update(idempotencyKeys, fresh, isStill(held));
  if (taken === undefined) throw idempotencyInProgress();
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

async function keepAnswer(db: StudioDb, claim: Claim, answer: Response): Promise<void> {
  const kept = { status: answer.status, location: answer.headers.get("Location"), body: await answer.clone().text() };
  await db.update(idempotencyKeys, { answer: kept }, isStill(claim));
}

async function release(db: StudioDb, claim: Claim): Promise<void> {
  await db.delete(idempotencyKeys, isStill(claim));
}

function replay({ status, location, body }: NonNullable<Claim["answer"]>): Response {
  const headers = new Headers({ "Content-Type": "application/json", "Idempotency-Replayed": "true" });
  if (location !== null) headers.set("Location", location);
  return new Response(body, { status, headers });
}
