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
  const layers = new Float64Array(corners.length / 3);
  for (let corner = 0; corner < layers.length; corner++) {
    layers[corner] = Math.max(0, Math.round(corners[3 * corner + 2] / layerHeightMm));
  }
  // Not the highest of all corners: those that no triangle uses may lie anywhere.
  let highest = 0;
  for (let at = 0; at < triangles.length; at++) if (layers[triangles[at]] > highest) highest = layers[triangles[at]];
  // The increase in corners from each layer to the next.
  const changes = new Int32Array(highest + 1);
  let uprightSquareMm = 0;
  let flatSquareMm = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = layers[triangles[at]];
    const b = layers[triangles[at + 1]];
    const c = layers[triangles[at + 2]];
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
