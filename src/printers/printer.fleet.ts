// Reading printers with their queues: one round trip, however many printers there are. An item is in a queue while it is
// assigned to the printer and its order is printing, so the search begins at the orders that are printing: what was
// printed in years past is not read.

import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { customers, orderItems, orders, printers } from "../db/schema.ts";
import type { Results, StudioDb } from "../db/studio.db.ts";
import type { QueuedItem } from "./printer.schema.ts";

export interface QueuedPrinter {
  readonly printer: typeof printers.$inferSelect;
  readonly queue: readonly QueuedItem[];
}

/** The statements to run in one batch; `queuedPrinters` makes sense of their results. Newest printer first. */
export function printerReads(db: StudioDb, condition?: SQL) {
  const printing = eq(orders.status, "printing");
  const assigned = and(
    isNotNull(orderItems.printerId),
    sql`${orderItems.orderId} IN ${db.valuesOf(orders.id, orders, printing)}`,
  );
  const customersOfOrders = sql`${customers.id} IN ${db.valuesOf(orders.customerId, orders, printing)}`;
  return [
    db.select(printers, condition, sql`${printers.id} DESC`),
    db.select(orderItems, assigned, orderItems.id),
    db.select(orders, printing),
    db.select(customers, customersOfOrders),
  ] as const;
}

export function queuedPrinters([printerRows, itemRows, orderRows, customerRows]: Results<
  ReturnType<typeof printerReads>
>): QueuedPrinter[] {
  const orderById = new Map(orderRows.map((order) => [order.id, order]));
  const customerById = new Map(customerRows.map((customer) => [customer.id, customer]));
  const queues = new Map<number, QueuedItem[]>();
  for (const item of itemRows) {
    const order = orderById.get(item.orderId);
    const customer = order && customerById.get(order.customerId);
    if (item.printerId === null || order === undefined || customer === undefined) continue;
    const queue = queues.get(item.printerId) ?? [];
    queue.push({ item, order, customer });
    queues.set(item.printerId, queue);
  }
  return printerRows.map((printer) => ({ printer, queue: queues.get(printer.id) ?? [] }));
}
