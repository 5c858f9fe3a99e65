// The inside of a slice's own process: reads the model, makes a clean solid of it, and has it sliced. It is started
// ahead, is told over its IPC channel what to slice, answers there, and is ended. Whatever a hostile model does to the
// code that reads it, it does here.

import { readFile, writeFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { engineFor, type SliceFailure, type SliceResult } from "../src/contract.ts";
import type { EngineSliceOptions } from "../src/engine-protocol.ts";
import { estimateLayers } from "./layered/layer.estimate.ts";
import { readModel } from "./mesh/read-model.ts";
import { makeSolid, type Solid } from "./mesh/solid.ts";
import { writeStl } from "./mesh/stl.ts";
import { ModelFailure } from "./model.failure.ts";
import { type SlicerChoice, type SlicerFigures, slicerFor, slicerIdentity } from "./slicer.ts";

export interface SliceJob {
  readonly slicer: SlicerChoice;
  readonly format: EngineSliceOptions["format"];
  readonly profile: EngineSliceOptions["profile"];
}

/** What the engine sends, once. The upload lies in the folder as `model`. */
export interface SliceOrder {
  readonly job: SliceJob;
  readonly folder: string;
}

export type SliceMessage =
  | { readonly type: "progress"; readonly percent: number }
  | { readonly type: "done"; readonly result: SliceResult }
  | { readonly type: "failed"; readonly failure: Extract<SliceFailure, { fault: "model" }> };

/** Percent of a slice's progress at which the mesh is clean and slicing begins. */
const SOLID_PERCENT = 10;

async function runSlice({ job, folder }: SliceOrder): Promise<SliceResult> {
  const mesh = readModel(await readFile(join(folder, "model")), job.format);
  report({ type: "progress", percent: SOLID_PERCENT / 2 });
  const solid = await makeSolid(mesh);
  report({ type: "progress", percent: SOLID_PERCENT });

  let reported = SOLID_PERCENT;
  const onProgress = (fraction: number) => {
    const percent = Math.floor(SOLID_PERCENT + Math.min(fraction, 1) * (99 - SOLID_PERCENT));
    if (percent <= reported) return;
    reported = percent;
    report({ type: "progress", percent });
  };
  const figures = await sliceSolid(job, folder, solid, onProgress);
  return {
    engine: engineFor(job.profile, slicerIdentity(job.slicer)),
    ...figures,
    solidCubicMm: solid.volumeCubicMm,
    dimensionsMm: solid.dimensionsMm,
  };
}

async function sliceSolid(
  { slicer, profile }: SliceJob,
  folder: string,
  solid: Solid,
  onProgress: (fraction: number) => void,
): Promise<SlicerFigures> {
  if (profile.technology !== "fdm") return estimateLayers(solid, profile, onProgress);
  const stlFile = join(folder, "solid.stl");
  await writeFile(stlFile, writeStl(solid.mesh.corners, solid.mesh.triangles));
  return slicerFor(slicer)({ stlFile, folder, profile, onProgress });
}

function report(message: SliceMessage): void {
  process.send?.(message);
}

// Compiled code is kept from now on, and not at an end that never comes: this process is killed.
flushCompileCache();
process.once("message", async (order: SliceOrder) => {
  try {
    report({ type: "done", result: await runSlice(order) });
  } catch (error) {
    // Anything else ends the process, and the engine sees what it wrote last.
    if (!(error instanceof ModelFailure)) throw error;
    report({ type: "failed", failure: { fault: "model", code: error.code, message: error.message } });
  }
});
