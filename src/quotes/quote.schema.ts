// Quote as the API writes it.

import { z } from "@hono/zod-openapi";
import { currencyOf } from "../domain/currency.ts";
import { modelIdSchema } from "../http/model-id.schema.ts";
import { moneySchema, toMoney } from "../http/money.schema.ts";
import { costBreakdownSchema, toCostBreakdown, toWeight } from "../items/cost-breakdown.schema.ts";
import { chargedOnce } from "../pricing/price.ts";
import { modelMetricsSchema, toModelMetrics } from "../slicing/slicing-job.schema.ts";
import type { Quote } from "./quote-print.ts";

export const quoteSchema = z
  .object({
    totalPrice: moneySchema,
    perUnitPrice: moneySchema.openapi({ description: "For one copy, without what setupCost has" }),
    setupCost: moneySchema.openapi({
      description:
        "All that is not charged by the copy: the breakdown's setupCost, startUpCost and minimumPriceAdjustment. perUnitPrice × quantity + setupCost = totalPrice, to the cent",
    }),
    quantity: z.int().openapi({ description: "Copies" }),
    materialId: z.int(),
    printingQualityId: z.int(),
    finishingIds: z.array(z.int()),
    printingTime: z.int().openapi({ description: "Minutes, for the whole quantity" }),
    weight: z.string().openapi({ description: "g, for the whole quantity: a decimal" }),
    modelMetrics: modelMetricsSchema,
    fitsBuildVolume: z.boolean().nullable().openapi({
      description: "Whether a printer has room for it; null where no printer of the technology states a build volume",
    }),
    modelId: modelIdSchema,
    breakdown: costBreakdownSchema,
  })
  .openapi("Quote");

export function toQuote({
  modelId,
  choice,
  priced,
  slice,
  fitsBuildVolume,
  currencyId,
}: Quote): z.infer<typeof quoteSchema> {
  const currency = currencyOf(currencyId);
  return {
    totalPrice: toMoney(priced.price, currency),
    perUnitPrice: toMoney(priced.perUnitPrice, currency),
    setupCost: toMoney(chargedOnce(priced), currency),
    ...choice,
    printingTime: priced.printMinutes,
    weight: toWeight(priced.weightHundredthsOfGram),
    modelMetrics: toModelMetrics(slice),
    fitsBuildVolume,
    modelId,
    breakdown: toCostBreakdown(priced.breakdown, currency),
  };
}
