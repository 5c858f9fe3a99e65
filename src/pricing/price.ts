// Pricing of one item: slice figures, the studio's rates and finishings become a price that adds up to the cent.
//
// One copy is priced first, every line rounded before it is used further, and the quantity multiplies whole cents: a
// customer can redo the sum from the breakdown by hand.

import { type MinorUnits, minorUnits, multiplyDivide, sumMinorUnits } from "../domain/money.ts";

/** How a finishing is charged for one copy. A percentage is of material and time, in basis points (1500 = 15.00 %). */
export type FinishingCharge =
  | { readonly kind: "flat"; readonly price: MinorUnits }
  | { readonly kind: "percentage"; readonly basisPoints: number }
  | { readonly kind: "free" };

export interface ChosenFinishing {
  readonly id: number;
  readonly name: string;
  readonly charge: FinishingCharge;
}

export interface PricingSettings {
  readonly hourlyRate: MinorUnits;
  /** Charged once per item, whatever its quantity. */
  readonly setupCost: MinorUnits;
  /** The least an item costs as a whole. */
  readonly minimumPrice: MinorUnits;
  /** 1500 = 15.00 % */
  readonly markupBasisPoints: number;
}

export interface PriceInput {
  /** What slicing measured on one copy; both may be fractional. */
  readonly slice: { readonly printSeconds: number; readonly materialCubicMm: number };
  /** 1240 = 1.24 g/cm³ */
  readonly densityMilligramsPerCubicCm: number;
  readonly costPerKg: MinorUnits;
  /** A finishing listed twice is charged twice. */
  readonly finishings: readonly ChosenFinishing[];
  readonly quantity: number;
  readonly settings: PricingSettings;
}

/** Every figure is for the whole quantity, but for `perUnitPrice`. */
export interface PricedItem {
  readonly price: MinorUnits;
  readonly perUnitPrice: MinorUnits;
  readonly printMinutes: number;
  readonly weightHundredthsOfGram: number;
  readonly breakdown: PriceBreakdown;
}

/**
 * How the price came about, for the whole quantity but for `perUnitPrice`. The six amounts from `materialCost` to
 * `minimumPriceAdjustment` add up to the price, and the finishings' prices to `postProcessingCost`.
 */
export interface PriceBreakdown {
  readonly materialCost: MinorUnits;
  readonly timeCost: MinorUnits;
  readonly postProcessingCost: MinorUnits;
  readonly markupAmount: MinorUnits;
  readonly setupCost: MinorUnits;
  readonly minimumPriceAdjustment: MinorUnits;
  readonly perUnitPrice: MinorUnits;
  readonly markupBasisPoints: number;
  readonly finishings: readonly { readonly id: number; readonly name: string; readonly price: MinorUnits }[];
  readonly weightHundredthsOfGram: number;
  readonly printMinutes: number;
}

/**
 * Prices one item of a quote or an order.
 *
 * Of one copy, each rounded half up to the cent: material = grams × costPerKg / 1000; time = minutes × hourlyRate / 60;
 * post-processing = the finishings' sum; markup = percentage of those three; perUnitPrice = all four. Then
 * price = perUnitPrice × quantity + setupCost + what lifts the item to the minimum price.
 *
 * @throws RangeError naming the figure where the input cannot be priced, or where a result is beyond the safe
 *   integers: no price is better than a wrong one
 */
export function priceItem(input: PriceInput): PricedItem {
  refuseUnpriceable(input);
  const { quantity, settings } = input;

  const minutes = minutesOfOneCopy(input.slice.printSeconds);
  const weight = hundredthsOfGramOfOneCopy(input.slice.materialCubicMm, input.densityMilligramsPerCubicCm);
  const material = minorUnits(multiplyDivide(weight, input.costPerKg, 100_000));
  const time = minorUnits(multiplyDivide(minutes, settings.hourlyRate, 60));
  const materialAndTime = sumMinorUnits([material, time]);
  const finishings = input.finishings.map(({ id, name, charge }) => ({
    id,
    name,
    price: finishingOfOneCopy(charge, materialAndTime),
  }));
  const postProcessing = sumMinorUnits(finishings.map((finishing) => finishing.price));
  const markup = percentageOf(sumMinorUnits([materialAndTime, postProcessing]), settings.markupBasisPoints);
  const perUnitPrice = sumMinorUnits([material, time, postProcessing, markup]);

  const copies = times(perUnitPrice, quantity);
  const beforeMinimum = sumMinorUnits([copies, settings.setupCost]);
  const minimumPriceAdjustment = minorUnits(Math.max(0, settings.minimumPrice - beforeMinimum));
  const weightHundredthsOfGram = multiplyDivide(weight, quantity, 1);
  const printMinutes = multiplyDivide(minutes, quantity, 1);

  return {
    price: sumMinorUnits([beforeMinimum, minimumPriceAdjustment]),
    perUnitPrice,
    printMinutes,
    weightHundredthsOfGram,
    breakdown: {
      materialCost: times(material, quantity),
      timeCost: times(time, quantity),
      postProcessingCost: times(postProcessing, quantity),
      markupAmount: times(markup, quantity),
      setupCost: settings.setupCost,
      minimumPriceAdjustment,
      perUnitPrice,
      markupBasisPoints: settings.markupBasisPoints,
      finishings: finishings.map(({ id, name, price }) => ({ id, name, price: times(price, quantity) })),
      weightHundredthsOfGram,
      printMinutes,
    },
  };
}

