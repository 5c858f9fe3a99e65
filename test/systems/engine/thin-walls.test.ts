// Walls take the plastic that they hold, however thick: no step, and none that vanishes.
//
// A cup of 60 mm across at every tenth of a millimetre, against the volume of its solid.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../harness/engines.ts";
import * as models from "../../../harness/models.ts";
import { type RunningEngine, startTestEngine } from "../../../harness/running-engine.ts";

const WALLS_MM = Array.from({ length: 17 }, (_, index) => (index + 4) / 10);
/**
 * PrusaSlicer leaves free what the round sides of a line do not fill: in a wall of one line, a twentieth of a millimetre of its
 * thickness. Half a per cent more is allowed for it there.
 */
const SHARE = { curaengine: 0.03, prusaslicer: 0.036 } as const;

describe.each(ENGINES)("$title", ({ slicer, present }) => {
  describe.runIf(present)("prices a cup's plastic", () => {
    let engine: RunningEngine;
    beforeAll(async () => {
      engine = await startTestEngine({ ENGINE_SLICER: slicer });
    });
    afterAll(() => engine.cleanUp());

    test.each(WALLS_MM)("with walls of %f mm", async (wallMm) => {
      const result = await engine.slice({ model: models.binaryStl(models.cup(wallMm)) });
      const ratio = result.materialCubicMm / models.cupVolume(wallMm);
      expect(Math.abs(ratio - 1), `${ratio.toFixed(3)} of the solid`).toBeLessThan(SHARE[slicer]);
    });
  });
});
