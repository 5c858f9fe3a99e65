// A model file read by three.js: shown, measured, written anew in another unit.
// Loaded with the first file, because three.js is large.

import { type Group, type Mesh, Vector3 } from "three";
import { loadModelFile, meshesOf } from "../../../pages/browser/viewer/load-model.ts";
import { boxOf, type Stage, showOnStage } from "../../../pages/browser/viewer/stage.ts";
import { writeBinaryStl } from "./binary-stl.ts";
import type { Size } from "./units.ts";

export interface OpenedModel {
  /** Size in the file's own numbers. */
  readonly drawn: Size;
  /** @param factor millimetres of the unit it was drawn in */
  show(canvas: HTMLCanvasElement, factor: number, tint: string | undefined): Stage;
  /** The same model in millimetres, as a file of its own. */
  writeScaled(factor: number): Blob;
}

/** @throws Error for a file without anything to show */
export async function openModelFile(file: Blob, format: string): Promise<OpenedModel> {
  const model = loadModelFile(await file.arrayBuffer(), format);
  const { x, y, z } = boxOf(model).getSize(new Vector3());
  if (!(x + y + z > 0 && Number.isFinite(x + y + z))) throw new Error("the model has no size");
  return {
    drawn: { x, y, z },
    show(canvas, factor, tint) {
      // A copy that shares the geometry: the same part may stand on several cards.
      const shown = model.clone();
      shown.scale.setScalar(factor);
      shown.updateMatrixWorld(true);
      return showOnStage(canvas, shown, boxOf(shown), tint);
    },
    writeScaled(factor) {
      return new Blob([writeBinaryStl(cornersOf(model), factor)], { type: "model/stl" });
    },
  };
}

/** Nine numbers a triangle, as the file places them. */
function cornersOf(model: Group): Float32Array[] {
  model.updateMatrixWorld(true);
  return meshesOf(model).map((mesh: Mesh) => {
    const { index, attributes } = mesh.geometry;
    const { position } = attributes;
    if (position === undefined) return new Float32Array();
    const count = index?.count ?? position.count;
    const corners = new Float32Array(3 * count);
    const corner = new Vector3();
    for (let at = 0; at < count; at++) {
      corner.fromBufferAttribute(position, index?.getX(at) ?? at).applyMatrix4(mesh.matrixWorld);
      corners.set([corner.x, corner.y, corner.z], 3 * at);
    }
    return corners;
  });
}
