// Worked example: prices a typed print by the form's settings.

import { z } from "zod";
import { processOf } from "../../../slicer-service/src/contract/technologies.ts";
import { correctionOf, type MachineProfile } from "../../db/machine-profile-record.ts";
import type { finishings, materials } from "../../db/schema.ts";
import { type MinorUnits, minorUnits } from "../../domain/money.ts";
import { MAX_QUANTITY } from "../../domain/order.ts";
import { technologyOf } from "../../domain/technology.ts";
import { decimalField, wholeNumberField } from "../../http/request/decimal-fields.ts";
import { chargeOf, hourOn, printStartOf } from "../../items/price-item.ts";
import { topUpOf } from "../../orders/top-up.ts";
import {
  figuresOfOneCopy,
  type MachineHour,
  type PriceBreakdown,
  type PricedItem,
  type PricingSettings,
  priceItem,
} from "../../pricing/price.ts";
import type { StudioPriceRules } from "../../studios/price-rules.store.ts";
import type { StudioPrices } from "../../studios/studio-settings.store.ts";

type Material = typeof materials.$inferSelect;
type Finishing = typeof finishings.$inferSelect;

/** A fortnight: longer than any single print. */
const MAX_MINUTES = 20_000;
const MAX_THOUSANDTHS_OF_CUBIC_CM = 10_000_000;

export const exampleSchema = z.object({
  exampleMinutes: wholeNumberField({ min: 1, max: MAX_MINUTES }),
  /** Typed in cm³, parsed to mm³. */
  exampleVolume: decimalField({ scale: 3, min: 1, max: MAX_THOUSANDTHS_OF_CUBIC_CM, unit: " cm³" }),
  exampleQuantity: wholeNumberField({ min: 1, max: MAX_QUANTITY }),
  exampleMaterialId: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
  /** Empty: no machine profile, so no starts of prints and no corrections. */
  exampleMachineId: z
    .string()
    .regex(/^\d{0,15}$/)
    .transform(Number)
    .default(0),
  examplePrints: wholeNumberField({ min: 1, max: MAX_QUANTITY }).default(1),
  /** A priority's slug. One that the studio lacks counts as none. */
  examplePriority: z.string().optional(),
  exampleFinishingIds: z.array(z.string().transform(Number)).default([]),
});

type ExampleFields = z.output<typeof exampleSchema>;

/** A palm-sized filament part. */
export const EXAMPLE_DEFAULTS = {
  exampleMinutes: "90",
  exampleVolume: "20",
  exampleQuantity: "1",
  exampleMachineId: "",
  examplePrints: "1",
} as const;

export interface WorkedExample {
  readonly material: Material;
  /** One copy, without the start of its print. */
  readonly printMinutes: number;
  readonly weightHundredthsOfGram: number;
  readonly quantity: number;
  readonly settings: PricingSettings;
  /** The chosen machine profile; undefined if none is, and for a material of resin or powder. */
  readonly machine: MachineProfile | undefined;
  /** Undefined if the hour is the studio's. */
  readonly machineHour: MachineHour | undefined;
  /** For one kWh, as typed. */
  readonly electricityPriceMinor: number | null;
  /** The cost of one copy alone. */
  readonly one: PriceBreakdown;
  /** The price of all copies, as in a quote. */
  readonly all: PricedItem;
  /** The base of one copy's markup. */
  readonly beforeMarkup: MinorUnits;
  /** The top-ups of baskets of the order page, if the minimum counts once for an order and the item is below it. */
  readonly onOrderPage: { readonly own: MinorUnits; readonly alone: MinorUnits; readonly two: MinorUnits } | undefined;
  /** Chosen finishings of another technology: a quote would refuse them. */
  readonly unfit: readonly Finishing[];
}

/** Prices the example. @returns undefined if amounts are too large for exact arithmetic */
export function priceExample(
  prices: StudioPrices & StudioPriceRules,
  fields: ExampleFields,
  material: Material,
  offered: readonly Finishing[],
  machine: MachineProfile | undefined,
): WorkedExample | undefined {
  const chosen = offered.filter(({ id }) => fields.exampleFinishingIds.includes(id));
  const fits = ({ technologyId }: Finishing) => technologyId === null || technologyId === material.technologyId;
  const isOnMachine = machine !== undefined && processOf(technologyOf(material.technologyId).slug) === "filament";
  const { perHour, machineHour } = hourOn(isOnMachine ? machine : undefined, {
    hourlyRate: minorUnits(prices.hourlyRateMinor),
    electricityPrice: minorUnits(prices.electricityPriceMinor ?? 0),
  });
  const settings = {
    hourlyRate: perHour,
    setupCost: minorUnits(prices.setupCostMinor),
    minimumPrice: minorUnits(prices.minimumPriceMinor),
    markupBasisPoints: prices.markupBasisPoints,
    quantityTiers: prices.quantityTiers ?? [],
  };
  const start = (quantity: number) => ({
    ...printStartOf(machine ?? { parameters: {} }),
    prints: Math.min(quantity, fields.examplePrints),
    copiesPerPrint: null,
  });
  const priceOf = (quantity: number) =>
    priceItem({
      slice: { printSeconds: 60 * fields.exampleMinutes, materialCubicMm: fields.exampleVolume },
      densityMilligramsPerCubicCm: material.densityMilligramsPerCubicCm,
      costPerKg: minorUnits(material.costPerKgMinor),
      finishings: chosen.filter(fits).map((row) => ({ id: row.id, name: row.name, charge: chargeOf(row) })),
      quantity,
      settings,
      machineHour,
      ...(isOnMachine ? { startUp: start(quantity), correction: correctionOf(machine) } : {}),
      priority: prices.priorities?.find(({ slug }) => slug === fields.examplePriority),
    });
  try {
    const { breakdown: one } = priceOf(1);
    const all = priceOf(fields.exampleQuantity);
    return {
      material,
      ...figuresOfOneCopy(one, 1),
      quantity: fields.exampleQuantity,
      settings,
      machine: isOnMachine ? machine : undefined,
      machineHour,
      electricityPriceMinor: prices.electricityPriceMinor,
      one,
      all,
      beforeMarkup: minorUnits(one.materialCost + one.timeCost + one.postProcessingCost),
      onOrderPage: prices.minimumPricePer === "order" ? topUpsOf(all, settings) : undefined,
      unfit: chosen.filter((row) => !fits(row)),
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function topUpsOf({ price, breakdown }: PricedItem, { minimumPrice }: PricingSettings): WorkedExample["onOrderPage"] {
  const alone = breakdown.minimumPriceAdjustment;
  if (alone === 0) return undefined;
  const own = minorUnits(price - alone);
  return { own, alone, two: topUpOf(minorUnits(2 * own), minimumPrice) };
}
