// What is removed when its time is over, across all studios, a bounded number of rows at a time. Every statement decides
// and removes at once, so a row that is taken into use meanwhile is not removed.

import { and, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import { openDatabase } from "./database.ts";
import { discardedObjects, idempotencyKeys, models, orderItems, slicingJobs } from "./schema.ts";

export interface RetainedRecords {
  /**
   * Removes the rows of at most `most` models that were last sent before `before` and that no order refers to, and notes
   * their objects as discarded. Answers the keys of all objects that are yet to be deleted, at most `most`, those that
   * an earlier run left included.
   *
   * A job or an order under way needs no look of its own: its upload has set `lastUsedAt`, and an order's foreign key
   * holds the row from then on.
   */
  discardUnusedModels(before: number, most: number): Promise<string[]>;
  /** To be called when the objects are deleted. */
  forgetDiscarded(objectKeys: readonly string[]): Promise<void>;
  /** Removes at most `most` slicing jobs and as many idempotency keys. Answers how many it removed. */
  removeOldRecords(before: { readonly jobs: number; readonly idempotencyKeys: number }, most: number): Promise<number>;
}

export function openRetainedRecords(binding: D1Database): RetainedRecords {
  const database = openDatabase(binding);
  return {
    async discardUnusedModels(before, most) {
      const ordered = and(eq(orderItems.studioId, models.studioId), eq(orderItems.modelId, models.id));
      const unused = database
        .select({ objectKey: models.objectKey })
        .from(models)
        .where(
          and(
            sql`${models.isOrdered} = 0`,
            lt(models.lastUsedAt, before),
            notExists(database.select().from(orderItems).where(ordered)),
          ),
        )
        .orderBy(models.lastUsedAt)
        .limit(most);
      const [, , discarded] = await database.batch([
        database.insert(discardedObjects).select(unused),
        database.delete(models).where(inArray(models.objectKey, database.select().from(discardedObjects))),
        database.select().from(discardedObjects).limit(most),
      ]);
      return discarded.map(({ objectKey }) => objectKey);
    },

    async forgetDiscarded(objectKeys) {
      const listed = sql`(SELECT value FROM json_each(${JSON.stringify(objectKeys)}))`;
      await database.delete(discardedObjects).where(sql`${discardedObjects.objectKey} IN ${listed}`);
    },

    async removeOldRecords(before, most) {
      const oldJobs = sql`(SELECT rowid FROM ${slicingJobs} WHERE ${slicingJobs.lastUsedAt} < ${before.jobs} LIMIT ${most})`;
      const oldKeys = sql`(SELECT rowid FROM ${idempotencyKeys}
        WHERE ${idempotencyKeys.claimedAt} < ${before.idempotencyKeys} LIMIT ${most})`;
      const [jobs, keys] = await database.batch([
        database.delete(slicingJobs).where(sql`rowid IN ${oldJobs}`).returning({ id: slicingJobs.id }),
        database.delete(idempotencyKeys).where(sql`rowid IN ${oldKeys}`).returning({ key: idempotencyKeys.key }),
      ]);
      return jobs.length + keys.length;
    },
  };
}
