// Studio record and its pricing settings.

import { type Currency, currencyOf } from "../domain/currency.ts";
import { minorUnits } from "../domain/money.ts";
import type { PricingSettings } from "../pricing/price.ts";
import type { studios } from "./schema.ts";

export type Studio = typeof studios.$inferSelect;

/** An admitted request's studio is not there: only a copy of the database that is behind can be without it. */
export class StudioUnknown extends Error {}

/** The row that `StudioDb.studio()` answers. @throws StudioUnknown where there is none */
export function requireStudio([studio]: readonly Studio[]): Studio {
  if (studio === undefined) throw new StudioUnknown("an admitted request's studio does not exist");
  return studio;
}

export function currencyOfStudio(rows: readonly Studio[]): Currency {
  return currencyOf(requireStudio(rows).currencyId);
}

export function pricingSettingsOf(studio: Studio): PricingSettings {
  return {
    hourlyRate: minorUnits(studio.hourlyRateMinor),
    setupCost: minorUnits(studio.setupCostMinor),
    minimumPrice: minorUnits(studio.minimumPriceMinor),
    markupBasisPoints: studio.markupBasisPoints,
  };
}
