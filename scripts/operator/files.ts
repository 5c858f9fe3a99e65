// Files that the operator names: catalogs, a slicer's settings, figures of finished items.

import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, extname } from "node:path";

import type { CatalogFile } from "../../src/catalog/catalog-file.ts";
import { CATALOG, CATALOG_KINDS } from "../../src/catalog/catalog-kinds.ts";
import { MAX_IMPORT_BYTES } from "../../src/machine-profiles/import/read-slicer-settings.ts";
import { terminalText } from "../../src/operator/terminal-text.ts";
import { UserError } from "../user-error.ts";
import { type CsvRow, formatCatalogCsv, parseCatalogCsv, parseCsv } from "./catalog-csv.ts";

const MAX_CATALOG_BYTES = 5 * 1024 * 1024;

/** The content of a catalog file, as the service takes it. */
export type CatalogContent = { readonly table: readonly CsvRow[] } | { readonly json: unknown };

/** @throws UserError if it is neither JSON nor a table */
export async function readCatalogFile(path: string): Promise<CatalogContent> {
  const format = formatOf(path);
  const bytes = await readWithin(path, MAX_CATALOG_BYTES, "5 MB");
  const text = decoded(path, bytes);
  return format === "csv" ? { table: parseCatalogCsv(text) } : { json: parseJson(path, text) };
}

/** @throws UserError if the path cannot be written to, or is of another format */
export async function writeCatalogFile(path: string, file: CatalogFile): Promise<void> {
  const text = formatOf(path) === "json" ? `${JSON.stringify(file, null, 2)}\n` : formatCatalogCsv(file);
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new UserError(`${path} cannot be written: ${messageOf(error)}`);
  }
}

export function countEntries(file: CatalogFile): string {
  return CATALOG_KINDS.map((kind) => `${file[CATALOG[kind].list].length} ${CATALOG[kind].list}`).join(", ");
}

/** @throws UserError for a name that ends otherwise */
export function formatOf(path: string): "json" | "csv" {
  const extension = extname(path).toLowerCase();
  if (extension === ".json") return "json";
  if (extension === ".csv") return "csv";
  throw new UserError(`A catalog file is .json or .csv, not "${path}".`);
}

/** The files of a slicer's settings, each under its own name. */
export async function readSettingsFiles(paths: readonly string[]): Promise<File[]> {
  return Promise.all(
    paths.map(async (path) => {
      const bytes = await readWithin(path, MAX_IMPORT_BYTES, `${MAX_IMPORT_BYTES / 1_000_000} MB`);
      return new File([bytes], basename(path));
    }),
  );
}

export function isFiguresFile(name: string): boolean {
  return extname(name).toLowerCase() === ".csv";
}

/** The rows of a table with the columns item, minutes and grams. @throws UserError if it has none */
export async function readFigures(path: string) {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${messageOf(error)}`);
  }
  const rows = parseCsv(text, "item").map(({ line, cells }) => ({
    at: `line ${line}: `,
    item: cells.item ?? "",
    minutes: cells.minutes?.trim(),
    grams: cells.grams?.trim(),
  }));
  if (rows.length === 0) throw new UserError(`${path} has no rows below its first line, item;minutes;grams.`);
  return rows;
}

/** @throws UserError */
async function readWithin(path: string, maxBytes: number, limit: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new UserError(`${path} is larger than ${limit}.`);
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${path} cannot be read: ${messageOf(error)}`);
  }
}

function decoded(path: string, bytes: Uint8Array): string {
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

function messageOf(error: unknown): string {
  return terminalText(error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : String(error));
}
