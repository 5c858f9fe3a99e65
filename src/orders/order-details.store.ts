// Order-details store: all that the studio sees of one order, in one round trip.

import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { OrderChanges } from "../db/column-types.ts";
import {
  customers,
  deliveryMethods,
  endedPrints,
  materials,
  models,
  orderChanges,
  orderItems,
  orders,
  people,
  printers,
  printingQualities,
  queuedPrints,
} from "../db/schema.ts";
import type { Results, StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";

/** An order is printed item by item, so a long life has many changes: the latest are shown. */
const MAX_CHANGES = 300;
const CUSTOMER_ORDERS = 10;

export type OrderDetails = ReturnType<typeof toDetails>;
export type OrderItemDetails = OrderDetails["items"][number];
export type OrderHistoryEntry = OrderDetails["changes"][number];

/** @throws NotFound */
export async function readOrderDetails(db: StudioDb, id: number): Promise<OrderDetails> {
  return toDetails(await db.batch(readsOf(db, id)));
}

/** The orders that exist of these, in one round trip. */
export async function readDetailsOfOrders(db: StudioDb, ids: readonly number[]): Promise<OrderDetails[]> {
  const [first, ...others] = ids.map((id) => readsOf(db, id));
  if (first === undefined) return [];
  const results: readonly unknown[] = await db.batch([...first, ...others.flat()]);
  return ids.flatMap((_, place) => {
    // The results of one order's statements, in their order.
    const own = results.slice(place * first.length, (place + 1) * first.length) as Results<ReturnType<typeof readsOf>>;
    return own[0].length === 0 ? [] : [toDetails(own)];
  });
}

function readsOf(db: StudioDb, id: number) {
  const ofOrder = eq(orderItems.orderId, id);
  const customerId = db.valuesOf(orders.customerId, orders, eq(orders.id, id));
  const others = and(eq(orders.customerId, customerId), ne(orders.id, id));
  const itemIds = db.valuesOf(orderItems.id, orderItems, ofOrder);
  const queued = sql`${queuedPrints.orderItemId} IN ${itemIds}`;
  return [
    db.select(orders, eq(orders.id, id)),
    db.select(orderItems, ofOrder, orderItems.position),
    db.select(models, sql`${models.id} IN ${db.valuesOf(orderItems.modelId, orderItems, ofOrder)}`),
    db.select(materials, sql`${materials.id} IN ${db.valuesOf(orderItems.materialId, orderItems, ofOrder)}`),
    db.select(
      printingQualities,
      sql`${printingQualities.id} IN ${db.valuesOf(orderItems.printingQualityId, orderItems, ofOrder)}`,
    ),
    db.select(queuedPrints, queued, queuedPrints.id),
    db.select(endedPrints, sql`${endedPrints.orderItemId} IN ${itemIds}`, endedPrints.id),
    db.select(printers, sql`${printers.id} IN ${db.valuesOf(queuedPrints.printerId, queuedPrints, queued)}`),
    db.selectFields(
      {
        version: sql<number>`${orderChanges.version}`,
        status: sql`${orderChanges.status}`.mapWith(orderChanges.status),
        comment: sql<string | null>`${orderChanges.comment}`,
        changes: sql`${orderChanges.changes}`.mapWith(readChanges),
        changedAt: sql<number>`${orderChanges.changedAt}`,
        isByCustomer: sql`${orderChanges.isByCustomer}`.mapWith(orderChanges.isByCustomer),
        /** null: no person made the change. */
        personName: sql<
          string | null
        >`(SELECT ${people.name} FROM ${people} WHERE ${people.id} = ${orderChanges.personId})`,
      },
      orderChanges,
      eq(orderChanges.orderId, id),
      desc(orderChanges.version),
      MAX_CHANGES,
    ),
    db.select(customers, eq(customers.id, customerId)),
    db.select(
      orders,
      sql`${orders.id} IN ${db.firstIds(orders, others, sql`${orders.id} DESC`, CUSTOMER_ORDERS)}`,
      sql`${orders.id} DESC`,
    ),
    db.select(
      deliveryMethods,
      eq(deliveryMethods.isActive, true),
      sql`${deliveryMethods.position}, ${deliveryMethods.id}`,
    ),
  ] as const;
}

/** Called for values other than null only. The table's writers are typed, and its CHECK admits objects only. */
function readChanges(json: string): OrderChanges | null {
  return JSON.parse(json);
}

function toDetails([
  [order],
  itemRows,
  modelRows,
  materialRows,
  qualityRows,
  queuedRows,
  endedRows,
  printerRows,
  changes,
  [customer],
  otherOrders,
  methods,
]: Results<ReturnType<typeof readsOf>>) {
  if (order === undefined || customer === undefined) throw new NotFound();
  const items = itemRows.map((item) => ({
    item,
    model: modelRows.find(({ id }) => id === item.modelId),
    material: materialRows.find(({ id }) => id === item.materialId),
    quality: qualityRows.find(({ id }) => id === item.printingQualityId),
    /** Its copies on printers. */
    queued: queuedRows
      .filter(({ orderItemId }) => orderItemId === item.id)
      .map((print) => ({ ...print, printer: printerRows.find(({ id }) => id === print.printerId)?.name ?? "" })),
    /** Its copies that were printed well or failed, in the order of time. */
    ended: endedRows.filter(({ orderItemId }) => orderItemId === item.id),
  }));
  return {
    order,
    items,
    /** Latest first. */
    changes: withPlacing(order, changes),
    customer: { ...customer, otherOrders },
    deliveryMethodNames: methods.map(({ name }) => name),
  };
}

type ReadChange = Results<ReturnType<typeof readsOf>>[8][number];

/** An order of the API has no row of its placing, which would repeat the order's own: neither a person nor a comment belongs to it. */
function withPlacing({ createdAt }: typeof orders.$inferSelect, changes: readonly ReadChange[]): readonly ReadChange[] {
  const isCut = changes.length === MAX_CHANGES;
  if (isCut || changes.some(({ version }) => version === 1)) return changes;
  const placing: ReadChange = {
    version: 1,
    status: "pending",
    comment: null,
    changes: null,
    changedAt: createdAt,
    isByCustomer: false,
    personName: null,
  };
  return [...changes, placing];
}
