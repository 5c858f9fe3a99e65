// Placing an order: slices and prices every item as a quote would, then writes all of it or nothing.

import { and, eq } from "drizzle-orm";
import { deliveryMethods } from "../db/schema.ts";
import { type Declared, type NamedResults, prepared, type StudioDb } from "../db/studio-db.ts";
import { pricingSettingsOf } from "../db/studio-record.ts";
import type { CurrencyId } from "../domain/currency.ts";
import type { DeliveryAddress } from "../domain/delivery.ts";
import type { Faults } from "../domain/errors.ts";
import type { ApiKeyId, PersonId } from "../domain/ids.ts";
import { type MinorUnits, minorUnits, sumMinorUnits } from "../domain/money.ts";
import { forEachAudience } from "../domain/visitor.ts";
import { isTooLarge } from "../items/fits-printers.ts";
import { onOfferTo } from "../items/on-offer.ts";
import { slicedFigures } from "../items/price-item.ts";
import type { ProductChoice } from "../items/products/chosen-products.ts";
import { type PricedProduct, priceProduct, sliceProducts } from "../items/products/price-products.ts";
import {
  addItemFaults,
  type ItemAsNamed,
  type ItemToQuote,
  itemOfList,
  itemReads,
  type QuotedItems,
  quoteItems,
} from "../items/quote-items.ts";
import { afterWorkingDays, dayFromNow } from "../platform/calendar.ts";
import { createToken } from "../platform/secret-token.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { deliveryPriceOf } from "../pricing/delivery-price.ts";
import { atChangedPrice, type ChangedPrice } from "../pricing/price.ts";
import type { Priority } from "../pricing/price-rules.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { toDelivery } from "./delivery.ts";
import {
  type DescribedOrder,
  findWrittenOrder,
  type NewOrder,
  type NewOrderItem,
  type OrderRows,
  readOrder,
  TakenMeanwhile,
  type WrittenOrder,
  writeOrder,
} from "./order.store.ts";
import { withTopUp } from "./top-up.ts";

/** An order as a customer places it. */
export interface OrderToPlace {
  readonly items: readonly ItemToQuote[];
  /** Absent: none. */
  readonly products?: readonly ProductChoice[];
  /** Without the customer's locale, the studio's is stored. */
  readonly contact: Omit<NewOrder["contact"], "locale"> & { readonly locale: string | undefined };
  readonly deliveryMethodId: number | undefined;
  readonly deliveryAddress: DeliveryAddress;
  readonly source: string;
  /** The slug of a priority, as the request names it; undefined: none. */
  readonly priority: string | undefined;
  /** Set if the customer ordered at the storefront. */
  readonly byCustomer?: NonNullable<NewOrder["byCustomer"]> & {
    readonly agreed: AgreedPrices;
    /** YYYY-MM-DD, the day that the customer saw before ordering. Null: none was shown. */
    readonly dueOn: string | null;
  };
  /** Set if a person of the studio ordered for the customer. */
  readonly byStaff?: {
    readonly personId: PersonId;
    readonly note: string | null;
    /** One per item, in their order; undefined: the computed price holds. */
    readonly changedPrices: readonly (ChangedPrice | undefined)[];
    readonly agreed: AgreedPrices;
  };
}

/** The prices that the customer, or the person who orders for them, saw and agreed to. */
export interface AgreedPrices {
  readonly currencyId: CurrencyId;
  /** One per item, in their order. */
  readonly pricesMinor: readonly number[];
  /** One per product, in their order. */
  readonly products: readonly {
    readonly priceMinor: number;
    /** The pieces that were ready to ship: with fewer, the order is ready later than was shown. */
    readonly fromShelf: number;
  }[];
  /** The sum that lifts them to the order page's least order. */
  readonly topUpMinor: number;
  /** The price of the chosen delivery; null: none was shown. */
  readonly deliveryPriceMinor: number | null;
}

export type OrderOutcome =
  | { readonly outcome: "placed"; readonly rows: OrderRows }
  /**
   * It costs something else than was agreed to, no printer has room for it any more, or the shelf has fewer pieces: nothing was written.
   */
  | { readonly outcome: "not_as_agreed" }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

/** The orders of API keys of one kind: the studio's own, or its sandbox's. */
export interface OrderBook {
  /**
   * @param rows the results of `orderReads`
   * @param waitMilliseconds the longest wait for slicing
   * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
   */
  readonly place: (
    tenant: Tenant,
    order: OrderToPlace,
    attempt: PlacingAttempt,
    rows: NamedResults<ReturnType<typeof orderReads>>,
    waitMilliseconds: number,
  ) => Promise<
    { readonly outcome: "placed"; readonly rows: DescribedOrder } | Exclude<OrderOutcome, { outcome: "placed" }>
  >;
  /** The order that an earlier attempt wrote, or undefined. */
  readonly findWritten: (db: StudioDb, requestKey: string) => Promise<DescribedOrder | undefined>;
  /** @throws NotFound */
  readonly read: (db: StudioDb, id: number) => Promise<DescribedOrder>;
}

