// Item as the API writes it: the choice of a request, and the price breakdown and fit of an answer.

import { z } from "@hono/zod-openapi";
import type { Currency } from "../domain/currency.ts";
import { formatDecimal } from "../domain/decimal.ts";
import { VOLUME_SOURCES } from "../domain/item-warning.ts";
import { modelIdField } from "../http/contract/model-id.schema.ts";
import { moneySchema, toMoney } from "../http/contract/money.schema.ts";
import { orNull } from "../http/contract/or-null.schema.ts";
import { shortDecimal } from "../http/request/decimal-fields.ts";
import { distinctIdsField, idField, quantityField } from "../http/request/fields.ts";
import {
  adjustmentOf,
  type MachineHour,
  type PriceAdjustment,
  type PriceBreakdown,
  startUpCostOf,
} from "../pricing/price.ts";
import type { PrintFit } from "./fits-printers.ts";

/** The most items of one order, at every door. */
export const MAX_ITEMS = 20;

export const itemChoiceSchema = z
  .object({
    materialId: idField,
    printingQualityId: idField,
    finishingIds: distinctIdsField
      .nullish()
      .transform((ids) => ids ?? [])
      .openapi({ description: "None where not sent" }),
    quantity: quantityField
      .nullish()
      .transform((quantity) => quantity ?? 1)
      .openapi({ description: "Copies; 1 where not sent" }),
    modelId: modelIdField
      .trim()
      .nullish()
      // As in a form, an empty value is none.
      .transform((modelId) => modelId || undefined),
  })
  .openapi("ItemChoice");

const startUpSchema = z
  .object({
    prints: z.int().openapi({ description: "Prints that the quantity takes" }),
    copiesPerPrint: z
      .int()
      .nullable()
      .openapi({ description: "Copies that one print has at most; null: all of them. Of several plates, the least" }),
    minutesPerPrint: z.int().openapi({ description: "Heating up, levelling and cooling down" }),
    gramsPerPrint: z.number().openapi({ description: "g, for priming and purging" }),
  })
  .openapi("PrintStartUp", { description: "What beginning and ending a print takes, however many copies it has" });

const correctionSchema = z
  .object({
    timePercent: z.string().openapi({ description: "Percent of the sliced minutes" }),
    materialPercent: z.string().openapi({ description: "Percent of the sliced grams" }),
    slicedMinutes: z
      .int()
      .openapi({ description: "As sliced, for the whole quantity, without the starts of its prints" }),
    slicedGrams: z.number().openapi({ description: "g, likewise" }),
  })
  .openapi("EstimateCorrection", {
    description:
      "What the studio learnt from finished prints of this machine. One copy's minutes and grams are multiplied by it, and rounded",
  });

const machineHourSchema = z
  .object({
    machineProfileId: z.int(),
    name: z.string().openapi({ description: "The machine profile's, as at the time" }),
    hourlyRate: moneySchema.openapi({ description: "The machine profile's own; the studio's where it states none" }),
    electricityPerHour: moneySchema.openapi({
      description: "Its power × the studio's price of a kilowatt-hour; 0.00 where one of them is not stated",
    }),
  })
  .openapi("MachineHour", {
    description: "An hour on the machine costs the sum of both amounts, in place of the studio's hourly rate",
  });

export const adjustmentSchema = moneySchema.openapi({
  description: "The sum of the breakdown's adjustments, negative for a discount; absent where there is none",
});

