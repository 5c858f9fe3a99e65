// Before the API's tests: bundles the slicer Worker and starts a real engine, and hands both to the Workers under test.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { startEngine } from "../scripts/local/engine-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    engine: string;
    engineUrl: string;
    slicerBundle: string;
    slicerBundleFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "slicer-worker-"));
  const slicerBundle = join(folder, "index.js");
  await build({
    entryPoints: ["slicer-service/src/index.ts"],
    outfile: slicerBundle,
    bundle: true,
    format: "esm",
    external: ["cloudflare:*"],
  });
  const engine = await startEngine({});
  project.provide("engine", engine.identity);
  project.provide("engineUrl", engine.url);
  project.provide("slicerBundle", slicerBundle);
  project.provide("slicerBundleFolder", folder);
  return async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  };
}
