// Material store: adds and changes materials, and corrects their stock.

import { eq } from "drizzle-orm";
import { materials } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { CATALOG } from "../catalog-kinds.ts";
import type { Material } from "../catalog-rows.ts";
import { addEntry, type Changes, type Created, changeEntry, type NewRow, requireOne } from "../entries.store.ts";

export type NewMaterial = NewRow<typeof materials, "status">;

export async function createMaterial(db: StudioDb, row: NewMaterial): Promise<Created<Material>> {
  return addEntry(db, CATALOG.material, row);
}

/** @throws NotFound; ChangedMeanwhile if it is no longer as it was `read` */
export async function changeMaterial(
  db: StudioDb,
  id: number,
  changes: Changes<typeof materials>,
  read?: Material,
): Promise<Material> {
  return changeEntry(db, materials, id, changes, read);
}

/**
 * Corrects the stock after counting it. Null: the studio does not count it.
 *
 * @returns the material as it was before
 * @throws NotFound
 */
export async function setStock(db: StudioDb, id: number, stockHundredthsOfGram: number | null): Promise<Material> {
  const [before] = await db.batch([
    db.select(materials, eq(materials.id, id)),
    db.update(materials, { stockHundredthsOfGram }, eq(materials.id, id)),
  ]);
  return requireOne(before);
}
