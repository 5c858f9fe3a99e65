// Customer-order store: the customer's view of an order under its unguessable address, in one round trip.

import { eq, sql } from "drizzle-orm";
import { materials, models, orderChanges, orderItems, orders, printingQualities } from "../db/schema.ts";
import { type Declared, type NamedResults, prepared, type StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { retryTransient } from "../platform/transient-fault.ts";

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
  return {
    orders: db.select(orders, ofToken),
    items: db.select(orderItems, ofOrder, orderItems.position),
    materials: db.select(materials, sql`${materials.id} IN ${db.valuesOf(orderItems.materialId, orderItems, ofOrder)}`),
    qualities: db.select(
      printingQualities,
      sql`${printingQualities.id} IN ${db.valuesOf(orderItems.printingQualityId, orderItems, ofOrder)}`,
    ),
    // Notes of the studio's people are left out: they are their own.
    changes: db.selectFields(
      {
        version: sql<number>`${orderChanges.version}`,
        status: sql`${orderChanges.status}`.mapWith(orderChanges.status),
        isByCustomer: sql`${orderChanges.isByCustomer}`.mapWith(orderChanges.isByCustomer),
        changedAt: sql<number>`${orderChanges.changedAt}`,
        comment: sql<string | null>`iif(${orderChanges.isByCustomer}, ${orderChanges.comment}, NULL)`,
      },
      orderChanges,
      sql`${orderChanges.orderId} = ${orderId}`,
    ),
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
    })),
    /** Oldest first; comments are the customer's own. */
    changes: rows.changes.toSorted((a, b) => a.version - b.version),
  };
}
