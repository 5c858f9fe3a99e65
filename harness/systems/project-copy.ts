// A copy of the project's files, for tests that change them or leave others beside them.

import { cp, mkdtemp, readdir, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../../scripts/project-folder.ts";

/** Folders outside Git: installed, generated, or private. */
const LEFT_OUT = new Set([".git", "node_modules", ".wrangler", ".cache", ".dev.vars", "environments"]);

export interface ProjectCopy {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Copies the project; its packages are linked. */
export async function copyProject(): Promise<ProjectCopy> {
  // The path without links: otherwise Docker and wrangler each resolve it differently.
  const folder = await mkdtemp(join(await realpath(tmpdir()), "project-copy-"));
  for (const entry of await readdir(PROJECT_FOLDER)) {
    if (LEFT_OUT.has(entry)) continue;
    await cp(join(PROJECT_FOLDER, entry), join(folder, entry), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  }
  await symlink(join(PROJECT_FOLDER, "node_modules"), join(folder, "node_modules"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
