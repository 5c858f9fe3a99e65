// Runs slices in a process of its own, and kills it, with everything it started, on a timeout.
//
// Every end of the process gives one of the contract's outcomes.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelFailureCode, SliceFailure, SlicersWords } from "../src/contract/slices.ts";
import { processOf } from "../src/contract/technologies.ts";
import { slicesInCallingProcess } from "./choose-slicer.ts";
import { bareEnvironment, limitedCommand } from "./limited-process.ts";
import { MeshWatch, OVERRUN_SENTENCES } from "./mesh-watch.ts";
import { ModelFailure } from "./model-failure.ts";
import type { SliceCommand, SliceDone, SliceMessage, SliceProgress, SliceTask, SliceUsage } from "./slice-child.ts";

export type SliceOutcome =
  | ({ readonly status: "done" } & SliceDone)
  | { readonly status: "failed"; readonly failure: SliceFailure };

/** The outcome of one run, with the slicer's message if it ended without a print. */
export type ProcessOutcome = SliceOutcome & { readonly words?: SlicersWords | undefined };

/** The outcome of a slice that was killed from outside, or never had a process. */
export const INTERRUPTED: SliceOutcome = {
  status: "failed",
  failure: { fault: "service", code: "engine_unavailable", message: "Slicing was interrupted." },
};

const GIB = 1024 ** 3;
const CHILD_FILE = fileURLToPath(new URL("./slice-child.ts", import.meta.url));
/**
 * A process that holds more memory after its slice, or has used more processor time, is not kept for another. Overlapping bodies of
 * 80,000 triangles leave a quarter of a GiB behind, most of which the next slice uses again.
 */
const MAX_KEPT_BYTES = 320 * 1024 ** 2;
const MAX_KEPT_CPU_SECONDS = 10;
/** V8's own budget, 13,000,000, has functions optimised that a small part hardly calls again. */
const OPTIMISED_AFTER_BYTES = 200_000_000;

/** Time limits of a slice. */
export interface SliceLimits {
  /** Wall-clock time, from its start to its end. */
  readonly maxSliceSeconds: number;
  /** The basic budget of processor time for work on the mesh (`MeshWatch`). */
  readonly meshSeconds: number;
}

/** The end of the process. */
interface Exit {
  readonly signal: NodeJS.Signals | null;
  readonly status: number | null;
}

/**
 * A process that runs one slice at a time. It is started ahead of its slice, since starting it takes as long as the mesh
 * of a small model. It is kept for the next slice while it is as good as new, since warm code runs several times faster. It is not
 * kept after a slice that failed, or used much memory or time.
 */
