// Edges of a mesh: every edge with the triangles that meet there.
//
// Each triangle walks its three edges in one direction; an edge is named by the position in `triangles` of the corner it
// begins at. Edges between the same two corners are one edge of the surface.

import type { WeldedMesh } from "./welded-mesh.ts";

/**
 * A corner and a position in `triangles` are kept as one number, corner × POSITIONS + position: positions are below this,
 * and the number stays exact.
 */
const POSITIONS = 2 ** 26;
/** Up to this many edges at one corner are sorted by insertion, which is faster for few. */
const MAX_INSERTION_SORT = 24;

/** The corner at which the edge ends. */
export function edgeEnd(triangles: Uint32Array, edge: number): number {
  return triangles[edge % 3 === 2 ? edge - 2 : edge + 1];
}

/** The triangle that an edge belongs to. */
export function triangleOf(edge: number): number {
  return Math.floor(edge / 3);
}

/**
 * Visits every edge of the surface once.
 *
 * Edges are gathered at their lower corner and sorted there by their higher one. That takes about the same time for every
 * model; a hostile one could fill a hash table. Small models run through this before it is compiled, when destructuring would take
 * most of the time: hence the single assignments.
 *
 * @param visit takes the edges of the triangles that meet there, in an array that may be reused after the call; and the
 *   balance: the number of edges from the lower corner to the higher one, less those back
 */
export function forEachEdge(
  { corners, triangles }: WeldedMesh,
  visit: (edges: readonly number[], balance: number) => void,
): void {
  const { starts, keys } = gatherEdges(triangles, corners.length / 3);
  // Nearly every edge has two triangles. An array that is emptied and filled anew is allocated anew each time.
  const two = [0, 0];
  for (let corner = 0; corner < starts.length - 1; corner++) {
    const start = starts[corner];
    const end = starts[corner + 1];
    if (start === end) continue;
    sortPart(keys, start, end);
    for (let first = start, next = start; first < end; first = next) {
      const base = Math.floor(keys[first] / POSITIONS) * POSITIONS;
      const beyond = base + POSITIONS;
      let balance = 0;
      for (next = first; next < end && keys[next] < beyond; next++) {
        balance += triangles[keys[next] - base] === corner ? 1 : -1;
      }
      const edges = next - first === 2 ? two : new Array<number>(next - first);
      for (let at = first; at < next; at++) edges[at - first] = keys[at] - base;
      visit(edges, balance);
    }
  }
}

/** The edges of each lower corner, from `starts[corner]` on: their higher corner and position, as one number each. */
function gatherEdges(triangles: Uint32Array, cornerCount: number): { starts: Uint32Array; keys: Float64Array } {
  const starts = new Uint32Array(cornerCount + 1);
  for (let at = 0; at < triangles.length; at += 3) {
    const a = triangles[at];
    const b = triangles[at + 1];
    const c = triangles[at + 2];
    starts[a < b ? a : b]++;
    starts[b < c ? b : c]++;
    starts[c < a ? c : a]++;
  }
  // Holds the end of each corner's part first; filling from the end turns it into the start.
  for (let corner = 1; corner <= cornerCount; corner++) starts[corner] += starts[corner - 1];
  const keys = new Float64Array(triangles.length);
  const add = (from: number, to: number, position: number) => {
    const place = --starts[from < to ? from : to];
    keys[place] = (from < to ? to : from) * POSITIONS + position;
  };
  for (let at = 0; at < triangles.length; at += 3) {
    const a = triangles[at];
    const b = triangles[at + 1];
    const c = triangles[at + 2];
    add(a, b, at);
    add(b, c, at + 1);
    add(c, a, at + 2);
  }
  return { starts, keys };
}

function sortPart(keys: Float64Array, start: number, end: number): void {
  if (end - start > MAX_INSERTION_SORT) {
    keys.subarray(start, end).sort();
    return;
  }
  for (let at = start + 1; at < end; at++) {
    const key = keys[at];
    let place = at;
    for (; place > start && keys[place - 1] > key; place--) keys[place] = keys[place - 1];
    keys[place] = key;
  }
}
