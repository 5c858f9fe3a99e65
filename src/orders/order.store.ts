// Order store: writes an order whole or not at all, and reads it back, each in one D1 batch.
//
// No statement needs an id that an earlier one made: the customer is found again by phone number, the order by its
// request key.

import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { OrderChanges, StoredContact } from "../db/column-types.ts";
import { inList } from "../db/in-values.ts";
import {
  customers,
  itemFigures,
  models,
  orderChanges,
  orderItems,
  orders,
  shelfMoves,
  storefronts,
} from "../db/schema.ts";
import { isBeyondStock } from "../db/shelf-refusal.ts";
import { type Declared, prepared, type Results, type Statement, type StudioDb } from "../db/studio-db.ts";
import { requireStudio } from "../db/studio-record.ts";
import type { CurrencyId } from "../domain/currency.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import { NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import { minorUnits, sumMinorUnits } from "../domain/money.ts";
import type { OrderStatus } from "../domain/order.ts";
import type { SlicedFigures } from "../items/price-item.ts";
import type { PricedProduct } from "../items/products/price-products.ts";
import type { ItemQuote } from "../items/quote-items.ts";
import { placingMessages, UNDO_MILLISECONDS } from "../outbox/outbox.store.ts";
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
  /** Its price, which the customer pays beside the items. Null: none is stated. */
  readonly deliveryPriceMinor: number | null;
  readonly contact: StoredContact;
  /** null if the customer did not place it on the order page. */
  readonly byCustomer: {
    /** The secret part of the address under which the customer sees the order. */
    readonly customerToken: string;
    /** The time of the customer's consent to the studio's terms. Milliseconds since 1970. */
    readonly consentedAt: number;
    readonly comment: string | null;
  } | null;
  /** null if no person of the studio placed it. */
  readonly byStaff: {
    readonly personId: PersonId;
    /** The first note of the order's history. */
    readonly note: string | null;
    /** The secret part of the address under which the customer sees the order, once the studio gives it to them. */
    readonly customerToken: string;
  } | null;
  readonly items: readonly NewOrderItem[];
  /** Their items stand after `items`. */
  readonly products: readonly PricedProduct[];
  /** The part of the first item's price that lifts the order to the order page's least order. Absent: none. */
  readonly topUpMinor?: number;
}

export interface NewOrderItem extends ItemQuote {
  /** undefined: real minutes and grams correct nothing. */
  readonly sliced: SlicedFigures | undefined;
}

/** An order as it is stored, at calculated prices or at those that the studio named. */
export interface OrderToStore extends Omit<NewOrder, "items" | "products"> {
  /** Its first status. */
  readonly status: OrderStatus;
  readonly items: readonly StoredItem[];
  /** Pieces that the order takes from the shelf. Absent: none. */
  readonly fromShelf?: readonly TakenPieces[];
}

interface StoredItem extends Omit<ItemInputs, "requestKey" | "position">, Pick<NewOrderItem, "sliced"> {
  /** Absent: it was not made from a product. */
  readonly ofProduct?: Omit<ProductItemInputs, keyof ItemInputs>;
}

/** Pieces of a product, in one colour, that leave the shelf. */
interface TakenPieces {
  readonly productId: number;
  readonly productColorId: number | null;
  readonly pieces: number;
}

/** The shelf has fewer pieces than when the order was priced: nothing was written. */
export class TakenMeanwhile extends Error {}

/** An order's rows, with its customer's, and the studio's slug. */
export interface OrderRows {
  readonly order: typeof orders.$inferSelect;
  readonly items: readonly (typeof orderItems.$inferSelect)[];
  readonly models: readonly (typeof models.$inferSelect)[];
  readonly customer: typeof customers.$inferSelect;
  readonly studioSlug: string;
}

/** An order as the API shows it, of the studio or of its sandbox: the columns that an answer needs. */
export interface DescribedOrder extends Pick<OrderRows, "models" | "studioSlug"> {
  readonly order: Pick<
    OrderRows["order"],
    | "id"
    | "number"
    | "contact"
    | "status"
    | "totalPriceMinor"
    | "currencyId"
    | "source"
    | "priority"
    | "delivery"
    | "deliveryPriceMinor"
    | "customerId"
    | "createdAt"
    | "updatedAt"
  >;
  readonly items: readonly Pick<
    OrderRows["items"][number],
    | "id"
    | "modelId"
    | "originalFileName"
    | "quantity"
    | "priceMinor"
    | "materialId"
    | "finishingIds"
    | "printingQualityId"
    | "printMinutes"
    | "weightHundredthsOfGram"
    | "productId"
    | "productTitle"
    | "costBreakdown"
    | "fitsBuildVolume"
    | "warnings"
  >[];
  /** null: the order has no customer with a history. */
  readonly customer: Pick<OrderRows["customer"], "orderCount" | "spentMinor"> | null;
}

