// Orders of a period, newest first, read page by page for an export.

import { lt, sql } from "drizzle-orm";
import { orders } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { ListedOrder } from "./order-list.store.ts";

/** One statement reads no more. */
const PAGE_ORDERS = 500;

/**
 * The orders placed at `since` or later and before `until`, newest first. Ids follow time, so that reading ends with the first page
 * that reaches further back.
 */
export async function* ordersPlaced(db: StudioDb, since: number, until: number): AsyncGenerator<ListedOrder> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await db.select(orders, lt(orders.id, before), sql`${orders.id} DESC`, PAGE_ORDERS);
    yield* page.filter(({ createdAt }) => createdAt >= since && createdAt < until);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ORDERS || last.createdAt < since) return;
    before = last.id;
  }
}
