// Ordered-file store: the model file of an order item, for whoever holds a download link to it.

import { eq } from "drizzle-orm";
import { models, orderItems } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";

/** @throws NotFound where the item, or its file, does not exist */
export async function readOrderedFile(db: StudioDb, itemId: number) {
  const ofItem = eq(orderItems.id, itemId);
  const [[item], [model]] = await db.batch([
    db.select(orderItems, ofItem),
    db.select(models, eq(models.id, db.valuesOf(orderItems.modelId, orderItems, ofItem))),
  ]);
  if (item === undefined || model === undefined) throw new NotFound();
  return { model, fileName: item.originalFileName ?? `model.${model.format}` };
}
