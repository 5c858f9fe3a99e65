// Migrates an empty database under test in one request.
//
// Miniflare's client blocks on a request of its own for each statement it prepares, and the migrations have over a hundred.

import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { PROJECT_FOLDER } from "../scripts/project-folder.ts";

type D1 = Awaited<ReturnType<Miniflare["getD1Database"]>>;

/** Applies all migrations if the database has no table yet; one with tables is left unchanged. */
export async function migrateIfEmpty(database: D1): Promise<void> {
  const { tables } = (await database
    .prepare("SELECT count(*) AS tables FROM sqlite_master WHERE name = 'studios'")
    .first<{ tables: number }>()) ?? { tables: 0 };
  if (tables > 0) return;
  const { readD1Migrations } = await import("@cloudflare/vitest-pool-workers");
  const migrations = await readD1Migrations(join(PROJECT_FOLDER, "migrations"));
  // D1's exec takes one statement per line.
  const lines = migrations.flatMap(({ queries }) => queries.map(onOneLine));
  await database.exec(lines.join("\n"));
}

function onOneLine(statement: string): string {
  return statement
    .replaceAll(/^\s*--.*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
