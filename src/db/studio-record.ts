// A studio's own record and the settings that its prices come from.

import { minorUnits } from "../domain/money.ts";
import { type Currency, currencyOf } from "../http/money.schema.ts";
import type { PricingSettings } from "../pricing/price.ts";
import type { studios } from "./schema.ts";

export type Studio = typeof studios.$inferSelect;

/** The one row that `StudioDb.studio()` answers. */
export function requireStudio([studio]: readonly Studio[]): Studio {
  if (studio === undefined) throw new Error("an admitted request's studio does not exist");
  return studio;
}

export function currencyOfStudio(rows: readonly Studio[]): Currency {
  return currencyOf(requireStudio(rows).currencyId);
}

export function pricingSettingsOf(studio: Studio): PricingSettings {
  return {
    hourlyRate: minorUnits(studio.hourlyRate),
    setupCost: minorUnits(studio.setupCost),
    minimumPrice: minorUnits(studio.minimumPrice),
    markupBasisPoints: studio.markupBasisPoints,
  };
}
