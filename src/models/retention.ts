// Retention: unordered models after 30 days, visitors' after a day, slicing jobs after a week, idempotency keys after a day.
//
// A run does a bounded number of batches; the next run does the rest. The studio's objects outlive their rows: D1's Time Travel may
// bring back a database of 30 days ago, which must find its files. A visitor's object does not: visitors are promised its deletion
// after a day, and no order refers to it. A visitor's row that Time Travel brings back is expired already and goes with the next
// run; a request that names it meanwhile is told to send the model again. So it is with a visitor's file for a price request that was
// never sent.

import { modelKeyOf } from "../../slicer-service/src/contract/objects-of-model.ts";
import type { RetainedRecords } from "../db/retained-records.ts";
import { keptQuotes, slicingJobs } from "../db/schema.ts";
import { idempotencyKeys } from "../idempotency/idempotency.schema.ts";

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

const MODEL_RETENTION_MILLISECONDS = 30 * DAY_MILLISECONDS;
/** The API promises a day for a job; its slices are kept longer. */
const JOB_RETENTION_MILLISECONDS = 7 * DAY_MILLISECONDS;
/** A response is replayed for 24 hours; the claim of a running request is minutes old. */
const IDEMPOTENCY_RETENTION_MILLISECONDS = 25 * HOUR_MILLISECONDS;
/** A day more than D1's Time Travel reaches back on a paid plan. */
const DISCARDED_RETENTION_MILLISECONDS = 31 * DAY_MILLISECONDS;
/** An upload ends within minutes: an object without a row after a day never gets one. */
const ORPHAN_AGE_MILLISECONDS = DAY_MILLISECONDS;

const BATCH = 100;
const MAX_BATCHES = 50;

/** The maximum of one listing of the bucket. */
const LISTED_AT_ONCE = 1000;
const MAX_LISTINGS = 5;
const ORPHANS = "orphaned-models";
const ATTACHMENTS = /^studios\/\d+\/attachments\//;

/** The bucket of all studios, as the scheduled run needs it. */
export interface StoredObjects {
  /** At most `limit` objects of all studios, in the order of their keys, from the one after `after` on. */
  list(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly objects: readonly StoredObject[]; readonly isLast: boolean }>;
  delete(objectKeys: string[]): Promise<void>;
}

export interface StoredObject {
  readonly key: string;
  readonly uploadedAt: number;
}

/** Deletes expired rows, and records the models' objects as discarded. Returns the numbers of each. */
export async function deleteExpired(
  retained: RetainedRecords,
): Promise<{ readonly models: number; readonly records: number }> {
  const now = Date.now();
  const deleted = { models: 0, records: 0 };
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const unused = await retained.discardUnusedModels(now - MODEL_RETENTION_MILLISECONDS, BATCH);
    const ofVisitors = await retained.discardModelsOfVisitors(now, BATCH);
    const unsent = await retained.discardUnsentAttachments(now, BATCH);
    const records = await retained.deleteExpired(
      [
        { table: slicingJobs, moment: slicingJobs.lastUsedAt, before: now - JOB_RETENTION_MILLISECONDS },
        {
          table: idempotencyKeys,
          moment: idempotencyKeys.claimedAt,
          before: now - IDEMPOTENCY_RETENTION_MILLISECONDS,
          isInOrder: true,
        },
        { table: keptQuotes, moment: keptQuotes.expiresAt, before: now },
      ],
      BATCH,
    );
    deleted.models += unused + ofVisitors;
    deleted.records += unsent + records.reduce((sum, count) => sum + count, 0);
    if ([unused, ofVisitors, unsent, ...records].every((count) => count < BATCH)) break;
  }
  return deleted;
}

/** Deletes the objects that were discarded more than 31 days ago, and visitors' at once. Returns their number. */
export async function deleteDiscarded(retained: RetainedRecords, stored: StoredObjects): Promise<number> {
  const before = Date.now() - DISCARDED_RETENTION_MILLISECONDS;
  let deleted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const objectKeys = await retained.objectsToDelete(before, BATCH);
    if (objectKeys.length === 0) break;
    await stored.delete(objectKeys);
    await retained.forgetDiscarded(objectKeys);
    deleted += objectKeys.length;
  }
  return deleted;
}

/**
 * Checks the next few thousand objects for files without a row, left by requests that were cut off between object and row.
 * They are discarded and not deleted: after a restore of the database its newer files are without a row too, until that restore
 * is undone. Returns the number found.
 */
export async function discardOrphans(retained: RetainedRecords, stored: StoredObjects): Promise<number> {
  let found = 0;
  let after = await retained.sweptTo(ORPHANS);
  for (let listing = 0; listing < MAX_LISTINGS; listing++) {
    const { objects, isLast } = await stored.list(after, LISTED_AT_ONCE);
    const old = objects.filter(({ uploadedAt }) => uploadedAt < Date.now() - ORPHAN_AGE_MILLISECONDS);
    const files = old.map(({ key }) => rowKeyOf(key)).filter((key) => key !== undefined);
    if (files.length > 0) found += await retained.discardOrphans(files);
    after = isLast ? undefined : objects.at(-1)?.key;
    await retained.keepSweptTo(ORPHANS, after);
    if (after === undefined) break;
  }
  return found;
}

/** The key that a row has for an object: a thumbnail's is its model's. undefined for objects that no sweep looks for. */
function rowKeyOf(objectKey: string): string | undefined {
  return ATTACHMENTS.test(objectKey) ? objectKey : modelKeyOf(objectKey);
}
