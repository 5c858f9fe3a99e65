// What an engine can be told through its environment, each with a default that suits a fresh checkout.

import { availableParallelism } from "node:os";
import { chooseSlicer } from "./choose-slicer.ts";
import type { SlicerChoice } from "./slicer.ts";

export interface EngineSettings {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly slicer: SlicerChoice;
  /** Slices at once: one a core, since most of what a slicer does it does on one (npm run bench:throughput). */
  readonly capacity: number;
  readonly queueLength: number;
  readonly longestSliceSeconds: number;
  readonly mostModelBytes: number;
  /** Where the engine makes its folder; if undefined it chooses itself. */
  readonly workFolder: string | undefined;
  /** For a parent that cannot be sure to end its engine: closing the pipe to its stdin does. */
  readonly exitWithStdin: boolean;
}

export async function readEngineSettings(environment: NodeJS.ProcessEnv): Promise<EngineSettings> {
  const wholeNumber = (name: string, otherwise: number, least: number): number => {
    const written = environment[name];
    if (written === undefined || written === "") return otherwise;
    const value = Number(written);
    if (!Number.isInteger(value) || value < least) throw new Error(`${name} must be a whole number from ${least} up`);
    return value;
  };
  const slicer = await chooseSlicer(environment.ENGINE_SLICER ?? "auto", environment.PATH);
  return {
    host: environment.ENGINE_HOST ?? "127.0.0.1",
    port: wholeNumber("ENGINE_PORT", 0, 0),
    slicer,
    capacity: wholeNumber("ENGINE_CAPACITY", availableParallelism(), 1),
    queueLength: wholeNumber("ENGINE_QUEUE", 32, 0),
    longestSliceSeconds: wholeNumber("ENGINE_SLICE_SECONDS", 900, 1),
    mostModelBytes: wholeNumber("ENGINE_MAX_MODEL_BYTES", 50 * 1024 * 1024, 1),
    workFolder: environment.ENGINE_FOLDER,
    exitWithStdin: environment.ENGINE_EXIT_WITH_STDIN === "1",
  };
}
