// Finds the child processes of an engine by their ids. Linux only.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import type { RunningEngine } from "./running-engine.ts";

/** The process of the only running slice. The other process, the youngest, is kept ready for the next slice. */
export async function sliceProcessOf(engine: RunningEngine): Promise<number> {
  return vi.waitFor(async () => {
    expect(await engine.health()).toMatchObject({ running: 1 });
    const [child, ...others] = await processesOf(engine);
    if (child === undefined || others.length !== 1) throw new Error(`There are not two processes: ${child}, ${others}`);
    return child;
  }, 10_000);
}

/** The processes that slice or are ready to, oldest first. */
export async function processesOf(engine: RunningEngine): Promise<number[]> {
  const { stdout } = await promisify(execFile)("pgrep", ["-P", String(engine.process.pid)]);
  return stdout.split("\n").filter(Boolean).map(Number);
}

export async function isAlive(processId: number): Promise<boolean> {
  const status = await readFile(`/proc/${processId}/stat`, "utf8").catch(() => "");
  // A zombie has exited; its parent has not collected its status yet.
  return status !== "" && !/\) Z /.test(status);
}
