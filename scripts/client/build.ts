// npm run build:client: the client's package as it is published, one module and its types, into client/dist.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { PROJECT_FOLDER } from "../project-folder.ts";

const CLIENT = join(PROJECT_FOLDER, "client");

/** @param folder for the module and its types */
export async function buildClient(folder = join(CLIENT, "dist")): Promise<void> {
  const compiler = join(PROJECT_FOLDER, "node_modules/typescript/bin/tsc");
  await Promise.all([
    build({
      absWorkingDir: CLIENT,
      entryPoints: ["src/index.ts"],
      outfile: join(folder, "index.js"),
      bundle: true,
      minify: true,
      format: "esm",
      platform: "neutral",
      target: ["es2022"],
      logLevel: "warning",
    }),
    promisify(execFile)(process.execPath, [compiler, "-p", CLIENT, "--outDir", folder]).catch((error) => {
      // The compiler writes its errors to its output.
      throw new Error(error.stdout || error.message);
    }),
  ]);
}

if (import.meta.main) await buildClient();
