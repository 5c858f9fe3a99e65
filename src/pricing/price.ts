// Pricing of one item: slice figures, the studio's rates and finishings become a price that adds up to the cent.
//
// One copy is priced first, and then one print's start, every line rounded before further use; the quantity and the number of
// prints multiply whole cents: a customer can redo the sum from the breakdown by hand.

import { FULL_BASIS_POINTS } from "../domain/decimal.ts";
import { type MinorUnits, minorUnits, multiplyDivide, sumMinorUnits } from "../domain/money.ts";
import type { Priority, QuantityTier } from "./price-rules.ts";

const NO_START = { prints: 0, hundredthsOfGramPerPrint: 0, minutesPerPrint: 0 };

/** Charge of a finishing for one copy. A percentage is of material and time, in basis points (1500 = 15.00 %). */
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
  /** Charged once per item, for any quantity. */
  readonly setupCost: MinorUnits;
  /** The minimum price of an item as a whole. */
  readonly minimumPrice: MinorUnits;
  /** 1500 = 15.00 % */
  readonly markupBasisPoints: number;
  /** In any order. */
  readonly quantityTiers: readonly QuantityTier[];
}

/** Time and material of a print's start and end beside its copies: heating up, levelling, cooling down, priming. */
export interface PrintStart {
  /** Per print; may be fractional. */
  readonly minutes: number;
  readonly grams: number;
  /** The number of prints for the quantity. */
  readonly prints: number;
  /** The maximum number of copies in one print; null: all of them. */
  readonly copiesPerPrint: number | null;
}

/** The hour of a machine with a rate or an electricity cost of its own: `PricingSettings.hourlyRate` is the sum of both amounts. */
export interface MachineHour {
  readonly machineProfileId: number;
  /** As at the time. */
  readonly name: string;
  /** The machine's, else the studio's. */
  readonly hourlyRate: MinorUnits;
  readonly electricityPerHour: MinorUnits;
}

/** A machine's measured correction: real over estimated, in basis points (10000 changes nothing). */
export interface EstimateCorrection {
  readonly timeBasisPoints: number;
  readonly materialBasisPoints: number;
}

/** Leaves estimates unchanged. */
export const UNCORRECTED: EstimateCorrection = {
  timeBasisPoints: FULL_BASIS_POINTS,
  materialBasisPoints: FULL_BASIS_POINTS,
};

export interface PriceInput {
  /** Slicing's figures for one copy; both may be fractional. */
  readonly slice: { readonly printSeconds: number; readonly materialCubicMm: number };
  /** 1240 = 1.24 g/cm³ */
  readonly densityMilligramsPerCubicCm: number;
  readonly costPerKg: MinorUnits;
  /** A finishing listed twice is charged twice. */
  readonly finishings: readonly ChosenFinishing[];
  readonly quantity: number;
  readonly settings: PricingSettings;
  /** Absent if the hour is the studio's. It is passed through to the breakdown. */
  readonly machineHour?: MachineHour | undefined;
  /** Absent if a print's start is in the studio's setup cost. */
  readonly startUp?: PrintStart | undefined;
  /** Absent if estimates are used unchanged. It applies to copies and to a print's start alike. */
  readonly correction?: EstimateCorrection | undefined;
  /** Absent if none was chosen. */
  readonly priority?: Pick<Priority, "slug" | "name" | "surchargeBasisPoints"> | undefined;
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
 * The parts of the price, for the whole quantity but for `perUnitPrice`. The six amounts from `materialCost` to
 * `minimumPriceAdjustment`, `productPrice`, the start's `cost` and the adjustments add up to the price, and the finishings' prices to
 * `postProcessingCost`.
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
  /** The pieces at the studio's own price of the product. Absent for an item that is priced by its print. */
  readonly productPrice?: MinorUnits;
  /** Absent if a print's start costs nothing by itself, and in older breakdowns. */
  readonly startUp?: PricedStart;
  /** Absent if nothing was corrected, and in older breakdowns. */
  readonly correction?: AppliedCorrection;
  /** Absent if the hour is the studio's, and in older breakdowns. */
  readonly hourlyRate?: MachineHour;
  /** In the order of their calculation. Absent if there is none. */
  readonly adjustments?: readonly PriceAdjustment[];
}

