// A slicer that answers as a test tells it to: with a fault, a delay, or nothing.

import type { SlicerService, SliceState } from "../../../slicer-service/src/contract/slices.ts";

/** A slicer that has only the methods a test gives it. */
export function scriptedSlicer(methods: Partial<SlicerService>): SlicerService {
  const unexpected = () => Promise.reject(new Error("the slicer was not expected to be asked this"));
  return { start: unexpected, read: unexpected, health: unexpected, unfinished: unexpected, ...methods };
}

/** A slicer that takes every slice and begins none. */
export const idleSlicer = scriptedSlicer({
  start: async (requests) => requests.map((): SliceState => ({ status: "queued", progress: 0, ahead: null })),
});
