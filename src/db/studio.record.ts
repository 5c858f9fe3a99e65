// A studio's own record and the settings that its prices come from.

import { type Currency, currencyOf } from "../http/money.schema.ts";
import { minorUnits } from "../pricing/money.ts";
import type { PricingSettings } from "../pricing/price.ts";
import type { studios } from "./schema.ts";

export type Studio = typeof studios.$inferSelect;

/** The one row that `StudioDb.studio()` answers. */
export function theStudio([studio]: readonly Studio[]): Studio {
  if (studio === undefined) throw new Error("an admitted request's studio does not exist");
  return studio;
}

export function currencyOfStudio(rows: readonly Studio[]): Currency {
  return currencyOf(theStudio(rows).currencyId);
}

export function pricingSettingsOf(studio: Studio): PricingSettings {
  return {
    hourlyRate: minorUnits(studio.hourlyRate),
    setupCost: minorUnits(studio.setupCost),
    minimumPrice: minorUnits(studio.minimumPrice),
    markupHundredths: studio.markupHundredths,
  };
}
