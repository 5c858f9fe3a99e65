// Whether a priced basket may be ordered as it is, by the limits of the studio's order page.

import type { MinorUnits } from "../domain/money.ts";
import { isTooLarge } from "../items/fits-printers.ts";
import type { ItemQuote } from "../items/quote-items.ts";

export interface OrderLimits {
  /** Minor units, with the top-up to the least order; null: no limit. */
  readonly maximumOrderMinor: number | null;
}

export type Orderable = "allowed" | "above_maximum" | "fits_no_printer";

/** A print that does not fit comes first: another amount would not help. */
export function orderable(items: readonly Pick<ItemQuote, "fit">[], total: MinorUnits, limits: OrderLimits): Orderable {
  return items.some(({ fit }) => isTooLarge(fit)) ? "fits_no_printer" : withinLimits(total, limits);
}

/** Whether an order of this amount, with its top-up, is taken. */
export function withinLimits(
  totalMinor: number,
  { maximumOrderMinor }: OrderLimits,
): Exclude<Orderable, "fits_no_printer"> {
  return maximumOrderMinor !== null && totalMinor > maximumOrderMinor ? "above_maximum" : "allowed";
}