/** A change of the price; never 0. */
export type PriceAdjustment =
  /** A discount: the amount is negative. */
  | {
      readonly kind: "tier";
      readonly fromQuantity: number;
      readonly discountBasisPoints: number;
      readonly amount: MinorUnits;
    }
  | {
      readonly kind: "priority";
      readonly slug: string;
      readonly name: string;
      readonly surchargeBasisPoints: number;
      readonly amount: MinorUnits;
    }
  /** The difference between the price that staff named and the computed one, the minimum included. */
  | { readonly kind: "staff"; readonly reason: string; readonly amount: MinorUnits };

/** The cost of the starts of an item's prints: that of one start, times `prints`. */
export interface PricedStart {
  readonly cost: MinorUnits;
  readonly prints: number;
  readonly copiesPerPrint: number | null;
  /** As priced, after any correction. */
  readonly minutesPerPrint: number;
  readonly hundredthsOfGramPerPrint: number;
}

/** The correction from sliced to priced figures. */
export interface AppliedCorrection extends EstimateCorrection {
  /** Slicing's figure for the whole quantity, without the starts of the prints. */
  readonly slicedMinutes: number;
  readonly slicedHundredthsOfGram: number;
}

/**
 * Prices one item of a quote or an order.
 *
 * For one copy, minutes and hundredths of a gram are rounded half up, then multiplied by the correction and rounded again. Each
 * amount is rounded half up to the cent: material = grams × costPerKg / 1000; time = minutes × hourlyRate / 60; post-processing =
 * the finishings' sum; markup = percentage of those three; perUnitPrice = all four. A print's start is priced likewise: minutes and
 * grams are corrected, rounded, and cost material, time and markup. A tier's discount is a percentage of perUnitPrice × quantity,
 * and a priority's surcharge one of the rest; each is rounded half up to the cent. Then price = perUnitPrice × quantity +
 * adjustments + start × prints + setupCost + the adjustment to the minimum price.
 *
 * @throws RangeError naming the figure if the input cannot be priced, or if a result is beyond the safe
 *   integers: no price is better than a wrong one
 */
export function priceItem(input: PriceInput): PricedItem {
  refuseUnpriceable(input);
  const { quantity, settings, correction = UNCORRECTED } = input;

  const slicedMinutes = slicedMinutesOfOneCopy(input.slice.printSeconds);
  const slicedWeight = hundredthsOfGramOfOneCopy(input.slice.materialCubicMm, input.densityMilligramsPerCubicCm);
  const minutes = minutesOfOneCopy(input.slice.printSeconds, correction);
  const weight = Math.max(1, corrected(slicedWeight, correction.materialBasisPoints));
  const material = costOfMaterial(weight, input);
  const time = costOfTime(minutes, settings);
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
  const startUp = priceStart(input, correction);
  const adjustments = adjustCopies(copies, input);
  const beforeMinimum = sumMinorUnits([
    copies,
    sumOfAdjustments(adjustments),
    startUp?.cost ?? minorUnits(0),
    settings.setupCost,
  ]);
  const minimumPriceAdjustment = minorUnits(Math.max(0, settings.minimumPrice - beforeMinimum));
  const { prints, hundredthsOfGramPerPrint, minutesPerPrint } = startUp ?? NO_START;
  const weightHundredthsOfGram = total(weight, quantity, hundredthsOfGramPerPrint, prints);
  const printMinutes = total(minutes, quantity, minutesPerPrint, prints);

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
      ...(adjustments.length === 0 ? {} : { adjustments }),
      ...(startUp === undefined ? {} : { startUp }),
      ...(input.machineHour === undefined ? {} : { hourlyRate: input.machineHour }),
      ...(isUncorrected(correction)
        ? {}
        : {
            correction: {
              ...correction,
              slicedMinutes: multiplyDivide(slicedMinutes, quantity, 1),
              slicedHundredthsOfGram: multiplyDivide(slicedWeight, quantity, 1),
            },
          }),
    },
  };
}

/** Pieces of a product at the studio's own price for one. */
export interface OwnPriceInput extends Pick<PriceInput, "quantity" | "priority"> {
  readonly unitPrice: MinorUnits;
  readonly settings: Pick<PricingSettings, "quantityTiers">;
}

/**
 * Prices pieces at the studio's own price, with the same tier's discount and the same priority's surcharge as copies. Set-up and the minimum
 * price of an item are not added: the studio has named its price.
 */
