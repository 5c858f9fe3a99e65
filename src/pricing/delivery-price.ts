// Price of an order's delivery: the method's own, or nothing from a sum of items on.

import { type MinorUnits, minorUnits } from "../domain/money.ts";

/** The prices of a delivery method, in minor units. */
export interface DeliveryPricing {
  /** Null: none is stated. */
  readonly priceMinor: number | null;
  /** The total of an order's items from which it costs nothing. Null: never free. */
  readonly freeFromMinor: number | null;
}

/**
 * The price of delivering an order, which stands beside its items and is no part of their total.
 *
 * @param total of the items, with a top-up to the least order: the sum that the customer reads as the order's total
 * @returns null if the method states none
 */
export function deliveryPriceOf({ priceMinor, freeFromMinor }: DeliveryPricing, total: MinorUnits): MinorUnits | null {
  if (priceMinor === null) return null;
  return minorUnits(freeFromMinor !== null && total >= freeFromMinor ? 0 : priceMinor);
}
