// Order store: writes an order whole or not at all, and reads it back, each in one D1 batch.
//
// No statement needs an id that an earlier one made: the customer is found again by phone number, the order by its
// request key.

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { StoredContact } from "../db/column-types.ts";
import { inList } from "../db/in-values.ts";
import { customers, itemFigures, models, orderChanges, orderItems, orders } from "../db/schema.ts";
import { type Declared, prepared, type Results, type Statement, type StudioDb } from "../db/studio-db.ts";
import { requireStudio } from "../db/studio-record.ts";
import type { CurrencyId } from "../domain/currency.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import { NotFound } from "../domain/errors.ts";
import { sumMinorUnits } from "../domain/money.ts";
import type { SlicedFigures } from "../items/price-item.ts";
import type { ItemQuote } from "../items/quote-items.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { ChosenPriority } from "../pricing/price-rules.ts";

export interface NewOrder {
  readonly requestKey: string;
  readonly currencyId: CurrencyId;
  readonly source: string;
  readonly priority: ChosenPriority | null;
  /** YYYY-MM-DD, the promised day. Null: none was promised. */
  readonly dueOn: string | null;
  readonly delivery: StoredDelivery | null;
  readonly contact: StoredContact;
  /** null if the customer did not place it on the order page. */
  readonly byCustomer: {
    /** The secret part of the address under which the customer sees the order. */
    readonly customerToken: string;
    /** The time of the customer's consent to the studio's terms. Milliseconds since 1970. */
    readonly consentedAt: number;
    readonly comment: string | null;
    /** YYYY-MM-DD, the day that the customer saw before ordering. Null: none was shown. */
    readonly dueOn: string | null;
  } | null;
  readonly items: readonly NewOrderItem[];
  /** The part of the first item's price that lifts the order to the order page's least order. Absent: none. */
  readonly topUpMinor?: number;
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
  const { requestKey } = order;
  try {
    const write = () => db.writeThenRead(writesOf(db, order), readsByKey(db, { requestKey }));
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
  const rows = rowsOf(await db.batch(readsById(db, { id })));
  if (rows === undefined) throw new NotFound();
  return rows;
}

/** The order that an earlier attempt wrote, or undefined. */
export async function findWrittenOrder(db: StudioDb, requestKey: string): Promise<OrderRows | undefined> {
  return rowsOf(await db.batch(readsByKey(db, { requestKey })));
}

const readsById = prepared((db, { id }: Declared<{ id: number }>) =>
  readsOf(db, db.valuesOf(orders.id, orders, eq(orders.id, id))),
);

const readsByKey = prepared((db, { requestKey }: Declared<{ requestKey: string }>) =>
  readsOf(db, orderOf(db, requestKey)),
);

/** The id of the order that an attempt wrote. */
function orderOf(db: StudioDb, requestKey: SQL): SQL {
  return db.valuesOf(orders.id, orders, eq(orders.requestKey, requestKey));
}

function writesOf(db: StudioDb, order: NewOrder): Statement<unknown>[] {
  const { requestKey, contact, byCustomer, currencyId, source, delivery } = order;
  const now = Date.now();
  return [
    ...orderWrites(db, {
      requestKey,
      ...contact,
      contact,
      totalPriceMinor: sumMinorUnits(order.items.map(({ priced }) => priced.price)),
      currencyId,
      source,
      priority: order.priority,
      delivery,
      customerToken: byCustomer?.customerToken ?? null,
      consentedAt: byCustomer?.consentedAt ?? null,
      dueOn: order.dueOn,
      topUpMinor: order.topUpMinor ?? null,
      modelIds: JSON.stringify(order.items.map(({ model }) => model.id)),
      now,
    }),
    ...(byCustomer === null ? [] : placingWrites(db, { requestKey, comment: byCustomer.comment, now })),
    ...order.items.flatMap(({ originalFileName, model, item, priced, fit, warnings }, position) =>
      itemWrites(db, {
        requestKey,
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
        costBreakdown: priced.breakdown,
        fitsBuildVolume: fit.fits,
        warnings: [...warnings],
      }),
    ),
    ...order.items.flatMap(({ sliced }, position) =>
      sliced === undefined ? [] : figureWrites(db, { requestKey, position, ...sliced, now }),
    ),
  ];
}

type OrderInputs = StoredContact &
  Pick<NewOrder, "requestKey" | "currencyId" | "source" | "priority" | "delivery" | "contact"> & {
    readonly totalPriceMinor: number;
    readonly customerToken: string | null;
    readonly consentedAt: number | null;
    readonly dueOn: string | null;
    readonly topUpMinor: number | null;
    /** A list in JSON. */
    readonly modelIds: string;
    readonly now: number;
  };

const orderWrites = prepared((db, order: Declared<OrderInputs>) => {
  const { firstName, lastName, phoneNumber, email, locale, now } = order;
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
    // For a recognised customer this is the known id, so the insert conflicts and leaves the row as it is. A number made for it
    // would be written to SQLite's list of numbers first.
    db.insert(
      customers,
      { id: recognised(customers.id), firstName, lastName, phoneNumber, email, locale, createdAt: now },
      "leave",
    ),
    db.insert(orders, {
      requestKey: order.requestKey,
      customerId: recognised(customers.id),
      contact: order.contact,
      status: "pending",
      totalPriceMinor: order.totalPriceMinor,
      currencyId: order.currencyId,
      source: order.source,
      priority: order.priority,
      delivery: order.delivery,
      customerToken: order.customerToken,
      consentedAt: order.consentedAt,
      dueOn: order.dueOn,
      topUpMinor: order.topUpMinor,
      createdAt: now,
      updatedAt: now,
    }),
    db.update(models, { isOrdered: true }, and(eq(models.isOrdered, false), inList(models.id, order.modelIds))),
  ];
});

