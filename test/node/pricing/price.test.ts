// Prices worked out by hand. Every example shows its working, so that a reader can check it.

import { describe, expect, it } from "vitest";
import { type MinorUnits, minorUnits } from "../../../src/domain/money.ts";
import { type ChosenFinishing, type PriceInput, priceItem } from "../../../src/pricing/price.ts";

/**
 * One hour, 10 g of a plastic of 1.24 g/cm³ at 25.00 a kilogram, in a studio that takes 12.00 an hour:
 * material 10 g × 25.00 / 1000 = 0.25, time 60 min × 12.00 / 60 = 12.00.
 */
const plain: PriceInput = {
  slice: { printSeconds: 3_600, materialCubicMm: 10_000 / 1.24 }, // 8064.516 mm³ × 1.24 mg/mm³ = 9999.99984 mg, 10.00 g
  densityMilligramsPerCubicCm: 1_240,
  costPerKg: minorUnits(2_500),
  finishings: [],
  quantity: 1,
  settings: {
    hourlyRate: minorUnits(1_200),
    setupCost: minorUnits(0),
    minimumPrice: minorUnits(0),
    markupBasisPoints: 0,
    quantityTiers: [],
  },
};

function withSlice(slice: Partial<PriceInput["slice"]>): PriceInput {
  return { ...plain, slice: { ...plain.slice, ...slice } };
}

function withSettings(settings: Partial<PriceInput["settings"]>, rest: Partial<PriceInput> = {}): PriceInput {
  return { ...plain, ...rest, settings: { ...plain.settings, ...settings } };
}

function flat(id: number, price: number): ChosenFinishing {
  return { id, name: `flat ${id}`, charge: { kind: "flat", price: minorUnits(price) } };
}

function percentage(id: number, basisPoints: number): ChosenFinishing {
  return { id, name: `percentage ${id}`, charge: { kind: "percentage", basisPoints } };
}

function free(id: number): ChosenFinishing {
  return { id, name: `free ${id}`, charge: { kind: "free" } };
}

describe("an item with everything", () => {
  // One copy: 5430 s / 60 = 90.5 min, up to 91.
  //   12345.6789 mm³, 12345.679 to the thousandth, × 1.24 mg/mm³ = 15308.64196 mg = 15.3086… g, 15.31 g.
  //   material 15.31 g × 549.90 / 1000 = 8.418969                    8.42
  //   time 91 min × 75.50 / 60 = 114.508333…                       114.51
  //   painting, 12.50 % of 8.42 + 114.51 = 122.93: 15.36625         15.37
  //   sanding, flat                                                 20.05
  //   cleaning, free                                                 0.00
  //   markup, 15.00 % of 122.93 + 35.42 = 158.35: 23.7525           23.75
  //   one copy                                                     182.10
  const input: PriceInput = {
    slice: { printSeconds: 5_430, materialCubicMm: 12_345.6789 },
    densityMilligramsPerCubicCm: 1_240,
    costPerKg: minorUnits(54_990),
    finishings: [
      { id: 7, name: "Painting", charge: { kind: "percentage", basisPoints: 1_250 } },
      { id: 3, name: "Sanding", charge: { kind: "flat", price: minorUnits(2_005) } },
      { id: 9, name: "Cleaning", charge: { kind: "free" } },
    ],
    quantity: 3,
    settings: {
      hourlyRate: minorUnits(7_550),
      setupCost: minorUnits(5_000),
      minimumPrice: minorUnits(60_000),
      markupBasisPoints: 1_500,
      quantityTiers: [],
    },
  };

  it("has the price worked out by hand, to the last figure of its breakdown", () => {
    // Strictly: a breakdown has no fields of a start, a tier, a machine or a correction that are not its own.
    expect(priceItem(input)).toStrictEqual({
      price: 60_000, // 182.10 × 3 + 50.00 = 596.30, lifted by 3.70 to 600.00
      perUnitPrice: 18_210,
      printMinutes: 273, // 91 × 3
      weightHundredthsOfGram: 4_593, // 15.31 g × 3
      breakdown: {
        materialCost: 2_526, // 8.42 × 3
        timeCost: 34_353, // 114.51 × 3
        postProcessingCost: 10_626, // 35.42 × 3
        markupAmount: 7_125, // 23.75 × 3
        setupCost: 5_000, // once
        minimumPriceAdjustment: 370,
        perUnitPrice: 18_210,
        markupBasisPoints: 1_500,
        finishings: [
          { id: 7, name: "Painting", price: 4_611 }, // 15.37 × 3
          { id: 3, name: "Sanding", price: 6_015 }, // 20.05 × 3
          { id: 9, name: "Cleaning", price: 0 },
        ],
        weightHundredthsOfGram: 4_593,
        printMinutes: 273,
      },
    });
  });
});

