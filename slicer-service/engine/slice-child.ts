// Main module of a slice's process: reads a model, makes a clean solid of it, and slices it.
//
// Receives commands and answers over IPC, one at a time. A hostile model can harm this process only. Between slices it keeps
// only compiled code.

import { readFile, writeFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import type { FilamentProfile, LayeredProfile } from "../src/contract/profile.ts";
import {
  engineFor,
  type SliceFailure,
  type SliceResult,
  type SlicersWords,
  type SliceWarning,
  type SurfaceRepairs,
} from "../src/contract/slices.ts";
import { numbersNotFollowed } from "../src/contract/unfollowed-numbers.ts";
import type { EngineSliceOptions } from "../src/engine-protocol.ts";
import { filamentEngineName, slicerFor, slicesInCallingProcess } from "./choose-slicer.ts";
import { ENGINE_UNAVAILABLE, isEngineFault } from "./engine-fault.ts";
import type { FilamentFigures, SlicerChoice, SlicerFigures } from "./filament/slicer.ts";
import { SlicerRefusal } from "./filament/slicer-refusal.ts";
import { estimateLayers } from "./layered/layer-estimate.ts";
import { readModelFile } from "./mesh/read/read-model.ts";
import { OpenCascadeNotStarted } from "./mesh/read/step.ts";
import { platesOf } from "./mesh/solid/plates.ts";
import { type Bodies, makeBodies } from "./mesh/solid/solid.ts";
import { type Thumbnail, thumbnailOf } from "./mesh/thumbnail/thumbnail.ts";
import { MESH_FILE, writeStl } from "./mesh/write-stl.ts";
import type { StepReport } from "./mesh-watch.ts";
import { ModelFailure } from "./model-failure.ts";
import { slicingWorkSeconds } from "./slicing-work.ts";
import { mergedWarnings } from "./warnings/merged-warnings.ts";
import { measurePart, type PartMeasures, partWarnings, repairWarnings } from "./warnings/part-warnings.ts";

export interface SliceTask {
  readonly slicer: SlicerChoice;
  readonly format: EngineSliceOptions["format"];
  readonly profile: EngineSliceOptions["profile"];
  readonly isThumbnailWanted?: boolean;
  /** Whether the file MESH_FILE is needed after the slice. A filament slicer needs it anyway. */
  readonly isMeshWanted?: boolean;
}

/** The engine's command, sent after the previous answer. The upload is the file `model` in the folder. */
export interface SliceCommand {
  readonly task: SliceTask;
  readonly folder: string;
}

/** The memory that this process holds now, and the processor time it has used since it started. */
export interface SliceUsage {
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
}

export interface SliceProgress {
  readonly percent: number;
  /** Estimated work of the slicing so far, in seconds of processor time: reported once for each plate. */
  readonly workSeconds?: number;
}

/** The figures of a slice, and the picture of its model if that was asked for. */
export interface SliceDone extends Thumbnail {
  readonly result: SliceResult;
}

export type SliceMessage =
  | ({ readonly type: "step" } & StepReport)
  | ({ readonly type: "progress" } & SliceProgress)
  | ({ readonly type: "done"; readonly usage: SliceUsage } & SliceDone)
  /** `reason` is for the engine's log. `words` if the slicer ended without a print. */
  | {
      readonly type: "failed";
      readonly failure: SliceFailure;
      readonly reason?: string;
      readonly words?: SlicersWords;
    };

/**
 * Numbers of triangles that are united during PrusaSlicer's last step. Fewer keep a core busy for a moment only, more take longer
 * than that step: both begin at once.
 */
const TRIANGLES_UNITED_LAST = { from: 20_000, to: 300_000 };

/** Progress in percent when the mesh is clean and slicing begins. */
const CLEAN_PERCENT = 10;

async function runSlice({ task, folder }: SliceCommand): Promise<SliceDone> {
  const drawing = await readModelFile(await readFile(join(folder, "model")), task.format);
  report({ type: "progress", percent: CLEAN_PERCENT / 2 });
  report({ type: "step", step: "joining", triangles: drawing.triangles.length / 3 });
  const plates = await platesOf(drawing);
  const sliced: SlicedPlate[] = [];
  let reported = CLEAN_PERCENT / 2;
  let workSeconds = 0;
  for (const { mesh, copies } of plates) {
    report({ type: "step", step: "joining", triangles: mesh.triangles.length / 3 });
    const bodies = await makeBodies(mesh, drawing.isInMillimetres);
    if (task.isMeshWanted || task.profile.technology === "fdm") {
      await writeFile(join(folder, MESH_FILE), writeStl(bodies.mesh.corners, bodies.mesh.triangles));
    }
    // Resin and powder have their budget in `MeshWatch`.
    if (task.profile.technology === "fdm") workSeconds += slicingWorkSeconds(bodies.mesh, task.profile);
    report({ type: "progress", percent: reported, workSeconds });
    const onProgress = (fraction: number) => {
      const ofAll = (sliced.length + Math.min(fraction, 1)) / plates.length;
      const percent = Math.floor(CLEAN_PERCENT + ofAll * (99 - CLEAN_PERCENT));
      if (percent <= reported) return;
      reported = percent;
      report({ type: "progress", percent });
    };
    onProgress(0);
    const { warnings, ...figures } = await sliceBodies(task, folder, bodies, onProgress);
    sliced.push({ ...figures, warnings: [...repairWarnings(bodies), ...warnings], bodies, copies });
  }
  const result = {
    engine: engineFor(task.profile, filamentEngineName(task.slicer)),
    ...sumOfPlates(sliced),
    warnings: [
      ...(drawing.warnings ?? []),
      ...mergedWarnings(sliced.map(({ warnings }) => warnings)),
      ...profileWarnings(task),
    ],
  };
  // A project's picture shows its first plate.
  const [first] = sliced;
  return task.isThumbnailWanted && first !== undefined ? { result, ...thumbnailOf(first.bodies.mesh) } : { result };
}

/** Warns of the profile's numbers that the slicer does not follow. */
function profileWarnings({ slicer, profile }: SliceTask): SliceWarning[] {
  if (profile.technology !== "fdm") return [];
  const numbers = numbersNotFollowed(filamentEngineName(slicer), profile);
  return numbers.length === 0 ? [] : [{ code: "settings_not_followed", numbers }];
}

/** The figures of one copy, by slicer or estimate. */
type SolidFigures = SlicerFigures & Pick<SliceResult, "solidCubicMm"> & { readonly warnings: readonly SliceWarning[] };

interface SlicedPlate extends SolidFigures {
  readonly bodies: Bodies;
  readonly copies: number;
}

/** The figures of all plates, which are printed one after the other. */
function sumOfPlates(plates: readonly SlicedPlate[]): Omit<SliceResult, "engine" | "warnings"> {
  const total = (figureOf: (plate: SlicedPlate) => number) =>
    plates.reduce((sum, plate) => sum + plate.copies * figureOf(plate), 0);
  const repaired = (repair: keyof SurfaceRepairs) =>
    plates.reduce((sum, { bodies }) => sum + bodies.repairs[repair], 0);
  const platesMm = plates.map(({ bodies }) => bodies.dimensionsMm);
  const longest = (side: "x" | "y" | "z") => Math.max(...platesMm.map((size) => size[side]));
  return {
    printSeconds: total(({ printSeconds }) => printSeconds),
    materialCubicMm: total(({ materialCubicMm }) => materialCubicMm),
    layers: total(({ layers }) => layers),
    solidCubicMm: total(({ solidCubicMm }) => solidCubicMm),
    // A box with these sides holds every plate.
    dimensionsMm: { x: longest("x"), y: longest("y"), z: longest("z") },
    repairs: {
      trianglesTurned: repaired("trianglesTurned"),
      cornersJoined: repaired("cornersJoined"),
      edgesSplit: repaired("edgesSplit"),
      holesFilled: repaired("holesFilled"),
    },
    ...(platesMm.length > 1 ? { platesMm } : {}),
  };
}

async function sliceBodies(
  { slicer, profile }: SliceTask,
  folder: string,
  bodies: Bodies,
  onProgress: (fraction: number) => void,
): Promise<SolidFigures> {
  switch (profile.technology) {
    case "fdm":
      return sliceFilament(slicer, profile, folder, bodies, onProgress);
    case "dlp":
    case "msla":
    case "sla":
    case "sls":
      return estimateInLayers(profile, bodies, onProgress);
    default:
      return profile satisfies never;
  }
}

async function sliceFilament(
  slicer: SlicerChoice,
  profile: FilamentProfile,
  folder: string,
  bodies: Bodies,
  onProgress: (fraction: number) => void,
): Promise<SolidFigures> {
  const unite = async (): Promise<UnitedPart> => {
    report({ type: "step", step: "joining", triangles: bodies.mesh.triangles.length / 3 });
    const solid = await bodies.unite();
    const measures = measurePart(solid, profile);
    report({ type: "step", step: "slicing" });
    return { measures, solidCubicMm: solid.volumeCubicMm };
  };
  const task = { stlFile: join(folder, MESH_FILE), folder, profile, onProgress };
  if (slicesInCallingProcess(slicer)) {
    // One after the other, so that each is timed.
    const united = await unite();
    return withWarnings(await slicerFor(slicer)(task), united);
  }
  // PrusaSlicer, a separate program, keeps all cores busy at first: uniting many triangles meanwhile would slow it down.
  const singleCore = Promise.withResolvers<void>();
  const sliced = slicerFor(slicer)({ ...task, onSingleCore: singleCore.resolve });
  report({ type: "step", step: "slicing" });
  const triangles = bodies.mesh.triangles.length / 3;
  if (triangles < TRIANGLES_UNITED_LAST.from || triangles > TRIANGLES_UNITED_LAST.to) singleCore.resolve();
  await Promise.race([singleCore.promise, sliced]);
  return withWarnings(...(await Promise.all([sliced, unite()])));
}

interface UnitedPart extends Pick<SolidFigures, "solidCubicMm"> {
  readonly measures: PartMeasures;
}

function withWarnings(
  { loweredMm, ...figures }: FilamentFigures,
  { measures, solidCubicMm }: UnitedPart,
): SolidFigures {
  return { ...figures, solidCubicMm, warnings: partWarnings(measures, loweredMm) };
}

async function estimateInLayers(
  profile: LayeredProfile,
  bodies: Bodies,
  onProgress: (fraction: number) => void,
): Promise<SolidFigures> {
  const solid = await bodies.unite();
  report({ type: "step", step: "layering", triangles: solid.mesh.triangles.length / 3 });
  return { ...(await estimateLayers(solid, profile, onProgress)), warnings: [] };
}

function usage(): SliceUsage {
  const { user, system } = process.cpuUsage();
  return { memoryBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 };
}

function report(message: SliceMessage): void {
  process.send?.(message);
}

// Write the compile cache now: Node would write it at exit, but this process is always killed.
flushCompileCache();
process.on("message", async (command: SliceCommand) => {
  try {
    const done = await runSlice(command);
    report({ type: "done", ...done, usage: usage() });
  } catch (error) {
    if (error instanceof ModelFailure) {
      report({ type: "failed", failure: { fault: "model", code: error.code, message: error.message } });
    } else if (error instanceof SlicerRefusal) {
      const { code, message } = new ModelFailure("slicer_failed");
      const failure = { fault: "model", code, message } as const;
      report({ type: "failed", failure, reason: String(error), words: error.words });
    } else if (isEngineFault(error) || error instanceof OpenCascadeNotStarted) {
      report({ type: "failed", failure: ENGINE_UNAVAILABLE, reason: String(error) });
    } else {
      // Any other error crashes the process on purpose; the engine reads the cause from stderr.
      throw error;
    }
  }
});
