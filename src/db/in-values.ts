// Condition that a column holds one of many values.

import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Binds one parameter however many values there are: D1 takes no more than 100 per statement. */
export function inValues(column: SQLiteColumn, values: readonly (number | string)[]): SQL {
  return inList(column, JSON.stringify(values));
}

/** As `inValues`, of values that are a list in JSON already. */
export function inList(column: SQLiteColumn, json: string | SQL): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${json}))`;
}