describe("the minutes of one copy", () => {
  it.each([
    { printSeconds: 0.001, minutes: 1, why: "nothing that prints takes no time" },
    { printSeconds: 29, minutes: 1, why: "0.48, which is still at least one" },
    { printSeconds: 89.999, minutes: 1, why: "1.49998, down" },
    { printSeconds: 90, minutes: 2, why: "1.5, up" },
    { printSeconds: 150, minutes: 3, why: "2.5, up and not to the even 2" },
    { printSeconds: 3_629.99, minutes: 60, why: "60.4998…, down" },
    { printSeconds: 3_630, minutes: 61, why: "60.5, up" },
    { printSeconds: 510 - 2 ** -44, minutes: 8, why: "the largest number below 8.5 minutes, down" },
  ])("of $printSeconds s are $minutes: $why", ({ printSeconds, minutes }) => {
    const item = priceItem(withSlice({ printSeconds }));
    expect(item.printMinutes).toBe(minutes);
    expect(item.breakdown.timeCost).toBe(minutes * 20); // 12.00 an hour is 0.20 a minute
  });
});

describe("the weight of one copy, in hundredths of a gram", () => {
  it.each([
    { volume: 1_000, density: 1_240, weight: 124, why: "1 cm³ × 1.24 = 1.24 g" },
    { volume: 1_000, density: 1_245, weight: 125, why: "1.245 g, up" },
    { volume: 1_000, density: 1_244, weight: 124, why: "1.244 g, down" },
    { volume: 0.5, density: 1_240, weight: 1, why: "0.00062 g, which is still at least 0.01" },
    {
      volume: 0.0001,
      density: 1_240,
      weight: 1,
      why: "a volume that rounds to 0.000 mm³ still weighs at least 0.01 g",
    },
    { volume: 14.9999, density: 1_000, weight: 2, why: "15.000 mm³ to the thousandth: 0.015 g, up" },
    { volume: 14.9994, density: 1_000, weight: 1, why: "14.999 mm³ to the thousandth: 0.014999 g, down" },
    // 3.0625 mm³ is a half of a thousandth exactly, in binary too. Heavier than any plastic, so that the half changes
    // the weight.
    { volume: 3.0625, density: 80_000_000, weight: 24_504, why: "3.063 mm³ × 80 g/mm³ = 245.04 g" },
    // The double nearest to 1.0005 is 1.00049999…, though 1.0005 * 1000 is 1000.5 in doubles.
    { volume: 1.0005, density: 10_000_000, weight: 1_000, why: "1.000 mm³ × 10 g/mm³ = 10.00 g" },
    { volume: 0.1, density: 1_255_000, weight: 13, why: "0.1255 g, 0.13" },
  ])("of $volume mm³ at $density mg/cm³ is $weight: $why", ({ volume, density, weight }) => {
    const item = priceItem({ ...withSlice({ materialCubicMm: volume }), densityMilligramsPerCubicCm: density });
    expect(item.weightHundredthsOfGram).toBe(weight);
  });
});

describe("the material of one copy", () => {
  it.each([
    { costPerKg: 2_500, cents: 25, working: "10 g × 25.00 / 1000 = 0.25" },
    { costPerKg: 2_549, cents: 25, working: "10 g × 25.49 / 1000 = 0.2549" },
    { costPerKg: 2_550, cents: 26, working: "10 g × 25.50 / 1000 = 0.255, up" },
    { costPerKg: 50, cents: 1, working: "10 g × 0.50 / 1000 = 0.005, up" },
    { costPerKg: 49, cents: 0, working: "10 g × 0.49 / 1000 = 0.0049" },
    { costPerKg: 0, cents: 0, working: "a material that costs nothing" },
  ])("at $costPerKg a kilogram costs $cents: $working", ({ costPerKg, cents }) => {
    expect(priceItem({ ...plain, costPerKg: minorUnits(costPerKg) }).breakdown.materialCost).toBe(cents);
  });
});

