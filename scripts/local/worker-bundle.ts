// Bundles a Worker into one module and reads its wrangler.toml, as Miniflare wants both.

import { readdir } from "node:fs/promises";
import { join, posix, sep } from "node:path";
import { build } from "esbuild";
import type { Json } from "miniflare";
import { PROJECT_FOLDER } from "../project-folder.ts";

export const SLICER_ENTRY = "slicer-service/src/index.ts";
/** The name of the slicer Worker in its wrangler.toml, which the API's service binding names. */
export const SLICER_WORKER = "studio-slicer";

/** The entrypoint of the API's socket: the files of public/, then the Worker. */
export const API_DOOR = "Door";

/**
 * Bundles a Worker as a deployment would.
 *
 * @param entry the path of its entry file in the project
 * @param folder where the module is written
 */
export function bundleWorker(entry: string, folder: string) {
  return bundleModule(`export * from "./${entry}"; export { default } from "./${entry}";`, folder);
}

/** As `bundleWorker`, for the API Worker or one that wraps it, with the entrypoint `API_DOOR`. */
export async function bundleApi(entry: string, folder: string) {
  const files = await readdir(join(PROJECT_FOLDER, "public"), { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && !file.name.startsWith("_"))
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(PROJECT_FOLDER, "public").length))
    .map((path) => path.split(sep).join(posix.sep));
  const door = `import api from "./${entry}";
    import { behindPublicFiles } from "./scripts/local/public-files.worker.ts";
    export * from "./${entry}";
    export default api;
    export const ${API_DOOR} = behindPublicFiles(api, ${JSON.stringify(paths)});`;
  return bundleModule(door, folder);
}

async function bundleModule(code: string, folder: string) {
  const scriptPath = join(folder, `${crypto.randomUUID()}.js`);
  await build({
    absWorkingDir: PROJECT_FOLDER,
    stdin: { contents: code, resolveDir: PROJECT_FOLDER },
    outfile: scriptPath,
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    logLevel: "warning",
  });
  return { modules: true as const, modulesRoot: folder, scriptPath };
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
