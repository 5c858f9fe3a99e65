// Sound shapes that fast-check draws, each with its volume and its size known by arithmetic.

import fc from "fast-check";
import {
  box,
  cone,
  hollowBox,
  letterL,
  type Point,
  ring,
  type Shape,
  sphere,
  together,
} from "../../../models/shapes.ts";
import { volumeOf } from "./shape-volume.ts";

export interface DrawnShape {
  readonly name: string;
  readonly shape: Shape;
  readonly volumeCubicMm: number;
  /** Its sides along X, Y and Z. */
  readonly sizeMm: Point;
}

/** Quarters of a millimetre, which every format writes exactly, and over the least side of a part. */
const side = fc.integer({ min: 24, max: 100 }).map((quarters) => quarters / 4);
const place = fc.integer({ min: -200, max: 200 }).map((quarters) => quarters / 4);

const named = (name: string, shape: Shape, volumeCubicMm = volumeOf(shape)): DrawnShape => ({
  name,
  shape,
  volumeCubicMm,
  sizeMm: sizeOf(shape),
});

const plainBox = fc
  .tuple(side, side, side)
  .map(([x, y, z]) => named(`a box of ${x} × ${y} × ${z} mm`, box([0, 0, 0], [x, y, z]), x * y * z));

/** Two cubes that share an eighth of one, which a slicer counts once. */
const overlapping = side.map((length) => {
  const half = length / 2;
  const second = box([half, half, half], [half + length, half + length, half + length]);
  return named(
    `two cubes of ${length} mm that overlap`,
    together(box([0, 0, 0], [length, length, length]), second),
    2 * length ** 3 - half ** 3,
  );
});

const apart = fc.tuple(side, side).map(([a, b]) => {
  const second = box([a + 4, 0, 0], [a + 4 + b, b, b]);
  return named(`cubes of ${a} and ${b} mm apart`, together(box([0, 0, 0], [a, a, a]), second), a ** 3 + b ** 3);
});

const hollow = side.map((length) =>
  named(`a hollow cube of ${length} mm`, hollowBox(length, 2), length ** 3 - (length - 4) ** 3),
);

const round = fc.oneof(
  side.map((height) => named(`a ring ${height} mm high`, ring(20, 12, height))),
  fc
    .tuple(fc.integer({ min: 3, max: 24 }), side)
    .map(([sides, height]) => named(`a cone of ${sides} sides`, cone(sides, 10, height))),
  fc
    .tuple(fc.integer({ min: 4, max: 12 }), side)
    .map(([rings, radius]) => named(`a ball of ${rings} rings`, sphere(radius, rings))),
);

/** With a face that is not convex. */
const letter = side.map((height) => named(`a letter L ${height} mm high`, letterL(height), 500 * height));

/** Turns the axes into each other, without mirroring: X to Y to Z, any number of times. */
const turn = fc.nat(2);

function turnedAndMoved(drawn: DrawnShape, turns: number, [dx, dy, dz]: Point): DrawnShape {
  const turned = ([x, y, z]: Point): Point => (turns === 0 ? [x, y, z] : turns === 1 ? [z, x, y] : [y, z, x]);
  const points = drawn.shape.points.map((point): Point => {
    const [x, y, z] = turned(point);
    return [x + dx, y + dy, z + dz];
  });
  return { ...drawn, shape: { ...drawn.shape, points }, sizeMm: turned(drawn.sizeMm) };
}

const anywhere = (shapes: fc.Arbitrary<DrawnShape>): fc.Arbitrary<DrawnShape> =>
  fc
    .tuple(shapes, turn, fc.tuple(place, place, place))
    .map(([drawn, turns, shift]) => turnedAndMoved(drawn, turns, shift));

/** Every sound shape. */
export const drawnShape: fc.Arbitrary<DrawnShape> = anywhere(
  fc.oneof({ weight: 4, arbitrary: plainBox }, overlapping, apart, hollow, round, letter),
);

/** One body with flat faces that STEP can hold as a solid. */
export const drawnBody: fc.Arbitrary<DrawnShape> = anywhere(fc.oneof(plainBox, letter));

export function sizeOf({ points }: Shape): Point {
  const along = (axis: 0 | 1 | 2) => {
    const values = points.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return [along(0), along(1), along(2)];
}
