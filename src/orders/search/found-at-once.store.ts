// Found-at-once store: the newest orders and customers that a few typed letters name.
//
// Only so many of the newest are searched, so that each letter costs the same.

import { sql } from "drizzle-orm";
import { customers, orders } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import type { ListedOrder } from "../order-list.store.ts";
import { searchCustomers, searchOrders } from "./order-search.ts";

const WINDOW_ORDERS = 300;
const WINDOW_CUSTOMERS = 500;
const MAX_FOUND = 5;

export interface FoundAtOnce {
  /** The order of the typed number, the one of that id, and then the newest. */
  readonly orders: readonly ListedOrder[];
  readonly customers: readonly (typeof customers.$inferSelect)[];
}

/** @param text as typed, not empty */
export async function findAtOnce(db: StudioDb, text: string): Promise<FoundAtOnce> {
  const { numbered: ofNumber, condition } = searchOrders(db, text);
  const newestFirst = sql`${orders.id} DESC`;
  const { numbered, newest, whole, ofWords } = await db.batchNamed({
    numbered: db.select(orders, ofNumber.condition, ofNumber.orderBy),
    newest: db.selectWithin(orders, undefined, newestFirst, WINDOW_ORDERS, condition ?? nothing, MAX_FOUND),
    ...customerReads(db, text),
  });
  return { orders: eachOnce([...numbered, ...newest]), customers: eachOnce([...whole, ...ofWords]) };
}

const nothing = sql`0`;

/** The statements that find customers: by a whole phone number or e-mail, and by words. @param text as typed; empty: none */
export function customerReads(db: StudioDb, text: string) {
  const newestCustomer = sql`${customers.id} DESC`;
  const named = searchOrders(db, text).customers ?? nothing;
  const ofText = searchCustomers(text) ?? nothing;
  return {
    whole: db.select(customers, named, newestCustomer, MAX_FOUND),
    ofWords: db.selectWithin(customers, undefined, newestCustomer, WINDOW_CUSTOMERS, ofText, MAX_FOUND),
  };
}

export function eachOnce<Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
