// Placed orders store: the orders of a period, as a condition, and page by page for an export.

import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { orders } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";

/** One statement reads no more. */
const PAGE_ORDERS = 500;
/** A Worker notes an order's moment before the database gives its id, so that neighbours may have them in another order. */
const MAX_DISORDER_MILLISECONDS = 3_600_000;

/** The orders placed at `since` or later and before `until`, newest first. */
export async function* ordersPlaced(
  db: StudioDb,
  since: number,
  until: number,
): AsyncGenerator<typeof orders.$inferSelect> {
  let before: SQL | undefined;
  for (;;) {
    const page = await db.select(
      orders,
      and(placedWithin(db, since, until), before),
      sql`${orders.id} DESC`,
      PAGE_ORDERS,
    );
    yield* page;
    const last = page[PAGE_ORDERS - 1];
    if (last === undefined) return;
    before = lt(orders.id, last.id);
  }
}

/** The orders placed at `since` or later and before `until`, as a range of the index of ids: moments have no index. */
export function placedWithin(db: StudioDb, since: number, until: number): SQL | undefined {
  return and(
    sql`${orders.id} >= ${firstIdFrom(db, orders.createdAt, since - MAX_DISORDER_MILLISECONDS)}`,
    sql`${orders.id} < ${firstIdFrom(db, orders.createdAt, until + MAX_DISORDER_MILLISECONDS)}`,
    gte(orders.createdAt, since),
    lt(orders.createdAt, until),
  );
}

/** The least id from which all orders have the value or a greater one in a column that grows with the id: halving finds it in a few rows. */
export function firstIdFrom(db: StudioDb, column: SQLiteColumn, value: number): SQL {
  const newest = db.firstIds(orders, undefined, sql`${orders.id} DESC`, 1);
  const middle = sql`(low + high) / 2`;
  const atMiddle = db.firstValuesOf(column, orders, sql`${orders.id} >= ${middle}`, sql`${orders.id}`, 1);
  const isBefore = sql`coalesce(${atMiddle} < ${value}, 0)`;
  return sql`(WITH RECURSIVE halves(low, high) AS (
    SELECT 1, coalesce(${newest}, 0) + 1
    UNION ALL
    SELECT iif(${isBefore}, ${middle} + 1, low), iif(${isBefore}, high, ${middle}) FROM halves WHERE low < high
  ) SELECT low FROM halves WHERE low = high)`;
}
