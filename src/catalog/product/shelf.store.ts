// A studio's shelf on its order page: the products that visitors may order, in the studio's order.

import { and, eq, inArray, sql } from "drizzle-orm";
import { type productColors, products } from "../../db/schema.ts";
import type { NamedResults, StudioDb } from "../../db/studio-db.ts";
import { onOfferTo } from "../../items/on-offer.ts";

/** A colour as the statement's JSON has it. */
type ColorRow = Pick<typeof productColors.$inferSelect, "id" | "name" | "nameInSecondLanguage" | "hex" | "stock">;

const { products: ON_SHELF } = onOfferTo("visitor");

const IN_ORDER = sql`${products.position}, ${products.id}`;

// Names of tables are written out: drizzle leaves them off columns in a statement over one table, and the inner table has an id too.
const COLORS = sql`(SELECT json_group_array(json_object('id', id, 'name', name, 'nameInSecondLanguage', name_in_second_language,
  'hex', hex, 'stock', stock)) FROM (SELECT * FROM product_colors AS color
  WHERE color.studio_id = products.studio_id AND color.product_id = products.id AND NOT color.is_archived
  ORDER BY color.position, color.id))`;

const IS_PRINTED = sql`EXISTS (SELECT 1 FROM product_prints AS print
  WHERE print.studio_id = products.studio_id AND print.product_id = products.id)`;

/** The columns of a list. A description may be long, and is read for a product's own page only. */
const LISTED = {
  id: sql`${products.id}`.mapWith(products.id),
  title: sql`${products.title}`.mapWith(products.title),
  titleInSecondLanguage: sql<string | null>`${products.titleInSecondLanguage}`,
  photos: sql`${products.photos}`.mapWith(products.photos),
  priceMinor: sql`${products.priceMinor}`.mapWith(products.priceMinor),
  isPriceComputed: sql`${products.isPriceComputed}`.mapWith(products.isPriceComputed),
  leadTimeDays: sql<number | null>`${products.leadTimeDays}`,
  stock: sql`${products.stock}`.mapWith(products.stock),
  isPrinted: IS_PRINTED.mapWith(Boolean),
  // The statement above writes these fields.
  colors: COLORS.mapWith((written): readonly ColorRow[] => JSON.parse(String(written))),
};

const WITH_TEXTS = {
  ...LISTED,
  description: sql<string | null>`${products.description}`,
  descriptionInSecondLanguage: sql<string | null>`${products.descriptionInSecondLanguage}`,
};

/** A product as visitors see it in a list, in their language. */
export interface ProductOnShelf {
  readonly id: number;
  readonly title: string;
  /** As `products.photos` holds them. */
  readonly photos: readonly string[];
  /** The price of one piece; a price of the prints is that of its last computation. */
  readonly priceMinor: number;
  readonly isPriceComputed: boolean;
  readonly leadTimeDays: number | null;
  /** Pieces, in all colours together. */
  readonly readyToShip: number;
  /** It is printed if no piece is ready. */
  readonly isPrinted: boolean;
  readonly colors: readonly {
    readonly id: number;
    readonly name: string;
    /** `#1a73e8` */
    readonly hex: string | null;
    readonly readyToShip: number;
  }[];
}

/** The statement that reads one product more than `limit`: that one says that others follow. */
export function shelfReads(db: StudioDb, { limit, offset = 0 }: { readonly limit: number; readonly offset?: number }) {
  return { shelf: db.selectFields(LISTED, products, ON_SHELF, IN_ORDER, limit + 1, offset) };
}

/** The statement that reads all of the shelf. */
export function wholeShelfReads(db: StudioDb) {
  return { shelf: db.selectFields(LISTED, products, ON_SHELF, IN_ORDER) };
}

/** The statement that reads those of the products that are on the shelf. */
export function shelvedReads(db: StudioDb, ids: readonly number[]) {
  return { shelf: db.selectFields(LISTED, products, and(ON_SHELF, inArray(products.id, [...ids])), IN_ORDER) };
}

/** The statement that reads a product on the shelf with its texts. */
export function shelvedProductReads(db: StudioDb, id: number) {
  return { shelf: db.selectFields(WITH_TEXTS, products, and(ON_SHELF, eq(products.id, id))) };
}

export type ShelfRow = NamedResults<ReturnType<typeof shelfReads>>["shelf"][number];
type RowWithTexts = NamedResults<ReturnType<typeof shelvedProductReads>>["shelf"][number];

interface VisitorsLanguage {
  readonly isSecondLanguage: boolean;
}

export function toProductOnShelf(row: ShelfRow, { isSecondLanguage }: VisitorsLanguage): ProductOnShelf {
  const { id, photos, priceMinor, isPriceComputed, leadTimeDays, isPrinted, colors } = row;
  const inLanguage = (own: string, second: string | null) => (isSecondLanguage ? (second ?? own) : own);
  return {
    ...{ id, photos, priceMinor, isPriceComputed, leadTimeDays, isPrinted },
    title: inLanguage(row.title, row.titleInSecondLanguage),
    readyToShip: colors.length === 0 ? row.stock : colors.reduce((sum, { stock }) => sum + stock, 0),
    colors: colors.map(({ id, name, nameInSecondLanguage, hex, stock }) => {
      return { id, name: inLanguage(name, nameInSecondLanguage), hex, readyToShip: stock };
    }),
  };
}

/** The product's description in the visitor's language; null without one. */
export function shelfDescription(row: RowWithTexts, { isSecondLanguage }: VisitorsLanguage): string | null {
  return (isSecondLanguage ? row.descriptionInSecondLanguage : null) ?? row.description;
}
