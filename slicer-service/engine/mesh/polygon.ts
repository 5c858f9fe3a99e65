// A polygon in space becomes triangles that leave no gap to its neighbours: every corner must stay in use, also one in
// the middle of a straight edge, or the neighbour that has it too would no longer meet this face.

import earcut from "earcut";

type Triangle = readonly [number, number, number];

/**
 * Triangulates the polygon whose corners are the given points of a flat x, y, z list. Polygons are taken to be flat,
 * as they are meant to be, and keep their winding.
 */
export function triangulatePolygon(points: ArrayLike<number>, corners: readonly number[]): Triangle[] {
  if (corners.length <= 3) return fan(corners);
  const flat = projectToDominantPlane(points, corners);
  if (corners.length === 4 && isConvex(flat)) return fan(corners);
  const indices = earcut(flat);
  // Fewer triangles than a whole triangulation has: earcut gave up, or left corners out.
  if (indices.length !== 3 * (corners.length - 2)) return fan(corners);
  const counterClockwise = signedArea(flat) >= 0;
  const triangles: Triangle[] = [];
  for (let at = 0; at < indices.length; at += 3) {
    const [a = 0, b = 0, c = 0] = indices.slice(at, at + 3).map((index) => corners[index] ?? 0);
    const earIsCounterClockwise = cornerTurn(flat, indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0) >= 0;
    triangles.push(earIsCounterClockwise === counterClockwise ? [a, b, c] : [a, c, b]);
  }
  return triangles;
}

/** Right for convex polygons, and for all others still a surface with the same border. */
function fan(corners: readonly number[]): Triangle[] {
  const triangles: Triangle[] = [];
  const [first = 0] = corners;
  for (let at = 2; at < corners.length; at++) triangles.push([first, corners[at - 1] ?? 0, corners[at] ?? 0]);
  return triangles;
}

/** Leaves out the axis along which the polygon is thinnest, found by the largest part of its normal (Newell's method). */
function projectToDominantPlane(points: ArrayLike<number>, corners: readonly number[]): number[] {
  const at = (corner: number, axis: number) => points[3 * corner + axis] ?? 0;
  const normal = [0, 0, 0];
  for (let index = 0; index < corners.length; index++) {
    const here = corners[index] ?? 0;
    const next = corners[(index + 1) % corners.length] ?? 0;
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis] = (normal[axis] ?? 0) + (at(here, u) - at(next, u)) * (at(here, v) + at(next, v));
    }
  }
  const sizes = normal.map(Math.abs);
  const dominant = sizes.indexOf(Math.max(...sizes));
  return corners.flatMap((corner) => [at(corner, (dominant + 1) % 3), at(corner, (dominant + 2) % 3)]);
}

function cornerTurn(flat: readonly number[], a: number, b: number, c: number): number {
  const [ax = 0, ay = 0] = [flat[2 * a], flat[2 * a + 1]];
  const [bx = 0, by = 0] = [flat[2 * b], flat[2 * b + 1]];
  const [cx = 0, cy = 0] = [flat[2 * c], flat[2 * c + 1]];
  return (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
}

function signedArea(flat: readonly number[]): number {
  let twice = 0;
  const count = flat.length / 2;
  for (let index = 0; index < count; index++) {
    const next = (index + 1) % count;
    twice += (flat[2 * index] ?? 0) * (flat[2 * next + 1] ?? 0) - (flat[2 * next] ?? 0) * (flat[2 * index + 1] ?? 0);
  }
  return twice / 2;
}

function isConvex(flat: readonly number[]): boolean {
  const count = flat.length / 2;
  const turns = Array.from({ length: count }, (_, index) =>
    cornerTurn(flat, index, (index + 1) % count, (index + 2) % count),
  );
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}
