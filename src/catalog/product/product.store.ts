// Product store: adds and changes products. Their photos have a store of their own.

import { products } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { CATALOG } from "../catalog-kinds.ts";
import type { Product } from "../catalog-rows.ts";
import { addEntry, type Changes, type Created, changeEntry, type NewRow } from "../entries.store.ts";

export type NewProduct = NewRow<typeof products, "isActive" | "photos" | "createdAt" | "updatedAt">;

export async function createProduct(db: StudioDb, row: NewProduct): Promise<Created<Product>> {
  const now = Date.now();
  return addEntry(db, CATALOG.product, { ...row, createdAt: now, updatedAt: now });
}

/** @throws ChangedMeanwhile if it is no longer as it was read */
export async function changeProduct(db: StudioDb, read: Product, changes: Changes<typeof products>): Promise<Product> {
  return changeEntry(db, products, read.id, { ...changes, updatedAt: Date.now() }, read);
}
