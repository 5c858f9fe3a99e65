// The local D1 database: opened and migrated in this process before the Workers start.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { is } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../../src/db/schema.ts";
import { idempotencyKeys } from "../../src/idempotency/idempotency.schema.ts";
import { writePrivateJson } from "../private-file.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { UserError } from "../user-error.ts";
import { QUIET_WRANGLER } from "../wrangler.ts";
import { type LocalState, readablePath } from "./local-state.ts";

/** Wrangler's own table of applied migrations: `wrangler d1 migrations apply` and this code must agree on it. */
const CREATE_MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * Opens the local database, migrates it and calls `use` with it: once more, on a database opened anew, where the connection to it
 * broke off. So `use` must be repeatable; the migrations are.
 *
 * @throws UserError if the stored state is damaged or of another version, or the connection broke off both times
 */
export async function withLocalDatabase<Result>(
  state: LocalState,
  use: (database: DrizzleD1Database) => Promise<Result>,
): Promise<Result> {
  // The database runs in a process of its own, reached over HTTP. On a busy machine that process closes a connection before it
  // reads the request on it, or ends.
  return openAndUse(state, use)
    .catch((error) => (isConnectionFault(error) ? openAndUse(state, use) : Promise.reject(error)))
    .catch((error) => Promise.reject(asUserError(error, state)));
}

async function openAndUse<Result>(
  state: LocalState,
  use: (database: DrizzleD1Database) => Promise<Result>,
): Promise<Result> {
  // getPlatformProxy takes these settings from the environment only.
  Object.assign(process.env, QUIET_WRANGLER);
  const { getPlatformProxy, unstable_readConfig, unstable_splitSqlQuery } = await import("wrangler");
  // Only the database of wrangler.toml: getPlatformProxy warns about bindings to Workers that do not run yet.
  const { compatibility_date, d1_databases } = unstable_readConfig({ config: join(PROJECT_FOLDER, "wrangler.toml") });
  const configPath = join(state.folder, "database.json");
  await writePrivateJson(configPath, { name: "local-database", compatibility_date, d1_databases });
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
}

/** Whether a connection was refused, or closed before the answer. By its words: not every such error has its code. */
const CONNECTION_FAULT = /other side closed|ECONNRESET|ECONNREFUSED|EPIPE|Network connection lost/;

function isConnectionFault(error: unknown): boolean {
  return CONNECTION_FAULT.test(rootMessage(error));
}

function asUserError(error: unknown, { data }: LocalState): UserError {
  const cause = rootMessage(error);
  if (isConnectionFault(error)) {
    return new UserError(`The connection to the local database broke off twice (${cause}). Start again.`);
  }
  if (cause.includes("CHECK constraint failed")) {
    return new UserError(
      `A row of the local state holds a value that this version refuses (${cause}). Nothing was changed: ` +
        "mend the row with the version that the state is from, then start again.",
    );
  }
  return new UserError(
    `The local state is damaged or of another version (${cause}). To start afresh: rm -rf ${readablePath(data)}`,
  );
}

/** Applies the missing migrations, each file atomically. */
async function migrate(database: D1Database, split: (sql: string) => string[]): Promise<void> {
  await database.prepare(CREATE_MIGRATIONS_TABLE).run();
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const folder = join(PROJECT_FOLDER, "migrations");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const unknown = [...applied].find((name) => !files.includes(name));
  if (unknown !== undefined) throw new Error(`its migration ${unknown} is unknown here`);
  for (const name of files) {
    if (applied.has(name)) continue;
    const statements = split(await readFile(join(folder, name), "utf8"));
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
}

/** Migrations can have the same names as in another version and still lack a table or a column. */
async function requireTables(database: DrizzleD1Database): Promise<void> {
  for (const table of [...Object.values(schema), idempotencyKeys]) {
    if (is(table, SQLiteTable)) await database.select().from(table).limit(0);
  }
}

/** The innermost cause's message: drizzle and D1 wrap SQLite's error. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message.replaceAll(/\s+/g, " ") : rootMessage(error.cause);
}
