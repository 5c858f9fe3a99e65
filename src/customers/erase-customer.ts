// Erasing a customer's personal data: names, numbers and addresses go for good, and the orders keep their figures.
//
// One batch: a crash leaves nothing half erased. The files of the orders stay, since they are the studio's work.

import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  attachments,
  customers,
  issuedDocuments,
  messages,
  orderChanges,
  orderItems,
  orders,
  parcels,
  payments,
  priceRequests,
} from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { PERSONAL_DELIVERY_FIELDS } from "../domain/delivery.ts";
import type { PersonId } from "../domain/ids.ts";
import { idempotencyKeys } from "../idempotency/idempotency.schema.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { readCustomer } from "./change-customer.ts";
import { isOpenOf } from "./customer-details.store.ts";
import { isOfCustomer } from "./requests-of-customer.ts";

/** The end of an attachment's retention: the next scheduled run deletes its row and its file. */
const LONG_AGO = 1;

/** A reason stands on pages and in the API. */
const ERASED_REASON = "—";

/** `has_open_orders`: nothing was erased, since an order without its address cannot be sent. */
export type Erasure = "erased" | "has_open_orders";

/**
 * Erases the customer's personal data, also in orders, price requests and documents. An erased customer is left as they are.
 *
 * @throws NotFound
 */
export async function eraseCustomer(db: StudioDb, customerId: number, personId: PersonId): Promise<Erasure> {
  const isThere = and(eq(customers.id, customerId), isNull(customers.erasedAt));
  const written = await retryTransient(() =>
    db.batchIf(
      [
        sql`EXISTS ${db.valuesOf(sql`1`, customers, isThere)}`,
        sql`NOT EXISTS ${db.valuesOf(sql`1`, orders, isOpenOf(customerId))}`,
      ],
      erasingWrites(db, customerId, personId),
    ),
  );
  if (written !== undefined) return "erased";
  // A first attempt that seemed to fail may have been written all the same.
  const { erasedAt } = await readCustomer(db, customerId);
  return erasedAt === null ? "has_open_orders" : "erased";
}

/** Each finds its rows by the data of those after it. */
function erasingWrites(db: StudioDb, customerId: number, personId: PersonId) {
  const now = Date.now();
  const ofOrders = (column: SQLiteColumn) => db.valuesOf(column, orders, eq(orders.customerId, customerId));
  const requests = isOfCustomer(db, customerId);
  return [
    ...[
      sql`${messages.orderId} IN ${ofOrders(orders.id)}`,
      sql`${messages.requestId} IN ${db.valuesOf(priceRequests.id, priceRequests, requests)}`,
    ].map((isTold) => db.update(messages, withoutProvider(now), and(isNull(messages.personId), isTold))),
    db.update(
      attachments,
      { requestId: null, keptUntil: LONG_AGO, fileName: "", said: null },
      sql`${attachments.requestId} IN ${db.valuesOf(priceRequests.id, priceRequests, requests)}`,
    ),
    db.update(
      priceRequests,
      {
        contact: withoutPerson(priceRequests.contact),
        comment: null,
        answer: null,
        senderHash: null,
        // The column is never empty. This token is in no link.
        customerToken: sql`lower(hex(randomblob(32)))`,
        status: "closed",
        personId,
        version: sql`${priceRequests.version} + 1`,
        updatedAt: now,
      },
      requests,
    ),
    db.update(payments, { note: null }, sql`${payments.orderId} IN ${ofOrders(orders.id)}`),
    db.update(
      issuedDocuments,
      { content: sql`json_set(${issuedDocuments.content}, '$.customer', '')` },
      sql`${issuedDocuments.orderId} IN ${ofOrders(orders.id)}`,
    ),
    // People of the studio write names and numbers into comments, notes and reasons of prices too.
    db.update(
      orderChanges,
      { comment: null, changes: sql`json_remove(${orderChanges.changes}, '$.delivery', '$.prices')` },
      sql`${orderChanges.orderId} IN ${ofOrders(orders.id)}`,
    ),
    // The carrier knows its notes by these names, and staff writes their contents.
    db.update(
      parcels,
      {
        // The column is never empty. The carrier knows no note by this one.
        reference: sql`lower(hex(randomblob(16)))`,
        noteRef: null,
        trackingNumber: null,
        note: sql`json_set(${parcels.note}, '$.description', '')`,
        nextLookAt: null,
        removedAt: sql`coalesce(${parcels.removedAt}, ${now})`,
      },
      sql`${parcels.orderId} IN ${ofOrders(orders.id)}`,
    ),
    // The price that staff named is the last adjustment.
    db.update(
      orderItems,
      { costBreakdown: sql`json_set(${orderItems.costBreakdown}, '$.adjustments[#-1].reason', ${ERASED_REASON})` },
      sql`${orderItems.orderId} IN ${ofOrders(orders.id)} AND ${orderItems.costBreakdown} ->> '$.adjustments[#-1].kind' = 'staff'`,
    ),
    // Without its response a repeated request is answered by the order as it now is, and places no second one.
    db.update(
      idempotencyKeys,
      { response: null, heldUntil: 0 },
      sql`${idempotencyKeys.requestKey} IN ${ofOrders(orders.requestKey)}`,
    ),
    db.update(
      orders,
      {
        contact: withoutPerson(orders.contact),
        delivery: withNull(orders.delivery, PERSONAL_DELIVERY_FIELDS),
        customerToken: null,
        // A form that was opened before must not bring the address back.
        version: sql`${orders.version} + 1`,
        updatedAt: now,
      },
      eq(orders.customerId, customerId),
    ),
    db.update(
      customers,
      {
        firstName: "",
        lastName: "",
        phoneNumber: placeholderOf(customerId),
        email: placeholderOf(customerId),
        note: null,
        erasedAt: now,
      },
      eq(customers.id, customerId),
    ),
  ];
}

/**
 * The mail's provider knows its text and address by its own name of it. A mail on its way ends here as one that may have arrived, and
 * in a round of its own: its sender, which learns that name later, finds it no more.
 */
function withoutProvider(now: number) {
  const isOnItsWay = eq(messages.state, "sending");
  return {
    providerId: null,
    state: sql`iif(${isOnItsWay}, 'unknown', ${messages.state})`,
    round: sql`${messages.round} + (${isOnItsWay})`,
    nextAt: sql`iif(${isOnItsWay}, NULL, ${messages.nextAt})`,
    endedAt: sql`iif(${isOnItsWay}, ${now}, ${messages.endedAt})`,
  };
}

/** Neither a number nor an address: no order and no request names it. */
function placeholderOf(customerId: number): string {
  return `erased:${customerId}`;
}

/** The language stays: messages of the order's figures are written in it. */
function withoutPerson(contact: SQLiteColumn): SQL {
  return sql`json_set(${contact}, '$.firstName', '', '$.lastName', '', '$.phoneNumber', '', '$.email', '')`;
}

/** null stays null. */
function withNull(object: SQLiteColumn, fields: readonly string[]): SQL {
  return sql`json_set(${object}${sql.raw(fields.map((field) => `, '$.${field}', NULL`).join(""))})`;
}
