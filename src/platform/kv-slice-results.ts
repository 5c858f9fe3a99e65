// Finished slices in KV, where the slicer Worker puts them. What is there is right for ever; what is missing may exist.

import { type FinishedSlice, sliceResultKvKey } from "../../slicer-service/src/contract/slices.ts";
import type { SliceResults } from "./ports.ts";

export function kvSliceResults(namespace: KVNamespace): SliceResults {
  return {
    async read(sliceKeys) {
      const found = new Map<string, FinishedSlice>();
      await Promise.all(
        sliceKeys.map(async (sliceKey) => {
          // A KV that does not answer is a miss: the slicer is asked then.
          const slice = await namespace.get<FinishedSlice>(sliceResultKvKey(sliceKey), "json").catch(() => null);
          if (slice !== null) found.set(sliceKey, slice);
        }),
      );
      return found;
    },
  };
}
