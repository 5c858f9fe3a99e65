// Price requests of a customer, as conditions: a request names a phone number and an e-mail, and no customer.

import { and, eq, type SQL, sql } from "drizzle-orm";
import { customers, orders, priceRequests } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { unionOf } from "../db/union.ts";

// As the indexes state both.
const PHONE = sql`${priceRequests.contact} ->> 'phoneNumber'`;
const EMAIL = sql`lower(${priceRequests.contact} ->> 'email')`;
/** Customers of the counter may have none, and erased requests have none. */
const HAS_EMAIL = sql`${EMAIL} <> ''`;

/** The ids of the newest requests with the customer's present phone number, and of those with their e-mail: up to `limit` of each. */
export function newestRequestIds(db: StudioDb, customerId: number, limit: number): SQL {
  const ofCustomer = eq(customers.id, customerId);
  const newestOf = (condition: SQL) =>
    db.firstIds(priceRequests, and(condition, isNotAnothers(db, customerId)), sql`${priceRequests.id} DESC`, limit);
  return unionOf([
    newestOf(sql`${PHONE} = ${db.valuesOf(customers.phoneNumber, customers, ofCustomer)}`),
    newestOf(sql`${EMAIL} = ${db.valuesOf(sql`lower(${customers.email})`, customers, ofCustomer)} AND ${HAS_EMAIL}`),
  ]);
}

/** The requests with a phone number or e-mail that the customer has, or had in an order. It reads all of these orders. */
export function isOfCustomer(db: StudioDb, customerId: number): SQL {
  const ofCustomer = eq(customers.id, customerId);
  const ofOrders = eq(orders.customerId, customerId);
  const phones = unionOf([
    db.valuesOf(customers.phoneNumber, customers, ofCustomer),
    db.valuesOf(sql`${orders.contact} ->> 'phoneNumber'`, orders, ofOrders),
  ]);
  const emails = unionOf([
    db.valuesOf(sql`lower(${customers.email})`, customers, ofCustomer),
    db.valuesOf(sql`lower(${orders.contact} ->> 'email')`, orders, ofOrders),
  ]);
  const idsWith = (condition: SQL) =>
    db.valuesOf(priceRequests.id, priceRequests, and(condition, isNotAnothers(db, customerId)));
  const ids = [idsWith(sql`${PHONE} IN ${phones}`), idsWith(sql`${EMAIL} IN ${emails} AND ${HAS_EMAIL}`)];
  return sql`${priceRequests.id} IN ${unionOf(ids)}`;
}

/**
 * A request with another customer's phone number is that customer's, as an order is: two people may share an e-mail. An erased request has
 * neither, and leads to no customer any more.
 */
function isNotAnothers(db: StudioDb, customerId: number): SQL {
  const another = sql`${customers.phoneNumber} = ${PHONE} AND ${customers.id} <> ${customerId}`;
  return sql`${PHONE} <> '' AND NOT EXISTS ${db.valuesOf(sql`1`, customers, another)}`;
}