export interface WrittenOrder extends OrderRows {
  /** Its writing has put messages into the outbox, or may have. */
  readonly hasMessages: boolean;
}

/**
 * Writes the order and answers it as it then is in the database. After a transient fault it is written again: its request key
 * is unique, so it cannot be there twice.
 */
export async function writeOrder(db: StudioDb, order: NewOrder): Promise<WrittenOrder> {
  const { requestKey, byStaff } = order;
  const now = Date.now();
  // Staff may undo their own placing from its notice.
  const customerAt = byStaff === null ? now : now + UNDO_MILLISECONDS;
  const told = messageWrites(db, { requestKey, now, customerAt });
  try {
    const write = () => db.writeThenRead(writesOf(db, order), [...readsByKey(db, { requestKey }), ...told]);
    const [studio, written, items, itemModels, customer, ...messages] = await retryTransient(write);
    const rows = rowsOf([studio, written, items, itemModels, customer]);
    if (rows === undefined) throw new Error("an order that was written cannot be read");
    return { ...rows, hasMessages: messages.some((added) => added.length > 0) };
  } catch (error) {
    // An attempt that seemed to fail may have been written all the same.
    const written = await findWrittenOrder(db, order.requestKey);
    if (written === undefined) throw isBeyondStock(error) ? new TakenMeanwhile() : error;
    return { ...written, hasMessages: true };
  }
}

const messageWrites = prepared(
  (db, { requestKey, ...moments }: Declared<{ requestKey: string; now: number; customerAt: number }>) =>
    placingMessages(db, eq(orders.requestKey, requestKey), "received", moments),
);

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

function writesOf(db: StudioDb, { items, products, ...order }: NewOrder): Statement<unknown>[] {
  const parts = items.map((part) => ({
    ...calculatedItem(part),
    modelId: part.model.id,
    materialColor: part.item.material.color,
    sliced: part.sliced,
  }));
  return storingWrites(db, {
    ...order,
    status: "pending",
    items: [...parts, ...products.flatMap(itemsOfProduct)],
    fromShelf: takenFromShelf(products),
  });
}

/** An item's choices, and its figures as its quote calculated them. */
export function calculatedItem({ originalFileName, item, priced, fit, warnings }: NewOrderItem) {
  return {
    originalFileName,
    quantity: item.choice.quantity,
    priceMinor: priced.price,
    materialId: item.material.id,
    printingQualityId: item.quality.id,
    finishingIds: item.choice.finishingIds,
    printMinutes: priced.printMinutes,
    weightHundredthsOfGram: priced.weightHundredthsOfGram,
    costBreakdown: priced.breakdown,
    fitsBuildVolume: fit.fits,
    warnings: [...warnings],
  };
}

/** The items of a product: the first one has the number of its pieces. */
function itemsOfProduct({ product, color, choice, items }: PricedProduct): StoredItem[] {
  return items.map(({ priced, quantity, shelfCopies, print }, place) => ({
    modelId: print?.model.id ?? null,
    originalFileName: print?.originalFileName ?? null,
    quantity,
    priceMinor: priced.price,
    materialId: print?.item.material.id ?? null,
    materialColor: color?.name ?? print?.item.material.color ?? null,
    printingQualityId: print?.item.quality.id ?? null,
    finishingIds: print?.item.choice.finishingIds ?? [],
    printMinutes: priced.printMinutes,
    weightHundredthsOfGram: priced.weightHundredthsOfGram,
    costBreakdown: priced.breakdown,
    fitsBuildVolume: print?.fit.fits ?? null,
    warnings: print === undefined ? null : [...print.warnings],
    sliced: print?.sliced,
    ofProduct: {
      ...{ productId: product.id, productTitle: product.title, productColorId: color?.id ?? null, shelfCopies },
      productPieces: place === 0 ? choice.quantity : null,
      // Nothing of it waits for a printer.
      printedAt: shelfCopies === quantity ? Date.now() : null,
    },
  }));
}

