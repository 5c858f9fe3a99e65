// D1 for the operator's command: drizzle writes the SQL, `wrangler d1 execute` runs it, locally or deployed.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { LocalState } from "../local/local-state.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { UserError } from "../user-error.ts";
import { QUIET_WRANGLER, WRANGLER_PROGRAM } from "../wrangler.ts";
import { inlineParameters } from "./sql-literal.ts";

export type DatabasePlace =
  | { readonly kind: "local"; readonly state: LocalState }
  /** By its name in the account. */
  | { readonly kind: "remote"; readonly database: string; readonly account: string };

type Rows = readonly Record<string, unknown>[];

/** Runs statements in which the values already stand. */
export interface StatementRunner {
  /** @returns the rows of each statement */
  readonly read: (statements: readonly string[]) => Promise<readonly Rows[]>;
  /** All of them or none; at least one. */
  readonly writeWhole: (statements: readonly string[]) => Promise<void>;
}

/** A statement as drizzle's `toSQL()` gives it. */
export interface WrittenStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** `batch` reads: one look at the database for all its statements. */
export type OperatorDatabase = SqliteRemoteDatabase<Record<string, never>> & {
  /**
   * Executes statements that answer nothing, all of them or none.
   *
   * They go as one file. Locally wrangler runs a file as one batch of D1, which is a transaction. A deployed database takes it
   * by its import, which restores the database where it fails, and answers nobody else while it runs.
   */
  readonly writeWhole: (statements: readonly WrittenStatement[]) => Promise<void>;
};

export function openOperatorDatabase(place: DatabasePlace): OperatorDatabase {
  return operatorDatabaseOn({
    read: (statements) => execute(place, ["--command", statements.join(";\n")]),
    writeWhole: (statements) => executeFile(place, statements),
  });
}

export function operatorDatabaseOn(runner: StatementRunner): OperatorDatabase {
  // drizzle wants each row as an array of values in column order, which is the order of the object's keys. Two columns
  // of the same name would become one key, so a query must give one of them an alias.
  const values = (results: Rows | undefined) => ({ rows: (results ?? []).map((row) => Object.values(row)) });
  const database = drizzle(
    async (sql, parameters) => {
      const [results] = await runner.read([inlineParameters(sql, parameters)]);
      return values(results);
    },
    async (queries) => {
      const results = await runner.read(queries.map(({ sql, params }) => inlineParameters(sql, params)));
      return queries.map((_, index) => values(results[index]));
    },
    { casing: "snake_case" },
  );
  return Object.assign(database, {
    writeWhole: async (statements: readonly WrittenStatement[]) => {
      if (statements.length === 0) return;
      await runner.writeWhole(statements.map(({ sql, params }) => inlineParameters(sql, params)));
    },
  });
}

async function executeFile(place: DatabasePlace, statements: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "studio-"));
  try {
    const path = join(folder, "statements.sql");
    // D1 knows a file that it has imported by its hash: the comment makes each another one.
    const lines = [`-- ${randomUUID()}`, ...statements.map((statement) => `${statement};`)];
    await writeFile(path, lines.join("\n"), { mode: 0o600 });
    await execute(place, ["--file", path]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The running service may hold the local file's lock for a moment. Nothing was executed then, so it is safe to try again. */
const MAX_ATTEMPTS = 8;
const RETRY_MILLISECONDS = 300;

/** @returns the rows of each statement */
async function execute(place: DatabasePlace, input: readonly string[], attempt = 1): Promise<readonly Rows[]> {
  const where = place.kind === "remote" ? ["--remote"] : ["--local", "--persist-to", place.state.data];
  const account = place.kind === "remote" ? { CLOUDFLARE_ACCOUNT_ID: place.account } : {};
  const database = place.kind === "remote" ? place.database : "DB";
  const child = spawn(
    process.execPath,
    [WRANGLER_PROGRAM, "d1", "execute", database, "-c", "wrangler.toml", ...where, "--json", "--yes", ...input],
    { cwd: PROJECT_FOLDER, env: { ...process.env, ...QUIET_WRANGLER, ...account }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const answer = parseAnswer(output);
  if (answer === undefined) throw new UserError(`wrangler d1 execute failed: ${output}${errors}`.trim());
  if ("error" in answer) {
    if (attempt < MAX_ATTEMPTS && /SQLITE_BUSY|database is locked/.test(answer.error.text)) {
      await delay(RETRY_MILLISECONDS * (0.5 + Math.random()));
      return execute(place, input, attempt + 1);
    }
    throw new UserError(explainFailure(place, answer.error.text));
  }
  return answer.map(({ results }) => results);
}

function explainFailure(place: DatabasePlace, problem: string): string {
  if (!problem.startsWith("no such table")) return `The database query failed: ${problem}`;
  return place.kind === "local"
    ? "There is no local database yet: run `npm start` once."
    : "The deployed database has no tables yet: run `npm run deploy`.";
}

type Answer = readonly { readonly results: Rows }[] | { readonly error: { readonly text: string } };

function parseAnswer(output: string): Answer | undefined {
  try {
    // The format that `wrangler d1 execute --json` prints.
    return JSON.parse(output) as Answer;
  } catch {
    return undefined;
  }
}
