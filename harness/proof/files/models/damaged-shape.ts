// Damage to a shape itself: faces that lack, turn, repeat or meet, and points that move or are no numbers.

import fc from "fast-check";
import { insideOut, type Point, type Shape, together, triangulated } from "../../../models/shapes.ts";

export interface DamagedShape {
  readonly damage: string;
  readonly shape: Shape;
}

const ODD_COORDINATES = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e308,
  -1e308,
  1e38,
  1e-320,
  1e-45,
  1e6,
  999,
  0,
];

function withPoint({ points, faces }: Shape, at: number, change: (point: Point) => Point): Shape {
  return { points: points.map((point, index) => (index === at % points.length ? change(point) : point)), faces };
}

function withFaces({ points, faces }: Shape, change: (faces: readonly (readonly number[])[]) => number[][]): Shape {
  return { points, faces: change(faces) };
}

const copied = (faces: readonly (readonly number[])[]): number[][] => faces.map((face) => [...face]);

/** One kind of damage to the shape. */
function oneDamage(shape: Shape): fc.Arbitrary<DamagedShape> {
  const at = fc.nat(Math.max(0, shape.faces.length - 1));
  const point = fc.nat(Math.max(0, shape.points.length - 1));
  return fc.oneof(
    at.map((face) => ({
      damage: `without face ${face}`,
      shape: withFaces(shape, (faces) => copied(faces).filter((_, index) => index !== face)),
    })),
    at.map((face) => ({
      damage: `face ${face} turned`,
      shape: withFaces(shape, (faces) => copied(faces).map((one, index) => (index === face ? one.reverse() : one))),
    })),
    fc.tuple(at, fc.nat(40)).map(([face, times]) => ({
      damage: `face ${face} repeated ${times} times`,
      shape: withFaces(shape, (faces) => [
        ...copied(faces),
        ...Array.from({ length: times }, () => [...(faces[face] ?? [])]),
      ]),
    })),
    fc.tuple(at, point).map(([face, corner]) => ({
      damage: `face ${face} with corner ${corner} twice`,
      shape: withFaces(shape, (faces) =>
        copied(faces).map((one, index) => (index === face ? [corner, corner, ...one.slice(2)] : one)),
      ),
    })),
    fc.tuple(point, fc.constantFrom(...ODD_COORDINATES), fc.nat(2)).map(([index, value, axis]) => ({
      damage: `point ${index} at ${value}`,
      shape: withPoint(shape, index, ([x, y, z]) => [
        axis === 0 ? value : x,
        axis === 1 ? value : y,
        axis === 2 ? value : z,
      ]),
    })),
    fc
      .tuple(point, fc.double({ min: -30, max: 30, noNaN: true }), fc.double({ min: -30, max: 30, noNaN: true }))
      .map(([index, dx, dz]) => ({
        damage: `point ${index} moved`,
        shape: withPoint(shape, index, ([x, y, z]) => [x + dx, y, z + dz]),
      })),
    fc.constantFrom(
      { damage: "inside out", shape: insideOut(shape) },
      { damage: "twice at one place", shape: together(shape, shape) },
      { damage: "with its inside out at one place", shape: together(shape, insideOut(shape)) },
      { damage: "flat", shape: { ...shape, points: shape.points.map(([x, y]): Point => [x, y, 0]) } },
      { damage: "without faces", shape: { ...shape, faces: [] } },
      { damage: "nothing", shape: { points: [], faces: [] } },
    ),
    fc.constantFrom(1e-6, 1e-3, 0.04, 25.4, 1000, 1e9, 1e30, -1).map((factor) => ({
      damage: `scaled by ${factor}`,
      shape: { ...shape, points: shape.points.map(([x, y, z]): Point => [x * factor, y * factor, z * factor]) },
    })),
    fc.array(fc.tuple(point, point, point), { minLength: 1, maxLength: 30 }).map((triangles) => ({
      damage: `${triangles.length} triangles across it`,
      shape: withFaces(shape, (faces) => [...copied(faces), ...triangles]),
    })),
    // A crack: each triangle has corners of its own, moved a little.
    fc.constantFrom(1e-7, 1e-4, 0.005, 0.02, 0.5).map((crackMm) => ({
      damage: `torn by ${crackMm} mm`,
      shape: torn(shape, crackMm),
    })),
  );
}

function torn(shape: Shape, crackMm: number): Shape {
  const { points, faces } = triangulated(shape);
  const own = faces.flatMap((face, triangle) =>
    face.map((corner): Point => {
      const [x, y, z] = points[corner] ?? [0, 0, 0];
      return [x + crackMm * ((triangle % 3) - 1), y, z + crackMm * ((triangle % 2) - 0.5)];
    }),
  );
  return { points: own, faces: faces.map((_, triangle) => [3 * triangle, 3 * triangle + 1, 3 * triangle + 2]) };
}

/** One to three kinds of damage, one after the other. */
export function damagedShape(shape: Shape): fc.Arbitrary<DamagedShape> {
  const more = (before: DamagedShape): fc.Arbitrary<DamagedShape> =>
    before.shape.points.length === 0
      ? fc.constant(before)
      : oneDamage(before.shape).map(({ damage, shape: after }) => ({
          damage: `${before.damage}, ${damage}`,
          shape: after,
        }));
  return fc.oneof({ weight: 4, arbitrary: oneDamage(shape) }, { weight: 1, arbitrary: oneDamage(shape).chain(more) });
}
