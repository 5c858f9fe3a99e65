// Catalog import store: reads a studio's whole catalog, and writes what an import plans, whole or not at all.

import { eq, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { deliveryMethods, finishings, machineProfiles, materials, printingQualities, products } from "../db/schema.ts";
import type { Insertable, Statement, StudioDb, TenantTable } from "../db/studio-db.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";
import { listed } from "./catalog-changes.store.ts";
import { AddedMachine, type Catalog, type ImportPlan } from "./catalog-file.ts";
import type { CatalogKind } from "./catalog-rows.ts";
import { freeSlug } from "./delivery-slug.ts";

const TABLES: Readonly<Record<CatalogKind, TenantTable & { readonly id: SQLiteColumn }>> = {
  machineProfile: machineProfiles,
  material: materials,
  quality: printingQualities,
  finishing: finishings,
  product: products,
  deliveryMethod: deliveryMethods,
};

/** All lists at once, archived entries included, so that they fit together. */
export async function readCatalog(db: StudioDb): Promise<{ readonly studio: Studio; readonly catalog: Catalog }> {
  const [studio, machineProfile, material, quality, finishing, product, deliveryMethod] = await db.batch([
    db.studio(),
    listed(db, machineProfiles),
    listed(db, materials),
    listed(db, printingQualities),
    listed(db, finishings),
    listed(db, products),
    listed(db, deliveryMethods),
  ]);
  return {
    studio: requireStudio(studio),
    catalog: { machineProfile, material, quality, finishing, product, deliveryMethod },
  };
}

/** Writes all of a plan without faults in one batch. An entry that was changed since the plan was made is overwritten. */
export async function writeImport(db: StudioDb, { added, changed }: ImportPlan): Promise<void> {
  const statements: Statement<unknown>[] = [
    ...added.map(({ kind, name, row }) => {
      const slug = kind === "deliveryMethod" ? { slug: freeSlug(db.studioId, name) } : {};
      // The plan was made of the same table's columns: `row` has all that it demands.
      return db.insert(TABLES[kind], { ...written(db, row), ...slug } as Insertable<TenantTable>);
    }),
    ...changed.map(({ kind, id, changes }) => db.update(TABLES[kind], written(db, changes), eq(TABLES[kind].id, id))),
  ];
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** The columns as SQL takes them. An earlier statement of the batch adds the machine profile that is named: its id is found by the name. */
function written(db: StudioDb, columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id, name } = machineProfiles;
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      column,
      value instanceof AddedMachine ? db.valuesOf(sql`max(${id})`, machineProfiles, eq(name, value.name)) : value,
    ]),
  );
}
