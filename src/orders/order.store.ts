// Writing an order, whole or not at all, and reading it back. Each takes one round trip to D1: a batch, which is one
// transaction. No statement needs an id that an earlier one made: the customer is found again by phone number, the order
// by its request key.

import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { customers, models, orderItems, orderStatusChanges, orders } from "../db/schema.ts";
import type { StoredDelivery } from "../db/stored.ts";
import type { Results, Statement, StudioDb } from "../db/studio.db.ts";
import { theStudio } from "../db/studio.record.ts";
import type { ChosenItem } from "../items/chosen.item.ts";
import type { StoredModel } from "../models/incoming.model.ts";
import { sumMinorUnits } from "../pricing/money.ts";
import type { PricedItem } from "../pricing/price.ts";
import type { OrderRows } from "./order.schema.ts";

export interface NewOrder {
  readonly requestKey: string;
  readonly currencyId: number;
  readonly source: string;
  readonly delivery: StoredDelivery | null;
  readonly customer: {
    readonly firstName: string;
    readonly lastName: string;
    /** E.164. */
    readonly phoneNumber: string;
    readonly email: string;
    readonly locale: string | undefined;
  };
  /** What a new customer's locale is where none was sent. */
  readonly studioLocale: string;
  readonly items: readonly NewOrderItem[];
}

export interface NewOrderItem {
  readonly originalFileName: string;
  readonly model: StoredModel;
  readonly chosen: ChosenItem;
  readonly priced: PricedItem;
}

/** Writes the order and answers it as it then is in the database. */
export async function placeOrder(db: StudioDb, order: NewOrder): Promise<OrderRows> {
  const orderId = db.valuesOf(orders.id, orders, eq(orders.requestKey, order.requestKey));
  const results = await db.writeThenRead(writesOf(db, order, orderId), readsOf(db, orderId));
  const rows = rowsOf(results);
  if (rows === undefined) throw new Error("an order that was written cannot be read");
  return rows;
}

/** The studio's order that fits the condition, or undefined. */
export async function readOrder(db: StudioDb, condition: SQL): Promise<OrderRows | undefined> {
  return rowsOf(await db.batch(readsOf(db, db.valuesOf(orders.id, orders, condition))));
}

function writesOf(db: StudioDb, order: NewOrder, orderId: SQL): Statement<unknown>[] {
  const now = Date.now();
  const { firstName, lastName, phoneNumber, email, locale } = order.customer;
  const person = { firstName, lastName, phoneNumber, email };
  const customerId = db.valuesOf(customers.id, customers, eq(customers.phoneNumber, phoneNumber));
  return [
    // Recognised by phone number, else by e-mail; what the customer gave last is what is kept.
    db.update(
      customers,
      locale === undefined ? person : { ...person, locale },
      sql`${customers.id} = (SELECT ${customers.id} FROM ${customers}
        WHERE ${customers.studioId} = ${db.studioId}
          AND (${customers.phoneNumber} = ${phoneNumber} OR lower(${customers.email}) = lower(${email}))
        ORDER BY ${customers.phoneNumber} = ${phoneNumber} DESC, ${customers.id} LIMIT 1)`,
    ),
    db.insert(customers, { ...person, locale: locale ?? order.studioLocale, createdAt: now }, "leave"),
    db.insert(orders, {
      requestKey: order.requestKey,
      customerId,
      status: "pending",
      totalPrice: sumMinorUnits(order.items.map(({ priced }) => priced.price)),
      currencyId: order.currencyId,
      source: order.source,
      delivery: order.delivery,
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(orderStatusChanges, { orderId, status: "pending", comment: null, changedAt: now }),
    ...order.items.map(({ originalFileName, model, chosen, priced }, position) =>
      db.insert(orderItems, {
        orderId,
        position,
        modelId: model.id,
        originalFileName,
        quantity: chosen.choice.quantity,
        price: priced.price,
        materialId: chosen.material.id,
        materialColor: chosen.material.color,
        printingQualityId: chosen.quality.id,
        finishingIds: chosen.choice.finishingIds,
        printMinutes: priced.printMinutes,
        weightHundredthsOfGram: priced.weightHundredthsOfGram,
        productId: null,
        productTitle: null,
        costBreakdown: priced.breakdown,
      }),
    ),
  ];
}

function readsOf(db: StudioDb, orderId: SQL) {
  const ofOrder = eq(orderItems.orderId, orderId);
  const customerId = db.valuesOf(orders.customerId, orders, eq(orders.id, orderId));
  return [
    db.studio(),
    db.select(orders, eq(orders.id, orderId)),
    db.select(customers, eq(customers.id, customerId)),
    db.select(orderItems, ofOrder, orderItems.position),
    db.select(models, sql`${models.id} IN ${db.valuesOf(orderItems.modelId, orderItems, ofOrder)}`),
    db.selectFields(
      { orders: sql<number>`count(*)`, spent: sql<number>`coalesce(sum(${orders.totalPrice}), 0)` },
      orders,
      and(eq(orders.customerId, customerId), ne(orders.status, "cancelled")),
    ),
  ] as const;
}

type Reads = ReturnType<typeof readsOf>;

function rowsOf([studio, [order], [customer], items, models, [customerTotals]]: Results<Reads>): OrderRows | undefined {
  if (order === undefined || customer === undefined || customerTotals === undefined) return undefined;
  return { order, customer, items, models, customerTotals, studioSlug: theStudio(studio).slug };
}
