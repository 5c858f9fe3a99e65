// Walls take the plastic that they hold, however thick: no step, and none that vanishes.
//
// A tube of 60 mm across at every tenth of a millimetre, against the volume of its solid: nothing but walls, so that no floor makes
// up for missing ones. `npm run bench -- walls` slices whole cups.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { type RunningEngine, startTestEngine } from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";

const WALLS_MM = Array.from({ length: 17 }, (_, index) => (index + 4) / 10);
/**
 * PrusaSlicer counts the plastic of a line with round sides, h·(1 − π/4) or 0.04 mm less than its width, so that a wall takes that much
 * less than its solid; so do vendors' own profiles, which are sliced by it (`npm run bench -- walls`). The embedded engine's lines are counted
 * as the wall that they fill, to 3 %; with walls of 2 mm it adds the same skin to a tube of any height. Where PrusaSlicer prints one
 * line, it has up to 4.7 % more than this tells.
 */
const COUNTED = {
  curaengine: { roundSidesMm: 0, within: 0.03, heightMm: 25 },
  prusaslicer: { roundSidesMm: 0.2 * (1 - Math.PI / 4), within: 0.05, heightMm: 5 },
} as const;

describe.each(ENGINES)("$title", ({ slicer, present }) => {
  describe.runIf(present)("prices a tube's plastic", () => {
    let engine: RunningEngine;
    beforeAll(async () => {
      engine = await startTestEngine({ ENGINE_SLICER: slicer });
    });
    afterAll(() => engine.cleanUp());

    test.each(WALLS_MM)("with walls of %f mm", async (wallMm) => {
      const { roundSidesMm, within, heightMm } = COUNTED[slicer];
      const { materialCubicMm } = await engine.slice({ model: models.binaryStl(models.tube(wallMm, { heightMm })) });
      const ratio = materialCubicMm / models.tubeVolume(wallMm - roundSidesMm, { heightMm });
      expect(Math.abs(ratio - 1), `${ratio.toFixed(3)} of the wall's plastic`).toBeLessThan(within);
    });
  });
});
