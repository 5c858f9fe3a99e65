// Peak memory of a process's children: the cost of a slice to its machine. Linux only.

import { readFile, writeFile } from "node:fs/promises";
import { childrenOf } from "./process-tree.ts";

const POLL_MILLISECONDS = 20;

export interface PeakMemory {
  /** Stops watching. Returns the sum of each process's own peak in bytes, an upper bound of the common peak. */
  stop(): Promise<number>;
}

/** Watches all descendants of the process, present and future, but not the process itself. */
export function watchPeakMemory(parentId: number): PeakMemory {
  const peaks = new Map<number, number>();
  let stopped = false;
  const look = async (processId: number) => {
    for (const child of await childrenOf(processId)) {
      const peak = await peakOf(child);
      if (peak !== undefined) peaks.set(child, Math.max(peak, peaks.get(child) ?? 0));
      await look(child);
    }
  };
  const watching = (async () => {
    // Otherwise a process that the engine keeps for several slices would report the peak of an earlier one.
    for (const child of await childrenOf(parentId)) await forgetPeak(child);
    while (!stopped) {
      await look(parentId);
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await watching;
      return [...peaks.values()].reduce((sum, peak) => sum + peak, 0);
    },
  };
}

/** Resets VmHWM, see proc_pid_clear_refs(5). The process may have exited already. */
async function forgetPeak(processId: number): Promise<void> {
  await writeFile(`/proc/${processId}/clear_refs`, "5").catch(() => {});
}

async function peakOf(processId: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${processId}/status`, "utf8").catch(() => "");
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}
