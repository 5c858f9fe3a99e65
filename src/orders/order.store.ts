// Order store: writes an order whole or not at all, and reads it back, each in one D1 batch.
//
// No statement needs an id that an earlier one made: the customer is found again by phone number, the order by its
// request key.

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { StoredContact } from "../db/column-types.ts";
import { inValues } from "../db/in-values.ts";
import { customers, itemFigures, models, orderChanges, orderItems, orders } from "../db/schema.ts";
import type { Results, Statement, StudioDb } from "../db/studio-db.ts";
import { requireStudio } from "../db/studio-record.ts";
import type { CurrencyId } from "../domain/currency.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import { NotFound } from "../domain/errors.ts";
import { sumMinorUnits } from "../domain/money.ts";
import type { SlicedFigures } from "../items/price-item.ts";
import type { ItemQuote } from "../items/quote-items.ts";
import { retryTransient } from "../platform/transient-fault.ts";

export interface NewOrder {
  readonly requestKey: string;
  readonly currencyId: CurrencyId;
  readonly source: string;
  readonly delivery: StoredDelivery | null;
  readonly contact: StoredContact;
  /** null if the customer did not place it on the order page. */
  readonly byCustomer: {
    /** The secret part of the address under which the customer sees the order. */
    readonly customerToken: string;
    /** When the customer agreed to the studio's terms. Milliseconds since 1970. */
    readonly consentedAt: number;
    readonly comment: string | null;
  } | null;
  readonly items: readonly NewOrderItem[];
}

export interface NewOrderItem extends ItemQuote {
  /** undefined: real minutes and grams correct nothing. */
  readonly sliced: SlicedFigures | undefined;
}

/** An order's rows, with its customer's, and the studio's slug. */
export interface OrderRows {
  readonly order: typeof orders.$inferSelect;
  readonly items: readonly (typeof orderItems.$inferSelect)[];
  readonly models: readonly (typeof models.$inferSelect)[];
  readonly customer: typeof customers.$inferSelect;
  readonly studioSlug: string;
}

/**
 * Writes the order and answers it as it then is in the database. After a transient fault it is written again: its request key
 * is unique, so it cannot be there twice.
 */
export async function writeOrder(db: StudioDb, order: NewOrder): Promise<OrderRows> {
  const orderId = db.valuesOf(orders.id, orders, eq(orders.requestKey, order.requestKey));
  try {
    const write = () => db.writeThenRead(writesOf(db, order, orderId), readsOf(db, orderId));
    const rows = rowsOf(await retryTransient(write));
    if (rows === undefined) throw new Error("an order that was written cannot be read");
    return rows;
  } catch (error) {
    // An attempt that seemed to fail may have been written all the same.
    const written = await findWrittenOrder(db, order.requestKey);
    if (written === undefined) throw error;
    return written;
  }
}

/** @throws NotFound */
export async function readOrder(db: StudioDb, id: number): Promise<OrderRows> {
  const rows = await findOrder(db, eq(orders.id, id));
  if (rows === undefined) throw new NotFound();
  return rows;
}

/** The order that an earlier attempt wrote, or undefined. */
export function findWrittenOrder(db: StudioDb, requestKey: string): Promise<OrderRows | undefined> {
  return findOrder(db, eq(orders.requestKey, requestKey));
}

async function findOrder(db: StudioDb, condition: SQL): Promise<OrderRows | undefined> {
  return rowsOf(await db.batch(readsOf(db, db.valuesOf(orders.id, orders, condition))));
}

