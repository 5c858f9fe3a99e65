// Catalog import store: reads a studio's whole catalog, and writes an import's plan, whole or not at all.

import { eq, sql } from "drizzle-orm";
import { deliveryMethods, finishings, machineProfiles, materials, printingQualities, products } from "../db/schema.ts";
import type { Insertable, Statement, StudioDb, TenantTable } from "../db/studio-db.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";
import { AddedMachine } from "./catalog-file.request.ts";
import type { Catalog, ImportPlan } from "./catalog-file.ts";
import { CATALOG } from "./catalog-kinds.ts";
import { freeSlug } from "./delivery-method/delivery-slug.ts";
import { listed } from "./entries.store.ts";

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
      return db.insert(CATALOG[kind].table, { ...written(db, row), ...slug } as Insertable<TenantTable>);
    }),
    ...changed.map(({ kind, id, changes }) => {
      const { table } = CATALOG[kind];
      return db.update(table, written(db, changes), eq(table.id, id));
    }),
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