/** All that an item is charged once for, whatever its quantity: what perUnitPrice × quantity lacks of the price. */
export function chargedOnce({ breakdown }: PricedItem): MinorUnits {
  return sumMinorUnits([breakdown.setupCost, breakdown.minimumPriceAdjustment]);
}

/** Whole minutes, rounded half up, at least one: no print is priced as taking no time. */
export function minutesOfOneCopy(printSeconds: number): number {
  // Exact for every double: dividing by 60 never lands on a half minute that the seconds themselves did not reach,
  // because neighbouring doubles stay more than half a step apart in the quotient.
  return Math.max(1, Math.round(printSeconds / 60));
}

/** Hundredths of a gram, rounded half up, at least one: no print is priced as weighing nothing. */
function hundredthsOfGramOfOneCopy(materialCubicMm: number, densityMilligramsPerCubicCm: number): number {
  // `volume * 1000` could round up to a half that the volume does not reach. toFixed is defined on the exact value of
  // the double and takes the larger of two equally near decimals (ECMA-262, Number.prototype.toFixed); it writes an
  // exponent only from 10²¹ on, which `refuseUnpriceable` keeps out.
  const thousandthsOfCubicMm = BigInt(materialCubicMm.toFixed(3).replace(".", ""));
  // ÷ 10⁶: thousandths of mm³ to cm³. ÷ 10: milligrams to hundredths of a gram.
  return Math.max(1, multiplyDivide(thousandthsOfCubicMm, densityMilligramsPerCubicCm, 10_000_000));
}

function finishingOfOneCopy(charge: FinishingCharge, materialAndTime: MinorUnits): MinorUnits {
  switch (charge.kind) {
    case "flat":
      return charge.price;
    case "percentage":
      return percentageOf(materialAndTime, charge.basisPoints);
    case "free":
      return minorUnits(0);
  }
}

function percentageOf(amount: MinorUnits, basisPoints: number): MinorUnits {
  return minorUnits(multiplyDivide(amount, basisPoints, 10_000));
}

function times(amount: MinorUnits, quantity: number): MinorUnits {
  return minorUnits(multiplyDivide(amount, quantity, 1));
}

function refuseUnpriceable({
  slice,
  densityMilligramsPerCubicCm,
  costPerKg,
  finishings,
  quantity,
  settings,
}: PriceInput) {
  requireMeasured("printSeconds", slice.printSeconds);
  requireMeasured("materialCubicMm", slice.materialCubicMm);
  requireWhole("densityMilligramsPerCubicCm", densityMilligramsPerCubicCm, 1);
  requireWhole("costPerKg", costPerKg, 0);
  requireWhole("quantity", quantity, 1);
  requireWhole("hourlyRate", settings.hourlyRate, 0);
  requireWhole("setupCost", settings.setupCost, 0);
  requireWhole("minimumPrice", settings.minimumPrice, 0);
  requireWhole("markupBasisPoints", settings.markupBasisPoints, 0);
  for (const { id, charge } of finishings) {
    if (charge.kind === "flat") requireWhole(`price of finishing ${id}`, charge.price, 0);
    if (charge.kind === "percentage") requireWhole(`percentage of finishing ${id}`, charge.basisPoints, 0);
  }
}

function requireMeasured(figure: string, value: number): void {
  // The comparison is written so that NaN fails it.
  if (!(value > 0 && value <= Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`${figure} must be above 0 and at most ${Number.MAX_SAFE_INTEGER}, not ${value}`);
  }
}

function requireWhole(figure: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`${figure} must be a whole number of at least ${least}, not ${value}`);
  }
}
