// Numbers that alone decide a print's time or plastic, on shapes with a figure known beforehand.
//
// A number that arrives scaled, or in place of another, is far outside these bounds.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { type RunningEngine, startTestEngine } from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";
import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";

/** A machine that limits nothing, and a print of walls alone that waits for nothing. */
const ONLY_WALLS: Partial<FilamentProfile> = {
  wallCount: 1,
  infillPercent: 0,
  topLayers: 0,
  bottomLayers: 0,
  firstLayerHeightMm: 0.2,
  firstLayerMmPerSecond: 2000,
  firstLayerInfillMmPerSecond: 2000,
  firstLayerAcceleration: 100_000,
  travelMmPerSecond: 1000,
  minLayerSeconds: 0,
  minPrintMmPerSecond: 1,
  maxXMmPerSecond: 2000,
  maxYMmPerSecond: 2000,
  maxZMmPerSecond: 100,
  maxExtruderMmPerSecond: 2000,
  maxXAcceleration: 100_000,
  maxYAcceleration: 100_000,
  maxZAcceleration: 10_000,
  maxExtruderAcceleration: 100_000,
  maxPrintAcceleration: 100_000,
  maxTravelAcceleration: 100_000,
  maxRetractAcceleration: 100_000,
  outerWallAcceleration: 100_000,
  innerWallAcceleration: 100_000,
  travelAcceleration: 100_000,
  jerkExtruderMmPerSecond: 100,
};
const LAYERS = 30;
/** Walls of a width of 0.45 mm: their middle runs that much further in. */
const SIDE = 60;
const SQUARE = models.binaryStl(models.box([0, 0, 0], [SIDE, SIDE, LAYERS * 0.2]));
const SMALL_SQUARE = models.binaryStl(models.box([0, 0, 0], [10, 10, LAYERS * 0.2]));
const TWO_TOWERS = models.binaryStl(
  models.together(models.box([0, 0, 0], [10, 10, LAYERS * 0.2]), models.box([40, 0, 0], [50, 10, LAYERS * 0.2])),
);
const FIN_COUNT = 4;
/** Thinner than a line. */
const FINS = models.binaryStl(
  models.together(
    ...Array.from({ length: FIN_COUNT }, (_, fin) => models.box([10 * fin, 0, 0], [10 * fin + 0.4, 20, LAYERS * 0.2])),
  ),
);
/** Its side leans by 45°. */
const CONE = models.binaryStl(models.cone(64, 30, 30));
/** Two arms of 16 × 8 mm, 22 mm above the bed. */
const LETTER_T = models.binaryStl(models.letterT(30, 40, 8));

