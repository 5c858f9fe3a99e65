// Slices meshes with an engine's own processes, for benches that compare figures.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEngineSettings } from "../../slicer-service/engine/engine.settings.ts";
import type { SlicerChoice } from "../../slicer-service/engine/filament/slicer.ts";
import { readModelFile } from "../../slicer-service/engine/mesh/read/read-model.ts";
import { makeSolid } from "../../slicer-service/engine/mesh/solid/solid.ts";
import { writeStl } from "../../slicer-service/engine/mesh/write-stl.ts";
import { type SliceOutcome, SliceProcess } from "../../slicer-service/engine/slice-process.ts";
import type { FilamentProfile } from "../../slicer-service/src/contract/profile.ts";
import type { FolderModel } from "../models/model-folder.ts";
import type { PrintFigures } from "../profiles/prusaslicer-bundle.ts";

const MAX_SECONDS = 900;

/** The engine of this kind, as the service would start it. */
export async function engineOf(kind: string): Promise<SlicerChoice> {
  return (await readEngineSettings({ ENGINE_SLICER: kind, PATH: process.env.PATH })).slicer;
}

/** The model as our engine hands it to a slicer; undefined if it refuses the model. */
export async function stlOf({ format, read }: FolderModel): Promise<Uint8Array | undefined> {
  try {
    const { mesh } = await makeSolid(await readModelFile(await read(), format));
    return writeStl(mesh.corners, mesh.triangles);
  } catch {
    return undefined;
  }
}

/** Undefined if the engine refuses the model or fails. */
export async function sliceWith(
  slicer: SlicerChoice,
  profile: FilamentProfile,
  stl: Uint8Array,
): Promise<PrintFigures | undefined> {
  const outcome = await outcomeWith(slicer, profile, stl);
  return outcome.status === "done" ? outcome.result : undefined;
}

/** The figures, or the reason for their absence. */
export async function outcomeWith(
  slicer: SlicerChoice,
  profile: FilamentProfile,
  stl: Uint8Array,
): Promise<SliceOutcome> {
  const folder = await mkdtemp(join(tmpdir(), "bench-slice-"));
  try {
    await writeFile(join(folder, "model"), stl);
    const sliceProcess = new SliceProcess(folder, { maxSliceSeconds: MAX_SECONDS, meshSeconds: MAX_SECONDS });
    const outcome = await sliceProcess.run({ slicer, format: "stl", profile }, folder, () => {});
    await sliceProcess.end();
    return outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
