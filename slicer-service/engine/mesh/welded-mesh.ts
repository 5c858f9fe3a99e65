// Welded meshes: corners at the same place are one, so that triangles that meet share their corners.

import type { TriangleMesh } from "./triangle-mesh.ts";

/** Corners are in single precision, as STL holds them: two that differ by less are one. */
export interface WeldedMesh extends TriangleMesh {
  readonly corners: Float32Array;
}

const MINUS_ZERO_BITS = 0x80000000;

/** Joins corners at the same place, and leaves out triangles that lose a side by it. */
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
    const x = withoutMinusZero(bits[3 * corner]);
    const y = withoutMinusZero(bits[3 * corner + 1]);
    const z = withoutMinusZero(bits[3 * corner + 2]);
    let slot = hash(x, y, z) & (tableSize - 1);
    for (;;) {
      const candidate = table[slot];
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

/** -0 and 0 are the same place, but differ in the compared bits. */
function withoutMinusZero(bits: number): number {
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
    const a = newIndices[triangles[at]];
    const b = newIndices[triangles[at + 1]];
    const c = newIndices[triangles[at + 2]];
    if (a === b || b === c || c === a) continue;
    renamed[length++] = a;
    renamed[length++] = b;
    renamed[length++] = c;
  }
  return length === renamed.length ? renamed : renamed.slice(0, length);
}
