// Customer-list store: a studio's customers, newest first, and a search among them.
//
// A page is named by the last customer of the page before, and read by an index. A whole phone number or e-mail is found by its index;
// parts of names are looked for in a window of customers, as in the list of orders.

import { eq, lt, sql } from "drizzle-orm";
import { customers, orders } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { searchCustomers, searchOrders } from "../orders/search/order-search.ts";

export type Customer = typeof customers.$inferSelect;

const PAGE_CUSTOMERS = 50;
/** One request looks through no more customers. */
export const WINDOW_CUSTOMERS = 2_000;
const MAX_WHOLE_MATCHES = 5;

export interface CustomerQuery {
  /** As typed, not empty; undefined: all customers. */
  readonly search: string | undefined;
  /** The last customer of the page before, by id; undefined: from the beginning. */
  readonly after: number | undefined;
}

export interface CustomerList {
  readonly customers: readonly ListedCustomer[];
  /** The next page begins after this customer; undefined on the last page. */
  readonly next: number | undefined;
  /** The search ended before the page was full: customers beyond the window were not searched yet. */
  readonly isCutShort: boolean;
}

export type ListedCustomer = Pick<
  Customer,
  "id" | "firstName" | "lastName" | "phoneNumber" | "email" | "orderCount" | "spentMinor" | "erasedAt"
> & {
  /** The newest order, cancelled ones too. null: there is none. */
  readonly lastOrderId: number | null;
  readonly lastOrderAt: number | null;
};

/** One round trip. */
export async function readCustomerList(db: StudioDb, { search, after }: CustomerQuery): Promise<CustomerList> {
  const beyond = after === undefined ? undefined : lt(customers.id, after);
  const count = PAGE_CUSTOMERS + 1;
  const found =
    search === undefined
      ? db.firstIds(customers, beyond, NEWEST_FIRST, count)
      : db.firstIdsWithin(customers, beyond, NEWEST_FIRST, WINDOW_CUSTOMERS, searchCustomers(search) ?? NONE, count);
  const named = search === undefined || after !== undefined ? undefined : searchOrders(db, search).customers;
  const whole = db.firstIds(customers, named ?? NONE, NEWEST_FIRST, MAX_WHOLE_MATCHES);
  const fields = listedFields(db);
  const [rows, wholeRows, [windowEnd]] = await db.batch([
    db.selectFields(fields, customers, sql`${customers.id} IN ${found}`, NEWEST_FIRST),
    db.selectFields(fields, customers, sql`${customers.id} IN ${whole}`, NEWEST_FIRST),
    db.selectFields(
      { id: fields.id },
      customers,
      search === undefined ? NONE : beyond,
      NEWEST_FIRST,
      1,
      WINDOW_CUSTOMERS - 1,
    ),
  ]);
  const isFull = rows.length > PAGE_CUSTOMERS;
  const shown = rows.slice(0, PAGE_CUSTOMERS);
  const ids = new Set(wholeRows.map(({ id }) => id));
  return {
    customers: [...wholeRows, ...shown.filter(({ id }) => !ids.has(id))],
    next: (isFull ? shown.at(-1) : windowEnd)?.id,
    isCutShort: !isFull && windowEnd !== undefined,
  };
}

/** No row has the id 0. */
const NONE = eq(customers.id, 0);
const NEWEST_FIRST = sql`${customers.id} DESC`;

function listedFields(db: StudioDb) {
  const ofCustomer = sql`${orders.customerId} = ${customers.id}`;
  const ofLastOrder = (column: typeof orders.id | typeof orders.createdAt) =>
    sql<number | null>`${db.firstValuesOf(column, orders, ofCustomer, sql`${orders.id} DESC`, 1)}`;
  return {
    id: sql<number>`${customers.id}`,
    firstName: sql<string>`${customers.firstName}`,
    lastName: sql<string>`${customers.lastName}`,
    phoneNumber: sql<string>`${customers.phoneNumber}`,
    email: sql<string>`${customers.email}`,
    orderCount: sql<number>`${customers.orderCount}`,
    spentMinor: sql<number>`${customers.spentMinor}`,
    erasedAt: sql<number | null>`${customers.erasedAt}`,
    lastOrderId: ofLastOrder(orders.id),
    lastOrderAt: ofLastOrder(orders.createdAt),
  };
}
