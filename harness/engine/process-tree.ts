// A process and all it started: its children, and their processor time. Linux only.

import { readFile } from "node:fs/promises";
import { processorTime } from "../../slicer-service/engine/processor-time.ts";

/** The children of the main thread, the only one in which the engine starts processes. */
export async function childrenOf(processId: number): Promise<number[]> {
  const listed = await readFile(`/proc/${processId}/task/${processId}/children`, "utf8").catch(() => "");
  return listed.split(" ").filter(Boolean).map(Number);
}

/** Processor time of the process and of all it started, running or ended, in seconds. 0 for an ended process. */
export async function processorSecondsOfTree(processId: number): Promise<number> {
  const time = processorTime(processId);
  if (time === undefined) return 0;
  let seconds = time.ownSeconds + time.endedChildrenSeconds;
  for (const child of await childrenOf(processId)) seconds += await processorSecondsOfTree(child);
  return seconds;
}
