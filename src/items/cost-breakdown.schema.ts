// CostBreakdown and weight as the API writes them.

import { z } from "@hono/zod-openapi";
import type { Currency } from "../domain/currency.ts";
import { formatDecimal } from "../domain/decimal.ts";
import { moneySchema, toMoney } from "../http/money.schema.ts";
import type { PriceBreakdown } from "../pricing/price.ts";

export const costBreakdownSchema = z
  .object({
    materialCost: moneySchema,
    timeCost: moneySchema,
    postProcessingCost: moneySchema,
    markupAmount: moneySchema,
    setupCost: moneySchema,
    minimumPriceAdjustment: moneySchema.openapi({ description: "What lifts the item to the studio's minimum" }),
    perUnitPrice: moneySchema.openapi({ description: "For one copy, without what is charged once" }),
    markupPercentage: z.string().openapi({ description: "Percent of material, time and post-processing" }),
    finishings: z.array(z.object({ finishingId: z.int(), name: z.string(), price: moneySchema })),
    totalWeightGrams: z.number().openapi({ description: "g" }),
    printDurationMinutes: z.int().openapi({ description: "Minutes" }),
  })
  .openapi("CostBreakdown", {
    description:
      "For the item's whole quantity, but for perUnitPrice. The first six amounts add up to the item's price to the cent.",
  });

export function toCostBreakdown(breakdown: PriceBreakdown, currency: Currency): z.infer<typeof costBreakdownSchema> {
  return {
    materialCost: toMoney(breakdown.materialCost, currency),
    timeCost: toMoney(breakdown.timeCost, currency),
    postProcessingCost: toMoney(breakdown.postProcessingCost, currency),
    markupAmount: toMoney(breakdown.markupAmount, currency),
    setupCost: toMoney(breakdown.setupCost, currency),
    minimumPriceAdjustment: toMoney(breakdown.minimumPriceAdjustment, currency),
    perUnitPrice: toMoney(breakdown.perUnitPrice, currency),
    markupPercentage: formatDecimal(breakdown.markupBasisPoints, 2),
    finishings: breakdown.finishings.map(({ id, name, price }) => ({
      finishingId: id,
      name,
      price: toMoney(price, currency),
    })),
    totalWeightGrams: breakdown.weightHundredthsOfGram / 100,
    printDurationMinutes: breakdown.printMinutes,
  };
}

/** Grams, as a decimal string. */
export function toWeight(hundredthsOfGram: number): string {
  return formatDecimal(hundredthsOfGram, 2);
}
