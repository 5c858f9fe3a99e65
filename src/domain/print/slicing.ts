// Slicing in the API's words: statuses of its jobs, codes of its failures, and unfinished work.

import type {
  EngineReach,
  ModelFailureCode,
  ServiceFailureCode,
  UnfinishedSlice,
} from "../../../slicer-service/src/contract/slices.ts";

export const SLICING_JOB_STATUSES = ["pending", "processing", "done", "failed"] as const;
export type SlicingJobStatus = (typeof SLICING_JOB_STATUSES)[number];

export function isEnded(status: SlicingJobStatus): boolean {
  return status === "done" || status === "failed";
}

/** The meaning of a failure's code for programs, and the advice. */
interface FailureCode {
  readonly meaning: string;
  readonly advice: string;
}

/** Faults of the model: the same file, sent again, fails again in the same way. */
export const MODEL_FAILURES: Readonly<Record<ModelFailureCode, FailureCode>> = {
  empty_model: {
    meaning: "the file holds no shape",
    advice: "ask for another export of the model",
  },
  no_solid: {
    meaning: "the STEP file holds surfaces only, and no solid",
    advice: "ask for an export of the solid",
  },
  parts_elsewhere: {
    meaning: "the STEP file is an assembly of parts in other files",
    advice: "ask for one file with all parts in it",
  },
  unreadable_model: {
    meaning: "the file is damaged, or of another format than its name says",
    advice: "ask for the file again",
  },
  invalid_coordinates: {
    meaning: "points of the model lie nowhere (not a number, or infinite)",
    advice: "ask for another export of the model",
  },
  open_mesh: {
    meaning: "the surface has holes that cannot be closed without guessing at more than 2 % of the part",
    advice: "ask for the model to be repaired; other qualities do not help",
  },
  model_too_small: {
    meaning: "too small to print: often drawn in inches or metres",
    advice: "ask in which unit it was drawn",
  },
  model_too_large: {
    meaning: "larger than any part that can be printed in one piece, or than the powder printer's chamber",
    advice: "ask in which unit it was drawn, or for smaller parts",
  },
  model_too_complex: {
    meaning: "too detailed to be calculated within the limits of time and memory",
    advice: "ask for fewer triangles",
  },
  nothing_to_print: {
    meaning: "the print is empty, or a place in it is: walls are thinner than one line, or it is lower than one layer",
    advice: "try a finer quality or another technology, or ask for thicker walls",
  },
  slicer_failed: {
    meaning:
      "the slicer gave up on this model without a reason that is known; beside the printing quality: it refuses the quality's own settings, whatever the model",
    advice:
      "ask for the model to be checked in a slicing program, or send the studio the file; beside the quality: offer another one, and tell the studio's owner",
  },
};

/** Faults of the service: they say nothing about the model, and the same request may succeed later. */
export const SERVICE_FAILURES: Readonly<Record<ServiceFailureCode, FailureCode>> = {
  engine_unavailable: {
    meaning: "the slicer cannot be reached, was interrupted, or is broken: the model is not to blame",
    advice: "send the request again later",
  },
  model_file_missing: {
    meaning: "the file, or its result, is no longer kept",
    advice: "send the request again, with the file",
  },
};

// Object.keys answers the keys of each table.
const MODEL_FAILURE_CODES = Object.keys(MODEL_FAILURES) as [ModelFailureCode, ...ModelFailureCode[]];
export const FAILURE_CODES = [
  ...MODEL_FAILURE_CODES,
  ...(Object.keys(SERVICE_FAILURES) as ServiceFailureCode[]),
] as const;

/** The slices that wait or run, of all studios, for the operator. */
export interface UnfinishedWork {
  readonly engine: EngineReach;
  /** The number of slices that wait or run, those included that are not listed. */
  readonly total: number;
  /** The oldest first. */
  readonly slices: readonly WorkOfStudio[];
}

/** A slice with its studio and jobs. `studio` is null if there is no such studio; without jobs, only a request waits for it. */
export type WorkOfStudio = UnfinishedSlice & { readonly studio: string | null; readonly jobIds: readonly string[] };
