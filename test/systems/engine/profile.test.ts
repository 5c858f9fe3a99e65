// Every value of a profile reaches the slicer: changed alone, it changes time or filament as expected.
//
// A setting under a name that the slicer does not know would change nothing.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../harness/engines.ts";
import * as models from "../../../harness/models.ts";
import { type RunningEngine, startTestEngine } from "../../../harness/running-engine.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";
import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";

/** Large enough that no layer has to wait for cooling. */
const BOX = models.binaryStl(models.box([0, 0, 0], [50, 50, 15]));
const LETTER_T = models.binaryStl(models.letterT(30, 40, 8));

for (const { slicer, title, present } of ENGINES) {
  describe.runIf(present)(`${title} follows`, () => {
    let engine: RunningEngine;
    let standard: SliceResult;
    const slice = (profile: Partial<FilamentProfile>, model = BOX) => engine.slice({ model, profile });
    beforeAll(async () => {
      engine = await startTestEngine({ ENGINE_SLICER: slicer });
      standard = await slice({});
    });
    afterAll(() => engine.cleanUp());

    test("the layer height: half of it takes twice the layers and nearly twice the time", async () => {
      // Without solid layers: their fixed number would weigh more in the coarse print.
      const open = { topLayers: 0, bottomLayers: 0 };
      const [coarse, fine] = [await slice(open), await slice({ ...open, layerHeightMm: 0.1 })];
      expect(coarse.layers).toBe(75);
      // The first layer stays half a nozzle high.
      expect(fine.layers).toBe(149);
      expect(fine.printSeconds / coarse.printSeconds).toBeGreaterThan(1.8);
      expect(fine.printSeconds / coarse.printSeconds).toBeLessThan(2.1);
    });

    test("the nozzle: a wider one lays wider lines, fewer of them and faster", async () => {
      const wide = await slice({ nozzleDiameterMm: 0.8 });
      expect(wide.printSeconds / standard.printSeconds).toBeLessThan(0.8);
      expect(wide.materialCubicMm / standard.materialCubicMm).toBeGreaterThan(1.08);
    });

    test("the infill: each step up takes the share of the inside it says", async () => {
      const [none, half, full] = [
        await slice({ infillPercent: 0 }),
        await slice({ infillPercent: 50 }),
        await slice({ infillPercent: 100 }),
      ];
      const inside = (50 - 4 * 0.45) ** 2 * (15 - 8 * 0.2);
      expect((standard.materialCubicMm - none.materialCubicMm) / inside).toBeGreaterThan(0.16);
      expect((standard.materialCubicMm - none.materialCubicMm) / inside).toBeLessThan(0.24);
      expect((half.materialCubicMm - none.materialCubicMm) / inside).toBeGreaterThan(0.43);
      expect((half.materialCubicMm - none.materialCubicMm) / inside).toBeLessThan(0.57);
      expect((full.materialCubicMm - none.materialCubicMm) / inside).toBeGreaterThan(0.93);
      expect((full.materialCubicMm - none.materialCubicMm) / inside).toBeLessThan(1.07);
      expect(none.printSeconds).toBeLessThan(standard.printSeconds);
      expect(standard.printSeconds).toBeLessThan(half.printSeconds);
      expect(half.printSeconds).toBeLessThan(full.printSeconds);
    });

    test("the walls: two more replace infill by that much solid plastic", async () => {
      const thick = await slice({ wallCount: 4 });
      const ring = ((50 - 4 * 0.45) ** 2 - (50 - 8 * 0.45) ** 2) * (15 - 8 * 0.2);
      const added = thick.materialCubicMm - standard.materialCubicMm;
      // PrusaSlicer lets neighbouring lines overlap, so that two are a little narrower than twice one.
      expect(added / (ring * 0.8)).toBeGreaterThan(0.7);
      expect(added / (ring * 0.8)).toBeLessThan(1.2);
    });

    test.each(["topLayers", "bottomLayers"] as const)(
      "%s: four more replace infill by four solid layers",
      async (name) => {
        const thick = await slice({ [name]: 8 });
        const layers = (50 - 4 * 0.45) ** 2 * 4 * 0.2;
        const added = thick.materialCubicMm - standard.materialCubicMm;
        expect(added / (layers * 0.8)).toBeGreaterThan(0.8);
        expect(added / (layers * 0.8)).toBeLessThan(1.2);
        expect(thick.printSeconds).toBeGreaterThan(standard.printSeconds);
      },
    );

    test("the supports: arms that hang in the air cost filament only with them", async () => {
      const [without, supported] = [await slice({}, LETTER_T), await slice({ supports: true }, LETTER_T)];
      // 16 × 8 mm below either arm, 22 mm high, filled to 15 %.
      const column = 2 * 16 * 8 * 22 * 0.15;
      const added = supported.materialCubicMm - without.materialCubicMm;
      expect(added).toBeGreaterThan(column * 0.5);
      expect(added).toBeLessThan(column * 2);
      expect(supported.printSeconds).toBeGreaterThan(without.printSeconds);
      // The solid is the model's own.
      expect(supported.solidCubicMm).toBe(without.solidCubicMm);
    });

    test("the speed: draft is much faster than standard, fine much slower, on the same filament", async () => {
      const [draft, fine] = [await slice({ speedMode: "draft" }), await slice({ speedMode: "fine" })];
      expect(draft.printSeconds / standard.printSeconds).toBeLessThan(0.85);
      expect(fine.printSeconds / standard.printSeconds).toBeGreaterThan(1.15);
      expect(draft.materialCubicMm / standard.materialCubicMm).toBeCloseTo(1, 2);
      expect(fine.materialCubicMm / standard.materialCubicMm).toBeCloseTo(1, 2);
    });
  });
}
