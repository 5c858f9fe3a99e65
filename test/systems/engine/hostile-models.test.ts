// Every hostile model ends as its list says, within the engine's memory, and the next slice is unharmed.

import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { watchPeakMemory } from "../../../harness/engine/peak-memory.ts";
import { type EngineUpload, type RunningEngine, startTestEngine } from "../../../harness/engine/running-engine.ts";
import { COMMAND_TRACE, HOSTILE_MODELS, MAX_HOSTILE_BYTES } from "../../../harness/models/hostile-models.ts";
import * as models from "../../../harness/models.ts";
import { TILTING } from "../../../harness/profiles/layered-profiles.ts";
import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";

/** The next slice: of a slicer after a model that was sliced; estimated layer by layer after one that reached no slicer. */
const NEXT = {
  done: { model: models.binaryStl(models.cube(8)) },
  failed: { model: models.binaryStl(models.cube(8)), profile: TILTING },
} as const satisfies Record<string, EngineUpload>;
/** Two slices at once must fit into a machine of 6 GiB. */
const MAX_MEMORY_BYTES = 3 * 2 ** 30;
/** The engine's own timeout, which none of these models may reach. */
const MAX_SLICE_SECONDS = 100;
/** A refused model never reaches a slicer, so one engine refuses them all. */
const MODELS_OF = {
  curaengine: HOSTILE_MODELS,
  prusaslicer: HOSTILE_MODELS.filter(({ ends }) => ends.status === "done"),
} as const;
/** A slice's progress when its slicer begins. */
const SLICER_PERCENT = 10;

for (const { slicer, title, present } of ENGINES) {
  describe.runIf(present)(title, () => {
    let engine: RunningEngine;
    let cubes: Record<keyof typeof NEXT, SliceResult>;
    beforeAll(async () => {
      engine = await startTestEngine({
        ENGINE_SLICER: slicer,
        ENGINE_MAX_MODEL_BYTES: String(MAX_HOSTILE_BYTES),
        ENGINE_SLICE_SECONDS: String(MAX_SLICE_SECONDS),
      });
      cubes = { done: await engine.slice(NEXT.done), failed: await engine.slice(NEXT.failed) };
    });
    afterAll(() => engine.cleanUp());

    test.each(MODELS_OF[slicer])("$name", async ({ format, make, ends }) => {
      const model = make();
      const memory = watchPeakMemory(engine.process.pid ?? 0);
      const state = await engine.sliceToEnd({ model, format });
      expect(await memory.stop(), "peak memory").toBeLessThan(MAX_MEMORY_BYTES);

      if (ends.status === "done") {
        expect(state).toMatchObject({ status: "done" });
        if (state.status !== "done") return;
        expect(state.result.materialCubicMm).toBeGreaterThan(0);
        expect(state.result.printSeconds).toBeGreaterThan(0);
        if (ends.solidCubicMm !== undefined) expect(state.result.solidCubicMm).toBeCloseTo(ends.solidCubicMm, 0);
      } else {
        expect(state).toMatchObject({ status: "failed", failure: { fault: "model", code: ends.code } });
        if (state.status !== "failed") return;
        expect(state.progress, "percent: no slicer has begun").toBeLessThan(SLICER_PERCENT);
        expect(state.failure.message).toMatch(/^[A-Z].{20,}\.$/);
        if (ends.says !== undefined) expect(state.failure.message).toContain(ends.says);
      }
      expect(await engine.slice(NEXT[ends.status]), "the next slice").toEqual(cubes[ends.status]);
    });

    test("a part is sliced after all of them as before", async () => {
      expect(await engine.slice(NEXT.done)).toEqual(cubes.done);
    });

    test("no command that a model names is ever run, and no file is written to its paths", async () => {
      const { temporaryFolder } = engine;
      // A slice's process works in the engine's folder; a name with ".." would lead out of it.
      const everywhere = await readdir(temporaryFolder, { recursive: true });
      expect(everywhere.filter((name) => name.includes(COMMAND_TRACE))).toEqual([]);
      for (const folder of [process.cwd(), tmpdir()]) {
        expect(await readdir(folder), folder).not.toContain(COMMAND_TRACE);
      }
    });
  });
}
