// Processor time and memory of the workerd process that this process has started, from /proc.
//
// On systems other than Linux there is none, and the benches leave these figures out.

import { readdirSync, readFileSync } from "node:fs";

/** proc_pid_stat(5) counts in ticks of 1/100 s on every architecture. */
const MICROSECONDS_PER_TICK = 10_000;
const PAGE_BYTES = 4096;

export interface WorkerdProcess {
  /** Processor time of all threads so far, in microseconds. */
  cpuMicroseconds(): number;
  /** Resident memory in bytes. */
  residentBytes(): number;
}

export function findWorkerd(): WorkerdProcess | undefined {
  if (process.platform !== "linux") return undefined;
  const pid = readdirSync("/proc").find((name) => {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    return stat?.command === "workerd" && stat.parent === process.pid;
  });
  if (pid === undefined) return undefined;
  return {
    cpuMicroseconds: () => (statOf(pid)?.ticks ?? 0) * MICROSECONDS_PER_TICK,
    residentBytes: () => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES,
  };
}

/** See proc_pid_stat(5): the command in brackets, then state, parent, …, user and system time as fields 14 and 15. */
function statOf(pid: string): { command: string; parent: number; ticks: number } | undefined {
  try {
    const [, command = "", rest = ""] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const fields = rest.split(" ");
    return { command, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // The process has exited meanwhile.
    return undefined;
  }
}
