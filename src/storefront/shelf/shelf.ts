// The shelf as visitors get it: each product with its price as text, for pages and for the page's script.

import { type ShelfRow, toProductOnShelf } from "../../catalog/product/shelf.store.ts";
import { formatMinorUnits, minorUnits } from "../../domain/money.ts";
import type { StorefrontView } from "../kit/page-context.ts";
import type { ShelfProduct } from "../wire.ts";

/** A stretch of the shelf. */
export interface Shelf {
  readonly products: readonly ShelfProduct[];
  /** Others follow. */
  readonly hasMore: boolean;
}

/** The stylesheet of pages with products. */
export const SHELF_STYLE = "shelf.css";

/** Products on the order page itself. */
export const MAX_PRODUCTS_ON_ORDER_PAGE = 8;

/** @param rows as `shelfReads` reads them with the same limit */
export function shelfOf(rows: readonly ShelfRow[], limit: number, view: StorefrontView): Shelf {
  return {
    products: rows.slice(0, limit).map((row) => toShelfProduct(row, view)),
    hasMore: rows.length > limit,
  };
}

/** Every field is named, so that a table's new column stays private. */
export function toShelfProduct(row: ShelfRow, view: StorefrontView): ShelfProduct {
  const product = toProductOnShelf(row, view);
  const { id, title, photos, priceMinor, isPriceComputed, leadTimeDays, isPrinted, readyToShip, colors } = product;
  const price = formatMinorUnits(minorUnits(priceMinor));
  return { id, title, photos, price, isPriceComputed, leadTimeDays, isPrinted, readyToShip, colors };
}

/** Without a piece and without a print nothing can be ordered. */
export function isSoldOut({ readyToShip, isPrinted }: Pick<ShelfProduct, "readyToShip" | "isPrinted">): boolean {
  return readyToShip === 0 && !isPrinted;
}

export function productPath({ base }: Pick<StorefrontView, "base">, { id }: Pick<ShelfProduct, "id">): string {
  return `${base}/products/${id}`;
}

/** The order page that puts the product into its basket. */
export function orderPath(
  { base, query }: Pick<StorefrontView, "base" | "query">,
  { id }: Pick<ShelfProduct, "id">,
): string {
  const asked = new URLSearchParams(query);
  asked.set("product", String(id));
  return `${base}?${asked}`;
}
