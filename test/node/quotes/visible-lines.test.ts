// A price's lines for the customer: they add up to it for every choice.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/domain/money.ts";
import { type PriceInput, priceItem } from "../../../src/pricing/price.ts";
import { visibleLines } from "../../../src/quotes/visible-lines.ts";

const money = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 1_000_000 })).map((amount) => minorUnits(amount));
const basisPoints = fc.nat({ max: 20_000 });

const finishing = fc.record({
  id: fc.integer({ min: 1 }),
  name: fc.string(),
  charge: fc.oneof(
    fc.record({ kind: fc.constant("flat" as const), price: money }),
    fc.record({ kind: fc.constant("percentage" as const), basisPoints }),
    fc.record({ kind: fc.constant("free" as const) }),
  ),
});

const input: fc.Arbitrary<PriceInput> = fc.record({
  slice: fc.record({
    printSeconds: fc.double({ min: 1, max: 1_000_000, noNaN: true }),
    materialCubicMm: fc.double({ min: 0.001, max: 1_000_000, noNaN: true }),
  }),
  densityMilligramsPerCubicCm: fc.integer({ min: 1, max: 20_000 }),
  costPerKg: money,
  finishings: fc.array(finishing, { maxLength: 8 }),
  quantity: fc.integer({ min: 1, max: 999 }),
  settings: fc.record({
    hourlyRate: money,
    setupCost: money,
    minimumPrice: money,
    markupBasisPoints: basisPoints,
    quantityTiers: fc.array(
      fc.record({ fromQuantity: fc.integer({ min: 2, max: 999 }), discountBasisPoints: fc.nat({ max: 10_000 }) }),
      { maxLength: 3 },
    ),
  }),
  priority: fc.option(
    fc.record({
      slug: fc.constant("rush"),
      name: fc.constant("Rush"),
      surchargeBasisPoints: fc.nat({ max: 30_000 }),
    }),
    { nil: undefined },
  ),
});

const RUNS = { numRuns: 2_000 };

describe("the visible lines of a price", () => {
  it("add up to it to the cent, for any input", () => {
    fc.assert(
      fc.property(input, (given) => {
        const priced = priceItem(given);
        const lines = visibleLines(priced, given.quantity);
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(priced.price);
      }),
      RUNS,
    );
  });

  it("are none of them negative but a discount, for any input", () => {
    fc.assert(
      fc.property(input, (given) => {
        for (const { kind, amount } of visibleLines(priceItem(given), given.quantity)) {
          if (kind === "tier") expect(amount).toBeLessThan(0);
          else expect(amount).toBeGreaterThanOrEqual(0);
        }
      }),
      RUNS,
    );
  });

  it("of a printing and its finishings are whole multiples of one copy's", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { quantity } = given;
        const once = visibleLines(priceItem({ ...given, quantity: 1 }), 1);
        const many = visibleLines(priceItem(given), quantity);
        const perCopy = (lines: typeof once) => lines.filter(({ kind }) => kind === "printing" || kind === "finishing");
        const multiplied = perCopy(once).map((line) => ({ ...line, amount: line.amount * quantity }));
        expect(perCopy(many)).toEqual(multiplied);
      }),
      RUNS,
    );
  });

  it("have the markup inside: a finishing of 25.00 with 10 % is 27.50, and the printing has the rest", () => {
    const priced = priceItem({
      slice: { printSeconds: 3600, materialCubicMm: 10_000 },
      densityMilligramsPerCubicCm: 1000,
      costPerKg: minorUnits(50_000),
      finishings: [{ id: 1, name: "Sanding", charge: { kind: "flat", price: minorUnits(2_500) } }],
      quantity: 2,
      settings: {
        hourlyRate: minorUnits(6_000),
        setupCost: minorUnits(1_500),
        minimumPrice: minorUnits(30_000),
        markupBasisPoints: 1_000,
        quantityTiers: [],
      },
    });
    expect(visibleLines(priced, 2)).toEqual([
      { kind: "printing", name: null, amount: 2 * 7_150 },
      { kind: "finishing", name: "Sanding", amount: 2 * 2_750 },
      { kind: "setup", name: null, amount: 1_500 },
      { kind: "minimum", name: null, amount: 30_000 - 2 * 9_900 - 1_500 },
    ]);
  });
});
