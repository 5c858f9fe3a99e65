// A model as the bucket stores it: the file that an engine is sent, and the thumbnail that it draws.

import { MAX_THUMBNAIL_BYTES, THUMBNAIL_MEDIA_TYPE, thumbnailKeyOf } from "./contract/thumbnail.ts";
import { THUMBNAIL_HEADER, THUMBNAIL_WANTED } from "./engine-protocol.ts";

interface FileToSubmit {
  readonly file: R2ObjectBody;
  readonly headers: Headers;
}

/**
 * Reads a model's file; undefined if it is not stored.
 *
 * @param asked the headers of the PUT that sends it; they ask for its thumbnail too if there is none yet
 */
export async function readToSubmit(
  bucket: Pick<R2Bucket, "get" | "head">,
  modelKey: string,
  asked: HeadersInit | undefined,
): Promise<FileToSubmit | undefined> {
  const [file, isThumbnailStored] = await Promise.all([bucket.get(modelKey), hasThumbnail(bucket, modelKey)]);
  if (file === null) return undefined;
  const headers = new Headers(asked);
  if (!isThumbnailStored) headers.set(THUMBNAIL_HEADER, THUMBNAIL_WANTED);
  return { file, headers };
}

/** One drawn twice does no harm, so a failure counts as none. */
async function hasThumbnail(bucket: Pick<R2Bucket, "head">, modelKey: string): Promise<boolean> {
  const key = thumbnailKeyOf(modelKey);
  if (key === undefined) return true;
  return (await bucket.head(key).catch(() => null)) !== null;
}

/**
 * Stores an engine's drawing beside the model's file. A slice is done without it: a failure is logged, and the next slice of the
 * model has it drawn again.
 *
 * @param drawn a PNG in base64
 */
export async function storeThumbnail(bucket: Pick<R2Bucket, "put">, modelKey: string, drawn: string): Promise<void> {
  const key = thumbnailKeyOf(modelKey);
  if (key === undefined) return;
  try {
    const bytes = Uint8Array.from(atob(drawn), (letter) => letter.charCodeAt(0));
    if (bytes.length > MAX_THUMBNAIL_BYTES) throw new Error(`a thumbnail of ${bytes.length} bytes`);
    await bucket.put(key, bytes, { httpMetadata: { contentType: THUMBNAIL_MEDIA_TYPE } });
  } catch (error) {
    console.warn(JSON.stringify({ thumbnail: String(error) }));
  }
}
