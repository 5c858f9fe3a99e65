// Stored-objects adapter: the bucket of all studios, for the scheduled run only.

import { meshKeyOf, thumbnailKeyOf } from "../../../slicer-service/src/contract/objects-of-model.ts";

const OF_STUDIOS = "studios/";

export function r2StoredObjects(bucket: R2Bucket) {
  return {
    async list(after: string | undefined, limit: number) {
      const startAfter = after === undefined ? {} : { startAfter: after };
      const { objects, truncated } = await bucket.list({ prefix: OF_STUDIOS, limit, ...startAfter });
      const found = objects.map(({ key, uploaded }) => ({ key, uploadedAt: uploaded.getTime() }));
      return { objects: found, isLast: !truncated };
    },
    /** With the thumbnails and meshes of models among them. */
    async delete(objectKeys: string[]) {
      const beside = objectKeys.flatMap((key) => [thumbnailKeyOf(key), meshKeyOf(key)]);
      await bucket.delete([...objectKeys, ...beside.filter((key) => key !== undefined)]);
    },
  };
}