export function priceOwn({ unitPrice, quantity, settings, priority }: OwnPriceInput): PricedItem {
  const none = minorUnits(0);
  const productPrice = times(unitPrice, quantity);
  const adjustments = adjustCopies(productPrice, { quantity, settings, priority });
  return {
    price: sumMinorUnits([productPrice, sumOfAdjustments(adjustments)]),
    perUnitPrice: unitPrice,
    printMinutes: 0,
    weightHundredthsOfGram: 0,
    breakdown: {
      ...{ materialCost: none, timeCost: none, postProcessingCost: none, markupAmount: none },
      ...{ setupCost: none, minimumPriceAdjustment: none, markupBasisPoints: 0, finishings: [] },
      ...{ weightHundredthsOfGram: 0, printMinutes: 0, perUnitPrice: unitPrice, productPrice },
      ...(adjustments.length === 0 ? {} : { adjustments }),
    },
  };
}

/** A print of a product, priced by itself for all its copies. */
interface CopiesOfPrint {
  readonly priced: PricedItem;
  readonly copies: number;
}

/**
 * Divides a price at the studio's own price among the prints of its product, by the prints' computed prices. Each breakdown has its print's
 * time and weight, and adds up; so do all prices, to the cent. The price of one copy is rounded: a share need not be a multiple of it.
 */
export function dividedAmong(own: PricedItem, prints: readonly CopiesOfPrint[]): PricedItem[] {
  const { productPrice = own.price, adjustments = [] } = own.breakdown;
  const weights = prints.map(({ priced }) => Math.max(1, priced.price));
  const productPrices = shares(productPrice, weights);
  const amounts = adjustments.map(({ amount }) => shares(amount, weights));
  return prints.map(({ priced: { printMinutes, weightHundredthsOfGram }, copies }, place) => {
    const ofPrint = adjustments
      .map((adjustment, index) => ({ ...adjustment, amount: amounts[index]?.[place] ?? minorUnits(0) }))
      .filter(({ amount }) => amount !== 0);
    const share = productPrices[place] ?? minorUnits(0);
    const { adjustments: _, ...breakdown } = own.breakdown;
    const perUnitPrice = multiplyDivide(share, 1, copies);
    const figures = { printMinutes, weightHundredthsOfGram, perUnitPrice: minorUnits(perUnitPrice) };
    return {
      ...{ ...own, ...figures },
      price: sumMinorUnits([share, sumOfAdjustments(ofPrint)]),
      breakdown: {
        ...{ ...breakdown, ...figures, productPrice: share },
        ...(ofPrint.length === 0 ? {} : { adjustments: ofPrint }),
      },
    };
  });
}

/** The amount in parts of these weights: the parts add up, since each ends where the next one begins. */
function shares(amount: MinorUnits, weights: readonly number[]): MinorUnits[] {
  if (amount < 0) return shares(minorUnits(-amount), weights).map((share) => minorUnits(-share));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let [weight, before] = [0, 0];
  return weights.map((own) => {
    weight += own;
    const end = multiplyDivide(amount, weight, whole);
    const share = minorUnits(end - before);
    before = end;
    return share;
  });
}

/**
 * The figures with an amount added to the adjustment to the minimum, and so to the price: the breakdown's sum still holds.
 *
 * @param amount negative to take an added one away again
 */
export function toppedUp(breakdown: PriceBreakdown, amount: MinorUnits): PriceBreakdown {
  return { ...breakdown, minimumPriceAdjustment: sumMinorUnits([breakdown.minimumPriceAdjustment, amount]) };
}

/** A price that staff name in place of the computed one. */
export interface ChangedPrice {
  /** For the whole quantity. */
  readonly price: MinorUnits;
  readonly reason: string;
}

/** The item at the price that staff named: the difference is one more adjustment, so the breakdown's sum still holds. */
export function atChangedPrice(priced: PricedItem, { price, reason }: ChangedPrice): PricedItem {
  const amount = sumMinorUnits([price, minorUnits(-priced.price)]);
  if (amount === 0) return priced;
  const { breakdown } = priced;
  const adjustments: readonly PriceAdjustment[] = [...(breakdown.adjustments ?? []), { kind: "staff", reason, amount }];
  return { ...priced, price, breakdown: { ...breakdown, adjustments } };
}

