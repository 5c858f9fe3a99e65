// What a scheduled run removes: models that no order refers to, 30 days after they were last sent; slicing jobs after a
// week, idempotency keys after their day. A run does a bounded number of batches; what is left is the next run's.

import type { RetainedRecords } from "../db/retained-records.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const MODEL_RETENTION = 30 * DAY;
/** A job can be read for at least a day; its slices are kept longer than this. */
const JOB_RETENTION = 7 * DAY;
/** An answer is given again for 24 hours; a claim of a request still running is minutes old. */
const IDEMPOTENCY_RETENTION = 25 * HOUR;

const BATCH = 100;
const MAX_BATCHES = 50;

/** @param deleteObjects deletes model files for good; may throw, then the next run deletes them */
export async function deleteExpired(
  retained: RetainedRecords,
  deleteObjects: (objectKeys: string[]) => Promise<void>,
): Promise<{ readonly models: number; readonly records: number }> {
  const now = Date.now();
  const removed = { models: 0, records: 0 };
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const objectKeys = await retained.discardUnusedModels(now - MODEL_RETENTION, BATCH);
    if (objectKeys.length > 0) {
      await deleteObjects(objectKeys);
      await retained.forgetDiscarded(objectKeys);
    }
    const before = { jobs: now - JOB_RETENTION, idempotencyKeys: now - IDEMPOTENCY_RETENTION };
    const records = await retained.removeOldRecords(before, BATCH);
    removed.models += objectKeys.length;
    removed.records += records;
    if (objectKeys.length < BATCH && records < BATCH) break;
  }
  return removed;
}
