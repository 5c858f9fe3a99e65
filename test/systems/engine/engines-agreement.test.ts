// Both engines give about the same filament and time, so that a change of engine leaves prices as they are.
//
// On boxes they agree closely; on slopes and overhangs, with different choices of the slicers, within the limits that
// bench/engines.ts sets for real parts.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { type RunningEngine, startTestEngine } from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";

/** A whole number of layers high in most profiles: the slicers round a last half layer differently. */
const BOX = models.binaryStl(models.box([0, 0, 0], [50, 50, 16.8]));

describe.runIf(ENGINES.every(({ present }) => present))(
  "The engines agree (only with prusa-slicer on the PATH)",
  () => {
    let engines: RunningEngine[];
    beforeAll(async () => {
      engines = await Promise.all(ENGINES.map(({ slicer }) => startTestEngine({ ENGINE_SLICER: slicer })));
    });
    afterAll(() => Promise.all(engines.map((engine) => engine.cleanUp())));

    const profiles: [string, Partial<FilamentProfile>][] = [
      ["of the standard profile", {}],
      ["without infill", { infillPercent: 0 }],
      ["with five walls", { wallCount: 5 }],
      ["of thin layers, printed finely", { layerHeightMm: 0.12, speedMode: "fine" }],
      ["of thick layers, as a draft", { layerHeightMm: 0.28, speedMode: "draft" }],
      ["of a thick nozzle", { nozzleDiameterMm: 0.8, layerHeightMm: 0.4 }],
    ];
    test.each(profiles)("on a box %s", async (_what, profile) => {
      const [one, other] = await Promise.all(engines.map((engine) => engine.slice({ model: BOX, profile })));
      // Over infill PrusaSlicer 2.9 makes the first top layer half as thick again, without a setting for it; that is a
      // larger share of a print without infill.
      const share = profile.infillPercent === 0 ? 0.035 : 0.02;
      expectWithin(one?.materialCubicMm, other?.materialCubicMm, share);
      expectWithin(one?.printSeconds, other?.printSeconds, 0.06);
    });

    test("on slopes, round shapes, overhangs and thin walls to 5 % in the median and 20 % at the worst", async () => {
      const shapes = [
        frustum(40, 30, 15),
        models.letterT(30, 40, 12),
        models.sphere(12, 24),
        models.together(models.box([0, 0, 0], [40, 40, 2]), models.box([0, 19, 1], [40, 21.5, 20])),
      ].map((shape) => models.binaryStl(shape));
      const profiles: Partial<FilamentProfile>[] = [
        { supports: true },
        { supports: true, layerHeightMm: 0.12, speedMode: "fine" },
        { supports: true, layerHeightMm: 0.28, speedMode: "draft" },
      ];
      const times: number[] = [];
      const volumes: number[] = [];
      for (const model of shapes) {
        for (const profile of profiles) {
          const [one, other] = await Promise.all(engines.map((engine) => engine.slice({ model, profile })));
          times.push((one?.printSeconds ?? Number.NaN) / (other?.printSeconds ?? Number.NaN));
          volumes.push((one?.materialCubicMm ?? Number.NaN) / (other?.materialCubicMm ?? Number.NaN));
        }
      }
      for (const ratios of [times, volumes]) {
        const sorted = ratios.toSorted((a, b) => a - b);
        const said = `CuraEngine over PrusaSlicer: ${sorted.map((ratio) => ratio.toFixed(3)).join(" ")}`;
        expect(Math.abs((sorted[sorted.length >> 1] ?? Number.NaN) - 1), said).toBeLessThan(0.05);
        expect(sorted[0], said).toBeGreaterThan(0.8);
        expect(sorted.at(-1), said).toBeLessThan(1.2);
      }
    });

    // Short moves and many narrow slopes: the strictest test of a slicer's clock and its rule for skin.
    test.each([
      ["an organic solid", models.organicSolid(), 0.08, 0.25],
      ["a lithophane that stands", models.lithophane("standing", 90, 68), 0.05, 0.2],
      ["a lithophane that lies", models.lithophane("lying", 90, 68), 0.05, 0.2],
      ["a funnel", models.funnel(1.1), 0.05, 0.2],
    ])("on %s about as closely as on slopes", async (_what, shape, inMaterial, inTime) => {
      const model = models.binaryStl(shape);
      const [one, other] = await Promise.all(engines.map((engine) => engine.slice({ model })));
      expectWithin(one?.materialCubicMm, other?.materialCubicMm, inMaterial);
      expectWithin(one?.printSeconds, other?.printSeconds, inTime);
    });
  },
);

/** A pyramid without its top, in mm: a side of the base, one of the top, and the height. */
function frustum(base: number, top: number, height: number): models.Shape {
  const { faces } = models.cube(1);
  const corners = (side: number, z: number): models.Point[] => [
    [-side / 2, -side / 2, z],
    [side / 2, -side / 2, z],
    [side / 2, side / 2, z],
    [-side / 2, side / 2, z],
  ];
  return { points: [...corners(base, 0), ...corners(top, height)], faces };
}

function expectWithin(actual = Number.NaN, expected = Number.NaN, share: number): void {
  const said = `CuraEngine's is ${(actual / expected).toFixed(3)} of PrusaSlicer's`;
  expect(actual, said).toBeGreaterThan(expected * (1 - share));
  expect(actual, said).toBeLessThan(expected * (1 + share));
}
