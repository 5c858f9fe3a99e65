// Kept runs of random requests, in a file beside this one: a million requests take longer than one sitting.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestsResult } from "./run-requests.ts";
import type { KeptCount } from "./tally.ts";

const FILE = join(import.meta.dirname, "runs.json");

export interface KeptRun extends Omit<RequestsResult, "tally" | "faults"> {
  readonly date: string;
  readonly commit: string;
  readonly seed: number;
  readonly faults: number;
  readonly counts: readonly KeptCount[];
}

export function readRuns(): readonly KeptRun[] {
  // Written below.
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/** A run of the same seed and commit takes the place of the one before: its requests are the same. */
export function keepRun(run: KeptRun): readonly KeptRun[] {
  const others = readRuns().filter(({ seed, commit }) => seed !== run.seed || commit !== run.commit);
  const runs = [...others, run].sort((one, other) => one.date.localeCompare(other.date) || one.seed - other.seed);
  writeFileSync(FILE, `${JSON.stringify(runs)}\n`);
  return runs;
}

export function forgetRuns(): void {
  writeFileSync(FILE, "[]\n");
}
