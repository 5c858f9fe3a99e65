// Attached-file adapter: one studio's files of price requests in R2, beside its models.

import type { StudioId } from "../../domain/ids.ts";
import type { AttachedFiles } from "../ports.ts";
import { sha256Stream } from "../sha256-stream.ts";

/** A trickling upload ends after this time: the largest file takes it at half a megabit a second. */
const MAX_SAVE_MILLISECONDS = 30 * 60_000;

export function r2AttachedFiles(bucket: R2Bucket, studioId: StudioId): AttachedFiles {
  return {
    async save(bytes, sizeBytes) {
      const objectKey = `studios/${studioId}/attachments/${crypto.randomUUID()}`;
      const hash = sha256Stream();
      const hashed = new TransformStream<Uint8Array, Uint8Array>({
        async transform(chunk, controller) {
          await hash.add(chunk);
          controller.enqueue(chunk);
        },
      });
      // R2 takes a stream of known length only.
      const measured = new FixedLengthStream(sizeBytes);
      const signal = AbortSignal.timeout(MAX_SAVE_MILLISECONDS);
      await Promise.all([
        bucket.put(objectKey, measured.readable),
        bytes.pipeThrough(hashed).pipeTo(measured.writable, { signal }),
      ]);
      return { objectKey, sha256: await hash.finish() };
    },
    async read(objectKey) {
      return (await bucket.get(objectKey))?.body;
    },
  };
}
