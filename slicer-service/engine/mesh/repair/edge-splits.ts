// Where a corner of one triangle lies on the edge of another (a T-junction), the surface has no hole, but its triangles
// do not meet edge to edge: one long edge runs along two short ones. Splitting the long edge at that corner closes it
// without moving anything, so it is sure where filling a hole would be a guess.

import { surveySurface, type WeldedMesh } from "../surface.ts";

/** A split can leave its new edges to be split in turn, by corners that the other side has on the same line. */
const MAX_ROUNDS = 4;
/** A mesh with more open edges, or more corners to look at, is torn to pieces, and no edge of it worth splitting. */
const MAX_OPEN_EDGES = 500_000;
const MAX_COMPARISONS = 20_000_000;

/** Splits every open edge at the corners of other open edges that are at most `gap` mm off it. */
export function splitOpenEdges(mesh: WeldedMesh, gap: number): WeldedMesh {
  let split = mesh;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { openEdges } = surveySurface(split);
    if (openEdges.length > MAX_OPEN_EDGES) break;
    const cornersOn = cornersOnEdges(split, openEdges, gap);
    if (cornersOn.size === 0) break;
    split = { corners: split.corners, triangles: splitTriangles(split.triangles, cornersOn) };
  }
  return split;
}

/** The corners on each edge that has any, in the order in which the edge comes past them. */
function cornersOnEdges(mesh: WeldedMesh, openEdges: Uint32Array, gap: number): Map<number, number[]> {
  const { corners, triangles } = mesh;
  const ends = (edge: number): [number, number] => [
    triangles[edge] ?? 0,
    triangles[edge % 3 === 2 ? edge - 2 : edge + 1] ?? 0,
  ];
  const candidates = [...new Set(Array.from(openEdges, ends).flat())];
  const alongAxes = [0, 1, 2].map((axis) => {
    const sorted = candidates.toSorted((a, b) => (corners[3 * a + axis] ?? 0) - (corners[3 * b + axis] ?? 0));
    return { axis, sorted, coordinates: Float32Array.from(sorted, (corner) => corners[3 * corner + axis] ?? 0) };
  });
  const found = new Map<number, number[]>();
  let comparisons = 0;
  for (const edge of openEdges) {
    const [from, to] = ends(edge);
    // The axis along which the fewest corners lie between the edge's two ends.
    const [narrowest] = alongAxes
      .map(({ axis, sorted, coordinates }) => {
        const [a = 0, b = 0] = [corners[3 * from + axis], corners[3 * to + axis]];
        const first = firstAtLeast(coordinates, Math.min(a, b) - gap);
        return { sorted, first, end: firstAtLeast(coordinates, Math.max(a, b) + 2 * gap) };
      })
      .sort((a, b) => a.end - a.first - (b.end - b.first));
    if (narrowest === undefined) continue;
    comparisons += narrowest.end - narrowest.first;
    if (comparisons > MAX_COMPARISONS) return new Map();
    const passed: { corner: number; along: number }[] = [];
    for (let at = narrowest.first; at < narrowest.end; at++) {
      const corner = narrowest.sorted[at] ?? 0;
      const along = corner === from || corner === to ? undefined : positionOnEdge(corners, from, to, corner, gap);
      if (along !== undefined) passed.push({ corner, along });
    }
    passed.sort((a, b) => a.along - b.along);
    if (passed.length > 0) {
      found.set(
        edge,
        passed.map(({ corner }) => corner),
      );
    }
  }
  return found;
}

function firstAtLeast(sorted: Float32Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How far along an edge a corner lies, as a share of its length, or undefined where it is not between its ends. */
function positionOnEdge(corners: Float32Array, from: number, to: number, corner: number, gap: number) {
  const [x = 0, y = 0, z = 0] = [corners[3 * from], corners[3 * from + 1], corners[3 * from + 2]];
  const dx = (corners[3 * to] ?? 0) - x;
  const dy = (corners[3 * to + 1] ?? 0) - y;
  const dz = (corners[3 * to + 2] ?? 0) - z;
  const px = (corners[3 * corner] ?? 0) - x;
  const py = (corners[3 * corner + 1] ?? 0) - y;
  const pz = (corners[3 * corner + 2] ?? 0) - z;
  const squaredLength = dx * dx + dy * dy + dz * dz;
  const along = (px * dx + py * dy + pz * dz) / squaredLength;
  if (!(along > 0 && along < 1)) return undefined;
  const squaredDistance = (px - along * dx) ** 2 + (py - along * dy) ** 2 + (pz - along * dz) ** 2;
  // Nearer to an end than the gap it would be that end, and a triangle without area come of it.
  const margin = gap / Math.sqrt(squaredLength);
  return squaredDistance <= gap ** 2 && along > margin && along < 1 - margin ? along : undefined;
}

function splitTriangles(triangles: Uint32Array, cornersOn: ReadonlyMap<number, readonly number[]>): Uint32Array {
  const result: number[] = [];
  /** Fans out from the corner opposite the first edge that has corners on it; the outer two keep the other edges'. */
  const add = (corners: readonly number[], edges: readonly (readonly number[])[]): void => {
    const split = edges.findIndex((passed) => passed.length > 0);
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((step) => corners[(split + step) % 3]);
    if (split === -1) {
      result.push(...corners);
      return;
    }
    const [onAB = [], onBC = [], onCA = []] = [0, 1, 2].map((step) => edges[(split + step) % 3]);
    const line = [a, ...onAB, b];
    line.slice(1).forEach((next, index) => {
      add([line[index] ?? 0, next, c], [[], index === onAB.length ? onBC : [], index === 0 ? onCA : []]);
    });
  };
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [triangles[at] ?? 0, triangles[at + 1] ?? 0, triangles[at + 2] ?? 0];
    if (!cornersOn.has(at) && !cornersOn.has(at + 1) && !cornersOn.has(at + 2)) {
      for (const corner of corners) result.push(corner);
      continue;
    }
    add(corners, [cornersOn.get(at) ?? [], cornersOn.get(at + 1) ?? [], cornersOn.get(at + 2) ?? []]);
  }
  return Uint32Array.from(result);
}
