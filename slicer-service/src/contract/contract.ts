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

/** Between which a number of a profile must be, and whether it is a count. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole?: true;
}

/** What any engine takes. A layer is at most as thick as the nozzle is wide. */
export const FDM_BOUNDS = {
  layerHeightMm: { least: 0.02, most: 2 },
  nozzleDiameterMm: { least: 0.1, most: 2 },
  infillPercent: { least: 0, most: 100 },
  wallCount: { least: 0, most: 100, whole: true },
  topLayers: { least: 0, most: 1000, whole: true },
  bottomLayers: { least: 0, most: 1000, whole: true },
} as const satisfies Record<string, Bounds>;

type NumbersOf<Table> = { readonly [Name in keyof Table]: number };

/** Resin printers build on pillars and a pad, which all of them estimate alike. */
const RESIN_BOUNDS = {
  layerHeightMm: { least: 0.01, most: 0.5 },
  /** How far supports lift the part above its pad, and how thick that is: layers to print before the part's own. */
  elevationMm: { least: 0, most: 50 },
  padMm: { least: 0, most: 20 },
  /** Resin of supports and pad over the area of the part that faces down: cubic millimetres a square millimetre. */
  supportMm: { least: 0, most: 20 },
} as const satisfies Record<string, Bounds>;

/** Every number of a printer that exposes a whole layer at once. */
export const IMAGE_RESIN_BOUNDS = {
  ...RESIN_BOUNDS,
  exposureSeconds: { least: 0.1, most: 300 },
  initialExposureSeconds: { least: 0.1, most: 1000 },
  /** Layers that are exposed for the initial time, and those over which it then falls to the others'. */
  initialLayers: { least: 0, most: 100, whole: true },
  fadedLayers: { least: 0, most: 100, whole: true },
  /** Separating a layer: a tilt of the tank, or a lift and return of the platform, or both; waits included. */
  tiltSeconds: { least: 0, most: 120 },
  liftMm: { least: 0, most: 50 },
  liftMmPerMinute: { least: 1, most: 10_000 },
  retractMmPerMinute: { least: 1, most: 10_000 },
  waitSeconds: { least: 0, most: 300 },
  /** A layer of a larger area than this is separated more slowly. */
  largeLayerSquareMm: { least: 0, most: 1_000_000 },
  largeLayerExtraSeconds: { least: 0, most: 300 },
  /** Moving the platform by one layer. */
  feedSecondsPerMm: { least: 0, most: 600 },
} as const satisfies Record<string, Bounds>;

/** Every number of a printer that draws each layer with a laser in resin. */
export const LASER_RESIN_BOUNDS = {
  ...RESIN_BOUNDS,
  scanMmPerSecond: { least: 1, most: 100_000 },
  hatchMm: { least: 0.005, most: 2 },
  /** Separating a layer and covering it with fresh resin. */
  recoatSeconds: { least: 0, most: 600 },
} as const satisfies Record<string, Bounds>;

/** Every number of a printer that draws each layer with a laser in powder. */
export const POWDER_BOUNDS = {
  layerHeightMm: { least: 0.02, most: 0.5 },
  scanMmPerSecond: { least: 1, most: 100_000 },
  hatchMm: { least: 0.01, most: 5 },
  recoatSeconds: { least: 0, most: 600 },
  warmUpSeconds: { least: 0, most: 172_800 },
  coolDownSeconds: { least: 0, most: 604_800 },
  chamberXMm: { least: 10, most: 2000 },
  chamberYMm: { least: 10, most: 2000 },
  chamberZMm: { least: 10, most: 2000 },
  /** How much of a usual build's chamber the boxes around its parts fill. */
  packingPercent: { least: 1, most: 100 },
  /** Left free between two parts. */
  partSpacingMm: { least: 0, most: 50 },
  /** Powder that is spoiled beside the part, of the part's own volume. */
  powderLossPercent: { least: 0, most: 2000 },
} as const satisfies Record<string, Bounds>;

export type ImageResinProfile = NumbersOf<typeof IMAGE_RESIN_BOUNDS> & {
  /** With a projector, or behind a screen. */
  readonly technology: "dlp" | "msla";
  readonly supports: boolean;
};

export type LaserResinProfile = NumbersOf<typeof LASER_RESIN_BOUNDS> & {
  readonly technology: "sla";
  readonly supports: boolean;
};

/** Powder holds its parts up by itself. */
export type PowderProfile = NumbersOf<typeof POWDER_BOUNDS> & { readonly technology: "sls" };

export type LayeredProfile = ImageResinProfile | LaserResinProfile | PowderProfile;

/** What can be sliced; `technology` tells the members apart. All of a profile is part of its slice's key. */
export type SliceProfile = FdmProfile | LayeredProfile;

export const BOUNDS = {
  fdm: FDM_BOUNDS,
  sla: LASER_RESIN_BOUNDS,
  dlp: IMAGE_RESIN_BOUNDS,
  msla: IMAGE_RESIN_BOUNDS,
  sls: POWDER_BOUNDS,
} as const satisfies Record<SliceProfile["technology"], Record<string, Bounds>>;

/** Resin and powder are estimated by the engine itself, the same whichever slicer it has for filament. */
export const LAYER_ESTIMATE_ENGINE = "layer-estimate/2";

/** The name of what does a slice of this profile, in an engine whose slicer for filament is `filamentEngine`. */
export function engineFor({ technology }: SliceProfile, filamentEngine: string): string {
  return technology === "fdm" ? filamentEngine : LAYER_ESTIMATE_ENGINE;
}

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
