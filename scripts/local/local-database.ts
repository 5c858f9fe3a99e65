// The local D1, opened in this process before the Workers run: brought to today's schema and handed out through drizzle.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { is } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../../src/db/schema.ts";
import { idempotencyKeys } from "../../src/idempotency/idempotency.schema.ts";
import { UserError } from "../user-error.ts";
import { writePrivateJson } from "./private-file.ts";
import { type LocalState, PROJECT_FOLDER, readablePath } from "./project.ts";
import { QUIET_WRANGLER } from "./wrangler.ts";

export type LocalDatabase = DrizzleD1Database;

/** wrangler's own table of what was applied, so that `wrangler d1 migrations` goes on where this ended and vice versa. */
const CREATE_MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * Opens the local database, migrates it and hands it to `use`.
 *
 * @throws UserError where what lies there cannot be used
 */
export async function withLocalDatabase<Result>(
  state: LocalState,
  use: (database: LocalDatabase) => Promise<Result>,
): Promise<Result> {
  // wrangler takes these from the environment, here as in a process of its own.
  Object.assign(process.env, QUIET_WRANGLER);
  const { getPlatformProxy, unstable_readConfig, unstable_splitSqlQuery } = await import("wrangler");
  // The database and nothing else of wrangler.toml: the rest would only be warned of.
  const { compatibility_date, d1_databases } = unstable_readConfig({ config: join(PROJECT_FOLDER, "wrangler.toml") });
  const configPath = join(state.folder, "database.json");
  await writePrivateJson(configPath, { name: "local-database", compatibility_date, d1_databases });
  try {
    const proxy = await getPlatformProxy<{ DB: D1Database }>({
      configPath,
      envFiles: [],
      persist: { path: join(state.data, "v3") },
    });
    try {
      await migrate(proxy.env.DB, unstable_splitSqlQuery);
      const database = drizzle(proxy.env.DB, { casing: "snake_case" });
      await requireTables(database);
      return await use(database);
    } finally {
      await proxy.dispose();
    }
  } catch (error) {
    throw new UserError(
      `The local state does not fit this version, or is damaged (${rootMessage(error)}). ` +
        `To start afresh: rm -rf ${readablePath(state.data)}`,
    );
  }
}

/** Applies what is missing, each file as a whole or not at all. */
async function migrate(database: D1Database, split: (sql: string) => string[]): Promise<void> {
  await database.prepare(CREATE_MIGRATIONS_TABLE).run();
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const folder = join(PROJECT_FOLDER, "migrations");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const unknown = [...applied].find((name) => !files.includes(name));
  if (unknown !== undefined) throw new Error(`it has a migration ${unknown} that is not known here`);
  for (const name of files) {
    if (applied.has(name)) continue;
    const statements = split(await readFile(join(folder, name), "utf8"));
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
}

/** A state of another version can have the same migrations by name and still lack a table or a column. */
async function requireTables(database: LocalDatabase): Promise<void> {
  for (const table of [...Object.values(schema), idempotencyKeys]) {
    if (is(table, SQLiteTable)) await database.select().from(table).limit(0);
  }
}

/** The innermost cause: drizzle and D1 wrap what SQLite said. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message.replaceAll(/\s+/g, " ") : rootMessage(error.cause);
}
