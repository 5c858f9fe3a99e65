// The engine's end of a slice: starts its process, listens, and kills it with everything it started when its time is
// over. However the process ends, the outcome is one of the contract's, never an exception.

import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelFailureCode, SliceFailure, SliceResult } from "../src/contract.ts";
import { bareEnvironment, limitedCommand } from "./limited-process.ts";
import { ModelFailure } from "./model.failure.ts";
import type { SliceJob, SliceMessage } from "./slice.child.ts";

export type SliceOutcome =
  | { readonly status: "done"; readonly result: SliceResult }
  | { readonly status: "failed"; readonly failure: SliceFailure };

export interface RunningSlice {
  readonly outcome: Promise<SliceOutcome>;
  kill(): void;
}

const GIB = 1024 ** 3;
const CHILD_FILE = fileURLToPath(new URL("./slice.child.ts", import.meta.url));

/** Runs the job whose model lies in `folder`. `onProgress` is told whole percents that only grow. */
export function startSlice(
  job: SliceJob,
  folder: string,
  longestSeconds: number,
  onProgress: (percent: number) => void,
): RunningSlice {
  const ended = Promise.withResolvers<SliceOutcome>();
  let killed = false;
  let processId: number | undefined;
  const kill = () => {
    killed = true;
    killGroup(processId);
  };
  const begin = async () => {
    await writeFile(join(folder, "job.json"), JSON.stringify(job));
    if (killed) {
      ended.resolve(interrupted);
      return;
    }
    const [command, parameters] = limitedCommand(
      process.execPath,
      [
        "--max-old-space-size=2048",
        "--disable-wasm-trap-handler",
        "--disable-warning=ExperimentalWarning",
        CHILD_FILE,
        folder,
      ],
      // Twice the time, since slicers use several threads; the clock below is the limit that counts.
      { memoryBytes: 4 * GIB, cpuSeconds: 2 * longestSeconds + 10, fileBytes: 2 * GIB },
    );
    // Detached: it leads a process group of its own, so that a slicer it started dies with it.
    const child = spawn(command, parameters, {
      cwd: folder,
      env: bareEnvironment(folder),
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let outcome: SliceOutcome | undefined;
    let timedOut = false;
    let lastOutput = "";
    processId = child.pid;
    const clock = setTimeout(() => {
      timedOut = true;
      kill();
    }, longestSeconds * 1000);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      lastOutput = (lastOutput + text).slice(-4096);
    });
    // Only slice.child.ts sends on this channel.
    child.on("message", (message: SliceMessage) => {
      switch (message.type) {
        case "progress":
          onProgress(message.percent);
          break;
        case "done":
          outcome = { status: "done", result: message.result };
          break;
        case "failed":
          outcome = { status: "failed", failure: message.failure };
          break;
      }
    });
    child.on("error", ended.reject);
    child.on("close", (status, signal) => {
      clearTimeout(clock);
      // The process itself is gone, but perhaps not all it started.
      killGroup(child.pid);
      if (outcome === undefined && !killed) console.error(`slice ended with ${signal ?? status}: ${lastOutput}`);
      ended.resolve(outcome ?? outcomeOfDeath(signal, timedOut, lastOutput));
    });
  };
  begin().catch(ended.reject);
  const outcome = ended.promise.catch((error: unknown) => {
    // No process to be had, a full disk: nothing the model did.
    console.error("slice could not be run:", error);
    return interrupted;
  });
  return { outcome, kill };
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

function killGroup(processId: number | undefined): void {
  if (processId === undefined) return;
  try {
    process.kill(-processId, "SIGKILL");
  } catch {
    // Already gone.
  }
}
