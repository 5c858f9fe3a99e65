// Bounds on the missing surface at a hole: the greatest bulge outward or reach inward.
//
// One face, or one spot, is taken to be missing. Three things bound it, and each errs to the large side:
// - The surface continues across the hole as it comes to its border, and bends at most 30° beyond its bend there: a cap of a
//   ball. Seen from the hole's plane it meets the border at an angle a, is r · tan(a / 2) high, and differs from the flat
//   filling by its volume, and by its area beyond the plane's. r is twice the area spanned over the border's length: a
//   circle's radius, and half the width of a long and narrow hole.
// - If the face around the hole is one plane, the hole may be the mouth of a pocket instead. A pocket that is one face is
//   at most half a ball: others have walls and a floor, which would have to be missing too.
// - Two holes alike on opposite sides may be the ends of one bore.
// A border that is not flat can be filled in several ways, which differ by at most the area that it spans times its unevenness.

import { edgeEnd, triangleOf } from "../edges.ts";
import { normalAt } from "../surface.ts";
import { dot, length, minus, pointAt, type Vector } from "../vector.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

/** The possible surface across one hole. */
export interface HoleBound {
  readonly cubicMm: number;
  /** Area beyond that of the filling. */
  readonly squareMm: number;
  readonly spannedSquareMm: number;
  readonly perimeterMm: number;
  readonly middle: Vector;
  readonly direction: Vector;
}

/** The mean of the cosines at which a surface meets the plane of a hole; below it, it ends there instead of continuing. */
const MIN_GOING_ON = 0.5;
/** The additional bend of the surface across a hole, beyond that at its border. */
const MORE_BEND = Math.PI / 6;
/** From this cosine on, a triangle lies in the hole's plane. */
const IN_PLANE = 0.99996;
/** Holes are ends of one bore if they face each other, and the larger spans at most this much more. */
const OPPOSITE = -0.8;
const ALIKE = 1.5;

/**
 * @param edges the border's, each of the one triangle that it has
 * @param direction across the hole, outward, of length 1
 * @returns undefined if the surface does not continue across the hole, but ends at it
 */
export function boundOfHole(
  mesh: WeldedMesh,
  edges: readonly number[],
  border: readonly number[],
  direction: Vector,
  spannedSquareMm: number,
  perimeterMm: number,
): HoleBound | undefined {
  const { corners, triangles } = mesh;
  let [goingOn, isInPlane] = [0, true];
  for (const edge of edges) {
    const normal = normalAt(mesh, 3 * triangleOf(edge));
    const cosine = dot(normal, direction) / length(normal);
    if (!(cosine >= IN_PLANE)) isInPlane = false;
    const edgeMm = length(minus(pointAt(corners, triangles[edge]), pointAt(corners, edgeEnd(triangles, edge))));
    // A triangle without area has no direction.
    if (!Number.isNaN(cosine)) goingOn += (cosine * edgeMm) / perimeterMm;
  }
  if (!(goingOn >= MIN_GOING_ON)) return undefined;
  const bend = isInPlane ? Math.PI / 2 : Math.min(Math.PI / 2, Math.acos(Math.min(1, goingOn)) + MORE_BEND);
  const radiusMm = (2 * spannedSquareMm) / perimeterMm;
  const steepness = Math.tan(bend / 2);
  const capCubicMm = (spannedSquareMm * radiusMm * steepness * (3 + steepness ** 2)) / 6;
  const points = border.map((corner) => pointAt(corners, corner));
  const heights = points.map((point) => dot(point, direction));
  const unevenMm = Math.max(...heights) - Math.min(...heights);
  const mean = (axis: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return {
    cubicMm: capCubicMm + spannedSquareMm * unevenMm,
    squareMm: spannedSquareMm * steepness ** 2,
    spannedSquareMm,
    perimeterMm,
    middle: [mean(0), mean(1), mean(2)],
    direction,
  };
}

/** The greatest error of all these fillings together. */
export function sumOfBounds(bounds: readonly HoleBound[]): Pick<HoleBound, "cubicMm" | "squareMm"> {
  let [cubicMm, squareMm] = [0, 0];
  for (const [index, hole] of bounds.entries()) {
    cubicMm += hole.cubicMm;
    squareMm += hole.squareMm;
    for (const other of bounds.slice(index + 1)) {
      const boreMm = lengthOfBore(hole, other);
      cubicMm += Math.max(hole.spannedSquareMm, other.spannedSquareMm) * boreMm;
      squareMm += Math.max(hole.perimeterMm, other.perimeterMm) * boreMm;
    }
  }
  return { cubicMm, squareMm };
}

/** 0 if the two holes cannot be the ends of one bore. */
function lengthOfBore(one: HoleBound, other: HoleBound): number {
  const way = minus(other.middle, one.middle);
  const wayMm = length(way);
  const [less, more] = [one.spannedSquareMm, other.spannedSquareMm].sort((a, b) => a - b);
  const looksAcross = dot(one.direction, way) < OPPOSITE * wayMm && dot(other.direction, way) > -OPPOSITE * wayMm;
  return looksAcross && more <= ALIKE * less ? wayMm : 0;
}
