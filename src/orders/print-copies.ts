// Copies of items: those printed well, those that wait, and the statement that queues some.

import { and, eq, type SQL, sql } from "drizzle-orm";
import { endedPrints, orderItems, printers, queuedPrints } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";

/**
 * The copies of the item in the row that were printed well, or came from the shelf. All are, if a version before `ended_prints` marked the
 * item as printed.
 */
export function goodCopies(db: StudioDb): SQL {
  return sql`iif(${orderItems.printedAt} IS NULL, ${copiesOfGoodPrints(db, sql`${orderItems.id}`)} + ${orderItems.shelfCopies}, ${orderItems.quantity})`;
}

/** The copies of the good prints that have rows. */
export function copiesOfGoodPrints(db: StudioDb, itemId: SQL | number): SQL {
  const good = and(sql`${endedPrints.orderItemId} = ${itemId}`, eq(endedPrints.outcome, "printed"));
  return db.valuesOf(sql`coalesce(sum(${endedPrints.copies}), 0)`, endedPrints, good);
}

/** The copies of a named item that are neither printed well nor on a printer. */
export function waitingCopiesOf(db: StudioDb, itemId: number): SQL {
  return db.valuesOf(copiesWaiting(db), orderItems, eq(orderItems.id, itemId));
}

/** The copies of the item in the row that are neither printed well nor on a printer. */
export function copiesWaiting(db: StudioDb): SQL {
  const ofItem = sql`${queuedPrints.orderItemId} = ${orderItems.id}`;
  const onPrinters = db.valuesOf(sql`coalesce(sum(${queuedPrints.copies}), 0)`, queuedPrints, ofItem);
  return sql`${orderItems.quantity} - ${goodCopies(db)} - ${onPrinters}`;
}

/** Some copies of an item on a printer. */
export interface CopiesOnPrinter {
  readonly itemId: number;
  readonly printerId: number;
  readonly copies: number;
}

/** The statement that adds copies to an item's print on a printer, or a print at the end of the printer's queue. */
export function queueCopies(db: StudioDb, { itemId, printerId, copies }: CopiesOnPrinter): Statement<unknown> {
  const onPrinter = eq(queuedPrints.printerId, printerId);
  const place = db.valuesOf(sql`coalesce(max(${queuedPrints.place}), 0) + 1`, queuedPrints, onPrinter);
  return db.insert(
    queuedPrints,
    { orderItemId: itemId, printerId, copies, place, queuedAt: Date.now() },
    {
      target: [queuedPrints.studioId, queuedPrints.orderItemId, queuedPrints.printerId],
      set: { copies: sql`${queuedPrints.copies} + ${copies}` },
    },
  );
}

/** The printer exists, and works. */
export function isActivePrinter(db: StudioDb, printerId: number): SQL {
  const active = and(eq(printers.id, printerId), eq(printers.status, "active"));
  return sql`EXISTS ${db.valuesOf(sql`1`, printers, active)}`;
}
