// Whether a mesh is a closed surface. Programs write corners that belong together apart, so they are welded first;
// then the mesh is closed when every edge is walked as often one way as the other: nothing can leak out between its
// triangles, also where more than two of them meet.

import { forEachEdge } from "./edges.ts";

/** Corners in single precision, as STL holds them: two that differ by less are one. */
export interface WeldedMesh {
  readonly corners: Float32Array;
  readonly triangles: Uint32Array;
}

const MINUS_ZERO_BITS = 0x80000000;

/** Makes corners at the same place one, and leaves out triangles that have lost a side by it. */
export function weld(corners: Float32Array, triangles: Uint32Array): WeldedMesh {
  const cornerCount = corners.length / 3;
  const bits = new Uint32Array(corners.buffer, corners.byteOffset, corners.length);
  const tableSize = 2 ** Math.ceil(Math.log2(Math.max(2, 2 * cornerCount)));
  const table = new Int32Array(tableSize).fill(-1);
  const welded = new Uint32Array(cornerCount);
  const kept = new Float32Array(corners.length);
  const keptBits = new Uint32Array(kept.buffer);
  let keptCount = 0;
  for (let corner = 0; corner < cornerCount; corner++) {
    const x = withoutSign(bits[3 * corner] ?? 0);
    const y = withoutSign(bits[3 * corner + 1] ?? 0);
    const z = withoutSign(bits[3 * corner + 2] ?? 0);
    let slot = hash(x, y, z) & (tableSize - 1);
    for (;;) {
      const candidate = table[slot] ?? -1;
      if (candidate === -1) {
        table[slot] = keptCount;
        keptBits[3 * keptCount] = x;
        keptBits[3 * keptCount + 1] = y;
        keptBits[3 * keptCount + 2] = z;
        welded[corner] = keptCount++;
        break;
      }
      if (keptBits[3 * candidate] === x && keptBits[3 * candidate + 1] === y && keptBits[3 * candidate + 2] === z) {
        welded[corner] = candidate;
        break;
      }
      slot = (slot + 1) & (tableSize - 1);
    }
  }
  return { corners: kept.slice(0, 3 * keptCount), triangles: renameCorners(triangles, welded) };
}

/** -0 and 0 are the same place, and so have to have the same bits. */
function withoutSign(bits: number): number {
  return bits === MINUS_ZERO_BITS ? 0 : bits;
}

function hash(x: number, y: number, z: number): number {
  let mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Gives every corner its new index, and leaves out triangles with two corners in one place. */
export function renameCorners(triangles: Uint32Array, newIndices: Uint32Array): Uint32Array {
  const renamed = new Uint32Array(triangles.length);
  let length = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = newIndices[triangles[at] ?? 0] ?? 0;
    const b = newIndices[triangles[at + 1] ?? 0] ?? 0;
    const c = newIndices[triangles[at + 2] ?? 0] ?? 0;
    if (a === b || b === c || c === a) continue;
    renamed[length++] = a;
    renamed[length++] = b;
    renamed[length++] = c;
  }
  return length === renamed.length ? renamed : renamed.slice(0, length);
}

export interface SurfaceSurvey {
  /** Every edge is walked as often from its one end to its other as back. */
  readonly closed: boolean;
  /** The edges by which it is not: positions in `triangles` of the corner each begins at. */
  readonly openEdges: Uint32Array;
  /** Every edge has exactly two triangles, so that there is no doubt about which belongs to which. */
  readonly everyEdgeOfTwo: boolean;
  /** What can be walked over edges of two triangles. */
  readonly pieces: Pieces;
}

/** Looks at all edges of a mesh once. */
export function surveySurface(mesh: WeldedMesh): SurfaceSurvey {
  const pieces = new Pieces(mesh.triangles.length / 3);
  const openEdges: number[] = [];
  let everyEdgeOfTwo = true;
  forEachEdge(mesh, (edges, balance) => {
    if (edges.length === 2) pieces.join(triangleOf(edges[0] ?? 0), triangleOf(edges[1] ?? 0));
    else everyEdgeOfTwo = false;
    if (balance !== 0) for (const edge of edges) openEdges.push(edge);
  });
  return { closed: openEdges.length === 0, openEdges: Uint32Array.from(openEdges), everyEdgeOfTwo, pieces };
}

