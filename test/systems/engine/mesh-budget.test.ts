// The budget of work on a mesh: hostile models end by it, and a busy machine fails no sound one.
//
// The budget is a second of processor time here. Profiles are of powder, so that no slicer adds to the engine's own work.

import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processesOf } from "../../../harness/engine/child-processes.ts";
import { CUBE } from "../../../harness/engine/engine-uploads.ts";
import {
  type EngineUpload,
  newSliceKey,
  type RunningEngine,
  startTestEngine,
} from "../../../harness/engine/running-engine.ts";
import { generatedModels } from "../../../harness/models/generated-models.ts";
import { EXHAUSTING_MODELS } from "../../../harness/models/hostile-models.ts";
import { POWDER } from "../../../harness/profiles/layered-profiles.ts";
import { OVERRUN_SENTENCES } from "../../../slicer-service/engine/mesh-watch.ts";
import { ModelFailure } from "../../../slicer-service/engine/model-failure.ts";

const MESH_SECONDS = 1;
const IN_POWDER: EngineUpload = { ...CUBE, profile: POWDER };
/** The message of a slice that ran into the timeout of all slices. */
const TIMED_OUT = new ModelFailure("model_too_complex").message;

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startTestEngine({
    ENGINE_SLICER: "curaengine",
    ENGINE_CAPACITY: "2",
    ENGINE_MESH_SECONDS: String(MESH_SECONDS),
  });
});
afterAll(() => engine.cleanUp());

test.each(EXHAUSTING_MODELS)("$name: ends by the budget in its step, and the next slice is unharmed", async (model) => {
  const failure = await engine.failure({ model: model.make(), format: model.format, profile: POWDER });
  expect(failure).toEqual({ fault: "model", code: "model_too_complex", message: OVERRUN_SENTENCES[model.endsIn] });
  expect((await engine.slice(IN_POWDER)).solidCubicMm).toBeCloseTo(8000, 0);
});

test("generated models each end as a slice or with a reason that lies in the model, before any timeout", async () => {
  const slices = generatedModels(1, 6).map(async ({ name, format, make }) => {
    const state = await engine.sliceToEnd({ model: make(), format, profile: POWDER });
    if (state.status !== "failed") return expect(state.status, name).toBe("done");
    expect(state.failure, name).toMatchObject({ fault: "model", message: expect.not.stringContaining(TIMED_OUT) });
  });
  await Promise.all(slices);
});

test("a process that gets no processor for longer than the budget has used none of it", async () => {
  const idle = await processesOf(engine);
  for (const child of idle) process.kill(child, "SIGSTOP");
  const sliceKey = newSliceKey();
  await engine.put(sliceKey, IN_POWDER);
  await delay(2 * MESH_SECONDS * 1000);
  expect(await engine.health()).toMatchObject({ running: 1 });
  for (const child of idle) process.kill(child, "SIGCONT");
  expect((await engine.end(sliceKey)).status).toBe("done");
});
