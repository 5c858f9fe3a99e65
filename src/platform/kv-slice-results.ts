// Slice-result adapter: finished slices in KV, copied there by the slicer Worker.
//
// A hit is always right; a miss may be stale.

import { type FinishedSlice, sliceResultKvKey } from "../../slicer-service/src/contract/slices.ts";
import type { SliceResults } from "./ports.ts";

export function kvSliceResults(namespace: KVNamespace): SliceResults {
  return {
    async read(sliceKeys) {
      const found = new Map<string, FinishedSlice>();
      await Promise.all(
        sliceKeys.map(async (sliceKey) => {
          // An error is a miss: the slicer is asked next.
          const slice = await namespace.get<FinishedSlice>(sliceResultKvKey(sliceKey), "json").catch(() => null);
          if (slice !== null) found.set(sliceKey, slice);
        }),
      );
      return found;
    },
  };
}
