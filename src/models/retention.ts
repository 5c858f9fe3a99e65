// Scheduled retention: unordered models after 30 days, slicing jobs after a week, idempotency keys after their day.
//
// A run does a bounded number of batches; the next run does the rest.

import type { RetainedRecords } from "../db/retained-records.ts";
import { slicingJobs } from "../db/schema.ts";
import { idempotencyKeys } from "../idempotency/idempotency.schema.ts";

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

const MODEL_RETENTION_MILLISECONDS = 30 * DAY_MILLISECONDS;
/** The API promises a day for a job; its slices are kept longer than this. */
const JOB_RETENTION_MILLISECONDS = 7 * DAY_MILLISECONDS;
/** A response is replayed for 24 hours; the claim of a running request is minutes old. */
const IDEMPOTENCY_RETENTION_MILLISECONDS = 25 * HOUR_MILLISECONDS;

const BATCH = 100;
const MAX_BATCHES = 50;

/** @param deleteObjects deletes model files for good; may throw, then the next run deletes them */
export async function deleteExpired(
  retained: RetainedRecords,
  deleteObjects: (objectKeys: string[]) => Promise<void>,
): Promise<{ readonly models: number; readonly records: number }> {
  const now = Date.now();
  const deleted = { models: 0, records: 0 };
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const objectKeys = await retained.discardUnusedModels(now - MODEL_RETENTION_MILLISECONDS, BATCH);
    if (objectKeys.length > 0) {
      await deleteObjects(objectKeys);
      await retained.forgetDiscarded(objectKeys);
    }
    const [jobs, keys] = await Promise.all([
      retained.deleteOlder(slicingJobs, slicingJobs.lastUsedAt, now - JOB_RETENTION_MILLISECONDS, BATCH),
      retained.deleteOlder(idempotencyKeys, idempotencyKeys.claimedAt, now - IDEMPOTENCY_RETENTION_MILLISECONDS, BATCH),
    ]);
    deleted.models += objectKeys.length;
    deleted.records += jobs + keys;
    if (objectKeys.length < BATCH && jobs < BATCH && keys < BATCH) break;
  }
  return deleted;
}
