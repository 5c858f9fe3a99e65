// Printer removal store: deletes a printer, and tells the history of every order that had something on it.

import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { inValues } from "../db/in-values.ts";
import { orderItems, printers } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import { type OrderChange, writeChanges } from "../orders/order-history.store.ts";

interface Removal {
  readonly printerId: number;
  /** Null for a request to the API. */
  readonly personId: PersonId | null;
}

/** The number of new tries if another person changes the printer's items at the same moment. */
const ATTEMPTS = 5;

/**
 * Deletes a printer. Its items are taken off, which stands in the orders' histories, exactly once.
 *
 * @throws NotFound; ChangedMeanwhile if its items never stand still
 */
export async function removePrinter(db: StudioDb, removal: Removal): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await removeAsRead(db, removal)) return;
  }
  throw new ChangedMeanwhile();
}

/** False if an item was put on the printer, or taken off, between reading and writing. @throws NotFound */
async function removeAsRead(db: StudioDb, { printerId, personId }: Removal): Promise<boolean> {
  const onIt = eq(orderItems.printerId, printerId);
  const [[printer], items] = await db.batch([
    db.select(printers, eq(printers.id, printerId)),
    db.select(orderItems, onIt, sql`+${orderItems.id}`),
  ]);
  if (printer === undefined) throw new NotFound();
  // A printed item has left the printer, even if its row names it.
  const unprinted = items.filter(({ printedAt }) => printedAt === null);
  const histories = [...Map.groupBy(unprinted, ({ orderId }) => orderId)].map(
    ([orderId, ofOrder]): OrderChange => ({
      orderId,
      seenVersion: undefined,
      provided: sql`${db.valuesOf(sql`count(*)`, orderItems, and(onIt, isOneOf(ofOrder)))} = ${ofOrder.length}`,
      comment: null,
      changes: { items: ofOrder.map(({ id }) => ({ itemId: id, event: "taken_off", printer: printer.name })) },
      personId,
    }),
  );
  const unassign = db.update(
    orderItems,
    { printerId: null },
    and(onIt, or(isOneOf(unprinted), isNotNull(orderItems.printedAt))),
  );
  return deleted(db, printerId, histories, unassign);
}

/** An item that came onto the printer meanwhile keeps the printer: a history is to have that too. */
async function deleted(
  db: StudioDb,
  printerId: number,
  histories: readonly OrderChange[],
  unassign: Statement<unknown>,
): Promise<boolean> {
  const isEmpty = sql`NOT EXISTS ${db.valuesOf(sql`1`, orderItems, eq(orderItems.printerId, printerId))}`;
  try {
    const deletion = db.delete(printers, and(eq(printers.id, printerId), isEmpty));
    const [rows] = await writeChanges(db, histories, [unassign], [deletion]);
    return rows.length > 0;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return false;
    throw error;
  }
}

function isOneOf(items: readonly { readonly id: number }[]) {
  return inValues(
    orderItems.id,
    items.map(({ id }) => id),
  );
}
