// Text tables: rows of cells printed as aligned columns.

import { terminalText } from "./terminal-text.ts";

export type Alignment = "left" | "right";

/**
 * @param texts all with as many cells as the first
 * @param alignment by column; left by default
 */
export function table(texts: readonly (readonly string[])[], alignment: readonly Alignment[] = []): string {
  const rows = texts.map((row) => row.map(terminalText));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return alignment[column] === "right" ? cell.padStart(width) : cell.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
