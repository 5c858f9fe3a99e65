// Order-details store: all that the studio sees of one order, and the work sheets of several. One round trip each.

import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { carrierRead } from "../carrier/carrier-account.store.ts";
import type { OrderChanges } from "../db/column-types.ts";
import {
  customers,
  deliveryMethods,
  endedPrints,
  finishings,
  issuedDocuments,
  materials,
  messages,
  models,
  orderChanges,
  orderItems,
  orders,
  parcels,
  payments,
  people,
  priceRequests,
  printers,
  printingQualities,
  queuedPrints,
} from "../db/schema.ts";
import type { NamedResults, StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { messagesOf } from "../outbox/sending.store.ts";

/** An order is printed item by item, so a long life has many changes: the latest are shown. */
const MAX_CHANGES = 300;
const CUSTOMER_ORDERS = 10;

export type OrderDetails = ReturnType<typeof toDetails>;
export type OrderItemDetails = OrderDetails["items"][number];
export type OrderHistoryEntry = OrderDetails["changes"][number];

export type WorkSheet = Awaited<ReturnType<typeof readWorkSheets>>[number];
export type SheetItem = WorkSheet["items"][number];

/** @throws NotFound */
export async function readOrderDetails(db: StudioDb, id: number): Promise<OrderDetails> {
  return toDetails(await db.batchNamed(readsOf(db, id)));
}

function readsOf(db: StudioDb, id: number) {
  const ofOrder = eq(orderItems.orderId, id);
  const customerId = db.valuesOf(orders.customerId, orders, eq(orders.id, id));
  const others = and(eq(orders.customerId, customerId), ne(orders.id, id));
  return {
    orders: db.select(orders, eq(orders.id, id)),
    ...itemReads(db, ofOrder),
    changes: db.selectFields(
      {
        version: sql<number>`${orderChanges.version}`,
        status: sql`${orderChanges.status}`.mapWith(orderChanges.status),
        comment: sql<string | null>`${orderChanges.comment}`,
        changes: sql`${orderChanges.changes}`.mapWith(readChanges),
        changedAt: sql<number>`${orderChanges.changedAt}`,
        isByCustomer: sql`${orderChanges.isByCustomer}`.mapWith(orderChanges.isByCustomer),
        personName,
      },
      orderChanges,
      eq(orderChanges.orderId, id),
      desc(orderChanges.version),
      MAX_CHANGES,
    ),
    customers: db.select(customers, eq(customers.id, customerId)),
    otherOrders: db.select(
      orders,
      sql`${orders.id} IN ${db.firstIds(orders, others, sql`${orders.id} DESC`, CUSTOMER_ORDERS)}`,
      sql`${orders.id} DESC`,
    ),
    messages: messagesOf(db, eq(messages.orderId, id)),
    payments: db.select(payments, and(eq(payments.orderId, id), isNull(payments.removedAt)), payments.id),
    documents: db.select(issuedDocuments, eq(issuedDocuments.orderId, id), issuedDocuments.id),
    priceRequests: db.selectFields(
      { id: sql<number>`${priceRequests.id}` },
      priceRequests,
      eq(priceRequests.orderId, id),
    ),
    carrierAccounts: carrierRead(db),
    parcels: db.select(parcels, and(eq(parcels.orderId, id), isNull(parcels.removedAt))),
    deliveryMethods: db.select(
      deliveryMethods,
      eq(deliveryMethods.isActive, true),
      sql`${deliveryMethods.position}, ${deliveryMethods.id}`,
    ),
  };
}

/** The author of a change. null: no person made it. */
const personName = sql<
  string | null
>`(SELECT ${people.name} FROM ${people} WHERE ${people.id} = ${orderChanges.personId})`;

function itemReads(db: StudioDb, ofOrders: SQL) {
  const itemIds = db.valuesOf(orderItems.id, orderItems, ofOrders);
  const queued = sql`${queuedPrints.orderItemId} IN ${itemIds}`;
  return {
    items: db.select(orderItems, ofOrders, orderItems.position),
    materials: db.select(
      materials,
      sql`${materials.id} IN ${db.valuesOf(orderItems.materialId, orderItems, ofOrders)}`,
    ),
    models: db.select(models, sql`${models.id} IN ${db.valuesOf(orderItems.modelId, orderItems, ofOrders)}`),
    qualities: db.select(
      printingQualities,
      sql`${printingQualities.id} IN ${db.valuesOf(orderItems.printingQualityId, orderItems, ofOrders)}`,
    ),
    finishings: db.select(finishings, sql`${finishings.id} IN ${unpricedFinishings(db, ofOrders)}`),
    queued: db.select(queuedPrints, queued, queuedPrints.id),
    ended: db.select(endedPrints, sql`${endedPrints.orderItemId} IN ${itemIds}`, endedPrints.id),
    printers: db.select(printers, sql`${printers.id} IN ${db.valuesOf(queuedPrints.printerId, queuedPrints, queued)}`),
  };
}

/** Ids of the finishings of items without a cost breakdown, which names those of the others. */
export function unpricedFinishings(db: StudioDb, ofOrders: SQL): SQL {
  const isUnpriced = sql`${orderItems.studioId} = ${db.studioId} AND ${ofOrders} AND ${orderItems.costBreakdown} IS NULL`;
  return sql`(SELECT value FROM ${orderItems}, json_each(${orderItems.finishingIds}) WHERE ${isUnpriced})`;
}

/** Called for values other than null only. The table's writers are typed, and its CHECK admits objects only. */
function readChanges(json: string): OrderChanges | null {
  return JSON.parse(json);
}

function toDetails(rows: NamedResults<ReturnType<typeof readsOf>>) {
  const [[order], [customer]] = [rows.orders, rows.customers];
  if (order === undefined || customer === undefined) throw new NotFound();
  return {
    order,
    items: toItems(rows),
    /** Latest first. */
    changes: withPlacing(order, rows.changes),
    /** Payments and refunds in the order of their notes. */
    payments: rows.payments,
    customer: { ...customer, otherOrders: rows.otherOrders },
    messages: rows.messages,
    /** Issued invoices and receipts. */
    documents: rows.documents,
    /** The price request that it was; null: it was ordered otherwise. */
    priceRequestId: rows.priceRequests[0]?.id ?? null,
    /** The studio's account with its carrier. */
    carrierAccount: rows.carrierAccounts[0],
    /** The order's consignment note, or its typed number. */
    parcel: rows.parcels[0],
    deliveryMethodNames: rows.deliveryMethods.map(({ name }) => name),
  };
}

/** In the order of their places. */
function toItems(rows: NamedResults<ReturnType<typeof itemReads>>) {
  return rows.items.map((item) => ({
    item,
    material: rows.materials.find(({ id }) => id === item.materialId),
    model: rows.models.find(({ id }) => id === item.modelId),
    quality: rows.qualities.find(({ id }) => id === item.printingQualityId),
    /** As the catalog has them now; of an item with a cost breakdown none, since it names them. */
    finishings: rows.finishings.filter(({ id }) => item.costBreakdown === null && item.finishingIds.includes(id)),
    /** Its copies on printers. */
    queued: rows.queued
      .filter(({ orderItemId }) => orderItemId === item.id)
      .map((print) => ({ ...print, printer: rows.printers.find(({ id }) => id === print.printerId)?.name ?? "" })),
    /** Its copies that were printed well or failed, in the order of time. */
    ended: rows.ended.filter(({ orderItemId }) => orderItemId === item.id),
  }));
}

type ReadChange = NamedResults<ReturnType<typeof readsOf>>["changes"][number];

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

/**
 * The work sheets of the existing ones among these orders, in the order of `ids`.
 *
 * @param ids bound one by one: D1 takes no more than 100 per statement
 */
export async function readWorkSheets(db: StudioDb, ids: readonly number[]) {
  const chosen = inArray(orders.id, [...ids]);
  const notes = and(
    sql`${orderChanges.orderId} = ${orders.id}`,
    sql`${orderChanges.version} > ${orders.version} - ${MAX_CHANGES}`,
    isNotNull(orderChanges.comment),
  );
  // By order and version, which an index has: by their ids alone, SQLite would walk the changes of all orders.
  const ofNotes = sql`(SELECT ${orders.id}, found.value FROM ${orders},
      json_each((SELECT json_group_array(version) FROM ${db.valuesOf(orderChanges.version, orderChanges, notes)})) AS found
    WHERE ${orders.studioId} = ${db.studioId} AND ${chosen})`;
  const rows = await db.batchNamed({
    orders: db.select(orders, chosen),
    ...itemReads(db, inArray(orderItems.orderId, [...ids])),
    notes: db.selectFields(
      {
        version: sql<number>`${orderChanges.version}`,
        orderId: sql<number>`${orderChanges.orderId}`,
        comment: sql<string>`${orderChanges.comment}`,
        changedAt: sql<number>`${orderChanges.changedAt}`,
        personName,
      },
      orderChanges,
      sql`(${orderChanges.orderId}, ${orderChanges.version}) IN ${ofNotes}`,
      orderChanges.version,
    ),
  });
  const orderById = new Map(rows.orders.map((order) => [order.id, order]));
  const itemsByOrder = Map.groupBy(toItems(rows), ({ item }) => item.orderId);
  const notesByOrder = Map.groupBy(rows.notes, ({ orderId }) => orderId);
  return ids.flatMap((id) => {
    const order = orderById.get(id);
    if (order === undefined) return [];
    return [{ order, items: itemsByOrder.get(id) ?? [], notes: notesByOrder.get(id) ?? [] }];
  });
}
