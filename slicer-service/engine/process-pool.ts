// Pool of the processes that slices run in: keeps warm ones for the next slice, and always has one ready.
//
// An unexplained failure is blamed on the model only if a cube can be sliced after it by the same profile. If not, a cube by the
// default profile tells a profile that the slicer refuses from a broken installation.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DEFAULT_FILAMENT_PROFILE } from "../src/contract/profile.ts";
import type { SlicersWords } from "../src/contract/slices.ts";
import { cubeStl } from "./cube.ts";
import { ENGINE_UNAVAILABLE, REFUSED_PROFILE } from "./engine-fault.ts";
import type { SliceProgress, SliceTask } from "./slice-child.ts";
import {
  INTERRUPTED,
  type ProcessOutcome,
  type SliceLimits,
  type SliceOutcome,
  SliceProcess,
} from "./slice-process.ts";

export interface RunningSlice {
  /** Never rejects. */
  readonly outcome: Promise<SliceOutcome>;
  kill(): void;
}

/** A slice in its process; the process changes when a cube is sliced after it. */
interface Run {
  process: SliceProcess;
  isKilled: boolean;
}

export class ProcessPool {
  readonly #workFolder: string;
  readonly #limits: SliceLimits;
  readonly #idle: SliceProcess[] = [];
  #isOpen = true;

  constructor(workFolder: string, limits: SliceLimits) {
    this.#workFolder = workFolder;
    this.#limits = limits;
    this.#startAhead();
  }

  /**
   * Runs the task whose model is in `folder`, and starts the next process ahead meanwhile.
   *
   * @param onProgress called with whole percents that only grow
   */
  start(task: SliceTask, folder: string, onProgress: (progress: SliceProgress) => void): RunningSlice {
    try {
      const run: Run = { process: this.#take(), isKilled: false };
      this.#startAhead();
      const outcome = this.#run(run, task, folder, onProgress).catch(notRun);
      const kill = () => {
        run.isKilled = true;
        run.process.kill();
      };
      return { outcome, kill };
    } catch (error) {
      return { outcome: Promise.resolve(notRun(error)), kill: () => {} };
    }
  }

  /** Kills the idle processes, and starts no more ahead. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.all(this.#idle.map((sliceProcess) => sliceProcess.end()));
  }

  async #run(
    run: Run,
    task: SliceTask,
    folder: string,
    onProgress: (progress: SliceProgress) => void,
  ): Promise<SliceOutcome> {
    const outcome = await run.process.run(task, folder, onProgress);
    if (run.process.isAlive) this.#idle.push(run.process);
    if (outcome.status === "done") return outcome;
    const { failure } = outcome;
    if (failure.code !== "slicer_failed" || run.isKilled) return { status: "failed", failure };
    const cube = await this.#sliceCube(run, task);
    if (isSliced(cube)) return { status: "failed", failure };
    if (run.isKilled) return INTERRUPTED;
    // The machine ended the cube's slice, so the profile stays unjudged.
    if (cube === undefined || (cube.status === "failed" && cube.failure.fault === "service")) {
      console.error("a cube could not be run after a slice that failed");
      return { status: "failed", failure: ENGINE_UNAVAILABLE };
    }
    const isOfFilament = task.profile.technology === "fdm";
    if (isOfFilament && isSliced(await this.#sliceCube(run, { ...task, profile: DEFAULT_FILAMENT_PROFILE }))) {
      const words = cube.words ?? (hasUsedUpItsLimits(cube) ? USED_UP : (outcome.words ?? CRASHED));
      console.error(`the slicer refuses a profile: ${words.slicerSaid}`);
      return { status: "failed", failure: { ...REFUSED_PROFILE, ...words } };
    }
    if (run.isKilled) return INTERRUPTED;
    console.error("a cube cannot be sliced either: the slicer, or what it needs of this machine, is broken");
    return { status: "failed", failure: ENGINE_UNAVAILABLE };
  }

  /** Slices a cube by the task's profile, in a new process. Undefined if it could not be run, or was killed. */
  async #sliceCube(run: Run, task: SliceTask): Promise<ProcessOutcome | undefined> {
    if (run.isKilled) return undefined;
    try {
      const folder = await mkdtemp(join(this.#workFolder, "cube-"));
      try {
        await writeFile(join(folder, "model"), cubeStl());
        run.process = this.#newProcess();
        return await run.process.run({ ...task, format: "stl", isMeshWanted: false }, folder, () => {});
      } finally {
        await run.process.end();
        await rm(folder, { recursive: true, force: true });
      }
    } catch (error) {
      console.error(error);
      return undefined;
    }
  }

  /** The last used process, whose compiled code is warm, or else a new one. */
  #take(): SliceProcess {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      // It may have been killed while idle.
      if (idle.isAlive) return idle;
    }
    return this.#newProcess();
  }

  #startAhead(): void {
    if (!this.#isOpen || this.#idle.some((idle) => idle.isAlive)) return;
    try {
      this.#idle.push(this.#newProcess());
    } catch (error) {
      // The next slice tries again.
      console.error("no process could be started ahead:", error);
    }
  }

  #newProcess(): SliceProcess {
    return new SliceProcess(this.#workFolder, this.#limits);
  }
}

/** Stands for the message of a slicer that printed none. */
const CRASHED: SlicersWords = { slicerSaid: "The slicer crashed.", numbers: [] };
const USED_UP: SlicersWords = { slicerSaid: "The slicer used up its time or memory.", numbers: [] };

function hasUsedUpItsLimits(cube: ProcessOutcome): boolean {
  return cube.status === "failed" && cube.failure.code === "model_too_complex";
}

/** A profile without walls, infill and skin prints no cube either, and is not at fault. */
function isSliced(cube: ProcessOutcome | undefined): boolean {
  return cube?.status === "done" || cube?.failure.code === "nothing_to_print";
}

/** The system started no process: a failure of the service, not of the model. */
function notRun(error: unknown): SliceOutcome {
  console.error("slice could not be run:", error);
  return INTERRUPTED;
}
