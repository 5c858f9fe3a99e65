// Chosen products: the shelf is divided among lines, and prices are own ones or those of prints.

import { describe, expect, it } from "vitest";
import { Invalid, isDomainError, NotFound, SoldOut } from "../../../src/domain/errors.ts";
import { asStudioId, modelIdOf } from "../../../src/domain/ids.ts";
import { minorUnits } from "../../../src/domain/money.ts";
import { packedParts, packedProducts } from "../../../src/items/packed-parts.ts";
import { priceResolvedItem } from "../../../src/items/price-item.ts";
import {
  type ProductChoice,
  productLabel,
  productOfList,
  resolveProducts,
} from "../../../src/items/products/chosen-products.ts";
import { priceProduct, type SlicedProduct } from "../../../src/items/products/price-products.ts";
import { COLOR, copies, itemOf, MATERIAL, MODEL, PRINT, PRODUCT, SETTINGS, SLICE } from "./rows.ts";

const ROWS = { products: [PRODUCT], colors: [COLOR].slice(1), prints: [PRINT], models: [MODEL] };
const choice = (quantity: number, colorId: number | null = null, productId = 1): ProductChoice => ({
  productId,
  colorId,
  quantity,
});

/** The refusal of these choices: its kind, and the faults by field in English. */
function refusalOf(rows: Parameters<typeof resolveProducts>[0], choices: readonly ProductChoice[]) {
  try {
    resolveProducts(rows, choices);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const faults = Object.entries(error.faults ?? {}).map(([field, said]) => [field, said.map(({ en }) => en).join()]);
    return { kind: error.constructor, faults: Object.fromEntries(faults) };
  }
  return undefined;
}

describe("A chosen product", () => {
  it("has its rows, and only its own prints and colours", () => {
    const otherPrint = { ...PRINT, id: 2, productId: 2 };
    const lostModel = { ...PRINT, id: 3, modelId: 9 };
    const colors = [COLOR, { ...COLOR, id: 2, productId: 2 }];
    const [resolved] = resolveProducts({ ...ROWS, colors, prints: [PRINT, otherPrint, lostModel] }, [choice(2, 1)]);
    expect(resolved).toEqual({
      ...{ choice: choice(2, 1), product: PRODUCT, color: COLOR, fromShelf: 0 },
      prints: [{ print: PRINT, model: MODEL }],
    });
    expect(resolved && productLabel(resolved)).toBe("Vase, Red");
    expect(productLabel({ product: PRODUCT, color: undefined })).toBe("Vase");
  });

  it("that the studio does not have is missing", () => {
    expect(refusalOf(ROWS, [choice(1), choice(1, null, 8)])).toEqual({
      kind: NotFound,
      faults: { "products.1.productId": "the studio has no product 8; GET /products lists them" },
    });
  });

  it.each<[string, Partial<typeof ROWS>, ProductChoice, Record<string, string>]>([
    [
      "that is archived",
      { products: [{ ...PRODUCT, isActive: false }] },
      choice(1),
      { "products.0.productId": "is archived" },
    ],
    [
      "without a colour",
      { colors: [COLOR] },
      choice(1),
      { "products.0.colorId": "must be one of the product's colours" },
    ],
    [
      "in a colour that is archived",
      { colors: [COLOR, { ...COLOR, id: 2, isArchived: true }] },
      choice(1, 2),
      { "products.0.colorId": "must be one of the product's colours" },
    ],
    [
      "in a colour, though it has none",
      { colors: [{ ...COLOR, isArchived: true }] },
      choice(1, 1),
      { "products.0.colorId": "must be empty: the product has no colours" },
    ],
    [
      "in more pieces than copies of an item may be",
      {
        prints: [
          { ...PRINT, copies: 10 },
          { ...PRINT, id: 2, copies: 1 },
        ],
      },
      choice(10_000),
      { "products.0.quantity": "must be at most 9999" },
    ],
  ])("is refused %s", (_what, rows, chosen, faults) => {
    expect(refusalOf({ ...ROWS, ...rows }, [chosen])).toEqual({ kind: Invalid, faults });
  });

  it("may be chosen in exactly as many pieces as copies of an item may be", () => {
    const prints = [{ ...PRINT, copies: 10 }];
    expect(resolveProducts({ ...ROWS, prints }, [choice(9_999)])).toHaveLength(1);
    expect(resolveProducts({ ...ROWS, colors: [{ ...COLOR, isArchived: true }] }, [choice(1)])).toHaveLength(1);
  });
});

