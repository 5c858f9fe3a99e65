// A mesh as a slicer draws it: corners of its outlines by layer, and areas of its surface.

import { areaAt, normalAt } from "../surface.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

export interface LayeredOutlines {
  /** Corners of the outlines of all layers. A triangle adds one for each layer that cuts it. */
  readonly corners: number;
  /** The sum over all layers of the square of a layer's corners. */
  readonly pairsOfCorners: number;
  /** The surface as seen from the side, and as seen from above or below. */
  readonly uprightSquareMm: number;
  readonly flatSquareMm: number;
}

/** Measures a mesh that stands on Z = 0, in one pass over its triangles. */
export function layeredOutlines(mesh: WeldedMesh, layerHeightMm: number): LayeredOutlines {
  const { corners, triangles } = mesh;
  const layerOf = (at: number) => Math.max(0, Math.round(corners[3 * triangles[at] + 2] / layerHeightMm));
  let highest = 0;
  for (let at = 0; at < triangles.length; at++) highest = Math.max(highest, layerOf(at));
  // The increase in corners from each layer to the next.
  const changes = new Int32Array(highest + 1);
  let uprightSquareMm = 0;
  let flatSquareMm = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = layerOf(at);
    const b = layerOf(at + 1);
    const c = layerOf(at + 2);
    changes[Math.min(a, b, c)]++;
    changes[Math.max(a, b, c)]--;
    const flat = Math.abs(normalAt(mesh, at)[2]) / 2;
    flatSquareMm += flat;
    uprightSquareMm += Math.sqrt(Math.max(0, areaAt(mesh, at) ** 2 - flat ** 2));
  }
  let inLayer = 0;
  let sum = 0;
  let pairsOfCorners = 0;
  for (const change of changes) {
    inLayer += change;
    sum += inLayer;
    pairsOfCorners += inLayer ** 2;
  }
  return { corners: sum, pairsOfCorners, uprightSquareMm, flatSquareMm };
}