interface PlacingInputs {
  readonly requestKey: string;
  readonly comment: string | null;
  readonly now: number;
}

/** The history's first row. An order of the API has none: its own row tells all of it (order-details.store.ts). */
const placingWrites = prepared((db, { requestKey, comment, now }: Declared<PlacingInputs>) => [
  db.insert(orderChanges, {
    orderId: orderOf(db, requestKey),
    version: 1,
    status: "pending",
    comment,
    changes: null,
    personId: null,
    isByCustomer: true,
    changedAt: now,
  }),
]);

type ItemInputs = Pick<typeof orders.$inferSelect, "requestKey"> &
  Pick<
    typeof orderItems.$inferSelect,
    | "position"
    | "modelId"
    | "originalFileName"
    | "quantity"
    | "priceMinor"
    | "materialId"
    | "materialColor"
    | "printingQualityId"
    | "finishingIds"
    | "printMinutes"
    | "weightHundredthsOfGram"
    | "costBreakdown"
    | "fitsBuildVolume"
    | "warnings"
  >;

const itemWrites = prepared((db, { requestKey, ...item }: Declared<ItemInputs>) => [
  db.insert(orderItems, { ...item, orderId: orderOf(db, requestKey), productId: null, productTitle: null }),
]);

interface FigureInputs extends SlicedFigures {
  readonly requestKey: string;
  readonly position: number;
  readonly now: number;
}

const figureWrites = prepared((db, sliced: Declared<FigureInputs>) => [
  db.insert(itemFigures, {
    orderItemId: db.valuesOf(
      orderItems.id,
      orderItems,
      and(sql`${orderItems.orderId} = ${orderOf(db, sliced.requestKey)}`, eq(orderItems.position, sliced.position)),
    ),
    machineProfileId: sliced.machineProfileId,
    orderedAt: sliced.now,
    slicedSeconds: sliced.seconds,
    slicedHundredthsOfGram: sliced.hundredthsOfGram,
  }),
]);

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
