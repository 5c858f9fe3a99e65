// The engine in its real image, within an instance's memory: models of every kind, hostile ones, its end.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { ContainedEngine } from "../../harness/engine/contained-engine.ts";
import { type EngineUpload, newSliceKey, readEngineJson } from "../../harness/engine/running-engine.ts";
import {
  EXHAUSTING_MODELS,
  HOSTILE_MODELS,
  LARGE_MODELS,
  MAX_HOSTILE_BYTES,
} from "../../harness/models/hostile-models.ts";
import { type FolderModel, modelsIn } from "../../harness/models/model-folder.ts";
import * as models from "../../harness/models.ts";
import { PROJECT_FOLDER } from "../../scripts/project-folder.ts";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";

const image = inject("engineImage") ?? "";
/** More models to slice: MODELS_FOLDER=… npm run test:container. */
const MODEL_FOLDERS = [join(PROJECT_FOLDER, "examples"), process.env.MODELS_FOLDER].filter(
  (name) => name !== undefined,
);
const found: readonly FolderModel[] = (await Promise.all(MODEL_FOLDERS.map((folder) => modelsIn(folder)))).flat();

const CUBE: EngineUpload = { model: models.binaryStl(models.cube(8)) };
/** Slices for long enough to be met in the middle. */
const LARGE: EngineUpload = { model: models.binaryStl(models.sphere(60, 300)) };
const MAX_MEBIBYTES = memoryOfInstance();

function memoryOfInstance(): number {
  const [container] =
    unstable_readConfig({ config: join(PROJECT_FOLDER, "slicer-service/wrangler.toml") }).containers ?? [];
  const type = container?.instance_type;
  if (typeof type !== "object" || type.memory_mib === undefined) throw new Error("an instance states its memory");
  return type.memory_mib;
}

interface MemoryUse {
  readonly peakMebibytes: number;
  /** Processes that the kernel has killed because the container's memory was used up. */
  readonly killed: number;
}

/** Memory of the container since its start. */
async function memoryUse(container: ContainedEngine): Promise<MemoryUse> {
  // Version 1 of control groups, or version 2.
  const counters = await container.evaluate(`
    import { existsSync, readFileSync } from "node:fs";
    const read = (...files) => readFileSync("/sys/fs/cgroup/" + files.find((file) => existsSync("/sys/fs/cgroup/" + file)), "utf8");
    console.log("peak " + read("memory/memory.max_usage_in_bytes", "memory.peak"));
    console.log(read("memory/memory.oom_control", "memory.events"));`);
  const [, peak] = /^peak (\d+)$/m.exec(counters) ?? [];
  const [, killed] = /^oom_kill (\d+)$/m.exec(counters) ?? [];
  if (peak === undefined || killed === undefined) throw new Error(`no counters of memory: ${counters}`);
  return { peakMebibytes: Math.round(Number(peak) / 2 ** 20), killed: Number(killed) };
}

/** Processes that have ended and that no parent has asked about. */
async function zombiesIn(container: ContainedEngine): Promise<string[]> {
  const listed = await container.evaluate(`
    import { readdirSync, readFileSync } from "node:fs";
    for (const id of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)))
      try { console.log(readFileSync("/proc/" + id + "/stat", "utf8")); } catch {}`);
  return listed.split("\n").filter((line) => /\) Z /.test(line));
}

async function untilSlicing(container: ContainedEngine, sliceKey: string): Promise<void> {
  for (;;) {
    const state = await readEngineJson<{ status: string; progress: number }>(await container.get(sliceKey));
    if (state.status === "slicing" && state.progress > 0) return;
    if (state.status !== "queued" && state.status !== "slicing") throw new Error(`too late: ${JSON.stringify(state)}`);
  }
}

