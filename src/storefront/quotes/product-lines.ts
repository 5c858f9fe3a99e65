// Price lines of a product, as its customer reads them: the product, its discounts and its surcharges.

import { formatMinorUnits, minorUnits, sumMinorUnits } from "../../domain/money.ts";
import type { PricedProduct } from "../../items/products/price-products.ts";
import { adjustmentLine, type VisibleLine } from "../../quotes/visible-lines.ts";
import type { StorefrontView } from "../kit/page-context.ts";
import type { QuotedProduct } from "../wire.ts";

/** Set-up, starts and finishings of the prints are in the product's own line: its customer buys a product, not its prints. */
export function productLines({ price, adjustments }: Pick<PricedProduct, "price" | "adjustments">): VisibleLine[] {
  const adjusted = sumMinorUnits(adjustments.map(({ amount }) => amount));
  return [
    { kind: "product", name: null, amount: minorUnits(price - adjusted) },
    ...adjustments.map((adjustment) => adjustmentLine(adjustment)),
  ];
}

/** The product in the visitor's language. An order keeps the studio's own words. */
export function toQuotedProduct({ isSecondLanguage }: StorefrontView, priced: PricedProduct): QuotedProduct {
  const { product, color, choice, fromShelf, price, perUnitPrice } = priced;
  const inWords = (own: string, second: string | null) => (isSecondLanguage ? (second ?? own) : own);
  return {
    productId: product.id,
    colorId: color?.id ?? null,
    quantity: choice.quantity,
    title: inWords(product.title, product.titleInSecondLanguage),
    color: color === undefined ? null : inWords(color.name, color.nameInSecondLanguage),
    fromShelf,
    lines: productLines(priced).map((line) => ({ ...line, amount: formatMinorUnits(line.amount) })),
    total: formatMinorUnits(price),
    perUnit: formatMinorUnits(perUnitPrice),
  };
}
