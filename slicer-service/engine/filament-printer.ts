// The one printer all filament slices are made for: a common bed-slinger of the Ender 3 class. A studio's profile says
// how a part is printed, not on which machine, so speeds and accelerations are fixed here, for every slicer alike.

import type { FilamentProfile, SpeedMode } from "../src/contract/profile.ts";

/** Millimetres a second. */
export interface PrintSpeeds {
  readonly outerWall: number;
  readonly innerWall: number;
  readonly infill: number;
  readonly skin: number;
  readonly support: number;
  readonly firstLayer: number;
  readonly travel: number;
}

export const PRINT_SPEEDS: Record<SpeedMode, PrintSpeeds> = {
  fine: { outerWall: 20, innerWall: 30, infill: 35, skin: 20, support: 30, firstLayer: 15, travel: 120 },
  standard: { outerWall: 25, innerWall: 40, infill: 50, skin: 30, support: 40, firstLayer: 20, travel: 150 },
  draft: { outerWall: 40, innerWall: 60, infill: 80, skin: 45, support: 60, firstLayer: 25, travel: 180 },
};

/** Millimetres, seconds, and mm/s² for accelerations; jerk in mm/s. */
export const FILAMENT_PRINTER = {
  /** Room for the largest part any studio may be asked for; what fits a studio's own printers is decided in pricing. */
  bedSize: 2000,
  height: 1200,
  filamentDiameter: 1.75,
  acceleration: 500,
  accelerationZ: 100,
  accelerationExtruder: 5000,
  jerk: 8,
  jerkZ: 0.4,
  jerkExtruder: 5,
  maximumSpeed: 500,
  maximumSpeedZ: 10,
  maximumSpeedExtruder: 50,
  retraction: 5,
  retractionSpeed: 45,
  /** A way through the air shorter than this is made without drawing the filament back. */
  retractionLeastTravel: 2,
  minimumLayerSeconds: 10,
  slowestSpeed: 10,
  supportDensityPercent: 15,
  supportAngle: 50,
  supportGap: 0.2,
} as const;

/** How far in mm an outline may stray from the part's where that saves corners. */
export const RESOLUTION = 0.05;
/** How far infill reaches into the innermost wall, as a share of the distance between lines. */
export const INFILL_OVERLAP = 0.25;
/** How far supports keep from the sides of the part, as a share of the line width. */
export const SUPPORT_SIDE_GAP = 0.6;

/** Width of a printed line in mm. A line is laid a little wider than the nozzle, so that it sticks to its neighbours. */
export function lineWidthMm(profile: FilamentProfile): number {
  return profile.nozzleDiameterMm * 1.125;
}

/**
 * Distance in mm between the middles of neighbouring lines of one layer. A line is a rectangle with round ends, as wide
 * as `lineWidthMm`; neighbours are laid so that what their ends overlap fills the gap their roundness leaves. So this
 * times the layer height is also the cross-section of a line: h·(w − h·(1 − π/4)), the formula of Slic3r's Flow.
 */
export function lineSpacingMm(profile: FilamentProfile, layerHeightMm: number): number {
  return lineWidthMm(profile) - layerHeightMm * (1 - Math.PI / 4);
}

/** Height of the first layer in mm: half a nozzle at least, since a thinner one does not hold on to a real bed. */
export function firstLayerHeightMm(profile: FilamentProfile): number {
  return Math.max(profile.layerHeightMm, profile.nozzleDiameterMm / 2);
}
