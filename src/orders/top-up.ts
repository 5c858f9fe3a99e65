// Top-up of an order: the sum that lifts it to the order page's least order.
//
// An order's total is the sum of its items, so the first item holds the top-up, in its adjustment to the minimum. The order keeps the
// amount, so that people see it as a line of its own.

import type { orderItems, orders } from "../db/schema.ts";
import type { Studio } from "../db/studio-record.ts";
import { type MinorUnits, minorUnits, sumMinorUnits } from "../domain/money.ts";
import { type PriceBreakdown, toppedUp } from "../pricing/price.ts";

type MinimumPrice = Pick<Studio, "minimumPriceMinor" | "minimumPricePer">;

/** The order page's least order: its own, or the studio's minimum price if that holds for the order and is greater. 0: none. */
export function leastOrderOf(
  { minimumPriceMinor, minimumPricePer }: MinimumPrice,
  { minimumOrderMinor }: { readonly minimumOrderMinor: number | null },
): MinorUnits {
  return minorUnits(Math.max(minimumPricePer === "order" ? minimumPriceMinor : 0, minimumOrderMinor ?? 0));
}

/** Whether the least order is above the order page's maximum, so that the page would take no order at all. */
export function isLeastAboveMaximum(
  studio: MinimumPrice,
  page: { readonly minimumOrderMinor: number | null; readonly maximumOrderMinor: number | null },
): boolean {
  return page.maximumOrderMinor !== null && leastOrderOf(studio, page) > page.maximumOrderMinor;
}

/** The sum that lifts a basket of this price to the least order: 0 from there on. */
export function topUpOf(price: MinorUnits, leastOrder: MinorUnits): MinorUnits {
  return minorUnits(Math.max(0, leastOrder - price));
}

interface TopUpPrice {
  readonly price: MinorUnits;
  /** Null: several prints have the price together. */
  readonly breakdown: PriceBreakdown | null;
}

/** The items of a new order, the first with the top-up. */
export function withTopUp<Item extends { readonly priced: TopUpPrice }>(
  items: readonly Item[],
  topUp: MinorUnits,
): Item[] {
  return items.map((item, position) => {
    if (position > 0) return item;
    const { priced } = item;
    const price = sumMinorUnits([priced.price, topUp]);
    return { ...item, priced: { ...priced, price, breakdown: priced.breakdown && toppedUp(priced.breakdown, topUp) } };
  });
}

type StoredItem = Pick<typeof orderItems.$inferSelect, "position" | "priceMinor" | "costBreakdown">;

/** A stored item with its own price, without the order's top-up. */
export function withoutTopUp<Item extends StoredItem>(
  { topUpMinor }: Pick<typeof orders.$inferSelect, "topUpMinor">,
  item: Item,
): Item {
  if (topUpMinor === null || item.position > 0) return item;
  const { priceMinor, costBreakdown } = item;
  const taken = minorUnits(-topUpMinor);
  return {
    ...item,
    priceMinor: sumMinorUnits([minorUnits(priceMinor), taken]),
    costBreakdown: costBreakdown && toppedUp(costBreakdown, taken),
  };
}
