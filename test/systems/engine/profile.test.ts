// Every value of a profile reaches the slicer: changed alone, it changes time or filament as expected.
//
// A setting under a name that the slicer does not know would change nothing.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { type RunningEngine, startTestEngine } from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";
import { PROCESS_PARAMETERS } from "../../../slicer-service/src/contract/process-parameters.ts";
import { type FilamentProfile, INFILL_PATTERNS } from "../../../slicer-service/src/contract/profile.ts";
import type { SliceResult } from "../../../slicer-service/src/contract/slices.ts";

/** Large enough that no layer has to wait for cooling. */
const BOX = models.binaryStl(models.box([0, 0, 0], [50, 50, 15]));
const LETTER_T = models.binaryStl(models.letterT(30, 40, 8));
/** Small, with an overhang, a bridge and slopes. */
const SMALL = models.binaryStl(models.letterT(12, 12, 6));

interface Bounds {
  readonly min: number;
  readonly max: number;
}
const NUMBERS = Object.entries<Bounds>(PROCESS_PARAMETERS.filament);
/** Every number with a matching name, at one of its bounds. */
function allAt(bound: keyof Bounds, names: RegExp): Partial<FilamentProfile> {
  return Object.fromEntries(NUMBERS.filter(([name]) => names.test(name)).map(([name, row]) => [name, row[bound]]));
}
const MOTION = /(MmPerSecond|Acceleration)$/;
const CHOICES = new RegExp(
  `^(${NUMBERS.filter(([, { max }]) => max <= 2).map(([name]) => name)})$`.replaceAll(",", "|"),
);
const EXTREMES: Readonly<Record<string, Partial<FilamentProfile>>> = {
  "every speed and acceleration at its least": {
    ...allAt("min", MOTION),
    travelMmPerSecond: 50,
    travelZMmPerSecond: 5,
  },
  "every speed and acceleration at its most": allAt("max", MOTION),
  "every line at its narrowest": { ...allAt("min", /WidthPercent$/), layerHeightMm: 0.1 },
  "every line at its widest": allAt("max", /WidthPercent$/),
  "the widest nozzle": { nozzleDiameterMm: 2, layerHeightMm: 1, firstLayerHeightMm: 2 },
  "every choice made, with supports": {
    ...allAt("max", CHOICES),
    layerHeightMm: 0.2,
    nozzleDiameterMm: 0.4,
    firstLayerHeightMm: 0.2,
    elephantFootMm: 0.2,
    resolutionMm: 0.05,
    junctionDeviationMm: 0.1,
    supportGapMm: 0.2,
    supports: true,
    supportInterfaceLayers: 3,
    supportBottomInterfaceLayers: 2,
    overhang25MmPerSecond: 20,
    overhang50MmPerSecond: 15,
    zHopMm: 0.4,
    zHopSlopeDegrees: 5,
  },
  "no retraction, no cooling, no jerk": { ...allAt("min", /^jerk/), retractionMm: 0, minLayerSeconds: 0 },
};

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
      // The layer that they stand on is 3 mm wider all round in PrusaSlicer, and filled to 90 %.
      const base = 2 * (16 + 6) * (8 + 6) * 0.2 * 0.9;
      const added = supported.materialCubicMm - without.materialCubicMm;
      expect(added).toBeGreaterThan(column * 0.5);
      expect(added).toBeLessThan((column + base) * 2);
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

    test("the most that is melted in a second: the print takes as long as its plastic then takes to flow", async () => {
      // Generic FLEX of PrusaSlicer's own printers allows 1.2 mm³/s.
      const flexible = await slice({ maxFlowCubicMmPerSecond: 1.2 });
      const flowing = flexible.materialCubicMm / 1.2;
      expect(flexible.printSeconds / flowing).toBeGreaterThan(0.97);
      expect(flexible.printSeconds / flowing).toBeLessThan(1.2);
      expect(flexible.printSeconds / standard.printSeconds).toBeGreaterThan(1.5);
      expect(flexible.materialCubicMm / standard.materialCubicMm).toBeCloseTo(1, 2);
    });

    test("the extrusion: a tenth more plastic in the same time", async () => {
      const more = await slice({ extrusionPercent: 110 });
      expect(more.materialCubicMm / standard.materialCubicMm).toBeCloseTo(1.1, 2);
      expect(more.printSeconds / standard.printSeconds).toBeCloseTo(1, 1);
    });

    test("the filament's diameter: as much plastic of a thicker filament", async () => {
      const thick = await slice({ filamentDiameterMm: 2.85 });
      expect(thick.materialCubicMm / standard.materialCubicMm).toBeCloseTo(1, 2);
    });

    test("the least time of a layer: a small part takes it for each of its layers", async () => {
      const cooled = await slice({ minLayerSeconds: 30, minPrintMmPerSecond: 1 }, SMALL);
      expect(cooled.printSeconds / cooled.layers).toBeGreaterThan(26);
    });

    test("the accelerations: a printer of ten times as much is faster at the same speeds", async () => {
      const quick = await slice({ ...allAt("max", /Acceleration$/) });
      expect(quick.printSeconds / standard.printSeconds).toBeLessThan(0.95);
    });

    test.each(INFILL_PATTERNS)(
      "the pattern %s: it takes about the share of the inside it says",
      async (infillPattern) => {
        const [none, filled] = [await slice({ infillPercent: 0 }), await slice({ infillPattern })];
        const inside = (50 - 4 * 0.45) ** 2 * (15 - 8 * 0.2);
        expect((filled.materialCubicMm - none.materialCubicMm) / inside).toBeGreaterThan(0.15);
        expect((filled.materialCubicMm - none.materialCubicMm) / inside).toBeLessThan(0.25);
      },
    );

    test.each(Object.entries(EXTREMES))("an extreme: %s", async (_, profile) => {
      const { printSeconds, materialCubicMm } = await slice(profile, SMALL);
      expect(printSeconds).toBeGreaterThan(0);
      expect(materialCubicMm).toBeGreaterThan(0);
    });
  });
}
