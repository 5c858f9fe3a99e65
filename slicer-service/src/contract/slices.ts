// Interface of the slicer Worker: the API's requests to it, and its answers.
//
// Both cross a service binding, which passes plain data only and strips an error of all but its name and message: every
// outcome is a value, and no method throws.
//
// SPDX-License-Identifier: MIT

import type { ModelFormat } from "./model-formats.ts";
import type { SliceProfile } from "./profile.ts";
import { processOf } from "./technologies.ts";

/** The engine estimates resin and powder itself, the same with any filament slicer. */
export const LAYER_ESTIMATE_ENGINE = "layer-estimate/5";

/** The name of the engine that slices this profile; filament is sliced by the engine `filamentEngineName`. */
export function engineFor({ technology }: SliceProfile, filamentEngineName: string): string {
  const processKind = processOf(technology);
  switch (processKind) {
    case "filament":
      return filamentEngineName;
    case "image_resin":
    case "laser_resin":
    case "powder":
      return LAYER_ESTIMATE_ENGINE;
    default:
      return processKind satisfies never;
  }
}

export interface SliceRequest {
  /** Identifies the slice: requests with equal keys are one slice and share its result. 64 hexadecimal digits. */
  readonly sliceKey: string;
  /** The studio of the request: waiting studios take turns. */
  readonly studioId: number;
  /**
   * A visitor of the studio's order page has a smaller budget of calculation. The audience is no part of the slice's key, so the
   * studio can have a file sliced that was too much for a visitor. An absent audience is the studio.
   */
  readonly audience?: "studio" | "visitor";
  /** The engine, its version and its profile revision that must do the slice, as the engine names itself. */
  readonly engineName: string;
  readonly model: {
    /** The file's key in the bucket that both Workers share. */
    readonly objectKey: string;
    readonly sizeBytes: number;
    readonly format: ModelFormat;
  };
  readonly profile: SliceProfile;
}

/** Slicing's figures for one copy of a model. It holds no price and no weight: density belongs to the material. */
export interface SliceResult {
  /** The name of the engine that did the slice. Stored and shown by the API under this name. */
  readonly engine: string;
  readonly printSeconds: number;
  /** Filament (or resin, or powder) used, supports included. */
  readonly materialCubicMm: number;
  /** The volume the model's surface encloses. */
  readonly solidCubicMm: number;
  readonly dimensionsMm: { readonly x: number; readonly y: number; readonly z: number };
  readonly layers: number;
  /** Repairs before slicing; all 0 for a closed surface. Absent in older results. */
  readonly repairs?: SurfaceRepairs;
  /** Warnings about the part. Absent in older results. */
  readonly warnings?: readonly SliceWarning[];
  /** The box of each plate of a project with several: the project fits a printer if each box does. Absent for one plate. */
  readonly platesMm?: readonly { readonly x: number; readonly y: number; readonly z: number }[];
}

/** A warning to read before printing the part, with the facts that its sentence names. */
export type SliceWarning =
  /** Supports are off, and the part has this much overhang beyond the reach of a bridge or a short arm. */
  | { readonly code: "needs_supports"; readonly overhangSquareMm: number }
  /**
   * It may come off the bed during the print: it is tall for its foot, or touches the bed hardly at all. Older warnings lack the
   * height.
   */
  | { readonly code: "will_not_stand"; readonly footprintSquareMm: number; readonly heightMm?: number }
  /** No part of its first layer was wide enough to be printed, so it was lowered by this much. */
  | { readonly code: "lowered"; readonly byMm: number }
  /** Walls thinner than the printer's thinnest line are not printed. */
  | { readonly code: "walls_lost"; readonly lostPercent: number }
  /** Holes in the surface were closed; this is the greatest change of the part's volume. */
  | { readonly code: "holes_closed"; readonly holes: number; readonly largestErrorPercent: number }
  /** Torn or turned triangles were repaired, which changes no measure. */
  | { readonly code: "surface_mended" }
  /** The file is drawn in another unit than millimetres, and was scaled by the unit that it states. */
  | { readonly code: "scaled"; readonly unit: string; readonly factor: number }
  /** A project's modifiers (other infill or walls in places) are not followed. */
  | { readonly code: "modifiers_ignored"; readonly count: number }
  /** A project's negative parts were cut out of its others. */
  | { readonly code: "negative_parts_cut"; readonly count: number }
  /** Objects that the project marks as not printed were left out. */
  | { readonly code: "objects_left_out"; readonly count: number }
  /** A file names so many different filaments or colours for its parts; all is sliced as one material. */
  | { readonly code: "several_colours"; readonly count: number }
  /** Surfaces of a STEP file that enclose nothing were left out; its solids are printed. */
  | { readonly code: "surfaces_left_out"; readonly count: number }
  /** The slicer has no setting for these numbers of the profile, and prints otherwise (unfollowed-numbers.ts). */
  | { readonly code: "settings_not_followed"; readonly numbers: readonly string[] };

/** Numbers of repairs that closed a model's surface. */
export interface SurfaceRepairs {
  /** Triangles that faced another way than their neighbours. */
  readonly trianglesTurned: number;
  /** Corners on torn borders that were moved onto their neighbours, by at most a hundredth of a millimetre. */
  readonly cornersJoined: number;
  /** Triangles added where the corner of one lay on the edge of another. */
  readonly edgesSplit: number;
  readonly holesFilled: number;
}

