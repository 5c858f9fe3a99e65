// Models sliced whole by an engine over HTTP, their ends held against the reading of the same files.

import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ModelFormat } from "../../../slicer-service/src/contract/model-formats.ts";
import type { LayeredProfile } from "../../../slicer-service/src/contract/profile.ts";
import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";
import { isAlive } from "../../engine/child-processes.ts";
import { childrenOf } from "../../engine/process-tree.ts";
import { newSliceKey, type RunningEngine, readEngineJson, startTestEngine } from "../../engine/running-engine.ts";
import { LASER, POWDER, TILTING } from "../../profiles/layered-profiles.ts";
import { type FileEnd, faultOfSentence, faultsOfFigures, isAllowedReason } from "./end-of-file.ts";
import { differences } from "./models/judge-model.ts";
import type { WrittenModel } from "./models/written-model.ts";

/** The engine's own limit of a slice here: the shapes are small. */
const SLICE_SECONDS = 120;
const MAX_MODEL_BYTES = 64 * 1024 * 1024;
/** Filament mostly, and each way of printing in layers. */
const PROFILES: readonly (LayeredProfile | undefined)[] = [
  undefined,
  undefined,
  TILTING,
  undefined,
  LASER,
  undefined,
  POWDER,
];
/** The share by which figures of the same mesh differ. */
const TOLERANCE = 1e-6;

export type WholeSlicer = "curaengine" | "prusaslicer";

/** One engine, and the number of its slices. */
export class WholeSlices {
  readonly slicer: WholeSlicer;
  readonly #engine: RunningEngine;
  #sent = 0;

  private constructor(slicer: WholeSlicer, engine: RunningEngine) {
    this.slicer = slicer;
    this.#engine = engine;
  }

  get engine(): { readonly url: string; readonly engineName: string } {
    return this.#engine;
  }

  static async start(slicer: WholeSlicer): Promise<WholeSlices> {
    const engine = await startTestEngine({
      ENGINE_SLICER: slicer,
      ENGINE_SLICE_SECONDS: String(SLICE_SECONDS),
      ENGINE_MAX_MODEL_BYTES: String(MAX_MODEL_BYTES),
    });
    return new WholeSlices(slicer, engine);
  }

  /**
   * Slices the model, and holds its end against the reading of the same file.
   *
   * @returns the profile's technology and the faults
   */
  async slice(
    model: WrittenModel,
    format: ModelFormat,
    read: FileEnd,
  ): Promise<{ readonly technology: string; readonly faults: readonly string[] }> {
    const layered = PROFILES[this.#sent++ % PROFILES.length];
    const technology = layered?.technology ?? "fdm";
    const upload = { model: model.bytes, format, ...(layered === undefined ? {} : { profile: layered }) };
    const sliceKey = newSliceKey();
    const response = await this.#engine.put(sliceKey, upload);
    if (response.status !== 202)
      return { technology, faults: [`the engine answered ${response.status}: ${await response.text()}`] };
    await response.text();
    const state = await this.#engine.end(sliceKey);
    await this.#engine.delete(sliceKey);
    if (state.status === "failed") {
      const { fault, code, message } = state.failure;
      const said = faultOfSentence(message);
      const faults = [
        ...(fault === "model" && isAllowedReason(code) ? [] : [`a fault of the ${fault}: ${code}, ${message}`]),
        ...(said === undefined ? [] : [said]),
        ...this.#otherReason(code, technology, model, read),
      ];
      return { technology, faults };
    }
    if (state.status !== "done") return { technology, faults: [`it ended as ${state.status}`] };
    // In layers a surface that crosses itself counts each place once, and its volume may not.
    const isSameVolume = technology === "fdm" || model.means !== null;
    return { technology, faults: faultsOfResult(state.result, model, read, isSameVolume) };
  }

  /** The slicer alone may find that nothing is printed, that the powder's chamber is too small, or that the machine's budget is used up. */
  #otherReason(code: string, technology: string, model: WrittenModel, read: FileEnd): string[] {
    if (read.label === code || code === "model_too_complex" || read.label === "over its budget") return [];
    if (code === "model_too_large" && technology === POWDER.technology && read.kind === "figure") return [];
    const canBeNothing = model.means === null || model.means.isTilted;
    if (code === "nothing_to_print" && read.kind === "figure" && canBeNothing) return [];
    return [`the engine says ${code}, and reading the file gave ${read.label}`];
  }

  /** Ends the engine. @returns its leftovers: folders of slices, files, processes */
  async stop(): Promise<string[]> {
    const { process: child, temporaryFolder } = this.#engine;
    const faults: string[] = [];
    const health = await readEngineJson<{ running: number; queued: number }>(await fetch(`${this.#engine.url}/health`));
    if (health.running + health.queued > 0) faults.push(`${health.running + health.queued} slices still run or wait`);
    const left = (await readdir(temporaryFolder, { recursive: true })).filter((name) =>
      /slice-|cube-|\.stl$|gcode/.test(name),
    );
    if (left.length > 0) faults.push(`files were left: ${left.join(", ")}`);
    const children = await childrenOf(child.pid ?? 0);
    // One process is ready for the next slice, and some keep their compiled code.
    if (children.length > 4) faults.push(`${children.length} processes were left in the engine`);
    await this.#engine.stop();
    await delay(200);
    for (const processId of children) {
      if (await isAlive(processId)) faults.push(`process ${processId} outlived the engine`);
    }
    if ((await readdir(temporaryFolder)).length > 0) faults.push("the engine left its folder");
    await this.#engine.cleanUp();
    return faults;
  }
}

function faultsOfResult(result: SliceResult, model: WrittenModel, read: FileEnd, isSameVolume: boolean): string[] {
  const { printSeconds, materialCubicMm, layers, solidCubicMm, dimensionsMm } = result;
  const figures = { volumeCubicMm: solidCubicMm, sizeMm: dimensionsMm };
  const faults = [...faultsOfFigures(figures, model.format === "3mf"), ...differences(model.means, figures)];
  for (const [name, value] of Object.entries({ printSeconds, materialCubicMm, layers })) {
    if (!(Number.isFinite(value) && value > 0)) faults.push(`${name} is ${value}`);
  }
  if (!Number.isInteger(layers)) faults.push(`${layers} layers`);
  if (read.figures === undefined)
    return [...faults, `the engine gave figures, and reading the file gave ${read.label}`];
  const same = {
    ...(isSameVolume ? { volume: [solidCubicMm, read.figures.volumeCubicMm] } : {}),
    height: [dimensionsMm.z, read.figures.sizeMm.z],
  } as const;
  for (const [name, [sliced, whenRead]] of Object.entries(same)) {
    if (Math.abs(sliced - whenRead) > TOLERANCE * Math.abs(whenRead))
      faults.push(`its ${name} is ${sliced}, and ${whenRead} when read`);
  }
  return faults;
}
