// Properties of every price, and its equality with an independent calculation in exact fractions.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/domain/money.ts";
import {
  adjustmentOf,
  atChangedPrice,
  type ChosenFinishing,
  chargedOnce,
  type PriceInput,
  priceItem,
  tierOf,
} from "../../../src/pricing/price.ts";

const money = fc
  .oneof(fc.nat({ max: 1_000 }), fc.nat({ max: 10_000_000 }), fc.constant(0))
  .map((amount) => minorUnits(amount));
const basisPoints = fc.oneof(fc.nat({ max: 20_000 }), fc.constantFrom(0, 500, 1_000, 1_250, 5_000, 10_000));

const finishing: fc.Arbitrary<ChosenFinishing> = fc.record({
  id: fc.integer({ min: 1 }),
  name: fc.string(),
  charge: fc.oneof(
    fc.record({ kind: fc.constant("flat"), price: money }),
    fc.record({ kind: fc.constant("percentage"), basisPoints }),
    fc.record({ kind: fc.constant("free") }),
  ),
});

/** The next double below a positive one, found by halving a step until subtracting it changes nothing. */
function justBelow(value: number): number {
  let step = value / 2;
  while (value - step / 2 < value) step /= 2;
  return value - step;
}

/** Positive doubles up to `max`, with the halves and the doubles just below them, where rounding changes direction. */
function measured(max: number, halves: fc.Arbitrary<number>): fc.Arbitrary<number> {
  return fc.oneof(fc.double({ min: 1e-9, max, noNaN: true }), halves, halves.map(justBelow));
}

/** Halves of a thousandth of a mm³: as odd multiples of 1/16 exact in binary, as those of 1/2000 only nearly. */
function volume(max: number): fc.Arbitrary<number> {
  const halves = fc
    .constantFrom(16, 2_000)
    .chain((parts) => fc.nat({ max: (max * parts) / 2 - 1 }).map((k) => (2 * k + 1) / parts));
  return measured(max, halves);
}

const material = fc.oneof(
  fc.record({ materialCubicMm: volume(1_000_000), density: fc.integer({ min: 1, max: 20_000 }) }),
  // Heavier than any plastic, so that a thousandth of a cubic millimetre changes the weight.
  fc.record({ materialCubicMm: volume(100), density: fc.integer({ min: 1, max: 1_000_000_000 }) }),
);

const item: fc.Arbitrary<PriceInput> = fc
  .record({
    printSeconds: measured(
      10_000_000,
      fc.nat({ max: 100_000 }).map((minutes) => 60 * minutes + 30),
    ),
    material,
    costPerKg: money,
    finishings: fc.array(finishing, { maxLength: 5 }),
    quantity: fc.integer({ min: 1, max: 999 }),
    settings: fc.record({
      hourlyRate: money,
      setupCost: money,
      minimumPrice: money,
      markupBasisPoints: basisPoints,
      quantityTiers: fc.uniqueArray(
        fc.record({ fromQuantity: fc.integer({ min: 2, max: 999 }), discountBasisPoints: fc.nat({ max: 10_000 }) }),
        { maxLength: 4, selector: ({ fromQuantity }) => fromQuantity },
      ),
    }),
    priority: fc.option(
      fc.record({ slug: fc.constant("rush"), name: fc.string(), surchargeBasisPoints: fc.nat({ max: 30_000 }) }),
      { nil: undefined },
    ),
  })
  .map(({ printSeconds, material: { materialCubicMm, density }, ...rest }) => ({
    ...rest,
    slice: { printSeconds, materialCubicMm },
    densityMilligramsPerCubicCm: density,
  }));

const runs = { numRuns: 1_000 };

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

