// Builds what the panel's pages load in a browser, into public/: wrangler runs this before it serves or deploys.

import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { PROJECT_FOLDER } from "../project-folder.ts";

const SOURCES = "src/panel/browser";
const TARGET = "public/panel/assets";

/** Each script of the folder itself is a file of its own; what they share lies in folders below. */
export async function buildBrowserFiles(): Promise<void> {
  const folder = join(PROJECT_FOLDER, SOURCES);
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const names = entries.map(({ name }) => name);
  await mkdir(join(PROJECT_FOLDER, TARGET), { recursive: true });
  await build({
    absWorkingDir: folder,
    entryPoints: names.filter((name) => /\.(ts|css|svg)$/.test(name) && !name.endsWith(".d.ts")),
    outdir: join(PROJECT_FOLDER, TARGET),
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022"],
    loader: { ".svg": "copy" },
    legalComments: "eof",
    logLevel: "warning",
  });
}

if (import.meta.main) await buildBrowserFiles();
