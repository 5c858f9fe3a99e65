// Products of a new order's draft, as typed.

import { MAX_ITEMS } from "../../items/item.schema.ts";
import { type TypedValues, textOf } from "../../pages/form-values.ts";
import { textIn } from "./draft.ts";

const TEXTS = ["productId", "colorId", "quantity"] as const;

export type DraftProduct = Readonly<Record<(typeof TEXTS)[number], string>>;

/** The name of a product's field. @param place the product's, from 0 */
export function productField(place: number, name: keyof DraftProduct): string {
  return `products.${place}.${name}`;
}

export function productsIn(values: TypedValues): DraftProduct[] {
  return Array.from({ length: MAX_ITEMS }, (_, place) => place).flatMap((place) => {
    const [productId, colorId, quantity] = TEXTS.map((name) => textIn(values, productField(place, name)));
    return productId === undefined || productId === ""
      ? []
      : [{ productId, colorId: textOf(colorId), quantity: textOf(quantity) }];
  });
}

/** The values with these products in place of theirs. */
export function withProducts(values: TypedValues, products: readonly DraftProduct[]): TypedValues {
  const others = Object.entries(values).filter(([name]) => !name.startsWith("products."));
  const ofProducts = products.flatMap((product, place) =>
    TEXTS.map((name) => [productField(place, name), product[name]] as const),
  );
  return Object.fromEntries([...others, ...ofProducts]);
}

/** A product as a schema reads it: an empty text is none. */
export function typedProduct(product: DraftProduct): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(product).filter(([, value]) => value !== ""));
}
