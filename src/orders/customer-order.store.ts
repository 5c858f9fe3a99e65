// Customer-order store: the customer's view of an order under its unguessable address, in one round trip.

import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import {
  finishings,
  issuedDocuments,
  materials,
  models,
  orderChanges,
  orderItems,
  orders,
  printingQualities,
} from "../db/schema.ts";
import { type Declared, type NamedResults, prepared, type StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { unpricedFinishings } from "./order-details.store.ts";

/**
 * An order is printed copy by copy, so a long life has many changes. The first ones have the customer's comment and the early steps, the
 * last ones the late steps: between them are prints.
 */
const CHANGES_OF_EACH_END = 50;

export type CustomerOrder = ReturnType<typeof toCustomerOrder>;

/** @throws NotFound */
export async function readOrderOfCustomer(db: StudioDb, customerToken: string): Promise<CustomerOrder> {
  return toCustomerOrder(await retryTransient(() => db.batchNamed(customerOrderReads(db, { customerToken }))));
}

/** The statements that read the order at this address; `toCustomerOrder` takes their rows. */
export const customerOrderReads = prepared((db, { customerToken }: Declared<{ customerToken: string }>) => {
  const ofToken = eq(orders.customerToken, customerToken);
  const orderId = db.valuesOf(orders.id, orders, ofToken);
  const ofOrder = sql`${orderItems.orderId} = ${orderId}`;
  // Notes of the studio's people are left out: they are their own.
  const changes = (range: SQL) =>
    db.selectFields(
      {
        version: sql<number>`${orderChanges.version}`,
        status: sql`${orderChanges.status}`.mapWith(orderChanges.status),
        isByCustomer: sql`${orderChanges.isByCustomer}`.mapWith(orderChanges.isByCustomer),
        changedAt: sql<number>`${orderChanges.changedAt}`,
        comment: sql<string | null>`iif(${orderChanges.isByCustomer}, ${orderChanges.comment}, NULL)`,
      },
      orderChanges,
      and(sql`${orderChanges.orderId} = ${orderId}`, range),
      orderChanges.version,
    );
  const beforeLast = db.valuesOf(sql`${orders.version} - ${CHANGES_OF_EACH_END}`, orders, ofToken);
  return {
    orders: db.select(orders, ofToken),
    items: db.select(orderItems, ofOrder, orderItems.position),
    materials: db.select(materials, sql`${materials.id} IN ${db.valuesOf(orderItems.materialId, orderItems, ofOrder)}`),
    qualities: db.select(
      printingQualities,
      sql`${printingQualities.id} IN ${db.valuesOf(orderItems.printingQualityId, orderItems, ofOrder)}`,
    ),
    documents: db.select(issuedDocuments, sql`${issuedDocuments.orderId} = ${orderId}`, issuedDocuments.id),
    finishings: db.select(finishings, sql`${finishings.id} IN ${unpricedFinishings(db, ofOrder)}`),
    firstChanges: changes(lte(orderChanges.version, CHANGES_OF_EACH_END)),
    // One bound: of two, SQLite would seek by the first, and read the whole history.
    lastChanges: changes(sql`${orderChanges.version} > max(${CHANGES_OF_EACH_END}, ${beforeLast})`),
  };
});

/** The statement that reads the model of an item of the order at this address. */
export function modelOfCustomerReads(db: StudioDb, customerToken: string, itemId: number) {
  const orderId = db.valuesOf(orders.id, orders, eq(orders.customerToken, customerToken));
  const ofItem = sql`${orderItems.id} = ${itemId} AND ${orderItems.orderId} = ${orderId}`;
  return { models: db.select(models, sql`${models.id} = ${db.valuesOf(orderItems.modelId, orderItems, ofItem)}`) };
}

/** @throws NotFound */
export function toCustomerOrder(rows: NamedResults<ReturnType<typeof customerOrderReads>>) {
  const [order] = rows.orders;
  if (order === undefined) throw new NotFound();
  return {
    order,
    items: rows.items.map((item) => ({
      item,
      material: rows.materials.find(({ id }) => id === item.materialId),
      quality: rows.qualities.find(({ id }) => id === item.printingQualityId),
      finishings: rows.finishings.filter(({ id }) => item.finishingIds.includes(id)),
    })),
    /** Issued invoices and receipts. */
    documents: rows.documents,
    /** Oldest first, of a long history both ends; comments are the customer's own. */
    changes: [...rows.firstChanges, ...rows.lastChanges],
  };
}

/** The statements that read the parts of the order at this address with their models; `toOrderedParts` takes their rows. */
export const orderedPartsReads = prepared((db, { customerToken }: Declared<{ customerToken: string }>) => {
  const ofToken = eq(orders.customerToken, customerToken);
  const ofOrder = sql`${orderItems.orderId} = ${db.valuesOf(orders.id, orders, ofToken)}`;
  return {
    orders: db.select(orders, ofToken),
    items: db.select(orderItems, ofOrder, orderItems.position),
    models: db.select(models, sql`${models.id} IN ${db.valuesOf(orderItems.modelId, orderItems, ofOrder)}`),
  };
});

/** @throws NotFound */
export function toOrderedParts({
  orders: [order],
  items,
  models: found,
}: NamedResults<ReturnType<typeof orderedPartsReads>>) {
  if (order === undefined) throw new NotFound();
  return { order, parts: items.map((item) => ({ item, model: found.find(({ id }) => id === item.modelId) })) };
}