/** One move for each product and colour: a cancelled order gives each back as a whole. */
function takenFromShelf(products: readonly PricedProduct[]): TakenPieces[] {
  const taken = new Map<string, TakenPieces>();
  for (const { product, color, fromShelf } of products) {
    if (fromShelf === 0) continue;
    const productColorId = color?.id ?? null;
    const key = `${product.id}:${productColorId}`;
    taken.set(key, { productId: product.id, productColorId, pieces: fromShelf + (taken.get(key)?.pieces ?? 0) });
  }
  return [...taken.values()];
}

/** The statements that write an order with its customer, its items and, unless a site placed it, its history's first row. */
export function storingWrites(db: StudioDb, order: OrderToStore): Statement<unknown>[] {
  const { requestKey, contact, byCustomer, byStaff, currencyId, source, status, delivery, deliveryPriceMinor } = order;
  const { firstName, lastName, phoneNumber, email, locale } = contact;
  const now = Date.now();
  return [
    ...orderWrites(db, {
      requestKey,
      ...{ firstName, lastName, phoneNumber, email, locale },
      contact,
      totalPriceMinor: sumMinorUnits(order.items.map(({ priceMinor }) => minorUnits(priceMinor))),
      status,
      currencyId,
      source,
      priority: order.priority,
      delivery,
      deliveryPriceMinor,
      customerToken: byCustomer?.customerToken ?? byStaff?.customerToken ?? null,
      consentedAt: byCustomer?.consentedAt ?? null,
      dueOn: order.dueOn,
      topUpMinor: order.topUpMinor ?? null,
      modelIds: JSON.stringify(order.items.map(({ modelId }) => modelId)),
      now,
    }),
    ...(byCustomer === null && byStaff === null
      ? []
      : placingWrites(db, {
          requestKey,
          status,
          comment: byCustomer?.comment ?? byStaff?.note ?? null,
          changes: changedPricesOf(order.items),
          personId: byStaff?.personId ?? null,
          isByCustomer: byCustomer !== null,
          now,
        })),
    ...order.items.flatMap((item, position) => {
      // Written out: a prepared statement takes its inputs in one order.
      const inputs: ItemInputs = {
        requestKey,
        position,
        modelId: item.modelId,
        originalFileName: item.originalFileName,
        quantity: item.quantity,
        priceMinor: item.priceMinor,
        materialId: item.materialId,
        materialColor: item.materialColor,
        printingQualityId: item.printingQualityId,
        finishingIds: item.finishingIds,
        printMinutes: item.printMinutes,
        weightHundredthsOfGram: item.weightHundredthsOfGram,
        costBreakdown: item.costBreakdown,
        fitsBuildVolume: item.fitsBuildVolume,
        warnings: item.warnings,
      };
      return itemWrites(db, { ...inputs, ...(item.ofProduct ?? OF_NO_PRODUCT) });
    }),
    ...(order.fromShelf ?? []).flatMap(({ productId, productColorId, pieces }) =>
      shelfWrites(db, { requestKey, productId, productColorId, pieces: -pieces, now }),
    ),
    ...order.items.flatMap(({ sliced }, position) =>
      sliced === undefined ? [] : figureWrites(db, { requestKey, position, ...sliced, now }),
    ),
  ];
}

type SumInputs = Pick<OrderInputs, "totalPriceMinor" | "deliveryPriceMinor">;

type OrderInputs = StoredContact &
  Pick<
    OrderToStore,
    "requestKey" | "status" | "currencyId" | "source" | "priority" | "delivery" | "deliveryPriceMinor" | "contact"
  > & {
    readonly totalPriceMinor: number;
    readonly customerToken: string | null;
    readonly consentedAt: number | null;
    readonly dueOn: string | null;
    readonly topUpMinor: number | null;
    /** A list in JSON, with null for an item without a model. */
    readonly modelIds: string;
    readonly now: number;
  };