describe("the time of one copy", () => {
  it.each([
    { printSeconds: 1_800, hourlyRate: 1_201, cents: 601, working: "30 min × 12.01 / 60 = 6.005, up" },
    { printSeconds: 1_800, hourlyRate: 1_200, cents: 600, working: "30 min × 12.00 / 60 = 6.00" },
    { printSeconds: 60, hourlyRate: 1_229, cents: 20, working: "1 min × 12.29 / 60 = 0.20483…" },
    { printSeconds: 60, hourlyRate: 1_230, cents: 21, working: "1 min × 12.30 / 60 = 0.205, up" },
    { printSeconds: 360_000, hourlyRate: 0, cents: 0, working: "a machine that costs nothing" },
  ])("of $printSeconds s at $hourlyRate an hour costs $cents: $working", ({ printSeconds, hourlyRate, cents }) => {
    const slice = { ...plain.slice, printSeconds };
    expect(priceItem(withSettings({ hourlyRate: minorUnits(hourlyRate) }, { slice })).breakdown.timeCost).toBe(cents);
  });
});

describe("the finishings of one copy", () => {
  // Material and time of one copy are 0.25 + 12.00 = 12.25.
  it.each([
    { finishings: [], prices: [], sum: 0, working: "none" },
    { finishings: [free(1)], prices: [0], sum: 0, working: "free" },
    { finishings: [flat(1, 333)], prices: [333], sum: 333, working: "3.33" },
    { finishings: [flat(1, 0)], prices: [0], sum: 0, working: "flat, but of nothing" },
    { finishings: [percentage(1, 1_000)], prices: [123], sum: 123, working: "10.00 % of 12.25 = 1.225, up" },
    { finishings: [percentage(1, 0)], prices: [0], sum: 0, working: "0.00 % of 12.25" },
    { finishings: [percentage(1, 20_000)], prices: [2_450], sum: 2_450, working: "200.00 % of 12.25" },
    {
      finishings: [percentage(1, 1_000), percentage(2, 1_000)],
      prices: [123, 123],
      sum: 246,
      working: "each line is rounded: 1.23 + 1.23, though 20.00 % together were 2.45",
    },
    {
      finishings: [flat(4, 1_000), percentage(2, 1_000), free(3)],
      prices: [1_000, 123, 0],
      sum: 1_123,
      working: "a percentage is of material and time, not of other finishings; the order stays",
    },
  ])("$working: $sum", ({ finishings, prices, sum }) => {
    const { breakdown } = priceItem({ ...plain, finishings });
    expect(breakdown.finishings).toEqual(finishings.map(({ id, name }, at) => ({ id, name, price: prices[at] })));
    expect(breakdown.postProcessingCost).toBe(sum);
  });
});

describe("the markup of one copy", () => {
  it.each([
    { markupBasisPoints: 0, finishings: [], cents: 0, working: "no markup" },
    { markupBasisPoints: 1_000, finishings: [], cents: 123, working: "10.00 % of 12.25 = 1.225, up" },
    { markupBasisPoints: 999, finishings: [], cents: 122, working: "9.99 % of 12.25 = 1.223775" },
    { markupBasisPoints: 1, finishings: [], cents: 0, working: "0.01 % of 12.25 = 0.001225" },
    { markupBasisPoints: 25_000, finishings: [], cents: 3_063, working: "250.00 % of 12.25 = 30.625, up" },
    { markupBasisPoints: 1_000, finishings: [flat(1, 1_000)], cents: 223, working: "10.00 % of 22.25 = 2.225, up" },
    {
      markupBasisPoints: 1_000,
      finishings: [percentage(1, 1_000)],
      cents: 135,
      working: "10.00 % of 12.25 + 1.23 (1.225 rounded first) = 1.348",
    },
  ])("is $cents: $working", ({ markupBasisPoints, finishings, cents }) => {
    expect(priceItem(withSettings({ markupBasisPoints }, { finishings })).breakdown.markupAmount).toBe(cents);
  });
});

