// The inside of a slice's process: reads the model, makes a clean solid of it, and has it sliced. It is told over its IPC
// channel what to slice, answers there, and waits for the next order or its end. Whatever a hostile model does to the code
// that reads it, it does here; nothing of a slice may stay in this process but compiled code.

import { readFile, writeFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { engineFor, type SliceFailure, type SliceResult } from "../src/contract/contract.ts";
import type { EngineSliceOptions } from "../src/engine-protocol.ts";
import { estimateLayers } from "./layered/layer-estimate.ts";
import { readModel } from "./mesh/read/read-model.ts";
import { type Bodies, makeBodies } from "./mesh/solid/solid.ts";
import { writeStl } from "./mesh/write-stl.ts";
import { ModelFailure } from "./model-failure.ts";
import { type SlicerChoice, type SlicerFigures, slicerFor, slicerIdentity } from "./slicer.ts";

export interface SliceJob {
  readonly slicer: SlicerChoice;
  readonly format: EngineSliceOptions["format"];
  readonly profile: EngineSliceOptions["profile"];
}

/** What the engine sends, never before the answer to the order before. The upload lies in the folder as `model`. */
export interface SliceOrder {
  readonly job: SliceJob;
  readonly folder: string;
}

/** Of this process: what it holds now, and has used of the processor since it was started. */
export interface SliceUsage {
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
}

export type SliceMessage =
  | { readonly type: "progress"; readonly percent: number }
  | { readonly type: "done"; readonly result: SliceResult; readonly usage: SliceUsage }
  | { readonly type: "failed"; readonly failure: Extract<SliceFailure, { fault: "model" }> };

/** Percent of a slice's progress at which the mesh is clean and slicing begins. */
const CLEAN_PERCENT = 10;

async function runSlice({ job, folder }: SliceOrder): Promise<SliceResult> {
  const mesh = readModel(await readFile(join(folder, "model")), job.format);
  report({ type: "progress", percent: CLEAN_PERCENT / 2 });
  const bodies = await makeBodies(mesh);
  report({ type: "progress", percent: CLEAN_PERCENT });

  let reported = CLEAN_PERCENT;
  const onProgress = (fraction: number) => {
    const percent = Math.floor(CLEAN_PERCENT + Math.min(fraction, 1) * (99 - CLEAN_PERCENT));
    if (percent <= reported) return;
    reported = percent;
    report({ type: "progress", percent });
  };
  const figures = await sliceBodies(job, folder, bodies, onProgress);
  return {
    engine: engineFor(job.profile, slicerIdentity(job.slicer)),
    ...figures,
    dimensionsMm: bodies.dimensionsMm,
  };
}

async function sliceBodies(
  { slicer, profile }: SliceJob,
  folder: string,
  bodies: Bodies,
  onProgress: (fraction: number) => void,
): Promise<SlicerFigures & Pick<SliceResult, "solidCubicMm">> {
  if (profile.technology !== "fdm") return estimateLayers(await bodies.unite(), profile, onProgress);
  const stlFile = join(folder, "bodies.stl");
  await writeFile(stlFile, writeStl(bodies.mesh.corners, bodies.mesh.triangles));
  // First the slicer: where that is a program of its own, it runs while the bodies are united.
  const slicing = slicerFor(slicer)({ stlFile, folder, profile, onProgress });
  const [figures, solid] = await Promise.all([slicing, bodies.unite()]);
  return { ...figures, solidCubicMm: solid.volumeCubicMm };
}

function usage(): SliceUsage {
  const { user, system } = process.cpuUsage();
  return { memoryBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 };
}

function report(message: SliceMessage): void {
  process.send?.(message);
}

// Compiled code is kept from now on, and not at an end that never comes: this process is killed.
flushCompileCache();
process.on("message", async (order: SliceOrder) => {
  try {
    const result = await runSlice(order);
    report({ type: "done", result, usage: usage() });
  } catch (error) {
    // Anything else ends the process, and the engine sees what it wrote last.
    if (!(error instanceof ModelFailure)) throw error;
    report({ type: "failed", failure: { fault: "model", code: error.code, message: error.message } });
  }
});
