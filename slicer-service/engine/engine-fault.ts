// EngineFault: why a slice could not be made, its model being innocent. The same request may succeed later.

import type { SliceFailure } from "../src/contract/slices.ts";

export class EngineFault extends Error {
  override readonly name = "EngineFault";
}

/** What the customer is told, who can do nothing about it; the operator finds the cause in the engine's log. */
export const ENGINE_UNAVAILABLE: SliceFailure = {
  fault: "service",
  code: "engine_unavailable",
  message: "The slicing service does not work at the moment. Please try again later.",
};

/** The customer's reason for a profile that the slicer refuses; the owner reads the slicer's words beside it. */
export const REFUSED_PROFILE = {
  fault: "profile",
  code: "slicer_failed",
  message: "The chosen print quality cannot be sliced: the slicer refuses its settings. Please tell the studio.",
} as const;

/** Whether the error is the engine's own fault: a full disk, a missing folder, a program that may not be started. */
export function isEngineFault(error: unknown): boolean {
  // Whatever the operating system refuses names the call: nothing that a model says leads to one.
  return error instanceof EngineFault || (error instanceof Error && "syscall" in error);
}
