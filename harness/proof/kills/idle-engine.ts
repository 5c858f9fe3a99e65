// Idle time of an engine while jobs wait: a slice that was queued at a kill must go on.

import { setTimeout as delay } from "node:timers/promises";
import type { KilledSystem } from "./killed-system.ts";

const LOOK_MILLISECONDS = 200;

/**
 * Looks at the engine until `isOver`.
 *
 * @returns the longest time in seconds for which jobs were pending and nothing was sliced
 */
export async function longestIdleSeconds(
  system: KilledSystem,
  pendingJobs: () => number,
  isOver: () => boolean,
): Promise<number> {
  let longest = 0;
  let idleSince: number | undefined;
  let seen = { started: -1, pending: -1 };
  while (!isOver()) {
    const health = await system.engineHealth();
    const isBusy = health !== undefined && health.running > 0;
    const now = { started: health?.runs.started ?? -1, pending: pendingJobs() };
    // A slice that began and ended between two looks counts too.
    if (isBusy || now.pending === 0 || now.started !== seen.started || now.pending < seen.pending)
      idleSince = undefined;
    else idleSince ??= performance.now();
    if (idleSince !== undefined) longest = Math.max(longest, (performance.now() - idleSince) / 1000);
    seen = now;
    await delay(LOOK_MILLISECONDS);
  }
  return longest;
}
