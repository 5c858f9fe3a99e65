// How much memory the processes under another one ever held: what a slice costs the machine it runs on. Linux only.

import { readdir, readFile } from "node:fs/promises";

const POLL_MILLISECONDS = 20;

export interface PeakMemory {
  /** The sum of what each process held at its own peak, in bytes: at least what they ever held together. */
  stop(): Promise<number>;
}

/** Watches everything that the process starts from now on, but not the process itself. */
export function watchPeakMemory(parentId: number): PeakMemory {
  const peaks = new Map<number, number>();
  let stopped = false;
  const look = async () => {
    const parents = await parentsOfProcesses();
    const below = new Set([parentId]);
    // Children have a parent in the set; repeated until no more are found, whatever their order.
    for (let found = 0; found < below.size; ) {
      found = below.size;
      for (const [child, parent] of parents) if (below.has(parent)) below.add(child);
    }
    below.delete(parentId);
    for (const processId of below) {
      const peak = await peakOf(processId);
      if (peak !== undefined) peaks.set(processId, Math.max(peak, peaks.get(processId) ?? 0));
    }
  };
  const watching = (async () => {
    while (!stopped) {
      await look();
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

async function parentsOfProcesses(): Promise<Map<number, number>> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    ids.map(async (id): Promise<[number, number]> => {
      const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
      // After the name, which may hold anything, the state and then the parent.
      return [id, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? Number.NaN)];
    }),
  );
  return new Map(found);
}

async function peakOf(processId: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${processId}/status`, "utf8").catch(() => "");
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}