export function isUncorrected({ timeBasisPoints, materialBasisPoints }: EstimateCorrection): boolean {
  return timeBasisPoints === FULL_BASIS_POINTS && materialBasisPoints === FULL_BASIS_POINTS;
}

/** The tier's discount on the copies, then the priority's surcharge on the rest. */
function adjustCopies(
  copies: MinorUnits,
  { quantity, settings: { quantityTiers }, priority }: Pick<OwnPriceInput, "quantity" | "settings" | "priority">,
): PriceAdjustment[] {
  const discount = (tier: QuantityTier) => minorUnits(-percentageOf(copies, tier.discountBasisPoints));
  const tier = tierOf(quantityTiers, quantity);
  const discounted: PriceAdjustment[] = tier === undefined ? [] : [{ kind: "tier", ...tier, amount: discount(tier) }];
  const adjusted = [...discounted];
  if (priority !== undefined) {
    const { slug, name, surchargeBasisPoints } = priority;
    const rest = sumMinorUnits([copies, sumOfAdjustments(discounted)]);
    adjusted.push({
      kind: "priority",
      slug,
      name,
      surchargeBasisPoints,
      amount: percentageOf(rest, surchargeBasisPoints),
    });
  }
  return adjusted.filter(({ amount }) => amount !== 0);
}

/** The tier of the greatest quantity that is reached; undefined below all. */
export function tierOf(tiers: readonly QuantityTier[], quantity: number): QuantityTier | undefined {
  return tiers
    .filter(({ fromQuantity }) => fromQuantity <= quantity)
    .reduce<QuantityTier | undefined>(
      (reached, tier) => (reached === undefined || tier.fromQuantity > reached.fromQuantity ? tier : reached),
      undefined,
    );
}

function sumOfAdjustments(adjustments: readonly PriceAdjustment[]): MinorUnits {
  return sumMinorUnits(adjustments.map(({ amount }) => amount));
}

/** The sum of the adjustments; 0 without any. */
export function adjustmentOf({ adjustments = [] }: PriceBreakdown): MinorUnits {
  return sumOfAdjustments(adjustments);
}

/** Undefined if a print's start takes neither time nor material. */
function priceStart(
  { startUp, ...input }: PriceInput,
  { timeBasisPoints, materialBasisPoints }: EstimateCorrection,
): PricedStart | undefined {
  if (startUp === undefined || (startUp.minutes === 0 && startUp.grams === 0)) return undefined;
  const minutesPerPrint = multiplyDivide(thousandths(startUp.minutes), timeBasisPoints, 1000 * FULL_BASIS_POINTS);
  // Thousandths of a gram are tenths of a hundredth.
  const hundredthsOfGramPerPrint = multiplyDivide(
    thousandths(startUp.grams),
    materialBasisPoints,
    10 * FULL_BASIS_POINTS,
  );
  const materialAndTime = sumMinorUnits([
    costOfMaterial(hundredthsOfGramPerPrint, input),
    costOfTime(minutesPerPrint, input.settings),
  ]);
  const one = sumMinorUnits([materialAndTime, percentageOf(materialAndTime, input.settings.markupBasisPoints)]);
  const { prints, copiesPerPrint } = startUp;
  return { cost: times(one, prints), prints, copiesPerPrint, minutesPerPrint, hundredthsOfGramPerPrint };
}

/** Time and material of one copy of a priced item, without the starts of its prints. */
export function figuresOfOneCopy(
  { weightHundredthsOfGram, printMinutes, startUp }: PriceBreakdown,
  quantity: number,
): { readonly printMinutes: number; readonly weightHundredthsOfGram: number } {
  const { prints, hundredthsOfGramPerPrint, minutesPerPrint } = startUp ?? NO_START;
  return {
    printMinutes: (printMinutes - prints * minutesPerPrint) / quantity,
    weightHundredthsOfGram: (weightHundredthsOfGram - prints * hundredthsOfGramPerPrint) / quantity,
  };
}

/** Charges beside the copies: the price minus perUnitPrice × quantity and the adjustments. */
export function chargedOnce({ breakdown }: PricedItem): MinorUnits {
  return sumMinorUnits([breakdown.setupCost, breakdown.minimumPriceAdjustment, startUpCostOf(breakdown)]);
}

/** The cost of the prints' starts; 0 if they are not priced by themselves. */
export function startUpCostOf({ startUp }: PriceBreakdown): MinorUnits {
  return startUp?.cost ?? minorUnits(0);
}

