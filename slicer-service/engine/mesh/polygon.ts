// Triangulating a polygon in space without gaps to its neighbours.
//
// Every corner must stay in use, also one in the middle of a straight edge: a neighbour that has it too would otherwise no
// longer meet this face.

import earcut from "earcut";
import { itemAt } from "./checks.ts";
import { pointAt } from "./vector.ts";

type Triangle = readonly [number, number, number];
type Point2d = readonly [u: number, v: number];

/**
 * Triangulates the polygon whose corners are these points of a flat list of coordinates. Polygons are taken to be flat,
 * as they are meant to be, and keep their winding.
 */
export function triangulatePolygon(coordinates: ArrayLike<number>, corners: readonly number[]): Triangle[] {
  if (corners.length <= 3) return fan(corners);
  const flat = projectToDominantPlane(coordinates, corners);
  if (corners.length === 4 && isConvex(flat)) return fan(corners);
  const indices = earcut(flat.flat());
  // Fewer triangles than a whole triangulation has: earcut gave up, or left corners out.
  if (indices.length !== 3 * (corners.length - 2)) return fan(corners);
  const counterClockwise = signedArea(flat) >= 0;
  const triangles: Triangle[] = [];
  for (let at = 0; at < indices.length; at += 3) {
    const ear = [itemAt(indices, at), itemAt(indices, at + 1), itemAt(indices, at + 2)] as const;
    const [p, q, r] = [itemAt(flat, ear[0]), itemAt(flat, ear[1]), itemAt(flat, ear[2])];
    const [a, b, c] = [itemAt(corners, ear[0]), itemAt(corners, ear[1]), itemAt(corners, ear[2])];
    triangles.push(cornerTurn(p, q, r) >= 0 === counterClockwise ? [a, b, c] : [a, c, b]);
  }
  return triangles;
}

/** Right for convex polygons, and for all others still a surface with the same border. */
function fan(corners: readonly number[]): Triangle[] {
  const triangles: Triangle[] = [];
  for (let at = 2; at < corners.length; at++) triangles.push([corners[0], corners[at - 1], corners[at]]);
  return triangles;
}

/** Leaves out the axis along which the polygon is thinnest, found by the largest part of its normal (Newell's method). */
function projectToDominantPlane(coordinates: ArrayLike<number>, corners: readonly number[]): Point2d[] {
  const points = corners.map((corner) => pointAt(coordinates, corner));
  let [normalX, normalY, normalZ] = [0, 0, 0];
  for (const [index, here] of points.entries()) {
    const next = itemAt(points, (index + 1) % points.length);
    normalX += (here[1] - next[1]) * (here[2] + next[2]);
    normalY += (here[2] - next[2]) * (here[0] + next[0]);
    normalZ += (here[0] - next[0]) * (here[1] + next[1]);
  }
  const largest = Math.max(Math.abs(normalX), Math.abs(normalY), Math.abs(normalZ));
  if (Math.abs(normalX) === largest) return points.map(([, y, z]) => [y, z]);
  if (Math.abs(normalY) === largest) return points.map(([x, , z]) => [z, x]);
  return points.map(([x, y]) => [x, y]);
}

/** Positive where the way from a over b to c turns left. */
function cornerTurn([ax, ay]: Point2d, [bx, by]: Point2d, [cx, cy]: Point2d): number {
  return (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
}

/** Positive for a polygon that runs counter-clockwise. */
function signedArea(polygon: readonly Point2d[]): number {
  let twice = 0;
  for (const [index, [x, y]] of polygon.entries()) {
    const [nextX, nextY] = itemAt(polygon, (index + 1) % polygon.length);
    twice += x * nextY - nextX * y;
  }
  return twice / 2;
}

function isConvex(polygon: readonly Point2d[]): boolean {
  const turns = polygon.map((point, index) =>
    cornerTurn(point, itemAt(polygon, (index + 1) % polygon.length), itemAt(polygon, (index + 2) % polygon.length)),
  );
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}
