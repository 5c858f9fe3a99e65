// Stored-objects adapter: the bucket of all studios, for the scheduled run only.

const OF_STUDIOS = "studios/";

export function r2StoredObjects(bucket: R2Bucket) {
  return {
    async list(after: string | undefined, limit: number) {
      const startAfter = after === undefined ? {} : { startAfter: after };
      const { objects, truncated } = await bucket.list({ prefix: OF_STUDIOS, limit, ...startAfter });
      const found = objects.map(({ key, uploaded }) => ({ key, uploadedAt: uploaded.getTime() }));
      return { objects: found, isLast: !truncated };
    },
    async delete(objectKeys: string[]) {
      await bucket.delete(objectKeys);
    },
  };
}
