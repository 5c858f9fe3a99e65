// Catalog store: a studio's lists, each read whole in one round trip, by id.

import { eq } from "drizzle-orm";
import { finishings, materials, printingQualities, products } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { currencyOfStudio } from "../db/studio-record.ts";

export async function readMaterials(db: StudioDb) {
  const [studio, rows] = await db.batch([db.studio(), db.select(materials, undefined, materials.id)]);
  return { materials: rows, currency: currencyOfStudio(studio) };
}

export async function readPrintingQualities(db: StudioDb) {
  return db.select(printingQualities, undefined, printingQualities.id);
}

/** Without the archived ones. */
export async function readFinishings(db: StudioDb) {
  const [studio, rows] = await db.batch([
    db.studio(),
    db.select(finishings, eq(finishings.isArchived, false), finishings.id),
  ]);
  return { finishings: rows, currency: currencyOfStudio(studio) };
}

export async function readProducts(db: StudioDb) {
  const [studio, rows] = await db.batch([db.studio(), db.select(products, undefined, products.id)]);
  return { products: rows, currency: currencyOfStudio(studio) };
}
