// The resin estimate against PrusaSlicer's own figures for an Original Prusa SL1S, if PrusaSlicer is installed.
// bench/resin.ts compares real parts.

import { describe, expect, test } from "vitest";
import * as models from "../../../harness/models.ts";
import { profileOfSl1s, prusaSlicerVersion, sliceForSl1s } from "../../../harness/profiles/prusaslicer-resin.ts";
import { estimateLayers } from "../../../slicer-service/engine/layered/layer-estimate.ts";
import { readModelFile } from "../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeSolid } from "../../../slicer-service/engine/mesh/solid/solid.ts";

const version = await prusaSlicerVersion();

const shapes: [string, models.Shape][] = [
  ["a cube", models.cube(20)],
  ["a part so flat that its exposure hardly fades", models.box([0, 0, 0], [30, 20, 0.6])],
  // At least this high: PrusaSlicer 2.9 pulls the first thirteen layers off fast, however large they are.
  [
    "a block that fills more than a third of the display, and is pulled off slowly",
    models.box([0, 0, 0], [90, 60, 25]),
  ],
  ["a hollow box", models.hollowBox(30, 3)],
  ["a letter T", models.letterT(30, 40, 8)],
];

describe.skipIf(version === undefined)("The estimate of resin (only with prusa-slicer on the PATH)", () => {
  test.each(shapes)("of %s comes to PrusaSlicer's time and resin", async (_, shape) => {
    const solid = await makeSolid(readModelFile(Buffer.from(models.binaryStl(shape)), "stl"));
    const [ours, theirs] = [
      await estimateLayers(solid, profileOfSl1s(version ?? "", false), () => {}),
      await sliceForSl1s(solid, false),
    ];
    if (theirs === undefined) throw new Error("PrusaSlicer made nothing");
    expect(Math.abs(ours.printSeconds / theirs.printSeconds - 1)).toBeLessThan(0.02);
    expect(Math.abs(ours.materialCubicMm / theirs.materialCubicMm - 1)).toBeLessThan(0.005);
  });

  test("of a letter T on supports comes to its time, and within a fifth to its resin", async () => {
    const solid = await makeSolid(readModelFile(Buffer.from(models.binaryStl(models.letterT(30, 40, 8))), "stl"));
    const [ours, theirs] = [
      await estimateLayers(solid, profileOfSl1s(version ?? "", true), () => {}),
      await sliceForSl1s(solid, true),
    ];
    if (theirs === undefined) throw new Error("PrusaSlicer made nothing");
    expect(Math.abs(ours.printSeconds / theirs.printSeconds - 1)).toBeLessThan(0.02);
    expect(Math.abs(ours.materialCubicMm / theirs.materialCubicMm - 1)).toBeLessThan(0.2);
  });
});
