// Shapes that are no solids: with holes, with turned or loose triangles, without an inside.

import { type Point, type Shape, triangulated } from "./shapes.ts";

/** Without the last triangle, which leaves a hole. */
export function withoutLastTriangle(shape: Shape): Shape {
  const { points, faces } = triangulated(shape);
  return { points, faces: faces.slice(0, -1) };
}

/** Without the first `count` faces. */
export function withoutFaces({ points, faces }: Shape, count: number): Shape {
  return { points, faces: faces.slice(count) };
}

/** The shape with the chosen triangles turned over, by their numbers. */
export function withFlipped(shape: Shape, chosen: (triangle: number) => boolean): Shape {
  const { points, faces } = triangulated(shape);
  return { points, faces: faces.map((face, triangle) => (chosen(triangle) ? face.toReversed() : face)) };
}

/** Triangles of which no two meet. */
export function looseTriangles(count: number): Shape {
  const indices = Array.from({ length: count }, (_, index) => index);
  return {
    points: indices.flatMap((index): Point[] => [
      [index, 0, 0],
      [index, 10, index % 7],
      [index, 0, 10],
    ]),
    faces: indices.map((index) => [3 * index, 3 * index + 1, 3 * index + 2]),
  };
}

/**
 * A closed surface with one side only (the "figure-eight" immersion of the Klein bottle), `steps` faces either way
 * round.
 */
export function kleinBottle(steps: number): Shape {
  const points: Point[] = [];
  for (let around = 0; around < steps; around++) {
    const u = (2 * Math.PI * around) / steps;
    for (let along = 0; along < steps; along++) {
      const v = (2 * Math.PI * (along + 0.5)) / steps;
      const reach = 30 + 10 * (Math.cos(u / 2) * Math.sin(v) - Math.sin(u / 2) * Math.sin(2 * v));
      const height = 10 * (Math.sin(u / 2) * Math.sin(v) + Math.cos(u / 2) * Math.sin(2 * v));
      points.push([reach * Math.cos(u), reach * Math.sin(u), height]);
    }
  }
  // After one round the figure eight comes back upside down.
  const at = (around: number, along: number) =>
    around < steps ? around * steps + (along % steps) : (2 * steps - 1 - (along % steps)) % steps;
  const faces = Array.from({ length: steps ** 2 }, (_, index) => {
    const [around, along] = [Math.floor(index / steps), index % steps];
    return [at(around, along), at(around + 1, along), at(around + 1, along + 1), at(around, along + 1)];
  });
  return { points, faces };
}
