// The engine's settings, read from environment variables, with defaults for a fresh checkout.

import { availableParallelism } from "node:os";
import { MAX_SLICE_SECONDS } from "../src/engine-shutdown.ts";
import { chooseSlicer } from "./choose-slicer.ts";
import type { SlicerChoice } from "./filament/slicer.ts";
import type { SliceLimits } from "./slice-process.ts";

export interface EngineSettings extends SliceLimits {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly slicer: SlicerChoice;
  /** Slices that run at once. One per core by default: a slicer mostly keeps one core busy (npm run bench -- throughput). */
  readonly capacity: number;
  /** Slices that may wait. */
  readonly queueLength: number;
  readonly maxModelBytes: number;
  /** Every request must carry it; undefined if only the slicer Worker can reach the engine. */
  readonly token: string | undefined;
  /** The folder in which the engine makes its own; undefined to let it choose. */
  readonly workFolder: string | undefined;
  /** Exit when stdin closes, so that the engine ends with a parent that was killed. */
  readonly exitWithStdin: boolean;
}

/** @throws Error naming the wrong variable and its allowed values */
export async function readEngineSettings(environment: NodeJS.ProcessEnv): Promise<EngineSettings> {
  const wholeNumber = (name: string, defaultValue: number, min: number, max = Number.MAX_SAFE_INTEGER): number => {
    const written = environment[name];
    if (written === undefined || written === "") return defaultValue;
    const value = Number(written);
    if (!Number.isInteger(value) || value < min) throw new Error(`${name} must be a whole number of at least ${min}`);
    if (value > max) throw new Error(`${name} must be ${max} at most`);
    return value;
  };
  const slicer = await chooseSlicer(environment.ENGINE_SLICER ?? "auto", environment.PATH);
  return {
    host: environment.ENGINE_HOST ?? "127.0.0.1",
    port: wholeNumber("ENGINE_PORT", 0, 0),
    slicer,
    capacity: wholeNumber("ENGINE_CAPACITY", availableParallelism(), 1),
    queueLength: wholeNumber("ENGINE_QUEUE", 32, 0),
    maxSliceSeconds: wholeNumber("ENGINE_SLICE_SECONDS", MAX_SLICE_SECONDS, 1, MAX_SLICE_SECONDS),
    meshSeconds: wholeNumber("ENGINE_MESH_SECONDS", 15, 1),
    maxModelBytes: wholeNumber("ENGINE_MAX_MODEL_BYTES", 50 * 1024 * 1024, 1),
    token: readToken(environment.ENGINE_TOKEN),
    workFolder: environment.ENGINE_FOLDER,
    exitWithStdin: environment.ENGINE_EXIT_WITH_STDIN === "1",
  };
}

function readToken(written: string | undefined): string | undefined {
  if (written === undefined || written === "") return undefined;
  if (!/^[\x21-\x7e]{32,}$/.test(written))
    throw new Error("ENGINE_TOKEN must be at least 32 characters without spaces");
  return written;
}
