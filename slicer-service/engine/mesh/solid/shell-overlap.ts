// The overlap test: whether the surfaces of two shells touch at all.
//
// Parts that lie close to each other, or are printed in place around each other, often share only space of their bounding
// boxes. Uniting such parts would change nothing, and would take longer than all other work on the mesh.

import { firstAtLeast } from "../binary-search.ts";
import { AXES, type BoundingBox } from "../bounding-box.ts";
import { cross, dot, minus, pointAt, type Vector } from "../vector.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

/** Beyond this many pairs of triangles it is quicker to unite the shells. */
const MAX_COMPARISONS = 2_000_000;

/** False only if no triangle of one touches any of the other; true also if that takes too long to tell. */
export function surfacesTouch(a: WeldedMesh, boxOfA: BoundingBox, b: WeldedMesh, boxOfB: BoundingBox): boolean {
  const [ofA, ofB] = [trianglesNear(a, boxOfB), trianglesNear(b, boxOfA)];
  const boxesOfA = boxesOf(a, ofA);
  const boxesOfB = boxesOf(b, ofB);
  const sortedB = Uint32Array.from(ofB.keys()).sort((one, other) => boxesOfB[6 * one] - boxesOfB[6 * other]);
  const lowestXOfB = Float64Array.from(sortedB, (other) => boxesOfB[6 * other]);
  const widest = sortedB.reduce((most, other) => Math.max(most, boxesOfB[6 * other + 3] - boxesOfB[6 * other]), 0);
  let comparisons = 0;
  for (let index = 0; index < ofA.length; index++) {
    const from = 6 * index;
    for (let next = firstAtLeast(lowestXOfB, boxesOfA[from] - widest); next < sortedB.length; next++) {
      const other = sortedB[next];
      const to = 6 * other;
      if (boxesOfB[to] > boxesOfA[from + 3]) break;
      if (++comparisons > MAX_COMPARISONS) return true;
      if (
        boxesOfB[to + 3] >= boxesOfA[from] &&
        boxesOfB[to + 1] <= boxesOfA[from + 4] &&
        boxesOfB[to + 4] >= boxesOfA[from + 1] &&
        boxesOfB[to + 2] <= boxesOfA[from + 5] &&
        boxesOfB[to + 5] >= boxesOfA[from + 2] &&
        !areSeparated(pointsOf(a, ofA[index]), pointsOf(b, ofB[other]))
      ) {
        return true;
      }
    }
  }
  return false;
}

/** The triangles that reach into the box, each by the position of its beginning. */
function trianglesNear({ corners, triangles }: WeldedMesh, { lowest, highest }: BoundingBox): number[] {
  const near: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    let reaches = true;
    for (const axis of AXES) {
      const a = corners[3 * triangles[at] + axis];
      const b = corners[3 * triangles[at + 1] + axis];
      const c = corners[3 * triangles[at + 2] + axis];
      reaches = Math.min(a, b, c) <= highest[axis] && Math.max(a, b, c) >= lowest[axis];
      if (!reaches) break;
    }
    if (reaches) near.push(at);
  }
  return near;
}

/** Six numbers for each chosen triangle: the lowest x, y and z of its corners, then the highest. */
function boxesOf({ corners, triangles }: WeldedMesh, chosen: readonly number[]): Float64Array {
  const boxes = new Float64Array(6 * chosen.length);
  for (let index = 0; index < chosen.length; index++) {
    const at = chosen[index];
    for (let axis = 0; axis < 3; axis++) {
      const a = corners[3 * triangles[at] + axis];
      const b = corners[3 * triangles[at + 1] + axis];
      const c = corners[3 * triangles[at + 2] + axis];
      boxes[6 * index + axis] = Math.min(a, b, c);
      boxes[6 * index + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}

type Triangle = readonly [Vector, Vector, Vector];

function pointsOf({ corners, triangles }: WeldedMesh, at: number): Triangle {
  return [pointAt(corners, triangles[at]), pointAt(corners, triangles[at + 1]), pointAt(corners, triangles[at + 2])];
}

/**
 * Whether some plane has one triangle on each side of it, touching neither. By the separating axis theorem only few planes
 * need testing: across either normal, across a pair of edges, and, for triangles in one plane, across an edge within it.
 */
function areSeparated(a: Triangle, b: Triangle): boolean {
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
  // A distance of zero comes out as a rounding error, and must not count as a gap.
  const least = 1e-9 * (Math.abs(p) + Math.abs(s) + 1e-9);
  return Math.min(p, q, r) > Math.max(s, t, u) + least || Math.max(p, q, r) + least < Math.min(s, t, u);
}
