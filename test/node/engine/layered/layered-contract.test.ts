// Resin and powder through a running engine, with the same HTTP and rules for models as filament.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  newSliceKey,
  type RunningEngine,
  readEngineJson,
  startTestEngine,
} from "../../../../harness/engine/running-engine.ts";
import * as models from "../../../../harness/models.ts";
import { LASER, LIFTING, POWDER, TILTING } from "../../../../harness/profiles/layered-profiles.ts";
import type { LayeredProfile } from "../../../../slicer-service/src/contract/profile.ts";
import { LAYER_ESTIMATE_ENGINE } from "../../../../slicer-service/src/contract/slices.ts";

const CUBE = models.binaryStl(models.cube(20));

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startTestEngine({ ENGINE_SLICER: "curaengine" });
});
afterAll(() => engine.cleanUp());

// A cube of 20 mm; layer-estimate.test.ts calculates these figures by hand.
const cases: [string, LayeredProfile, number, number, number][] = [
  ["msla", TILTING, 2220, 8000, 400],
  ["dlp", LIFTING, 4550, 8000, 400],
  ["sla", LASER, 4832, 8000, 400],
  ["sls", POWDER, 467.2, 8000, 200],
  ["sla with supports", { ...LASER, supports: true }, 5992, 9000, 520],
];

describe("An engine estimates", () => {
  test.each(cases)("%s", async (_, profile, seconds, cubicMm, layers) => {
    const result = await engine.slice({ model: CUBE, profile });
    expect(result).toEqual({
      engine: LAYER_ESTIMATE_ENGINE,
      printSeconds: expect.closeTo(seconds, 2),
      materialCubicMm: expect.closeTo(cubicMm, 2),
      layers,
      solidCubicMm: expect.closeTo(8000, 2),
      dimensionsMm: { x: 20, y: 20, z: 20 },
      repairs: { trianglesTurned: 0, cornersJoined: 0, edgesSplit: 0, holesFilled: 0 },
      warnings: [],
    });
  });

  test("the same file twice, and from every format, with the same figures", async () => {
    const shape = models.sphere(10, 24);
    const uploads = [
      { model: models.binaryStl(shape) },
      { model: models.binaryStl(shape) },
      { model: models.obj(shape), format: "obj" } as const,
    ];
    const [first, again, fromObj] = await Promise.all(
      uploads.map((upload) => engine.slice({ ...upload, profile: LASER })),
    );
    expect(again).toEqual(first);
    expect(fromObj?.printSeconds).toBeCloseTo(first?.printSeconds ?? Number.NaN, 1);
  });

  test("bodies that overlap once", async () => {
    const shape = models.together(models.cube(20), models.box([10, 0, 0], [30, 20, 20]));
    const result = await engine.slice({ model: models.binaryStl(shape), profile: LASER });
    expect(result.materialCubicMm).toBeCloseTo(12_000, 0);
    // 600 mm² and 100 mm of outline: 6.1 s.
    expect(result.printSeconds).toBeCloseTo(400 * (8 + 6.1), 0);
  });

  test("a surface that crosses itself by its enclosed space, inside out or not", async () => {
    const result = await engine.slice({ model: models.binaryStl(models.bowTie()), profile: TILTING });
    expect(result.materialCubicMm).toBeCloseTo(10_000, 0);
    expect(result.solidCubicMm).toBeCloseTo(10_000, 0);
  });

  test("with progress that never goes back and grows with the layers", async () => {
    const sliceKey = newSliceKey();
    await engine.put(sliceKey, { model: models.binaryStl(models.sphere(60, 200)), profile: TILTING });
    const progress = (await engine.follow(sliceKey)).map((state) => state.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(100);
    expect(progress.filter((percent) => percent > 10 && percent < 100).length).toBeGreaterThan(1);
  });

  test("a part a metre high in the thinnest layers in bounded time", async () => {
    const model = models.binaryStl(models.box([0, 0, 0], [10, 10, 1000]));
    const result = await engine.slice({ model, profile: { ...TILTING, layerHeightMm: 0.01 } });
    expect(result.layers).toBe(100_000);
  });
});

describe("An engine refuses", () => {
  test("a model with a hole in it, as it does for filament", async () => {
    const model = models.binaryStl(models.withoutFaces(models.cube(20), 1));
    expect(await engine.failure({ model, profile: TILTING })).toMatchObject({ fault: "model", code: "open_mesh" });
  });

  test("a part that is larger than the powder printer's chamber, naming both", async () => {
    const model = models.binaryStl(models.box([0, 0, 0], [120, 20, 20]));
    const failure = await engine.failure({ model, profile: POWDER });
    expect(failure).toMatchObject({ fault: "model", code: "model_too_large" });
    expect(failure.message).toContain("120 × 20 × 20 mm");
    expect(failure.message).toContain("100 × 100 × 100 mm");
  });

  test("resin addressed to its filament slicer, and filament addressed to the layer estimate", async () => {
    for (const options of [
      { ...engine.options({ profile: TILTING }), engineName: engine.engineName },
      { ...engine.options({}), engineName: LAYER_ESTIMATE_ENGINE },
    ]) {
      const response = await engine.put(newSliceKey(), { model: CUBE }, options);
      expect(response.status).toBe(409);
      expect(await readEngineJson(response)).toMatchObject({ code: "engine_mismatch" });
    }
  });
});
