// Whether two shells whose boxes overlap touch at all. Parts that are laid close to each other, or printed in place around
// each other, share space only in their boxes; to unite them would change nothing, and takes longer than all the rest.

import type { WeldedMesh } from "../surface.ts";

/** Beyond so many looks at two triangles, uniting the shells is the quicker way to know. */
const MAX_COMPARISONS = 2_000_000;

interface Box {
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
}

/** False only where no triangle of the one touches any of the other. */
export function surfacesTouch(a: WeldedMesh, boxOfA: Box, b: WeldedMesh, boxOfB: Box): boolean {
  const [ofA, ofB] = [trianglesNear(a, boxOfB), trianglesNear(b, boxOfA)];
  const boxesOfA = boxesOf(a, ofA);
  const boxesOfB = boxesOf(b, ofB);
  const sortedB = Uint32Array.from(ofB.keys()).sort(
    (one, other) => (boxesOfB[6 * one] ?? 0) - (boxesOfB[6 * other] ?? 0),
  );
  const widest = ofB.reduce(
    (most, _, index) => Math.max(most, (boxesOfB[6 * index + 3] ?? 0) - (boxesOfB[6 * index] ?? 0)),
    0,
  );
  let comparisons = 0;
  for (let index = 0; index < ofA.length; index++) {
    const from = 6 * index;
    let next = firstFrom(sortedB, boxesOfB, (boxesOfA[from] ?? 0) - widest);
    for (; next < sortedB.length; next++) {
      const other = sortedB[next] ?? 0;
      const to = 6 * other;
      if ((boxesOfB[to] ?? 0) > (boxesOfA[from + 3] ?? 0)) break;
      if (++comparisons > MAX_COMPARISONS) return true;
      if (
        (boxesOfB[to + 3] ?? 0) >= (boxesOfA[from] ?? 0) &&
        (boxesOfB[to + 1] ?? 0) <= (boxesOfA[from + 4] ?? 0) &&
        (boxesOfB[to + 4] ?? 0) >= (boxesOfA[from + 1] ?? 0) &&
        (boxesOfB[to + 2] ?? 0) <= (boxesOfA[from + 5] ?? 0) &&
        (boxesOfB[to + 5] ?? 0) >= (boxesOfA[from + 2] ?? 0) &&
        !apart(pointsOf(a, ofA[index] ?? 0), pointsOf(b, ofB[other] ?? 0))
      ) {
        return true;
      }
    }
  }
  return false;
}

/** Where the triangles begin that reach into the other's box. */
function trianglesNear({ corners, triangles }: WeldedMesh, { lowest, highest }: Box): number[] {
  const near: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    let reaches = true;
    for (let axis = 0; axis < 3 && reaches; axis++) {
      const a = corners[3 * (triangles[at] ?? 0) + axis] ?? 0;
      const b = corners[3 * (triangles[at + 1] ?? 0) + axis] ?? 0;
      const c = corners[3 * (triangles[at + 2] ?? 0) + axis] ?? 0;
      reaches = Math.min(a, b, c) <= (highest[axis] ?? 0) && Math.max(a, b, c) >= (lowest[axis] ?? 0);
    }
    if (reaches) near.push(at);
  }
  return near;
}

/** Six numbers a triangle: the lowest x, y and z of its corners, and the highest. */
function boxesOf({ corners, triangles }: WeldedMesh, chosen: readonly number[]): Float64Array {
  const boxes = new Float64Array(6 * chosen.length);
  for (let index = 0; index < chosen.length; index++) {
    const at = chosen[index] ?? 0;
    for (let axis = 0; axis < 3; axis++) {
      const a = corners[3 * (triangles[at] ?? 0) + axis] ?? 0;
      const b = corners[3 * (triangles[at + 1] ?? 0) + axis] ?? 0;
      const c = corners[3 * (triangles[at + 2] ?? 0) + axis] ?? 0;
      boxes[6 * index + axis] = Math.min(a, b, c);
      boxes[6 * index + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}

/** The first in order of their lowest x that begins at `least` or beyond. */
function firstFrom(sorted: Uint32Array, boxes: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((boxes[6 * (sorted[middle] ?? 0)] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Vector = readonly [number, number, number];
type Triangle = readonly [Vector, Vector, Vector];

function pointsOf({ corners, triangles }: WeldedMesh, at: number): Triangle {
  const point = (step: number): Vector => {
    const corner = 3 * (triangles[at + step] ?? 0);
    return [corners[corner] ?? 0, corners[corner + 1] ?? 0, corners[corner + 2] ?? 0];
  };
  return [point(0), point(1), point(2)];
}

/**
 * Whether some plane has one triangle on each side of it, touching neither. If there is one, one of these will do: across
 * a triangle's normal, across two edges, or, for triangles of one plane, across an edge in it (separating axes).
 */
function apart(a: Triangle, b: Triangle): boolean {
  const edgesOf = ([p, q, r]: Triangle) => [minus(q, p), minus(r, q), minus(p, r)] as const;
  const [edgesOfA, edgesOfB] = [edgesOf(a), edgesOf(b)];
  const [normalOfA, normalOfB] = [cross(edgesOfA[0], edgesOfA[1]), cross(edgesOfB[0], edgesOfB[1])];
  if (separates(normalOfA, a, b) || separates(normalOfB, a, b)) return true;
  for (const edgeOfA of edgesOfA) {
    for (const edgeOfB of edgesOfB) if (separates(cross(edgeOfA, edgeOfB), a, b)) return true;
  }
  return (
    edgesOfA.some((edge) => separates(cross(edge, normalOfA), a, b)) ||
    edgesOfB.some((edge) => separates(cross(edge, normalOfB), a, b))
  );
}

function separates(axis: Vector, [a, b, c]: Triangle, [d, e, f]: Triangle): boolean {
  const [p, q, r] = [dot(axis, a), dot(axis, b), dot(axis, c)];
  const [s, t, u] = [dot(axis, d), dot(axis, e), dot(axis, f)];
  // What rounding leaves of a distance of nothing must not count as one.
  const least = 1e-9 * (Math.abs(p) + Math.abs(s) + 1e-9);
  return Math.min(p, q, r) > Math.max(s, t, u) + least || Math.max(p, q, r) + least < Math.min(s, t, u);
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
