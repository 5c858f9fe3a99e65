// Bundles a Worker into modules, and reads its wrangler.toml, as wrangler and Miniflare want them.
//
// wrangler's own bundle is one script, and workerd compiles all of that for the first request of an isolate: the panel and the
// order page with it. esbuild's modules are compiled too, but run only if a request imports them.
//
//   node scripts/local/worker-bundle.ts     writes the API Worker's into dist/api, for wrangler.toml

import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { build, type Metafile } from "esbuild";
import type { Json } from "miniflare";
import { removeOldParts } from "../browser/build.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";

export const API_ENTRY = "src/index.ts";
export const SLICER_ENTRY = "slicer-service/src/index.ts";
/** The name of the slicer Worker in its wrangler.toml, which the API's service binding names. */
export const SLICER_WORKER = "studio-slicer";

/** The folder of `main` in wrangler.toml. */
const API_MODULES = join(PROJECT_FOLDER, "dist/api");

/** Zod's error texts in some 50 languages: nothing here speaks in them (src/http/request/validation.ts). */
const ZOD_LOCALES = /^\.\.\/locales\/index\.js$/;

/**
 * Bundles a Worker for Miniflare.
 *
 * @param entry the path of its entry file in the project
 * @param folder the modules are written into a new folder in it
 */
export async function bundleWorker(entry: string, folder: string) {
  const modules = join(folder, crypto.randomUUID());
  await writeModules(entry, modules);
  return { modules: true as const, modulesRoot: folder, scriptPath: join(modules, "index.mjs") };
}

/**
 * Writes a Worker's modules: `index.mjs`, one for each dynamic import, and what several of them share.
 *
 * @param entry the path of its entry file in the project
 * @param folder modules of an earlier build are removed from it
 * @returns esbuild's account of what each module has and imports
 */
export async function writeModules(entry: string, folder: string): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: { index: entry },
    outdir: folder,
    // wrangler.toml and Miniflare take these for ES modules.
    chunkNames: "parts/[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    // An isolate keeps its modules' text. Names stay, for the stacks in the log.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: "linked",
    metafile: true,
    plugins: [
      {
        name: "English locale of Zod alone",
        setup({ onResolve, resolve }) {
          onResolve({ filter: ZOD_LOCALES }, ({ resolveDir }) =>
            resolve("../locales/en.js", { resolveDir, kind: "import-statement" }),
          );
        },
      },
    ],
    write: false,
    logLevel: "warning",
  });
  await mkdir(join(folder, "parts"), { recursive: true });
  // The entry last: `wrangler dev`, which watches the folder, never sees one that imports a missing part.
  const [parts, entries] = [outputFiles.filter(isPart), outputFiles.filter((file) => !isPart(file))];
  for (const files of [parts, entries]) {
    await Promise.all(files.map(({ path, contents }) => writeFile(path, contents)));
  }
  await removeOldParts(join(folder, "parts"), new Set(parts.map(({ path }) => path)));
  return metafile;
}

function isPart({ path }: { readonly path: string }): boolean {
  return basename(dirname(path)) === "parts";
}

/** The bindings of a Worker from its wrangler.toml, in the project's folder. */
export async function configuredWorker(configFile: string) {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(PROJECT_FOLDER, configFile));
  const { modulesRules: _, rootPath: __, bindings, ...options } = workerOptions;
  // `[vars]` of wrangler.toml, and secrets: plain JSON.
  return { ...options, bindings: bindings as Record<string, Json> };
}

/** Prints what a Worker logs as an error. Warnings are left out: tests and benches cause them on purpose. */
export function printErrors({ level, message }: { readonly level: string; readonly message: string }): void {
  if (level === "error") console.error(message);
}

if (import.meta.main) await writeModules(API_ENTRY, API_MODULES);
