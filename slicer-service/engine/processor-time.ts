// Processor time of a process, as Linux counts it.

import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second for every program (USER_HZ), independent of its own clock. */
const TICKS_PER_SECOND = 100;
/** In /proc/[pid]/stat, counted after the name, which may hold spaces: see proc_pid_stat(5), fields 14 to 17. */
const [USER_FIELD, SYSTEM_FIELD, CHILDREN_USER_FIELD, CHILDREN_SYSTEM_FIELD] = [11, 12, 13, 14];

export interface ProcessorTime {
  /** In all threads, without the programs it started. */
  readonly ownSeconds: number;
  /** Time of the ended programs it started, and of theirs. */
  readonly endedChildrenSeconds: number;
}

/** Undefined outside Linux, and for an ended process. */
export function processorTime(processId: number): ProcessorTime | undefined {
  try {
    const line = readFileSync(`/proc/${processId}/stat`, "latin1");
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const seconds = (one: number, other: number) => (Number(fields[one]) + Number(fields[other])) / TICKS_PER_SECOND;
    const ownSeconds = seconds(USER_FIELD, SYSTEM_FIELD);
    const endedChildrenSeconds = seconds(CHILDREN_USER_FIELD, CHILDREN_SYSTEM_FIELD);
    return Number.isFinite(ownSeconds + endedChildrenSeconds) ? { ownSeconds, endedChildrenSeconds } : undefined;
  } catch {
    return undefined;
  }
}
