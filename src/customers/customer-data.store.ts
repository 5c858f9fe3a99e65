// Customer-data store: all that is stored about one customer, as JSON in parts, for when they ask for it.

import { and, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { orderChanges, orderItems, orders, payments, priceRequestItems, priceRequests } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { currencyOf } from "../domain/currency.ts";
import { formatMinorUnits, minorUnits } from "../domain/money.ts";
import type { Customer } from "./customer-list.store.ts";
import { isOfCustomer } from "./requests-of-customer.ts";

/** One round trip reads no more. */
const PAGE_ORDERS = 200;
const MAX_REQUESTS = 1_000;

/** The JSON text, order by order: a Worker has no room for all of a long history. */
export async function* customerData(db: StudioDb, customer: Customer): AsyncGenerator<string, undefined> {
  const { id, firstName, lastName, phoneNumber, email, locale, note, createdAt, orderCount, erasedAt } = customer;
  const own = { id, firstName, lastName, phoneNumber, email, locale, note, since: moment(createdAt), orderCount };
  yield `{"customer":${JSON.stringify({ ...own, erasedAt: erasedAt === null ? null : moment(erasedAt) })},\n"orders":[`;
  let separator = "\n";
  for await (const order of ordersOf(db, id)) {
    yield separator + JSON.stringify(order);
    separator = ",\n";
  }
  const requests = await requestsOf(db, id);
  yield `],\n"priceRequests":[\n${requests.map((request) => JSON.stringify(request)).join(",\n")}]}\n`;
}

async function* ordersOf(db: StudioDb, customerId: number) {
  const newestFirst = sql`${orders.id} DESC`;
  let before: SQL | undefined;
  for (;;) {
    const page = db.firstIds(orders, and(eq(orders.customerId, customerId), before), newestFirst, PAGE_ORDERS);
    const isComment = and(eq(orderChanges.isByCustomer, true), isNotNull(orderChanges.comment));
    const [rows, items, noted, comments] = await db.batch([
      db.select(orders, sql`${orders.id} IN ${page}`, newestFirst),
      db.select(orderItems, sql`${orderItems.orderId} IN ${page}`, orderItems.position),
      db.select(payments, and(sql`${payments.orderId} IN ${page}`, isNull(payments.removedAt)), payments.id),
      db.select(orderChanges, and(sql`${orderChanges.orderId} IN ${page}`, isComment), orderChanges.version),
    ]);
    for (const { id, number, createdAt, status, contact, delivery, consentedAt, currencyId, ...order } of rows) {
      yield {
        number,
        placedAt: moment(createdAt),
        status,
        contact,
        delivery,
        agreedToTermsAt: consentedAt === null ? null : moment(consentedAt),
        currency: currencyOf(currencyId).code,
        total: amount(order.totalPriceMinor),
        deliveryPrice: order.deliveryPriceMinor === null ? null : amount(order.deliveryPriceMinor),
        items: items
          .filter(({ orderId }) => orderId === id)
          .map(({ originalFileName, productTitle, productPieces, quantity, priceMinor }) => ({
            name: productTitle ?? originalFileName,
            quantity: productPieces ?? quantity,
            price: amount(priceMinor),
          })),
        payments: noted
          .filter(({ orderId }) => orderId === id)
          .map(({ kind, method, amountMinor, paidOn: day, note }) => ({
            ...{ kind, method, amount: amount(amountMinor), day, note },
          })),
        comments: comments.filter(({ orderId }) => orderId === id).map(({ comment }) => comment),
      };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ORDERS) return;
    before = lt(orders.id, last.id);
  }
}

async function requestsOf(db: StudioDb, customerId: number) {
  const ofCustomer = isOfCustomer(db, customerId);
  const ids = db.valuesOf(priceRequests.id, priceRequests, ofCustomer);
  const [rows, items] = await db.batch([
    db.select(priceRequests, ofCustomer, sql`+${priceRequests.id} DESC`, MAX_REQUESTS),
    db.select(priceRequestItems, sql`${priceRequestItems.requestId} IN ${ids}`, priceRequestItems.position),
  ]);
  return rows.map(({ id, createdAt, consentedAt, status, contact, comment, answer, priceMinor }) => ({
    sentAt: moment(createdAt),
    status,
    contact,
    comment,
    answer,
    price: priceMinor === null ? null : amount(priceMinor),
    agreedToTermsAt: moment(consentedAt),
    files: items
      .filter(({ requestId }) => requestId === id)
      .map(({ originalFileName, quantity }) => ({ name: originalFileName, quantity })),
  }));
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function amount(minor: number): string {
  return formatMinorUnits(minorUnits(minor));
}
