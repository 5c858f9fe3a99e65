// CSV as spreadsheets read it (RFC 4180).

type Cell = string | number | boolean | null;

/** Spreadsheets recognise UTF-8 by this mark, and show Cyrillic. */
const BYTE_ORDER_MARK = "\uFEFF";

/** @param rows the first has the headings */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  // A customer's text must not become a formula, which a spreadsheet runs. Telephone numbers begin with + and stay.
  const start = /^[=@\t\r]|^[+-](?!\d+$)/.test(value) ? "'" : "";
  // If a spreadsheet's separator is the semicolon, quotes do not protect: a cell begins after one, and a row after a break.
  const text = start + value.replace(/([;\t\r\n][ \t]*)(?=[=@+-])/g, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
