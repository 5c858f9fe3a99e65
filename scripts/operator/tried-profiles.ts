// Trials of a command's changes: the running service slices a sample by them, and a refused change is not written.

import { eq } from "drizzle-orm";
import { AddedMachine } from "../../src/catalog/catalog-file.request.ts";
import type { Catalog, ImportPlan } from "../../src/catalog/catalog-file.ts";
import type { CatalogKind, Quality } from "../../src/catalog/catalog-rows.ts";
import {
  type Combination,
  combinationsOfMachine,
  MAX_TRIED,
  type ProfileRefusal,
  trialSlicesOf,
} from "../../src/catalog/trial/combinations.ts";
import type { newQualityRow } from "../../src/catalog/trial/new-quality-row.ts";
import { machineProfiles, printingQualities, studios } from "../../src/db/schema.ts";
import { isOfFilament } from "../../src/domain/technology.ts";
import { askProfilesTrial } from "../local/running-service.ts";
import { terminalText } from "../terminal-text.ts";
import { UserError } from "../user-error.ts";
import type { OperatorDatabase } from "./d1-execute.ts";
import type { Operator } from "./studio-commands.ts";

const NOT_TRIED =
  "Not tried on a sample: no running service was found, or its slicer did not answer in time. What it refuses it says in the panel and at the first price.";

/** A studio's qualities and machine profiles, with the studio itself. */
export async function readPrinting(database: OperatorDatabase, studioId: number) {
  const [[studio], qualities, machines] = await database.batch([
    database.select().from(studios).where(eq(studios.id, studioId)),
    database.select().from(printingQualities).where(eq(printingQualities.studioId, studioId)),
    database.select().from(machineProfiles).where(eq(machineProfiles.studioId, studioId)),
  ]);
  if (studio === undefined) throw new Error(`there is no studio ${studioId}`);
  return { studio, qualities, machines };
}

/**
 * @returns lines for the command's answer: none where all of it can be sliced
 * @throws UserError with the slicer's own words
 */
export async function tryCombinations(
  { findService }: Pick<Operator, "findService">,
  studioId: number,
  combinations: readonly Combination[],
): Promise<string[]> {
  const { unusable, slices } = trialSlicesOf(combinations);
  refuse(unusable);
  if (slices.length === 0) return [];
  const service = await findService();
  if (service === undefined) return [NOT_TRIED];
  let isTried = true;
  for (let from = 0; from < slices.length; from += MAX_TRIED) {
    const trial = await askProfilesTrial(service, studioId, slices.slice(from, from + MAX_TRIED));
    if (trial.outcome === "refused") refuse(trial.refusals);
    if (trial.outcome !== "sliced") isTried = false;
  }
  return isTried ? [] : [NOT_TRIED];
}

function refuse(refusals: readonly ProfileRefusal[]): void {
  if (refusals.length === 0) return;
  const lines = refusals.map(({ qualityName, reason, numbers }) => {
    const quality = qualityName === null ? "" : `with the quality "${qualityName}": `;
    return `  ${quality}${reason.en}${numbers.length === 0 ? "" : ` (${numbers.join(", ")})`}`;
  });
  throw new UserError(
    ["Nothing was written, because nothing could be sliced by it:", ...lines.map(terminalText)].join("\n"),
  );
}

/** The combinations that a catalog's import changes: its qualities, those of its machine profiles, and its plastics. */
export async function combinationsOfPlan(
  database: OperatorDatabase,
  studioId: number,
  { machineProfile, material, quality }: Catalog,
  { added, changed }: ImportPlan,
): Promise<Combination[]> {
  const { studio } = await readPrinting(database, studioId);
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
