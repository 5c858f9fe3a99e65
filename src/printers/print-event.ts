// Print event: an entry in the order's history for copies of an item, with its conditions and statements.

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrderChanges } from "../db/column-types.ts";
import { inValues } from "../db/in-values.ts";
import { endedPrints, orderItems, orders, queuedPrints } from "../db/schema.ts";
import type { Results, Statement, StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { type OrderChange, writeChanges } from "../orders/order-history.store.ts";
import { waitingCopiesOf } from "../orders/print-copies.ts";
import type { PrintItem, PrintItemInOrder, QueuedPrint } from "./printing-queue.store.ts";

type PrintEvent = Omit<NonNullable<OrderChanges["items"]>[number], "itemId">;

/**
 * Writes an event of an item into its order's history, and the statements that belong to it; then reads.
 *
 * @throws ChangedMeanwhile if `provided` does not hold, or the order's status changed: nothing took place
 */
export async function writePrintEvent<const Reads extends readonly Statement<unknown>[]>(
  db: StudioDb,
  { item, order }: PrintItem,
  event: PrintEvent,
  change: Pick<OrderChange, "personId" | "provided" | "conditions" | "status"> & { readonly comment?: string },
  writes: readonly Statement<unknown>[],
  reads: Reads,
): Promise<Results<Reads>> {
  const written: OrderChange = {
    comment: null,
    ...change,
    orderId: order.id,
    // Another item of the order may change meanwhile; this one, and the order's status, may not.
    seenVersion: undefined,
    changes: { items: [{ itemId: item.id, ...event }] },
    provided: and(eq(orders.status, order.status), change.provided),
  };
  return writeChanges(db, [written], writes, reads);
}

/** The print is as it was read: on the same printer, with the same copies. */
export function printIs(db: StudioDb, { id, printerId, copies }: QueuedPrint): SQL {
  const asRead = and(eq(queuedPrints.id, id), eq(queuedPrints.printerId, printerId), eq(queuedPrints.copies, copies));
  return exists(db.valuesOf(sql`1`, queuedPrints, asRead));
}

/** No print of the item ended since it was read. */
export function noneEndedSince(db: StudioDb, { item, lastEndedId }: PrintItem): SQL {
  const ofItem = eq(endedPrints.orderItemId, item.id);
  return sql`${db.valuesOf(sql`coalesce(max(${endedPrints.id}), 0)`, endedPrints, ofItem)} = ${lastEndedId}`;
}

/** At least so many copies of the item are neither printed well nor on a printer. */
export function copiesWait(db: StudioDb, { item }: PrintItem, copies: number): SQL {
  return sql`${waitingCopiesOf(db, item.id)} >= ${copies}`;
}

/** Something of the order beside these prints is on a printer, or was printed, well or not. */
export function orderHasPrints(db: StudioDb, orderId: number, printIds: readonly number[]): SQL {
  const itemIds = db.valuesOf(orderItems.id, orderItems, eq(orderItems.orderId, orderId));
  const others = and(sql`${queuedPrints.orderItemId} IN ${itemIds}`, sql`NOT ${inValues(queuedPrints.id, printIds)}`);
  const ended = sql`${endedPrints.orderItemId} IN ${itemIds}`;
  return sql`(${exists(db.valuesOf(sql`1`, queuedPrints, others))} OR ${exists(db.valuesOf(sql`1`, endedPrints, ended))})`;
}

/** The statement that takes copies from a print; a print without copies is deleted. */
export function takeFrom(db: StudioDb, { id, copies: before }: QueuedPrint, copies: number): Statement<unknown> {
  const ofPrint = eq(queuedPrints.id, id);
  return copies >= before
    ? db.delete(queuedPrints, ofPrint)
    : db.update(queuedPrints, { copies: before - copies }, ofPrint);
}

/** @throws NotFound if it was deleted, which takes its prints off */
export function printerName({ printers: all }: PrintItemInOrder, printerId: number): string {
  const printer = all.find(({ id }) => id === printerId);
  if (printer === undefined) throw new NotFound();
  return printer.name;
}

function exists(rows: SQL): SQL {
  return sql`EXISTS ${rows}`;
}