export interface PlacingAttempt {
  /** Names this attempt: a second write of the same attempt fails. */
  readonly requestKey: string;
  /** The key of the request. */
  readonly apiKeyId: ApiKeyId;
}

/** The part of an order that its price depends on. */
export interface OrderToPrice extends Pick<OrderToPlace, "items" | "products" | "deliveryMethodId" | "priority"> {
  /** One per item, in their order; undefined: the computed price holds. */
  readonly changedPrices?: readonly (ChangedPrice | undefined)[] | undefined;
  /** Added to the sum from which a delivery is free. Absent: none. */
  readonly topUp?: MinorUnits;
}

/** An order with its price, before it is placed. */
export interface PricedOrder extends Omit<Extract<QuotedItems, { outcome: "quoted" }>, "outcome" | "items"> {
  readonly outcome: "priced";
  readonly items: readonly NewOrderItem[];
  readonly products: readonly PricedProduct[];
  readonly deliveryMethod: typeof deliveryMethods.$inferSelect | undefined;
  /** null: none is stated. */
  readonly deliveryPrice: MinorUnits | null;
}

/** The ids that an order names. undefined: not named, or not readable. */
export interface NamedInOrder {
  readonly items: readonly ItemAsNamed[];
  readonly deliveryMethodId: number | undefined;
  readonly priority: string | undefined;
}

/** The statements that read everything that an order names; `placeOrder` takes their results. */
export function orderReads(
  tenant: Pick<Tenant, "db" | "audience">,
  { items, deliveryMethodId }: Pick<NamedInOrder, "items" | "deliveryMethodId">,
) {
  // No row has the id 0.
  const method = methodReads[tenant.audience](tenant.db, { id: deliveryMethodId ?? 0 });
  return { ...method, ...itemReads(tenant, items) };
}

const methodReads = forEachAudience((audience) =>
  prepared((db, { id }: Declared<{ id: number }>) => ({
    deliveryMethods: db.select(deliveryMethods, and(eq(deliveryMethods.id, id), onOfferTo(audience).deliveryMethods)),
  })),
);

/** Adds the unknown ids and unusable choices of a refused order to `faults`. */
export async function addNamedFaults(tenant: Tenant, named: NamedInOrder, faults: Faults): Promise<void> {
  const rows = await retryTransient(() => tenant.db.batchNamed(orderReads(tenant, named)));
  addItemFaults(rows, { ...named, pathOf: itemOfList }, faults);
  addDeliveryFaults(named.deliveryMethodId, rows.deliveryMethods, faults);
}

/**
 * @param requestKey names this attempt: a second write of the same attempt fails
 * @param rows the results of `orderReads`
 * @param waitMilliseconds the longest wait for slicing
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function placeOrder(
  tenant: Tenant,
  order: OrderToPlace,
  requestKey: string,
  rows: NamedResults<ReturnType<typeof orderReads>>,
  waitMilliseconds: number,
): Promise<OrderOutcome> {
  const { byCustomer = null, byStaff = null } = order;
  const topUp = minorUnits(byCustomer?.agreed.topUpMinor ?? 0);
  const priced = await priceOrder(
    tenant,
    { ...order, topUp, changedPrices: byStaff?.changedPrices },
    rows,
    waitMilliseconds,
  );
  if (priced.outcome === "slicing") return priced;

  const { priority, items, products } = priced;
  const newOrder: NewOrder = {
    requestKey,
    ...termsOf(order, priced),
    dueOn: dueDayOf(order.byCustomer, priority),
    byCustomer,
    byStaff: byStaff === null ? null : { personId: byStaff.personId, note: byStaff.note, customerToken: createToken() },
    items,
    products,
  };
  const agreed = byCustomer?.agreed ?? byStaff?.agreed;
  if (agreed !== undefined && !isAsAgreed(newOrder, agreed)) return { outcome: "not_as_agreed" };
  // Staff may know of room that the panel does not: they order as the studio's site does.
  if (byCustomer !== null && items.some(({ fit }) => isTooLarge(fit))) return { outcome: "not_as_agreed" };
  const written = await writtenUnlessTaken(tenant.db, topUp === 0 ? newOrder : orderWithTopUp(newOrder, topUp));
  if (written === "taken meanwhile") return { outcome: "not_as_agreed" };
  tenant.tell("orders");
  if (written.hasMessages) tenant.sendMessages();
  return { outcome: "placed", rows: written };
}

/** The book of the studio's own orders. */
export const STUDIO_ORDERS: OrderBook = {
  place: (tenant, order, { requestKey }, rows, waitMilliseconds) =>
    placeOrder(tenant, order, requestKey, rows, waitMilliseconds),
  findWritten: findWrittenOrder,
  read: readOrder,
};

