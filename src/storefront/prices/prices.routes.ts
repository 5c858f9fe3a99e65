// GET /{slug}/models/{modelId}/prices: a model's price in every material on offer, in one quality.

import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { formatMinorUnits } from "../../domain/money.ts";
import { toWeight } from "../../items/item.schema.ts";
import { figuresOfOneCopy, type PricedItem } from "../../pricing/price.ts";
import { type ModelPrices, priceModel } from "../../quotes/price-model.ts";
import { toModelMetrics } from "../../slicing/slicing-job.schema.ts";
import { REPORT_INPUT, throwInputFaults } from "../kit/input-faults.ts";
import type { StorefrontEnv, StorefrontView } from "../kit/page-context.ts";
import { fitsPrinters, largestVolume, shownWarnings } from "../kit/shown-warnings.ts";
import { HOLD_MILLISECONDS, stillSlicing } from "../kit/still-slicing.ts";
import { takeSlices } from "../visitors/day-limits.ts";
import type { ModelPricesAnswer } from "../wire.ts";
import { pricesSchema } from "./prices.request.ts";

export const storefrontPriceRoutes = new Hono<StorefrontEnv>().get(
  "/:modelId/prices",
  zValidator("query", pricesSchema, throwInputFaults, REPORT_INPUT),
  async (context) => {
    const { tenant, view } = context.var;
    const { quality, finishings, quantities } = context.req.valid("query");
    const choices = { printingQualityIds: [quality], materialIds: undefined, finishingIds: finishings, quantities };
    // A priority is chosen for the whole basket.
    const asked = { ...choices, priority: undefined };
    const modelId = context.req.param("modelId");
    const beforeSlicing = () => takeSlices(context, [{ modelId, printingQualityId: quality }]);
    const outcome = await priceModel(tenant, { modelId, asked, waitMilliseconds: HOLD_MILLISECONDS, beforeSlicing });
    if (outcome.outcome === "slicing") return stillSlicing(context, outcome.files);
    const [prices] = outcome.qualities;
    if (prices === undefined) throw new Error("one quality was priced to none");
    return context.json(toAnswer(prices, view), 200);
  },
);

function toAnswer({ slice }: ModelPrices, { language }: StorefrontView): ModelPricesAnswer {
  if (slice.status === "failed") return { status: "failed", reason: slice.errorMessage[language] };
  const { volumeCm3, dimensions } = toModelMetrics(slice.result);
  const byMaterial = Map.groupBy(slice.prices, ({ materialId }) => materialId);
  return {
    status: "done",
    dimensionsMm: dimensions,
    volumeCm3,
    fitsPrinters: fitsPrinters(slice.fit),
    largestVolumeMm: largestVolume(slice.fit),
    warnings: shownWarnings(slice.warnings, language),
    supportAngleDegrees: slice.supportAngleDegrees,
    materials: [...byMaterial].map(([materialId, prices]) => ({
      materialId,
      printMinutes: prices[0]?.minutesOfOneCopy ?? 0,
      weightGrams: weightOfOneCopy(prices),
      prices: prices.map(({ quantity, priced }) => ({
        quantity,
        total: formatMinorUnits(priced.price),
        perUnit: formatMinorUnits(priced.perUnitPrice),
      })),
    })),
  };
}

function weightOfOneCopy(prices: readonly { readonly quantity: number; readonly priced: PricedItem }[]): string {
  const [first] = prices;
  if (first === undefined) throw new Error("a material was priced in no quantity");
  return toWeight(figuresOfOneCopy(first.priced.breakdown, first.quantity).weightHundredthsOfGram);
}
