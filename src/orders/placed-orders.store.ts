// Placed orders store: the orders of a period, newest first, read page by page for an export.

import { and, gte, lt, sql } from "drizzle-orm";
import { orders } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { ListedOrder } from "./order-list.store.ts";

/** One statement reads no more. */
const PAGE_ORDERS = 500;
/** Ids follow time, but orders placed so close to each other may have theirs in the other order. */
const OUT_OF_TURN_MILLISECONDS = 10 * 60_000;

/** The orders placed at `since` or later and before `until`, newest first. */
export async function* ordersPlaced(db: StudioDb, since: number, until: number): AsyncGenerator<ListedOrder> {
  const [first, end] = await Promise.all([
    firstIdPlaced(db, since - OUT_OF_TURN_MILLISECONDS),
    firstIdPlaced(db, until + OUT_OF_TURN_MILLISECONDS),
  ]);
  let before = end;
  for (;;) {
    const inPeriod = and(gte(orders.id, first), lt(orders.id, before));
    const page = await db.select(orders, inPeriod, sql`${orders.id} DESC`, PAGE_ORDERS);
    yield* page.filter(({ createdAt }) => createdAt >= since && createdAt < until);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ORDERS) return;
    before = last.id;
  }
}

/** Orders with this id or a greater one were placed at the moment or later. Found by halving: no index has the time. */
async function firstIdPlaced(db: StudioDb, moment: number): Promise<number> {
  const placing = { id: sql<number>`${orders.id}`, createdAt: sql<number>`${orders.createdAt}` };
  const [newest] = await db.selectFields(placing, orders, undefined, sql`${orders.id} DESC`, 1);
  let [tooEarly, found] = [0, (newest?.id ?? 0) + 1];
  while (found - tooEarly > 1) {
    const middle = Math.floor((tooEarly + found) / 2);
    const [next] = await db.selectFields(placing, orders, gte(orders.id, middle), sql`${orders.id} ASC`, 1);
    if (next === undefined || next.createdAt >= moment) found = middle;
    else tooEarly = next.id;
  }
  return found;
}
