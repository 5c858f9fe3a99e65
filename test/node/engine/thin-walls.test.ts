// The embedded engine's walls hold their plastic: thinner than a line, between one and two lines, and between walls.
//
// test/systems/engine/thin-walls.test.ts slices all of them; this one adds to CuraEngine's known output for three.

import { expect, test } from "vitest";
import * as models from "../../../harness/models.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import { curaEngineSettings } from "../../../slicer-service/engine/curaengine/curaengine.settings.ts";
import {
  variableWallDifference,
  type WallDifference,
} from "../../../slicer-service/engine/curaengine/variable-walls.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";

const SPACING_MM = 0.45 - 0.2 * (1 - Math.PI / 4);
/** The cup has a floor of 1 mm under its walls. */
const CUP_MM = 4;
const WALLS_MM = CUP_MM - 1;
/** Few layers, all alike. */
const TUBE_MM = 2;
const LAYER = 5;

const stlOfCup = (wallMm: number) => models.binaryStl(models.cup(wallMm, { heightMm: CUP_MM }));
const stlOfTube = (wallMm: number) => models.binaryStl(models.tube(wallMm, { heightMm: TUBE_MM }));

async function differenceOf(stl: Uint8Array, changes: Partial<FilamentProfile> = {}): Promise<WallDifference> {
  const difference = await variableWallDifference(stl, { ...STANDARD_PROFILE, ...changes });
  if (difference === undefined) throw new Error("the mesh cannot be cut");
  return difference;
}

/** The plastic of `lines` around a wall of the cup, each as long as the wall's middle. */
const printed = (lines: number) => lines * 2 * Math.PI * SPACING_MM * WALLS_MM;

test.each([
  ["none of a wall thinner than a line", 0.4, 0],
  ["two lines, one over the other, of a wall thicker than one", 0.5, 2],
  ["two lines of a wall with a gap between them", 1, 2],
  ["four lines of a wall with less than a fifth between them", 2, 4],
])("CuraEngine prints %s", async (_what, wallMm, lines) => {
  const { materialCubicMm } = await differenceOf(stlOfCup(wallMm));
  const middleMm = 30 - wallMm / 2;
  const wall = 2 * Math.PI * middleMm * wallMm * WALLS_MM;
  expect(materialCubicMm).toBeCloseTo(wall - printed(lines) * middleMm, 0);
});

test.each([
  ["one line in the middle of a wall thinner than one", 0.4, 1, 0],
  ["one line, where CuraEngine prints two over each other", 0.5, -1, 0],
  ["two lines, as CuraEngine does", 1, 0, 0],
  ["two lines and one between them, where CuraEngine leaves a gap", 1.2, 0, 1],
  ["two lines and one between them, where CuraEngine prints two over each other", 1.3, 0, -1],
  ["four lines, as CuraEngine does", 1.7, 0, 0],
])("takes the time of %s", async (_what, wallMm, outerLines, innerLines) => {
  const { inLayer } = await differenceOf(stlOfTube(wallMm));
  const around = 2 * Math.PI * (30 - wallMm / 2);
  const [outer = Number.NaN, inner = Number.NaN] = inLayer(LAYER).lines.map(({ mm }) => mm / around);
  expect(outer).toBeCloseTo(outerLines, 1);
  expect(inner).toBeCloseTo(innerLines, 1);
});

test.each([
  ["a wall thinner than a line", 0.4, 1],
  ["no wall of one line that CuraEngine prints twice", 0.5, 0],
  ["no wall of two lines", 1, 0],
  ["the line between two others", 1.21, 1],
  ["no line that CuraEngine prints twice between two others", 1.3, 0],
  ["no wall of four lines", 1.7, 0],
])("counts a way to %s", async (_what, wallMm, ways) => {
  const { inLayer } = await differenceOf(stlOfTube(wallMm));
  expect(inLayer(LAYER).ways).toBe(ways);
});

test.each([
  ["one line of a thin wall", 0.6, { thinWalls: 1 }, [-1, 0, 0]],
  ["none of a thin wall, where the profile leaves them out", 0.6, { thinWalls: 0 }, [-2, 0, 0]],
  ["two lines, and one in the gap between them", 1, { fillGaps: 1 }, [0, 0, 1]],
  ["two lines, and an open gap", 1, { fillGaps: 0 }, [0, 0, 0]],
])("takes the time of %s of classic walls", async (_what, wallMm, changes, expected) => {
  const { inLayer } = await differenceOf(stlOfTube(wallMm), { wallGenerator: 1, ...changes });
  const around = 2 * Math.PI * (30 - wallMm / 2);
  for (const [index, { kind, mm }] of inLayer(LAYER).lines.entries()) {
    expect(mm / around, kind).toBeCloseTo(expected[index] ?? Number.NaN, 1);
  }
});

test("leaves the plastic of an open gap out of classic walls", async () => {
  const tube = stlOfTube(1);
  const filled = await differenceOf(tube, { wallGenerator: 1, fillGaps: 1 });
  const open = await differenceOf(tube, { wallGenerator: 1, fillGaps: 0 });
  const gap = models.tubeVolume(1, { heightMm: TUBE_MM }) - 2 * 2 * Math.PI * 29.5 * SPACING_MM * TUBE_MM;
  expect((filled.materialCubicMm - open.materialCubicMm) / gap).toBeCloseTo(1, 1);
});

test("is as much for each layer of a part of so many that only some are cut", async () => {
  const [low, high] = await Promise.all(
    [2, 30].map((heightMm) => differenceOf(models.binaryStl(models.tube(0.4, { strips: 30, heightMm })))),
  );
  expect([low?.layers, high?.layers]).toEqual([10, 150]);
  expect((high?.materialCubicMm ?? Number.NaN) / (low?.materialCubicMm ?? Number.NaN)).toBeCloseTo(15, 2);
  for (const layer of [0, 75, 149])
    expect(high?.inLayer(layer).lines[0]?.mm).toBeCloseTo(low?.inLayer(0).lines[0]?.mm ?? 0);
});

test("leaves a part of whole lines as it is", async () => {
  const block = models.binaryStl(models.box([0, 0, 0], [40, 40, 2]));
  const { materialCubicMm, printsThinWalls, inLayer } = await differenceOf(block);
  expect(Math.abs(materialCubicMm)).toBeLessThan(0.1);
  expect(printsThinWalls).toBe(false);
  for (const { mm } of inLayer(LAYER).lines) expect(Math.abs(mm)).toBeLessThan(0.1);
  expect(inLayer(LAYER).ways).toBe(0);
});

test("adds and takes away nothing if the profile prints no walls", async () => {
  expect(await differenceOf(stlOfCup(1), { wallCount: 0 })).toMatchObject({
    materialCubicMm: 0,
    printsThinWalls: false,
  });
});

test("says of a mesh too large to be cut that it does not know, and CuraEngine fills its gaps itself", async () => {
  expect(await variableWallDifference(models.fineBall(30, 540_000), STANDARD_PROFILE)).toBeUndefined();
  expect(curaEngineSettings(STANDARD_PROFILE, true)).toMatchObject({
    fill_perimeter_gaps: "everywhere",
    fill_outline_gaps: true,
  });
});
