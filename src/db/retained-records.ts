// Retention across all studios: deletes expired rows in bounded batches, and records objects that no row needs any more.
//
// Every statement checks and deletes at once, so a row that comes into use meanwhile is not deleted.

import { and, eq, exists, gt, inArray, isNotNull, lt, lte, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { CarrierFaultReason } from "../domain/carrier/carriers.ts";
import { asStudioId, type StudioId } from "../domain/ids.ts";
import type { StaffEvent } from "../domain/message/events.ts";
import { openDatabase } from "./database.ts";
import { MODEL_HOLDERS } from "./model-holders.ts";
import {
  attachments,
  carrierAccounts,
  discardedObjects,
  messages,
  models,
  parcels,
  priceRequests,
  staffMessages,
  sweeps,
} from "./schema.ts";

/** The rows of a table whose `moment` is before `before`. */
export interface ExpiredRows {
  readonly table: SQLiteTable;
  readonly moment: SQLiteColumn;
  readonly before: number;
  /**
   * The rows come in the order of their moments, but for a few: the first ones are looked at, and no index of the moment is needed.
   */
  readonly isInOrder?: boolean;
}

export interface RetainedRecords {
  /**
   * Deletes the rows of at most `limit` models that were last used before `before` and that no order, price request or product
   * refers to, and records their objects as discarded. Returns their number.
   *
   * A job or an order under way needs no check of its own: its request has set `lastUsedAt`, and an order's foreign key
   * holds the row from then on.
   */
  discardUnusedModels(before: number, limit: number): Promise<number>;
  /** The same for models that only visitors of order pages have sent, kept until before `now`. Their objects are due at once. */
  discardModelsOfVisitors(now: number, limit: number): Promise<number>;
  /** Deletes the rows of at most `limit` files that no request has taken over by `now`, and discards their objects: due at once. */
  discardUnsentAttachments(now: number, limit: number): Promise<number>;
  /**
   * At most `limit` objects that were discarded before `before`, to be deleted. An object that a row refers to again, as after a
   * restore of the database, is taken off the list.
   */
  objectsToDelete(before: number, limit: number): Promise<string[]>;
  /** To be called after the objects are deleted. */
  forgetDiscarded(objectKeys: readonly string[]): Promise<void>;
  /** Records the objects without a row of a model or attachment as discarded. Returns the number of new records. */
  discardOrphans(objectKeys: readonly string[]): Promise<number>;
  /** Deletes at most `limit` expired rows of each table. Returns the number for each, in order. */
  deleteExpired(expired: readonly [ExpiredRows, ...ExpiredRows[]], limit: number): Promise<number[]>;
  /** Removes the sender's hash from at most `limit` price requests that were sent before `before`. Returns their number. */
  forgetSenders(before: number, limit: number): Promise<number>;
  /** At most `limit` studios behind the one of this id, with a person to be told of late orders. */
  studiosToldOfLate(after: number, limit: number): Promise<StudioId[]>;
  /** At most `limit` studios with a message that was due before `before`. */
  studiosToTell(before: number, limit: number): Promise<StudioId[]>;
  /** At most `limit` studios behind the one of this id, with a parcel to look at and a carrier that knows their key. */
  studiosWithDueParcels(now: number, after: number, limit: number): Promise<StudioId[]>;
  /** The last object key that the sweep looked at; undefined at its beginning. */
  sweptTo(sweep: string): Promise<string | undefined>;
  keepSweptTo(sweep: string, after: string | undefined): Promise<void>;
}

const MAX_DUE_MESSAGES = 10_000;

/** The discarding time of an object that is due at once: earlier than every other. */
const DUE_AT_ONCE = 0;

/** Keys as rows of a statement, in one bound value. */
function keysAsRows(objectKeys: readonly string[]) {
  return sql`json_each(${JSON.stringify(objectKeys)})`;
}

export function openRetainedRecords(binding: D1Database): RetainedRecords {
  const database = openDatabase(binding);

  async function discardModels(
    isExpired: SQL,
    moment: SQLiteColumn,
    limit: number,
    discardedAt: number,
  ): Promise<number> {
    const isUnused = and(
      sql`${models.isOrdered} = 0`,
      isExpired,
      ...MODEL_HOLDERS.map((holder) =>
        notExists(
          database
            .select()
            .from(holder)
            .where(and(eq(holder.studioId, models.studioId), eq(holder.modelId, models.id))),
        ),
      ),
    );
    const unused = <Column extends typeof models.id | typeof models.objectKey>(column: Column) =>
      database.select({ column }).from(models).where(isUnused).orderBy(moment, models.id).limit(limit);
    // One transaction: all three statements find the same rows. A row with a discarded object came back with a restore.
    const [, , deleted] = await database.batch([
      database.delete(discardedObjects).where(inArray(discardedObjects.objectKey, unused(models.objectKey))),
      database.insert(discardedObjects).select(
        database
          .select({ objectKey: models.objectKey, discardedAt: sql<number>`${discardedAt}`.as("discarded_at") })
          .from(models)
          .where(inArray(models.id, unused(models.id))),
      ),
      database
        .delete(models)
        .where(inArray(models.id, unused(models.id)))
        .returning({ id: models.id }),
    ]);
    return deleted.length;
  }

  return {
    discardUnusedModels: (before, limit) =>
      discardModels(lt(models.lastUsedAt, before), models.lastUsedAt, limit, Date.now()),

    discardModelsOfVisitors: (now, limit) =>
      discardModels(lt(models.visitorUntil, now), models.visitorUntil, limit, DUE_AT_ONCE),

    async discardUnsentAttachments(now, limit) {
      const unsent = lt(attachments.keptUntil, now);
      const first = <Column extends typeof attachments.id | typeof attachments.objectKey>(column: Column) =>
        database.select({ column }).from(attachments).where(unsent).orderBy(attachments.keptUntil).limit(limit);
      // One transaction, as of models.
      const [, , deleted] = await database.batch([
        database.delete(discardedObjects).where(inArray(discardedObjects.objectKey, first(attachments.objectKey))),
        database.insert(discardedObjects).select(
          database
            .select({ objectKey: attachments.objectKey, discardedAt: sql<number>`${DUE_AT_ONCE}`.as("discarded_at") })
            .from(attachments)
            .where(inArray(attachments.id, first(attachments.id))),
        ),
        database
          .delete(attachments)
          .where(inArray(attachments.id, first(attachments.id)))
          .returning({ id: attachments.id }),
      ]);
      return deleted.length;
    },

    async objectsToDelete(before, limit) {
      const due = database
        .select({ key: discardedObjects.objectKey })
        .from(discardedObjects)
        .where(lt(discardedObjects.discardedAt, before))
        .orderBy(discardedObjects.discardedAt, discardedObjects.objectKey)
        .limit(limit);
      const inUse = database
        .select({ key: models.objectKey })
        .from(models)
        .where(inArray(models.objectKey, due))
        .union(
          database.select({ key: attachments.objectKey }).from(attachments).where(inArray(attachments.objectKey, due)),
        );
      const oldest = due.as("oldest");
      // Read before entries in use are taken off the list: the next run then starts with entries not yet checked.
      const [rows] = await database.batch([
        database.select({ key: oldest.key }).from(oldest).where(notInArray(oldest.key, inUse)),
        database.delete(discardedObjects).where(inArray(discardedObjects.objectKey, inUse)),
      ]);
      return rows.map(({ key }) => key);
    },

    async forgetDiscarded(objectKeys) {
      const keys = sql`(SELECT value FROM ${keysAsRows(objectKeys)})`;
      await database.delete(discardedObjects).where(sql`${discardedObjects.objectKey} IN ${keys}`);
    },

    async discardOrphans(objectKeys) {
      const { meta } = await database.run(sql`
        INSERT INTO ${discardedObjects} (object_key, discarded_at)
        SELECT value, ${Date.now()} FROM ${keysAsRows(objectKeys)}
        WHERE NOT EXISTS (SELECT 1 FROM ${models} WHERE ${models.objectKey} = value)
          AND NOT EXISTS (SELECT 1 FROM ${attachments} WHERE ${attachments.objectKey} = value)
        ON CONFLICT DO NOTHING`);
      return meta.changes;
    },

    async deleteExpired([first, ...others], limit) {
      const deletion = ({ table, moment, before, isInOrder = false }: ExpiredRows) => {
        // Twice as many as are deleted, so that rows out of order hide no expired ones behind them.
        const first = sql`SELECT rowid AS place, ${moment} AS moment FROM ${table} ORDER BY rowid LIMIT ${2 * limit}`;
        const old = isInOrder
          ? sql`(SELECT place FROM (${first}) WHERE moment < ${before} LIMIT ${limit})`
          : sql`(SELECT rowid FROM ${table} WHERE ${moment} < ${before} LIMIT ${limit})`;
        return database.delete(table).where(sql`rowid IN ${old}`).returning({ moment });
      };
      const rest: BatchItem<"sqlite">[] = others.map(deletion);
      const results: readonly unknown[] = await database.batch([deletion(first), ...rest]);
      return results.map((rows) => (Array.isArray(rows) ? rows.length : 0));
    },

    async forgetSenders(before, limit) {
      const old = database
        .select({ id: priceRequests.id })
        .from(priceRequests)
        .where(and(isNotNull(priceRequests.senderHash), lt(priceRequests.createdAt, before)))
        .limit(limit);
      const { meta } = await database
        .update(priceRequests)
        .set({ senderHash: null })
        .where(inArray(priceRequests.id, old));
      return meta.changes;
    },

    async studiosToldOfLate(after, limit) {
      const isChosen = eq(staffMessages.event, "late" satisfies StaffEvent);
      const found = await database
        .selectDistinct({ studioId: staffMessages.studioId })
        .from(staffMessages)
        .where(and(isChosen, gt(staffMessages.studioId, asStudioId(after))))
        .orderBy(staffMessages.studioId)
        .limit(limit);
      return found.map(({ studioId }) => asStudioId(studioId));
    },

    async studiosToTell(before, limit) {
      // The index of waiting messages is small; their number has a bound all the same.
      const due = database
        .select({ studioId: messages.studioId })
        .from(messages)
        .where(lt(messages.nextAt, before))
        .limit(MAX_DUE_MESSAGES)
        .as("due");
      const found = await database.selectDistinct({ studioId: due.studioId }).from(due).limit(limit);
      return found.map(({ studioId }) => asStudioId(studioId));
    },

    async studiosWithDueParcels(now, after, limit) {
      const due = database
        .select({ one: sql`1` })
        .from(parcels)
        .where(and(eq(parcels.studioId, carrierAccounts.studioId), lte(parcels.nextLookAt, now)));
      const found = await database
        .select({ studioId: carrierAccounts.studioId })
        .from(carrierAccounts)
        .where(
          and(
            gt(carrierAccounts.studioId, asStudioId(after)),
            sql`${carrierAccounts.fault} IS NOT ${"key" satisfies CarrierFaultReason}`,
            exists(due),
          ),
        )
        .orderBy(carrierAccounts.studioId)
        .limit(limit);
      return found.map(({ studioId }) => asStudioId(studioId));
    },

    async sweptTo(sweep) {
      const [row] = await database.select().from(sweeps).where(eq(sweeps.name, sweep));
      return row?.after ?? undefined;
    },

    async keepSweptTo(sweep, after = undefined) {
      const row = { name: sweep, after: after ?? null };
      await database
        .insert(sweeps)
        .values(row)
        .onConflictDoUpdate({ target: sweeps.name, set: { after: row.after } });
    },
  };
}