const priceAdjustmentSchema = z
  .object({
    kind: z.enum(["tier", "priority", "staff"]).openapi({
      description: "A discount by quantity, a priority's surcharge, or a price that staff named in an order",
    }),
    name: z.string().openapi({
      description: "The priority's name, the reason that staff gave, or the tier in figures: `10+ · −5 %`",
    }),
    amount: moneySchema,
  })
  .openapi("PriceAdjustment", {
    description: "A change of the price: of the copies without set-up; of kind `staff`: of the whole item",
  });

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
    startUpCost: moneySchema.openapi({
      description: "The starts of its prints, with their markup; 0.00 where they are not priced by themselves",
    }),
    startUp: orNull(startUpSchema).openapi({
      description: "null where the starts of its prints are not priced by themselves",
    }),
    correction: orNull(correctionSchema).openapi({ description: "null where what was sliced is priced as it is" }),
    hourlyRate: machineHourSchema.optional().openapi({
      description: "Absent where the time is priced at the studio's hourly rate alone",
    }),
    productPrice: moneySchema.optional().openapi({
      description: "The pieces at the studio's own price of the product; absent where the item is priced by its print",
    }),
    adjustments: z
      .array(priceAdjustmentSchema)
      .optional()
      .openapi({ description: "In the order of their calculation; absent where there is none" }),
    adjustment: adjustmentSchema.optional(),
  })
  .openapi("CostBreakdown", {
    description:
      "For the item's whole quantity, but for perUnitPrice. The first six amounts, startUpCost, productPrice and adjustment add up to the item's price to the cent. Weight and duration include the starts of its prints",
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
    startUpCost: toMoney(startUpCostOf(breakdown), currency),
    startUp: toStartUp(breakdown),
    correction: toCorrection(breakdown),
    ...(breakdown.hourlyRate === undefined ? {} : { hourlyRate: toMachineHour(breakdown.hourlyRate, currency) }),
    ...(breakdown.productPrice === undefined ? {} : { productPrice: toMoney(breakdown.productPrice, currency) }),
    ...toAdjustments(breakdown, currency),
  };
}

/** The sum of an item's adjustments as a field; no field without any. */
export function toAdjustment(
  breakdown: PriceBreakdown,
  currency: Currency,
): { readonly adjustment?: z.infer<typeof moneySchema> } {
  return breakdown.adjustments === undefined ? {} : { adjustment: toMoney(adjustmentOf(breakdown), currency) };
}

function toAdjustments(breakdown: PriceBreakdown, currency: Currency) {
  const { adjustments } = breakdown;
  if (adjustments === undefined) return {};
  return {
    adjustments: adjustments.map((adjustment) => ({
      kind: adjustment.kind,
      name: adjustmentName(adjustment),
      amount: toMoney(adjustment.amount, currency),
    })),
    ...toAdjustment(breakdown, currency),
  };
}

/** A tier has no name: its figures read the same in every language. */
function adjustmentName(adjustment: PriceAdjustment): string {
  switch (adjustment.kind) {
    case "tier":
      return `${adjustment.fromQuantity}+ · −${shortDecimal(adjustment.discountBasisPoints, 2)} %`;
    case "priority":
      return adjustment.name;
    case "staff":
      return adjustment.reason;
  }
}

function toStartUp({ startUp }: PriceBreakdown): z.infer<typeof startUpSchema> | null {
  if (startUp === undefined) return null;
  const { prints, copiesPerPrint, minutesPerPrint, hundredthsOfGramPerPrint } = startUp;
  return { prints, copiesPerPrint, minutesPerPrint, gramsPerPrint: hundredthsOfGramPerPrint / 100 };
}

function toCorrection({ correction }: PriceBreakdown): z.infer<typeof correctionSchema> | null {
  if (correction === undefined) return null;
  const { timeBasisPoints, materialBasisPoints, slicedMinutes, slicedHundredthsOfGram } = correction;
  return {
    timePercent: formatDecimal(timeBasisPoints, 2),
    materialPercent: formatDecimal(materialBasisPoints, 2),
    slicedMinutes,
    slicedGrams: slicedHundredthsOfGram / 100,
  };
}

function toMachineHour(
  { machineProfileId, name, hourlyRate, electricityPerHour }: MachineHour,
  currency: Currency,
): z.infer<typeof machineHourSchema> {
  return {
    machineProfileId,
    name,
    hourlyRate: toMoney(hourlyRate, currency),
    electricityPerHour: toMoney(electricityPerHour, currency),
  };
}

/** Grams, as a decimal string. */
export function toWeight(hundredthsOfGram: number): string {
  return formatDecimal(hundredthsOfGram, 2);
}

export const fitFields = {
  fitsBuildVolume: z.boolean().nullable().openapi({
    description: "Whether a printer has room for it, of a project for each of its plates; null where that is not known",
  }),
  buildVolumeOf: z.enum(VOLUME_SOURCES).nullable().openapi({
    description:
      "Whose build volume says so: the studio's active `printers` of the technology; where none states one, the machine that the studio's own `parameters` describe; else the `default_machine` of the process, which the studio's may well be larger than. null where that is not known",
  }),
};

/** @param fit null if nothing was sliced */
export function toFit(fit: PrintFit | null) {
  return { fitsBuildVolume: fit?.fits ?? null, buildVolumeOf: fit?.volumeOf ?? null };
}
