// Operator's commands on a catalog: take it from a file, whole or not at all, and write it to one.

import { readFile, stat, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  AddedMachine,
  entriesOfJson,
  entriesOfTable,
  type FileFault,
  type FileStudio,
  readEntries,
} from "../../src/catalog/catalog-file.request.ts";
import {
  type Catalog,
  type CatalogFile,
  type ChangedEntry,
  exportCatalog,
  type ImportPlan,
  planImport,
  recordsOf,
} from "../../src/catalog/catalog-file.ts";
import { CATALOG, CATALOG_KINDS } from "../../src/catalog/catalog-kinds.ts";
import type { CatalogKind } from "../../src/catalog/catalog-rows.ts";
import { freeSlug } from "../../src/catalog/delivery-method/delivery-slug.ts";
import {
  deliveryMethods,
  finishings,
  machineProfiles,
  materials,
  printingQualities,
  products,
  studios,
} from "../../src/db/schema.ts";
import { currencyOf } from "../../src/domain/currency.ts";
import { asStudioId, type StudioId } from "../../src/domain/ids.ts";
import { terminalText } from "../terminal-text.ts";
import { UserError } from "../user-error.ts";
import { formatCatalogCsv, parseCatalogCsv } from "./catalog-csv.ts";
import type { OperatorDatabase } from "./d1-execute.ts";
import { type Operator, unknownStudio } from "./studio-commands.ts";
import { combinationsOfPlan, tryCombinations } from "./tried-profiles.ts";

const MAX_FILE_MEGABYTES = 5;
const MAX_SHOWN_LINES = 50;

const TABLES = {
  machineProfile: machineProfiles,
  material: materials,
  quality: printingQualities,
  finishing: finishings,
  product: products,
  deliveryMethod: deliveryMethods,
} as const;

/**
 * Takes a catalog file into a studio. Nothing is written unless all of it is right, and then all of it at once.
 *
 * Between looking and writing lies about a second: who changes the same entry in the panel meanwhile is overwritten.
 *
 * @throws UserError naming every wrong row and field, or with the slicer's refusal
 */
export async function importCatalog(
  operator: Operator,
  slug: string,
  path: string,
  isDryRun: boolean,
): Promise<string> {
  const entriesFor = parseCatalogFile(path, await readCatalogFile(path));
  const { studio, catalog } = await readCatalog(operator.database, slug);
  const written = entriesFor(studio);
  const { entries, faults } = readEntries(written.entries, studio, recordsOf(catalog), catalog.machineProfile);
  throwFaults(path, [...written.faults, ...faults]);
  const plan = planImport(catalog, entries, Date.now());
  throwFaults(path, plan.faults);
  const combinations = await combinationsOfPlan(operator.database, studio.id, catalog, plan);
  const said = await tryCombinations(operator, studio.id, combinations);
  if (!isDryRun) await operator.database.writeWhole(statementsOf(operator.database, studio, plan));
  return [describePlan(slug, plan, isDryRun), ...said].join("\n");
}

/** Writes a studio's catalog to a file, or returns it where no path is given. */
export async function exportStudioCatalog(operator: Operator, slug: string, path?: string): Promise<string> {
  const format = path === undefined ? "json" : formatOf(path);
  const { studio, catalog } = await readCatalog(operator.database, slug);
  const file = exportCatalog(catalog, studio.currency);
  const text = format === "json" ? `${JSON.stringify(file, null, 2)}\n` : formatCatalogCsv(file);
  // An escape within a text of JSON is that text.
  if (path === undefined) return text.trimEnd().split("\n").map(terminalText).join("\n");
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new UserError(`${path} cannot be written: ${messageOf(error)}`);
  }
  return `The catalog of ${slug} is in ${path}: ${countEntries(file)}.`;
}

function formatOf(path: string): "json" | "csv" {
  const extension = extname(path).toLowerCase();
  if (extension === ".json") return "json";
  if (extension === ".csv") return "csv";
  throw new UserError(`A catalog file is .json or .csv, not "${path}".`);
}

async function readCatalogFile(path: string): Promise<string> {
  formatOf(path);
  let bytes: Uint8Array;
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_MEGABYTES * 1024 * 1024)
      throw new UserError(`${path} is larger than ${MAX_FILE_MEGABYTES} MB.`);
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${path} cannot be read: ${messageOf(error)}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${path} is not in UTF-8. In Excel, save it as "CSV UTF-8".`);
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path} is not JSON: ${messageOf(error)}`);
  }
}

/** Parses before the database is asked: what is no table or no JSON is told at once. */
function parseCatalogFile(path: string, text: string): (studio: FileStudio) => ReturnType<typeof entriesOfJson> {
  if (formatOf(path) === "csv") {
    const rows = parseCatalogCsv(text);
    return () => entriesOfTable(rows);
  }
  const content = parseJson(path, text);
  return (studio) => entriesOfJson(content, studio);
}