function writesOf(db: StudioDb, order: NewOrder, orderId: SQL): Statement<unknown>[] {
  const now = Date.now();
  const { contact, byCustomer } = order;
  const { firstName, lastName, phoneNumber, email, locale } = contact;
  const byPhone = eq(customers.phoneNumber, phoneNumber);
  const isOther = sql`(${customers.firstName}, ${customers.lastName}, ${customers.email}, ${customers.locale}) <> (${firstName}, ${lastName}, ${email}, ${locale})`;
  // Two look-ups by index: one condition with OR would read every customer of the studio.
  const recognised = (column: SQLiteColumn) =>
    sql`coalesce(${db.valuesOf(column, customers, byPhone)}, ${db.valuesOf(
      column,
      customers,
      sql`${customers.id} = ${db.valuesOf(sql`min(${customers.id})`, customers, sql`lower(${customers.email}) = lower(${email})`)}`,
    )})`;
  return [
    // The same phone is the same person: the newest data count. An e-mail alone recognises a customer but changes
    // nothing: another person's e-mail must not take over their number.
    db.update(customers, { firstName, lastName, email, locale }, and(byPhone, isOther)),
    // For a recognised customer this is the known number, so the insert conflicts and leaves the row as it is.
    db.insert(
      customers,
      {
        firstName,
        lastName,
        phoneNumber: sql`coalesce(${recognised(customers.phoneNumber)}, ${phoneNumber})`,
        email,
        locale,
        createdAt: now,
      },
      "leave",
    ),
    db.insert(orders, {
      requestKey: order.requestKey,
      customerId: recognised(customers.id),
      contact,
      status: "pending",
      totalPriceMinor: sumMinorUnits(order.items.map(({ priced }) => priced.price)),
      currencyId: order.currencyId,
      source: order.source,
      delivery: order.delivery,
      customerToken: byCustomer?.customerToken ?? null,
      consentedAt: byCustomer?.consentedAt ?? null,
      createdAt: now,
      updatedAt: now,
    }),
    db.update(
      models,
      { isOrdered: true },
      and(
        eq(models.isOrdered, false),
        inValues(
          models.id,
          order.items.map(({ model }) => model.id),
        ),
      ),
    ),
    db.insert(orderChanges, {
      orderId,
      version: 1,
      status: "pending",
      comment: byCustomer?.comment ?? null,
      changes: null,
      personId: null,
      isByCustomer: byCustomer !== null,
      changedAt: now,
    }),
    ...order.items.map(({ originalFileName, model, item, priced, fit, warnings }, position) =>
      db.insert(orderItems, {
        orderId,
        position,
        modelId: model.id,
        originalFileName,
        quantity: item.choice.quantity,
        priceMinor: priced.price,
        materialId: item.material.id,
        materialColor: item.material.color,
        printingQualityId: item.quality.id,
        finishingIds: item.choice.finishingIds,
        printMinutes: priced.printMinutes,
        weightHundredthsOfGram: priced.weightHundredthsOfGram,
        productId: null,
        productTitle: null,
        costBreakdown: priced.breakdown,
        fitsBuildVolume: fit.fits,
        warnings: [...warnings],
      }),
    ),
    ...order.items.flatMap(({ sliced }, position) =>
      sliced === undefined
        ? []
        : db.insert(itemFigures, {
            orderItemId: db.valuesOf(
              orderItems.id,
              orderItems,
              and(sql`${orderItems.orderId} = ${orderId}`, eq(orderItems.position, position)),
            ),
            machineProfileId: sliced.machineProfileId,
            orderedAt: now,
            slicedSeconds: sliced.seconds,
            slicedHundredthsOfGram: sliced.hundredthsOfGram,
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
    db.select(orderItems, ofOrder, orderItems.position),
    db.select(models, sql`${models.id} IN ${db.valuesOf(orderItems.modelId, orderItems, ofOrder)}`),
    db.select(customers, eq(customers.id, customerId)),
  ] as const;
}

type Reads = ReturnType<typeof readsOf>;

function rowsOf([studio, [order], items, models, [customer]]: Results<Reads>): OrderRows | undefined {
  if (order === undefined || customer === undefined) return undefined;
  return { order, items, models, customer, studioSlug: requireStudio(studio).slug };
}
