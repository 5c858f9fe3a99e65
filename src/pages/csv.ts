// CSV as spreadsheets open it in the person's language: UTF-8 with a mark, and their separator.

import type { Language } from "../domain/person.ts";

/** Excel takes a file without it for one of the system's old encoding. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** A spreadsheet with a decimal comma separates by semicolons. */
const SEPARATORS = { en: ",", uk: ";" } as const satisfies Record<Language, string>;

/** One line. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvLine(language: Language, cells: readonly string[]): string {
  return `${cells.map(csvCell).join(SEPARATORS[language])}\r\n`;
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
