// Order-list store: the searchable list, a few rows however many orders there are.
//
// Ids are given out in the order of time, so a page is named by its first id, and newest first needs no index of its
// own. Names, files, sources and dates have no index and are searched in a window of orders; the page names the window's end: an
// index of names would cost each order more than the search does. A whole
// phone number or e-mail leads to its customers by their indexes, and to their orders by another; one that no customer has is
// searched in contacts, in a second round trip.

import { and, eq, gt, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { customers, orders } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { OrderStatus } from "../domain/order.ts";
import { NO_NUMBER, type NumberedOrders, searchOrders } from "./search/order-search.ts";
import { hasDebt, unpaidOrders } from "./unpaid-orders.ts";

export type ListedOrder = typeof orders.$inferSelect;

const PAGE_ORDERS = 50;
/** One request looks through no more orders, with their items. */
const WINDOW_ORDERS = 1_000;
/** The sources of the newest orders are offered as a filter. */
const ORDERS_OF_SOURCES = 300;

const isOwed = and(hasDebt, ne(orders.status, "cancelled"));
const newestFirst = sql`${orders.id} DESC`;
const oldestFirst = sql`${orders.id} ASC`;

/** The start of a page of the list: the newest orders, those older than one, or those newer than one. */
export type PageStart = { readonly from: "newest" } | { readonly from: "before" | "after"; readonly orderId: number };

export interface OrderFilter {
  /** Order number, or words of a name, e-mail, file or product, or a phone number. */
  readonly search?: string | undefined;
  /** True if a phone number or e-mail is sought in the orders' contacts only, even if it is a customer's. */
  readonly isInContacts?: boolean | undefined;
  readonly status?: OrderStatus | undefined;
  readonly source?: string | undefined;
  /** True for the orders of which something is still to be paid only. */
  readonly isUnpaid?: boolean | undefined;
  /** Moments: placed at `since` or later, and before `until`. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export interface ListedOrders {
  /** Newest first. */
  readonly orders: readonly ListedOrder[];
  /** The start of the page of older orders; undefined if there are none. */
  readonly older: PageStart | undefined;
  readonly newer: PageStart | undefined;
  /** The number of the last order searched, if the search ended before the page was full: orders beyond it were not searched yet. */
  readonly searchedTo: number | undefined;
  /** True if these are orders of the customers with the typed phone number or e-mail: contacts of others' orders were not searched. */
  readonly isOfCustomers: boolean;
  /** The sources of the newest orders, sorted. */
  readonly sources: readonly string[];
}

export async function readListedOrders(db: StudioDb, filter: OrderFilter, start: PageStart): Promise<ListedOrders> {
  const search = filter.search === undefined ? undefined : searchOrders(db, filter.search);
  const matching = and(
    filter.source === undefined ? undefined : eq(orders.source, filter.source),
    filter.since === undefined ? undefined : gte(orders.createdAt, filter.since),
    filter.until === undefined ? undefined : lt(orders.createdAt, filter.until),
  );
  const ofStatus = filter.status === undefined ? undefined : eq(orders.status, filter.status);
  const isUnpaid = filter.isUnpaid === true;
  const isNarrowed = filter.status !== undefined || isUnpaid || matching !== undefined;
  if (search?.customers !== undefined && !isNarrowed && filter.isInContacts !== true) {
    const found = await readOrdersOfCustomers(db, search.customers, search.numbered, start);
    if (found !== undefined) return found;
  }
  const isNumberOnly = search !== undefined && search.condition === undefined;
  const sought = and(matching, search?.condition);

  const inDirection = directionOf(start);
  const numberOnly = isNumberOnly ? and(search.numbered.condition, isUnpaid ? isOwed : undefined) : undefined;
  const looked = sought === undefined ? PAGE_ORDERS + 1 : WINDOW_ORDERS;
  const beyond =
    isUnpaid && numberOnly === undefined
      ? sql`${orders.id} IN ${unpaidOrders(db, filter.status, boundary(start), inDirection, looked)}`
      : and(ofStatus, numberOnly, boundary(start));
  const [rows, numbered, [windowEnd], recent] = await db.batch([
    sought === undefined
      ? db.select(orders, beyond, inDirection, PAGE_ORDERS + 1)
      : db.selectWithin(orders, beyond, inDirection, WINDOW_ORDERS, sought, PAGE_ORDERS + 1),
    readNumbered(db, search?.numbered ?? NO_NUMBER, and(ofStatus, matching, isUnpaid ? isOwed : undefined)),
    db.selectFields(
      { id: sql<number>`${orders.id}`, number: sql<number>`${orders.number}` },
      orders,
      sought === undefined ? sql`0` : beyond,
      inDirection,
      1,
      WINDOW_ORDERS - 1,
    ),
    recentSources(db),
  ]);

  const isFull = rows.length > PAGE_ORDERS;
  const last = isFull ? rows[PAGE_ORDERS - 1]?.id : windowEnd?.id;
  const searchedTo = isFull ? undefined : windowEnd?.number;
  return { ...pageOf(start, rows, last, numbered, recent), searchedTo, isOfCustomers: false };
}

/** Undefined if no customer has the phone number or e-mail, or none of theirs is in that direction. */
async function readOrdersOfCustomers(
  db: StudioDb,
  named: SQL,
  ofNumber: NumberedOrders,
  start: PageStart,
): Promise<ListedOrders | undefined> {
  const inDirection = directionOf(start);
  const ofCustomer = and(sql`${orders.customerId} = ${customers.id}`, boundary(start));
  // By each customer's own index entries: those of several customers would be sorted whole.
  const first = db.firstIds(orders, ofCustomer, inDirection, PAGE_ORDERS + 1);
  const ofEach = sql`(SELECT found.value FROM ${customers}, json_each((SELECT json_group_array(id) FROM ${first})) AS found
    WHERE ${customers.studioId} = ${db.studioId} AND ${named})`;
  const [rows, numbered, recent] = await db.batch([
    db.select(orders, sql`${orders.id} IN ${ofEach}`, inDirection, PAGE_ORDERS + 1),
    readNumbered(db, ofNumber),
    recentSources(db),
  ]);
  if (rows.length === 0) return undefined;
  const last = rows.length > PAGE_ORDERS ? rows[PAGE_ORDERS - 1]?.id : undefined;
  return { ...pageOf(start, rows, last, numbered, recent), searchedTo: undefined, isOfCustomers: true };
}

function readNumbered(db: StudioDb, ofNumber: NumberedOrders, narrowing?: SQL): Statement<ListedOrder[]> {
  return db.select(orders, and(ofNumber.condition, narrowing), ofNumber.orderBy);
}

function recentSources(db: StudioDb): Statement<{ source: string }[]> {
  return db.selectFields({ source: sql<string>`${orders.source}` }, orders, undefined, newestFirst, ORDERS_OF_SOURCES);
}

/**
 * @param rows in the direction of reading; one more than a page if there are more
 * @param onward the last order that was looked at; undefined at the list's end
 */
function pageOf(
  start: PageStart,
  rows: readonly ListedOrder[],
  onward: number | undefined,
  numbered: readonly ListedOrder[],
  recent: readonly { readonly source: string }[],
): Pick<ListedOrders, "orders" | "older" | "newer" | "sources"> {
  const shown = rows.slice(0, PAGE_ORDERS);
  const newestFirstRows = start.from === "after" ? shown.reverse() : shown;
  return {
    orders: withNumbered(newestFirstRows, start.from === "newest" ? numbered : []),
    ...neighbours(start, onward),
    sources: [...new Set(recent.map(({ source }) => source))].sort(),
  };
}

function directionOf(start: PageStart): SQL {
  return start.from === "after" ? oldestFirst : newestFirst;
}

function boundary(start: PageStart): SQL | undefined {
  if (start.from === "newest") return undefined;
  return start.from === "before" ? lt(orders.id, start.orderId) : gt(orders.id, start.orderId);
}

/** The order of the typed number stands first, even outside the window. */
function withNumbered(rows: readonly ListedOrder[], numbered: readonly ListedOrder[]): readonly ListedOrder[] {
  const ids = new Set(numbered.map(({ id }) => id));
  return [...numbered, ...rows.filter(({ id }) => !ids.has(id))];
}

/**
 * The other direction begins with the order at which this page began: none of the list lies between that and the page.
 *
 * @param onward the list's next start in the direction of reading
 */
function neighbours(start: PageStart, onward: number | undefined): Pick<ListedOrders, "older" | "newer"> {
  const older: PageStart | undefined = onward === undefined ? undefined : { from: "before", orderId: onward };
  switch (start.from) {
    case "newest":
      return { older, newer: undefined };
    case "before":
      return { older, newer: { from: "after", orderId: start.orderId - 1 } };
    case "after": {
      const newer: PageStart | undefined = onward === undefined ? undefined : { from: "after", orderId: onward };
      return { older: { from: "before", orderId: start.orderId + 1 }, newer };
    }
  }
}