/** Failures that lie in the model: the same file and profile would fail again. */
export type ModelFailureCode =
  | "empty_model"
  | "no_solid"
  | "parts_elsewhere"
  | "unreadable_model"
  | "invalid_coordinates"
  | "open_mesh"
  | "model_too_small"
  | "model_too_large"
  | "model_too_complex"
  | "nothing_to_print"
  | "slicer_failed";

/** Failures that lie in the service: the same request may succeed later. */
export type ServiceFailureCode = "engine_unavailable" | "model_file_missing";

/** A slicer's own message about a profile that it refuses: for the studio's owner. */
export interface SlicersWords {
  /** One line, in the slicer's own language; never empty. */
  readonly slicerSaid: string;
  /** The profile's numbers behind a setting named in this message. */
  readonly numbers: readonly string[];
}

/** `message` is a sentence that a studio's customer understands. */
export type SliceFailure =
  | { readonly fault: "model"; readonly code: ModelFailureCode; readonly message: string }
  /** The slicer refuses the profile's settings: every model would fail with them. */
  | ({ readonly fault: "profile"; readonly code: "slicer_failed"; readonly message: string } & SlicersWords)
  | { readonly fault: "service"; readonly code: ServiceFailureCode; readonly message: string };

/** A finished slice. `finishedAt` is ISO 8601. */
export interface FinishedSlice {
  readonly status: "done";
  readonly progress: 100;
  readonly finishedAt: string;
  readonly result: SliceResult;
}

/** The state of a slice. `progress` is 0 to 100 and never falls. */
export type SliceState =
  | {
      readonly status: "queued";
      readonly progress: number;
      /** The number of slices that start before it, in the present order; null if unknown, as in a full slow lane. */
      readonly ahead: number | null;
    }
  | { readonly status: "slicing"; readonly progress: number }
  | FinishedSlice
  | {
      readonly status: "failed";
      readonly progress: number;
      readonly finishedAt: string;
      readonly failure: SliceFailure;
    };

/**
 * A slice that waits or runs longer needs the operator's attention. No run is longer (`MAX_SLICE_SECONDS` of
 * ../engine-shutdown.ts), so every place has been free once in that time.
 */
export const EXPECTED_SLICE_SECONDS = 15 * 60;

/** Whether an engine can slice now. */
export type EngineReach =
  /** The engine at a fixed address answers. `engineName` is its own name for itself; null if it states none. */
  | { readonly status: "answering"; readonly engineName: string | null }
  /**
   * Containers, which a slice starts. They are not asked: each question would keep one awake, and billed. `engineName` is the
   * name of the engine in the image that the slicer Worker was deployed with.
   */
  | { readonly status: "on_demand"; readonly engineName: string }
  /**
   * A container refuses the slices of its own image: its engine is another one. `image` names the right one, `answeredAs`
   * the one that answered, `since` is milliseconds since 1970.
   */
  | { readonly status: "other_image"; readonly image: string; readonly answeredAs: string; readonly since: number }
  /** `since` is milliseconds since 1970; null if no slice has met it yet. */
  | { readonly status: "unreachable"; readonly since: number | null };

/** Figures for a monitor. Moments are milliseconds since 1970. */
export interface SlicerHealth {
  readonly engine: EngineReach;
  /** The request time of the longest waiting slice; null if none waits. Long slices, which wait for each other, do not count. */
  readonly oldestQueuedAt: number | null;
  /** Slices in the slow lane. Absent in an older slicer's answer. */
  readonly longSlices?: LongSlices;
}

/** Numbers of slices that take more than a minute, by estimate or in fact. They have half of the places at most. */
export interface LongSlices {
  readonly running: number;
  readonly waiting: number;
}

/** A waiting or running slice, for an operator. Moments are milliseconds since 1970. */
export interface UnfinishedSlice {
  readonly sliceKey: string;
  readonly studioId: number;
  /** The time of its first request. */
  readonly queuedAt: number;
  /** `unknown` if its object does not answer. */
  readonly status: "queued" | "slicing" | "unknown";
  /** The start of its slicing; null while it waits. */
  readonly slicingSince: number | null;
  /** The first time since which every engine refuses it; null if none does. */
  readonly refusedSince: number | null;
  /** The start of its engine's silence; null if the engine answers. */
  readonly silentSince: number | null;
  /** The number of runs that an engine accepted and lost. */
  readonly lostRuns: number;
  /** Whether it is in the slow lane. */
  readonly isLong: boolean;
  /** Whether its run was ended for another studio, and begins anew. */
  readonly gaveWay: boolean;
}

/** The slicer Worker's entry point, as seen through the service binding. Answers are in the order of the parameters. */
export interface SlicerService {
  /**
   * Starts the unknown slices, joins the known ones, and answers when all have ended or after `waitMilliseconds`. A slice that
   * failed by the service's own fault is started again.
   */
  start(requests: readonly SliceRequest[], waitMilliseconds: number): Promise<SliceState[]>;
  /** Like `start`, but starts nothing; `null` for a slice that was never started, or whose retention has expired. */
  read(sliceKeys: readonly string[], waitMilliseconds: number): Promise<(SliceState | null)[]>;
  /** Whether slices can be made, and their waiting time. It answers within a monitor's timeout. */
  health(): Promise<SlicerHealth>;
  /** The waiting and running slices, at most `limit`, the oldest first, and their total number. */
  unfinished(limit: number): Promise<{ readonly total: number; readonly slices: UnfinishedSlice[] }>;
}

/** The key of a finished slice's result in the KV namespace that both Workers share. The value is a `FinishedSlice`. */
export function sliceResultKvKey(sliceKey: string): string {
  return `slice:${sliceKey}`;
}
