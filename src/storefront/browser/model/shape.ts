// Shape of a model, by pure passes over its triangles: size, overhangs, and faces that it can lie on.

import { isOverhang, ON_BED_MM } from "../../../../slicer-service/src/contract/overhang.ts";
import type { Size } from "./units.ts";

export type Direction = readonly [x: number, y: number, z: number];

/** A flat side of the model, with nothing of the model beyond its plane. */
export interface FlatFace {
  /** Outward, of length 1. */
  readonly normal: Direction;
  readonly squareMm: number;
  /** Numbers of its triangles. */
  readonly triangles: readonly number[];
}

const TRIANGLE = 9;
/** Two faces are one if their directions and planes differ by less: shares of the unit, and of the model's longest side. */
const SAME_DIRECTION = 1 / 400;
const SAME_PLANE = 1 / 1000;
/** The largest planes are tried only: a curved surface has one for each triangle. */
const MAX_TRIED_PLANES = 60;

/** @param corners of triangles in millimetres, nine numbers each */
export function measuredSize(corners: Float32Array): Size {
  const { low, high } = boundsOf(corners);
  return { x: high[0] - low[0], y: high[1] - low[1], z: high[2] - low[2] };
}

/**
 * The faces that lean more than supports allow, by the rule of the warning `needs_supports`. Short bridges are among them.
 *
 * @param corners of the model as it stands on the bed, its lowest point at 0
 * @returns their corners, and their area as seen from below
 */
export function overhangsOf(
  corners: Float32Array,
  angleDegrees: number,
): { readonly corners: Float32Array; readonly squareMm: number } {
  const outward = outwardSign(corners);
  const hanging: number[] = [];
  let squareMm = 0;
  for (let at = 0; at < corners.length; at += TRIANGLE) {
    const normal = normalAt(corners, at, outward);
    if (!isOverhang(normal, angleDegrees)) continue;
    if (Math.max(numberAt(corners, at + 2), numberAt(corners, at + 5), numberAt(corners, at + 8)) < ON_BED_MM) continue;
    hanging.push(at / TRIANGLE);
    squareMm -= normal[2] / 2;
  }
  return { corners: cornersOfTriangles(corners, hanging), squareMm };
}

/**
 * The flat faces that the model can lie on, the largest first.
 *
 * @param max number of faces
 */
export function flatFacesOf(corners: Float32Array, max: number): readonly FlatFace[] {
  const { x, y, z } = measuredSize(corners);
  const tolerance = Math.max(x, y, z) * SAME_PLANE;
  const outward = outwardSign(corners);
  const areaOfPlane = new Map<number, number>();
  forEachPlane(corners, outward, tolerance, (plane, area) =>
    areaOfPlane.set(plane, (areaOfPlane.get(plane) ?? 0) + area),
  );
  const largest = [...areaOfPlane].sort(([, a], [, b]) => b - a).slice(0, MAX_TRIED_PLANES);
  const trianglesOfPlane = new Map(largest.map(([plane]): [number, number[]] => [plane, []]));
  forEachPlane(corners, outward, tolerance, (plane, _, at) => trianglesOfPlane.get(plane)?.push(at / TRIANGLE));
  const faces: FlatFace[] = [];
  for (const [plane, squareMm] of largest) {
    if (faces.length === max) break;
    const triangles = trianglesOfPlane.get(plane) ?? [];
    const normal = meanNormal(corners, triangles, outward);
    const [first = 0] = triangles;
    const offset = along(corners, first * TRIANGLE, normal);
    if (isOutermost(corners, normal, offset + tolerance)) faces.push({ normal, squareMm, triangles });
  }
  return faces;
}

export function cornersOfTriangles(corners: Float32Array, triangles: readonly number[]): Float32Array {
  const chosen = new Float32Array(TRIANGLE * triangles.length);
  triangles.forEach((triangle, index) => {
    chosen.set(corners.subarray(TRIANGLE * triangle, TRIANGLE * (triangle + 1)), TRIANGLE * index);
  });
  return chosen;
}

/** Calls with a number for each plane: direction and distance from the origin, both in steps. */
function forEachPlane(
  corners: Float32Array,
  outward: number,
  tolerance: number,
  found: (plane: number, squareMm: number, at: number) => void,
): void {
  const steps = 2 / SAME_DIRECTION + 1;
  for (let at = 0; at < corners.length; at += TRIANGLE) {
    const normal = normalAt(corners, at, outward);
    const length = Math.hypot(...normal);
    if (!(length > 0)) continue;
    const unit: Direction = [normal[0] / length, normal[1] / length, normal[2] / length];
    const [x, y, z] = unit.map((part) => Math.round((part + 1) / SAME_DIRECTION));
    // The model's middle is near the origin, so that no distance is longer than two of its sides.
    const distance = Math.round(along(corners, at, unit) / tolerance) + 2 / SAME_PLANE;
    found((((x ?? 0) * steps + (y ?? 0)) * steps + (z ?? 0)) * (4 / SAME_PLANE) + distance, length / 2, at);
  }
}

function isOutermost(corners: Float32Array, normal: Direction, limit: number): boolean {
  for (let at = 0; at < corners.length; at += 3) if (along(corners, at, normal) > limit) return false;
  return true;
}

function meanNormal(corners: Float32Array, triangles: readonly number[], outward: number): Direction {
  let [x, y, z] = [0, 0, 0];
  for (const triangle of triangles) {
    const normal = normalAt(corners, triangle * TRIANGLE, outward);
    x += normal[0];
    y += normal[1];
    z += normal[2];
  }
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

/** The distance of the corner at this position along a direction. */
function along(corners: Float32Array, at: number, [x, y, z]: Direction): number {
  return x * numberAt(corners, at) + y * numberAt(corners, at + 1) + z * numberAt(corners, at + 2);
}

/** −1 for a file with all triangles inward: the engine turns them, too. */
function outwardSign(corners: Float32Array): 1 | -1 {
  let volume = 0;
  for (let at = 0; at < corners.length; at += TRIANGLE) volume += along(corners, at, normalAt(corners, at, 1));
  return volume < 0 ? -1 : 1;
}

/** As long as twice the triangle's area. */
function normalAt(corners: Float32Array, at: number, outward: number): Direction {
  const [x, y, z] = [numberAt(corners, at), numberAt(corners, at + 1), numberAt(corners, at + 2)];
  const [ux, uy, uz] = [numberAt(corners, at + 3) - x, numberAt(corners, at + 4) - y, numberAt(corners, at + 5) - z];
  const [vx, vy, vz] = [numberAt(corners, at + 6) - x, numberAt(corners, at + 7) - y, numberAt(corners, at + 8) - z];
  return [outward * (uy * vz - uz * vy), outward * (uz * vx - ux * vz), outward * (ux * vy - uy * vx)];
}

function boundsOf(corners: Float32Array) {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < corners.length; at += 3) {
    for (const axis of [0, 1, 2] as const) {
      const value = numberAt(corners, at + axis);
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
  }
  return { low, high };
}

/** Positions come from the array's own length. */
function numberAt(corners: Float32Array, at: number): number {
  return corners[at] ?? 0;
}
