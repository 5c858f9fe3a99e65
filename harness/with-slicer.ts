// Global setup of the API's tests: bundles the slicer Worker and starts a real engine for them.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEngine } from "../scripts/local/engine-process.ts";
import { bundleWorker, SLICER_ENTRY } from "./worker-bundle.ts";

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
  const { scriptPath } = await bundleWorker(SLICER_ENTRY, folder);
  const engine = await startEngine({});
  project.provide("engine", engine.identity);
  project.provide("engineUrl", engine.url);
  project.provide("slicerBundle", scriptPath);
  project.provide("slicerBundleFolder", folder);
  return async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  };
}
