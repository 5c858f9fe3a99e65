// Choice of a product: its first colour, its most pieces, and the products that a refusal names. Pure.

import { MAX_QUANTITY } from "../../../domain/order.ts";
import type { Refused, ShelfProduct } from "../../wire.ts";
import type { BasketProduct } from "../basket/basket.ts";

/** Pieces that can be ordered of a colour, or of a product without colours; 0: it is sold out. */
export function mostPieces({ isPrinted, readyToShip, colors }: ShelfProduct, colorId: number | null): number {
  if (isPrinted) return MAX_QUANTITY;
  const ready = colorId === null ? readyToShip : (colors.find(({ id }) => id === colorId)?.readyToShip ?? 0);
  return Math.min(ready, MAX_QUANTITY);
}

/** The asked colour if the product has it, else the first that is ready to ship, else the first that can be ordered. */
export function colorToTake(product: ShelfProduct, asked: number | null): number | null {
  const { colors } = product;
  const known = colors.find(({ id }) => id === asked);
  const ready = colors.find(({ readyToShip }) => readyToShip > 0);
  const first = colors.find(({ id }) => mostPieces(product, id) > 0);
  return (known ?? ready ?? first ?? colors[0])?.id ?? null;
}

/** The basket with these pieces: they join those of the same product and colour. */
export function withProduct(
  products: readonly BasketProduct[],
  { key, productId, colorId, quantity }: Omit<BasketProduct, "refused">,
  most: number,
): readonly BasketProduct[] {
  const same = products.find((product) => product.productId === productId && product.colorId === colorId);
  const pieces = Math.max(1, Math.min((same?.quantity ?? 0) + quantity, most));
  const taken = { key: same?.key ?? key, productId, colorId, quantity: pieces, refused: null };
  return same === undefined ? [...products, taken] : products.map((product) => (product === same ? taken : product));
}

/** Those of the sent products that the refusal's faults name, each with its sentence. */
export function refusedOf(sent: readonly BasketProduct[], faults: Refused["faults"]): readonly BasketProduct[] {
  return sent.flatMap((product, index) => {
    const of = Object.entries(faults).find(([field]) => field.startsWith(`products.${index}.`));
    const said = of?.[1][0];
    return said === undefined ? [] : [{ ...product, refused: said }];
  });
}