describe("The shelf", () => {
  const fromShelf = (rows: Partial<typeof ROWS>, ...choices: ProductChoice[]) =>
    resolveProducts({ ...ROWS, ...rows }, choices).map((one) => one.fromShelf);

  it("gives its pieces to the lines in their order, and the rest is printed", () => {
    expect(fromShelf({ products: [{ ...PRODUCT, stock: 5 }] }, choice(3), choice(4), choice(1))).toEqual([3, 2, 0]);
  });

  it("is each colour's own, and not the product's", () => {
    const colors = [
      { ...COLOR, stock: 1 },
      { ...COLOR, id: 2, stock: 4 },
    ];
    const products = [{ ...PRODUCT, stock: 50 }];
    expect(fromShelf({ products, colors }, choice(3, 1), choice(3, 2), choice(3, 2))).toEqual([1, 3, 1]);
  });

  it("is each product's own, and gives none if it is overdrawn", () => {
    const products = [
      { ...PRODUCT, stock: 2 },
      { ...PRODUCT, id: 2, stock: -3 },
    ];
    const prints = [PRINT, { ...PRINT, id: 2, productId: 2 }];
    expect(fromShelf({ products, prints }, choice(1), choice(2, null, 2), choice(5))).toEqual([1, 0, 1]);
  });

  it("with too few pieces of a product without a print refuses it, and says how many are left", () => {
    const rows = { ...ROWS, prints: [].slice(), products: [{ ...PRODUCT, stock: 3 }] };
    expect(resolveProducts(rows, [choice(3)])).toMatchObject([{ fromShelf: 3, prints: [] }]);
    expect(refusalOf(rows, [choice(2), choice(2), choice(1)])).toEqual({
      kind: SoldOut,
      faults: { "products.1.quantity": "“Vase”: only 1 left", "products.2.quantity": "“Vase” is sold out" },
    });
  });

  it("is no reason if something else is wrong too", () => {
    const rows = { ...ROWS, prints: [].slice(), products: [{ ...PRODUCT, isActive: false }] };
    expect(refusalOf(rows, [choice(2)])).toMatchObject({
      kind: Invalid,
      faults: { "products.0.productId": "is archived" },
    });
  });
});

