// Surfaces: whether a mesh is closed, its connected pieces, and its area and volume.
//
// A surface is closed when every edge is walked as often one way as the other: nothing can leak out between its triangles, even if
// more than two of them meet.

import { DisjointSet } from "./disjoint-set.ts";
import { forEachEdge, triangleOf } from "./edges.ts";
import type { Vector } from "./vector.ts";
import type { WeldedMesh } from "./welded-mesh.ts";

export interface SurfaceSurvey {
  /** Every edge is walked as often from its one end to its other as back. */
  readonly closed: boolean;
  /** The edges that break this rule: positions in `triangles` of the corner at which each begins. */
  readonly openEdges: Uint32Array;
  /** Every edge has exactly two triangles, so that each triangle's neighbours are certain. */
  readonly everyEdgeOfTwo: boolean;
  /** Triangles are of one piece if a way over edges of two triangles leads from one to the other. */
  readonly pieces: DisjointSet;
}

/** Looks at all edges of a mesh once. */
export function surveySurface(mesh: WeldedMesh): SurfaceSurvey {
  const pieces = new DisjointSet(mesh.triangles.length / 3);
  const openEdges: number[] = [];
  let everyEdgeOfTwo = true;
  forEachEdge(mesh, (edges, balance) => {
    if (edges.length === 2) pieces.join(triangleOf(edges[0]), triangleOf(edges[1]));
    else everyEdgeOfTwo = false;
    if (balance !== 0) for (const edge of edges) openEdges.push(edge);
  });
  return { closed: openEdges.length === 0, openEdges: Uint32Array.from(openEdges), everyEdgeOfTwo, pieces };
}

/** Six times the volume of the tetrahedron that the triangle beginning at this position makes with the origin. */
export function sixfoldVolumeAt({ corners, triangles }: WeldedMesh, at: number): number {
  const a = 3 * triangles[at];
  const b = 3 * triangles[at + 1];
  const c = 3 * triangles[at + 2];
  const bx = corners[b];
  const by = corners[b + 1];
  const bz = corners[b + 2];
  const cx = corners[c];
  const cy = corners[c + 1];
  const cz = corners[c + 2];
  return corners[a] * (by * cz - bz * cy) + corners[a + 1] * (bz * cx - bx * cz) + corners[a + 2] * (bx * cy - by * cx);
}

/**
 * The volume a closed surface encloses in mm³, by the divergence theorem: the sum over all triangles of the tetrahedron
 * each makes with the origin. Negative when the surface is inside out.
 */
export function enclosedVolume(mesh: WeldedMesh): number {
  let sixfold = 0;
  for (let at = 0; at < mesh.triangles.length; at += 3) sixfold += sixfoldVolumeAt(mesh, at);
  return sixfold / 6;
}

/** The normal of a triangle of these three corners: outward if they run counter-clockwise, twice its area long. */
export function triangleNormal(corners: Float32Array, a: number, b: number, c: number): Vector {
  const x = corners[3 * a];
  const y = corners[3 * a + 1];
  const z = corners[3 * a + 2];
  const ux = corners[3 * b] - x;
  const uy = corners[3 * b + 1] - y;
  const uz = corners[3 * b + 2] - z;
  const vx = corners[3 * c] - x;
  const vy = corners[3 * c + 1] - y;
  const vz = corners[3 * c + 2] - z;
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** The normal of the triangle that begins at this position. */
export function normalAt({ corners, triangles }: WeldedMesh, at: number): Vector {
  return triangleNormal(corners, triangles[at], triangles[at + 1], triangles[at + 2]);
}

/** The area in mm² of the triangle that begins at this position. */
export function areaAt(mesh: WeldedMesh, at: number): number {
  const normal = normalAt(mesh, at);
  // Not length(normal): V8 would then allocate every normal, and take twice the time.
  return Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) / 2;
}

/** The area of all triangles in mm². */
export function surfaceArea(mesh: WeldedMesh): number {
  let area = 0;
  for (let at = 0; at < mesh.triangles.length; at += 3) area += areaAt(mesh, at);
  return area;
}

/** The same surface with its inside turned out. */
export function turnInsideOut({ corners, triangles }: WeldedMesh): WeldedMesh {
  const turned = triangles.slice();
  for (let at = 0; at < turned.length; at += 3) {
    turned[at + 1] = triangles[at + 2];
    turned[at + 2] = triangles[at + 1];
  }
  return { corners, triangles: turned };
}
