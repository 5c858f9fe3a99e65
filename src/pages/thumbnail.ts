// Thumbnails of models: their sizes on pages, and their answer.

import { THUMBNAIL_MEDIA_TYPE } from "../../slicer-service/src/contract/objects-of-model.ts";
import type { models } from "../db/schema.ts";
import { NotFound } from "../domain/errors.ts";
import type { ModelFiles } from "../platform/ports.ts";

/** In CSS pixels: beside the facts of an item, and in a row of a list. */
export const THUMBNAIL_SIZES = {
  item: { width: 120, height: 90 },
  row: { width: 64, height: 48 },
} as const;

/** Cache-Control of a model's picture and mesh: a model's file never changes, so a browser may keep them for ever; no other cache may. */
export const KEPT_BY_BROWSER = `private, max-age=${365 * 86_400}, immutable`;

/** A cube of dashes: the picture of a model that was not sliced yet, or cannot be. */
const NO_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90" fill="none" stroke="#888c94" stroke-width="2" stroke-dasharray="4 3"><path d="M60 21l22 12v25l-22 12-22-12V33zm0 49V45m22-12L60 45 38 33"/></svg>`;

/**
 * The picture of a model.
 *
 * @param found the rows of the studio's model
 * @throws NotFound without one
 */
export async function answerThumbnail(
  modelFiles: ModelFiles,
  [model]: readonly (typeof models.$inferSelect)[],
): Promise<Response> {
  if (model === undefined) throw new NotFound();
  const picture = await modelFiles.readThumbnail(model.objectKey);
  const headers = { "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox" };
  if (picture === undefined) {
    const svg = { ...headers, "Content-Type": "image/svg+xml", "Cache-Control": "no-store" };
    return new Response(NO_PICTURE, { headers: svg });
  }
  return new Response(picture, {
    headers: { ...headers, "Content-Type": THUMBNAIL_MEDIA_TYPE, "Cache-Control": KEPT_BY_BROWSER },
  });
}
