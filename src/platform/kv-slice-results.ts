// Slice-result adapter: finished slices in KV, copied there by the slicer Worker.
//
// A hit is always right, and stays so: an isolate remembers it, for a read of KV costs more than five hundred rows of D1. A miss
// may be stale.

import { type FinishedSlice, sliceResultKvKey } from "../../slicer-service/src/contract/slices.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { SliceResults } from "./ports.ts";

/** KV reads this many keys in one call. Single reads would wait for each other: a request has six connections at most. */
const MAX_KEYS_PER_READ = 100;

/** Results of a kilobyte or so: a small part of an isolate's 128 MB. */
const MAX_REMEMBERED = 2_000;
/** By slice key. */
const remembered = new BoundedMap<string, FinishedSlice>(MAX_REMEMBERED);

export function kvSliceResults(namespace: KVNamespace): SliceResults {
  return {
    async read(sliceKeys) {
      const found = new Map<string, FinishedSlice>();
      for (const sliceKey of sliceKeys) {
        const known = remembered.get(sliceKey);
        if (known !== undefined) found.set(sliceKey, known);
      }
      const unknown = sliceKeys.filter((sliceKey) => !found.has(sliceKey));
      const reads: Promise<ReadonlyMap<string, FinishedSlice | null>>[] = [];
      for (let at = 0; at < unknown.length; at += MAX_KEYS_PER_READ) {
        const keys = unknown.slice(at, at + MAX_KEYS_PER_READ).map(sliceResultKvKey);
        // An error is a miss: the slicer is asked next.
        reads.push(namespace.get<FinishedSlice>(keys, "json").catch(() => new Map()));
      }
      const read = await Promise.all(reads);
      for (const sliceKey of unknown) {
        const slice = read.map((results) => results.get(sliceResultKvKey(sliceKey))).find(isThere);
        if (slice === undefined) continue;
        found.set(sliceKey, slice);
        remembered.set(sliceKey, slice);
      }
      return found;
    },
  };
}

function isThere(result: FinishedSlice | null | undefined): result is FinishedSlice {
  return result != null;
}
