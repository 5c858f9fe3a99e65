// Parts of a parcel, made of quoted items and products.

import type { PackedPart } from "../domain/carrier/parcel.ts";
import { figuresOfOneCopy } from "../pricing/price.ts";
import type { PricedProduct } from "./products/price-products.ts";
import type { ItemQuote } from "./quote-items.ts";

export function packedParts(items: readonly Pick<ItemQuote, "item" | "priced" | "slice">[]): PackedPart[] {
  return items.map(({ item, priced, slice }) => {
    const { quantity } = item.choice;
    const { weightHundredthsOfGram } = figuresOfOneCopy(priced.breakdown, quantity);
    return { quantity, weightGrams: weightHundredthsOfGram / 100, dimensionsMm: slice.dimensionsMm };
  });
}

/** Pieces from the shelf alone have no known dimensions. */
export function packedProducts(products: readonly Pick<PricedProduct, "items">[]): PackedPart[] {
  return products.flatMap(({ items }) =>
    items.map(({ quantity, priced, print }) => ({
      quantity,
      weightGrams: priced.weightHundredthsOfGram / 100 / quantity,
      dimensionsMm: print?.slice.dimensionsMm ?? null,
    })),
  );
}
