// Catalog store: a studio's lists, each read whole in one round trip, by id.

import { eq } from "drizzle-orm";
import { finishings, materials, printingQualities, products } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { currencyOfStudio, StudioUnknown } from "../db/studio-record.ts";
import type { Tenant } from "../tenant/tenant.ts";

/** A list as the nearest copy of the database has it; as the primary has it, where the copy does not know the studio yet. */
export async function readNearby<List>(
  { nearDb, db }: Pick<Tenant, "nearDb" | "db">,
  readList: (db: StudioDb) => Promise<List>,
): Promise<List> {
  try {
    return await readList(nearDb);
  } catch (error) {
    if (error instanceof StudioUnknown) return readList(db);
    throw error;
  }
}

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
