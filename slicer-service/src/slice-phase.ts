// Phase of a slice: brought by its engine, shown to its readers, and tried again after a failure.

import type { FinishedSlice, SliceRequest, SliceResult, SliceState } from "./contract/slices.ts";
import type { EngineSliceState } from "./engine-protocol.ts";
import type { StoredSlice } from "./slice.store.ts";

/** A slicer's timeout or crash may have been the machine's: after this the model may be tried again. */
const RETRY_MODEL_AFTER_MILLISECONDS = 3_600_000;

/** Whether the failure may have been temporary: the service's own at once, a slicer's timeout or crash after a while. */
export function mayBeTriedAgain(phase: StoredSlice["phase"]): boolean {
  if (phase.status !== "failed") return false;
  if (phase.failure.fault === "service") return true;
  const { code } = phase.failure;
  return (
    (code === "model_too_complex" || code === "slicer_failed") && Date.now() - phase.at > RETRY_MODEL_AFTER_MILLISECONDS
  );
}

/** The phase that an engine's state brings; the same object if it changes nothing. */
export function phaseAt({ status }: EngineSliceState, phase: StoredSlice["phase"]): StoredSlice["phase"] {
  return status === "slicing" && phase.status !== "slicing" ? { status: "slicing", since: Date.now() } : phase;
}

export function isVisitors({ audience }: SliceRequest): boolean {
  return audience === "visitor";
}

/** Whether it was more than is calculated for a visitor. The studio itself may have it calculated all the same. */
export function isRefusedToVisitor({ request, phase }: StoredSlice): boolean {
  return isVisitors(request) && phase.status === "failed" && phase.failure.code === "model_too_complex";
}

/** A slice's state for its readers. */
export function shownState({ progress, phase }: StoredSlice): SliceState {
  switch (phase.status) {
    case "queued":
      // The Worker's entry point asks the dispatcher, once for all slices of a request.
      return { status: "queued", progress, ahead: null };
    case "slicing":
      return { status: "slicing", progress };
    case "done":
      return finishedSlice(phase);
    case "failed":
      return { status: "failed", progress, finishedAt: new Date(phase.at).toISOString(), failure: phase.failure };
    default:
      return phase satisfies never;
  }
}

export function finishedSlice({ at, result }: { readonly at: number; readonly result: SliceResult }): FinishedSlice {
  return { status: "done", progress: 100, finishedAt: new Date(at).toISOString(), result };
}
