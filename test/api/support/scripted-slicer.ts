// A slicer that answers as a test tells it to: with a fault, a delay, or nothing.

import type { SliceResult, SlicerService, SliceState } from "../../../slicer-service/src/contract/slices.ts";

/** A slicer that has only the methods a test gives it. */
export function scriptedSlicer(methods: Partial<SlicerService>): SlicerService {
  const unexpected = () => Promise.reject(new Error("the slicer was not expected to be asked this"));
  return { start: unexpected, read: unexpected, health: unexpected, unfinished: unexpected, ...methods };
}

/** A slicer that takes every slice and begins none. */
export const idleSlicer = scriptedSlicer({
  start: async (requests) => requests.map((): SliceState => ({ status: "queued", progress: 0, ahead: null })),
});

/** A slicer without a reachable engine. */
export const unreachableSlicer = scriptedSlicer({
  start: async (requests) =>
    requests.map(
      (): SliceState => ({
        ...{ status: "failed", progress: 0, finishedAt: "2026-11-21T09:00:00.000Z" },
        failure: { fault: "service", code: "engine_unavailable", message: "The engine cannot be reached." },
      }),
    ),
});

/** The state of a slice that is done: a box of 100 × 20 × 30 mm, unless said otherwise. */
export function sliced(result: Partial<SliceResult> = {}): SliceState {
  return {
    status: "done",
    progress: 100,
    finishedAt: "2026-11-21T09:00:00.000Z",
    result: {
      engine: "scripted",
      printSeconds: 3600,
      materialCubicMm: 1000,
      solidCubicMm: 1000,
      dimensionsMm: { x: 100, y: 20, z: 30 },
      layers: 50,
      ...result,
    },
  };
}
