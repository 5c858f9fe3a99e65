// Prices a resolved and sliced item by the studio's settings and catalog of today.

import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import { pricingSettingsOf, type Studio } from "../db/studio-record.ts";
import { type MinorUnits, minorUnits, sumMinorUnits } from "../domain/money.ts";
import { type FinishingCharge, type PricedItem, priceItem } from "../pricing/price.ts";
import type { ResolvedItem } from "./resolve-items.ts";

export function priceResolvedItem(
  { choice, material, finishings }: ResolvedItem,
  slice: SliceResult,
  studio: Studio,
): PricedItem {
  return priceItem({
    slice,
    densityMilligramsPerCubicCm: material.densityMilligramsPerCubicCm,
    costPerKg: minorUnits(material.costPerKgMinor),
    finishings: finishings.map((finishing) => ({
      id: finishing.id,
      name: finishing.name,
      charge: chargeOf(finishing),
    })),
    quantity: choice.quantity,
    settings: pricingSettingsOf(studio),
  });
}

/** All that an item is charged once for, whatever its quantity: what perUnitPrice × quantity lacks of the price. */
export function chargedOnce({ breakdown }: PricedItem): MinorUnits {
  return sumMinorUnits([breakdown.setupCost, breakdown.minimumPriceAdjustment]);
}

/** How a finishing of the catalog is charged. */
export function chargeOf({
  priceMinor,
  percentageBasisPoints,
}: Pick<ResolvedItem["finishings"][number], "priceMinor" | "percentageBasisPoints">): FinishingCharge {
  if (priceMinor !== null) return { kind: "flat", price: minorUnits(priceMinor) };
  if (percentageBasisPoints !== null) return { kind: "percentage", basisPoints: percentageBasisPoints };
  return { kind: "free" };
}
