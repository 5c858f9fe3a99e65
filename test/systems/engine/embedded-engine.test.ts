// The embedded engine obeys a profile: nothing is faster than stated or than plastic melts, nothing made of nothing.

import { expect, test } from "vitest";
import { engineOf, outcomeWith } from "../../../harness/engine/engine-slice.ts";
import * as models from "../../../harness/models.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";
import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";

const outcomeOf = async (shape: models.Shape, changes: Partial<FilamentProfile>) =>
  outcomeWith(await engineOf("curaengine"), { ...STANDARD_PROFILE, ...changes }, models.binaryStl(shape));

async function sliced(shape: models.Shape, changes: Partial<FilamentProfile> = {}): Promise<SliceResult> {
  const outcome = await outcomeOf(shape, changes);
  if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
  return outcome.result;
}

const CUBE = models.cube(10);

test.each<[string, models.Shape, Partial<FilamentProfile>]>([
  ["a plate lower than half a layer", models.box([0, 0, 0], [20, 20, 0.08]), {}],
  ["a plate lower than half a thick layer", models.box([0, 0, 0], [20, 20, 0.12]), { layerHeightMm: 0.3 }],
  ["walls of 0.12 mm", models.tube(0.12, { strips: 60 }), {}],
  ["walls of 0.12 mm, lower than half a layer", models.box([0, 0, 0], [20, 0.12, 0.08]), {}],
])("prints nothing of %s, and says so", async (_what, shape, changes) => {
  expect(await outcomeOf(shape, changes)).toMatchObject({
    status: "failed",
    failure: { fault: "model", code: "nothing_to_print" },
  });
});

test("prints a plate of half a layer, and walls of half a line", async () => {
  const plate = await sliced(models.box([0, 0, 0], [20, 20, 0.11]));
  expect(plate.layers).toBe(1);
  expect(plate.materialCubicMm).toBeGreaterThan(75);
  const walls = await sliced(models.tube(0.2, { strips: 60 }));
  expect(walls.layers).toBe(125);
  expect(walls.materialCubicMm).toBeGreaterThan(models.tubeVolume(0.2, { strips: 60 }));
});

test("prints small walls as slowly as the profile says, however low its least speed for cooling", async () => {
  const slow = { outerWallMmPerSecond: 1, innerWallMmPerSecond: 1, smallPerimeterMmPerSecond: 1 };
  const { printSeconds } = await sliced(CUBE, slow);
  // 49 layers above the first, each with an outer wall of four sides of 9.6 mm and an inner one of four of 8.8 mm.
  expect(printSeconds).toBeGreaterThan(49 * 4 * (9.6 + 8.8));
  expect(printSeconds).toBeLessThan(1.1 * 49 * 4 * (9.6 + 8.8));
});

test.each([
  ["a cube", 0.5, CUBE],
  ["walls thinner than two lines", 1, models.tube(0.5, { strips: 60 })],
  ["walls with a gap between their lines", 1, models.tube(1.3, { strips: 60 })],
  ["a ball", 2, models.sphere(8, 24)],
])("prints no plastic of %s sooner than it melts", async (_, maxFlowCubicMmPerSecond, shape) => {
  const { printSeconds, materialCubicMm } = await sliced(shape, { maxFlowCubicMmPerSecond, minLayerSeconds: 0 });
  expect(printSeconds).toBeGreaterThanOrEqual(materialCubicMm / maxFlowCubicMmPerSecond);
  expect(printSeconds).toBeLessThan(1.4 * (materialCubicMm / maxFlowCubicMmPerSecond));
});

test("holds a layer to its least time, and never prints slower for it than the least speed", async () => {
  const tower = models.box([0, 0, 0], [3, 3, 20]);
  const seconds = async (minLayerSeconds: number, minPrintMmPerSecond: number) =>
    (await sliced(tower, { minLayerSeconds, minPrintMmPerSecond })).printSeconds;
  expect(await seconds(20, 1)).toBeGreaterThan(100 * 20);
  expect(await seconds(20, 1)).toBeLessThan(1.1 * 100 * 20);
  // Walls of 3 mm are at most 11 + 8 mm long, and infill as long again.
  expect(await seconds(20, 10)).toBeLessThan(100 * ((2 * (11 + 8)) / 10));
});
