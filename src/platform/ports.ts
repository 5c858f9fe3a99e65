// What the features need of the platform, in their own words. The adapters beside this file say it to Cloudflare.

import type { FinishedSlice, SliceRequest, SliceState } from "../../slicer-service/src/contract/slices.ts";

/** Where one studio's model files lie. Keys are made here and mean nothing outside. */
export interface ModelFiles {
  /** Stores a file that is whole in memory. Resolves to its key. */
  save(bytes: Uint8Array): Promise<string>;
  /** Begins a file that arrives in parts of PART_BYTES, the last one smaller. */
  begin(): Promise<GrowingModelFile>;
  exists(key: string): Promise<boolean>;
  /** The file's bytes, or a range of them, as they are read; undefined where it is gone. */
  read(key: string, range?: { readonly offset: number; readonly length: number }): Promise<ReadableStream | undefined>;
  delete(key: string): Promise<void>;
}

export interface GrowingModelFile {
  readonly key: string;
  add(part: Uint8Array): Promise<void>;
  complete(): Promise<void>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}

/** R2 takes parts of at least 5 MiB, all of one size but for the last. Also what an upload holds in memory at most. */
export const PART_BYTES = 5 * 1024 * 1024;

/** Finished slices, fast to read. It may miss what exists: the slicer knows the truth. */
export interface SliceResults {
  read(sliceKeys: readonly string[]): Promise<Map<string, FinishedSlice>>;
}

/** The slicer. Its methods throw `slicerUnavailable` where it cannot be reached. */
export interface SlicerClient {
  /** What slices for filament: engine, version and profile revision. A slice key names it besides file and profile. */
  readonly filamentEngine: string;
  start(requests: readonly SliceRequest[], waitMilliseconds: number): Promise<SliceState[]>;
  read(sliceKeys: readonly string[], waitMilliseconds: number): Promise<(SliceState | null)[]>;
}
