// Copies: bodies drawn several times at one place count once, and as little work as one.

import fc from "fast-check";
import { expect, test } from "vitest";
import * as models from "../../../../harness/models.ts";
import { leaveOutCopies } from "../../../../slicer-service/engine/mesh/repair/repeated-triangles.ts";
import { weld } from "../../../../slicer-service/engine/mesh/welded-mesh.ts";
import { solidOf } from "./solids.ts";

const solid = (shape: models.Shape) => solidOf(models.binaryStl(shape), "stl");
const times = (count: number, shape: models.Shape) => models.together(...Array.from({ length: count }, () => shape));
const CUBE = models.cube(20);
/** Shares the cube's floor and is higher. */
const TOWER = models.box([0, 0, 0], [20, 20, 30]);

test("any number of copies of a body are the body as it was drawn", async () => {
  const body = models.hollowBox(20, 3);
  const once = await solid(body);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 40 }), async (copies) => {
      const { volumeCubicMm, mesh } = await solid(times(copies, body));
      expect(volumeCubicMm).toBeCloseTo(once.volumeCubicMm, 3);
      expect(mesh.triangles.length).toBe(once.mesh.triangles.length);
    }),
    { numRuns: 10 },
  );
});

test("copies of bodies that share faces with others count once, as often as each was drawn", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), async (cubes, towers) => {
      const { volumeCubicMm } = await solid(models.together(times(cubes, CUBE), times(towers, TOWER)));
      expect(volumeCubicMm).toBeCloseTo(12_000, 3);
    }),
    { numRuns: 15 },
  );
});

test("a surface without copies is left as it is, also if many triangles meet at an edge", () => {
  const { points, faces } = models.triangulated(models.together(CUBE, TOWER));
  const mesh = weld(Float32Array.from(points.flat()), Uint32Array.from(faces.flat()));
  expect(leaveOutCopies(mesh)).toBe(mesh);
});

test("a surface drawn twice is closed by the repair that closes it drawn once", async () => {
  const torn = models.withoutLastTriangle(CUBE);
  expect((await solid(models.together(torn, torn))).volumeCubicMm).toBeCloseTo(8000, 3);
});

test("an object at one place in a 3MF is one, by whichever components it comes there", async () => {
  const at = (x: number) => `transform="1 0 0 0 1 0 0 0 1 ${x} 0 0"`;
  const contents = {
    resources: `<object id="1">${models.meshXml(CUBE)}</object><object id="2"><components><component objectid="1" ${at(5)}/><component objectid="1" ${at(5)}/></components></object>`,
    items: `<item objectid="2"/><item objectid="1" ${at(5)}/><item objectid="2" ${at(40)}/>`,
  };
  const { volumeCubicMm, mesh } = await solidOf(models.threeMf(contents), "3mf");
  expect(volumeCubicMm).toBeCloseTo(16_000, 3);
  expect(mesh.triangles.length).toBe(2 * 3 * 12);
});
