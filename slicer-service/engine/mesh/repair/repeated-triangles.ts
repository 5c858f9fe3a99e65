// Duplicate triangles: bodies drawn several times at the same place become one each.
//
// The geometry kernel unites such copies too, but in a time that grows with the square of their number.

import { DisjointSet } from "../disjoint-set.ts";
import { forEachEdge, triangleOf } from "../edges.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

/** Two corners are kept as one number, the first × CORNERS + the second: corners are below this, and the number stays exact. */
const CORNERS = 2 ** 26;

/**
 * The mesh itself unless triangles coincide. Triangles connected by edges are one body here, even if several meet at an edge. If
 * the number of copies of every triangle of a body is a multiple of n, each is left a nth as often: its edges are then open or
 * closed as before, and its inside stays the same. Copies of only a part of a body are left alone: without them the rest might be
 * open.
 */
export function leaveOutCopies(mesh: WeldedMesh): WeldedMesh {
  const { corners, triangles } = mesh;
  const { first, count } = countCopies(triangles, corners.length / 3);
  const bodies = new DisjointSet(triangles.length / 3);
  forEachEdge(mesh, (edges) => {
    for (let other = 1; other < edges.length; other++) bodies.join(triangleOf(edges[0]), triangleOf(edges[other]));
  });
  /** The greatest common number of copies of all triangles of a body, by its representative triangle. */
  const copies = new Uint32Array(count.length);
  for (let triangle = 0; triangle < count.length; triangle++) {
    if (first[triangle] !== triangle) continue;
    const body = bodies.find(triangle);
    copies[body] = greatestCommonDivisor(copies[body], count[triangle]);
  }
  if (copies.every((number) => number <= 1)) return mesh;
  const kept: number[] = [];
  /** The number of times that each triangle was met, by the first triangle of its place. */
  const met = new Uint32Array(count.length);
  for (let triangle = 0; triangle < count.length; triangle++) {
    const place = first[triangle];
    if (met[place]++ % copies[bodies.find(triangle)] !== 0) continue;
    kept.push(triangles[3 * triangle], triangles[3 * triangle + 1], triangles[3 * triangle + 2]);
  }
  return { corners, triangles: Uint32Array.from(kept) };
}

/**
 * For every triangle the first with the same corners and side, and for each of these the number of copies. Triangles are gathered
 * at their lowest corner and sorted there, as edges are in `forEachEdge`, and for the same reason.
 */
function countCopies(triangles: Uint32Array, cornerCount: number): { first: Uint32Array; count: Uint32Array } {
  const triangleCount = triangles.length / 3;
  const starts = new Uint32Array(cornerCount + 1);
  const others = new Float64Array(triangleCount);
  for (let triangle = 0; triangle < triangleCount; triangle++) starts[lowestFirst(triangles, triangle)[0]]++;
  for (let corner = 1; corner <= cornerCount; corner++) starts[corner] += starts[corner - 1];
  const gathered = new Uint32Array(triangleCount);
  for (let triangle = triangleCount - 1; triangle >= 0; triangle--) {
    const [lowest, second, third] = lowestFirst(triangles, triangle);
    gathered[--starts[lowest]] = triangle;
    others[triangle] = second * CORNERS + third;
  }
  const first = new Uint32Array(triangleCount);
  const count = new Uint32Array(triangleCount);
  for (let corner = 0; corner < cornerCount; corner++) {
    const atCorner = gathered.subarray(starts[corner], starts[corner + 1]);
    if (atCorner.length === 0) continue;
    atCorner.sort((one, other) => others[one] - others[other] || one - other);
    let place = atCorner[0];
    for (const triangle of atCorner) {
      if (others[triangle] !== others[place]) place = triangle;
      first[triangle] = place;
      count[place]++;
    }
  }
  return { first, count };
}

/** The corners of a triangle from its lowest on, in its own direction. */
function lowestFirst(triangles: Uint32Array, triangle: number): readonly [number, number, number] {
  const a = triangles[3 * triangle];
  const b = triangles[3 * triangle + 1];
  const c = triangles[3 * triangle + 2];
  if (a < b && a < c) return [a, b, c];
  return b < c ? [b, c, a] : [c, a, b];
}

/** For 0 and a number it is that number. */
function greatestCommonDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
