// A model file read by three.js: shown, measured, written anew in another unit, size or position.
// Loaded with the first file, because three.js is large.

import { Vector3 } from "three";
import { boxOf, loadModelFile, meshesOf } from "../../../pages/browser/viewer/load-model.ts";
import { type Stage, showOnStage } from "../../../pages/browser/viewer/stage.ts";
import { writeBinaryStl } from "./binary-stl.ts";
import type { ModelVersion } from "./model-change.ts";
import { cornersOf, placed, trianglesOf } from "./placed-model.ts";
import type { Size } from "./units.ts";

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
