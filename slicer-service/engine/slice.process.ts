// The engine's end of a slice: starts its process, listens, and kills it with everything it started when its time is
// over. However the process ends, the outcome is one of the contract's, never an exception.

import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelFailureCode, SliceFailure, SliceResult } from "../src/contract.ts";
import { bareEnvironment, limitedCommand } from "./limited-process.ts";
import { ModelFailure } from "./model.failure.ts";
import type { SliceJob, SliceMessage, SliceOrder } from "./slice.child.ts";

export type SliceOutcome =
  | { readonly status: "done"; readonly result: SliceResult }
  | { readonly status: "failed"; readonly failure: SliceFailure };

export interface RunningSlice {
  readonly outcome: Promise<SliceOutcome>;
  kill(): void;
}

const GIB = 1024 ** 3;
const CHILD_FILE = fileURLToPath(new URL("./slice.child.ts", import.meta.url));

/**
 * A process that is ready for one slice, whichever comes: starting one and loading the code takes as long as the mesh of
 * a small model does, so it is done ahead.
 */
export class ReadyProcess {
  readonly #child: ChildProcess;
  readonly #ended = Promise.withResolvers<{ signal: NodeJS.Signals | null; status: number | null }>();
  #lastOutput = "";

  /** @param workFolder what the processes of all slices share: they keep their compiled code in it */
  constructor(workFolder: string, longestSeconds: number) {
    const [command, parameters] = limitedCommand(
      process.execPath,
      ["--max-old-space-size=2048", "--disable-wasm-trap-handler", "--disable-warning=ExperimentalWarning", CHILD_FILE],
      // Twice the time, since slicers use several threads; the clock of the slice is the limit that counts.
      { memoryBytes: 4 * GIB, cpuSeconds: 2 * longestSeconds + 10, fileBytes: 2 * GIB },
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
    this.#child.on("error", this.#ended.reject);
    this.#child.on("close", (status, signal) => {
      // The process itself is gone, but perhaps not all it started.
      this.kill();
      this.#ended.resolve({ signal, status });
    });
    // Looked at when it runs a slice; until then nobody waits for it.
    this.#ended.promise.catch(() => {});
  }

  /** Whether it can still take a slice: it may have been killed while it waited. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.connected;
  }

  /** Runs the slice whose model lies in `folder` to its end, whatever that is. Only once. */
  async run(
    job: SliceJob,
    folder: string,
    longestSeconds: number,
    onProgress: (percent: number) => void,
  ): Promise<SliceOutcome> {
    let outcome: SliceOutcome | undefined;
    let timedOut = false;
    const clock = setTimeout(() => {
      timedOut = true;
      this.kill();
    }, longestSeconds * 1000);
    // Only slice.child.ts sends on this channel.
    this.#child.on("message", (message: SliceMessage) => {
      if (message.type === "progress") {
        onProgress(message.percent);
        return;
      }
      outcome =
        message.type === "done"
          ? { status: "done", result: message.result }
          : { status: "failed", failure: message.failure };
      // It has said all it had to say; taking its memory down by itself would only keep the slice waiting.
      this.kill();
    });
    const order: SliceOrder = { job, folder };
    // Where this fails the process is gone, which is what is waited for.
    this.#child.send(order, () => {});
    const { signal, status } = await this.#ended.promise.finally(() => clearTimeout(clock));
    if (outcome !== undefined) return outcome;
    if (signal !== "SIGKILL" || timedOut) console.error(`slice ended with ${signal ?? status}: ${this.#lastOutput}`);
    return outcomeOfDeath(signal, timedOut, this.#lastOutput);
  }

  /** Ends it, and settles when it is gone. */
  async end(): Promise<void> {
    this.kill();
    await this.#ended.promise.catch(() => {});
  }

  /** Ends it, and everything it started. */
  kill(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // Already gone.
    }
  }
}

/** Runs the job whose model lies in `folder`. `onProgress` is told whole percents that only grow. */
export function startSlice(
  job: SliceJob,
  folder: string,
  longestSeconds: number,
  onProgress: (percent: number) => void,
  ready = new ReadyProcess(dirname(folder), longestSeconds),
): RunningSlice {
  const outcome = ready.run(job, folder, longestSeconds, onProgress).catch((error: unknown) => {
    // No process to be had: nothing the model did.
    console.error("slice could not be run:", error);
    return interrupted;
  });
  return { outcome, kill: () => ready.kill() };
}

function failed(code: ModelFailureCode): SliceOutcome {
  return { status: "failed", failure: { fault: "model", code, message: new ModelFailure(code).message } };
}

/** What to tell of a process that ended without a word. */
function outcomeOfDeath(signal: NodeJS.Signals | null, timedOut: boolean, output: string): SliceOutcome {
  if (timedOut || signal === "SIGXCPU" || ranOutOfMemory(output)) return failed("model_too_complex");
  // Killed from outside, as by a machine that ran out of memory for all: the model may have had no part in it.
  return signal === "SIGKILL" ? interrupted : failed("slicer_failed");
}

const interrupted: SliceOutcome = {
  status: "failed",
  failure: { fault: "service", code: "engine_unavailable", message: "Slicing was interrupted." },
};

/** How V8, WebAssembly and C++ say "out of memory", which is a limit that one model reached. */
function ranOutOfMemory(output: string): boolean {
  return /out of memory|bad_alloc|Cannot enlarge memory|Array buffer allocation failed|OOM|memory access out of/i.test(
    output,
  );
}
