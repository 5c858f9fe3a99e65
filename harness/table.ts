// A table on the terminal: the first column to the left, figures to the right.

export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join("  ")
      .trimEnd();
  console.log(["", line(columns), line(widths.map((width) => "-".repeat(width))), ...rows.map(line), ""].join("\n"));
}

/** With as many digits as say something: 1234, 56.7, 8.90. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

const MEBIBYTE = 1024 * 1024;

export function mebibytes(bytes: number | undefined): string {
  return bytes === undefined ? "–" : (bytes / MEBIBYTE).toFixed(1);
}
