// EngineFault: the engine's own fault in a slice; the model is innocent. The same request may succeed later.

import type { SliceFailure } from "../src/contract/slices.ts";

export class EngineFault extends Error {
  override readonly name = "EngineFault";
}

/** The customer's message, without a cause that they could not mend; the operator finds it in the engine's log. */
export const ENGINE_UNAVAILABLE: SliceFailure = {
  fault: "service",
  code: "engine_unavailable",
  message: "The slicing service does not work at the moment. Please try again later.",
};

/** The customer's reason for a profile that the slicer refuses; the owner reads the slicer's message beside it. */
export const REFUSED_PROFILE = {
  fault: "profile",
  code: "slicer_failed",
  message: "The chosen print quality cannot be sliced: the slicer refuses its settings. Please tell the studio.",
} as const;

/** Whether the error is the engine's own fault: a full disk, a missing folder, a program that may not be started. */
export function isEngineFault(error: unknown): boolean {
  // Errors of the operating system name the call: no content of a model leads to one.
  return error instanceof EngineFault || (error instanceof Error && "syscall" in error);
}
