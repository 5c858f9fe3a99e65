// Colours of a product: adds, changes, removes and restores them. A removed one keeps its stock and its orders.

import { and, eq, sql } from "drizzle-orm";
import { materials, productColors, products } from "../../db/schema.ts";
import type { Insertable, StudioDb } from "../../db/studio-db.ts";
import { NotFound } from "../../domain/errors.ts";
import type { ProductColor } from "../catalog-rows.ts";
import { requireOne } from "../entries.store.ts";

export type ColorFields = Pick<Insertable<typeof productColors>, "nameInSecondLanguage" | "hex"> & {
  readonly name: string;
  readonly materialId: number | null;
};

/**
 * Adds a colour after the product's others. One that was removed under this name comes back, with its stock.
 *
 * @throws NotFound if the studio has no such product or material
 */
export async function addColor(db: StudioDb, productId: number, fields: ColorFields): Promise<ProductColor | "taken"> {
  await requireNamed(db, productId, fields.materialId);
  const same = await namedAlike(db, productId, fields.name);
  if (same?.isArchived === false) return "taken";
  if (same !== undefined) {
    return requireOne(await db.update(productColors, { ...fields, isArchived: false }, eq(productColors.id, same.id)));
  }
  const ofProduct = eq(productColors.productId, productId);
  const position = db.valuesOf(sql`coalesce(max(${productColors.position}), -1) + 1`, productColors, ofProduct);
  return requireOne(await db.insert(productColors, { ...fields, productId, position }));
}

/** Another colour of this name, a removed one too, refuses the change. @throws NotFound */
export async function changeColor(
  db: StudioDb,
  { productId, colorId }: { readonly productId: number; readonly colorId: number },
  fields: ColorFields,
): Promise<ProductColor | "taken"> {
  await requireNamed(db, productId, fields.materialId);
  const same = await namedAlike(db, productId, fields.name, colorId);
  if (same !== undefined) return "taken";
  return requireOne(await db.update(productColors, fields, isColorOf(productId, colorId)));
}

/** @throws NotFound */
export async function setColorArchived(
  db: StudioDb,
  { productId, colorId }: { readonly productId: number; readonly colorId: number },
  isArchived: boolean,
): Promise<ProductColor> {
  return requireOne(await db.update(productColors, { isArchived }, isColorOf(productId, colorId)));
}

/** The product's colour of this name, in any letters, removed or not; another one than `exceptId`. */
async function namedAlike(
  db: StudioDb,
  productId: number,
  name: string,
  exceptId?: number,
): Promise<ProductColor | undefined> {
  const colors = await db.select(productColors, eq(productColors.productId, productId));
  // SQLite's lower() knows Latin letters only.
  return colors.find((color) => color.id !== exceptId && color.name.toLowerCase() === name.toLowerCase());
}

function isColorOf(productId: number, colorId: number) {
  return and(eq(productColors.id, colorId), eq(productColors.productId, productId));
}

async function requireNamed(db: StudioDb, productId: number, materialId: number | null): Promise<void> {
  const [product, material] = await db.batch([
    db.select(products, eq(products.id, productId)),
    db.select(materials, eq(materials.id, materialId ?? 0)),
  ]);
  if (product.length === 0 || (materialId !== null && material.length === 0)) throw new NotFound();
}
