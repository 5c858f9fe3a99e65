// Solids made of meshes: the repaired, the refused, and their measures.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as models from "../../../../harness/models.ts";
import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { makeBodies } from "../../../../slicer-service/engine/mesh/solid/solid.ts";
import { writeStl } from "../../../../slicer-service/engine/mesh/write-stl.ts";
import { MILLIMETRES_HEADER } from "../../../../slicer-service/src/contract/stl-unit.ts";
import { failure, solidOf } from "./solids.ts";

const CUBE = models.cube(20);

describe("a solid", () => {
  const solid = (shape: models.Shape) => solidOf(models.binaryStl(shape), "stl");

  test("stands on the bed around the origin", async () => {
    const { mesh } = await solid(models.box([100, 200, -50], [130, 220, -40]));
    const along = (axis: number) => mesh.corners.filter((_, at) => at % 3 === axis);
    expect([Math.min(...along(0)), Math.max(...along(0))]).toEqual([-15, 15]);
    expect([Math.min(...along(1)), Math.max(...along(1))]).toEqual([-10, 10]);
    expect([Math.min(...along(2)), Math.max(...along(2))]).toEqual([0, 10]);
  });

  test("is made of corners that miss each other by a rounding", async () => {
    const triangles = models.triangulated(CUBE);
    // Every triangle has corners of its own, each a hair away from its true place.
    const torn: models.Shape = {
      points: triangles.faces.flatMap((face, index) =>
        face.map((corner): models.Point => {
          const [x = 0, y = 0, z = 0] = triangles.points[corner] ?? [];
          return [x + index * 1e-6, y - index * 1e-6, z];
        }),
      ),
      faces: triangles.faces.map((_, index) => [3 * index, 3 * index + 1, 3 * index + 2]),
    };
    expect((await solid(torn)).volumeCubicMm).toBeCloseTo(8000, 1);
  });

  test("is made of a surface whose corners lie on edges of their neighbours", async () => {
    // One side of the box is cut into more triangles than the sides around it know of.
    const { points, faces } = models.triangulated(CUBE);
    const cutAt = (onEdge: readonly models.Point[], lid: readonly (readonly number[])[]): models.Shape => ({
      points: [...points, ...onEdge],
      faces: [...faces.filter((face) => !face.every((corner) => corner >= 4)), ...lid],
    });
    const inTwoPlaces = cutAt(
      [
        [5, 0, 20],
        [12, 0, 20],
      ],
      [
        [4, 8, 7],
        [8, 9, 7],
        [9, 6, 7],
        [9, 5, 6],
      ],
    );
    expect((await solid(inTwoPlaces)).volumeCubicMm).toBeCloseTo(8000, 3);
    const onTwoEdges = cutAt(
      [
        [10, 0, 20],
        [20, 10.00001, 20],
      ],
      [
        [4, 8, 7],
        [8, 5, 9],
        [8, 9, 7],
        [9, 6, 7],
      ],
    );
    expect((await solid(onTwoEdges)).volumeCubicMm).toBeCloseTo(8000, 2);
  });

  test("is made of a triangle that has corners of others on all its edges", async () => {
    const [middle, base]: [models.Point[], models.Point[]] = [
      [
        [10, 0, 0],
        [10, 10, 0],
        [0, 10, 0],
      ],
      [
        [0, 0, 0],
        [20, 0, 0],
        [0, 20, 0],
      ],
    ];
    const pyramid: models.Shape = {
      points: [...base, ...middle, [0, 0, 30]],
      faces: [
        [0, 2, 1],
        [0, 3, 6],
        [3, 1, 6],
        [1, 4, 6],
        [4, 2, 6],
        [2, 5, 6],
        [5, 0, 6],
      ],
    };
    expect((await solid(pyramid)).volumeCubicMm).toBeCloseTo((20 * 20 * 30) / 6, 3);
  });

  test("is not made of a surface whose corners miss their neighbours' edges by so much that it matters", async () => {
    const { points, faces } = models.triangulated(CUBE);
    const gaping = (off: number) => ({
      points: [...points, [10, off, 20 + off] as const],
      faces: [...faces.filter((face) => !face.every((corner) => corner >= 4)), [4, 8, 7], [8, 5, 6], [8, 6, 7]],
    });
    expect((await solid(gaping(0.05))).volumeCubicMm / 8000).toBeCloseTo(1, 2);
    await expect(solid(gaping(12))).rejects.toThrow(failure("open_mesh"));
  });

  test("is made of a flat face of which a piece is missing up to its edge", async () => {
    const { points, faces } = models.triangulated(CUBE);
    for (const missing of faces.keys()) {
      const open = { points, faces: faces.filter((_, index) => index !== missing) };
      expect((await solid(open)).volumeCubicMm, `triangle ${missing}`).toBeCloseTo(8000, 3);
    }
    const cornersOfLid = [4, 5, 6, 7];
    // The lid as a fan around its middle: two of its four triangles are missing, a quarter each, in one hole and in two.
    const fanned = (kept: readonly number[]): models.Shape => ({
      points: [...points, [10, 10, 20]],
      faces: [
        ...faces.filter((face) => !face.every((corner) => corner >= 4)),
        ...kept.map((side) => [cornersOfLid[side] ?? 0, cornersOfLid[(side + 1) % 4] ?? 0, 8]),
      ],
    });
    for (const kept of [[0, 1, 2], [0, 1], [3], [2, 3]]) {
      expect((await solid(fanned(kept))).volumeCubicMm, `sides ${kept}`).toBeCloseTo(8000, 3);
    }
    expect((await solid(models.insideOut(fanned([0, 1])))).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("is not made of a box that may be open on purpose", async () => {
    for (const shape of [CUBE, models.hollowBox(40, 5), models.insideOut(CUBE)]) {
      for (const lid of shape.faces.keys()) {
        const open = { points: shape.points, faces: shape.faces.filter((_, index) => index !== lid) };
        await expect(solid(open), `without face ${lid}`).rejects.toThrow(failure("open_mesh"));
      }
    }
  });

  test("is not made of a flat face with a hole within it, which may lead into a pocket", async () => {
    const rim = (inset: number): models.Point[] => [
      [inset, inset, 20],
      [20 - inset, inset, 20],
      [20 - inset, 20 - inset, 20],
      [inset, 20 - inset, 20],
    ];
    const withMouth = (inset: number): models.Shape => ({
      points: [...CUBE.points, ...rim(inset)],
      faces: [
        ...CUBE.faces.filter((face) => !face.every((corner) => corner >= 4)),
        ...[0, 1, 2, 3].map((side) => [4 + side, 4 + ((side + 1) % 4), 8 + ((side + 1) % 4), 8 + side]),
      ],
    });
    await expect(solid(withMouth(5))).rejects.toThrow(failure("open_mesh"));
    // A mouth of 0.4 mm changes nothing, however deep the pocket: (4 × 0.4)² / 4π × 34.6 mm is 0.09 % of 8000 mm³.
    expect((await solid(withMouth(9.8))).volumeCubicMm).toBeCloseTo(8000, 1);
  });

  test("is refused for its holes with their number, and the size and place of the largest", async () => {
    const { points, faces } = models.box([100, 100, 100], [120, 130, 140]);
    await expect(solid({ points, faces: faces.slice(1) })).rejects.toThrow(
      "a hole of 20 × 30 × 0 mm around X 110, Y 115, Z 100 mm",
    );
    await expect(solid({ points, faces: faces.slice(2) })).rejects.toThrow(
      "2 holes, the largest of them of 20 × 30 × 0 mm",
    );
  });

  test("is not made of a surface of no thickness", async () => {
    const flat = models.box([0, 0, 0], [20, 20, 0]);
    await expect(solid(flat)).rejects.toThrow(failure("open_mesh"));
  });

  test("is not made of triangles without area", async () => {
    const line: models.Shape = {
      points: [
        [0, 0, 0],
        [20, 0, 0],
      ],
      faces: [
        [0, 1, 1],
        [1, 0, 0],
      ],
    };
    await expect(solid(line)).rejects.toThrow(failure("open_mesh"));
  });

  test("is not made of faces that are drawn from both sides", async () => {
    const { points, faces } = models.triangulated(models.sphere(10, 8));
    const bothSides = { points, faces: [...faces, ...faces.map((face) => face.toReversed())] };
    await expect(solid(bothSides)).rejects.toThrow(failure("open_mesh"));
  });

  test("is made of triangles that face any way, if their neighbours tell how they should", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(11), { maxLength: 12 }), async (turned) => {
        const flipped = models.withFlipped(CUBE, (triangle) => turned.includes(triangle));
        expect((await solid(flipped)).volumeCubicMm).toBeCloseTo(8000, 3);
      }),
    );
    const ball = models.sphere(10, 12);
    const whole = await solid(ball);
    const withPatch = models.withFlipped(ball, (triangle) => triangle > 100 && triangle < 300);
    expect((await solid(withPatch)).volumeCubicMm).toBeCloseTo(whole.volumeCubicMm, 3);
  });

  test("counts the shared space of two bodies once, however small, and each body whole if they share none", async () => {
    const side = fc.double({ min: 8, max: 20, noNaN: true });
    const place = fc.double({ min: -22, max: 22, noNaN: true });
    const triple = (part: typeof side) => fc.tuple(part, part, part);
    // Turned by no simple angle, so that nothing is parallel to an axis.
    const turned = ({ points, faces }: models.Shape): models.Shape => ({
      points: points.map(
        ([x, y, z]): models.Point => [0.6 * x - 0.8 * y, 0.48 * x + 0.36 * y - 0.8 * z, 0.64 * x + 0.48 * y + 0.6 * z],
      ),
      faces,
    });
    await fc.assert(
      fc.asyncProperty(triple(side), triple(side), triple(place), async (one, two, at) => {
        const shared = one.map((length, axis) =>
          Math.max(0, Math.min(length, (at[axis] ?? 0) + (two[axis] ?? 0)) - Math.max(0, at[axis] ?? 0)),
        );
        const volume = (sides: readonly number[]) => sides.reduce((product, length) => product * length, 1);
        const far = at.map((from, axis) => from + (two[axis] ?? 0));
        const [x = 0, y = 0, z = 0] = far;
        const bodies = models.together(models.box([0, 0, 0], one), models.box(at, [x, y, z]));
        const expected = volume(one) + volume(two) - volume(shared);
        expect((await solid(turned(bodies))).volumeCubicMm / expected).toBeCloseTo(1, 4);
      }),
      { numRuns: 200 },
    );
  });

  test("stays as it was drawn if parts are printed around each other without touching", async () => {
    const frame = models.together(
      models.box([0, 0, 0], [40, 40, 5]),
      models.box([0, 0, 20], [40, 40, 25]),
      models.box([2, 2, 5.5], [38, 38, 19.5]),
    );
    const ring = models.ring(30, 20, 10);
    const post = models.box([-5, -5, -10], [5, 5, 30]);
    const { mesh, volumeCubicMm } = await solid(models.together(ring, post));
    expect(mesh.triangles.length / 3).toBe(models.triangulated(ring).faces.length + 12);
    expect(volumeCubicMm).toBeCloseTo((await solid(ring)).volumeCubicMm + 4000, 1);
    expect((await solid(frame)).mesh.triangles.length / 3).toBe(36);
  });

  test("keeps a hollow of which a patch is turned over", async () => {
    const { volumeCubicMm } = await solid(
      models.withFlipped(models.hollowBox(40, 5), (face) => face === 3 || face > 21),
    );
    expect(volumeCubicMm).toBeCloseTo(40 ** 3 - 30 ** 3, 1);
  });

  test("is made of a surface with both a turned triangle and a missing one", async () => {
    const { points, faces } = models.withFlipped(CUBE, (triangle) => triangle === 6);
    expect((await solid({ points, faces: faces.slice(1) })).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("is not made of a surface that has only one side", async () => {
    await expect(solid(models.kleinBottle(24))).rejects.toThrow("turns over into itself");
  });

  test("may be two bodies that share an edge", async () => {
    const touching = models.together(models.cube(10), models.box([10, 10, 0], [20, 20, 10]));
    expect((await solid(touching)).volumeCubicMm).toBeCloseTo(2000, 2);
  });

  test("turns only those of its bodies that are inside out", async () => {
    const apart = models.together(CUBE, models.insideOut(models.box([30, 0, 0], [50, 20, 20])));
    expect((await solid(apart)).volumeCubicMm).toBeCloseTo(16_000, 1);
  });

  test("takes a body that is inside out for no hollow of the body whose corner it stands in", async () => {
    const corner = models.prism(
      [
        [0, 0],
        [50, 0],
        [50, 10],
        [10, 10],
        [10, 50],
        [0, 50],
      ],
      20,
    );
    const apart = models.together(corner, models.insideOut(models.box([20, 20, 5], [40, 40, 15])));
    const alone = await solidOf(models.obj(corner), "obj");
    expect((await solidOf(models.obj(apart), "obj")).volumeCubicMm).toBeCloseTo(alone.volumeCubicMm + 4000, 1);
  });

  test("keeps the hollow of a box that is inside out altogether", async () => {
    const { volumeCubicMm } = await solid(models.insideOut(models.hollowBox(40, 5)));
    expect(volumeCubicMm).toBeCloseTo(40 ** 3 - 30 ** 3, 1);
  });

  test("keeps a body in the hollow of another", async () => {
    const inHollow = models.together(models.hollowBox(40, 5), models.box([15, 15, 15], [25, 25, 25]));
    expect((await solid(inHollow)).volumeCubicMm).toBeCloseTo(40 ** 3 - 30 ** 3 + 1000, 1);
  });

  test("is given to a slicer as it was drawn if bodies only overlap, and united if one is hollow", async () => {
    const bodies = (shape: models.Shape) => makeBodies(readModelFile(Buffer.from(models.binaryStl(shape)), "stl"));
    const beside = models.box([38, 0, 0], [60, 40, 40]);
    const overlapping = await bodies(models.together(models.cube(40), beside));
    expect(overlapping.mesh.triangles.length / 3).toBe(24);
    expect((await overlapping.unite()).volumeCubicMm).toBeCloseTo(60 * 1600, 0);
    const hollow = await bodies(models.together(models.hollowBox(40, 5), beside));
    expect(hollow.mesh).toBe((await hollow.unite()).mesh);
  });

  test("keeps hollows if bodies overlap", async () => {
    const overlapping = models.together(models.hollowBox(40, 5), models.box([38, 0, 0], [60, 40, 40]));
    expect((await solid(overlapping)).volumeCubicMm).toBeCloseTo(60 * 1600 - 30 ** 3, 0);
  });

  test("is longer than 5 mm, and 1000 mm at most", async () => {
    await expect(solid(models.cube(5))).rejects.toThrow(failure("model_too_small"));
    expect((await solid(models.box([0, 0, 0], [5.1, 1, 1]))).volumeCubicMm).toBeCloseTo(5.1, 3);
    expect((await solid(models.box([0, 0, 0], [1000, 1, 1]))).volumeCubicMm).toBeCloseTo(1000, 1);
    await expect(solid(models.box([0, 0, 0], [1000.5, 1, 1]))).rejects.toThrow(failure("model_too_large"));
  });

  test("of 5 mm or less is taken if its file states millimetres", async () => {
    const stated = (shape: models.Shape) =>
      readModelFile(models.binaryStl(shape, MILLIMETRES_HEADER), "stl").isInMillimetres;
    expect(stated(models.cube(5))).toBe(true);
    expect(readModelFile(models.binaryStl(models.cube(5)), "stl").isInMillimetres).toBe(false);
    const file = readModelFile(models.binaryStl(models.cube(2), MILLIMETRES_HEADER), "stl");
    expect((await makeBodies(file, file.isInMillimetres)).dimensionsMm).toEqual({ x: 2, y: 2, z: 2 });
  });

  test.each([
    [[5, 2.5, 1.375], "only 5 × 2.5 × 1.38 mm. Drawn in inches it would be 127 × 63.5 × 34.9 mm: if"],
    [[0.08, 0.05, 0.02], "only 0.08 × 0.05 × 0.02 mm. Drawn in metres it would be 80 × 50 × 20 mm: if"],
    [[0.5, 0.5, 0.5], "inches it would be 12.7 × 12.7 × 12.7 mm, drawn in metres it would be 500 × 500 × 500 mm: if"],
    [[0.001, 0.001, 0.001], "only 0.001 × 0.001 × 0.001 mm. Please check the unit it was drawn in."],
    [[80_000, 5000, 2000], "Drawn in micrometres it would be 80 × 5 × 2 mm: if"],
    [[2540, 254, 254], "With millimetres taken for inches on the way it would be 100 × 10 × 10 mm: if"],
    [[1040, 20, 20], "measures 1040 × 20 × 20 mm; the longest side may be 1000 mm. Please check the unit"],
    [[5e6, 5e6, 5e6], "may be 1000 mm. Please check the unit it was drawn in."],
    [[1e30, 20, 20], "measures over 1000000 × 20 × 20 mm; the longest"],
    [[0.5, 1e-7, 0.5], "only 0.5 × under 0.001 × 0.5 mm."],
  ] as const)("of %j is refused with the units that would make a part of it", async ([x, y, z], sentence) => {
    await expect(solid(models.box([0, 0, 0], [x, y, z]))).rejects.toThrow(sentence);
  });

  test("is not measured by points that no face uses", async () => {
    const stray = models.bytes(
      `v 5000 0 0\n${new TextDecoder().decode(models.obj(CUBE, (corner) => String(corner - 9)))}`,
    );
    expect((await solidOf(stray, "obj")).dimensionsMm).toEqual({ x: 20, y: 20, z: 20 });
  });
});

test("the STL for a slicer cannot be taken for text", async () => {
  const { mesh } = await solidOf(models.binaryStl(CUBE), "stl");
  const file = writeStl(mesh.corners, mesh.triangles);
  expect(file.length).toBe(84 + 50 * 12);
  expect(file.subarray(84, 212).some((byte) => byte > 127)).toBe(true);
});

describe("a repair", () => {
  const nothing = { trianglesTurned: 0, cornersJoined: 0, edgesSplit: 0, holesFilled: 0 };
  const repairs = async (shape: models.Shape) =>
    (await makeBodies(readModelFile(Buffer.from(models.binaryStl(shape)), "stl"))).repairs;
  const cube = models.triangulated(CUBE);

  test("is nothing if the surface is closed, however it is turned", async () => {
    expect(await repairs(CUBE)).toEqual(nothing);
    expect(await repairs(models.insideOut(CUBE))).toEqual(nothing);
  });

  test("counts triangles that faced the wrong way", async () => {
    expect(await repairs(models.withFlipped(cube, (triangle) => triangle < 2))).toEqual({
      ...nothing,
      trianglesTurned: 2,
    });
  });

  test("counts holes, together with triangles that were turned before", async () => {
    expect(await repairs(models.withoutLastTriangle(cube))).toEqual({ ...nothing, holesFilled: 1 });
    const both = models.withoutLastTriangle(models.withFlipped(cube, (triangle) => triangle === 3));
    expect(await repairs(both)).toEqual({ ...nothing, trianglesTurned: 1, holesFilled: 1 });
  });

  test("counts corners that were moved onto their neighbours", async () => {
    const [first = [0, 1, 2], ...others] = cube.faces;
    const corner = cube.points[first[0] ?? 0] ?? [0, 0, 0];
    const torn = {
      points: [...cube.points, [corner[0] + 0.00002, corner[1], corner[2]] as const],
      faces: [[cube.points.length, ...first.slice(1)], ...others],
    };
    expect(await repairs(torn)).toEqual({ ...nothing, cornersJoined: 1 });
  });

  test("counts edges that were split at a corner on them", async () => {
    const faces = cube.faces.filter((face) => !face.every((corner) => corner >= 4));
    const cut = { points: [...cube.points, [10, 0, 20] as const], faces: [...faces, [4, 8, 7], [8, 5, 6], [8, 6, 7]] };
    expect(await repairs(cut)).toEqual({ ...nothing, edgesSplit: 1 });
  });
});
