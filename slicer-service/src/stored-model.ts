// A model as the bucket stores it: the file for an engine, and the thumbnail and the mesh from one.

import {
  MAX_MESH_BYTES,
  MAX_THUMBNAIL_BYTES,
  MESH_MEDIA_TYPE,
  meshKeyOf,
  THUMBNAIL_MEDIA_TYPE,
  thumbnailKeyOf,
} from "./contract/objects-of-model.ts";
import { MESH_HEADER, THUMBNAIL_HEADER, THUMBNAIL_WANTED } from "./engine-protocol.ts";

interface FileToSubmit {
  readonly file: R2ObjectBody;
  readonly headers: Headers;
}

/**
 * Reads a model's file; undefined if it is not stored.
 *
 * @param asked the headers of the PUT that sends it; they ask for its thumbnail too if there is none yet, and no more for its mesh if
 *   there is one
 */
export async function readToSubmit(
  bucket: Pick<R2Bucket, "get" | "head">,
  modelKey: string,
  asked: HeadersInit | undefined,
): Promise<FileToSubmit | undefined> {
  const headers = new Headers(asked);
  const [file, isThumbnailStored, isMeshStored] = await Promise.all([
    bucket.get(modelKey),
    isStored(bucket, thumbnailKeyOf(modelKey)),
    headers.has(MESH_HEADER) && isStored(bucket, meshKeyOf(modelKey)),
  ]);
  if (file === null) return undefined;
  if (isMeshStored) headers.delete(MESH_HEADER);
  if (!isThumbnailStored) headers.set(THUMBNAIL_HEADER, THUMBNAIL_WANTED);
  return { file, headers };
}

/** An object made twice does no harm, so a failure counts as none. */
async function isStored(bucket: Pick<R2Bucket, "head">, key: string | undefined): Promise<boolean> {
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

/**
 * Stores an engine's mesh beside the model's file, as it streams in. A slice is done without it: a failure is logged, and the next slice
 * of the model writes it. A mesh over MAX_MESH_BYTES is never stored.
 *
 * @param deadline aborted once the slice waits no longer
 */
export async function storeMesh(
  bucket: Pick<R2Bucket, "put">,
  modelKey: string,
  sizeBytes: number,
  read: (deadline: AbortSignal) => Promise<ReadableStream>,
  deadline: AbortSignal,
): Promise<void> {
  const key = meshKeyOf(modelKey);
  if (key === undefined) return;
  try {
    if (sizeBytes > MAX_MESH_BYTES) throw new Error(`a mesh of ${sizeBytes} bytes`);
    // The bucket takes a stream of known length only.
    const measured = new FixedLengthStream(sizeBytes);
    const mesh = await read(deadline);
    const stored = Promise.all([
      bucket.put(key, measured.readable, { httpMetadata: { contentType: MESH_MEDIA_TYPE } }),
      mesh.pipeTo(measured.writable, { signal: deadline }),
    ]);
    // The bucket heeds no signal.
    await Promise.race([stored, rejectionBy(deadline)]);
  } catch (error) {
    console.warn(JSON.stringify({ mesh: String(error) }));
  }
}

function rejectionBy(deadline: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    deadline.addEventListener("abort", () => reject(deadline.reason), { once: true });
  });
}