describe("the quantity", () => {
  it("multiplies the whole cents of one copy, not the fractions before them", () => {
    // 10 g × 25.50 / 1000 = 0.255, 0.26; 0.26 × 999 = 259.74, but 0.255 × 999 would be 254.75.
    // One copy is 0.26 + 12.00 = 12.26; 12.26 × 999 = 12247.74.
    const item = priceItem({ ...plain, costPerKg: minorUnits(2_550), quantity: 999 });
    expect(item.breakdown.materialCost).toBe(25_974);
    expect(item.breakdown.timeCost).toBe(1_198_800);
    expect(item.perUnitPrice).toBe(1_226);
    expect(item.price).toBe(1_224_774);
    expect(item.printMinutes).toBe(59_940); // 60 × 999
    expect(item.weightHundredthsOfGram).toBe(999_000); // 10.00 g × 999
  });

  it("does not multiply the setup", () => {
    // 12.25 × 4 + 7.00 = 56.00
    const item = priceItem(withSettings({ setupCost: minorUnits(700) }, { quantity: 4 }));
    expect(item.price).toBe(5_600);
    expect(item.breakdown.setupCost).toBe(700);
  });

  it("multiplies the least minutes and the least weight of each copy", () => {
    const item = priceItem({ ...plain, slice: { printSeconds: 1, materialCubicMm: 0.1 }, quantity: 10 });
    expect(item.printMinutes).toBe(10);
    expect(item.weightHundredthsOfGram).toBe(10);
  });
});

describe("the minimum price", () => {
  // One copy is 12.25.
  it.each([
    { minimumPrice: 0, setupCost: 0, quantity: 1, adjustment: 0, price: 1_225, why: "no minimum" },
    { minimumPrice: 1_225, setupCost: 0, quantity: 1, adjustment: 0, price: 1_225, why: "just reached" },
    { minimumPrice: 1_226, setupCost: 0, quantity: 1, adjustment: 1, price: 1_226, why: "missed by a cent" },
    { minimumPrice: 5_000, setupCost: 0, quantity: 1, adjustment: 3_775, price: 5_000, why: "50.00 − 12.25" },
    { minimumPrice: 5_000, setupCost: 700, quantity: 1, adjustment: 3_075, price: 5_000, why: "the setup counts" },
    { minimumPrice: 5_000, setupCost: 0, quantity: 2, adjustment: 2_550, price: 5_000, why: "of the item, not a copy" },
    { minimumPrice: 5_000, setupCost: 0, quantity: 5, adjustment: 0, price: 6_125, why: "12.25 × 5 is above it" },
  ])("of $minimumPrice lifts $quantity and a setup of $setupCost by $adjustment: $why", (example) => {
    const settings = { minimumPrice: minorUnits(example.minimumPrice), setupCost: minorUnits(example.setupCost) };
    const item = priceItem(withSettings(settings, { quantity: example.quantity }));
    expect(item.breakdown.minimumPriceAdjustment).toBe(example.adjustment);
    expect(item.price).toBe(example.price);
    expect(item.perUnitPrice).toBe(1_225);
  });

  it("is the whole price if every rate is zero", () => {
    const settings = { hourlyRate: minorUnits(0), minimumPrice: minorUnits(300), markupBasisPoints: 5_000 };
    const item = priceItem(
      withSettings(settings, { costPerKg: minorUnits(0), finishings: [free(1), percentage(2, 5_000)], quantity: 7 }),
    );
    expect(item.perUnitPrice).toBe(0);
    expect(item.breakdown.minimumPriceAdjustment).toBe(300);
    expect(item.price).toBe(300);
  });
});

