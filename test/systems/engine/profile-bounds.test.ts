// Each bound of a profile's numbers can be sliced by every engine: a form takes no other value.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { type RunningEngine, startTestEngine } from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";
import { profileWith } from "../../../harness/profiles/profile-with.ts";
import { PROCESS_PARAMETERS, resolveParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { FilamentProfile, LayeredProfile } from "../../../slicer-service/src/contract/profile.ts";
import { TECHNOLOGIES } from "../../../slicer-service/src/contract/technologies.ts";

/** Small, with an overhang, a bridge and slopes. */
const SMALL = models.binaryStl(models.letterT(12, 12, 6));

interface Bounds {
  readonly min: number;
  readonly max: number;
}
const boundsOf = (numbers: object): { name: string; bound: keyof Bounds; value: number }[] =>
  Object.entries<Bounds>({ ...numbers }).flatMap(([name, { min, max }]) => [
    { name, bound: "min" as const, value: min },
    { name, bound: "max" as const, value: max },
  ]);

/** Some numbers are of effect only beside others. */
const BESIDE: Partial<FilamentProfile> = {
  supports: true,
  zHopMm: 0.4,
  zHopSlopeDegrees: 5,
  overhang25MmPerSecond: 20,
  wipeOnRetraction: 1,
  supportInterfaceLayers: 2,
  supportBottomInterfaceLayers: 1,
  bridgingWalls: 1,
  minLayerSeconds: 5,
};

for (const { slicer, title, present } of ENGINES) {
  describe.runIf(present)(`${title} slices a small part with supports`, () => {
    let engine: RunningEngine;
    beforeAll(async () => {
      engine = await startTestEngine({ ENGINE_SLICER: slicer });
    });
    afterAll(() => engine.cleanUp());

    test.each(boundsOf(PROCESS_PARAMETERS.filament))("with $name at its $bound, $value", async ({ name, value }) => {
      const state = await engine.sliceToEnd({ model: SMALL, profile: profileWith(name, value, BESIDE) });
      expect(state, JSON.stringify(state)).toMatchObject({
        status: "done",
        result: { printSeconds: expect.any(Number), materialCubicMm: expect.any(Number) },
      });
    });
  });
}

describe.skipIf(ENGINES.every(({ present }) => present))("PrusaSlicer", () => {
  test.skip("is not on the PATH: its bounds were not tried", () => {});
});

describe("The layer estimate", () => {
  let engine: RunningEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ ENGINE_SLICER: "curaengine" });
  });
  afterAll(() => engine.cleanUp());

  const layered = TECHNOLOGIES.flatMap(({ slug, process }) =>
    process === "filament" ? [] : boundsOf(PROCESS_PARAMETERS[process]).map((bound) => ({ slug, ...bound })),
  );
  test.each(layered)("of $slug takes $name at its $bound, $value", async ({ slug, name, value }) => {
    // A profile of its technology by the same table; supports are ignored by powder.
    const profile = {
      technology: slug,
      layerHeightMm: 0.1,
      supports: true,
      ...resolveParameters(slug),
      [name]: value,
    } as LayeredProfile;
    const state = await engine.sliceToEnd({ model: SMALL, profile });
    expect(state, JSON.stringify(state)).toMatchObject({ status: "done" });
  });
});
