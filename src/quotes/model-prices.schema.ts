// Prices of a model as the API writes them.

import { z } from "@hono/zod-openapi";
import { currencyOf } from "../domain/currency.ts";
import type { Language } from "../domain/person.ts";
import { failureCodeSchema } from "../http/contract/failure-code.schema.ts";
import { moneySchema, toMoney } from "../http/contract/money.schema.ts";
import { orNull } from "../http/contract/or-null.schema.ts";
import { toWarnings, warningSchema } from "../http/contract/warning.schema.ts";
import { adjustmentSchema, fitFields, toAdjustment, toFit, toWeight } from "../items/item.schema.ts";
import { chargedOnce } from "../pricing/price.ts";
import { modelMetricsSchema, toModelMetrics } from "../slicing/slicing-job.schema.ts";
import type { ModelPrices } from "./price-model.ts";

const modelPriceSchema = z
  .object({
    materialId: z.int(),
    quantity: z.int(),
    totalPrice: moneySchema,
    perUnitPrice: moneySchema,
    setupCost: moneySchema.openapi({
      description:
        "All that is not charged by the copy: perUnitPrice × quantity + setupCost = totalPrice, to the cent, plus `adjustment` where there is one",
    }),
    adjustment: adjustmentSchema.optional(),
    weight: z.string().openapi({ description: "g, for the whole quantity: a decimal" }),
    printingTime: z.int().openapi({
      description:
        "Minutes, for one copy in this material, without the start of its print: a plastic may print slower than others",
    }),
  })
  .openapi("ModelPrice", { description: "What POST /quotes would answer for this material and quantity" });

export const modelPricesSchema = z
  .object({
    printingQualityId: z.int(),
    status: z.enum(["done", "failed"]).openapi({ description: "failed: the model cannot be sliced by this quality" }),
    errorMessage: z
      .string()
      .nullable()
      .openapi({ description: "Why it failed, for the customer; null where it did not" }),
    errorCode: orNull(failureCodeSchema).openapi({ description: "Why it failed, for programs; null where it did not" }),
    printingTime: z.int().nullable().openapi({
      description:
        "Minutes, for one copy in the first material of `prices` (where there is none, in none); null where it failed",
    }),
    modelMetrics: orNull(modelMetricsSchema).openapi({ description: "null where it failed" }),
    ...fitFields,
    warnings: z
      .array(warningSchema)
      .openapi({ description: "What to know before it is printed; none where it failed" }),
    prices: z.array(modelPriceSchema).openapi({
      description: "By material, then by quantity, in the order asked for; materials that were not named, by id",
    }),
  })
  .openapi("ModelPrices");

/** @param language of the reason for which a quality failed, and of warnings */
export function toModelPrices(
  { printingQualityId, slice, currencyId }: ModelPrices,
  language: Language,
): z.infer<typeof modelPricesSchema> {
  if (slice.status === "failed") {
    const { errorMessage, errorCode } = slice;
    const nothing = { printingTime: null, modelMetrics: null, ...toFit(null), warnings: [], prices: [] };
    return { printingQualityId, status: "failed", errorMessage: errorMessage[language], errorCode, ...nothing };
  }
  const currency = currencyOf(currencyId);
  return {
    printingQualityId,
    status: "done",
    errorMessage: null,
    errorCode: null,
    printingTime: slice.minutesOfOneCopy,
    modelMetrics: toModelMetrics(slice.result),
    ...toFit(slice.fit),
    warnings: toWarnings(slice.warnings, language),
    prices: slice.prices.map(({ materialId, quantity, minutesOfOneCopy: printingTime, priced }) => ({
      materialId,
      quantity,
      totalPrice: toMoney(priced.price, currency),
      perUnitPrice: toMoney(priced.perUnitPrice, currency),
      setupCost: toMoney(chargedOnce(priced), currency),
      ...toAdjustment(priced.breakdown, currency),
      weight: toWeight(priced.weightHundredthsOfGram),
      printingTime,
    })),
  };
}