describe("A product's price", () => {
  const slicedPrint = (quantity: number, changes: Parameters<typeof itemOf>[0] = {}) => ({
    ...{ modelId: modelIdOf(asStudioId(1), MODEL.sha256), model: MODEL, originalFileName: "part.stl", slice: SLICE },
    ...{ item: itemOf({ choice: copies(quantity), ...changes }), fit: { fits: null, volumeOf: null }, warnings: [] },
  });
  function productWith(
    changes: Partial<typeof PRODUCT>,
    quantity: number,
    fromShelf: number,
    ...slices: SlicedProduct["slices"]
  ): SlicedProduct {
    const prints = slices.map(() => ({ print: PRINT, model: MODEL }));
    return {
      choice: choice(quantity),
      product: { ...PRODUCT, ...changes },
      color: undefined,
      fromShelf,
      prints,
      slices,
    };
  }
  const ofPrints = { isPriceComputed: true, priceMinor: 1 };
  const heavy = { material: { ...MATERIAL, costPerKgMinor: 300_000 } };
  const tiers = { ...SETTINGS, quantityTiers: [{ fromQuantity: 2, discountBasisPoints: 1_000 }] };
  /** One copy takes an hour and 10 g. */
  const COPY = 7_000;

  it("is its own, for every piece, however many lie on the shelf", () => {
    for (const fromShelf of [0, 1, 2]) {
      const priced = priceProduct(productWith({}, 2, fromShelf, slicedPrint(2)), SETTINGS, undefined);
      expect(priced).toMatchObject({ price: 2_000, perUnitPrice: 1_000, adjustments: [] });
    }
  });

  it("is that of its prints, if it is computed", () => {
    const priced = priceProduct(
      productWith(ofPrints, 2, 0, slicedPrint(2), slicedPrint(4, heavy)),
      SETTINGS,
      undefined,
    );
    const [one, other] = [2 * COPY, 4 * (COPY + 2_000)];
    expect(priced).toMatchObject({ price: one + other, perUnitPrice: (one + other) / 2 });
    expect(priced.items.map((item) => item.priced.price)).toEqual([one, other]);
    expect(priced.items.map((item) => item.quantity)).toEqual([2, 4]);
  });

  it("that is computed stands as it was last, if the product has no prints any more", () => {
    const priced = priceProduct(productWith({ ...ofPrints, priceMinor: 900 }, 2, 2), SETTINGS, undefined);
    expect(priced).toMatchObject({ price: 1_800, perUnitPrice: 900 });
  });

  it("of its own is divided among its prints, which add up to it", () => {
    const priced = priceProduct(productWith({}, 2, 0, slicedPrint(2), slicedPrint(4, heavy)), SETTINGS, undefined);
    expect(priced.items).toHaveLength(2);
    expect(priced.items.reduce((sum, item) => sum + item.priced.price, 0)).toBe(2_000);
    expect(priced.items.map((item) => item.priced.printMinutes)).toEqual([120, 240]);
  });

  it("has discounts and surcharges, which a piece's price leaves out", () => {
    const urgent = {
      slug: "urgent",
      name: "Urgent",
      nameInSecondLanguage: null,
      surchargeBasisPoints: 2_000,
      workingDays: 1,
    };
    const own = priceProduct(productWith({}, 10, 10), tiers, urgent);
    expect(own.adjustments.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["tier", -1_000],
      ["priority", 1_800],
    ]);
    expect(own).toMatchObject({ price: 10_800, perUnitPrice: 1_000 });
    const computed = priceProduct(productWith(ofPrints, 2, 0, slicedPrint(2), slicedPrint(2)), tiers, urgent);
    expect(computed.adjustments.map(({ amount }) => amount)).toEqual([-1_400, 2_520, -1_400, 2_520]);
    expect(computed).toMatchObject({ price: 2 * (14_000 + 1_120), perUnitPrice: 14_000 });
  });

  it("of pieces from the shelf alone is one item, which prints and weighs nothing, with the breakdown of one price", () => {
    const [item, ...others] = priceProduct(productWith({}, 2, 2, slicedPrint(2)), SETTINGS, undefined).items;
    expect(others).toEqual([]);
    expect(item).toMatchObject({ quantity: 2, shelfCopies: 2, print: undefined });
    expect(item?.priced).toMatchObject({ price: 2_000, printMinutes: 0, weightHundredthsOfGram: 0 });
    expect(item?.priced.breakdown).toMatchObject({ productPrice: 2_000 });
    const ofTwo = priceProduct(productWith(ofPrints, 2, 2, slicedPrint(2), slicedPrint(2)), SETTINGS, undefined);
    expect(ofTwo.items).toMatchObject([{ priced: { price: 4 * COPY, breakdown: null } }]);
    const ofOne = priceProduct(productWith(ofPrints, 2, 2, slicedPrint(2)), SETTINGS, undefined);
    expect(ofOne.items[0]?.priced.breakdown).toMatchObject({ materialCost: 2_000 });
  });

  it("tells the copies of each print that come from the shelf, and figures to compare with only if none does", () => {
    const some = priceProduct(productWith(ofPrints, 4, 1, slicedPrint(4), slicedPrint(12)), SETTINGS, undefined);
    expect(some.items.map(({ shelfCopies, print }) => [shelfCopies, print?.sliced])).toEqual([
      [1, undefined],
      [3, undefined],
    ]);
    const none = priceProduct(productWith(ofPrints, 4, 0, slicedPrint(4)), SETTINGS, undefined);
    expect(none.items).toMatchObject([{ shelfCopies: 0, print: { sliced: { seconds: 4 * 3_600 } } }]);
  });

  it("makes parcels of its copies' weights and sizes, and of a shelf's pieces without a size", () => {
    const printed = priceProduct(productWith({}, 2, 0, slicedPrint(2)), SETTINGS, undefined);
    const { dimensionsMm } = SLICE;
    expect(packedProducts([printed])).toEqual([{ quantity: 2, weightGrams: 10, dimensionsMm }]);
    const shelf = priceProduct(productWith({}, 2, 2), SETTINGS, undefined);
    expect(packedProducts([shelf])).toEqual([{ quantity: 2, weightGrams: 0, dimensionsMm: null }]);
    const item = itemOf({ choice: copies(3) });
    const priced = priceResolvedItem(item, SLICE, { ...SETTINGS, setupCost: minorUnits(5) }, undefined);
    expect(packedParts([{ item, priced, slice: SLICE }])).toEqual([{ quantity: 3, weightGrams: 10, dimensionsMm }]);
  });

  it("is refused by the path of its line", () => {
    expect(productOfList(3)).toBe("products.3.");
  });
});
