// Named price of a price request: its parts, their sum, and whether the customer may still accept it.

import type { NamedPrice } from "../db/column-types.ts";
import type { CurrencyId } from "../domain/currency.ts";
import { type MinorUnits, minorUnits, sumMinorUnits } from "../domain/money.ts";
import type { PriceRequest } from "./price-request.store.ts";

/**
 * `none`: no price is named now. `open`: the customer may accept it. `expired`: it has to be named anew, for its last day has passed or
 * the studio has another currency. `accepted`: the request has become an order.
 */
export type PriceStanding = "none" | "open" | "expired" | "accepted";

/** @param today YYYY-MM-DD */
export function priceStanding(
  { status, orderId, namedPrice }: Pick<PriceRequest, "status" | "orderId" | "namedPrice">,
  { currencyId }: { readonly currencyId: CurrencyId },
  today: string,
): PriceStanding {
  if (orderId !== null) return "accepted";
  if (status !== "answered" || namedPrice === null) return "none";
  return namedPrice.validUntil < today || namedPrice.currencyId !== currencyId ? "expired" : "open";
}

/** The price of all parts. */
export function sumOfNamedPrice({ items, files }: Pick<NamedPrice, "items" | "files">): MinorUnits {
  return sumMinorUnits([...Object.values(items), ...Object.values(files)].map(minorUnits));
}
