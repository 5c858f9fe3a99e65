// Round trips: how many calls of the platform wait for each other before each operation answers.
//
// The time of an answer far from the data grows with them. `npm run bench:d1` prints the same, and what each call reads.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerTo, type Operation, operationsOf } from "../../../harness/api-operations.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../../../harness/miniflare-system.ts";
import { addStudio, type BenchStudio } from "../../../harness/studios.ts";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";

let engine: EngineProcess;
let system: MiniflareSystem;
let studio: BenchStudio;

beforeAll(async () => {
  engine = await startEngine({});
  system = await startMiniflareSystem({ engine, apiEntry: "harness/counting.worker.ts" });
  studio = await addStudio(system.database);
});

afterAll(async () => {
  await system?.stop();
  await engine?.stop();
});

describe("an operation answers after no more round trips than it needs", () => {
  it("each, where the isolate knows the key", { timeout: 180_000 }, async () => {
    const operations = operationsOf(system, studio);
    // The first request tells the isolate the key.
    await operations[0]?.prepare().then((request) => answerTo(request, 200, studio.key));
    const counted: Pick<Operation, "name" | "trips">[] = [];
    for (const { name, status, prepare } of operations) {
      const { counts } = await answerTo(await prepare(), status, studio.key);
      counted.push({ name, trips: counts.inSequence });
    }
    expect(counted).toEqual(operations.map(({ name, trips }) => ({ name, trips })));
  });
});
