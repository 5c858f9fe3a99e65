// Placing an order: slices and prices every item as a quote would, then writes all of it or nothing.

import { and, eq } from "drizzle-orm";
import { deliveryMethods } from "../db/schema.ts";
import { type Declared, type NamedResults, prepared } from "../db/studio-db.ts";
import { pricingSettingsOf } from "../db/studio-record.ts";
import type { CurrencyId } from "../domain/currency.ts";
import type { DeliveryAddress } from "../domain/delivery.ts";
import type { Faults } from "../domain/errors.ts";
import { minorUnits } from "../domain/money.ts";
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
  quoteItems,
} from "../items/quote-items.ts";
import { afterWorkingDays, dayFromNow } from "../platform/calendar.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Priority } from "../pricing/price-rules.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { toDelivery } from "./delivery.ts";
import { type NewOrder, type OrderRows, writeOrder } from "./order.store.ts";
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
  readonly byCustomer?: NonNullable<NewOrder["byCustomer"]> & { readonly agreed: AgreedPrices };
}

/** The prices that the customer saw and agreed to. */
export interface AgreedPrices {
  readonly currencyId: CurrencyId;
  /** One per item, in their order. */
  readonly pricesMinor: readonly number[];
  /** The sum that lifts them to the order page's least order. */
  readonly topUpMinor: number;
}

export type OrderOutcome =
  | { readonly outcome: "placed"; readonly rows: OrderRows }
  /** It costs something else than was agreed to, or no printer has room for it any more: nothing was written. */
  | { readonly outcome: "not_as_agreed" }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

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
  const { deliveryMethodId, contact, source, byCustomer = null } = order;
  const quoted = await quoteItems(tenant, {
    items: order.items,
    pathOf: itemOfList,
    priority: order.priority,
    waitMilliseconds,
    rows,
    addFaults: (faults) => addDeliveryFaults(deliveryMethodId, rows.deliveryMethods, faults),
  });
  if (quoted.outcome === "slicing") return quoted;

  const { studio, priority, items } = quoted;
  const settings = pricingSettingsOf(studio, tenant.audience);
  const [deliveryMethod] = rows.deliveryMethods;
  const newOrder: NewOrder = {
    requestKey,
    currencyId: studio.currencyId,
    source,
    priority: priority === undefined ? null : { slug: priority.slug, name: priority.name },
    dueOn: dueDayOf(byCustomer, priority),
    delivery: toDelivery(order.deliveryAddress, deliveryMethod?.name),
    contact: { ...contact, locale: contact.locale ?? studio.locale },
    byCustomer,
    items: items.map((quote) => ({ ...quote, sliced: slicedFigures(quote.item, quote.slice, settings) })),
  };
  if (byCustomer !== null && !isAsAgreed(newOrder, byCustomer.agreed)) return { outcome: "not_as_agreed" };
  const topUp = minorUnits(byCustomer?.agreed.topUpMinor ?? 0);
  const toWrite = topUp === 0 ? newOrder : { ...newOrder, items: withTopUp(newOrder.items, topUp), topUpMinor: topUp };
  const written = await writeOrder(tenant.db, toWrite);
  tenant.tell("orders");
  return { outcome: "placed", rows: written };
}

/** The day that the customer was shown; an order of the API has the one that its priority promises. */
function dueDayOf(byCustomer: OrderToPlace["byCustomer"] | null, priority: Priority | undefined): string | null {
  if (byCustomer != null) return byCustomer.dueOn;
  return priority === undefined ? null : afterWorkingDays(dayFromNow(0), priority.workingDays);
}

function isAsAgreed({ items, currencyId }: NewOrder, agreed: AgreedPrices): boolean {
  return (
    currencyId === agreed.currencyId &&
    items.length === agreed.pricesMinor.length &&
    items.every(({ priced, fit }, index) => priced.price === agreed.pricesMinor[index] && !isTooLarge(fit))
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