/** The parts of a priced order that are the same in the studio and in its sandbox. */
export function termsOf(
  { contact, source, deliveryAddress }: OrderToPlace,
  { studio, priority, deliveryMethod, deliveryPrice }: PricedOrder,
) {
  return {
    currencyId: studio.currencyId,
    source,
    priority: priority === undefined ? null : { slug: priority.slug, name: priority.name },
    delivery: toDelivery(deliveryAddress, deliveryMethod?.name),
    deliveryPriceMinor: deliveryPrice,
    contact: { ...contact, locale: contact.locale ?? studio.locale },
  };
}

/** The order, or the word that another order has just taken its pieces from the shelf. */
async function writtenUnlessTaken(db: StudioDb, order: NewOrder): Promise<WrittenOrder | "taken meanwhile"> {
  try {
    return await writeOrder(db, order);
  } catch (error) {
    if (error instanceof TakenMeanwhile) return "taken meanwhile";
    throw error;
  }
}

/**
 * Slices and prices the items, with the prices that staff changed, and the delivery. Writes nothing but the models' files.
 *
 * @param rows the results of `orderReads`
 * @param waitMilliseconds the longest wait for slicing
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function priceOrder(
  tenant: Tenant,
  {
    items,
    products: choices = [],
    deliveryMethodId,
    priority,
    changedPrices = [],
    topUp = minorUnits(0),
  }: OrderToPrice,
  rows: NamedResults<ReturnType<typeof orderReads>>,
  waitMilliseconds: number,
): Promise<PricedOrder | Extract<OrderOutcome, { outcome: "slicing" }>> {
  const [quoted, sliced] = await Promise.all([
    quoteItems(tenant, {
      items,
      pathOf: itemOfList,
      priority,
      waitMilliseconds,
      rows,
      addFaults: (faults) => addDeliveryFaults(deliveryMethodId, rows.deliveryMethods, faults),
    }),
    sliceProducts(tenant, choices, waitMilliseconds),
  ]);
  if (quoted.outcome === "slicing") return quoted;
  if (sliced.outcome === "slicing") return sliced;
  const settings = pricingSettingsOf(quoted.studio, tenant.audience);
  const priced = quoted.items.map((quote, position): NewOrderItem => {
    const changed = changedPrices[position];
    return {
      ...quote,
      priced: changed === undefined ? quote.priced : atChangedPrice(quote.priced, changed),
      sliced: slicedFigures(quote.item, quote.slice, settings),
    };
  });
  const products = sliced.products.map((product) => priceProduct(product, settings, quoted.priority));
  const [deliveryMethod] = rows.deliveryMethods;
  const prices = [...priced.map((item) => item.priced.price), ...products.map(({ price }) => price)];
  const total = sumMinorUnits([...prices, topUp]);
  const deliveryPrice = deliveryMethod === undefined ? null : deliveryPriceOf(deliveryMethod, total);
  return { ...quoted, outcome: "priced", items: priced, products, deliveryMethod, deliveryPrice };
}

/** The day that the customer was shown; an order of the API has the one that its priority promises. */
function dueDayOf(byCustomer: OrderToPlace["byCustomer"], priority: Priority | undefined): string | null {
  if (byCustomer !== undefined) return byCustomer.dueOn;
  return priority === undefined ? null : afterWorkingDays(dayFromNow(0), priority.workingDays);
}

/** The order's first item holds the top-up: a part's, or a product's if there is no part. */
function orderWithTopUp(order: NewOrder, topUp: MinorUnits): NewOrder {
  const { items, products } = order;
  if (items.length > 0) return { ...order, items: withTopUp(items, topUp), topUpMinor: topUp };
  const [first, ...others] = products;
  if (first === undefined) return order;
  return { ...order, products: [{ ...first, items: withTopUp(first.items, topUp) }, ...others], topUpMinor: topUp };
}

function isAsAgreed({ items, products, currencyId, deliveryPriceMinor }: NewOrder, agreed: AgreedPrices): boolean {
  return (
    currencyId === agreed.currencyId &&
    deliveryPriceMinor === agreed.deliveryPriceMinor &&
    items.length === agreed.pricesMinor.length &&
    items.every(({ priced }, index) => priced.price === agreed.pricesMinor[index]) &&
    products.length === agreed.products.length &&
    agreed.products.every(({ priceMinor, fromShelf }, index) => {
      const product = products[index];
      return product?.price === priceMinor && product.fromShelf >= fromShelf;
    })
  );
}

function addDeliveryFaults(
  deliveryMethodId: number | undefined,
  [deliveryMethod]: readonly (typeof deliveryMethods.$inferSelect)[],
  faults: Faults,
): void {
  if (deliveryMethodId !== undefined && deliveryMethod === undefined) {
    faults.addMissing("deliveryMethodId", {
      en: `the studio has no delivery method ${deliveryMethodId}; GET /delivery/settings lists them`,
      uk: `студія не має способу доставки ${deliveryMethodId}; їх перелічує GET /delivery/settings`,
    });
  }
  if (deliveryMethod?.isActive === false) {
    faults.add("deliveryMethodId", {
      en: `delivery method ${deliveryMethodId} is inactive`,
      uk: `спосіб доставки ${deliveryMethodId} вимкнено`,
    });
  }
}