const orderWrites = prepared((db, order: Declared<OrderInputs>) => {
  const { firstName, lastName, phoneNumber, email, locale, now } = order;
  const byPhone = eq(customers.phoneNumber, phoneNumber);
  // An order that staff enter may have no e-mail: the known one stays, and no customer is recognised by it.
  const newestEmail = sql`iif(${email} = '', ${customers.email}, ${email})`;
  const isOther = sql`(${customers.firstName}, ${customers.lastName}, ${customers.email}, ${customers.locale}) <> (${firstName}, ${lastName}, ${newestEmail}, ${locale})`;
  // Two look-ups by index: one condition with OR would read every customer of the studio.
  const recognised = (column: SQLiteColumn) =>
    sql`coalesce(${db.valuesOf(column, customers, byPhone)}, ${db.valuesOf(
      column,
      customers,
      sql`${customers.id} = ${db.valuesOf(sql`min(${customers.id})`, customers, sql`lower(${customers.email}) = lower(${email}) AND ${email} <> ''`)}`,
    )})`;
  return [
    // The same phone is the same person: the newest data count. An e-mail alone recognises a customer but changes
    // nothing: another person's e-mail must not take over their number.
    db.update(customers, { firstName, lastName, email: newestEmail, locale }, and(byPhone, isOther)),
    // For a recognised customer this is the known id, so the insert conflicts and leaves the row as it is. A number made for it
    // would be written to SQLite's list of numbers first.
    db.insert(
      customers,
      { id: recognised(customers.id), firstName, lastName, phoneNumber, email, locale, createdAt: now },
      "leave",
    ),
    db.insert(orders, {
      number: nextNumber(db),
      requestKey: order.requestKey,
      customerId: recognised(customers.id),
      contact: order.contact,
      status: order.status,
      totalPriceMinor: order.totalPriceMinor,
      currencyId: order.currencyId,
      source: order.source,
      priority: order.priority,
      delivery: order.delivery,
      deliveryPriceMinor: order.deliveryPriceMinor,
      customerToken: order.customerToken,
      consentedAt: order.consentedAt,
      dueOn: order.dueOn,
      topUpMinor: order.topUpMinor,
      advanceMinor: advanceOf(db, order),
      paidMinor: 0,
      createdAt: now,
      updatedAt: now,
    }),
    db.update(models, { isOrdered: true }, and(eq(models.isOrdered, false), inList(models.id, order.modelIds))),
  ];
});

/** One more than the number of the studio's latest order: D1 runs one statement after the other, so none is given out twice. */
function nextNumber(db: StudioDb): SQL {
  const latest = db.firstValuesOf(orders.number, orders, undefined, desc(orders.id), 1);
  return sql`1 + coalesce(${latest}, 0)`;
}

/** The part that the studio asks for in advance, of the items and their delivery, rounded half up; null if it asks for none. */
function advanceOf(db: StudioDb, { totalPriceMinor, deliveryPriceMinor }: Declared<SumInputs>): SQL {
  const owed = sql`${totalPriceMinor} + coalesce(${deliveryPriceMinor}, 0)`;
  // D1 binds every number as a float.
  const share = sql`CAST(round((${owed}) * ${storefronts.advancePercent} / 100.0) AS INTEGER)`;
  return db.valuesOf(share, storefronts, undefined);
}

/** The prices that staff changed, for the history; null if none. */
function changedPricesOf(items: OrderToStore["items"]): OrderChanges | null {
  const prices = items.flatMap(({ priceMinor, costBreakdown }, position) => {
    const changed = costBreakdown?.adjustments?.find(({ kind }) => kind === "staff");
    if (changed?.kind !== "staff") return [];
    return [{ position, before: priceMinor - changed.amount, after: priceMinor, reason: changed.reason }];
  });
  return prices.length === 0 ? null : { prices };
}

interface PlacingInputs
  extends Pick<typeof orderChanges.$inferSelect, "status" | "comment" | "changes" | "personId" | "isByCustomer"> {
  readonly requestKey: string;
  readonly now: number;
}

/** The history's first row. An order of the API has none: its own row tells all of it (order-details.store.ts). */
const placingWrites = prepared((db, { requestKey, now, ...placing }: Declared<PlacingInputs>) => [
  db.insert(orderChanges, {
    orderId: orderOf(db, requestKey),
    version: 1,
    ...placing,
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

type ProductItemInputs = ItemInputs &
  Pick<
    typeof orderItems.$inferSelect,
    "productId" | "productTitle" | "productColorId" | "shelfCopies" | "productPieces" | "printedAt"
  >;

const OF_NO_PRODUCT: Omit<ProductItemInputs, keyof ItemInputs> = {
  ...{ productId: null, productTitle: null, productColorId: null },
  ...{ shelfCopies: 0, productPieces: null, printedAt: null },
};

const itemWrites = prepared((db, { requestKey, ...item }: Declared<ProductItemInputs>) => [
  db.insert(orderItems, { ...item, orderId: orderOf(db, requestKey) }),
]);

interface ShelfInputs extends TakenPieces {
  readonly requestKey: string;
  readonly now: number;
}

/** The move is refused, and the whole batch with it, if the shelf has fewer pieces. */
const shelfWrites = prepared((db, { requestKey, now, ...taken }: Declared<ShelfInputs>) => [
  db.insert(shelfMoves, { ...taken, orderId: orderOf(db, requestKey), movedAt: now }),
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
