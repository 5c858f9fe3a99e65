// Quote as the API writes it.

import { z } from "@hono/zod-openapi";
import { currencyOf } from "../domain/currency.ts";
import type { Language } from "../domain/person.ts";
import { modelIdSchema } from "../http/contract/model-id.schema.ts";
import { moneySchema, toMoney } from "../http/contract/money.schema.ts";
import { toWarnings, warningSchema } from "../http/contract/warning.schema.ts";
import {
  adjustmentSchema,
  costBreakdownSchema,
  fitFields,
  toAdjustment,
  toCostBreakdown,
  toFit,
  toWeight,
} from "../items/item.schema.ts";
import type { ItemQuote, QuotedItems } from "../items/quote-items.ts";
import { chargedOnce } from "../pricing/price.ts";
import { modelMetricsSchema, toModelMetrics } from "../slicing/slicing-job.schema.ts";

export const quoteSchema = z
  .object({
    totalPrice: moneySchema,
    perUnitPrice: moneySchema.openapi({ description: "For one copy, without what setupCost has" }),
    setupCost: moneySchema.openapi({
      description:
        "All that is not charged by the copy: the breakdown's setupCost, startUpCost and minimumPriceAdjustment. perUnitPrice × quantity + setupCost = totalPrice, to the cent, plus `adjustment` where there is one",
    }),
    adjustment: adjustmentSchema.optional(),
    priority: z.string().optional().openapi({ description: "The slug that was sent; absent where none was" }),
    quantity: z.int().openapi({ description: "Copies" }),
    materialId: z.int(),
    printingQualityId: z.int(),
    finishingIds: z.array(z.int()),
    printingTime: z.int().openapi({ description: "Minutes, for the whole quantity" }),
    weight: z.string().openapi({ description: "g, for the whole quantity: a decimal" }),
    modelMetrics: modelMetricsSchema,
    ...fitFields,
    warnings: z.array(warningSchema).openapi({ description: "What to know before it is printed" }),
    modelId: modelIdSchema,
    breakdown: costBreakdownSchema,
  })
  .openapi("Quote");

type QuotedOutcome = Extract<QuotedItems, { readonly outcome: "quoted" }>;

/** @param language of warnings */
export function toQuote(
  { modelId, item, priced, slice, fit, warnings }: ItemQuote,
  { studio, priority }: Pick<QuotedOutcome, "studio" | "priority">,
  language: Language,
): z.infer<typeof quoteSchema> {
  const currency = currencyOf(studio.currencyId);
  return {
    totalPrice: toMoney(priced.price, currency),
    perUnitPrice: toMoney(priced.perUnitPrice, currency),
    setupCost: toMoney(chargedOnce(priced), currency),
    ...toAdjustment(priced.breakdown, currency),
    ...(priority === undefined ? {} : { priority: priority.slug }),
    ...item.choice,
    printingTime: priced.printMinutes,
    weight: toWeight(priced.weightHundredthsOfGram),
    modelMetrics: toModelMetrics(slice),
    ...toFit(fit),
    warnings: toWarnings(warnings, language),
    modelId,
    breakdown: toCostBreakdown(priced.breakdown, currency),
  };
}
