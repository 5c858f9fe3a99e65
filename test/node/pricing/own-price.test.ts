// Own price of a product: discounts, surcharges, and its division among several prints.

import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/domain/money.ts";
import { adjustmentOf, dividedAmong, type PricedItem, priceOwn } from "../../../src/pricing/price.ts";

const TIERS = [{ fromQuantity: 10, discountBasisPoints: 1000 }];
const EXPRESS = { slug: "express", name: "Express", surchargeBasisPoints: 5000 };

const own = (quantity: number, unit = 333) =>
  priceOwn({ unitPrice: minorUnits(unit), quantity, settings: { quantityTiers: TIERS }, priority: EXPRESS });

const printAt = (price: number) => ({ priced: { ...own(1), price: minorUnits(price) }, copies: 1 });

/** The sum of all that a breakdown charges. */
function sumOf({ breakdown }: PricedItem): number {
  const { materialCost, timeCost, postProcessingCost, markupAmount, setupCost, minimumPriceAdjustment } = breakdown;
  const costs = materialCost + timeCost + postProcessingCost + markupAmount + setupCost + minimumPriceAdjustment;
  return costs + (breakdown.productPrice ?? 0) + adjustmentOf(breakdown);
}

describe("a product's own price", () => {
  it("is the price of a piece times the pieces, less the tier's discount, plus the priority's surcharge of the rest", () => {
    expect(own(9).price).toBe(9 * 333 + Math.round((9 * 333) / 2));
    // 3330 - 333 = 2997, and half of it more.
    expect(own(10).price).toBe(2997 + 1499);
    expect(sumOf(own(10))).toBe(own(10).price);
  });

  it("has no figures of a print, and no adjustments below every tier and without a priority", () => {
    const input = { unitPrice: minorUnits(333), quantity: 2, settings: { quantityTiers: TIERS }, priority: undefined };
    const none = { materialCost: 0, timeCost: 0, postProcessingCost: 0, markupAmount: 0, setupCost: 0 };
    const figures = { printMinutes: 0, weightHundredthsOfGram: 0, perUnitPrice: 333 };
    const breakdown = { ...none, minimumPriceAdjustment: 0, markupBasisPoints: 0, finishings: [], productPrice: 666 };
    expect(priceOwn(input)).toStrictEqual({ price: 666, ...figures, breakdown: { ...breakdown, ...figures } });
  });

  it("is divided without adjustments if it has none", () => {
    const whole = priceOwn({ unitPrice: minorUnits(100), quantity: 1, settings: { quantityTiers: [] } });
    const shares = dividedAmong(whole, [printAt(300), printAt(100)]);
    expect(shares.map(({ price }) => price)).toEqual([75, 25]);
    for (const { breakdown } of shares) expect(breakdown).not.toHaveProperty("adjustments");
  });

  it("leaves out the adjustments of which a print has no cent", () => {
    const once = { ...EXPRESS, surchargeBasisPoints: 100 };
    const whole = priceOwn({
      unitPrice: minorUnits(100),
      quantity: 1,
      settings: { quantityTiers: [] },
      priority: once,
    });
    const [dear, cheap] = dividedAmong(whole, [printAt(999), printAt(1)]);
    expect(dear?.breakdown.adjustments).toMatchObject([{ kind: "priority", amount: 1 }]);
    expect(cheap?.breakdown).not.toHaveProperty("adjustments");
  });

  it("of nothing makes every print free", () => {
    const whole = priceOwn({ unitPrice: minorUnits(0), quantity: 3, settings: { quantityTiers: TIERS } });
    expect(dividedAmong(whole, [printAt(300), printAt(0)]).map(({ price }) => price)).toEqual([0, 0]);
  });

  it("is divided among prints to the cent, by their computed prices, each share adding up by itself", () => {
    const prints = [1, 2, 700, 0].map((price) => ({
      priced: { ...own(1), price: minorUnits(price), printMinutes: 5 },
      copies: 22,
    }));
    const whole = own(11, 101);
    const shares = dividedAmong(whole, prints);
    expect(shares.reduce((sum, { price }) => sum + price, 0)).toBe(whole.price);
    for (const share of shares) expect(sumOf(share)).toBe(share.price);
    for (const { perUnitPrice, breakdown } of shares) {
      expect(perUnitPrice, "one copy of the print, and not one piece").toBe(
        Math.round((breakdown.productPrice ?? 0) / 22),
      );
      expect(breakdown.perUnitPrice).toBe(perUnitPrice);
    }
    expect(shares.map(({ printMinutes }) => printMinutes)).toEqual([5, 5, 5, 5]);
    expect(Math.max(...shares.map(({ price }) => price)), "the dearest print has the most").toBe(shares[2]?.price);
  });
});
