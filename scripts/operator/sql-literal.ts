// SQL literals: writes values into a statement, because `wrangler d1 execute` takes no bound parameters.

/** @throws TypeError for a value that has no SQLite literal, such as NaN or an object */
export function sqlLiteral(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  // In an SQLite string only the single quote is special, escaped by doubling. A NUL would truncate the statement.
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  throw new TypeError(`there is no SQL literal for ${JSON.stringify(value)}`);
}

/**
 * Replaces each question mark by the literal of its value.
 *
 * @param sql a statement written by drizzle, where every question mark is a parameter
 * @throws Error if there are more or fewer values than question marks
 */
export function inlineParameters(sql: string, values: readonly unknown[]): string {
  const parts = sql.split("?");
  if (parts.length !== values.length + 1) {
    throw new Error(`${parts.length - 1} question marks for ${values.length} values: ${sql}`);
  }
  return parts.map((part, index) => (index < values.length ? part + sqlLiteral(values[index]) : part)).join("");
}
