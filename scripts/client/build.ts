// npm run build:client: the published package's module, its types and the maps of both, into client/dist.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { PROJECT_FOLDER } from "../project-folder.ts";

const CLIENT = join(PROJECT_FOLDER, "client");

/**
 * Builds `dist` of the client's folder, or of a copy of it. The module is not minified: people step through it, and bundlers minify it
 * by themselves.
 */
export async function buildClient(folder = CLIENT): Promise<void> {
  const compiler = join(PROJECT_FOLDER, "node_modules/typescript/bin/tsc");
  await Promise.all([
    build({
      absWorkingDir: folder,
      entryPoints: ["src/index.ts"],
      outfile: "dist/index.js",
      bundle: true,
      sourcemap: true,
      format: "esm",
      platform: "neutral",
      target: ["es2022"],
      logLevel: "warning",
    }),
    promisify(execFile)(process.execPath, [compiler, "-p", folder]).catch((error) => {
      // The compiler writes its errors to its output.
      throw new Error(error.stdout || error.message);
    }),
  ]);
}

if (import.meta.main) await buildClient();
