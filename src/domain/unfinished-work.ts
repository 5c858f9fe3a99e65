// Unfinished work: the slices that wait or run, of all studios, as the operator looks at them.

import type { EngineReach, UnfinishedSlice } from "../../slicer-service/src/contract/slices.ts";

export interface UnfinishedWork {
  readonly engine: EngineReach;
  /** How many slices wait or run, those included that are not listed. */
  readonly total: number;
  /** The oldest first. */
  readonly slices: readonly WorkOfStudio[];
}

/** A slice with whom it is for. `studio` is null where there is no such studio; without jobs, only a request waits for it. */
export type WorkOfStudio = UnfinishedSlice & { readonly studio: string | null; readonly jobIds: readonly string[] };
