// The database for people, who belong to several studios and so are outside of a StudioDb.

import { type Database, openDatabase } from "../db/database.ts";
import type { Env } from "../env.ts";
import { primaryOf } from "../platform/d1.ts";

export type PeopleDatabase = Database;

export function openPeopleDatabase(env: Env): PeopleDatabase {
  return openDatabase(primaryOf(env.DB));
}