async function readCatalog(
  database: OperatorDatabase,
  slug: string,
): Promise<{ readonly studio: FileStudio; readonly catalog: Catalog }> {
  const studioId = sql`(SELECT ${studios.id} FROM ${studios} WHERE ${studios.slug} = ${slug})`;
  // One look at all lists, so that they fit together.
  const [found, machineProfile, material, quality, finishing, product, deliveryMethod] = await database.batch([
    database.select({ id: studios.id, currencyId: studios.currencyId }).from(studios).where(eq(studios.slug, slug)),
    database
      .select()
      .from(machineProfiles)
      .where(eq(machineProfiles.studioId, studioId))
      .orderBy(machineProfiles.position, machineProfiles.id),
    database.select().from(materials).where(eq(materials.studioId, studioId)).orderBy(materials.position, materials.id),
    database
      .select()
      .from(printingQualities)
      .where(eq(printingQualities.studioId, studioId))
      .orderBy(printingQualities.position, printingQualities.id),
    database
      .select()
      .from(finishings)
      .where(eq(finishings.studioId, studioId))
      .orderBy(finishings.position, finishings.id),
    database.select().from(products).where(eq(products.studioId, studioId)).orderBy(products.position, products.id),
    database
      .select()
      .from(deliveryMethods)
      .where(eq(deliveryMethods.studioId, studioId))
      .orderBy(deliveryMethods.position, deliveryMethods.id),
  ]);
  const [studio] = found;
  if (studio === undefined) throw unknownStudio(slug);
  return {
    studio: { id: asStudioId(studio.id), currency: currencyOf(studio.currencyId) },
    catalog: { machineProfile, material, quality, finishing, product, deliveryMethod },
  };
}

function statementsOf(database: OperatorDatabase, { id: studioId }: FileStudio, { added, changed }: ImportPlan) {
  return [
    // The plan was made of the same tables' columns: `row` and `changes` hold nothing else.
    ...added.map(({ kind, name, row }) =>
      database
        .insert(TABLES[kind] as SQLiteTable)
        .values({
          ...written(row, studioId),
          studioId,
          ...(kind === "deliveryMethod" ? { slug: freeSlug(studioId, name) } : {}),
        })
        .toSQL(),
    ),
    ...changed.map(({ kind, id, changes }) => {
      const table = TABLES[kind];
      return database
        .update(table as SQLiteTable)
        .set(written(changes, studioId))
        .where(and(eq(table.studioId, studioId), eq(table.id, id)))
        .toSQL();
    }),
  ];
}

/** The columns as SQL takes them: a machine profile that was added just before, by one of these statements, is found by its name. */
function written(columns: Readonly<Record<string, unknown>>, studioId: StudioId): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      value instanceof AddedMachine ? newestMachine(value, studioId) : value,
    ]),
  );
}

function newestMachine({ name }: AddedMachine, studioId: StudioId): SQL {
  const { id } = machineProfiles;
  return sql`(SELECT max(${id}) FROM ${machineProfiles} WHERE ${machineProfiles.studioId} = ${studioId} AND ${machineProfiles.name} = ${name})`;
}

function throwFaults(path: string, faults: readonly FileFault[]): void {
  if (faults.length === 0) return;
  const lines = faults.map(({ at, field, message }) => `  ${at}: ${field === null ? "" : `${field} `}${message}`);
  const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
  const told = shortened(lines).map(terminalText);
  throw new UserError([`${path} has ${count}, so nothing was changed:`, ...told].join("\n"));
}

function describePlan(
  slug: string,
  { added, changed, unchanged, photosLeftOut }: ImportPlan,
  isDryRun: boolean,
): string {
  const lines = [
    ...added.map(({ kind, name }) => `  + ${CATALOG[kind].type} ${name}`),
    ...changed.map((entry) => `  * ${CATALOG[entry.kind].type} ${entry.name}: ${changedFields(entry)}`),
  ];
  const photos =
    photosLeftOut === 0 ? [] : [`${photosLeftOut} photos are kept for another studio: upload them in the panel.`];
  const counts = `${added.length} added, ${changed.length} changed, ${unchanged} unchanged`;
  const done = isDryRun ? `Nothing was written. Without --dry-run: ${counts}.` : `${slug}: ${counts}.`;
  return [...shortened(lines).map(terminalText), ...photos, done].join("\n");
}

function changedFields({ fields }: ChangedEntry): string {
  return fields.map(({ name, from, to }) => `${name} ${shown(from)} → ${shown(to)}`).join(", ");
}

function shown(value: ChangedEntry["fields"][number]["from"]): string {
  const text = value === null ? "none" : [value].flat().join(" ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_SHOWN_LINES) return lines;
  return [...lines.slice(0, MAX_SHOWN_LINES), `  … and ${lines.length - MAX_SHOWN_LINES} more`];
}

function countEntries(file: CatalogFile): string {
  const counts = CATALOG_KINDS.map((kind: CatalogKind) => `${file[CATALOG[kind].list].length} ${CATALOG[kind].list}`);
  return counts.join(", ");
}

function messageOf(error: unknown): string {
  return terminalText(error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : String(error));
}
