// Reading printers with their queues: one round trip, however many printers there are. An item is in a queue while it is
// assigned to the printer and its order is printing, so the search begins at the orders that are printing: what was
// printed in years past is not read.

import { and, eq, sql } from "drizzle-orm";
import { orderItems, orders, printers } from "../db/schema.ts";
import type { Results, StudioDb } from "../db/studio-db.ts";
import type { QueuedItem } from "./printer.schema.ts";

export interface QueuedPrinter {
  readonly printer: typeof printers.$inferSelect;
  readonly queue: readonly QueuedItem[];
}

/**
 * The statements to run in one batch; `queuedPrinters` makes sense of their results. Newest printer first.
 *
 * @param printerId narrows both the printers and their queues to one
 */
export function printerReads(db: StudioDb, printerId?: number) {
  const printing = eq(orders.status, "printing");
  // The plus keeps SQLite from searching by printer or by id, either of which would read every item ever assigned.
  const assigned =
    printerId === undefined ? sql`+${orderItems.printerId} IS NOT NULL` : sql`+${orderItems.printerId} = ${printerId}`;
  const ofOrders = sql`${orderItems.orderId} IN ${db.valuesOf(orders.id, orders, printing)}`;
  return [
    db.select(printers, printerId === undefined ? undefined : eq(printers.id, printerId), sql`${printers.id} DESC`),
    db.select(orderItems, and(assigned, ofOrders), sql`+${orderItems.id}`),
    db.select(orders, printing),
  ] as const;
}

export function queuedPrinters([printerRows, itemRows, orderRows]: Results<
  ReturnType<typeof printerReads>
>): QueuedPrinter[] {
  const orderById = new Map(orderRows.map((order) => [order.id, order]));
  const queues = new Map<number, QueuedItem[]>();
  for (const item of itemRows) {
    const order = orderById.get(item.orderId);
    if (item.printerId === null || order === undefined) continue;
    const queue = queues.get(item.printerId) ?? [];
    queue.push({ item, order });
    queues.set(item.printerId, queue);
  }
  return printerRows.map((printer) => ({ printer, queue: queues.get(printer.id) ?? [] }));
}
