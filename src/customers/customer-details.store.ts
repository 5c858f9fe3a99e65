// Customer-details store: one customer with a page of their orders and their newest price requests, in one round trip.

import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { customers, orders, priceRequests } from "../db/schema.ts";
import type { NamedResults, StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { OPEN_STATUSES } from "../domain/order.ts";
import { newestRequestIds } from "./requests-of-customer.ts";

const PAGE_ORDERS = 50;
const SHOWN_REQUESTS = 50;
/** They are named before an erasure, which they prevent. */
const SHOWN_OPEN_ORDERS = 10;

export type CustomerDetails = ReturnType<typeof toDetails>;

/**
 * @param before the id of an order: only older ones; undefined: from the newest on
 * @throws NotFound
 */
export async function readCustomerDetails(db: StudioDb, id: number, before?: number): Promise<CustomerDetails> {
  return toDetails(await db.batchNamed(readsOf(db, id, before)));
}

function readsOf(db: StudioDb, id: number, before: number | undefined) {
  const newestOrders = sql`${orders.id} DESC`;
  const ofCustomer = and(eq(orders.customerId, id), before === undefined ? undefined : lt(orders.id, before));
  // One more than a page shows tells whether there is another.
  const page = db.firstIds(orders, ofCustomer, newestOrders, PAGE_ORDERS + 1);
  return {
    customers: db.select(customers, eq(customers.id, id)),
    orders: db.select(orders, sql`${orders.id} IN ${page}`, newestOrders),
    requests: db.select(
      priceRequests,
      sql`${priceRequests.id} IN ${newestRequestIds(db, id, SHOWN_REQUESTS)}`,
      sql`+${priceRequests.id} DESC`,
      SHOWN_REQUESTS,
    ),
  };
}

function toDetails(rows: NamedResults<ReturnType<typeof readsOf>>) {
  const [customer] = rows.customers;
  if (customer === undefined) throw new NotFound();
  const shown = rows.orders.slice(0, PAGE_ORDERS);
  return {
    customer,
    /** Newest first. */
    orders: shown,
    /** The id before which the next, older page of orders begins; undefined on the last one. */
    olderThan: rows.orders.length > PAGE_ORDERS ? shown.at(-1)?.id : undefined,
    /** Newest first. */
    requests: rows.requests,
  };
}

/** The customer with their newest open orders. @throws NotFound */
export async function readCustomerToErase(db: StudioDb, id: number) {
  const newestFirst = sql`${orders.id} DESC`;
  const open = db.firstIds(orders, isOpenOf(id), newestFirst, SHOWN_OPEN_ORDERS);
  const [[customer], openOrders] = await db.batch([
    db.select(customers, eq(customers.id, id)),
    db.select(orders, sql`${orders.id} IN ${open}`, newestFirst),
  ]);
  if (customer === undefined) throw new NotFound();
  return { customer, openOrders };
}

/** Open orders are fewer than those of a customer may be: the plus leads SQLite to the index of statuses. */
export function isOpenOf(customerId: number): SQL | undefined {
  return and(inArray(orders.status, [...OPEN_STATUSES]), sql`+${orders.customerId} = ${customerId}`);
}
