// Global setup of the API's tests: builds pages and slicer Worker, starts a real engine for each of vitest's workers.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildBrowserFiles } from "../../scripts/browser/build.ts";
import { startEngine } from "../../scripts/local/engine-process.ts";
import { bundleWorker, SLICER_ENTRY } from "../../scripts/local/worker-bundle.ts";
import { type OutcomesByContent, rememberOutcomes } from "./remembered-outcomes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker: tests count the runs of theirs, and must not see another worker's. */
    engines: readonly { readonly engineName: string; readonly url: string }[];
    slicerBundle: Awaited<ReturnType<typeof bundleWorker>>;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "slicer-worker-"));
  const slicer = { ENGINE_SLICER: project.config.env.ENGINE_SLICER ?? "auto" };
  const [slicerBundle, engines] = await Promise.all([
    bundleWorker(SLICER_ENTRY, folder),
    Promise.all(Array.from({ length: project.config.maxWorkers }, () => startEngine(slicer))),
    buildBrowserFiles(),
  ]);
  const outcomes: OutcomesByContent = new Map();
  const memories = await Promise.all(engines.map(({ url }) => rememberOutcomes(url, outcomes)));
  project.provide(
    "engines",
    engines.map(({ engineName }, index) => ({ engineName, url: memories[index]?.url ?? "" })),
  );
  project.provide("slicerBundle", slicerBundle);
  return async () => {
    await Promise.all([...memories.map((memory) => memory.close()), ...engines.map((engine) => engine.stop())]);
    await rm(folder, { recursive: true });
  };
}