describe("every price", () => {
  it("is the sum of the amounts of its breakdown", () => {
    fc.assert(
      fc.property(item, (input) => {
        const { price, breakdown } = priceItem(input);
        const { materialCost, timeCost, postProcessingCost, markupAmount, setupCost } = breakdown;
        expect(
          sum([
            ...[materialCost, timeCost, postProcessingCost, markupAmount, setupCost],
            ...[adjustmentOf(breakdown), breakdown.minimumPriceAdjustment],
          ]),
        ).toBe(price);
      }),
      runs,
    );
  });

  it("has finishings that add up to the post-processing, the chosen ones in their order", () => {
    fc.assert(
      fc.property(item, (input) => {
        const { breakdown } = priceItem(input);
        expect(sum(breakdown.finishings.map(({ price }) => price))).toBe(breakdown.postProcessingCost);
        expect(breakdown.finishings.map(({ id, name }) => ({ id, name }))).toEqual(
          input.finishings.map(({ id, name }) => ({ id, name })),
        );
      }),
      runs,
    );
  });

  it("is a copy's price × quantity + the adjustments + all that is charged once", () => {
    fc.assert(
      fc.property(item, (input) => {
        const priced = priceItem(input);
        const { price, perUnitPrice, breakdown } = priced;
        const copies = perUnitPrice * input.quantity + adjustmentOf(breakdown);
        expect(copies + input.settings.setupCost + breakdown.minimumPriceAdjustment).toBe(price);
        expect(copies + chargedOnce(priced)).toBe(price);
      }),
      runs,
    );
  });

  it("is at least the minimum, and adjusted only as far as that", () => {
    fc.assert(
      fc.property(item, (input) => {
        const { price, breakdown } = priceItem(input);
        const { minimumPrice } = input.settings;
        expect(price).toBeGreaterThanOrEqual(minimumPrice);
        expect(breakdown.minimumPriceAdjustment).toBeGreaterThanOrEqual(0);
        if (breakdown.minimumPriceAdjustment > 0) expect(price).toBe(minimumPrice);
      }),
      runs,
    );
  });

  it("never falls as the quantity grows within a tier, and a copy's price does not depend on it", () => {
    fc.assert(
      fc.property(item, fc.integer({ min: 1, max: 999 }), (input, more) => {
        const tier = tierOf(input.settings.quantityTiers, input.quantity);
        const settings = { ...input.settings, quantityTiers: tier === undefined ? [] : [tier] };
        const fewer = priceItem({ ...input, settings });
        const grown = priceItem({ ...input, settings, quantity: input.quantity + more });
        expect(grown.price).toBeGreaterThanOrEqual(fewer.price);
        expect(grown.perUnitPrice).toBe(fewer.perUnitPrice);
      }),
      runs,
    );
  });

  it("is never lowered by another finishing, which leaves the prices of the others alone", () => {
    fc.assert(
      fc.property(item, finishing, (input, another) => {
        const without = priceItem(input);
        const added = priceItem({ ...input, finishings: [...input.finishings, another] });
        expect(added.price).toBeGreaterThanOrEqual(without.price);
        expect(added.breakdown.finishings.slice(0, -1)).toEqual(without.breakdown.finishings);
      }),
      runs,
    );
  });

  it("has no field of adjustments without a tier and a priority, as before there were any", () => {
    fc.assert(
      fc.property(item, (input) => {
        const { breakdown } = priceItem({
          ...input,
          settings: { ...input.settings, quantityTiers: [] },
          priority: undefined,
        });
        expect(breakdown).not.toHaveProperty("adjustments");
      }),
      runs,
    );
  });

  it("holds its sums at a price that staff name, which is the price to the cent", () => {
    fc.assert(
      fc.property(item, money, (input, price) => {
        const computed = priceItem(input);
        const changed = atChangedPrice(computed, { price, reason: "a gift" });
        expect(changed.price).toBe(price);
        const copies = changed.perUnitPrice * input.quantity + adjustmentOf(changed.breakdown);
        expect(copies + chargedOnce(changed)).toBe(price);
        if (price === computed.price) expect(changed).toEqual(computed);
        else {
          const { adjustments = [], ...others } = changed.breakdown;
          const { adjustments: before = [], ...unchanged } = computed.breakdown;
          expect(others).toEqual(unchanged);
          expect(adjustments).toEqual([...before, { kind: "staff", reason: "a gift", amount: price - computed.price }]);
        }
      }),
      runs,
    );
  });

  it("does not change its input", () => {
    fc.assert(
      fc.property(item, (input) => {
        const before = structuredClone(input);
        priceItem(input);
        expect(input).toEqual(before);
      }),
    );
  });

  it("equals the one calculated in fractions", () => {
    fc.assert(
      fc.property(item, (input) => {
        expect(priceItem(input)).toEqual(priceInFractions(input));
      }),
      { numRuns: 5_000 },
    );
  });
});

// The reference: exact fractions of bigints, rounded only where the pricing rules round.

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The exact value of a double. Doubling is exact, and enough of it makes every double an integer. */
function fraction(value: number): Fraction {
  let denominator = 1n;
  let rest = value;
  while (!Number.isInteger(rest)) {
    rest *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(rest), denominator };
}

