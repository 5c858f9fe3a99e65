// Cost tables of docs/operating.md: written by `npm run bench -- cost`, their counts read again by a test.

import { markdownTable } from "../markdown-table.ts";
import { type BilledCounts, dollarsPerMillion } from "./prices.ts";

export const COST_DOCUMENT = "docs/operating.md";
const BEGIN = "<!-- Written by `npm run bench -- cost`. -->";
const END = "<!-- End of the tables that the bench writes. -->";

const COUNT_COLUMNS = {
  rowsRead: "D1 rows read",
  rowsWritten: "written",
  kvKeysRead: "KV keys",
  r2Writes: "R2 writes",
  r2Reads: "reads",
  objectCalls: "object calls",
  objectRowsRead: "rows read",
  objectRowsWritten: "written",
} as const satisfies Record<keyof BilledCounts, string>;

const COUNTS = Object.keys(COUNT_COLUMNS) as (keyof BilledCounts)[];

export interface CostOfOperation {
  readonly name: string;
  readonly counts: BilledCounts;
  readonly processorMilliseconds: number;
}

/** A table of operations under a door's name. */
export function operationsTable(door: string, operations: readonly CostOfOperation[]): string {
  const rows = operations.map(({ name, counts, processorMilliseconds }) => [
    name.startsWith("/") ? `\`${name}\`` : name.replace(/^(GET|POST) (\S*[^,\s])/, "`$1 $2`"),
    ...countCells(counts),
    processorMilliseconds.toFixed(1),
    `**${dollarsPerMillion(counts, processorMilliseconds).toFixed(2)}**`,
  ]);
  return markdownTable([door, ...Object.values(COUNT_COLUMNS), "ms", "$ a million"], rows);
}

/** The document with these tables in the place of those that it has. @throws Error if it has no place for them */
export function withTables(document: string, tables: readonly string[]): string {
  const [before, after] = [document.split(BEGIN)[0], document.split(END)[1]];
  if (before === undefined || after === undefined) throw new Error(`${COST_DOCUMENT} has no place for the tables`);
  return [before + BEGIN, ...tables, END + after].join("\n\n");
}

/** The counts of a door's operations in the document, by name as it is written there. */
export function countsIn(document: string, door: string): Map<string, readonly string[]> {
  const [, written = ""] = document.split(BEGIN);
  const [, table = ""] = written.split(`| ${door} |`);
  const [ofDoor = ""] = table.split("\n\n");
  const rows = ofDoor
    .split("\n")
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return new Map(rows.map(([, name = "", ...cells]) => [name.replaceAll("`", ""), cells.slice(0, COUNTS.length)]));
}

/** The counts as the document's cells have them. */
export function countCells(counts: BilledCounts): string[] {
  return COUNTS.map((count) => String(counts[count]));
}
