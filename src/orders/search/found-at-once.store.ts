// Found-at-once store: the newest orders and customers that a few typed letters name.
//
// Only so many of the newest are searched, so that each letter costs the same.

import { eq, sql } from "drizzle-orm";
import { customers, orders } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import type { ListedOrder } from "../order-list.store.ts";
import { searchCustomers, searchOrders } from "./order-search.ts";

const WINDOW_ORDERS = 300;
const WINDOW_CUSTOMERS = 500;
const MAX_FOUND = 5;

export interface FoundAtOnce {
  /** The order of the typed number, and then the newest. */
  readonly orders: readonly ListedOrder[];
  readonly customers: readonly (typeof customers.$inferSelect)[];
}

/** @param text as typed, not empty */
export async function findAtOnce(db: StudioDb, text: string): Promise<FoundAtOnce> {
  const { orderId, customers: named, condition } = searchOrders(db, text);
  const newestFirst = sql`${orders.id} DESC`;
  const newestCustomer = sql`${customers.id} DESC`;
  const nothing = sql`0`;
  const [numbered, newest, whole, ofWords] = await db.batch([
    db.select(orders, eq(orders.id, orderId ?? 0)),
    db.selectWithin(orders, undefined, newestFirst, WINDOW_ORDERS, condition ?? nothing, MAX_FOUND),
    db.select(customers, named ?? nothing, newestCustomer, MAX_FOUND),
    db.selectWithin(
      customers,
      undefined,
      newestCustomer,
      WINDOW_CUSTOMERS,
      searchCustomers(text) ?? nothing,
      MAX_FOUND,
    ),
  ]);
  return { orders: eachOnce([...numbered, ...newest]), customers: eachOnce([...whole, ...ofWords]) };
}

function eachOnce<Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
