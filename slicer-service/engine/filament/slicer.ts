// Interface of the filament slicers: a clean mesh and a profile in, time and material out.

import type { FilamentProfile } from "../../src/contract/profile.ts";

/** The slicer that an engine uses for filament. Plain data, so that it can be sent to the process of a slice. */
export type SlicerChoice =
  | { readonly kind: "curaengine"; readonly version: string }
  | { readonly kind: "prusaslicer"; readonly version: string; readonly program: string };

export interface SlicerFigures {
  readonly printSeconds: number;
  /** Filament, resin or powder used, supports included. */
  readonly materialCubicMm: number;
  readonly layers: number;
}

export interface FilamentFigures extends SlicerFigures {
  /** The distance by which the slicer lowered a part without a printable first layer; 0 for nearly every part. */
  readonly loweredMm: number;
}

export interface FilamentTask {
  /**
   * A binary STL of our own making: closed bodies, which may overlap, in millimetres, centred at X = Y = 0, standing on
   * Z = 0.
   */
  readonly stlFile: string;
  readonly profile: FilamentProfile;
  /** The slice's own folder, for the files that the slicer writes. */
  readonly folder: string;
  /** Called with the finished share of the slicing, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** Called when the rest of the slicing keeps only one core busy. A slicer without such a phase never calls it. */
  readonly onSingleCore?: () => void;
}

/** Slices, or throws a `ModelFailure`. Any other error counts as a failed slicer. */
export type FilamentSlicer = (task: FilamentTask) => Promise<FilamentFigures>;
