// What every slicer is to the rest of the engine: a clean mesh and a profile in, the printer's time and material out.
// Both slicers pass the same contract suite; which one runs is decided once, when the engine starts.

import type { FilamentProfile } from "../src/contract/profile.ts";
import { curaEngineSlicer } from "./curaengine/curaengine-slicer.ts";
import { prusaSlicer } from "./prusaslicer/prusaslicer-slicer.ts";

/** Plain data, so that it can be handed to the process of a slice. */
export type SlicerChoice =
  | { readonly kind: "curaengine"; readonly version: string }
  | { readonly kind: "prusaslicer"; readonly version: string; readonly program: string };

export interface SlicerFigures {
  readonly printSeconds: number;
  /** Filament, resin or powder used, supports included. */
  readonly materialCubicMm: number;
  readonly layers: number;
}

export interface SlicerTask {
  /**
   * A binary STL of our own making: closed bodies, which may overlap, in millimetres, centred at X = Y = 0, standing on
   * Z = 0.
   */
  readonly stlFile: string;
  readonly profile: FilamentProfile;
  /** The slice's own folder, for whatever the slicer writes. */
  readonly folder: string;
  /** Told the share of the slicing that is done, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** Slices, or throws a `ModelFailure`. Any other error counts as a failed slicer. */
export type Slicer = (task: SlicerTask) => Promise<SlicerFigures>;

/** Raised when a profile is translated into settings differently, or the mesh made differently: old slices are others then. */
const PROFILE_REVISION: Record<SlicerChoice["kind"], number> = { curaengine: 4, prusaslicer: 4 };

/** The engine's name for itself, part of every slice key: slicer, version and profile revision. */
export function slicerIdentity(choice: SlicerChoice): string {
  const name = choice.kind === "curaengine" ? "curaengine-wasm" : "prusaslicer";
  return `${name}-${choice.version}/${PROFILE_REVISION[choice.kind]}`;
}

/** Whether a slicer runs inside the process that calls it, where a run of it leaves memory behind. */
export function slicesInItsCaller({ kind }: SlicerChoice): boolean {
  return kind === "curaengine";
}

export function slicerFor(choice: SlicerChoice): Slicer {
  switch (choice.kind) {
    case "curaengine":
      return curaEngineSlicer();
    case "prusaslicer":
      return prusaSlicer(choice.program);
  }
}
