// Catalog files as CSV: one entry a row, as spreadsheets write them in Ukraine and elsewhere.
//
// Excel there writes UTF-8 with a byte order mark, semicolons and decimal commas; others write commas and points. Both are read.

import { CsvError, type Options, parse } from "csv-parse/sync";
import { type FileRecord, fileFieldsOf, fileNamesOf } from "../../src/catalog/catalog-file.request.ts";
import type { CatalogFile } from "../../src/catalog/catalog-file.ts";
import { CATALOG, CATALOG_KINDS } from "../../src/catalog/catalog-kinds.ts";
import { terminalText } from "../../src/operator/terminal-text.ts";
import { UserError } from "../user-error.ts";

export interface CsvRow {
  /** The first line of the row, counted from 1, the header included. */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

const MAX_RECORD_CHARACTERS = 200_000;
/** Fields that are text even where they look like numbers: all but amounts and other decimals. */
const TEXTS: ReadonlySet<string> = new Set([
  "type",
  "currency",
  ...CATALOG_KINDS.flatMap((kind) =>
    fileFieldsOf(kind).flatMap(({ name, scale }) => (scale === undefined ? [name] : [])),
  ),
]);

/** @throws UserError if the text is not a table, naming the line */
export function parseCatalogCsv(text: string): CsvRow[] {
  return parseCsv(text, "type");
}

/**
 * The rows of a table as spreadsheets write it, each with the cells of its columns by name.
 *
 * @param required the column without which it is another table
 * @throws UserError if the text is not a table, naming the line
 */
export function parseCsv(text: string, required: string): CsvRow[] {
  const table = text.replace(/^\ufeff/, "");
  const header = table.slice(0, table.search(/[\r\n]|$/));
  const options: Options = {
    delimiter: delimiterOf(header),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  };
  const [columns, ...rows] = parsed(table, options);
  if (columns === undefined || !columns.record.map(cleaned).includes(required)) {
    throw new UserError(`The first line must name the columns, and one of them must be \`${required}\`.`);
  }
  const names = columns.record.map(cleaned);
  const repeated = names.find((name, index) => name !== "" && names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new UserError(`line 1: the column ${terminalText(JSON.stringify(repeated))} stands there twice`);
  return rows.flatMap(({ record, line }) => {
    const surplus = record.slice(names.length).find((cell) => cell.trim() !== "");
    if (surplus !== undefined) {
      throw new UserError(`line ${line}: has ${record.length} cells, and there are ${names.length} columns`);
    }
    if (record.every((cell) => cell.trim() === "")) return [];
    const cells = names.flatMap((name, index) => (name === "" ? [] : [[name, unguarded(record[index] ?? "")]]));
    return [{ line, cells: Object.fromEntries(cells) }];
  });
}

/** With a byte order mark, semicolons and decimal commas, so that Excel in Ukraine reads numbers as numbers. */
export function formatCatalogCsv(file: CatalogFile): string {
  const records = CATALOG_KINDS.flatMap((kind) =>
    file[CATALOG[kind].list].map((record): FileRecord => {
      const isPriced = "costPerKg" in record || "price" in record;
      return { type: CATALOG[kind].type, ...record, ...(isPriced ? { currency: file.currency } : {}) };
    }),
  );
  const stated = new Set(records.flatMap((record) => Object.keys(record)));
  const usual = ["type", ...CATALOG_KINDS.flatMap((kind) => fileNamesOf(kind))];
  // Process parameters come last: each is a column only where an entry has its own.
  const columns = [...new Set([...usual, ...stated])].filter((name) => stated.has(name) || name === "type");
  const lines = [columns, ...records.map((record) => columns.map((name) => cellOf(name, record[name] ?? null)))];
  return `\ufeff${lines.map((cells) => `${cells.map(quoted).join(";")}\r\n`).join("")}`;
}

function parsed(text: string, options: Options): { readonly record: string[]; readonly line: number }[] {
  try {
    // With `info`, each record comes with the line of its end; its own line breaks are counted back to its first line.
    const records = parse(text, options) as unknown as {
      readonly record: string[];
      readonly info: { readonly lines: number };
    }[];
    return records.map(({ record, info }) => ({ record, line: info.lines - lineBreaksIn(record) }));
  } catch (error) {
    if (error instanceof CsvError) throw new UserError(`The file is not a CSV table: ${terminalText(error.message)}`);
    throw error;
  }
}

function lineBreaksIn(record: readonly string[]): number {
  return record.join("").match(/\r\n|\n|\r/g)?.length ?? 0;
}

function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return [";", ",", "\t"].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

function cleaned(name: string): string {
  return name.trim();
}

function cellOf(name: string, value: FileRecord[string]): string {
  if (value === null) return "";
  if (typeof value === "string") return TEXTS.has(name) ? guarded(value) : value.replace(".", ",");
  if (typeof value === "object") return value.join(" ");
  return String(value);
}

/** A spreadsheet computes a cell that begins like a formula. An apostrophe before it keeps it text. */
function guarded(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function unguarded(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

function quoted(cell: string): string {
  return /[";\r\n,]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