describe("a print that cannot be priced", () => {
  const notAFigure = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53];
  const notARate = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53];
  const notACount = [0, ...notARate];
  // Values that the database or a slicer could deliver in spite of the types.
  const money = (value: number) => value as MinorUnits;

  it.each([
    { figure: "printSeconds", values: notAFigure, put: (value: number) => withSlice({ printSeconds: value }) },
    { figure: "materialCubicMm", values: notAFigure, put: (value: number) => withSlice({ materialCubicMm: value }) },
    {
      figure: "densityMilligramsPerCubicCm",
      values: notACount,
      put: (value: number) => ({ ...plain, densityMilligramsPerCubicCm: value }),
    },
    { figure: "quantity", values: notACount, put: (value: number) => ({ ...plain, quantity: value }) },
    { figure: "costPerKg", values: notARate, put: (value: number) => ({ ...plain, costPerKg: money(value) }) },
    { figure: "hourlyRate", values: notARate, put: (value: number) => withSettings({ hourlyRate: money(value) }) },
    { figure: "setupCost", values: notARate, put: (value: number) => withSettings({ setupCost: money(value) }) },
    { figure: "minimumPrice", values: notARate, put: (value: number) => withSettings({ minimumPrice: money(value) }) },
    {
      figure: "markupBasisPoints",
      values: notARate,
      put: (value: number) => withSettings({ markupBasisPoints: value }),
    },
    {
      figure: "timeBasisPoints",
      values: notACount,
      put: (value: number) => ({ ...plain, correction: { timeBasisPoints: value, materialBasisPoints: 10_000 } }),
    },
    {
      figure: "materialBasisPoints",
      values: notACount,
      put: (value: number) => ({ ...plain, correction: { timeBasisPoints: 10_000, materialBasisPoints: value } }),
    },
    {
      figure: "discount from 5 copies",
      values: [...notARate, 10_001],
      put: (value: number) => withSettings({ quantityTiers: [{ fromQuantity: 5, discountBasisPoints: value }] }),
    },
    {
      figure: "surchargeBasisPoints",
      values: notARate,
      put: (value: number) => ({ ...plain, priority: { slug: "a", name: "A", surchargeBasisPoints: value } }),
    },
    {
      figure: "minutes of a print's start",
      values: [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53],
      put: (value: number) => ({ ...plain, startUp: { minutes: value, grams: 0, prints: 1, copiesPerPrint: null } }),
    },
    {
      figure: "price of finishing 12",
      values: notARate,
      put: (value: number): PriceInput => ({
        ...plain,
        finishings: [free(11), { id: 12, name: "", charge: { kind: "flat", price: money(value) } }],
      }),
    },
    {
      figure: "percentage of finishing 12",
      values: notARate,
      put: (value: number): PriceInput => ({ ...plain, finishings: [free(11), percentage(12, value)] }),
    },
  ])("is named in the error: $figure", ({ figure, values, put }) => {
    for (const value of values) {
      const pricing = () => priceItem(put(value));
      expect(pricing, String(value)).toThrow(RangeError);
      expect(pricing, String(value)).toThrow(new RegExp(`^${figure} must be .*, not ${value}$`));
    }
  });

  it("may take as many seconds as a number holds exactly", () => {
    const { printMinutes } = priceItem(
      withSettings({ hourlyRate: minorUnits(0) }, { slice: { ...plain.slice, printSeconds: Number.MAX_SAFE_INTEGER } }),
    );
    expect(printMinutes).toBe(150_119_987_579_017); // 9007199254740991 / 60 = 150119987579016.5166…, up
  });

  const largest = minorUnits(Number.MAX_SAFE_INTEGER);
  it.each<{ what: string; input: PriceInput }>([
    {
      what: "a copy's time",
      input: withSettings({ hourlyRate: largest }, { slice: { ...plain.slice, printSeconds: 7_200 } }),
    },
    { what: "a copy's material and time together", input: withSettings({ hourlyRate: largest }) },
    { what: "a copy's finishings together", input: { ...plain, finishings: [flat(1, largest), flat(2, 1)] } },
    {
      what: "a copy's markup",
      input: withSettings({ markupBasisPoints: Number.MAX_SAFE_INTEGER, hourlyRate: largest }),
    },
    { what: "the copies together", input: withSettings({ hourlyRate: minorUnits(2 ** 52) }, { quantity: 3 }) },
    { what: "the copies and the setup", input: withSettings({ setupCost: largest }) },
    {
      what: "the weight of all copies",
      input: { ...plain, quantity: Number.MAX_SAFE_INTEGER, costPerKg: minorUnits(0) },
    },
    {
      what: "the weight of a copy",
      input: {
        ...withSlice({ materialCubicMm: Number.MAX_SAFE_INTEGER }),
        densityMilligramsPerCubicCm: 20_000,
        costPerKg: minorUnits(0),
      },
    },
  ])("has no price beyond the safe integers: $what", ({ input }) => {
    expect(() => priceItem(input)).toThrow(RangeError);
  });

  it("does not include a rate whose intermediate product alone exceeds the safe integers", () => {
    // 30 min × 9000000000000.01 / 60 = 4500000000000.005, up; + 0.25 of material
    const item = priceItem(
      withSettings({ hourlyRate: minorUnits(900_000_000_000_001) }, { slice: { ...plain.slice, printSeconds: 1_800 } }),
    );
    expect(item.price).toBe(450_000_000_000_026);
  });
});
