// Trial lock: one slice of the sample at a time per studio, since all studios share the engines.

import { eq, lt, or } from "drizzle-orm";
import { trialLocks } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";

/** An abandoned trial's lock expires after this. */
const HELD_MILLISECONDS = 60_000;

/** @param fingerprint hash of the tried settings: a repetition joins the same slice, and needs no lock of its own */
export async function takeTrialLock(db: StudioDb, fingerprint: string): Promise<boolean> {
  const takenAt = Date.now();
  const isFree = or(eq(trialLocks.fingerprint, fingerprint), lt(trialLocks.takenAt, takenAt - HELD_MILLISECONDS));
  const [, [taken]] = await db.batch([
    db.delete(trialLocks, isFree),
    db.insert(trialLocks, { fingerprint, takenAt }, "leave"),
  ]);
  return taken !== undefined;
}

export async function releaseTrialLock(db: StudioDb, fingerprint: string): Promise<void> {
  await db.delete(trialLocks, eq(trialLocks.fingerprint, fingerprint));
}
