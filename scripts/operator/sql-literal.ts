// SQL with its values written into it, for `wrangler d1 execute`, which takes no parameters.

/** @throws TypeError for a value that SQLite has no literal for */
export function sqlLiteral(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  // A quotation mark is doubled, nothing else has a meaning inside; a NUL would end the whole statement.
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  throw new TypeError(`there is no SQL literal for ${JSON.stringify(value)}`);
}

/**
 * Puts the values in the place of the question marks.
 *
 * @param sql a statement as drizzle writes it: every question mark in it is a parameter
 */
export function inlineParameters(sql: string, values: readonly unknown[]): string {
  const parts = sql.split("?");
  if (parts.length !== values.length + 1) {
    throw new Error(`${parts.length - 1} question marks for ${values.length} values: ${sql}`);
  }
  return parts.map((part, index) => (index < values.length ? part + sqlLiteral(values[index]) : part)).join("");
}
