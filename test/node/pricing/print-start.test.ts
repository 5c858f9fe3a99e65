// A print's start and a machine's correction: worked out by hand, and equal to an independent calculation.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/domain/money.ts";
import { chargedOnce, figuresOfOneCopy, type PriceInput, priceItem } from "../../../src/pricing/price.ts";
import { copiesPerPrint, printsOf } from "../../../src/pricing/print-count.ts";

/** One hour and 10.00 g a copy, at 12.00 an hour and 25.00 a kilogram, with a markup of 10 %. */
const plain: PriceInput = {
  slice: { printSeconds: 3_600, materialCubicMm: 10_000 },
  densityMilligramsPerCubicCm: 1_000,
  costPerKg: minorUnits(2_500),
  finishings: [],
  quantity: 10,
  settings: {
    hourlyRate: minorUnits(1_200),
    setupCost: minorUnits(300),
    minimumPrice: minorUnits(0),
    markupBasisPoints: 1_000,
    quantityTiers: [],
  },
};

describe("the start of a print", () => {
  // One copy: 10 g × 25.00 / 1000 = 0.25; 60 min × 12.00 / 60 = 12.00; markup 1.225, 1.23; 13.48.
  // One start: 7.5 min, 8; 2 g × 25.00 / 1000 = 0.05; 8 min × 12.00 / 60 = 1.60; markup 0.165, 0.17; 1.82.
  const priced = priceItem({ ...plain, startUp: { minutes: 7.5, grams: 2, prints: 3, copiesPerPrint: 4 } });

  it("is priced once per print: time, material and markup, worked out by hand", () => {
    expect(priced.perUnitPrice).toBe(1_348);
    expect(priced.breakdown.startUp).toEqual({
      cost: 546, // 1.82 × 3
      prints: 3,
      copiesPerPrint: 4,
      minutesPerPrint: 8,
      hundredthsOfGramPerPrint: 200,
    });
    expect(priced.price).toBe(14_326); // 13.48 × 10 + 5.46 + 3.00
    expect(chargedOnce(priced)).toBe(846);
  });

  it("is in the time and weight of the whole, and not in a copy's", () => {
    expect(priced.printMinutes).toBe(624); // 60 × 10 + 8 × 3
    expect(priced.weightHundredthsOfGram).toBe(10_600); // 10 g × 10 + 2 g × 3
    expect(figuresOfOneCopy(priced.breakdown, 10)).toEqual({ printMinutes: 60, weightHundredthsOfGram: 1_000 });
  });

  it("leaves no trace if it takes nothing", () => {
    expect(priceItem({ ...plain, startUp: { minutes: 0, grams: 0, prints: 3, copiesPerPrint: 4 } })).toEqual(
      priceItem(plain),
    );
  });

  it("is priced if it takes material alone, or time alone", () => {
    const once = { prints: 1, copiesPerPrint: null };
    // 2 g × 25.00 / 1000 = 0.05, and 10 %: 0.055 is 0.01 more. 8 min × 12.00 / 60 = 1.60, and 0.16.
    const material = priceItem({ ...plain, startUp: { minutes: 0, grams: 2, ...once } });
    const time = priceItem({ ...plain, startUp: { minutes: 8, grams: 0, ...once } });
    expect(material.breakdown.startUp).toMatchObject({ cost: 6, minutesPerPrint: 0, hundredthsOfGramPerPrint: 200 });
    expect(time.breakdown.startUp).toMatchObject({ cost: 176, minutesPerPrint: 8, hundredthsOfGramPerPrint: 0 });
  });

  it("may take as many minutes as a number holds, in the error of the sum and not of the figure", () => {
    const startUp = { minutes: Number.MAX_SAFE_INTEGER, grams: 0, prints: 1, copiesPerPrint: null };
    const settings = { ...plain.settings, hourlyRate: minorUnits(0) };
    expect(() => priceItem({ ...plain, settings, startUp })).toThrow("beyond what a number holds exactly");
  });

  it.each([
    { startUp: { minutes: -1, grams: 0, prints: 1 }, named: "minutes of a print's start" },
    { startUp: { minutes: 0, grams: Number.NaN, prints: 1 }, named: "grams of a print's start" },
    { startUp: { minutes: 1, grams: 0, prints: 0 }, named: "prints" },
  ])("is refused if it cannot be priced: $named", ({ startUp, named }) => {
    expect(() => priceItem({ ...plain, startUp: { ...startUp, copiesPerPrint: null } })).toThrow(named);
  });
});

