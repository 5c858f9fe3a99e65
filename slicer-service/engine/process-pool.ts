// The processes that slices run in: those that wait for their next one, or were started ahead for it, and those that run.

import type { SliceTask } from "./slice-child.ts";
import { interrupted, type SliceOutcome, SliceProcess } from "./slice-process.ts";

export interface RunningSlice {
  /** Never rejects. */
  readonly outcome: Promise<SliceOutcome>;
  kill(): void;
}

export class ProcessPool {
  readonly #workFolder: string;
  readonly #longestSeconds: number;
  readonly #idle: SliceProcess[] = [];
  #isOpen = true;

  constructor(workFolder: string, longestSeconds: number) {
    this.#workFolder = workFolder;
    this.#longestSeconds = longestSeconds;
    this.#prepare();
  }

  /**
   * Runs the task whose model lies in `folder`, and has the next process ready meanwhile.
   *
   * @param onProgress is told whole percents that only grow
   */
  start(task: SliceTask, folder: string, onProgress: (percent: number) => void): RunningSlice {
    try {
      const sliceProcess = this.#take();
      this.#prepare();
      const outcome = this.#run(sliceProcess, task, folder, onProgress).catch(notRun);
      return { outcome, kill: () => sliceProcess.kill() };
    } catch (error) {
      return { outcome: Promise.resolve(notRun(error)), kill: () => {} };
    }
  }

  /** Ends those that wait, and starts no more ahead. */
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

  /** The last that was used, whose code is warm. */
  #take(): SliceProcess {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      // It may have been killed while it waited.
      if (idle.isAlive) return idle;
    }
    return this.#newProcess();
  }

  #prepare(): void {
    if (!this.#isOpen || this.#idle.some((idle) => idle.isAlive)) return;
    try {
      this.#idle.push(this.#newProcess());
    } catch (error) {
      // The slice that needs it tries once more.
      console.error("no process could be started ahead:", error);
    }
  }

  #newProcess(): SliceProcess {
    return new SliceProcess(this.#workFolder, this.#longestSeconds);
  }
}

/** No process was to be had: nothing the model did. */
function notRun(error: unknown): SliceOutcome {
  console.error("slice could not be run:", error);
  return interrupted;
}