export class SliceProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<Exit>;
  readonly #limits: SliceLimits;
  #isKilled = false;
  #lastOutput = "";

  /** @param workFolder shared by the processes of all slices, for their compile cache */
  constructor(workFolder: string, limits: SliceLimits) {
    this.#limits = limits;
    const [command, parameters] = limitedCommand(
      process.execPath,
      [
        "--max-old-space-size=2048",
        "--disable-wasm-trap-handler",
        "--disable-warning=ExperimentalWarning",
        `--wasm-tiering-budget=${OPTIMISED_AFTER_BYTES}`,
        CHILD_FILE,
      ],
      // The timeout of the slice is the real limit. This one is twice as long, since slicers use several threads, plus
      // the used time of a kept process.
      { memoryBytes: 4 * GIB, cpuSeconds: 2 * limits.maxSliceSeconds + MAX_KEPT_CPU_SECONDS, fileBytes: 2 * GIB },
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
    this.#exit = new Promise((resolve, reject) => {
      this.#child.on("error", reject);
      this.#child.on("close", (status, signal) => {
        // The process has exited, but perhaps not all programs it started.
        this.kill();
        resolve({ signal, status });
      });
    });
    // run() handles the rejection; without this one an idle process's would be unhandled.
    this.#exit.catch(() => {});
  }

  /** Whether it can run a slice: false once it was killed or has exited. */
  get isAlive(): boolean {
    return !this.#isKilled && this.#child.exitCode === null && this.#child.signalCode === null && this.#child.connected;
  }

  /**
   * Runs the task whose model is in `folder` to its end. One at a time. Rejects if the system started no process.
   *
   * @param onProgress called with whole percents that only grow
   */
  async run(task: SliceTask, folder: string, onProgress: (progress: SliceProgress) => void): Promise<ProcessOutcome> {
    const answer = Promise.withResolvers<Extract<SliceMessage, { type: "done" | "failed" }>>();
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      this.kill();
    }, this.#limits.maxSliceSeconds * 1000);
    const watch = new MeshWatch(this.#child.pid, this.#limits.meshSeconds, () => this.kill());
    const listen = (message: SliceMessage) => {
      if (message.type === "progress") onProgress(message);
      else if (message.type === "step") watch.enter(message);
      else answer.resolve(message);
    };
    try {
      this.#lastOutput = "";
      this.#child.on("message", listen);
      const command: SliceCommand = { task, folder };
      // Fails only if the process has exited, which the race below sees.
      this.#child.send(command, () => {});
      const ended = await Promise.race([answer.promise, this.#exit]);
      if (!("type" in ended)) {
        const { overrunIn } = watch;
        return overrunIn === undefined
          ? this.#outcomeOfExit(ended, timedOut)
          : failed("model_too_complex", OVERRUN_SENTENCES[overrunIn]);
      }
      const isKept = ended.type === "done" && isAsGoodAsNew(task, ended.usage) && !this.#isKilled;
      // Kill at once; freeing a large heap would delay the answer.
      if (!isKept) await this.end();
      if (ended.type === "failed" && ended.reason !== undefined) console.error(`slice failed: ${ended.reason}`);
      if (ended.type === "failed") return { status: "failed", failure: ended.failure, words: ended.words };
      if (ended.thumbnailFault !== undefined) console.error(`thumbnail failed: ${ended.thumbnailFault}`);
      return { status: "done", result: ended.result, thumbnail: ended.thumbnail };
    } catch (error) {
      this.kill();
      throw error;
    } finally {
      clearTimeout(timer);
      watch.stop();
      this.#child.off("message", listen);
    }
  }

  /** Kills it, and settles when it has exited. */
  async end(): Promise<void> {
    this.kill();
    await this.#exit.catch(() => {});
  }

  /** Kills it and every program it started. Its slice is then interrupted. */
  kill(): void {
    this.#isKilled = true;
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // Already gone.
    }
  }

  /** The outcome of a process that exited without an answer. */
  #outcomeOfExit({ signal, status }: Exit, timedOut: boolean): SliceOutcome {
    const output = this.#lastOutput;
    if (signal !== "SIGKILL" || timedOut) console.error(`slice ended with ${signal ?? status}: ${output}`);
    if (timedOut || signal === "SIGXCPU" || ranOutOfMemory(output)) return failed("model_too_complex");
    // SIGKILL from outside, such as the kernel's when the whole machine runs out of memory, may not be the model's fault.
    return signal === "SIGKILL" ? INTERRUPTED : failed("slicer_failed");
  }
}

function isAsGoodAsNew(task: SliceTask, { memoryBytes, cpuSeconds }: SliceUsage): boolean {
  return !leavesMemoryBehind(task) && memoryBytes <= MAX_KEPT_BYTES && cpuSeconds <= MAX_KEPT_CPU_SECONDS;
}

/** Only filament goes to a slicer, and only CuraEngine runs inside this process. */
function leavesMemoryBehind({ slicer, profile }: SliceTask): boolean {
  const processKind = processOf(profile.technology);
  switch (processKind) {
    case "filament":
      return slicesInCallingProcess(slicer);
    case "image_resin":
    case "laser_resin":
    case "powder":
      return false;
    default:
      return processKind satisfies never;
  }
}

function failed(code: ModelFailureCode, sentence?: string): SliceOutcome {
  return { status: "failed", failure: { fault: "model", code, message: new ModelFailure(code, sentence).message } };
}

/** Whether the output holds V8's, WebAssembly's or C++'s "out of memory": the model reached the memory limit. */
function ranOutOfMemory(output: string): boolean {
  return /out of memory|bad_alloc|Cannot enlarge memory|Array buffer allocation failed|OOM|memory access out of/i.test(
    output,
  );
}
