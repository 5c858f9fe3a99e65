// Scheduled deletion of ended sessions, counted attempts and closed one-time links.
//
// None of them is accepted any more. A run does a bounded number of batches, the next run the rest. A used link is kept until its
// expiry: it shows until then that it was used.

import type { RetainedRecords } from "../db/retained-records.ts";
import { oneTimeLinks, sessions, signInAttempts } from "../db/schema.ts";
import { LONGEST_PERIOD } from "./attempts.store.ts";

const BATCH = 100;
const MAX_BATCHES = 50;

/** Returns the number of deleted rows. */
export async function deleteExpiredSignIns(retained: RetainedRecords): Promise<number> {
  const now = Date.now();
  let deleted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const counts = await retained.deleteExpired(
      [
        { table: sessions, moment: sessions.expiresAt, before: now },
        { table: signInAttempts, moment: signInAttempts.since, before: now - LONGEST_PERIOD },
        { table: oneTimeLinks, moment: oneTimeLinks.expiresAt, before: now },
      ],
      BATCH,
    );
    deleted += counts.reduce((sum, count) => sum + count, 0);
    if (counts.every((count) => count < BATCH)) break;
  }
  return deleted;
}
