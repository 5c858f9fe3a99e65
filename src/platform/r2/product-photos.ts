// Product-photo adapter: one studio's photos in R2, beside its models.

import type { StudioId } from "../../domain/ids.ts";
import type { ProductPhotos, StoredPhoto } from "../ports.ts";

export function r2ProductPhotos(bucket: R2Bucket, studioId: StudioId): ProductPhotos {
  const keyOf = (id: string) => `studios/${studioId}/photos/${id}`;
  return {
    async save(id, bytes, mediaType) {
      await bucket.put(keyOf(id), bytes, { httpMetadata: { contentType: mediaType } });
    },
    async find(id) {
      return describe(await bucket.head(keyOf(id)));
    },
    async read(id) {
      const object = await bucket.get(keyOf(id));
      return describe(object, object?.body);
    },
    async delete(ids) {
      await bucket.delete(ids.map(keyOf));
    },
  };
}

function describe(object: R2Object | null, body: ReadableStream | null = null): StoredPhoto | undefined {
  if (object === null) return undefined;
  return { mediaType: object.httpMetadata?.contentType ?? "", sizeBytes: object.size, body };
}
