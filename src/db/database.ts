// Opens D1 through drizzle. Handlers never get this: they get a StudioDb.

import { type AnyD1Database, type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Database = DrizzleD1Database<Record<string, never>>;

export function openDatabase(binding: AnyD1Database): Database {
  return drizzle(binding, { casing: "snake_case" });
}
