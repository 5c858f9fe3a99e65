// Parts of a parcel, made of quoted items.

import type { PackedPart } from "../domain/carrier/parcel.ts";
import { figuresOfOneCopy } from "../pricing/price.ts";
import type { ItemQuote } from "./quote-items.ts";

export function packedParts(items: readonly Pick<ItemQuote, "item" | "priced" | "slice">[]): PackedPart[] {
  return items.map(({ item, priced, slice }) => {
    const { quantity } = item.choice;
    const { weightHundredthsOfGram } = figuresOfOneCopy(priced.breakdown, quantity);
    return { quantity, weightGrams: weightHundredthsOfGram / 100, dimensionsMm: slice.dimensionsMm };
  });
}
