// Studio record and its pricing settings.

import { type Currency, currencyOf } from "../domain/currency.ts";
import { NotFound } from "../domain/errors.ts";
import { minorUnits } from "../domain/money.ts";
import type { PricingSettings } from "../pricing/price.ts";
import type { studios } from "./schema.ts";

export type Studio = typeof studios.$inferSelect;

/**
 * The row that `StudioDb.studio()` answers.
 *
 * @throws NotFound where there is none: a read runs before the gate has refused a key that names no studio
 */
export function requireStudio([studio]: readonly Studio[]): Studio {
  if (studio === undefined) throw new NotFound();
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
