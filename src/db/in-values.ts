// Condition that a column holds one of many values.

import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Binds one parameter however many values there are: D1 takes no more than 100 per statement. */
export function inValues(column: SQLiteColumn, values: readonly (number | string)[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
