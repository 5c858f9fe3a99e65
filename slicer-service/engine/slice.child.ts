// The inside of a slice's own process: reads the model, makes a clean solid of it, and has it sliced. It is started
// with a folder that holds the upload and the job, talks to the engine over its IPC channel, and ends. Whatever a
// hostile model does to the code that reads it, it does here.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { engineFor, type SliceFailure, type SliceResult } from "../src/contract.ts";
import type { EngineSliceOptions } from "../src/engine-protocol.ts";
import { estimateLayers } from "./layered/layer.estimate.ts";
import { readModel } from "./mesh/read-model.ts";
import { makeSolid, type Solid } from "./mesh/solid.ts";
import { writeStl } from "./mesh/stl.ts";
import { ModelFailure } from "./model.failure.ts";
import { type SlicerChoice, type SlicerFigures, slicerFor, slicerIdentity } from "./slicer.ts";

/** Left in the folder as `job.json`, beside the upload as `model`. */
export interface SliceJob {
  readonly slicer: SlicerChoice;
  readonly format: EngineSliceOptions["format"];
  readonly profile: EngineSliceOptions["profile"];
}

export type SliceMessage =
  | { readonly type: "progress"; readonly percent: number }
  | { readonly type: "done"; readonly result: SliceResult }
  | { readonly type: "failed"; readonly failure: Extract<SliceFailure, { fault: "model" }> };

/** Percent of a slice's progress at which the mesh is clean and slicing begins. */
const SOLID_PERCENT = 10;

async function runSlice(folder: string): Promise<SliceResult> {
  // Written by the engine itself a moment ago.
  const job = JSON.parse(await readFile(join(folder, "job.json"), "utf8")) as SliceJob;
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

const [folder = "."] = process.argv.slice(2);
try {
  report({ type: "done", result: await runSlice(folder) });
} catch (error) {
  if (!(error instanceof ModelFailure)) throw error;
  report({ type: "failed", failure: { fault: "model", code: error.code, message: error.message } });
}
// Ends the process once the last message is out; nothing else may keep it.
process.disconnect?.();