for (const { slicer, title, present } of ENGINES) {
  describe.runIf(present)(`${title} prints`, () => {
    let engine: RunningEngine;
    const slice = (profile: Partial<FilamentProfile>, model = SQUARE): Promise<SliceResult> =>
      engine.slice({ model, profile: { ...ONLY_WALLS, ...profile } });
    beforeAll(async () => {
      engine = await startTestEngine({ ENGINE_SLICER: slicer });
    });
    afterAll(() => engine.cleanUp());

    test("outer walls at their own speed, at any speed of the inner ones", async () => {
      const one = await slice({ outerWallMmPerSecond: 20, innerWallMmPerSecond: 500 });
      // The first layer has a speed of its own.
      const expected = ((LAYERS - 1) * 4 * (SIDE - 0.45)) / 20;
      expect(one.printSeconds / expected).toBeGreaterThan(0.97);
      expect(one.printSeconds / expected).toBeLessThan(1.1);
    });

    test("inner walls at their own speed, at any speed of the outer ones", async () => {
      const two = await slice({ wallCount: 2, outerWallMmPerSecond: 500, innerWallMmPerSecond: 20 });
      const expected = ((LAYERS - 1) * 4 * (SIDE - 3 * 0.45)) / 20;
      expect(two.printSeconds / expected).toBeGreaterThan(0.97);
      expect(two.printSeconds / expected).toBeLessThan(1.15);
    });

    test("outer walls at their own acceleration: a side is as long as it takes to speed up and down again", async () => {
      const standing = { jerkXMmPerSecond: 1, jerkYMmPerSecond: 1, innerWallAcceleration: 50_000 };
      const fast = { outerWallMmPerSecond: 500, smallPerimeterMmPerSecond: 500, innerWallMmPerSecond: 500 };
      const slow = await slice({ ...standing, ...fast, outerWallAcceleration: 200 }, SMALL_SQUARE);
      const expected = (LAYERS - 1) * 4 * 2 * Math.sqrt((10 - 0.45) / 200);
      expect(slow.printSeconds / expected).toBeGreaterThan(0.9);
      expect(slow.printSeconds / expected).toBeLessThan(1.25);
    });

    test("ways from part to part with as much retraction as is stated, at its speed", async () => {
      const fast = { outerWallMmPerSecond: 500, smallPerimeterMmPerSecond: 500 };
      const slow = { retractionMmPerSecond: 5, deretractionMmPerSecond: 5 };
      const [without, withSix] = [
        await slice({ ...fast, ...slow, retractionMm: 0 }, TWO_TOWERS),
        await slice({ ...fast, ...slow, retractionMm: 6 }, TWO_TOWERS),
      ];
      // One way of each layer, and perhaps one to the next.
      const once = 6 / 5 + 6 / 5;
      const perLayer = (withSix.printSeconds - without.printSeconds) / LAYERS / once;
      expect(perLayer).toBeGreaterThan(0.9);
      expect(perLayer).toBeLessThan(2.3);
    });

    test("as many lines around supports as are stated", async () => {
      const supported = { wallCount: 2, infillPercent: 20, topLayers: 4, bottomLayers: 4, supports: true } as const;
      const [none, bare, walled] = [
        await slice({ ...supported, supports: false }, LETTER_T),
        await slice({ ...supported, supportWallCount: 0 }, LETTER_T),
        await slice({ ...supported, supportWallCount: 1 }, LETTER_T),
      ];
      expect(bare.materialCubicMm).toBeGreaterThan(none.materialCubicMm);
      // One line around each of two columns, as high as they stand. Where PrusaSlicer draws it, lines within the column are shorter.
      const line = 2 * 2 * (16 + 8) * 22 * 0.45;
      const added = (walled.materialCubicMm - bare.materialCubicMm) / line;
      expect(added).toBeGreaterThan(0.2);
      expect(added).toBeLessThan(1.4);
    });

    test("trees as a fraction of columns", async () => {
      const supported = { wallCount: 2, infillPercent: 20, topLayers: 4, bottomLayers: 4, supports: true } as const;
      const [none, columns, trees] = [
        await slice({ ...supported, supports: false }, LETTER_T),
        await slice({ ...supported, supportStyle: 0, supportDensityPercent: 30 }, LETTER_T),
        await slice({ ...supported, supportStyle: 2, supportDensityPercent: 30 }, LETTER_T),
      ];
      const share = (trees.materialCubicMm - none.materialCubicMm) / (columns.materialCubicMm - none.materialCubicMm);
      expect(share).toBeGreaterThan(0.1);
      expect(share).toBeLessThan(0.8);
    });

    test("less skin inside slopes without vertical shells", async () => {
      const sloped = { wallCount: 3, infillPercent: 10, topLayers: 5, bottomLayers: 4 } as const;
      const full = await slice({ ...sloped, verticalShells: 1 }, CONE);
      const less = await slice({ ...sloped, verticalShells: 0 }, CONE);
      const share = less.materialCubicMm / full.materialCubicMm;
      expect(share).toBeGreaterThan(0.77);
      expect(share).toBeLessThan(0.87);
    });

    test("a retraction for each wall that stands apart", async () => {
      const walls = {
        wallCount: 3,
        retractInsidePart: 1,
        minTravelBeforeRetractionMm: 2,
        retractionMmPerSecond: 20,
      } as const;
      const [without, withRetraction] = [
        await slice({ ...walls, deretractionMmPerSecond: 20, retractionMm: 0 }, FINS),
        await slice({ ...walls, deretractionMmPerSecond: 20, retractionMm: 10 }, FINS),
      ];
      const perFin = (withRetraction.printSeconds - without.printSeconds) / LAYERS / FIN_COUNT;
      expect(perFin).toBeGreaterThan(0.7);
      expect(perFin).toBeLessThan(1.3);
    });

    test("as many solid layers as are stated", async () => {
      const shell = await slice({ topLayers: 3, bottomLayers: 2, verticalShells: 0 });
      const bare = await slice({});
      const skin = (shell.materialCubicMm - bare.materialCubicMm) / ((SIDE - 0.9) ** 2 * 5 * 0.2);
      expect(skin).toBeGreaterThan(0.93);
      expect(skin).toBeLessThan(1.12);
    });
  });
}
