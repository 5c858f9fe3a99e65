// Counter store: all that the form of a new order offers or names, in one round trip.

import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { carrierRead } from "../../carrier/carrier-account.store.ts";
import { customers, models, orderItems, orders, productColors, productPrints, products } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { IN_USE, listReads } from "../../items/on-offer.ts";
import { isOfStudio } from "../../models/model-use.ts";
import { customerReads, eachOnce } from "../search/found-at-once.store.ts";
import { holdsWords, MAX_SEARCH_CHARACTERS } from "../search/order-search.ts";

const WINDOW_MODELS = 500;
const MAX_FOUND_MODELS = 8;

/** The records that the form asks for beside the catalog. Empty texts and undefined ids ask for none. */
export interface CounterQuestion {
  /** A phone number, an e-mail, or words of a name. */
  readonly customer: string;
  /** Words of a model's file name; empty: the newest models. */
  readonly model: string;
  readonly customerId: number | undefined;
  /** The id of the model's row. */
  readonly modelId: number | undefined;
  /** The order that is ordered again. */
  readonly orderId: number | undefined;
}

export type Counter = Awaited<ReturnType<typeof readCounter>>;

export async function readCounter(db: StudioDb, question: CounterQuestion) {
  // No row has the id 0.
  const { customerId = 0, modelId = 0, orderId = 0 } = question;
  const ofOrder = eq(orderItems.orderId, orderId);
  const rows = await db.batchNamed({
    ...listReads(db, IN_USE),
    products: db.select(products, IN_USE.products, sql`${products.position}, ${products.id}`),
    colors: db.select(
      productColors,
      eq(productColors.isArchived, false),
      sql`${productColors.position}, ${productColors.id}`,
    ),
    prints: db.select(productPrints),
    ...customerReads(db, question.customer),
    customers: db.select(customers, and(eq(customers.id, customerId), isNull(customers.erasedAt))),
    found: foundModels(db, question.model, MAX_FOUND_MODELS),
    models: db.select(models, and(eq(models.id, modelId), isOfStudio)),
    carriers: carrierRead(db),
    orders: db.select(orders, eq(orders.id, orderId)),
    items: db.select(orderItems, ofOrder, orderItems.position),
    orderedModels: db.select(models, sql`${models.id} IN ${db.valuesOf(orderItems.modelId, orderItems, ofOrder)}`),
  });
  const [order] = rows.orders;
  return {
    offer: {
      materials: rows.materials,
      qualities: rows.qualities,
      finishings: rows.finishings,
      deliveryMethods: rows.deliveryMethods,
    },
    products: rows.products.map((product) => ({
      product,
      colors: rows.colors.filter(({ productId }) => productId === product.id),
      isPrinted: rows.prints.some(({ productId }) => productId === product.id),
    })),
    foundCustomers: eachOnce([...rows.whole, ...rows.ofWords]).filter(({ erasedAt }) => erasedAt === null),
    customer: rows.customers[0],
    /** undefined: the studio has none. */
    carrier: rows.carriers[0],
    foundModels: rows.found,
    model: rows.models[0],
    /** undefined: no order was named, or the studio has none of this id. */
    again: order && {
      order,
      items: rows.items.map((item) => ({ item, model: rows.orderedModels.find(({ id }) => id === item.modelId) })),
    },
  };
}

/** The statement that finds the studio's models with such words in their file names; without words, its newest ones. */
export function foundModels(db: StudioDb, words: string, count: number) {
  const isFound = and(isOfStudio, hasName(words));
  return db.selectWithin(models, undefined, sql`${models.id} DESC`, WINDOW_MODELS, isFound, count);
}

function hasName(typed: string): SQL | undefined {
  const text = typed.trim().slice(0, MAX_SEARCH_CHARACTERS).normalize("NFC");
  return text === "" ? undefined : holdsWords(sql`coalesce(${models.originalFileName}, '')`, text);
}
