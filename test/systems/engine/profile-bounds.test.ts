// Each bound of a profile's numbers can be sliced by every engine: a form takes no other value.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { type RunningEngine, startTestEngine } from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";
import { profileWith } from "../../../harness/profiles/profile-with.ts";
import type { FilamentGroup } from "../../../slicer-service/src/contract/filament-parameters.ts";
import { PROCESS_PARAMETERS, resolveParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { FilamentProfile, LayeredProfile } from "../../../slicer-service/src/contract/profile.ts";
import { TECHNOLOGIES } from "../../../slicer-service/src/contract/technologies.ts";

/** Small, with an overhang, a bridge and slopes. */
const SMALL = models.binaryStl(models.letterT(12, 12, 6));

interface Bounds {
  readonly min: number;
  readonly max: number;
}
interface Bound {
  readonly name: string;
  readonly bound: keyof Bounds;
  readonly value: number;
}
const boundsOf = (numbers: object): Bound[] =>
  Object.entries<Bounds>({ ...numbers }).flatMap(([name, { min, max }]) => [
    { name, bound: "min" as const, value: min },
    { name, bound: "max" as const, value: max },
  ]);

/** A slice tries a bound of each part of a profile: numbers of one part act on each other. */
const PARTS = {
  print: "lines",
  nozzle: "lines",
  lines: "lines",
  walls: "layers",
  infill: "layers",
  supports: "beside",
  retraction: "beside",
  cooling: "beside",
  speeds: "pace",
  accelerations: "pace",
  limits: "limits",
} as const satisfies Record<FilamentGroup, string>;

interface Tried {
  readonly title: string;
  /** Layers and nozzle are chosen for it. */
  readonly ofLines: Bound;
  readonly others: readonly Bound[];
}

function boundsTriedTogether(): Tried[] {
  const numbers = Object.entries<Bounds & { readonly group?: FilamentGroup }>(PROCESS_PARAMETERS.filament);
  const boundsIn = (part: string) =>
    boundsOf(Object.fromEntries(numbers.filter(([, { group = "print" }]) => PARTS[group] === part)));
  const lines = boundsIn("lines");
  const others = ["layers", "beside", "pace", "limits"].map(boundsIn);
  return Array.from({ length: Math.max(...[lines, ...others].map(({ length }) => length)) }, (_, index) => {
    const tried = { ofLines: at(lines, index), others: others.map((bounds) => at(bounds, index)) };
    const all = [tried.ofLines, ...tried.others];
    return { ...tried, title: all.map(({ name, bound, value }) => `${name} at its ${bound}, ${value}`).join(", ") };
  });
}

/** A shorter list begins anew. */
function at(bounds: readonly Bound[], index: number): Bound {
  const bound = bounds[index % bounds.length];
  if (bound === undefined) throw new Error("the table of numbers is empty");
  return bound;
}

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

    test.each(boundsTriedTogether())("with $title", async ({ ofLines, others }) => {
      const values = Object.fromEntries(others.map(({ name, value }) => [name, value]));
      const profile = profileWith(ofLines.name, ofLines.value, { ...BESIDE, ...values });
      const state = await engine.sliceToEnd({ model: SMALL, profile });
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
