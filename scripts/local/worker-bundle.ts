// Bundles a Worker into modules, and reads its wrangler.toml, as wrangler and Miniflare want them.
//
// wrangler itself would make one script: each module a function in it, which is compiled twice if it runs, and kept with its white
// space. workerd compiles the modules of esbuild too, but runs one only when it is imported.
//
//   node scripts/local/worker-bundle.ts     writes the API Worker's modules into dist/api, as wrangler.toml names them

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, posix, resolve, sep } from "node:path";
import { build, type Metafile } from "esbuild";
import type { Json } from "miniflare";
import { removeOldParts } from "../browser/build.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";

export const API_ENTRY = "src/index.ts";
export const SLICER_ENTRY = "slicer-service/src/index.ts";
/** The name of the slicer Worker in its wrangler.toml, which the API's service binding names. */
export const SLICER_WORKER = "studio-slicer";

/** The entrypoint of the API's socket: the files of public/, then the Worker. */
export const API_DOOR = "Door";

/** The folder of `main` in wrangler.toml. */
const API_MODULES = join(PROJECT_FOLDER, "dist/api");

/** Zod's error texts in some 50 languages: nothing here speaks in them (src/http/request/validation.ts). */
const ZOD_LOCALES = /^\.\.\/locales\/index\.js$/;
/** Zod's reader of JSON Schema, 18 KB: no schema here comes from one. */
const ZOD_FROM_JSON_SCHEMA = /zod\/v4\/classic\/from-json-schema\.js$/;
/** Zod's compiler of schemas, 46 KB, writes functions as text: a Worker may run none. Without a call of it, parsing goes by the schemas themselves. */
const ZOD_COMPILER = /zod\/v4\/core\/compile\.js$/;
const WITHOUT_COMPILER = `export const INVALID = Symbol.for("zod.compile.invalid");
  export const compile = undefined, withParser = undefined, ZodCompileAsyncError = undefined, ZodCompileUnsupportedError = undefined;`;

/** Hono's list of all its JSX exports, among them a browser's renderer, hooks and streams, 34 KB: pages import a context alone from it. */
const HONO_JSX = /hono\/dist\/jsx\/index\.js$/;
const HONO_CONTEXT = `export { createContext, useContext } from ${JSON.stringify("./context.js")};`;

/**
 * Bundles a Worker as a deployment would, for Miniflare.
 *
 * @param entry the path of its entry file in the project
 * @param folder the modules are written into a new folder in it
 */
export function bundleWorker(entry: string, folder: string) {
  return bundleModule(exportsOf(entry), folder);
}

function exportsOf(entry: string): string {
  const worker = JSON.stringify(`./${entry}`);
  return `export * from ${worker}; export { default } from ${worker};`;
}

/** As `bundleWorker`, for the API Worker or one that wraps it, with the entrypoint `API_DOOR`. */
export async function bundleApi(entry: string, folder: string) {
  const files = await readdir(join(PROJECT_FOLDER, "public"), { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && !file.name.startsWith("_"))
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(PROJECT_FOLDER, "public").length))
    .map((path) => path.split(sep).join(posix.sep));
  const worker = JSON.stringify(`./${entry}`);
  const door = `import api from ${worker};
    import { behindPublicFiles } from "./scripts/local/public-files.worker.ts";
    export * from ${worker};
    export default api;
    export const ${API_DOOR} = behindPublicFiles(api, ${JSON.stringify(paths)});`;
  return bundleModule(door, folder);
}

async function bundleModule(code: string, folder: string) {
  const modulesRoot = join(folder, crypto.randomUUID());
  const { outputs } = await writeModules(code, modulesRoot);
  const paths = Object.keys(outputs).filter((path) => path.endsWith(".mjs"));
  // The entry is the first.
  const modules = paths
    .toSorted((a, b) => Number(isPart(a)) - Number(isPart(b)))
    .map((path) => ({ type: "ESModule" as const, path: resolve(PROJECT_FOLDER, path) }));
  return { modules, modulesRoot };
}

/**
 * Writes the API Worker's modules: `index.mjs`, one for each dynamic import, and the parts that several share.
 *
 * @param folder parts of an earlier build are removed from it
 * @returns esbuild's account of each module's content and imports: https://esbuild.github.io/api/#metafile
 */
export function writeApiModules(folder: string): Promise<Metafile> {
  return writeWorkerModules(API_ENTRY, folder);
}

/** The same for the Worker of any entry file. */
export function writeWorkerModules(entry: string, folder: string): Promise<Metafile> {
  return writeModules(exportsOf(entry), folder);
}

async function writeModules(code: string, folder: string): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT_FOLDER,
    stdin: { contents: code, resolveDir: PROJECT_FOLDER },
    outdir: folder,
    entryNames: "index",
    // wrangler.toml and Miniflare take these for ES modules.
    chunkNames: "parts/[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    // An isolate keeps the text of its modules. Names stay, for the stacks in the log.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: "linked",
    plugins: [
      {
        name: "Zod without its other texts, its reader of JSON Schema and its compiler",
        setup(build) {
          build.onResolve({ filter: ZOD_LOCALES }, ({ resolveDir }) =>
            build.resolve("../locales/en.js", { resolveDir, kind: "import-statement" }),
          );
          build.onLoad({ filter: ZOD_FROM_JSON_SCHEMA }, () => ({
            contents: "export const fromJSONSchema = undefined;",
          }));
          build.onLoad({ filter: ZOD_COMPILER }, () => ({ contents: WITHOUT_COMPILER }));
        },
      },
      {
        name: "Hono's JSX without a browser's half",
        setup(build) {
          build.onLoad({ filter: HONO_JSX }, ({ path }) => ({ contents: HONO_CONTEXT, resolveDir: dirname(path) }));
        },
      },
    ],
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  await mkdir(join(folder, "parts"), { recursive: true });
  // The entry last: `wrangler dev`, which watches the folder, never sees one that imports a missing part.
  const parts = outputFiles.filter(({ path }) => isPart(path));
  const entries = outputFiles.filter(({ path }) => !isPart(path));
  for (const files of [parts, entries]) {
    await Promise.all(files.map(({ path, contents }) => writeFile(path, contents)));
  }
  await removeOldParts(join(folder, "parts"), new Set(parts.map(({ path }) => path)));
  return metafile;
}

function isPart(path: string): boolean {
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

/** Prints a Worker's logged errors. Warnings are left out: tests and benches cause them on purpose. */
export function printErrors({ level, message }: { readonly level: string; readonly message: string }): void {
  if (level === "error") console.error(message);
}

if (import.meta.main) await writeApiModules(API_MODULES);
