// D1 for the operator's command: drizzle writes the SQL, `wrangler d1 execute` runs it, locally or deployed.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { LocalState } from "../local/local-state.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { UserError } from "../user-error.ts";
import { QUIET_WRANGLER, WRANGLER_PROGRAM } from "../wrangler.ts";
import { inlineParameters } from "./sql-literal.ts";

export type DatabasePlace = { readonly kind: "local"; readonly state: LocalState } | { readonly kind: "remote" };

export type OperatorDatabase = SqliteRemoteDatabase<Record<string, never>>;

export function openOperatorDatabase(place: DatabasePlace): OperatorDatabase {
  return drizzle(
    async (sql, parameters) => ({
      // drizzle wants each row as an array of values in column order, which is the order of the object's keys. Two columns
      // of the same name would become one key, so a query must give one of them an alias.
      rows: (await execute(place, inlineParameters(sql, parameters))).map((row) => Object.values(row)),
    }),
    undefined,
    { casing: "snake_case" },
  );
}

/** The running service may hold the local file's lock for a moment. Nothing was executed then, so it is safe to try again. */
const MAX_ATTEMPTS = 3;
const RETRY_MILLISECONDS = 300;

async function execute(place: DatabasePlace, sql: string, attempt = 1): Promise<Record<string, unknown>[]> {
  const where = place.kind === "remote" ? ["--remote"] : ["--local", "--persist-to", place.state.data];
  const child = spawn(
    process.execPath,
    [WRANGLER_PROGRAM, "d1", "execute", "DB", "-c", "wrangler.toml", ...where, "--json", "--yes", "--command", sql],
    { cwd: PROJECT_FOLDER, env: { ...process.env, ...QUIET_WRANGLER }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const answer = parseAnswer(output);
  if (answer === undefined) throw new UserError(`wrangler d1 execute failed: ${output}${errors}`.trim());
  if ("error" in answer) {
    if (attempt < MAX_ATTEMPTS && /SQLITE_BUSY|database is locked/.test(answer.error.text)) {
      await delay(RETRY_MILLISECONDS);
      return execute(place, sql, attempt + 1);
    }
    throw new UserError(explainFailure(place, answer.error.text));
  }
  return answer.flatMap(({ results }) => results);
}

function explainFailure(place: DatabasePlace, problem: string): string {
  if (!problem.startsWith("no such table")) return `The database query failed: ${problem}`;
  return place.kind === "local"
    ? "There is no local database yet: run `npm start` once."
    : "The deployed database has no tables yet: run `npx wrangler d1 migrations apply DB --remote`.";
}

type Answer =
  | readonly { readonly results: Record<string, unknown>[] }[]
  | { readonly error: { readonly text: string } };

function parseAnswer(output: string): Answer | undefined {
  try {
    // The format that `wrangler d1 execute --json` prints.
    return JSON.parse(output) as Answer;
  } catch {
    return undefined;
  }
}
