// The price of a chosen and sliced item, and how the API writes it.

import { z } from "@hono/zod-openapi";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import { pricingSettingsOf, type Studio } from "../db/studio-record.ts";
import { formatDecimal } from "../domain/decimal.ts";
import { minorUnits } from "../domain/money.ts";
import { type Currency, money, moneySchema } from "../http/money.schema.ts";
import { type FinishingCharge, type PriceBreakdown, type PricedItem, priceItem } from "../pricing/price.ts";
import type { ChosenItem } from "./resolve-items.ts";

/** Prices an item by the studio's settings and catalog of today. */
export function priceChosenItem(
  { choice, material, finishings }: ChosenItem,
  slice: SliceResult,
  studio: Studio,
): PricedItem {
  return priceItem({
    slice,
    densityMilligramsPerCubicCm: material.densityMilligramsPerCubicCm,
    costPerKg: minorUnits(material.costPerKg),
    finishings: finishings.map((finishing) => ({
      id: finishing.id,
      name: finishing.name,
      charge: chargeOf(finishing),
    })),
    quantity: choice.quantity,
    settings: pricingSettingsOf(studio),
  });
}

function chargeOf({ price, percentageBasisPoints }: ChosenItem["finishings"][number]): FinishingCharge {
  if (price !== null) return { kind: "flat", price: minorUnits(price) };
  if (percentageBasisPoints !== null) return { kind: "percentage", hundredths: percentageBasisPoints };
  return { kind: "free" };
}

export const costBreakdownSchema = z
  .object({
    materialCost: moneySchema,
    timeCost: moneySchema,
    postProcessingCost: moneySchema,
    markupAmount: moneySchema,
    setupCost: moneySchema,
    minimumPriceAdjustment: moneySchema.openapi({ description: "What lifts the item to the studio's minimum" }),
    perUnitPrice: moneySchema,
    markupPercentage: z.string().openapi({ example: "15.00" }),
    finishings: z.array(z.object({ finishingId: z.int(), name: z.string(), price: moneySchema })),
    totalWeightGrams: z.number(),
    printDurationMinutes: z.int(),
  })
  .openapi("CostBreakdown", {
    description:
      "For the item's whole quantity, but for perUnitPrice. The first six amounts add up to the item's price to the cent.",
  });

export function toCostBreakdown(breakdown: PriceBreakdown, currency: Currency): z.infer<typeof costBreakdownSchema> {
  return {
    materialCost: money(breakdown.materialCost, currency),
    timeCost: money(breakdown.timeCost, currency),
    postProcessingCost: money(breakdown.postProcessingCost, currency),
    markupAmount: money(breakdown.markupAmount, currency),
    setupCost: money(breakdown.setupCost, currency),
    minimumPriceAdjustment: money(breakdown.minimumPriceAdjustment, currency),
    perUnitPrice: money(breakdown.perUnitPrice, currency),
    markupPercentage: formatDecimal(breakdown.markupBasisPoints, 2),
    finishings: breakdown.finishings.map(({ id, name, price }) => ({
      finishingId: id,
      name,
      price: money(price, currency),
    })),
    totalWeightGrams: breakdown.weightHundredthsOfGram / 100,
    printDurationMinutes: breakdown.printMinutes,
  };
}

/** Grams as the API writes them. */
export function toWeight(hundredthsOfGram: number): string {
  return formatDecimal(hundredthsOfGram, 2);
}
