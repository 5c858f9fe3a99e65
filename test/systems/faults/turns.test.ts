// Turns of studios with real processes: the dispatcher and all slices lose their memory while jobs wait.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { EngineProxy } from "../../../harness/engine/engine-proxy.ts";
import { newSliceKey } from "../../../harness/engine/running-engine.ts";
import { binaryStl, sphere } from "../../../harness/models.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import { SlicerSystem } from "../../../harness/systems/slicer-system.ts";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";
import type { SliceRequest } from "../../../slicer-service/src/contract/slices.ts";

const WAIT_MILLISECONDS = 60_000;
const MODEL = binaryStl(sphere(4, 20));
const DYING_ENTRY = "harness/workers/dying-dispatcher.worker.ts";
/** A lease that its slice was not told of lasts ten seconds, here a quarter of that. */
const FOUR_LEASES_MILLISECONDS = 11_000;

it("a job waits for its studio's turn only, though the Workers are killed, and each model is read once", async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), "turns-test-"));
  // Without a queue it is given one slice at a time, so that they end in the order of their turns.
  const engine = await startEngine({ ENGINE_SLICER: "curaengine", ENGINE_CAPACITY: "1", ENGINE_QUEUE: "0" });
  const proxy = await EngineProxy.start(engine.url);
  const startSlicer = () =>
    SlicerSystem.start({ bindings: { ENGINE_URL: proxy.url, ENGINE_INSTANCES: 1 }, stateFolder });
  let slicer = await startSlicer();
  try {
    const many = await Promise.all(Array.from({ length: 6 }, () => storedRequest(slicer, engine, 1)));
    const single = await storedRequest(slicer, engine, 2);
    // Nothing is sliced until all of them wait.
    await proxy.behave("refuses");
    await slicer.start(many, 0);
    await slicer.start([single], 0);
    const ahead = async ({ sliceKey }: SliceRequest) => {
      const [state] = await slicer.read([sliceKey], 0);
      return state?.status === "queued" ? state.ahead : undefined;
    };
    expect(await ahead(single)).toBe(1);
    expect(await Promise.all(many.map(ahead))).toEqual([0, 2, 3, 4, 5, 6]);

    await slicer.stop();
    await proxy.behave("passes");
    slicer = await startSlicer();
    const all = [...many, single];
    const states = await slicer.read(
      all.map(({ sliceKey }) => sliceKey),
      WAIT_MILLISECONDS,
    );
    const ends = states.map((state) => (state?.status === "done" ? Date.parse(state.finishedAt) : Number.NaN));
    expect(ends.filter(Number.isNaN)).toEqual([]);
    const [endOfSingle = 0] = ends.splice(many.length);
    expect(ends, "in the order of the request").toEqual(ends.toSorted());
    expect(ends.filter((end) => end < endOfSingle).length).toBeLessThanOrEqual(1);
    // None was read before the kill, since no engine answered.
    expect(slicer.modelBytes).toBe(all.length * MODEL.length);
  } finally {
    await slicer.stop();
    await proxy.close();
    await engine.stop();
    await rm(stateFolder, { recursive: true, force: true });
  }
});

it("a slice keeps its place in the line though four turns were lost before the Workers are killed", async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), "turns-test-"));
  const engine = await startEngine({ ENGINE_SLICER: "curaengine", ENGINE_CAPACITY: "1", ENGINE_QUEUE: "0" });
  const startSlicer = (entry?: string) =>
    SlicerSystem.start({
      bindings: { ENGINE_URL: engine.url, ENGINE_INSTANCES: 1, WAIT_DIVISOR: 4 },
      stateFolder,
      ...(entry === undefined ? {} : { entry }),
    });
  let slicer = await startSlicer(DYING_ENTRY);
  try {
    const first = await storedRequest(slicer, engine, 1);
    await slicer.start([first], 0);
    await delay(FOUR_LEASES_MILLISECONDS);
    await slicer.stop();
    slicer = await startSlicer();
    const second = await storedRequest(slicer, engine, 1);
    await slicer.start([second], 0);
    const states = await slicer.read([first.sliceKey, second.sliceKey], WAIT_MILLISECONDS);
    const ends = states.map((state) => (state?.status === "done" ? Date.parse(state.finishedAt) : Number.NaN));
    expect(ends[0]).toBeLessThan(ends[1] ?? Number.NaN);
  } finally {
    await slicer.stop();
    await engine.stop();
    await rm(stateFolder, { recursive: true, force: true });
  }
});

async function storedRequest(
  slicer: SlicerSystem,
  { engineName }: Pick<EngineProcess, "engineName">,
  studioId: number,
): Promise<SliceRequest> {
  const sliceKey = newSliceKey();
  await slicer.putModel(sliceKey, MODEL);
  const model = { objectKey: sliceKey, sizeBytes: MODEL.length, format: "stl" } as const;
  return { sliceKey, studioId, engineName, model, profile: STANDARD_PROFILE };
}
