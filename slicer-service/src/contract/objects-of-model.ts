// Objects of a model in the bucket: its file, thumbnail and STEP mesh. Their keys, types and sizes.
//
// SPDX-License-Identifier: MIT

/** In pixels: twice the largest size on a page. */
export const THUMBNAIL_SIZE = { width: 240, height: 180 } as const;

export const THUMBNAIL_MEDIA_TYPE = "image/png";

/** Drawings have a few thousand. An engine that sends more has a fault. */
export const MAX_THUMBNAIL_BYTES = 64 * 1024;

const MODELS = /^(studios\/\d+)\/models\//;
const BESIDE_MODELS = /^(studios\/\d+)\/(?:thumbnails|meshes)\//;

/** Meshes are binary STL, in millimetres, of the bodies as a slicer gets them: standing on Z = 0, in the middle of X and Y. */
export const MESH_MEDIA_TYPE = "model/stl";

/** 800,000 triangles. The order page shows a mesh unasked, and a larger one would freeze a weak phone: it is not stored. */
export const MAX_MESH_BYTES = 40_000_000;

/** The bucket's key of a model's thumbnail, by the key of the model's file; undefined for the key of another object. */
export function thumbnailKeyOf(modelKey: string): string | undefined {
  return MODELS.test(modelKey) ? modelKey.replace(MODELS, "$1/thumbnails/") : undefined;
}

/** The bucket's key of a model's mesh, by the key of the model's file; undefined for the key of another object. */
export function meshKeyOf(modelKey: string): string | undefined {
  return MODELS.test(modelKey) ? modelKey.replace(MODELS, "$1/meshes/") : undefined;
}

/** The key of the model's file that an object belongs to: the file, its thumbnail or its mesh; undefined for other objects. */
export function modelKeyOf(objectKey: string): string | undefined {
  if (MODELS.test(objectKey)) return objectKey;
  return BESIDE_MODELS.test(objectKey) ? objectKey.replace(BESIDE_MODELS, "$1/models/") : undefined;
}
