// Placing an order: slices and prices every item as a quote would, then writes all of it or nothing.

import { and, eq } from "drizzle-orm";
import { deliveryMethods } from "../db/schema.ts";
import { type Declared, type NamedResults, prepared } from "../db/studio-db.ts";
import { pricingSettingsOf } from "../db/studio-record.ts";
import type { CurrencyId } from "../domain/currency.ts";
import type { DeliveryAddress } from "../domain/delivery.ts";
import type { Faults } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import { type MinorUnits, minorUnits, sumMinorUnits } from "../domain/money.ts";
import { forEachAudience } from "../domain/visitor.ts";
import { isTooLarge } from "../items/fits-printers.ts";
import { onOfferTo } from "../items/on-offer.ts";
import { slicedFigures } from "../items/price-item.ts";
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
import { type NewOrder, type NewOrderItem, type OrderRows, writeOrder } from "./order.store.ts";
import { withTopUp } from "./top-up.ts";

/** An order as a customer places it. */
export interface OrderToPlace {
  readonly items: readonly ItemToQuote[];
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
  /** The sum that lifts them to the order page's least order. */
  readonly topUpMinor: number;
  /** The price of the chosen delivery; null: none was shown. */
  readonly deliveryPriceMinor: number | null;
}

export type OrderOutcome =
  | { readonly outcome: "placed"; readonly rows: OrderRows }
  /** It costs something else than was agreed to, or no printer has room for it any more: nothing was written. */
  | { readonly outcome: "not_as_agreed" }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

/** The part of an order that its price depends on. */
export interface OrderToPrice extends Pick<OrderToPlace, "items" | "deliveryMethodId" | "priority"> {
  /** One per item, in their order; undefined: the computed price holds. */
  readonly changedPrices?: readonly (ChangedPrice | undefined)[] | undefined;
  /** Added to the sum from which a delivery is free. Absent: none. */
  readonly topUp?: MinorUnits;
}

/** An order with its price, before it is placed. */
export interface PricedOrder extends Omit<Extract<QuotedItems, { outcome: "quoted" }>, "outcome" | "items"> {
  readonly outcome: "priced";
  readonly items: readonly NewOrderItem[];
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
  const { contact, source, byCustomer = null, byStaff = null } = order;
  const topUp = minorUnits(byCustomer?.agreed.topUpMinor ?? 0);
  const priced = await priceOrder(
    tenant,
    { ...order, topUp, changedPrices: byStaff?.changedPrices },
    rows,
    waitMilliseconds,
  );
  if (priced.outcome === "slicing") return priced;

  const { studio, priority, items, deliveryMethod, deliveryPrice } = priced;
  const newOrder: NewOrder = {
    requestKey,
    currencyId: studio.currencyId,
    source,
    priority: priority === undefined ? null : { slug: priority.slug, name: priority.name },
    dueOn: dueDayOf(order.byCustomer, priority),
    delivery: toDelivery(order.deliveryAddress, deliveryMethod?.name),
    deliveryPriceMinor: deliveryPrice,
    contact: { ...contact, locale: contact.locale ?? studio.locale },
    byCustomer,
    byStaff: byStaff === null ? null : { personId: byStaff.personId, note: byStaff.note, customerToken: createToken() },
    items,
  };
  const agreed = byCustomer?.agreed ?? byStaff?.agreed;
  if (agreed !== undefined && !isAsAgreed(newOrder, agreed)) return { outcome: "not_as_agreed" };
  // Staff may know of room that the panel does not: they order as the studio's site does.
  if (byCustomer !== null && items.some(({ fit }) => isTooLarge(fit))) return { outcome: "not_as_agreed" };
  const toWrite = topUp === 0 ? newOrder : { ...newOrder, items: withTopUp(newOrder.items, topUp), topUpMinor: topUp };
  const written = await writeOrder(tenant.db, toWrite);
  tenant.tell("orders");
  if (written.hasMessages) tenant.sendMessages();
  return { outcome: "placed", rows: written };
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
  { items, deliveryMethodId, priority, changedPrices = [], topUp = minorUnits(0) }: OrderToPrice,
  rows: NamedResults<ReturnType<typeof orderReads>>,
  waitMilliseconds: number,
): Promise<PricedOrder | Extract<OrderOutcome, { outcome: "slicing" }>> {
  const quoted = await quoteItems(tenant, {
    items,
    pathOf: itemOfList,
    priority,
    waitMilliseconds,
    rows,
    addFaults: (faults) => addDeliveryFaults(deliveryMethodId, rows.deliveryMethods, faults),
  });
  if (quoted.outcome === "slicing") return quoted;
  const settings = pricingSettingsOf(quoted.studio, tenant.audience);
  const priced = quoted.items.map((quote, position): NewOrderItem => {
    const changed = changedPrices[position];
    return {
      ...quote,
      priced: changed === undefined ? quote.priced : atChangedPrice(quote.priced, changed),
      sliced: slicedFigures(quote.item, quote.slice, settings),
    };
  });
  const [deliveryMethod] = rows.deliveryMethods;
  const total = sumMinorUnits([...priced.map((item) => item.priced.price), topUp]);
  const deliveryPrice = deliveryMethod === undefined ? null : deliveryPriceOf(deliveryMethod, total);
  return { ...quoted, outcome: "priced", items: priced, deliveryMethod, deliveryPrice };
}

/** The day that the customer was shown; an order of the API has the one that its priority promises. */
function dueDayOf(byCustomer: OrderToPlace["byCustomer"], priority: Priority | undefined): string | null {
  if (byCustomer !== undefined) return byCustomer.dueOn;
  return priority === undefined ? null : afterWorkingDays(dayFromNow(0), priority.workingDays);
}

function isAsAgreed({ items, currencyId, deliveryPriceMinor }: NewOrder, agreed: AgreedPrices): boolean {
  return (
    currencyId === agreed.currencyId &&
    deliveryPriceMinor === agreed.deliveryPriceMinor &&
    items.length === agreed.pricesMinor.length &&
    items.every(({ priced }, index) => priced.price === agreed.pricesMinor[index])
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
