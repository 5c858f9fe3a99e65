// Tables of costs in docs/operating.md: every operation and page has its row, with the counts that a run gives.
//
// Dollars and processor time are not compared: prices change, and machines differ. `npm run bench -- cost` writes the tables.

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type BilledOperation,
  countBilled,
  DOORS,
  type Door,
  prepareBilledOperations,
} from "../../../harness/cost/billed-operations.ts";
import { COST_DOCUMENT, countCells, countsIn } from "../../../harness/cost/cost-tables.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../../../harness/systems/miniflare-system.ts";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";

let engine: EngineProcess;
let system: MiniflareSystem;
let operations: Readonly<Record<Door, readonly BilledOperation[]>>;

beforeAll(async () => {
  engine = await startEngine({});
  system = await startMiniflareSystem({ engine, apiEntry: "harness/workers/counting.worker.ts" });
  operations = await prepareBilledOperations(system);
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await engine?.stop();
});

it.each(DOORS)("names each operation of the %s with its counts", { timeout: 180_000 }, async (door) => {
  const document = await readFile(COST_DOCUMENT, "utf8");
  const counted = new Map<string, readonly string[]>();
  for (const operation of operations[door]) {
    counted.set(operation.name, countCells(await countBilled(system, operation)));
  }
  expect([...countsIn(document, door)], "npm run bench -- cost writes it anew").toEqual([...counted]);
});