/** Whole minutes as sliced, rounded half up, at least one: a print must not be priced as taking no time. */
export function slicedMinutesOfOneCopy(printSeconds: number): number {
  // Exact for every double: dividing by 60 never lands on a half minute that the seconds themselves did not reach,
  // because neighbouring doubles stay more than half a step apart in the quotient.
  return Math.max(1, Math.round(printSeconds / 60));
}

/** The priced minutes of one copy: as sliced, then corrected and rounded once more. */
export function minutesOfOneCopy(printSeconds: number, { timeBasisPoints }: EstimateCorrection = UNCORRECTED): number {
  return Math.max(1, corrected(slicedMinutesOfOneCopy(printSeconds), timeBasisPoints));
}

/** Hundredths of a gram, rounded half up, at least one: a print must not be priced as weighing nothing. */
function hundredthsOfGramOfOneCopy(materialCubicMm: number, densityMilligramsPerCubicCm: number): number {
  // ÷ 10⁶: thousandths of mm³ to cm³. ÷ 10: milligrams to hundredths of a gram.
  return Math.max(1, multiplyDivide(thousandths(materialCubicMm), densityMilligramsPerCubicCm, 10_000_000));
}

/** Thousandths, rounded half up. */
function thousandths(value: number): bigint {
  // `value * 1000` could round up to a half that the value does not reach. toFixed is defined on the exact value of
  // the double and takes the larger of two equally near decimals (ECMA-262, Number.prototype.toFixed); it writes an
  // exponent only from 10²¹ on, which `refuseUnpriceable` keeps out.
  return BigInt(value.toFixed(3).replace(".", ""));
}

function corrected(figure: number, basisPoints: number): number {
  return multiplyDivide(figure, basisPoints, FULL_BASIS_POINTS);
}

function costOfMaterial(hundredthsOfGram: number, { costPerKg }: Pick<PriceInput, "costPerKg">): MinorUnits {
  return minorUnits(multiplyDivide(hundredthsOfGram, costPerKg, 100_000));
}

function costOfTime(minutes: number, { hourlyRate }: PricingSettings): MinorUnits {
  return minorUnits(multiplyDivide(minutes, hourlyRate, 60));
}

/** A figure of all copies and of all starts. */
function total(ofCopy: number, quantity: number, ofStart: number, prints: number): number {
  return multiplyDivide(BigInt(ofCopy) * BigInt(quantity) + BigInt(ofStart) * BigInt(prints), 1, 1);
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
  return minorUnits(multiplyDivide(amount, basisPoints, FULL_BASIS_POINTS));
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
  startUp,
  correction,
  priority,
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
  if (startUp !== undefined) {
    requireNotNegative("minutes of a print's start", startUp.minutes);
    requireNotNegative("grams of a print's start", startUp.grams);
    requireWhole("prints", startUp.prints, 1);
  }
  if (correction !== undefined) {
    requireWhole("timeBasisPoints", correction.timeBasisPoints, 1);
    requireWhole("materialBasisPoints", correction.materialBasisPoints, 1);
  }
  for (const { fromQuantity, discountBasisPoints } of settings.quantityTiers) {
    requireWhole(`discount from ${fromQuantity} copies`, discountBasisPoints, 0, FULL_BASIS_POINTS);
  }
  if (priority !== undefined) requireWhole("surchargeBasisPoints", priority.surchargeBasisPoints, 0);
  for (const { id, charge } of finishings) {
    if (charge.kind === "flat") requireWhole(`price of finishing ${id}`, charge.price, 0);
    if (charge.kind === "percentage") requireWhole(`percentage of finishing ${id}`, charge.basisPoints, 0);
  }
}

function requireMeasured(figure: string, value: number): void {
  // Written so that NaN fails the comparison.
  if (!(value > 0 && value <= Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`${figure} must be above 0 and at most ${Number.MAX_SAFE_INTEGER}, not ${value}`);
  }
}

function requireNotNegative(figure: string, value: number): void {
  if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`${figure} must be from 0 to ${Number.MAX_SAFE_INTEGER}, not ${value}`);
  }
}

function requireWhole(figure: string, value: number, least: number, most: number = Number.MAX_SAFE_INTEGER): void {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new RangeError(`${figure} must be a whole number from ${least} to ${most}, not ${value}`);
  }
}
