// The expected work of a slice: measures worked out by hand, and files that triangles alone do not tell apart.

import { describe, expect, it } from "vitest";
import * as models from "../../../harness/models.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import { layeredOutlines } from "../../../slicer-service/engine/mesh/part/layered-outlines.ts";
import { readModelFile } from "../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeBodies } from "../../../slicer-service/engine/mesh/solid/solid.ts";
import { slicingWorkSeconds } from "../../../slicer-service/engine/slicing-work.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";

const bodiesOf = async (shape: models.Shape) => makeBodies(readModelFile(models.binaryStl(shape), "stl"));

const expected = async (shape: models.Shape, changes: Partial<FilamentProfile> = {}) =>
  slicingWorkSeconds((await bodiesOf(shape)).mesh, { ...STANDARD_PROFILE, ...changes });

describe("the lines that a slicer has to draw", () => {
  it("is, of a cube, two corners for each of its four sides in each layer, and its areas", async () => {
    const { mesh } = await bodiesOf(models.cube(20));
    const outlines = layeredOutlines(mesh, 0.2);
    expect(outlines).toMatchObject({ corners: 8 * 100, pairsOfCorners: 8 ** 2 * 100 });
    expect(outlines.uprightSquareMm).toBeCloseTo(4 * 400, 3);
    expect(outlines.flatSquareMm).toBeCloseTo(2 * 400, 3);
  });
});

describe("the expected time of slicing", () => {
  it("is more than a minute for a cylinder of many sides, and less for a ball of four times its triangles", async () => {
    expect(await expected(models.regularPrism(20_000, 30, 20))).toBeGreaterThan(60);
    expect(await expected(models.sphere(30, 300))).toBeLessThan(60);
  });

  it("is more than a minute for 0.7 MB of boxes within each other", async () => {
    expect(await expected(models.nestedBoxes(1200))).toBeGreaterThan(60);
  });

  it("is far less than a minute for parts as they are printed", async () => {
    for (const shape of [models.cube(20), models.cup(1.2), models.organicSolid(), models.lithophane("standing")]) {
      expect(await expected(shape)).toBeLessThan(6);
    }
  });

  it("grows with thinner layers, more infill and more walls", async () => {
    const cube = models.cube(60);
    const plain = await expected(cube);
    for (const changes of [{ layerHeightMm: 0.1 }, { infillPercent: 60 }, { wallCount: 8 }]) {
      expect(await expected(cube, changes), JSON.stringify(changes)).toBeGreaterThan(plain);
    }
  });
});
