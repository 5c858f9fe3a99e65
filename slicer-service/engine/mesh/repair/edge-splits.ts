// Splitting edges at T-junctions: a corner of one triangle lies on the edge of another.
//
// Such a surface has no hole, but one long edge runs along two short ones. Splitting the long edge at that corner closes the
// surface without moving any corner, so it is certain, unlike filling a hole.

import { firstAtLeast } from "../binary-search.ts";
import { AXES } from "../bounding-box.ts";
import { edgeEnd } from "../edges.ts";
import { surveySurface } from "../surface.ts";
import { dot, minus, pointAt } from "../vector.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

/** Splits may make new edges that need splitting, at corners that the other side has on the same line. */
const MAX_ROUNDS = 4;
/** A mesh with more open edges, more corners to compare with them, or more splits, is torn to pieces: it is left unchanged. */
const MAX_OPEN_EDGES = 500_000;
const MAX_COMPARISONS = 20_000_000;
/** Each split adds a triangle. */
const MAX_SPLITS = 1_000_000;

/** Splits every open edge at the corners of other open edges that are at most `gapMm` off it. */
export function splitOpenEdges(mesh: WeldedMesh, gapMm: number): WeldedMesh {
  let split = mesh;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { openEdges } = surveySurface(split);
    if (openEdges.length > MAX_OPEN_EDGES) break;
    const cornersOn = cornersOnEdges(split, openEdges, gapMm);
    if (cornersOn.size === 0) break;
    split = { corners: split.corners, triangles: splitTriangles(split.triangles, cornersOn) };
  }
  return split;
}

/** The corners on each edge that has any, in order along the edge. */
function cornersOnEdges(mesh: WeldedMesh, openEdges: Uint32Array, gapMm: number): Map<number, number[]> {
  const { corners, triangles } = mesh;
  const ends = (edge: number): [number, number] => [triangles[edge], edgeEnd(triangles, edge)];
  const candidates = [...new Set(Array.from(openEdges, ends).flat())];
  const alongAxes = AXES.map((axis) => {
    const sorted = candidates.toSorted((a, b) => corners[3 * a + axis] - corners[3 * b + axis]);
    return { axis, sorted, coordinates: Float32Array.from(sorted, (corner) => corners[3 * corner + axis]) };
  });
  const found = new Map<number, number[]>();
  let comparisons = 0;
  let splits = 0;
  for (const edge of openEdges) {
    const [from, to] = ends(edge);
    // The axis with the fewest corners between the edge's two ends.
    const [narrowest] = alongAxes
      .map(({ axis, sorted, coordinates }) => {
        const a = corners[3 * from + axis];
        const b = corners[3 * to + axis];
        const first = firstAtLeast(coordinates, Math.min(a, b) - gapMm);
        return { sorted, first, end: firstAtLeast(coordinates, Math.max(a, b) + 2 * gapMm) };
      })
      .sort((a, b) => a.end - a.first - (b.end - b.first));
    comparisons += narrowest.end - narrowest.first;
    if (comparisons > MAX_COMPARISONS) return new Map();
    const passed: { corner: number; along: number }[] = [];
    for (let at = narrowest.first; at < narrowest.end; at++) {
      const corner = narrowest.sorted[at];
      const along = corner === from || corner === to ? undefined : positionOnEdge(corners, from, to, corner, gapMm);
      if (along !== undefined) passed.push({ corner, along });
    }
    passed.sort((a, b) => a.along - b.along);
    splits += passed.length;
    if (splits > MAX_SPLITS) return new Map();
    if (passed.length > 0) {
      found.set(
        edge,
        passed.map(({ corner }) => corner),
      );
    }
  }
  return found;
}

/** The place of a corner along an edge, as a share of its length; undefined if it is not between the ends. */
function positionOnEdge(
  corners: Float32Array,
  from: number,
  to: number,
  corner: number,
  gapMm: number,
): number | undefined {
  const start = pointAt(corners, from);
  const edge = minus(pointAt(corners, to), start);
  const point = minus(pointAt(corners, corner), start);
  const squaredLength = dot(edge, edge);
  const along = dot(point, edge) / squaredLength;
  if (!(along > 0 && along < 1)) return undefined;
  const offEdge = minus(point, [along * edge[0], along * edge[1], along * edge[2]]);
  // A corner nearer to an end than the gap would be that end, and the split would make a triangle without area.
  const margin = gapMm / Math.sqrt(squaredLength);
  return dot(offEdge, offEdge) <= gapMm ** 2 && along > margin && along < 1 - margin ? along : undefined;
}

type Three<Item> = readonly [Item, Item, Item];

function splitTriangles(triangles: Uint32Array, cornersOn: ReadonlyMap<number, readonly number[]>): Uint32Array {
  const result: number[] = [];
  /**
   * Adds a triangle of these corners, split at the corners that lie on its edges, the first of which begins at the first
   * corner. It fans out from the corner opposite the first edge to split; the outer two of the fan keep the other edges.
   */
  const add = ([p, q, r]: Three<number>, [onPQ, onQR, onRP]: Three<readonly number[]>): void => {
    if (onPQ.length > 0) {
      const ends = [...onPQ, q];
      let from = p;
      for (const [index, to] of ends.entries()) {
        add([from, to, r], [[], index === ends.length - 1 ? onQR : [], index === 0 ? onRP : []]);
        from = to;
      }
    } else if (onQR.length > 0) {
      add([q, r, p], [onQR, onRP, onPQ]);
    } else if (onRP.length > 0) {
      add([r, p, q], [onRP, onPQ, onQR]);
    } else {
      result.push(p, q, r);
    }
  };
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at], triangles[at + 1], triangles[at + 2]];
    if (!cornersOn.has(at) && !cornersOn.has(at + 1) && !cornersOn.has(at + 2)) {
      result.push(a, b, c);
      continue;
    }
    add([a, b, c], [cornersOn.get(at) ?? [], cornersOn.get(at + 1) ?? [], cornersOn.get(at + 2) ?? []]);
  }
  return Uint32Array.from(result);
}
