// Unpaid orders: the condition of a debt, and the orders with one, found by their indexes.

import { and, eq, type SQL, sql } from "drizzle-orm";
import { orders } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { unionOf } from "../db/union.ts";
import { OPEN_STATUSES, type OrderStatus } from "../domain/order.ts";

/** True of an order of which something is still to be paid, unless it is cancelled. Orders older than payments have none. */
export const hasDebt = sql`${orders.paidMinor} + ${orders.refundedMinor} < ${orders.totalPriceMinor} + coalesce(${orders.deliveryPriceMinor}, 0)`;

/** The terms of the index `orders_ended_unpaid`, word by word: SQLite takes it for these only. */
const isEndedWithDebt = sql`+${orders.status} = 'completed' AND ${hasDebt}`;

/**
 * The ids of the first `limit` unpaid orders of each status, as a sub-select: open orders are few, and of the ended ones an index has
 * those with a debt.
 *
 * @param status of this one only
 */
export function unpaidOrders(
  db: StudioDb,
  status: OrderStatus | undefined,
  narrowing: SQL | undefined,
  orderBy: SQL,
  limit: number,
): SQL {
  const conditions = [
    ...OPEN_STATUSES.map((open) => ({ status: open, isOwed: and(eq(orders.status, open), hasDebt) })),
    { status: "completed", isOwed: isEndedWithDebt },
  ].filter((one) => status === undefined || one.status === status);
  return unionOf(conditions.map(({ isOwed }) => db.firstIds(orders, and(isOwed, narrowing), orderBy, limit)));
}