describe("a correction", () => {
  it("changes minutes and grams of copies and starts, and states the sliced ones", () => {
    const priced = priceItem({
      ...plain,
      quantity: 2,
      startUp: { minutes: 10, grams: 3, prints: 1, copiesPerPrint: null },
      correction: { timeBasisPoints: 11_250, materialBasisPoints: 9_500 },
    });
    // 60 × 1.125 = 67.5, 68 min; 10.00 × 0.95 = 9.50 g; 10 × 1.125 = 11.25, 11 min; 3.00 × 0.95 = 2.85 g.
    expect(priced.breakdown).toMatchObject({
      printMinutes: 147, // 68 × 2 + 11
      weightHundredthsOfGram: 2_185, // 9.50 × 2 + 2.85
      timeCost: 2_720, // 13.60 × 2
      materialCost: 48, // 9.50 g × 25.00 / 1000 = 0.2375, 0.24, × 2
      startUp: { minutesPerPrint: 11, hundredthsOfGramPerPrint: 285 },
      correction: {
        timeBasisPoints: 11_250,
        materialBasisPoints: 9_500,
        slicedMinutes: 120,
        slicedHundredthsOfGram: 2_000,
      },
    });
  });

  it("of 100 % leaves no trace", () => {
    const none = { timeBasisPoints: 10_000, materialBasisPoints: 10_000 };
    expect(priceItem({ ...plain, correction: none })).toEqual(priceItem(plain));
  });

  it.each([
    { timeBasisPoints: 11_000, materialBasisPoints: 10_000 },
    { timeBasisPoints: 10_000, materialBasisPoints: 11_000 },
  ])("of one figure is stated with the other: %j", (correction) => {
    const { breakdown } = priceItem({ ...plain, correction });
    expect(breakdown.correction).toEqual({ ...correction, slicedMinutes: 600, slicedHundredthsOfGram: 10_000 });
  });

  it("never prices a print as taking no time or weighing nothing", () => {
    const slice = { printSeconds: 1, materialCubicMm: 0.001 };
    const correction = { timeBasisPoints: 2_500, materialBasisPoints: 2_500 };
    const { breakdown } = priceItem({ ...plain, slice, quantity: 1, correction });
    expect(breakdown).toMatchObject({ printMinutes: 1, weightHundredthsOfGram: 1 });
  });
});

