// A model file read by three.js: shown, measured, written anew in another unit, size or position.
// Loaded with the first file, because three.js is large.

import { type Group, type Mesh, Vector3 } from "three";
import { loadModelFile, meshesOf } from "../../../pages/browser/viewer/load-model.ts";
import { boxOf, type Stage, showOnStage } from "../../../pages/browser/viewer/stage.ts";
import { writeBinaryStl } from "./binary-stl.ts";
import type { ModelVersion } from "./model-change.ts";
import { type Size, UNITS } from "./units.ts";

export interface OpenedModel {
  /** Size in the file's own numbers. */
  readonly drawn: Size;
  readonly triangles: number;
  /** False if the file may hold several bodies, of which a project may print some only. */
  readonly isOneMesh: boolean;
  show(canvas: HTMLCanvasElement, version: ModelVersion, tint: string | undefined): Stage;
  /** The version in millimetres, as it stands on the bed: nine numbers a triangle. */
  corners(version: ModelVersion): Float32Array;
  /** The same, as a file of its own. */
  write(version: ModelVersion): Blob;
}

/** @throws Error for a file without anything to show */
export async function openModelFile(file: Blob, format: string): Promise<OpenedModel> {
  const model = loadModelFile(await file.arrayBuffer(), format);
  const { x, y, z } = boxOf(model).getSize(new Vector3());
  if (!(x + y + z > 0 && Number.isFinite(x + y + z))) throw new Error("the model has no size");
  const meshes = meshesOf(model);
  return {
    drawn: { x, y, z },
    triangles: trianglesOf(meshes),
    isOneMesh: meshes.length === 1,
    show(canvas, version, tint) {
      const shown = placed(model, version);
      return showOnStage(canvas, shown, boxOf(shown), tint);
    },
    corners: (version) => cornersOf(placed(model, version)),
    write(version) {
      return new Blob([writeBinaryStl(cornersOf(placed(model, version)))], { type: "model/stl" });
    },
  };
}

/** A copy that shares the geometry, because the same part may stand on several cards. */
function placed(model: Group, { unit, change }: ModelVersion): Group {
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

function trianglesOf(meshes: readonly Mesh[]): number {
  return meshes.reduce((sum, mesh) => sum + triangleCount(mesh), 0);
}

function triangleCount({ geometry }: Mesh): number {
  return Math.floor((geometry.index?.count ?? geometry.attributes.position?.count ?? 0) / 3);
}

function cornersOf(model: Group): Float32Array {
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
