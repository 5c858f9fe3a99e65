// How much memory the processes under another one ever held: what a slice costs the machine it runs on. Linux only.

import { readFile, writeFile } from "node:fs/promises";

const POLL_MILLISECONDS = 20;

export interface PeakMemory {
  /** The sum of what each process held at its own peak, in bytes: at least what they ever held together. */
  stop(): Promise<number>;
}

/** Watches everything that the process has started and starts from now on, but not the process itself. */
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
    // A process that is kept from slice to slice has a peak of its own in each.
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

/** What its first thread started: here no process starts another from any other thread. */
async function childrenOf(processId: number): Promise<number[]> {
  const listed = await readFile(`/proc/${processId}/task/${processId}/children`, "utf8").catch(() => "");
  return listed.split(" ").filter(Boolean).map(Number);
}

async function forgetPeak(processId: number): Promise<void> {
  // 5 is the kernel's number for it; a process that has ended since has nothing to forget.
  await writeFile(`/proc/${processId}/clear_refs`, "5").catch(() => {});
}

async function peakOf(processId: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${processId}/status`, "utf8").catch(() => "");
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}