describe("every price with starts and a correction", () => {
  const input = fc
    .record({
      seconds: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
      volume: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
      hourlyRate: fc.nat({ max: 100_000 }),
      costPerKg: fc.nat({ max: 1_000_000 }),
      markupBasisPoints: fc.nat({ max: 20_000 }),
      setupCost: fc.nat({ max: 100_000 }),
      minimumPrice: fc.nat({ max: 1_000_000 }),
      quantity: fc.integer({ min: 1, max: 999 }),
      startThousandths: fc.tuple(fc.nat({ max: 300_000 }), fc.nat({ max: 50_000 })),
      copies: fc.option(fc.integer({ min: 1, max: 40 })),
      time: fc.integer({ min: 2_500, max: 40_000 }),
      material: fc.integer({ min: 2_500, max: 40_000 }),
    })
    .map(({ seconds, volume, startThousandths: [minutes, grams], copies, time, material, ...rest }) => ({
      slice: { printSeconds: seconds, materialCubicMm: volume },
      densityMilligramsPerCubicCm: 1_240,
      costPerKg: minorUnits(rest.costPerKg),
      finishings: [],
      quantity: rest.quantity,
      settings: {
        hourlyRate: minorUnits(rest.hourlyRate),
        setupCost: minorUnits(rest.setupCost),
        minimumPrice: minorUnits(rest.minimumPrice),
        markupBasisPoints: rest.markupBasisPoints,
        quantityTiers: [],
      },
      startUp: {
        minutes: minutes / 1000,
        grams: grams / 1000,
        prints: printsOf(rest.quantity, [copies]),
        copiesPerPrint: copies,
      },
      correction: { timeBasisPoints: time, materialBasisPoints: material },
    }));

  it("adds up: seven amounts, and the copies with the amounts charged once", () => {
    fc.assert(
      fc.property(input, (given) => {
        const priced = priceItem(given);
        const { breakdown, price } = priced;
        const { materialCost, timeCost, postProcessingCost, markupAmount, setupCost, startUp } = breakdown;
        const once = setupCost + breakdown.minimumPriceAdjustment + (startUp?.cost ?? 0);
        expect(materialCost + timeCost + postProcessingCost + markupAmount + once).toBe(price);
        expect(chargedOnce(priced)).toBe(once);
        expect(priced.perUnitPrice * given.quantity + once).toBe(price);
      }),
    );
  });

  it("can be redone by hand from its breakdown", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { breakdown } = priceItem(given);
        const { quantity, settings, costPerKg } = given;
        const { startUp, correction } = breakdown;
        const starts = startUp ?? { cost: 0, prints: 0, minutesPerPrint: 0, hundredthsOfGramPerPrint: 0 };
        const sliced = correction ?? {
          timeBasisPoints: 10_000,
          materialBasisPoints: 10_000,
          slicedMinutes: breakdown.printMinutes - starts.prints * starts.minutesPerPrint,
          slicedHundredthsOfGram: breakdown.weightHundredthsOfGram - starts.prints * starts.hundredthsOfGramPerPrint,
        };
        const minutes = Math.max(1, halfUp(sliced.slicedMinutes / quantity, sliced.timeBasisPoints, 10_000));
        const weight = Math.max(
          1,
          halfUp(sliced.slicedHundredthsOfGram / quantity, sliced.materialBasisPoints, 10_000),
        );
        expect(minutes * quantity + starts.prints * starts.minutesPerPrint).toBe(breakdown.printMinutes);
        expect(weight * quantity + starts.prints * starts.hundredthsOfGramPerPrint).toBe(
          breakdown.weightHundredthsOfGram,
        );
        const cost = (grams: number, min: number) =>
          halfUp(grams, costPerKg, 100_000) + halfUp(min, settings.hourlyRate, 60);
        expect(cost(weight, minutes) * quantity).toBe(breakdown.materialCost + breakdown.timeCost);
        const start = cost(starts.hundredthsOfGramPerPrint, starts.minutesPerPrint);
        expect((start + halfUp(start, settings.markupBasisPoints, 10_000)) * starts.prints).toBe(starts.cost);
      }),
    );
  });

  /** a × b / divisor, halves up, of whole numbers. */
  function halfUp(a: number, b: number, divisor: number): number {
    const [product, parts] = [BigInt(a) * BigInt(b), BigInt(divisor)];
    return Number(product / parts + (2n * (product % parts) >= parts ? 1n : 0n));
  }
});

describe("copies on a bed", () => {
  const bed = { xMm: 220, yMm: 220, copySpacingMm: 6 };

  it.each([
    { part: { xMm: 107, yMm: 107 }, copies: 4, why: "2 × 107 + 6 = 220, to the micrometre" },
    { part: { xMm: 107.001, yMm: 107 }, copies: 2, why: "two in one direction only" },
    { part: { xMm: 220, yMm: 50 }, copies: 4, why: "4 × 50 + 3 × 6 = 218" },
    { part: { xMm: 300, yMm: 300 }, copies: 1, why: "a part larger than the bed is printed somehow" },
    { part: { xMm: 0.1, yMm: 0.1 }, copies: 37 * 37, why: "226 / 6.1" },
  ])("are $copies of $part.xMm × $part.yMm mm: $why", ({ part, copies }) => {
    expect(copiesPerPrint(bed, part)).toBe(copies);
  });

  it("are turned if that takes more", () => {
    const long = { xMm: 100, yMm: 200, copySpacingMm: 0 };
    expect(copiesPerPrint(long, { xMm: 200, yMm: 20 })).toBe(5);
    expect(copiesPerPrint(long, { xMm: 20, yMm: 200 })).toBe(5);
  });

  it("are all of them if the bed is not stated", () => {
    expect(copiesPerPrint({ ...bed, xMm: 0 }, { xMm: 10, yMm: 10 })).toBeNull();
    expect(copiesPerPrint({ ...bed, yMm: 0 }, { xMm: 10, yMm: 10 })).toBeNull();
    expect(printsOf(50, [null])).toBe(1);
  });

  it("make as many prints as they need, and each plate of a project its own", () => {
    expect(printsOf(1, [4])).toBe(1);
    expect(printsOf(10, [4])).toBe(3);
    expect(printsOf(10, [4, 1, null])).toBe(14);
  });
});
