// The edges of a mesh, those of the same two corners side by side. Each triangle walks its three edges in one direction;
// an edge is named by the position in `triangles` of the corner it begins at.

/** The corner at which the edge ends that begins at this position. */
export function edgeEnd(triangles: Uint32Array, edge: number): number {
  return triangles[edge % 3 === 2 ? edge - 2 : edge + 1] ?? 0;
}

/**
 * All edges, sorted by their lower corner and then by their higher one. Counted into place twice, so that the time is
 * the same whatever the model: no table of hashes that a hostile one could fill up.
 */
export function sortEdges(triangles: Uint32Array, cornerCount: number): Uint32Array {
  const edges = triangles.length;
  const starts = new Uint32Array(cornerCount + 1);
  for (let edge = 0; edge < edges; edge++) {
    const higher = Math.max(triangles[edge] ?? 0, edgeEnd(triangles, edge));
    starts[higher + 1] = (starts[higher + 1] ?? 0) + 1;
  }
  sumUp(starts);
  const byHigher = new Uint32Array(edges);
  for (let edge = 0; edge < edges; edge++) {
    const higher = Math.max(triangles[edge] ?? 0, edgeEnd(triangles, edge));
    const place = starts[higher] ?? 0;
    byHigher[place] = edge;
    starts[higher] = place + 1;
  }
  starts.fill(0);
  for (let edge = 0; edge < edges; edge++) {
    const lower = Math.min(triangles[edge] ?? 0, edgeEnd(triangles, edge));
    starts[lower + 1] = (starts[lower + 1] ?? 0) + 1;
  }
  sumUp(starts);
  const sorted = new Uint32Array(edges);
  for (let at = 0; at < edges; at++) {
    const edge = byHigher[at] ?? 0;
    const lower = Math.min(triangles[edge] ?? 0, edgeEnd(triangles, edge));
    const place = starts[lower] ?? 0;
    sorted[place] = edge;
    starts[lower] = place + 1;
  }
  return sorted;
}

/** Turns counts into where each begins. */
function sumUp(counts: Uint32Array): void {
  for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0);
}

/**
 * Visits every edge once: it is walked by those from `start` up to `end` in `sorted`, on balance so often more from
 * its lower corner to its higher one than back.
 */
export function forEachEdge(
  triangles: Uint32Array,
  sorted: Uint32Array,
  visit: (start: number, end: number, balance: number) => void,
): void {
  for (let start = 0; start < sorted.length; ) {
    const first = sorted[start] ?? 0;
    const [from, to] = [triangles[first] ?? 0, edgeEnd(triangles, first)];
    let balance = from < to ? 1 : -1;
    let end = start + 1;
    for (; end < sorted.length; end++) {
      const next = sorted[end] ?? 0;
      const [nextFrom, nextTo] = [triangles[next] ?? 0, edgeEnd(triangles, next)];
      if (nextFrom === from && nextTo === to) balance += from < to ? 1 : -1;
      else if (nextFrom === to && nextTo === from) balance += from < to ? -1 : 1;
      else break;
    }
    visit(start, end, balance);
    start = end;
  }
}
