// Prints of a product: the stored models that one piece is made of.

import { and, eq, sql } from "drizzle-orm";
import { inValues } from "../../db/in-values.ts";
import { finishings, materials, models, printingQualities, productPrints, products } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { NotFound } from "../../domain/errors.ts";
import { fileNameOf } from "../../models/chosen-models.ts";
import { isOfStudio } from "../../models/model-use.ts";
import type { ProductPrint } from "../catalog-rows.ts";
import { requireOne } from "../entries.store.ts";

/** The most models that one piece is made of: each is an item of the order. */
export const MAX_PRODUCT_PRINTS = 10;

export type PrintFields = Pick<
  ProductPrint,
  "modelId" | "copies" | "materialId" | "printingQualityId" | "finishingIds"
>;

/**
 * Adds a print after the product's others. Its model is kept from then on, as an ordered one is.
 *
 * @throws NotFound if the studio has no such product, model, material, quality or finishing
 */
export async function addPrint(
  db: StudioDb,
  productId: number,
  fields: PrintFields,
): Promise<ProductPrint | "too_many"> {
  const ofProduct = eq(productPrints.productId, productId);
  const { finishingIds } = fields;
  const [product, [model], material, quality, chosen, prints] = await db.batch([
    db.select(products, eq(products.id, productId)),
    db.select(models, and(eq(models.id, fields.modelId), isOfStudio)),
    db.select(materials, eq(materials.id, fields.materialId)),
    db.select(printingQualities, eq(printingQualities.id, fields.printingQualityId)),
    db.select(finishings, inValues(finishings.id, finishingIds)),
    db.select(productPrints, ofProduct),
  ]);
  if (model === undefined || [product, material, quality].some((rows) => rows.length === 0)) throw new NotFound();
  // No key of the database guards ids in a list.
  if (chosen.length < finishingIds.length) throw new NotFound();
  if (prints.length >= MAX_PRODUCT_PRINTS) return "too_many";
  const position = db.valuesOf(sql`coalesce(max(${productPrints.position}), -1) + 1`, productPrints, ofProduct);
  const [added] = await db.batch([
    db.insert(productPrints, { ...fields, productId, originalFileName: fileNameOf(model), position }),
    db.update(models, { isOrdered: true, visitorUntil: null }, eq(models.id, fields.modelId)),
  ]);
  return requireOne(added);
}

/** Takes a print off its product; the model stays. @throws NotFound */
export async function removePrint(
  db: StudioDb,
  { productId, printId }: { readonly productId: number; readonly printId: number },
): Promise<ProductPrint> {
  return requireOne(
    await db.delete(productPrints, and(eq(productPrints.id, printId), eq(productPrints.productId, productId))),
  );
}
