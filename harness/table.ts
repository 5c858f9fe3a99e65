// Prints benches' results: tables with a heading, and numbers with three digits.

import { type Alignment, table } from "../src/operator/text-table.ts";

/** @param alignment by column; by default the first column to the left and figures to the right */
export function printTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  alignment: readonly Alignment[] = columns.map((_, index) => (index === 0 ? "left" : "right")),
): void {
  const filled = rows.map((row) => columns.map((_, index) => row[index] ?? ""));
  const [heading = "", ...lines] = table([columns.slice(), ...filled], alignment).split("\n");
  const rule = "-".repeat(heading.length);
  console.log(["", heading, rule, ...lines, ""].join("\n"));
}

/** A number with about three digits: 1234, 56.7, 8.90. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

export const MEBIBYTE = 1024 * 1024;

export function mebibytes(bytes: number | undefined): string {
  return bytes === undefined ? "–" : (bytes / MEBIBYTE).toFixed(1);
}
