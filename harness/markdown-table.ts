// Tables of Markdown documents: written, and read as rows of cells.

export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The rows below each heading row that begins with this title. */
export function rowsOfTables(markdown: string, firstTitle: string): string[][] {
  const rows: string[][] = [];
  let isInside = false;
  for (const line of markdown.split("\n")) {
    if (!line.startsWith("|")) {
      isInside = false;
      continue;
    }
    const cells = cellsOf(line);
    if (cells[0] === firstTitle) isInside = true;
    else if (isInside && !/^[-: ]+$/.test(cells[0] ?? "")) rows.push(cells);
  }
  return rows;
}

function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return cells.slice(1, -1);
}

/** The texts between backticks. */
export function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}
