// Items as their customer bought them: the prints of one product are one line.

import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/domain/money.ts";
import { asBought } from "../../../src/orders/lines/bought-items.ts";
import { type PriceAdjustment, priceItem } from "../../../src/pricing/price.ts";

const { breakdown } = priceItem({
  slice: { printSeconds: 3600, materialCubicMm: 1000 },
  densityMilligramsPerCubicCm: 1240,
  costPerKg: minorUnits(60_000),
  finishings: [],
  quantity: 1,
  settings: {
    hourlyRate: minorUnits(6000),
    setupCost: minorUnits(0),
    minimumPrice: minorUnits(0),
    markupBasisPoints: 0,
    quantityTiers: [],
  },
});

const discount = { kind: "tier", fromQuantity: 2, discountBasisPoints: 1000, amount: minorUnits(-50) } as const;
const named = { kind: "staff", reason: "a friend", amount: minorUnits(-7) } as const;

interface Priced {
  readonly productId?: number;
  /** On the first print of a product only. */
  readonly productPieces?: number;
  readonly quantity?: number;
  readonly priceMinor: number;
  readonly adjustments?: readonly PriceAdjustment[];
}

const shown = (name: string, { productId, productPieces, quantity = 1, priceMinor, adjustments }: Priced) => ({
  name,
  item: {
    productId: productId ?? null,
    productPieces: productPieces ?? null,
    quantity,
    priceMinor,
    costBreakdown: adjustments === undefined ? breakdown : { ...breakdown, adjustments },
  },
});

const linesOf = (items: readonly ReturnType<typeof shown>[]) =>
  asBought(items).map(({ first, ...line }) => ({ first: first.name, ...line }));

describe("the lines of an order", () => {
  it("are none without an item", () => {
    expect(linesOf([])).toEqual([]);
  });

  it("are one for each item of a model, with its copies, its price and its adjustments", () => {
    const items = [
      shown("cube", { quantity: 2, priceMinor: 900, adjustments: [discount] }),
      shown("lid", { quantity: 3, priceMinor: 1200 }),
    ];
    expect(linesOf(items)).toEqual([
      { first: "cube", quantity: 2, priceMinor: 900, adjustments: [discount] },
      { first: "lid", quantity: 3, priceMinor: 1200, adjustments: [] },
    ]);
  });

  it("are one for all prints of a product, with its pieces, the sum of their prices and all their adjustments", () => {
    const items = [
      shown("lamp's foot", { productId: 5, productPieces: 2, quantity: 4, priceMinor: 1000, adjustments: [discount] }),
      shown("lamp's shade", { productId: 5, quantity: 2, priceMinor: 300 }),
      shown("lamp's switch", { productId: 5, quantity: 6, priceMinor: 20, adjustments: [named] }),
      shown("cube", { priceMinor: 900 }),
    ];
    expect(linesOf(items)).toEqual([
      { first: "lamp's foot", quantity: 2, priceMinor: 1320, adjustments: [discount, named] },
      { first: "cube", quantity: 1, priceMinor: 900, adjustments: [] },
    ]);
  });

  it("are two if a product was bought twice, as in two colors", () => {
    const items = [
      shown("red foot", { productId: 5, productPieces: 1, priceMinor: 1000 }),
      shown("red shade", { productId: 5, priceMinor: 300 }),
      shown("blue foot", { productId: 5, productPieces: 3, priceMinor: 3000 }),
      shown("blue shade", { productId: 5, priceMinor: 900 }),
    ];
    expect(linesOf(items)).toEqual([
      { first: "red foot", quantity: 1, priceMinor: 1300, adjustments: [] },
      { first: "blue foot", quantity: 3, priceMinor: 3900, adjustments: [] },
    ]);
  });

  it("are one each for products of orders that stated no pieces, with the item's copies", () => {
    const items = [
      shown("vase", { productId: 5, quantity: 2, priceMinor: 1000 }),
      shown("bowl", { productId: 6, quantity: 4, priceMinor: 300 }),
    ];
    expect(linesOf(items)).toEqual([
      { first: "vase", quantity: 2, priceMinor: 1000, adjustments: [] },
      { first: "bowl", quantity: 4, priceMinor: 300, adjustments: [] },
    ]);
  });

  it("have no adjustments of an item without a breakdown, as of a product without a print", () => {
    const { item } = shown("stand", { productId: 5, productPieces: 1, priceMinor: 450 });
    const bought = [{ item: { ...item, costBreakdown: null } }];
    expect(asBought(bought)).toEqual([{ first: bought[0], quantity: 1, priceMinor: 450, adjustments: [] }]);
  });
});
