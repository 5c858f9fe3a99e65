// The edges of a mesh. Each triangle walks its three edges in one direction; an edge is named by the position in
// `triangles` of the corner it begins at. Edges between the same two corners are one edge of the surface.

import type { WeldedMesh } from "./surface.ts";

/** Larger than any position in `triangles`, and small enough that a corner times it plus a position is exact. */
const SPACE = 2 ** 26;
/** Up to so many edges at one corner are sorted by insertion. */
const FEW = 24;

/** The corner at which the edge ends that begins at this position. */
export function edgeEnd(triangles: Uint32Array, edge: number): number {
  return triangles[edge % 3 === 2 ? edge - 2 : edge + 1] ?? 0;
}

/**
 * Visits every edge of the surface once, with the positions at which triangles begin to walk it, and how often more
 * they do from its lower corner to its higher one than back. `edges` is good only until the visit is over.
 *
 * Edges are gathered at their lower corner and sorted there by their higher one, which takes about the same time for
 * every model: there is no table of hashes that a hostile one could fill up. Small models run through this before it
 * is compiled, where taking arrays apart would be most of the time: hence the single assignments.
 */
export function forEachEdge(
  { corners, triangles }: WeldedMesh,
  visit: (edges: readonly number[], balance: number) => void,
): void {
  const keys = gather(triangles, corners.length / 3);
  const edges: number[] = [];
  for (let corner = 0; corner < keys.starts.length - 1; corner++) {
    const start = keys.starts[corner] ?? 0;
    const end = keys.starts[corner + 1] ?? 0;
    if (start === end) continue;
    sortPart(keys.edges, start, end);
    let balance = 0;
    let higher = -1;
    for (let at = start; at < end; at++) {
      const key = keys.edges[at] ?? 0;
      const other = Math.floor(key / SPACE);
      const edge = key - other * SPACE;
      if (other !== higher) {
        if (edges.length > 0) visit(edges, balance);
        edges.length = 0;
        balance = 0;
        higher = other;
      }
      edges.push(edge);
      balance += triangles[edge] === corner ? 1 : -1;
    }
    visit(edges, balance);
    edges.length = 0;
  }
}

/** The edges at each lower corner, from where `starts` says: their higher corner and position, as one number each. */
function gather(triangles: Uint32Array, cornerCount: number): { starts: Uint32Array; edges: Float64Array } {
  const starts = new Uint32Array(cornerCount + 1);
  for (let at = 0; at < triangles.length; at += 3) {
    const a = triangles[at] ?? 0;
    const b = triangles[at + 1] ?? 0;
    const c = triangles[at + 2] ?? 0;
    const ab = a < b ? a : b;
    const bc = b < c ? b : c;
    const ca = c < a ? c : a;
    starts[ab] = (starts[ab] ?? 0) + 1;
    starts[bc] = (starts[bc] ?? 0) + 1;
    starts[ca] = (starts[ca] ?? 0) + 1;
  }
  // First where each corner's part ends; filling it from its end leaves where it starts.
  for (let corner = 1; corner <= cornerCount; corner++) {
    starts[corner] = (starts[corner] ?? 0) + (starts[corner - 1] ?? 0);
  }
  const edges = new Float64Array(triangles.length);
  const add = (from: number, to: number, position: number) => {
    const lower = from < to ? from : to;
    const place = (starts[lower] ?? 0) - 1;
    starts[lower] = place;
    edges[place] = (from < to ? to : from) * SPACE + position;
  };
  for (let at = 0; at < triangles.length; at += 3) {
    const a = triangles[at] ?? 0;
    const b = triangles[at + 1] ?? 0;
    const c = triangles[at + 2] ?? 0;
    add(a, b, at);
    add(b, c, at + 1);
    add(c, a, at + 2);
  }
  return { starts, edges };
}

function sortPart(keys: Float64Array, start: number, end: number): void {
  if (end - start > FEW) {
    keys.subarray(start, end).sort();
    return;
  }
  for (let at = start + 1; at < end; at++) {
    const key = keys[at] ?? 0;
    let place = at;
    for (; place > start && (keys[place - 1] ?? 0) > key; place--) keys[place] = keys[place - 1] ?? 0;
    keys[place] = key;
  }
}
