// Combinations that a catalog's import changes: its qualities, those of its machine profiles, and its plastics.

import type { Studio } from "../../db/studio-record.ts";
import { isOfFilament } from "../../domain/technology.ts";
import { AddedMachine } from "../catalog-file.request.ts";
import type { Catalog, ImportPlan } from "../catalog-file.ts";
import type { CatalogKind, Quality } from "../catalog-rows.ts";
import { type Combination, combinationsOfMachine } from "./combinations.ts";
import type { newQualityRow } from "./new-quality-row.ts";

export function combinationsOfImport(
  studio: Studio,
  { machineProfile, material, quality }: Catalog,
  { added, changed }: ImportPlan,
): Combination[] {
  const machines = entriesAfter(machineProfile, "machineProfile", added, changed);
  const qualities = entriesAfter(quality, "quality", added, changed).filter(
    ({ row }) => row.isActive && isOfFilament(row.technologyId),
  );
  const machineOf = ({ row }: EntryAfter<Quality>) => {
    // A profile that the same import adds is known by its name.
    const named: unknown = row.machineProfileId;
    return machines.find((machine) =>
      named instanceof AddedMachine
        ? machine.isNew && machine.row.name === named.name
        : !machine.isNew && machine.row.id === named,
    );
  };
  const ofQualities = qualities.flatMap((entry): Combination[] => {
    const machine = machineOf(entry);
    if (!entry.changes.some((name) => Object.hasOwn(SLICED_COLUMNS, name)) && !machine?.changes.includes("parameters"))
      return [];
    return [{ qualityName: entry.row.name, inUse: { quality: entry.row, studio, machine: machine?.row } }];
  });
  const unnamed = machines.filter(
    (machine) =>
      machine.changes.includes("parameters") && !qualities.some((entry) => machineOf(entry)?.row === machine.row),
  );
  const ofMaterials = entriesAfter(material, "material", added, changed).filter(
    ({ row, changes }) => changes.includes("processParameters") && row.processParameters !== null,
  );
  const firsts = [...Map.groupBy(qualities, (entry) => machineOf(entry)?.row).entries()];
  return [
    ...ofQualities,
    ...unnamed.flatMap(({ row }) => combinationsOfMachine(studio, row, [])),
    ...ofMaterials.flatMap(({ row }) =>
      firsts.flatMap(([machine, [first]]): Combination[] =>
        first === undefined
          ? []
          : [{ qualityName: first.row.name, inUse: { quality: first.row, studio, machine, material: row } }],
      ),
    ),
  ];
}

/** Columns of a quality that decide its slices. A new column must stand here or in `newQualityRow`. */
const SLICED_COLUMNS = {
  technologyId: true,
  layerHeightMicrometres: true,
  nozzleDiameterMicrometres: true,
  infillPercent: true,
  wallCount: true,
  topLayers: true,
  bottomLayers: true,
  supports: true,
  speedMode: true,
  infillPattern: true,
  machineProfileId: true,
  processParameters: true,
  isActive: true,
} satisfies Record<Exclude<keyof Quality, keyof ReturnType<typeof newQualityRow>> | "isActive", true>;

interface EntryAfter<Row> {
  readonly row: Row;
  readonly isNew: boolean;
  /** The columns that the import writes. */
  readonly changes: readonly string[];
}

function entriesAfter<Row extends { readonly id: number }>(
  before: readonly Row[],
  kind: CatalogKind,
  added: ImportPlan["added"],
  changed: ImportPlan["changed"],
): EntryAfter<Row>[] {
  const kept = before.map((row): EntryAfter<Row> => {
    const changes = changed.find((entry) => entry.kind === kind && entry.id === row.id)?.changes ?? {};
    return { row: { ...row, ...changes }, isNew: false, changes: Object.keys(changes) };
  });
  return [
    ...kept,
    // The plan was made of the same table's columns: with an id, `row` holds all of them.
    ...added
      .filter((entry) => entry.kind === kind)
      .map(
        ({ row }): EntryAfter<Row> => ({
          row: { ...row, id: 0 } as unknown as Row,
          isNew: true,
          changes: Object.keys(row),
        }),
      ),
  ];
}
