// Choice of a product in the basket: its first colour, its most pieces, and the products that a refusal names.

import { describe, expect, it } from "vitest";
import { MAX_QUANTITY } from "../../../src/domain/order.ts";
import {
  colorToTake,
  mostPieces,
  refusedOf,
  withProduct,
} from "../../../src/storefront/browser/cards/product-choice.ts";
import type { ShelfProduct } from "../../../src/storefront/wire.ts";

function product(pieces: readonly number[], isPrinted = false, readyToShip = 0): ShelfProduct {
  const colors = pieces.map((ready, index) => ({ id: index + 1, name: `${index}`, hex: null, readyToShip: ready }));
  return {
    ...{ id: 7, title: "Vase", photos: [], price: "10.00", isPriceComputed: false, leadTimeDays: null },
    ...{ isPrinted, readyToShip, colors },
  };
}

const ONE = { key: "a", productId: 7, colorId: 1, quantity: 2 };

describe("a product's first colour", () => {
  it("is the asked one, even if it is sold out: its card says so", () => {
    expect(colorToTake(product([3, 0]), 2)).toBe(2);
  });

  it("is the first that is ready to ship, else the first that can be printed", () => {
    expect(colorToTake(product([0, 2, 5]), null)).toBe(2);
    expect(colorToTake(product([0, 0], true), 9)).toBe(1);
  });

  it("is none of a product without colours", () => {
    expect(colorToTake(product([]), 3)).toBeNull();
  });
});

describe("a product's most pieces", () => {
  it("are those on the shelf, by colour, or as many as an order takes if it is printed", () => {
    expect(mostPieces(product([3, 0]), 1)).toBe(3);
    expect(mostPieces(product([3, 0]), 2)).toBe(0);
    expect(mostPieces(product([], false, 4), null)).toBe(4);
    expect(mostPieces(product([0], true), 1)).toBe(MAX_QUANTITY);
  });
});

describe("a product in the basket", () => {
  it("joins the pieces of its own colour, up to the most", () => {
    const once = withProduct([], ONE, 3);
    expect(once).toEqual([{ ...ONE, refused: null }]);
    expect(withProduct(once, { ...ONE, key: "b" }, 3)).toEqual([{ ...ONE, quantity: 3, refused: null }]);
    expect(withProduct(once, { ...ONE, key: "b", colorId: 2 }, 3).map(({ key }) => key)).toEqual(["a", "b"]);
  });

  it("is refused with the sentence of its own place, and of no other", () => {
    const sent = [ONE, { ...ONE, key: "b", colorId: 2 }].map((one) => ({ ...one, refused: null }));
    const faults = { "products.1.quantity": ["Only one is left"], "items.0.modelId": ["Gone"] };
    expect(refusedOf(sent, faults)).toEqual([{ ...ONE, key: "b", colorId: 2, refused: "Only one is left" }]);
    expect(refusedOf(sent, { "products.10.quantity": ["Gone"] })).toEqual([]);
  });
});
