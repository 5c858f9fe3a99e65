// The processes that an engine has started, as the system knows them.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import type { RunningEngine } from "../../../harness/running-engine.ts";

/** The process of the only slice an engine runs. The youngest process waits for the next. */
export async function sliceProcessOf(engine: RunningEngine): Promise<number> {
  return vi.waitFor(async () => {
    expect(await engine.health()).toMatchObject({ running: 1 });
    const [child, ...others] = await processesOf(engine);
    if (child === undefined || others.length !== 1) throw new Error(`There are not two processes: ${child}, ${others}`);
    return child;
  }, 10_000);
}

/** The processes that slice or wait for a slice, the oldest first. */
export async function processesOf(engine: RunningEngine): Promise<number[]> {
  const { stdout } = await promisify(execFile)("pgrep", ["-P", String(engine.process.pid)]);
  return stdout.split("\n").filter(Boolean).map(Number);
}

export async function isAlive(processId: number): Promise<boolean> {
  const status = await readFile(`/proc/${processId}/stat`, "utf8").catch(() => "");
  // A zombie, which its parent or the system's first process has yet to bury, is dead.
  return status !== "" && !/\) Z /.test(status);
}
