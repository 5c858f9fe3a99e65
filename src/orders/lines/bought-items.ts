// Items as their customer bought them: the prints of one product are one line.

import type { orderItems } from "../../db/schema.ts";
import type { PriceAdjustment } from "../../pricing/price.ts";

type ItemOfProduct = Pick<
  typeof orderItems.$inferSelect,
  "productId" | "productPieces" | "quantity" | "priceMinor" | "costBreakdown"
>;

/** A line of an order. */
export interface BoughtLine<Shown> {
  /** The item, or the first one of a product. */
  readonly first: Shown;
  /** The pieces of a product; else the item's copies. */
  readonly quantity: number;
  readonly priceMinor: number;
  /** Discounts and surcharges of all its items. */
  readonly adjustments: readonly PriceAdjustment[];
}

/** @param shown the order's items in their order: those of one product follow one another */
export function asBought<Shown extends { readonly item: ItemOfProduct }>(shown: readonly Shown[]): BoughtLine<Shown>[] {
  const lines: BoughtLine<Shown>[] = [];
  for (const one of shown) {
    const { productId, productPieces, quantity, priceMinor, costBreakdown } = one.item;
    const adjustments = costBreakdown?.adjustments ?? [];
    const before = lines.at(-1);
    const isFurtherPrint = productId !== null && productPieces === null;
    if (isFurtherPrint && before?.first.item.productId === productId) {
      lines[lines.length - 1] = {
        ...before,
        priceMinor: before.priceMinor + priceMinor,
        adjustments: [...before.adjustments, ...adjustments],
      };
    } else {
      lines.push({ first: one, quantity: productPieces ?? quantity, priceMinor, adjustments });
    }
  }
  return lines;
}