function product(...factors: readonly (Fraction | bigint)[]): Fraction {
  let numerator = 1n;
  let denominator = 1n;
  for (const factor of factors) {
    numerator *= typeof factor === "bigint" ? factor : factor.numerator;
    denominator *= typeof factor === "bigint" ? 1n : factor.denominator;
  }
  return { numerator, denominator };
}

function per(denominator: bigint): Fraction {
  return { numerator: 1n, denominator };
}

/** Rounds to the nearest integer, halves up. */
function halfUp({ numerator, denominator }: Fraction): bigint {
  const whole = numerator / denominator;
  const left = numerator % denominator;
  return left + left >= denominator ? whole + 1n : whole;
}

function atLeastOne(value: bigint): bigint {
  return value > 1n ? value : 1n;
}

function priceInFractions({ slice, finishings, quantity, settings, priority, ...material }: PriceInput) {
  const copies = BigInt(quantity);
  const minutes = atLeastOne(halfUp(product(fraction(slice.printSeconds), per(60n))));
  const cubicMm = product(halfUp(product(fraction(slice.materialCubicMm), 1_000n)), per(1_000n));
  const gramsPerCubicMm = product(BigInt(material.densityMilligramsPerCubicCm), per(1_000n), per(1_000n));
  const weight = atLeastOne(halfUp(product(cubicMm, gramsPerCubicMm, 100n)));
  const grams = product(weight, per(100n));

  const materialCost = halfUp(product(grams, BigInt(material.costPerKg), per(1_000n)));
  const timeCost = halfUp(product(minutes, BigInt(settings.hourlyRate), per(60n)));
  const percent = (hundredthsOfPercent: number) => product(BigInt(hundredthsOfPercent), per(100n), per(100n));
  const finished = finishings.map(({ id, name, charge }) => {
    if (charge.kind === "flat") return { id, name, price: BigInt(charge.price) };
    if (charge.kind === "free") return { id, name, price: 0n };
    return { id, name, price: halfUp(product(percent(charge.basisPoints), materialCost + timeCost)) };
  });
  const postProcessingCost = finished.reduce((total, { price }) => total + price, 0n);
  const markupAmount = halfUp(
    product(percent(settings.markupBasisPoints), materialCost + timeCost + postProcessingCost),
  );
  const perUnitPrice = materialCost + timeCost + postProcessingCost + markupAmount;

  // Copied before it is sorted: the reference must not change its input either.
  const [tier] = [...settings.quantityTiers]
    .filter(({ fromQuantity }) => fromQuantity <= quantity)
    .sort((one, other) => other.fromQuantity - one.fromQuantity);
  const ofCopies = perUnitPrice * copies;
  const discount = tier === undefined ? 0n : halfUp(product(percent(tier.discountBasisPoints), ofCopies));
  const surcharge =
    priority === undefined ? 0n : halfUp(product(percent(priority.surchargeBasisPoints), ofCopies - discount));
  const adjustments = [
    ...(discount === 0n ? [] : [{ kind: "tier", ...tier, amount: Number(-discount) }]),
    ...(surcharge === 0n ? [] : [{ kind: "priority", ...priority, amount: Number(surcharge) }]),
  ];

  const calculated = ofCopies - discount + surcharge + BigInt(settings.setupCost);
  const minimumPrice = BigInt(settings.minimumPrice);
  const price = calculated < minimumPrice ? minimumPrice : calculated;
  return {
    price: Number(price),
    perUnitPrice: Number(perUnitPrice),
    printMinutes: Number(minutes * copies),
    weightHundredthsOfGram: Number(weight * copies),
    breakdown: {
      materialCost: Number(materialCost * copies),
      timeCost: Number(timeCost * copies),
      postProcessingCost: Number(postProcessingCost * copies),
      markupAmount: Number(markupAmount * copies),
      setupCost: settings.setupCost,
      minimumPriceAdjustment: Number(price - calculated),
      perUnitPrice: Number(perUnitPrice),
      markupBasisPoints: settings.markupBasisPoints,
      finishings: finished.map(({ id, name, price }) => ({ id, name, price: Number(price * copies) })),
      weightHundredthsOfGram: Number(weight * copies),
      printMinutes: Number(minutes * copies),
      ...(adjustments.length === 0 ? {} : { adjustments }),
    },
  };
}
