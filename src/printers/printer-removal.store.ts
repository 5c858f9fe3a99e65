// Printer removal store: deletes a printer, and tells the history of every order that had something on it.

import { and, eq, sql } from "drizzle-orm";
import { inValues } from "../db/in-values.ts";
import { orderItems, printers, queuedPrints } from "../db/schema.ts";
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
  const onIt = eq(queuedPrints.printerId, printerId);
  const queuedItems = db.valuesOf(queuedPrints.orderItemId, queuedPrints, onIt);
  const [[printer], prints, items] = await db.batch([
    db.select(printers, eq(printers.id, printerId)),
    db.select(queuedPrints, onIt, queuedPrints.place),
    db.select(orderItems, sql`${orderItems.id} IN ${queuedItems}`),
  ]);
  if (printer === undefined) throw new NotFound();
  const orderOf = (itemId: number) => items.find(({ id }) => id === itemId)?.orderId ?? 0;
  const histories = [...Map.groupBy(prints, ({ orderItemId }) => orderOf(orderItemId))].map(
    ([orderId, ofOrder]): OrderChange => {
      const copies = ofOrder.reduce((sum, print) => sum + print.copies, 0);
      const onPrinter = db.valuesOf(sql`sum(${queuedPrints.copies})`, queuedPrints, and(onIt, isOneOf(ofOrder)));
      return {
        orderId,
        seenVersion: undefined,
        provided: sql`${onPrinter} = ${copies}`,
        comment: null,
        changes: {
          items: ofOrder.map((print) => ({
            itemId: print.orderItemId,
            event: "taken_off",
            printer: printer.name,
            copies: print.copies,
          })),
        },
        personId,
      };
    },
  );
  const takeOff = db.delete(queuedPrints, and(onIt, isOneOf(prints)));
  // A version before `queued_prints` may have put an item on it a moment ago.
  const forget = db.update(orderItems, { printerId: null }, eq(orderItems.printerId, printerId));
  return deleted(db, printerId, histories, [takeOff, forget]);
}

/** Copies that came onto the printer meanwhile keep the printer: a history is to have them too. */
async function deleted(
  db: StudioDb,
  printerId: number,
  histories: readonly OrderChange[],
  writes: readonly Statement<unknown>[],
): Promise<boolean> {
  const isEmpty = sql`NOT EXISTS ${db.valuesOf(sql`1`, queuedPrints, eq(queuedPrints.printerId, printerId))}`;
  try {
    const deletion = db.delete(printers, and(eq(printers.id, printerId), isEmpty));
    const [rows] = await writeChanges(db, histories, writes, [deletion]);
    return rows.length > 0;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return false;
    throw error;
  }
}

function isOneOf(prints: readonly { readonly id: number }[]) {
  return inValues(
    queuedPrints.id,
    prints.map(({ id }) => id),
  );
}
