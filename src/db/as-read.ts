// Condition of a write: the row still has the values that were read.

import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * True while the columns that `changes` sets have the values of `row`.
 *
 * @param row as it was read
 */
export function isAsRead(table: SQLiteTable, changes: object, row: object): SQL {
  const values: Readonly<Record<string, unknown>> = { ...row };
  const same = Object.entries(getTableColumns(table)).flatMap(([name, column]) => {
    if (!Object.hasOwn(changes, name)) return [];
    const value = sql.param(values[name] ?? null, column);
    // IS, because null is the same as null; json(), because equal values may be written with other white space.
    return [column.dataType === "json" ? sql`json(${column}) IS json(${value})` : sql`${column} IS ${value}`];
  });
  return same.length === 0 ? sql`TRUE` : sql.join(same, sql` AND `);
}
