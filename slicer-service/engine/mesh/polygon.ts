// Triangulating a polygon in space without gaps to its neighbours.
//
// Every corner must stay in use, also one in the middle of a straight edge: otherwise a neighbour with the same corner would no
// longer meet this face.

import earcut from "earcut";
import { ModelFailure } from "../model-failure.ts";
import { itemAt } from "./checks.ts";
import { pointAt } from "./vector.ts";

/** Up to this many corners any outline is triangulated in seconds; beyond, it depends on the outline. */
const MAX_CORNERS_UNSEEN = 10_000;
/** Edges of a larger outline that are compared with each other: evenly spaced runs of neighbours. */
const SAMPLED_RUNS = 25;
const SAMPLED_RUN_EDGES = 20;
/** Crossings among the sampled edges. Those of a sound outline never cross. */
const MAX_CROSSINGS = 50;

type Triangle = readonly [number, number, number];
type Point2d = readonly [u: number, v: number];

/**
 * Triangulates a face of a model.
 *
 * @throws ModelFailure `model_too_complex` for an outline of many corners that crosses itself all over: the time to triangulate
 *   it grows with the square of their number, and no such face was meant
 */
export function triangulateFace(coordinates: ArrayLike<number>, corners: readonly number[]): Triangle[] {
  if (corners.length > MAX_CORNERS_UNSEEN && isTangled(projectToDominantPlane(coordinates, corners))) {
    throw new ModelFailure(
      "model_too_complex",
      `The model has a face of ${corners.length} corners whose outline crosses itself. Please repair it in your CAD or slicing program and send it again.`,
    );
  }
  return triangulatePolygon(coordinates, corners);
}

/**
 * Triangulates the polygon whose corners are these points of a flat list of coordinates. Polygons are taken to be flat,
 * as they are meant to be, and keep their winding.
 */
export function triangulatePolygon(coordinates: ArrayLike<number>, corners: readonly number[]): Triangle[] {
  if (corners.length <= 3) return fan(corners);
  const flat = projectToDominantPlane(coordinates, corners);
  const mayBeFan = corners.length === 4 || corners.length > MAX_CORNERS_UNSEEN;
  if (mayBeFan && isConvex(flat)) return fan(corners);
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

/** Positive if the way from a over b to c turns left. */
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

/** An outline that turns one way only is convex if it also goes to and fro only once. */
function isConvex(polygon: readonly Point2d[]): boolean {
  const following = (index: number) => itemAt(polygon, index % polygon.length);
  const turns = polygon.map((point, index) => cornerTurn(point, following(index + 1), following(index + 2)));
  if (!turns.every((turn) => turn > 0) && !turns.every((turn) => turn < 0)) return false;
  const advances = polygon.map(([x], index) => following(index + 1)[0] - x).filter((advance) => advance !== 0);
  const returns = advances.filter(
    (advance, index) => advance > 0 !== itemAt(advances, (index + 1) % advances.length) > 0,
  );
  return returns.length <= 2;
}

/** Whether many of the outline's edges cross each other. */
function isTangled(polygon: readonly Point2d[]): boolean {
  const edges = Array.from({ length: SAMPLED_RUNS * SAMPLED_RUN_EDGES }, (_, sample) => {
    const run = Math.floor(sample / SAMPLED_RUN_EDGES);
    const index = Math.floor((run * polygon.length) / SAMPLED_RUNS) + (sample % SAMPLED_RUN_EDGES);
    return [itemAt(polygon, index), itemAt(polygon, (index + 1) % polygon.length)] as const;
  });
  let crossings = 0;
  for (const [index, [a, b]] of edges.entries()) {
    for (const [c, d] of edges.slice(index + 1)) {
      const passesLine = cornerTurn(a, b, c) > 0 !== cornerTurn(a, b, d) > 0;
      if (passesLine && cornerTurn(c, d, a) > 0 !== cornerTurn(c, d, b) > 0) crossings++;
    }
  }
  return crossings > MAX_CROSSINGS;
}
