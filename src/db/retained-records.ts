// Retention across all studios: deletes expired rows in bounded batches.
//
// Every statement decides and deletes at once, so a row that is taken into use meanwhile is not deleted.

import { and, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { openDatabase } from "./database.ts";
import { discardedObjects, models, orderItems } from "./schema.ts";

export interface RetainedRecords {
  /**
   * Deletes the rows of at most `limit` models that were last used before `before` and that no order refers to, and notes
   * their objects as discarded. Answers the keys of at most `limit` objects yet to be deleted, those of earlier runs
   * included.
   *
   * A job or an order under way needs no check of its own: its upload has set `lastUsedAt`, and an order's foreign key
   * holds the row from then on.
   */
  discardUnusedModels(before: number, limit: number): Promise<string[]>;
  /** Call when the objects are deleted. */
  forgetDiscarded(objectKeys: readonly string[]): Promise<void>;
  /** Deletes at most `limit` rows whose `moment` is before `before`. Answers how many it deleted. */
  deleteOlder(table: SQLiteTable, moment: SQLiteColumn, before: number, limit: number): Promise<number>;
}

export function openRetainedRecords(binding: D1Database): RetainedRecords {
  const database = openDatabase(binding);
  return {
    async discardUnusedModels(before, limit) {
      const ordered = and(eq(orderItems.studioId, models.studioId), eq(orderItems.modelId, models.id));
      const unused = database
        .select({ objectKey: models.objectKey, discardedAt: sql<number>`${Date.now()}`.as("discarded_at") })
        .from(models)
        .where(
          and(
            sql`${models.isOrdered} = 0`,
            lt(models.lastUsedAt, before),
            notExists(database.select().from(orderItems).where(ordered)),
          ),
        )
        .orderBy(models.lastUsedAt)
        .limit(limit);
      const [, , discarded] = await database.batch([
        database.insert(discardedObjects).select(unused),
        database
          .delete(models)
          .where(
            inArray(
              models.objectKey,
              database.select({ objectKey: discardedObjects.objectKey }).from(discardedObjects),
            ),
          ),
        database.select().from(discardedObjects).limit(limit),
      ]);
      return discarded.map(({ objectKey }) => objectKey);
    },

    async forgetDiscarded(objectKeys) {
      const listed = sql`(SELECT value FROM json_each(${JSON.stringify(objectKeys)}))`;
      await database.delete(discardedObjects).where(sql`${discardedObjects.objectKey} IN ${listed}`);
    },

    async deleteOlder(table, moment, before, limit) {
      const old = sql`(SELECT rowid FROM ${table} WHERE ${moment} < ${before} LIMIT ${limit})`;
      const deleted = await database.delete(table).where(sql`rowid IN ${old}`).returning({ moment });
      return deleted.length;
    },
  };
}
