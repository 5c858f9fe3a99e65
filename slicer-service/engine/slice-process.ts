// The engine's end of a slice: starts its process, listens, and kills it with everything it started when its time is
// over. However the process ends, the outcome is one of the contract's, never an exception.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelFailureCode, SliceFailure, SliceResult } from "../src/contract/slices.ts";
import { processOf } from "../src/contract/technologies.ts";
import { slicesInCallingProcess } from "./choose-slicer.ts";
import { bareEnvironment, limitedCommand } from "./limited-process.ts";
import { ModelFailure } from "./model-failure.ts";
import type { SliceMessage, SliceOrder, SliceTask, SliceUsage } from "./slice-child.ts";

export type SliceOutcome =
  | { readonly status: "done"; readonly result: SliceResult }
  | { readonly status: "failed"; readonly failure: SliceFailure };

/** A slice that ended for no reason of its own. */
export const interrupted: SliceOutcome = {
  status: "failed",
  failure: { fault: "service", code: "engine_unavailable", message: "Slicing was interrupted." },
};

const GIB = 1024 ** 3;
const CHILD_FILE = fileURLToPath(new URL("./slice-child.ts", import.meta.url));
/** A process that holds more after its slice, or has worked longer in its life, is not kept for another. */
const MAX_KEPT_BYTES = GIB / 4;
const MAX_KEPT_CPU_SECONDS = 10;

interface Death {
  readonly signal: NodeJS.Signals | null;
  readonly status: number | null;
}

/**
 * A process that runs one slice at a time. It can be started ahead of the slice, since to start it and load its code
 * takes as long as the mesh of a small model does. It is kept for the next slice if it is as good as new, since code that
 * has run before runs several times faster; a model that failed, or was a burden, leaves nothing to the next.
 */
export class SliceProcess {
  readonly #child: ChildProcess;
  readonly #death: Promise<Death>;
  readonly #longestSeconds: number;
  #isKilled = false;
  #lastOutput = "";

  /** @param workFolder what the processes of all slices share: they keep their compiled code in it */
  constructor(workFolder: string, longestSeconds: number) {
    this.#longestSeconds = longestSeconds;
    const [command, parameters] = limitedCommand(
      process.execPath,
      ["--max-old-space-size=2048", "--disable-wasm-trap-handler", "--disable-warning=ExperimentalWarning", CHILD_FILE],
      // Twice the time, since slicers use several threads, and what a kept process may have used before; the clock of
      // the slice is the limit that counts.
      { memoryBytes: 4 * GIB, cpuSeconds: 2 * longestSeconds + MAX_KEPT_CPU_SECONDS, fileBytes: 2 * GIB },
    );
    // Detached: it leads a process group of its own, so that a slicer it started dies with it.
    this.#child = spawn(command, parameters, {
      cwd: workFolder,
      env: { ...bareEnvironment(workFolder), NODE_COMPILE_CACHE: join(workFolder, "compiled") },
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastOutput = (this.#lastOutput + text).slice(-4096);
    });
    this.#death = new Promise((resolve, reject) => {
      this.#child.on("error", reject);
      this.#child.on("close", (status, signal) => {
        // The process itself is gone, but perhaps not all it started.
        this.kill();
        resolve({ signal, status });
      });
    });
    // Looked at when it runs a slice; until then nobody waits for it.
    this.#death.catch(() => {});
  }

  /** Whether it can take a slice: it may have been ended after its last one, or killed while it waited. */
  get isAlive(): boolean {
    return !this.#isKilled && this.#child.exitCode === null && this.#child.signalCode === null && this.#child.connected;
  }

  /**
   * Runs the task whose model lies in `folder` to its end, whatever that is. One at a time. Rejects where the system gave
   * no process.
   *
   * @param onProgress is told whole percents that only grow
   */
  async run(task: SliceTask, folder: string, onProgress: (percent: number) => void): Promise<SliceOutcome> {
    const said = Promise.withResolvers<Exclude<SliceMessage, { type: "progress" }>>();
    let timedOut = false;
    const clock = setTimeout(() => {
      timedOut = true;
      this.kill();
    }, this.#longestSeconds * 1000);
    const listen = (message: SliceMessage) => {
      if (message.type === "progress") onProgress(message.percent);
      else said.resolve(message);
    };
    try {
      this.#lastOutput = "";
      this.#child.on("message", listen);
      const order: SliceOrder = { task, folder };
      // Where this fails the process is gone, which is what is waited for.
      this.#child.send(order, () => {});
      const end = await Promise.race([said.promise, this.#death]);
      if (!("type" in end)) return this.#outcomeOfDeath(end, timedOut);
      const isKept = end.type === "done" && isAsGoodAsNew(task, end.usage) && !this.#isKilled;
      // It has said all it had to say; taking its memory down by itself would only keep the slice waiting.
      if (!isKept) await this.end();
      return end.type === "done" ? { status: "done", result: end.result } : { status: "failed", failure: end.failure };
    } catch (error) {
      this.kill();
      throw error;
    } finally {
      clearTimeout(clock);
      this.#child.off("message", listen);
    }
  }

  /** Ends it, and settles when it is gone. */
  async end(): Promise<void> {
    this.kill();
    await this.#death.catch(() => {});
  }

  /** Ends it, and everything it started. A slice that it runs is then interrupted. */
  kill(): void {
    this.#isKilled = true;
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // Already gone.
    }
  }

  /** What to tell of a process that ended without a word. */
  #outcomeOfDeath({ signal, status }: Death, timedOut: boolean): SliceOutcome {
    const output = this.#lastOutput;
    if (signal !== "SIGKILL" || timedOut) console.error(`slice ended with ${signal ?? status}: ${output}`);
    if (timedOut || signal === "SIGXCPU" || ranOutOfMemory(output)) return failed("model_too_complex");
    // Killed from outside, as by a machine that ran out of memory for all: the model may have had no part in it.
    return signal === "SIGKILL" ? interrupted : failed("slicer_failed");
  }
}

function isAsGoodAsNew(task: SliceTask, { memoryBytes, cpuSeconds }: SliceUsage): boolean {
  return !leavesMemoryBehind(task) && memoryBytes <= MAX_KEPT_BYTES && cpuSeconds <= MAX_KEPT_CPU_SECONDS;
}

/** Only filament is sliced by the slicer, and only some slicers run in the process of the slice. */
function leavesMemoryBehind({ slicer, profile }: SliceTask): boolean {
  const process = processOf(profile.technology);
  switch (process) {
    case "filament":
      return slicesInCallingProcess(slicer);
    case "image_resin":
    case "laser_resin":
    case "powder":
      return false;
    default:
      return process satisfies never;
  }
}

function failed(code: ModelFailureCode): SliceOutcome {
  return { status: "failed", failure: { fault: "model", code, message: new ModelFailure(code).message } };
}

/** How V8, WebAssembly and C++ say "out of memory", which is a limit that one model reached. */
function ranOutOfMemory(output: string): boolean {
  return /out of memory|bad_alloc|Cannot enlarge memory|Array buffer allocation failed|OOM|memory access out of/i.test(
    output,
  );
}
