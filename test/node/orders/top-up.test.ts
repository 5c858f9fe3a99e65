// Top-up of an order: sums hold to the cent for every basket and every minimum.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minorUnits, sumMinorUnits } from "../../../src/domain/money.ts";
import { topUpOf, withoutTopUp, withTopUp } from "../../../src/orders/top-up.ts";
import { type PricedItem, priceItem, startUpCostOf } from "../../../src/pricing/price.ts";
import { visibleLines } from "../../../src/quotes/visible-lines.ts";

const money = fc.nat({ max: 100_000 }).map(minorUnits);

const item = fc
  .record({
    slice: fc.record({
      printSeconds: fc.double({ min: 1, max: 1_000_000, noNaN: true }),
      materialCubicMm: fc.double({ min: 0.001, max: 1_000_000, noNaN: true }),
    }),
    densityMilligramsPerCubicCm: fc.integer({ min: 1, max: 20_000 }),
    costPerKg: money,
    finishings: fc.constant([]),
    quantity: fc.integer({ min: 1, max: 999 }),
    settings: fc.record({
      hourlyRate: money,
      setupCost: money,
      minimumPrice: money,
      markupBasisPoints: fc.nat({ max: 20_000 }),
      quantityTiers: fc.constant([]),
    }),
  })
  .map((input) => ({ quantity: input.quantity, priced: priceItem(input) }));

const order = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 5 }),
  minimumOrderMinor: fc.option(fc.nat({ max: 1_000_000_000 })),
});

const totalOf = (items: readonly { readonly priced: PricedItem }[]) =>
  sumMinorUnits(items.map(({ priced }) => priced.price));

function sumOf({ breakdown }: PricedItem): number {
  const { materialCost, timeCost, postProcessingCost, markupAmount, setupCost, minimumPriceAdjustment } = breakdown;
  const amounts = [materialCost, timeCost, postProcessingCost, markupAmount, setupCost, minimumPriceAdjustment];
  return sumMinorUnits([...amounts, startUpCostOf(breakdown)]);
}

describe("the top-up of an order", () => {
  it("lifts the items' sum to the minimum exactly, each item's breakdown adding up to its price", () => {
    fc.assert(
      fc.property(order, ({ items, minimumOrderMinor }) => {
        const topped = withTopUp(items, topUpOf(totalOf(items), { minimumOrderMinor }));
        expect(totalOf(topped)).toBe(Math.max(totalOf(items), minimumOrderMinor ?? 0));
        for (const { quantity, priced } of topped) {
          expect(sumOf(priced)).toBe(priced.price);
          const lines = visibleLines(priced, quantity);
          expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(priced.price);
        }
      }),
    );
  });

  it("is taken out of the stored items again, which then have their own prices", () => {
    fc.assert(
      fc.property(order, ({ items, minimumOrderMinor }) => {
        const topUp = topUpOf(totalOf(items), { minimumOrderMinor });
        const stored = withTopUp(items, topUp).map(({ priced }, position) =>
          withoutTopUp({ topUpMinor: topUp }, { position, priceMinor: priced.price, costBreakdown: priced.breakdown }),
        );
        const own = items.map(({ priced }) => [priced.price, priced.breakdown]);
        expect(stored.map(({ priceMinor, costBreakdown }) => [priceMinor, costBreakdown])).toEqual(own);
      }),
    );
  });
});
