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
  /** The engine that accepted it last, or may have, by its place in the pool; null before any did. */
  readonly engineIndex: number | null;
  /** Whether an engine ever accepted it. */
  readonly wasAccepted: boolean;
  /** Runs that an engine accepted and did not finish. */
  readonly lostRuns: number;
  /** Attempts in a row that no engine accepted. */
  readonly refusals: { readonly count: number; readonly since: number } | null;
}

/** The record's shape while the engine's name and its index were both called `engine`. */
type EarlierStoredSlice = Omit<StoredSlice, "engineIndex" | "request"> & {
  readonly engine: number | null;
  readonly request: Omit<SliceRequest, "engineName"> & { readonly engine: string };
};

const KEY = "slice";

/** The record, whenever it was written; undefined where the slice was never started, or is forgotten. */
export function readSlice(storage: DurableObjectStorage): StoredSlice | undefined {
  const stored = storage.kv.get<StoredSlice | EarlierStoredSlice>(KEY);
  if (stored === undefined || "engineIndex" in stored) return stored;
  const { engine: engineIndex, request, ...slice } = stored;
  const { engine: engineName, profile, ...requested } = request;
  return { ...slice, engineIndex, request: { ...requested, engineName, profile: withTodaysNames(profile) } };
}

/** A profile of resin named one of its numbers `supportMm`. */
function withTodaysNames(profile: SliceRequest["profile"]): SliceRequest["profile"] {
  if (!("supportMm" in profile)) return profile;
  const { supportMm, ...others } = profile;
  // The rest of the profile is as its type says; only this number had another name.
  return { ...others, supportCubicMmPerSquareMm: supportMm } as SliceRequest["profile"];
}

export function writeSlice(storage: DurableObjectStorage, slice: StoredSlice): void {
  storage.kv.put(KEY, slice);
}
