// Bundles a Worker into one module and reads its wrangler.toml, as Miniflare wants both.

import { join } from "node:path";
import { build } from "esbuild";
import type { Json } from "miniflare";
import { PROJECT_FOLDER } from "../project-folder.ts";

export const SLICER_ENTRY = "slicer-service/src/index.ts";
/** The name of the slicer Worker in its wrangler.toml, which the API's service binding names. */
export const SLICER_WORKER = "studio-slicer";

/**
 * Bundles a Worker as a deployment would.
 *
 * @param entry the path of its entry file in the project
 * @param folder where the module is written
 */
export async function bundleWorker(entry: string, folder: string) {
  const scriptPath = join(folder, `${crypto.randomUUID()}.js`);
  await build({
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: [entry],
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
