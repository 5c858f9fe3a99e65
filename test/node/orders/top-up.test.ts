// Top-up of an order: sums hold to the cent for every basket and every minimum.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MinorUnits, minorUnits, sumMinorUnits } from "../../../src/domain/money.ts";
import { isLeastAboveMaximum, leastOrderOf, topUpOf, withoutTopUp, withTopUp } from "../../../src/orders/top-up.ts";
import { type PricedItem, type PriceInput, priceItem, startUpCostOf } from "../../../src/pricing/price.ts";
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
  .map((input) => ({ input, quantity: input.quantity, priced: priceItem(input) }));

const order = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 5 }),
  leastOrder: fc.nat({ max: 1_000_000_000 }).map(minorUnits),
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
      fc.property(order, ({ items, leastOrder }) => {
        const topped = withTopUp(items, topUpOf(totalOf(items), leastOrder));
        expect(totalOf(topped)).toBe(Math.max(totalOf(items), leastOrder));
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
      fc.property(order, ({ items, leastOrder }) => {
        const topUp = topUpOf(totalOf(items), leastOrder);
        const stored = withTopUp(items, topUp).map(({ priced }, position) =>
          withoutTopUp({ topUpMinor: topUp }, { position, priceMinor: priced.price, costBreakdown: priced.breakdown }),
        );
        const own = items.map(({ priced }) => [priced.price, priced.breakdown]);
        expect(stored.map(({ priceMinor, costBreakdown }) => [priceMinor, costBreakdown])).toEqual(own);
      }),
    );
  });
});

describe("a stored item of an order without a top-up", () => {
  it("stays as it is", () => {
    const stored = { position: 0, priceMinor: 500, costBreakdown: null };
    expect(withoutTopUp({ topUpMinor: null }, stored)).toBe(stored);
  });
});

describe("an order page's least order", () => {
  const studio = { minimumPriceMinor: 700, minimumPricePer: "order" } as const;
  const isAbove = (minimumOrderMinor: number | null, maximumOrderMinor: number | null) =>
    isLeastAboveMaximum(studio, { minimumOrderMinor, maximumOrderMinor });

  it("must not be above the page's maximum, or the page would take no order", () => {
    expect([isAbove(1000, 999), isAbove(1000, 1000), isAbove(1000, 1001)]).toEqual([true, false, false]);
    expect([isAbove(null, 699), isAbove(500, 700)]).toEqual([true, false]);
  });

  it("is above no maximum that a page does not have", () => {
    expect([isAbove(1000, null), isAbove(null, null)]).toEqual([false, false]);
  });
});

describe("a minimum price once for an order", () => {
  const minimum = fc.nat({ max: 1_000_000_000 }).map(minorUnits);
  const withMinimum = ({ input }: { readonly input: PriceInput }, minimumPrice: MinorUnits) =>
    priceItem({ ...input, settings: { ...input.settings, minimumPrice } });

  it("gives a basket of one item the price of that item with the minimum of its own, to the cent", () => {
    fc.assert(
      fc.property(item, minimum, (only, minimumPriceMinor) => {
        const { price } = withMinimum(only, minorUnits(0));
        const leastOrder = leastOrderOf({ minimumPriceMinor, minimumPricePer: "order" }, { minimumOrderMinor: null });
        expect(price + topUpOf(price, leastOrder)).toBe(withMinimum(only, minimumPriceMinor).price);
      }),
    );
  });

  it("lifts a basket to the greater of it and the page's least order, and per item to the page's alone", () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.nat()), (minimumPriceMinor, minimumOrderMinor) => {
        const least = (minimumPricePer: "item" | "order") =>
          leastOrderOf({ minimumPriceMinor, minimumPricePer }, { minimumOrderMinor });
        expect(least("order")).toBe(Math.max(minimumPriceMinor, minimumOrderMinor ?? 0));
        expect(least("item")).toBe(minimumOrderMinor ?? 0);
      }),
    );
  });

  it("never makes a basket dearer than the same items with a minimum each", () => {
    fc.assert(
      fc.property(order, minimum, ({ items }, minimumPrice) => {
        const own = sumMinorUnits(items.map((one) => withMinimum(one, minorUnits(0)).price));
        const each = sumMinorUnits(items.map((one) => withMinimum(one, minimumPrice).price));
        expect(own + topUpOf(own, minimumPrice)).toBeLessThanOrEqual(each);
      }),
    );
  });
});
