// Round trips: how many calls of the platform wait for each other before each operation answers.
//
// The time of an answer far from the data grows with them. `npm run bench -- d1` prints the same, and the reads of each call.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerTo, type CountedOperation, countedOperations, tellGate } from "../../../harness/api-operations.ts";
import { storefrontOperations } from "../../../harness/storefront-operations.ts";
import { addKey, addStudio, type BenchStudio } from "../../../harness/studios.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../../../harness/systems/miniflare-system.ts";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";

let engine: EngineProcess;
let system: MiniflareSystem;
let studio: BenchStudio;

beforeAll(async () => {
  engine = await startEngine({});
  system = await startMiniflareSystem({ engine, apiEntry: "harness/workers/counting.worker.ts" });
  studio = await addStudio(system.database);
});

afterAll(async () => {
  await system?.stop();
  await engine?.stop();
});

describe("an operation answers after no more round trips than it needs", () => {
  it("whether its isolate has seen the key before or not", { timeout: 180_000 }, async () => {
    const operations = countedOperations(system, studio);
    const counted: Pick<CountedOperation, "name" | "trips">[] = [];
    const expected: Pick<CountedOperation, "name" | "trips">[] = [];
    for (const { name, status, trips, prepare } of operations) {
      // The gate knows the key: every new key is reported to it.
      const newKey = await addKey(system.database, studio.id);
      await tellGate(system, studio.id);
      for (const key of ["new", "known"] as const) {
        const { counts } = await answerTo(await prepare(), status, newKey);
        counted.push({ name: `${name}, ${key} key`, trips: counts.inSequence });
        expected.push({ name: `${name}, ${key} key`, trips });
        expect(counts.kvReads, `${name}: KV is read in one call`).toBeLessThanOrEqual(1);
      }
    }
    expect(counted).toEqual(expected);
  });

  it("on the order page too", { timeout: 180_000 }, async () => {
    const operations = await storefrontOperations(system, studio);
    const counted: Pick<CountedOperation, "name" | "trips">[] = [];
    for (const { name, status, prepare } of operations) {
      const { counts } = await answerTo(await prepare(), status, studio.key);
      counted.push({ name, trips: counts.inSequence });
    }
    expect(counted).toEqual(operations.map(({ name, trips }) => ({ name, trips })));
  });
});
