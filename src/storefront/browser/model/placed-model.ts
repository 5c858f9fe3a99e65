// A version of a model at its place on the bed, with its triangles in millimetres.

import { type Group, type Mesh, Vector3 } from "three";
import { boxOf, meshesOf } from "../../../pages/browser/viewer/load-model.ts";
import type { ModelVersion } from "./model-change.ts";
import { UNITS } from "./units.ts";

/** A copy that shares the geometry, because the same part may stand on several cards. */
export function placed(model: Group, { unit, change }: ModelVersion): Group {
  const copy = model.clone();
  copy.scale.setScalar(UNITS[unit] * change.scale);
  copy.quaternion.set(...change.turn);
  copy.updateMatrixWorld(true);
  const box = boxOf(copy);
  const middle = box.getCenter(new Vector3());
  copy.position.set(-middle.x, -middle.y, -box.min.z);
  copy.updateMatrixWorld(true);
  return copy;
}

export function trianglesOf(meshes: readonly Mesh[]): number {
  return meshes.reduce((sum, mesh) => sum + triangleCount(mesh), 0);
}

function triangleCount({ geometry }: Mesh): number {
  return Math.floor((geometry.index?.count ?? geometry.attributes.position?.count ?? 0) / 3);
}

/** Nine numbers a triangle. */
export function cornersOf(model: Group): Float32Array {
  const meshes = meshesOf(model);
  const corners = new Float32Array(9 * trianglesOf(meshes));
  const corner = new Vector3();
  let next = 0;
  for (const mesh of meshes) {
    const { index, attributes } = mesh.geometry;
    const { position } = attributes;
    if (position === undefined) continue;
    for (let at = 0; at < 3 * triangleCount(mesh); at++) {
      corner.fromBufferAttribute(position, index?.getX(at) ?? at).applyMatrix4(mesh.matrixWorld);
      corners[next++] = corner.x;
      corners[next++] = corner.y;
      corners[next++] = corner.z;
    }
  }
  return corners;
}
