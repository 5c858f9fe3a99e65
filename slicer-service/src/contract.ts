// SPDX-License-Identifier: MIT
//
// What the API Worker may ask of the slicer Worker, and what it is told. These types are all the API knows of
// slicing's inside. They cross a service binding, where only plain data survives and an error keeps nothing but
// its name and message: so every outcome is a value, and nothing here is thrown.

/** The formats a model may be uploaded in. */
export type ModelFormat = "stl" | "obj" | "3mf";

export type SpeedMode = "draft" | "standard" | "fine";

/** Every value of a print-quality profile that changes the toolpath of a filament printer. */
export interface FdmProfile {
  readonly technology: "fdm";
  readonly layerHeightMm: number;
  readonly nozzleDiameterMm: number;
  readonly infillPercent: number;
  readonly wallCount: number;
  readonly topLayers: number;
  readonly bottomLayers: number;
  readonly supports: boolean;
  readonly speedMode: SpeedMode;
}

/** What any engine takes. A layer is at most as thick as the nozzle is wide. */
export const FDM_BOUNDS = {
  layerHeightMm: { least: 0.02, most: 2 },
  nozzleDiameterMm: { least: 0.1, most: 2 },
  infillPercent: { least: 0, most: 100 },
  wallCount: { least: 0, most: 100 },
  topLayers: { least: 0, most: 1000 },
  bottomLayers: { least: 0, most: 1000 },
} as const;

/** One member a technology that can be sliced; `technology` tells them apart. */
export type SliceProfile = FdmProfile;

export interface SliceRequest {
  /** Names the slice: equal keys are the same slice, whoever asks. 64 hexadecimal digits. */
  readonly sliceKey: string;
  /** The engine, its version and its profile revision that must do the slice, as the engine names itself. */
  readonly engine: string;
  readonly model: {
    /** Where the file lies in the bucket both Workers share. */
    readonly objectKey: string;
    readonly sizeBytes: number;
    readonly format: ModelFormat;
  };
  readonly profile: SliceProfile;
}

/** What slicing measured on one copy of a model. It holds no price and no weight: density belongs to the material. */
export interface SliceResult {
  readonly engine: string;
  readonly printSeconds: number;
  /** Filament (or resin, or powder) used, supports included. */
  readonly materialCubicMm: number;
  /** The volume the model's surface encloses. */
  readonly solidCubicMm: number;
  readonly dimensionsMm: { readonly x: number; readonly y: number; readonly z: number };
  readonly layers: number;
}

/** Failures that lie in the model: the same file and profile would fail again. */
export type ModelFailureCode =
  | "empty_model"
  | "unreadable_model"
  | "invalid_coordinates"
  | "open_mesh"
  | "model_too_small"
  | "model_too_large"
  | "model_too_complex"
  | "nothing_to_print"
  | "slicer_failed";

/** Failures that lie with us: asking again may succeed. */
export type ServiceFailureCode = "engine_unavailable" | "model_file_missing";

/** `message` is a sentence that a studio's customer understands. */
export type SliceFailure =
  | { readonly fault: "model"; readonly code: ModelFailureCode; readonly message: string }
  | { readonly fault: "service"; readonly code: ServiceFailureCode; readonly message: string };

/** A finished slice. `finishedAt` is ISO 8601. */
export interface FinishedSlice {
  readonly status: "done";
  readonly progress: 100;
  readonly finishedAt: string;
  readonly result: SliceResult;
}

/** Where a slice is. `progress` is 0 to 100 and never falls. */
export type SliceState =
  | { readonly status: "queued" | "slicing"; readonly progress: number }
  | FinishedSlice
  | {
      readonly status: "failed";
      readonly progress: number;
      readonly finishedAt: string;
      readonly failure: SliceFailure;
    };

/** The slicer Worker's entry point, as seen through the service binding. Arrays answer in the order asked. */
export interface SlicerService {
  /**
   * Starts every slice that is not known yet, joins those that are, and answers as soon as all have ended or
   * `waitMilliseconds` are over. A slice that failed by the service's own fault is started again.
   */
  start(requests: readonly SliceRequest[], waitMilliseconds: number): Promise<SliceState[]>;
  /** Like `start`, but starts nothing; `null` for a slice nobody has asked for (or whose retention is over). */
  read(sliceKeys: readonly string[], waitMilliseconds: number): Promise<(SliceState | null)[]>;
}

/** Where a finished slice's result lies in the KV namespace both Workers share. The value is a `FinishedSlice`. */
export function sliceResultKvKey(sliceKey: string): string {
  return `slice:${sliceKey}`;
}
