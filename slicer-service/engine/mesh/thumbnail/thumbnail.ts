// A model's thumbnail: its drawing as a PNG. A finished slice outlives a drawing that fails.

import { THUMBNAIL_SIZE } from "../../../src/contract/objects-of-model.ts";
import type { WeldedMesh } from "../welded-mesh.ts";
import { drawMesh } from "./draw-mesh.ts";
import { writePng } from "./write-png.ts";

export interface Thumbnail {
  /** A PNG in base64; undefined if the drawing failed. */
  readonly thumbnail?: string | undefined;
  /** The reason of a failure, for the engine's log. */
  readonly thumbnailFault?: string;
}

export function thumbnailOf(mesh: WeldedMesh): Thumbnail {
  try {
    const { width, height } = THUMBNAIL_SIZE;
    return { thumbnail: writePng(drawMesh(mesh, width, height)).toString("base64") };
  } catch (error) {
    return { thumbnailFault: String(error) };
  }
}
