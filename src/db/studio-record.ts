// Studio record and its pricing settings.

import { type Currency, currencyOf } from "../domain/currency.ts";
import { NotFound } from "../domain/errors.ts";
import { type MinorUnits, minorUnits } from "../domain/money.ts";
import type { Audience } from "../domain/visitor.ts";
import type { PricingSettings } from "../pricing/price.ts";
import type { studios } from "./schema.ts";

export type Studio = typeof studios.$inferSelect;

/**
 * The studio does not exist: a lagging copy of the database does not have it yet, or a read ran before the gate refused a
 * key that names no studio.
 */
export class StudioUnknown extends NotFound {}

/** The row that `StudioDb.studio()` answers. @throws StudioUnknown if there is none */
export function requireStudio([studio]: readonly Studio[]): Studio {
  if (studio === undefined) throw new StudioUnknown();
  return studio;
}

export function currencyOfStudio(rows: readonly Studio[]): Currency {
  return currencyOf(requireStudio(rows).currencyId);
}

/** The settings of every item, before its machine states an hour of its own. */
export interface StudioPricing extends PricingSettings {
  /** For one kWh; 0: a machine's power costs nothing by itself. */
  readonly electricityPrice: MinorUnits;
}

/**
 * A visitor's items have no minimum price by themselves if the studio's counts once for an order: the basket is topped up
 * instead (src/orders/top-up.ts).
 */
export function pricingSettingsOf(studio: Studio, audience: Audience): StudioPricing {
  const isOfOrder = audience === "visitor" && studio.minimumPricePer === "order";
  return {
    hourlyRate: minorUnits(studio.hourlyRateMinor),
    setupCost: minorUnits(studio.setupCostMinor),
    minimumPrice: minorUnits(isOfOrder ? 0 : studio.minimumPriceMinor),
    markupBasisPoints: studio.markupBasisPoints,
    quantityTiers: studio.quantityTiers ?? [],
    electricityPrice: minorUnits(studio.electricityPriceMinor ?? 0),
  };
}
