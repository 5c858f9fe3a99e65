// Real figures store: time and material of finished items, beside slicing's estimate at the time of the order.

import { desc, eq, isNotNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { inValues } from "../db/in-values.ts";
import { itemFigures, orderItems, orders } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";

export type ItemFigures = typeof itemFigures.$inferSelect;

/** For an item's whole quantity, the starts of its prints included. Null: not known. */
export interface RealFigures {
  readonly minutes: number | null;
  readonly hundredthsOfGram: number | null;
}

/** A finished item, with its figures. */
export interface FinishedItem {
  readonly item: typeof orderItems.$inferSelect;
  readonly figures: ItemFigures;
  /** Its order's number for people. */
  readonly orderNumber: number;
}

export const MAX_FINISHED_SHOWN = 50;
/** The items finished last, among which those with an estimate are found: a studio of resin printers may have none. */
export const FINISHED_WINDOW = 1_000;

/** Writes an item's real figures; both null: nothing is known any more. An item without an estimate stays unchanged. */
function recordStatement(
  db: StudioDb,
  itemId: number,
  { minutes, hundredthsOfGram }: RealFigures,
): Statement<ItemFigures[]> {
  const isKnown = minutes !== null || hundredthsOfGram !== null;
  return db.update(
    itemFigures,
    {
      realMinutes: minutes,
      realHundredthsOfGram: hundredthsOfGram,
      recordedAt: isKnown ? Date.now() : null,
    },
    eq(itemFigures.orderItemId, itemId),
  );
}

/** @throws NotFound if the studio has no such item, or the item has no estimate */
export async function recordRealFigures(db: StudioDb, itemId: number, real: RealFigures): Promise<ItemFigures> {
  const [recorded] = await recordStatement(db, itemId, real);
  if (recorded === undefined) throw new NotFound();
  return recorded;
}

/** The items among these that have an estimate. */
export async function findItemsWithEstimate(db: StudioDb, itemIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await db.select(itemFigures, inValues(itemFigures.orderItemId, itemIds));
  return new Set(found.map(({ orderItemId }) => orderItemId));
}

/** As `recordRealFigures`, for several items in one batch. Changes nothing of an item without an estimate. */
export async function recordAllRealFigures(
  db: StudioDb,
  figures: readonly { readonly itemId: number; readonly real: RealFigures }[],
): Promise<void> {
  const [first, ...rest] = figures.map(({ itemId, real }) => recordStatement(db, itemId, real));
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** The statements that read the items that were finished last and have an estimate; `joinFinished` takes their rows. */
export function finishedReads(db: StudioDb) {
  const finished = isNotNull(orderItems.printedAt);
  const latestFirst = sql`${desc(orderItems.printedAt)}, ${desc(orderItems.id)}`;
  const estimate = db.valuesOf(sql`1`, itemFigures, eq(itemFigures.orderItemId, orderItems.id));
  const shown = (column: SQLiteColumn) =>
    db.firstValuesWithin(
      column,
      orderItems,
      finished,
      latestFirst,
      FINISHED_WINDOW,
      sql`EXISTS ${estimate}`,
      MAX_FINISHED_SHOWN,
    );
  return [
    db.select(orderItems, sql`${orderItems.id} IN ${shown(orderItems.id)}`, latestFirst),
    db.select(itemFigures, sql`${itemFigures.orderItemId} IN ${shown(orderItems.id)}`),
    db.selectFields(
      { id: sql<number>`${orders.id}`, number: sql<number>`${orders.number}` },
      orders,
      sql`${orders.id} IN ${shown(orderItems.orderId)}`,
    ),
  ] as const;
}

/** The latest first. */
export function joinFinished(
  items: readonly FinishedItem["item"][],
  figures: readonly ItemFigures[],
  numbers: readonly { readonly id: number; readonly number: number }[],
): FinishedItem[] {
  const byItem = new Map(figures.map((row) => [row.orderItemId, row]));
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]));
  return items.flatMap((item) => {
    const own = byItem.get(item.id);
    const orderNumber = numberOf.get(item.orderId);
    return own === undefined || orderNumber === undefined ? [] : [{ item, figures: own, orderNumber }];
  });
}
