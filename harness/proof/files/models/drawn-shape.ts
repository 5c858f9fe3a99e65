// Sound shapes that fast-check draws, each with its volume and its size known by arithmetic.

import fc from "fast-check";
import {
  box,
  cone,
  hollowBox,
  letterL,
  type Point,
  prism,
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
  /** It may stand on an edge or a tip, where a slicer may find nothing to print. */
  readonly isTilted: boolean;
}

/** Quarters of a millimetre, which every format writes exactly, and over the least side of a part. */
const side = fc.integer({ min: 24, max: 100 }).map((quarters) => quarters / 4);
const place = fc.integer({ min: -200, max: 200 }).map((quarters) => quarters / 4);

const named = (name: string, shape: Shape, volumeCubicMm = volumeOf(shape)): DrawnShape => ({
  name,
  shape,
  volumeCubicMm,
  sizeMm: sidesOfShape(shape),
  isTilted: false,
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

/** Boxes that share a face, an edge or a corner, or lie one in the other. */
const touching = fc.tuple(side, fc.constantFrom("face", "edge", "corner", "within")).map(([length, where]) => {
  const cube = box([0, 0, 0], [length, length, length]);
  const from: Readonly<Record<typeof where, Point>> = {
    face: [length, 0, 0],
    edge: [length, length, 0],
    corner: [length, length, length],
    within: [length / 4, length / 4, length / 4],
  };
  const [x, y, z] = from[where];
  const half = length / 2;
  const volumeCubicMm = length ** 3 + (where === "within" ? 0 : half ** 3);
  const small = box([x, y, z], [x + half, y + half, z + half]);
  return named(`cubes of ${length} and ${half} mm that share a ${where}`, together(cube, small), volumeCubicMm);
});

/** Cubes in a row, each half within the next. */
const row = fc.tuple(side, fc.integer({ min: 3, max: 9 })).map(([length, count]) => {
  const half = length / 2;
  const cubes = Array.from({ length: count }, (_, index) =>
    box([index * half, 0, 0], [index * half + length, length, length]),
  );
  return named(
    `${count} cubes of ${length} mm in a row`,
    together(...cubes),
    length * length * (length + (count - 1) * half),
  );
});

/** A prism over a star, with corners that point inwards. */
const star = fc.tuple(fc.integer({ min: 3, max: 14 }), side).map(([tips, height]) => {
  const outline = Array.from({ length: 2 * tips }, (_, corner): [number, number] => {
    const [radius, angle] = [corner % 2 === 0 ? 18 : 7, (Math.PI * corner) / tips];
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return named(`a star of ${tips} tips`, prism(outline, height));
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

/** Some of the shapes, turned by any angle around two axes. */
function tilted(shapes: fc.Arbitrary<DrawnShape>): fc.Arbitrary<DrawnShape> {
  const angle = fc.integer({ min: 1, max: 359 });
  return fc.tuple(shapes, fc.option(fc.tuple(angle, angle), { freq: 2 })).map(([drawn, angles]) => {
    if (angles === null) return drawn;
    const [a = 0, b = 0] = angles.map((degrees) => (degrees * Math.PI) / 180);
    const points = drawn.shape.points.map(([x, y, z]): Point => {
      const [u, v] = [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
      return [u, v * Math.cos(b) - z * Math.sin(b), v * Math.sin(b) + z * Math.cos(b)];
    });
    const shape = { ...drawn.shape, points };
    return { ...drawn, name: `${drawn.name}, tilted`, shape, sizeMm: sidesOfShape(shape), isTilted: true };
  });
}

/** Every sound shape. */
export const drawnShape: fc.Arbitrary<DrawnShape> = tilted(
  anywhere(
    fc.oneof({ weight: 4, arbitrary: plainBox }, overlapping, apart, hollow, round, letter, touching, row, star),
  ),
);

/** One body with flat faces that STEP can hold as a solid. */
export const drawnBody: fc.Arbitrary<DrawnShape> = anywhere(fc.oneof(plainBox, letter));

export function sidesOfShape({ points }: Shape): Point {
  const along = (axis: 0 | 1 | 2) => {
    const values = points.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return [along(0), along(1), along(2)];
}
