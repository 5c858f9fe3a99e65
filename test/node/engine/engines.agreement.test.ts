// A studio that changes its engine should not see its prices change: on shapes that leave nothing to a slicer's taste,
// both lay the same filament in about the same time. What real parts come to is measured by bench/engines.ts.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FdmProfile } from "../../../slicer-service/src/contract.ts";
import { ENGINES } from "./engines.ts";
import * as models from "./models.ts";
import { type RunningEngine, startEngine } from "./running-engine.ts";

/** As high as a whole number of most profiles' layers, since the slicers round a last half layer differently. */
const BOX = models.binaryStl(models.box([0, 0, 0], [50, 50, 16.8]));

describe.runIf(ENGINES.every(({ present }) => present))(
  "The engines agree (only with prusa-slicer on the PATH)",
  () => {
    let engines: RunningEngine[];
    beforeAll(async () => {
      engines = await Promise.all(ENGINES.map(({ slicer }) => startEngine({ ENGINE_SLICER: slicer })));
    });
    afterAll(() => Promise.all(engines.map((engine) => engine.cleanUp())));

    const profiles: [string, Partial<FdmProfile>][] = [
      ["of the standard profile", {}],
      ["without infill", { infillPercent: 0 }],
      ["with five walls", { wallCount: 5 }],
      ["of thin layers, printed finely", { layerHeightMm: 0.12, speedMode: "fine" }],
      ["of thick layers, as a draft", { layerHeightMm: 0.28, speedMode: "draft" }],
      ["of a thick nozzle", { nozzleDiameterMm: 0.8, layerHeightMm: 0.4 }],
    ];
    test.each(profiles)("on a box %s", async (_what, profile) => {
      const [one, other] = await Promise.all(engines.map((engine) => engine.slice({ model: BOX, profile })));
      expectWithin(one?.materialCubicMm, other?.materialCubicMm, 0.02);
      expectWithin(one?.printSeconds, other?.printSeconds, 0.06);
    });
  },
);

function expectWithin(actual = Number.NaN, expected = Number.NaN, share: number): void {
  expect(actual).toBeGreaterThan(expected * (1 - share));
  expect(actual).toBeLessThan(expected * (1 + share));
}
