// Holes: which are closed, how wrong that can be at most, and which a studio's customer must close.

import { describe, expect, test } from "vitest";
import * as models from "../../../../harness/models.ts";
import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { type Bodies, makeBodies } from "../../../../slicer-service/engine/mesh/solid/solid.ts";
import { failure } from "./solids.ts";

const bodiesOf = (shape: models.Shape): Promise<Bodies> =>
  makeBodies(readModelFile(Buffer.from(models.binaryStl(shape)), "stl"));
const volumeOf = async (shape: models.Shape) => (await (await bodiesOf(shape)).unite()).volumeCubicMm;

/** Without the triangles whose middle is chosen. */
function withHoles(shape: models.Shape, isMissing: (x: number, y: number, z: number) => boolean): models.Shape {
  const { points, faces } = models.triangulated(shape);
  const middle = (face: readonly number[], axis: 0 | 1 | 2) =>
    face.reduce((sum, corner) => sum + (points[corner]?.[axis] ?? 0), 0) / 3;
  return { points, faces: faces.filter((face) => !isMissing(middle(face, 0), middle(face, 1), middle(face, 2))) };
}

/** An irregular body about 100 mm wide that stands on a flat base, drawn finely. `uneven` millimetres the base goes up and down. */
function figurine(uneven: number): models.Shape {
  const { points, faces } = models.sphere(50, 90);
  // The poles at the sides: there the triangles are of another shape than elsewhere.
  const bulged = points.map(([x, z, y]): models.Point => {
    const swell = 1 + 0.12 * Math.sin(x / 11 + 1) * Math.cos(y / 13) + 0.1 * Math.sin(z / 17 + y / 19);
    const [u, v, w] = [x * swell, y * swell, z * swell];
    return [u, v, Math.max(w, -32 + uneven * Math.sin(u / 3) * Math.sin(v / 4))];
  });
  return models.insideOut({ points: bulged, faces });
}

/** A surface of revolution, open at both ends of its profile unless these lie on the axis. */
function turned(profile: readonly (readonly [radius: number, z: number])[]): models.Shape {
  const around = 48;
  const points = profile.flatMap(([radius, z]) =>
    Array.from({ length: around }, (_, step): models.Point => {
      const angle = (2 * Math.PI * step) / around;
      return [radius * Math.cos(angle), radius * Math.sin(angle), z];
    }),
  );
  const faces = profile.slice(1).flatMap((_, ring) =>
    Array.from({ length: around }, (_, step) => {
      const next = (step + 1) % around;
      return [ring * around + step, ring * around + next, (ring + 1) * around + next, (ring + 1) * around + step];
    }),
  );
  return models.triangulated({ points, faces });
}

describe("holes are closed", () => {
  /** Five in the base, as the Stanford bunny has: two large ones and three small ones. */
  const spots = [
    [-14, 0, 7],
    [14, 2, 7],
    [0, 18, 4],
    [2, -17, 3],
    [-3, 3, 2],
  ] as const;
  const inBase = (scale: number) => (x: number, y: number, z: number) =>
    z < -29 && spots.some(([atX, atY, radius]) => Math.hypot(x - atX, y - atY) < scale * radius);

  test.each([
    ["flat", 0],
    ["scanned", 0.4],
  ])("in the %s base of a figurine, and their error is stated", async (_what, uneven) => {
    const whole = await volumeOf(figurine(uneven));
    const bodies = await bodiesOf(withHoles(figurine(uneven), inBase(1)));
    expect(bodies.repairs.holesFilled).toBe(5);
    expect(bodies.holesErrorPercent).toBeGreaterThan(0);
    expect(bodies.holesErrorPercent).toBeLessThanOrEqual(2);
    const { volumeCubicMm } = await bodies.unite();
    expect((100 * Math.abs(volumeCubicMm - whole)) / whole).toBeLessThan(bodies.holesErrorPercent);
  });

  test("wherever the surface goes on across them, and the error is that of a bulge", async () => {
    const ball = models.sphere(20, 60);
    const whole = await volumeOf(ball);
    for (const height of [19, 18.5, 18]) {
      const bodies = await bodiesOf(withHoles(ball, (_x, _y, z) => z > height));
      const { volumeCubicMm } = await bodies.unite();
      expect((100 * (whole - volumeCubicMm)) / whole, `from ${height} mm`).toBeLessThan(bodies.holesErrorPercent);
    }
  });

  test("with no error if a piece of a flat face is missing", async () => {
    const { repairs, holesErrorPercent } = await bodiesOf(models.withoutLastTriangle(models.cube(20)));
    expect([repairs.holesFilled, holesErrorPercent]).toEqual([1, 0]);
  });

  test("and there are none in a closed surface", async () => {
    expect((await bodiesOf(models.cube(20))).holesErrorPercent).toBe(0);
  });
});

describe("holes are not closed", () => {
  const refused = async (shape: models.Shape) => expect(bodiesOf(shape)).rejects.toThrow(failure("open_mesh"));

  test("that may change the volume by more than 2 %", async () => {
    await refused(withHoles(figurine(0.4), (x, y, z) => z < -29 && Math.hypot(x, y) < 34));
    await refused(withHoles(models.sphere(20, 60), (_x, _y, z) => z > 14));
    await refused(withHoles(models.sphere(20, 60), (_x, _y, z) => z > 0));
  });

  test.each([
    [
      "a vase drawn as a surface",
      [
        [0.001, 0],
        [25, 0],
        [40, 60],
        [20, 130],
        [24, 150],
      ],
    ],
    [
      "a bottle with a narrow neck",
      [
        [0.001, 0],
        [40, 0],
        [40, 150],
        [7, 180],
        [7, 200],
      ],
    ],
    [
      "a long tube closed at one end",
      [
        [0.001, 0],
        [3, 0],
        [3, 150],
      ],
    ],
    [
      "a bowl",
      [
        [0.001, 0],
        [20, 5],
        [30, 20],
        [34, 40],
      ],
    ],
  ] as const)("that are the mouth of %s", async (_what, profile) => {
    // Its bottom is closed but for a hole of a few thousandths of a millimetre.
    await refused(turned(profile));
  });

  test("that may be the ends of one bore", async () => {
    const drilled = (x: number, y: number) => Math.hypot(x, y) < 3;
    const round = models.sphere(20, 90);
    await refused(withHoles(round, (x, y) => drilled(x, y)));
    // One of them alone is a spot that is missing.
    expect((await bodiesOf(withHoles(round, (x, y, z) => z > 0 && drilled(x, y)))).repairs.holesFilled).toBe(1);
  });
});
