// The filament printer that every slice is made for: a bed-slinger of the Ender 3 class.
//
// A studio's profile says how a part is printed, not on which machine, so speeds and accelerations are the same for every
// profile and slicer.

import type { FilamentProfile, SpeedMode } from "../src/contract/profile.ts";

/** Speeds in mm/s. */
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

/** Lengths in mm, speeds and jerk in mm/s, accelerations in mm/s², angles in degrees. */
export const FILAMENT_PRINTER = {
  /** Larger than any part: whether a part fits the studio's own printers is decided in the API. */
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
  /** A shorter travel move is made without retraction. */
  minimumTravelBeforeRetraction: 2,
  minimumLayerSeconds: 10,
  minimumSpeed: 10,
  supportDensityPercent: 15,
  supportAngle: 50,
  supportGap: 0.2,
} as const;

/** How far in mm a simplified outline may deviate from the part's. */
export const RESOLUTION_MM = 0.05;
/** How far infill overlaps the innermost wall, as a share of the line spacing. */
export const INFILL_OVERLAP = 0.25;
/** The gap between supports and the sides of the part, as a share of the line width. */
export const SUPPORT_SIDE_GAP = 0.6;

/** Width of a printed line in mm: a little wider than the nozzle, so that lines stick to their neighbours. */
export function lineWidthMm(profile: FilamentProfile): number {
  return profile.nozzleDiameterMm * 1.125;
}

/**
 * Distance in mm between the middles of neighbouring lines of a layer: w − h·(1 − π/4), the formula of Slic3r's Flow. A
 * line's cross-section is a rectangle with round ends; neighbours overlap by as much as their round ends leave free, so
 * spacing times layer height is also the area of the cross-section.
 */
export function lineSpacingMm(profile: FilamentProfile, layerHeightMm: number): number {
  return lineWidthMm(profile) - layerHeightMm * (1 - Math.PI / 4);
}

/** Height of the first layer in mm: at least half the nozzle, since a thinner layer does not stick to a real bed. */
export function firstLayerHeightMm(profile: FilamentProfile): number {
  return Math.max(profile.layerHeightMm, profile.nozzleDiameterMm / 2);
}
