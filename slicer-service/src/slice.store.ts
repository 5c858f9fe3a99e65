// Reads and writes the record of one slice in its object's storage.

import type { SliceFailure, SliceRequest, SliceResult } from "./contract/slices.ts";

/** Moments are milliseconds since 1970. */
export interface StoredSlice {
  readonly request: SliceRequest;
  readonly progress: number;
  readonly phase:
    | { readonly status: "queued" }
    | { readonly status: "slicing"; readonly since: number }
    | { readonly status: "done"; readonly at: number; readonly result: SliceResult; readonly copiedToKv: boolean }
    | { readonly status: "failed"; readonly at: number; readonly failure: SliceFailure };
  /** The engine of the pool that accepted it last, or may have; null before any did. */
  readonly engineIndex: number | null;
  /** Whether an engine ever accepted it. */
  readonly wasAccepted: boolean;
  /** Times that an engine accepted it and did not bring it to an end. */
  readonly lostRuns: number;
  /** Attempts in a row that reached no engine with room. */
  readonly refusals: { readonly count: number; readonly since: number } | null;
}

/** As records were stored when the engine's name and its index were both called `engine`. */
type StoredSliceBefore = Omit<StoredSlice, "engineIndex" | "request"> & {
  readonly engine: number | null;
  readonly request: Omit<SliceRequest, "engineName"> & { readonly engine: string };
};

const KEY = "slice";

/** The record, whenever it was written; undefined where the slice was never started, or is forgotten. */
export function readSlice(storage: DurableObjectStorage): StoredSlice | undefined {
  const stored = storage.kv.get<StoredSlice | StoredSliceBefore>(KEY);
  if (stored === undefined || "engineIndex" in stored) return stored;
  const { engine: engineIndex, request, ...slice } = stored;
  const { engine: engineName, ...requested } = request;
  return { ...slice, engineIndex, request: { ...requested, engineName } };
}

export function writeSlice(storage: DurableObjectStorage, slice: StoredSlice): void {
  storage.kv.put(KEY, slice);
}