/** The triangle that an edge belongs to. */
export function triangleOf(edge: number): number {
  return Math.floor(edge / 3);
}

/** Sets of triangles that are joined step by step: each points towards one that stands for its whole piece. */
export class Pieces {
  count: number;
  readonly #towards: Int32Array;

  constructor(triangleCount: number) {
    this.count = triangleCount;
    this.#towards = new Int32Array(triangleCount);
    for (let triangle = 0; triangle < triangleCount; triangle++) this.#towards[triangle] = triangle;
  }

  join(a: number, b: number): void {
    const pieceOfA = this.#pieceOf(a);
    const pieceOfB = this.#pieceOf(b);
    if (pieceOfA === pieceOfB) return;
    this.#towards[pieceOfA] = pieceOfB;
    this.count--;
  }

  /** The number of each triangle's piece, from 0 to `count` - 1. */
  numbers(): Int32Array {
    const numbers = new Int32Array(this.#towards.length).fill(-1);
    let next = 0;
    for (let triangle = 0; triangle < numbers.length; triangle++) {
      const piece = this.#pieceOf(triangle);
      if (numbers[piece] === -1) numbers[piece] = next++;
      numbers[triangle] = numbers[piece] ?? 0;
    }
    return numbers;
  }

  #pieceOf(triangle: number): number {
    let at = triangle;
    for (let next = this.#towards[at] ?? at; next !== at; next = this.#towards[at] ?? at) {
      // Shortens the way for those who come after.
      this.#towards[at] = this.#towards[next] ?? next;
      at = next;
    }
    return at;
  }
}

/** Six times the volume of the tetrahedron that the triangle beginning at this position makes with the origin. */
export function sixfoldVolumeAt({ corners, triangles }: WeldedMesh, at: number): number {
  const a = 3 * (triangles[at] ?? 0);
  const b = 3 * (triangles[at + 1] ?? 0);
  const c = 3 * (triangles[at + 2] ?? 0);
  const bx = corners[b] ?? 0;
  const by = corners[b + 1] ?? 0;
  const bz = corners[b + 2] ?? 0;
  const cx = corners[c] ?? 0;
  const cy = corners[c + 1] ?? 0;
  const cz = corners[c + 2] ?? 0;
  return (
    (corners[a] ?? 0) * (by * cz - bz * cy) +
    (corners[a + 1] ?? 0) * (bz * cx - bx * cz) +
    (corners[a + 2] ?? 0) * (bx * cy - by * cx)
  );
}

/**
 * The volume a closed surface encloses in mm³, by the divergence theorem: the sum over all triangles of the
 * tetrahedron each makes with the origin. Negative when the surface is inside out.
 */
export function enclosedVolume(mesh: WeldedMesh): number {
  let sixfold = 0;
  for (let at = 0; at < mesh.triangles.length; at += 3) sixfold += sixfoldVolumeAt(mesh, at);
  return sixfold / 6;
}

/** The area in mm² of the triangle that begins at this position. */
export function areaAt({ corners, triangles }: WeldedMesh, at: number): number {
  const a = 3 * (triangles[at] ?? 0);
  const b = 3 * (triangles[at + 1] ?? 0);
  const c = 3 * (triangles[at + 2] ?? 0);
  const x = corners[a] ?? 0;
  const y = corners[a + 1] ?? 0;
  const z = corners[a + 2] ?? 0;
  const ux = (corners[b] ?? 0) - x;
  const uy = (corners[b + 1] ?? 0) - y;
  const uz = (corners[b + 2] ?? 0) - z;
  const vx = (corners[c] ?? 0) - x;
  const vy = (corners[c + 1] ?? 0) - y;
  const vz = (corners[c + 2] ?? 0) - z;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
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
    turned[at + 1] = triangles[at + 2] ?? 0;
    turned[at + 2] = triangles[at + 1] ?? 0;
  }
  return { corners, triangles: turned };
}
