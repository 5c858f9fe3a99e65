// Whether a priced basket may be ordered as it is, by the limits of the studio's order page.

import type { MinorUnits } from "../domain/money.ts";
import { isTooLarge } from "../items/fits-printers.ts";
import type { ItemQuote } from "../items/quote-items.ts";

/** Minor units; null: no limit. */
export interface OrderLimits {
  readonly minimumOrderMinor: number | null;
  readonly maximumOrderMinor: number | null;
}

export type Orderable = "allowed" | "below_minimum" | "above_maximum" | "fits_no_printer";

/** A print that does not fit comes first: another amount would not help. */
export function orderable(items: readonly Pick<ItemQuote, "fit">[], total: MinorUnits, limits: OrderLimits): Orderable {
  return items.some(({ fit }) => isTooLarge(fit)) ? "fits_no_printer" : withinLimits(total, limits);
}

/** Whether an order of this amount is taken. */
export function withinLimits(
  totalMinor: number,
  { minimumOrderMinor, maximumOrderMinor }: OrderLimits,
): Exclude<Orderable, "fits_no_printer"> {
  if (minimumOrderMinor !== null && totalMinor < minimumOrderMinor) return "below_minimum";
  if (maximumOrderMinor !== null && totalMinor > maximumOrderMinor) return "above_maximum";
  return "allowed";
}
