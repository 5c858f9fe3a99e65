// Pool of the processes that slices run in: keeps warm ones for the next slice, and always has one ready.

import type { SliceTask } from "./slice-child.ts";
import { INTERRUPTED, type SliceLimits, type SliceOutcome, SliceProcess } from "./slice-process.ts";

export interface RunningSlice {
  /** Never rejects. */
  readonly outcome: Promise<SliceOutcome>;
  kill(): void;
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
  start(task: SliceTask, folder: string, onProgress: (percent: number) => void): RunningSlice {
    try {
      const sliceProcess = this.#take();
      this.#startAhead();
      const outcome = this.#run(sliceProcess, task, folder, onProgress).catch(notRun);
      return { outcome, kill: () => sliceProcess.kill() };
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
    sliceProcess: SliceProcess,
    task: SliceTask,
    folder: string,
    onProgress: (percent: number) => void,
  ): Promise<SliceOutcome> {
    const outcome = await sliceProcess.run(task, folder, onProgress);
    if (sliceProcess.isAlive) this.#idle.push(sliceProcess);
    return outcome;
  }

  /** The process used last, whose compiled code is warm, or else a new one. */
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

/** The system gave no process: a failure of the service, not of the model. */
function notRun(error: unknown): SliceOutcome {
  console.error("slice could not be run:", error);
  return INTERRUPTED;
}
