// Migrations hold every table as the code has it: a new status or technology is also a new CHECK.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import config from "../../drizzle.config.ts";

const PROJECT = join(import.meta.dirname, "../..");

it("the migrations leave no change of a table unwritten", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  try {
    cpSync(join(PROJECT, "migrations"), join(folder, "migrations"), { recursive: true });
    // drizzle-kit reads folders from the one that it runs in.
    const out = relative(PROJECT, join(folder, "migrations"));
    const file = join(folder, "drizzle.config.json");
    writeFileSync(file, JSON.stringify({ ...config, out }));
    const said = execFileSync("npx", ["drizzle-kit", "generate", "--config", file], {
      cwd: PROJECT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect(said, "run `npm run migrations` and commit what it writes").toContain("No schema changes");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