describe.skipIf(image === "")("the engine in its image", () => {
  let container: ContainedEngine;
  let cube: SliceResult;

  beforeAll(async () => {
    container = await ContainedEngine.start({
      image,
      memoryMebibytes: MAX_MEBIBYTES,
      environment: { ENGINE_MAX_MODEL_BYTES: String(MAX_HOSTILE_BYTES) },
    });
    cube = await container.slice(CUBE);
  });
  afterAll(async () => {
    await container.remove();
  });

  it("is the engine that the API asks for", () => {
    const { vars } = unstable_readConfig({ config: join(PROJECT_FOLDER, "wrangler.toml") });
    expect(container.engineName).toBe(vars.SLICE_ENGINE);
  });

  it.each(found)("slices $name, or names its fault", async ({ format, read }) => {
    const state = await container.sliceToEnd({ model: await read(), format });
    if (state.status === "done") {
      expect(state.result.printSeconds).toBeGreaterThan(0);
      expect(state.result.materialCubicMm).toBeGreaterThan(0);
    } else {
      expect(state).toMatchObject({ status: "failed", failure: { fault: "model" } });
    }
  });

  it("slices the project's own models", () => {
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(["lid.3mf", "part.stl"]));
  });

  it.each([...HOSTILE_MODELS, ...LARGE_MODELS])("$name ends alone", async ({ format, make, ends }) => {
    const state = await container.sliceToEnd({ model: make(), format });
    expect(state).toMatchObject(
      ends.status === "done" ? { status: "done" } : { status: "failed", failure: { fault: "model", code: ends.code } },
    );
    if (state.status === "done" && ends.status === "done" && ends.solidCubicMm !== undefined) {
      expect(state.result.solidCubicMm).toBeCloseTo(ends.solidCubicMm, 0);
    }
    expect(await container.slice(CUBE), "the next slice").toEqual(cube);
  });

  it.each(EXHAUSTING_MODELS)("$name: fails as the model's fault, alone", async ({ format, make }) => {
    const state = await container.sliceToEnd({ model: make(), format });
    // On a fast processor, the second ends within its budget, and is found open.
    expect(state).toMatchObject({ status: "failed", failure: { fault: "model" } });
    expect(await container.slice(CUBE), "the next slice").toEqual(cube);
  });

  it("has taken all of these within the memory of an instance, and left no process behind", async () => {
    const { peakMebibytes, killed } = await memoryUse(container);
    console.log(`The container took ${peakMebibytes} of ${MAX_MEBIBYTES} MiB at most.`);
    expect(killed).toBe(0);
    expect(await zombiesIn(container)).toEqual([]);
  });
});

describe.skipIf(image === "")("a container", () => {
  it("whose memory one model uses up loses that slice alone", async () => {
    const container = await ContainedEngine.start({ image, memoryMebibytes: 320 });
    try {
      const cube = await container.slice(CUBE);
      const state = await container.sliceToEnd({ model: models.fineBall(20, 900_000) });
      // Not the model's fault: an instance of the right size slices it.
      expect(state).toMatchObject({ status: "failed", failure: { fault: "service" } });
      expect((await memoryUse(container)).killed).toBeGreaterThan(0);
      expect(await container.slice(CUBE)).toEqual(cube);
    } finally {
      await container.remove();
    }
  });

  it("slices if the platform gives it no /dev/shm", async () => {
    const container = await ContainedEngine.start({
      image,
      memoryMebibytes: MAX_MEBIBYTES,
      options: ["--ipc", "none"],
    });
    try {
      const shared = 'import { existsSync } from "node:fs"; console.log(existsSync("/dev/shm"));';
      expect(await container.evaluate(shared)).toBe("false");
      const part = new Uint8Array(await readFile(join(PROJECT_FOLDER, "examples/part.stl")));
      expect((await container.slice({ model: part })).printSeconds).toBeGreaterThan(0);
    } finally {
      await container.remove();
    }
  });

  it("keeps no dead process of a killed slice, though the platform's own process is the first", async () => {
    const container = await ContainedEngine.start({
      image,
      memoryMebibytes: MAX_MEBIBYTES,
      // The next slice comes before the killed one has left its place.
      environment: { ENGINE_QUEUE: "1" },
      options: ["--init"],
    });
    try {
      const sliceKey = newSliceKey();
      expect((await container.put(sliceKey, LARGE)).status).toBe(202);
      await untilSlicing(container, sliceKey);
      expect((await container.delete(sliceKey)).status).toBe(204);
      await container.slice(CUBE);
      expect(await zombiesIn(container)).toEqual([]);
      // tini's own message if it cannot reap.
      expect(await container.logs()).not.toContain("not running as PID 1");
    } finally {
      await container.remove();
    }
  });

  it("finishes its slice after a SIGTERM, takes no other, and ends with 0", async () => {
    const container = await ContainedEngine.start({
      image,
      memoryMebibytes: MAX_MEBIBYTES,
      // With room for one more, only the SIGTERM refuses it.
      environment: { ENGINE_QUEUE: "1" },
    });
    try {
      const [running, waiting, late] = [newSliceKey(), newSliceKey(), newSliceKey()];
      expect((await container.put(running, LARGE)).status).toBe(202);
      await untilSlicing(container, running);
      expect((await container.put(waiting, CUBE)).status).toBe(202);
      await container.terminate();
      await expect.poll(async () => (await container.get(waiting)).status, { timeout: 30_000 }).toBe(404);
      const refusal = await container.put(late, CUBE);
      expect([refusal.status, await readEngineJson(refusal)]).toMatchObject([503, { code: "full" }]);
      const ended = container.ended();
      expect(await container.end(running)).toMatchObject({ status: "done" });
      expect((await container.delete(running)).status).toBe(204);
      expect(await ended).toBe(0);
    } finally {
      await container.remove();
    }
  });
});
