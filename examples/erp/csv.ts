// CSV as spreadsheets read it (RFC 4180).

type Cell = string | number | boolean | null;

/** Text of the rows, the first of them the headings. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  // What customers write must not become a formula, which a spreadsheet runs. Telephone numbers begin with + and stay.
  const text = /^[=@\t\r]|^[+-](?!\d+$)/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
