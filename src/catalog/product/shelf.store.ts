// Shelf: the products on the order page, with their colours, and whether they are printed.

import { sql } from "drizzle-orm";
import { productColors, productPrints, products } from "../../db/schema.ts";
import { type NamedResults, prepared } from "../../db/studio-db.ts";
import { onOfferTo } from "../../items/on-offer.ts";
import { inSecondLanguage } from "../catalog-field.ts";
import type { Product, ProductColor } from "../catalog-rows.ts";
import { PRODUCT_FIELDS } from "./product-fields.request.ts";

/** A product of the shelf, in the visitor's language. */
export interface ProductOnShelf {
  readonly product: Product;
  /** In the studio's order. */
  readonly colors: readonly ProductColor[];
  /** It has a print: it is printed once no piece is ready. */
  readonly isPrinted: boolean;
}

/** The statements that read the shelf, for a caller's own batch; `shelfOf` takes their rows. */
export const shelfReads = prepared((db) => {
  const { products: isOnShelf } = onOfferTo("visitor");
  const onShelf = db.valuesOf(products.id, products, isOnShelf);
  return {
    shelfProducts: db.select(products, isOnShelf, sql`${products.position}, ${products.id}`),
    shelfColors: db.select(
      productColors,
      sql`${productColors.isArchived} = 0 AND ${productColors.productId} IN ${onShelf}`,
      sql`${productColors.position}, ${productColors.id}`,
    ),
    shelfPrints: db.select(productPrints, sql`${productPrints.productId} IN ${onShelf}`),
  };
});

export function shelfOf(
  { shelfProducts, shelfColors, shelfPrints }: NamedResults<ReturnType<typeof shelfReads>>,
  { isSecondLanguage }: { readonly isSecondLanguage: boolean },
): readonly ProductOnShelf[] {
  const printed = new Set(shelfPrints.map(({ productId }) => productId));
  const colorsByProduct = Map.groupBy(shelfColors, ({ productId }) => productId);
  return shelfProducts.map((product) => ({
    product: isSecondLanguage ? inSecondLanguage(PRODUCT_FIELDS, product) : product,
    colors: (colorsByProduct.get(product.id) ?? []).map((color) =>
      isSecondLanguage ? { ...color, name: color.nameInSecondLanguage ?? color.name } : color,
    ),
    isPrinted: printed.has(product.id),
  }));
}
