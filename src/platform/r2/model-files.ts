// Model-file adapter: one studio's files in R2.

import { meshKeyOf, thumbnailKeyOf } from "../../../slicer-service/src/contract/objects-of-model.ts";
import type { StudioId } from "../../domain/ids.ts";
import type { ModelFiles } from "../ports.ts";

export function r2ModelFiles(bucket: R2Bucket, studioId: StudioId): ModelFiles {
  // Random, since R2 cannot rename and a large file's hash is known only after storing. D1 maps content to key.
  const newKey = () => `studios/${studioId}/models/${crypto.randomUUID()}`;
  return {
    async save(bytes) {
      const key = newKey();
      await bucket.put(key, bytes);
      return key;
    },
    async exists(key) {
      return (await bucket.head(key)) !== null;
    },
    async read(key, range) {
      return (await bucket.get(key, range === undefined ? {} : { range }))?.body;
    },
    async delete(key) {
      await bucket.delete(key);
    },
    async readThumbnail(key) {
      const thumbnailKey = thumbnailKeyOf(key);
      return thumbnailKey === undefined ? undefined : (await bucket.get(thumbnailKey))?.body;
    },
    async readMesh(key) {
      const meshKey = meshKeyOf(key);
      const mesh = meshKey === undefined ? null : await bucket.get(meshKey);
      return mesh === null ? undefined : { body: mesh.body, sizeBytes: mesh.size };
    },
    async sizeOfMesh(key) {
      const meshKey = meshKeyOf(key);
      return meshKey === undefined ? undefined : (await bucket.head(meshKey))?.size;
    },
    async begin() {
      const key = newKey();
      const upload = await bucket.createMultipartUpload(key);
      const parts: R2UploadedPart[] = [];
      return {
        key,
        async add(part) {
          parts.push(await upload.uploadPart(parts.length + 1, part));
        },
        async complete() {
          await upload.complete(parts);
        },
        async abort() {
          await upload.abort();
        },
      };
    },
  };
}
