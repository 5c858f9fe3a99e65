// Written rows of a slice, in its object and in the dispatcher, counted as the platform bills them.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScriptedEngine } from "./scripted-engine.ts";
import { dispatcher, freshWorker, newSlice } from "./slices.ts";

const STEPS = 40;

beforeEach(async () => {
  await freshWorker();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts rows from now on: each `kv.put` and each alarm that is set is one, SQL says by itself how many it wrote. */
async function countRows(): Promise<{ ofSlices(): number; ofDispatcher(): number }> {
  const { job } = await newSlice();
  const counts = await runInDurableObject(job, (_, { storage }) => {
    const puts = vi.spyOn(Object.getPrototypeOf(storage.kv), "put");
    const alarms = vi.spyOn(Object.getPrototypeOf(storage), "setAlarm");
    const statements = vi.spyOn(Object.getPrototypeOf(storage.sql), "exec");
    return { puts, alarms, statements };
  });
  return {
    ofSlices: () => counts.puts.mock.calls.length + counts.alarms.mock.calls.length,
    ofDispatcher: () =>
      counts.statements.mock.results
        .map(({ value }) => (value as SqlStorageCursor<Record<string, SqlStorageValue>>).rowsWritten)
        .reduce((sum, rows) => sum + rows, 0),
  };
}

it("are as many for a slice of many steps as for one of few, without a reader", async () => {
  const engine = new ScriptedEngine();
  const first = await newSlice();
  await first.job.start(first.request, 10_000);
  await dispatcher().ahead([]);
  const rows = await countRows();
  engine.behaviour = "slicing";
  const { request, job } = await newSlice();
  await job.start(request, 0);
  await vi.waitFor(() => expect(engine.submitted).toHaveLength(2));
  for (let step = 1; step <= STEPS; step++) {
    const { requests } = engine;
    engine.progress = step;
    await vi.waitFor(() => expect(engine.requests).toBeGreaterThan(requests + 1), { interval: 2 });
  }
  engine.behaviour = "done";
  await job.read(10_000);
  await vi.waitFor(() => expect(engine.forgotten).toHaveLength(2));
  console.log(`rows written: ${rows.ofSlices()} for the slice and alarms, ${rows.ofDispatcher()} for the dispatcher`);
  expect(rows.ofSlices()).toBeLessThanOrEqual(12);
  expect(rows.ofDispatcher()).toBeLessThanOrEqual(5);
});
