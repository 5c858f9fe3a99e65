// Reads and writes the record of one slice in its object's storage.

import type { SliceFailure, SliceRequest, SliceResult } from "./contract/slices.ts";

/** Moments are milliseconds since 1970. */
export interface StoredSlice {
  readonly request: SliceRequest;
  /** Time of its first request: its place in its studio's line. */
  readonly queuedAt: number;
  /** At least the progress that any reader has seen. */
  readonly progress: number;
  readonly phase:
    | { readonly status: "queued" }
    | { readonly status: "slicing"; readonly since: number }
    | { readonly status: "done"; readonly at: number; readonly result: SliceResult; readonly copiedToKv: boolean }
    | { readonly status: "failed"; readonly at: number; readonly failure: SliceFailure };
  /** The engine at which it holds a place, by its index in the pool; null while it waits for its turn. */
  readonly engineIndex: number | null;
  /** Whether an engine ever accepted it. */
  readonly wasAccepted: boolean;
  /** Runs that an engine accepted and did not finish. */
  readonly lostRuns: number;
  /** Attempts in a row that no engine accepted. */
  readonly refusals: { readonly count: number; readonly since: number } | null;
  /** The start of its engine's silence: the engine may have the slice all the same. */
  readonly silentSince: number | null;
  /** Whether it is in the slow lane: it takes long by estimate, took long, or gave way. */
  readonly isLong: boolean;
  /** Whether a run of it was ended for another studio. It happens once. */
  readonly gaveWay: boolean;
}

/** The record's shape before the slow lane. */
type UnlanedSlice = Omit<StoredSlice, "isLong" | "gaveWay">;

/** The record's shape before the dispatcher and its turns. */
type UndispatchedSlice = Omit<UnlanedSlice, "queuedAt" | "silentSince" | "request"> & {
  readonly request: Omit<SliceRequest, "studioId">;
};

/** The record's shape while the engine's name and its index were both called `engine`. */
type EarlierStoredSlice = Omit<UndispatchedSlice, "engineIndex" | "request"> & {
  readonly engine: number | null;
  readonly request: Omit<SliceRequest, "engineName" | "studioId"> & { readonly engine: string };
};

const KEY = "slice";

/** Older slices name no studio: they share the turns of this one. */
const UNKNOWN_STUDIO = 0;

/** The record, of any age; undefined if the slice was never started, or is forgotten. */
function readSlice(storage: DurableObjectStorage): StoredSlice | undefined {
  const stored = storage.kv.get<StoredSlice | UnlanedSlice | UndispatchedSlice | EarlierStoredSlice>(KEY);
  return stored === undefined ? undefined : { isLong: false, gaveWay: false, ...dispatched(stored) };
}

function dispatched(stored: StoredSlice | UnlanedSlice | UndispatchedSlice | EarlierStoredSlice): UnlanedSlice {
  if ("queuedAt" in stored) return stored;
  const undispatched = "engineIndex" in stored ? stored : withEngineIndex(stored);
  const request = { studioId: UNKNOWN_STUDIO, ...undispatched.request };
  return { ...undispatched, request, queuedAt: 0, silentSince: null };
}

function withEngineIndex({ engine: engineIndex, request, ...slice }: EarlierStoredSlice): UndispatchedSlice {
  const { engine: engineName, profile, ...requested } = request;
  return { ...slice, engineIndex, request: { ...requested, engineName, profile: withPresentNames(profile) } };
}

/** Renames a number of resin profiles that was called `supportMm`. */
function withPresentNames(profile: SliceRequest["profile"]): SliceRequest["profile"] {
  if (!("supportMm" in profile)) return profile;
  const { supportMm, ...others } = profile;
  // The rest of the profile has its type already; only this number had another name.
  return { ...others, supportCubicMmPerSquareMm: supportMm } as SliceRequest["profile"];
}

/** Whether the slice is sliced, or failed. */
export function isSliceEnded({ phase }: StoredSlice): boolean {
  return phase.status === "done" || phase.status === "failed";
}

/** The record of one slice, in memory and in its object's storage. */
export class SliceRecord {
  readonly #storage: DurableObjectStorage;
  #slice: StoredSlice | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#slice = readSlice(storage);
  }

  /** undefined if the slice was never started, or is forgotten. */
  get current(): StoredSlice | undefined {
    return this.#slice;
  }

  /** @throws Error if the slice was never started */
  require(): StoredSlice {
    if (this.#slice === undefined) throw new Error("this slice was never started");
    return this.#slice;
  }

  save(slice: StoredSlice): void {
    this.#slice = slice;
    this.#storage.kv.put(KEY, slice);
  }

  async forget(): Promise<void> {
    await this.#storage.deleteAll();
    this.#slice = undefined;
  }
}
