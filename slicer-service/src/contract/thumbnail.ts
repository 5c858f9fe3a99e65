// Thumbnails: a small picture of a model, drawn by the engine, stored beside the model's file.
//
// SPDX-License-Identifier: MIT

/** In pixels: twice the largest size on a page. */
export const THUMBNAIL_SIZE = { width: 240, height: 180 } as const;

export const THUMBNAIL_MEDIA_TYPE = "image/png";

/** Drawings have a few thousand. An engine that sends more has a fault. */
export const MAX_THUMBNAIL_BYTES = 64 * 1024;

const MODELS = /^(studios\/\d+)\/models\//;
const THUMBNAILS = /^(studios\/\d+)\/thumbnails\//;

/** The bucket's key of a model's thumbnail, by the key of the model's file; undefined for the key of another object. */
export function thumbnailKeyOf(modelKey: string): string | undefined {
  return MODELS.test(modelKey) ? modelKey.replace(MODELS, "$1/thumbnails/") : undefined;
}

/** The key of the model's file that an object belongs to, be it the file or its thumbnail; undefined for other objects. */
export function modelKeyOf(objectKey: string): string | undefined {
  if (MODELS.test(objectKey)) return objectKey;
  return THUMBNAILS.test(objectKey) ? objectKey.replace(THUMBNAILS, "$1/models/") : undefined;
}
