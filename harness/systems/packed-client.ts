// The client's package as npm would publish it, packed into a folder.

import { execFile } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildClient } from "../../scripts/client/build.ts";
import { PROJECT_FOLDER } from "../../scripts/project-folder.ts";

export interface PackedClient {
  /** The unpacked package, as in a project's node_modules. */
  readonly folder: string;
  /** The path of the .tgz file. */
  readonly tarball: string;
  /** The built folder that was packed: npm publishes from it. */
  readonly source: string;
}

/** Builds and packs the client in a folder of its own, so that no reader of client/dist meets a half-written one. */
export async function packClient(folder: string): Promise<PackedClient> {
  const source = join(folder, "source");
  await mkdir(source, { recursive: true });
  for (const name of ["package.json", "tsconfig.json", "README.md", "LICENSE", "src"]) {
    await cp(join(PROJECT_FOLDER, "client", name), join(source, name), { recursive: true });
  }
  await buildClient(source);
  const run = promisify(execFile);
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", pack, { cwd: source, shell: process.platform === "win32" });
  const [, name] = /"filename":\s*"([^"]+)"/.exec(stdout) ?? [];
  if (name === undefined) throw new Error(`npm pack named no file: ${stdout}`);
  const tarball = join(folder, name);
  await run("tar", ["-xzf", tarball, "-C", folder]);
  return { folder: join(folder, "package"), tarball, source };
}
