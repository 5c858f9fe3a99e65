// A catalog after an import's plan, as the database would hold it: new rows with ids, changed columns replaced.

import { AddedMachine } from "../../../../src/catalog/catalog-file.request.ts";
import type { Catalog, ImportPlan } from "../../../../src/catalog/catalog-file.ts";
import { CATALOG_KINDS } from "../../../../src/catalog/catalog-kinds.ts";

type Columns = Readonly<Record<string, unknown>>;

/** Columns that the database fills by itself. */
const FILLED: Columns = { studioId: 1, slug: "a-slug", stockQuantity: null, photos: [] };

export function importedInto(catalog: Catalog, { added, changed }: ImportPlan): Catalog {
  let id = Math.max(0, ...CATALOG_KINDS.flatMap((kind) => catalog[kind].map((row) => row.id)));
  const machines = new Map<string, number>(catalog.machineProfile.map((row) => [row.name, row.id]));
  const columnsOf = (row: Columns): Columns =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        value instanceof AddedMachine ? machines.get(value.name) : value,
      ]),
    );
  const lists = CATALOG_KINDS.map((kind) => {
    const kept = catalog[kind].map((row) => {
      const change = changed.find((one) => one.kind === kind && one.id === row.id);
      return change === undefined ? row : { ...row, ...columnsOf(change.changes) };
    });
    const rows = added
      .filter((one) => one.kind === kind)
      .map(({ name, row }) => {
        id += 1;
        if (kind === "machineProfile") machines.set(name, id);
        return { ...FILLED, ...columnsOf(row), id };
      });
    return [kind, [...kept, ...rows]];
  });
  // Each list has the plan's rows, which have all columns that their table demands.
  return Object.fromEntries(lists) as unknown as Catalog;
}
