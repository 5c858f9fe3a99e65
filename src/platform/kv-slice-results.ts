// Slice-result adapter: finished slices in KV, copied there by the slicer Worker.
//
// A hit is always right; a miss may be stale.

import { type FinishedSlice, sliceResultKvKey } from "../../slicer-service/src/contract/slices.ts";
import type { SliceResults } from "./ports.ts";

/** KV reads this many keys in one call. Single reads would wait for each other: a request has six connections at most. */
const MAX_KEYS_PER_READ = 100;

export function kvSliceResults(namespace: KVNamespace): SliceResults {
  return {
    async read(sliceKeys) {
      const reads: Promise<ReadonlyMap<string, FinishedSlice | null>>[] = [];
      for (let at = 0; at < sliceKeys.length; at += MAX_KEYS_PER_READ) {
        const keys = sliceKeys.slice(at, at + MAX_KEYS_PER_READ).map(sliceResultKvKey);
        // An error is a miss: the slicer is asked next.
        reads.push(namespace.get<FinishedSlice>(keys, "json").catch(() => new Map()));
      }
      const read = await Promise.all(reads);
      const found = new Map<string, FinishedSlice>();
      for (const sliceKey of sliceKeys) {
        const slice = read.map((results) => results.get(sliceResultKvKey(sliceKey))).find((result) => result != null);
        if (slice != null) found.set(sliceKey, slice);
      }
      return found;
    },
  };
}
