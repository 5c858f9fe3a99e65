// Chooses the filament slicer once, when the engine starts: by setting, or by the installed programs. Also its name.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { curaEngineSlicer, curaEngineVersion } from "./curaengine/curaengine-slicer.ts";
import type { FilamentSlicer, SlicerChoice } from "./filament/slicer.ts";
import { findProgram } from "./limited-process.ts";
import { prusaSlicer } from "./prusaslicer/prusaslicer-slicer.ts";

/** To be raised with every change of settings or mesh: slices of an earlier revision are then sliced again. */
const PROFILE_REVISION: Readonly<Record<SlicerChoice["kind"], number>> = { curaengine: 9, prusaslicer: 8 };

const SLICER_NAME: Readonly<Record<SlicerChoice["kind"], string>> = {
  curaengine: "curaengine-wasm",
  prusaslicer: "prusaslicer",
};

const VERSION_TIMEOUT_MILLISECONDS = 30_000;

/**
 * Chooses a slicer, and asks it for its version.
 *
 * @param wanted `auto` (PrusaSlicer if it is installed), `curaengine` or `prusaslicer`
 * @param path the folders to search for programs, as PATH lists them
 * @throws Error if `wanted` is none of these, or is not installed
 */
export async function chooseSlicer(wanted: string, path: string | undefined): Promise<SlicerChoice> {
  const program = findProgram("prusa-slicer", path);
  switch (wanted) {
    case "auto":
      return program === undefined ? curaEngine() : prusaSlicerAt(program);
    case "curaengine":
      return curaEngine();
    case "prusaslicer":
      if (program === undefined) {
        throw new Error("ENGINE_SLICER is prusaslicer, but there is no prusa-slicer on the PATH");
      }
      return prusaSlicerAt(program);
    default:
      throw new Error("ENGINE_SLICER must be auto, prusaslicer or curaengine");
  }
}

/** The engine's name for filament, part of every slice key: slicer, version and profile revision. */
export function filamentEngineName({ kind, version }: SlicerChoice): string {
  return `${SLICER_NAME[kind]}-${version}/${PROFILE_REVISION[kind]}`;
}

/** The slicer's name for people, and its path. */
export function slicerInWords(choice: SlicerChoice): string {
  switch (choice.kind) {
    case "curaengine":
      return `CuraEngine, embedded (cura-wasm ${choice.version})`;
    case "prusaslicer":
      return `PrusaSlicer ${choice.version} (${choice.program})`;
    default:
      return choice satisfies never;
  }
}

/** The function that slices filament with the chosen slicer. */
export function slicerFor(choice: SlicerChoice): FilamentSlicer {
  switch (choice.kind) {
    case "curaengine":
      return curaEngineSlicer();
    case "prusaslicer":
      return prusaSlicer(choice.program);
    default:
      return choice satisfies never;
  }
}

/** Whether the slicer runs inside the calling process; each run then leaves memory behind. */
export function slicesInCallingProcess({ kind }: SlicerChoice): boolean {
  return kind === "curaengine";
}

async function curaEngine(): Promise<SlicerChoice> {
  return { kind: "curaengine", version: await curaEngineVersion() };
}

/** Asks the program for its version. The first line of its help begins with it: `PrusaSlicer-2.9.2+UNKNOWN …`. */
async function prusaSlicerAt(program: string): Promise<SlicerChoice> {
  const { stdout } = await promisify(execFile)(program, ["--help"], { timeout: VERSION_TIMEOUT_MILLISECONDS });
  const [, version] = /^PrusaSlicer-(\d+\.\d+\.\d+)/m.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`the help of ${program} does not state its version`);
  return { kind: "prusaslicer", version, program };
}
