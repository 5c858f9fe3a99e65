// Values that slicers need beside the profile's own numbers, or derive from them: widths, speeds, jerk.
//
// Both slicers' settings are made from them, so that they print alike.

import type { FilamentProfile, SpeedMode } from "../../src/contract/profile.ts";

/** Lengths in mm. */
export const FILAMENT_PRINTER = {
  /** Larger than any part: the API decides whether a part fits the studio's own printers. */
  bedSize: 2000,
  height: 1200,
} as const;

/** Filling of the layer under the supports: PrusaSlicer's default, which hardly any vendor changes. */
export const FIRST_SUPPORT_LAYER_PERCENT = 90;

/** PrusaSlicer's defaults for supports that are trees; hardly any vendor changes them. Angles in degrees. */
export const TREE_SUPPORTS = {
  branchAngle: 40,
  branchDiameterMm: 2,
  branchDiameterAngle: 5,
  tipDiameterMm: 0.8,
  /** Share of tips in the surface that they hold. */
  topPercent: 15,
} as const;

/** Limits of walls thinner than a line, as shares of the nozzle: below the first they are left out, others get at least the second. */
export const THIN_WALLS = { leastThickness: 0.25, leastLineWidth: 0.85 } as const;

/**
 * Speeds of a printer of the Ender 3 class in each mode. A mode scales each of the profile's speeds by the ratio of its own row to
 * `standard`.
 */
const SPEEDS_OF_MODE = {
  fine: { outerWall: 20, innerWall: 30, infill: 35, skin: 20, support: 30, firstLayer: 15, travel: 120 },
  standard: { outerWall: 25, innerWall: 40, infill: 50, skin: 30, support: 40, firstLayer: 20, travel: 150 },
  draft: { outerWall: 40, innerWall: 60, infill: 80, skin: 45, support: 60, firstLayer: 25, travel: 180 },
} as const satisfies Record<SpeedMode, Record<string, number>>;

/** Speeds in mm/s at the profile's speed mode. No limit is applied yet. */
export function printSpeeds(profile: FilamentProfile) {
  const inMode = (speed: number, kind: keyof typeof SPEEDS_OF_MODE.standard) =>
    (speed * SPEEDS_OF_MODE[profile.speedMode][kind]) / SPEEDS_OF_MODE.standard[kind];
  const overhang = (speed: number) => inMode(speed === 0 ? profile.outerWallMmPerSecond : speed, "outerWall");
  return {
    outerWall: inMode(profile.outerWallMmPerSecond, "outerWall"),
    innerWall: inMode(profile.innerWallMmPerSecond, "innerWall"),
    smallPerimeter: inMode(profile.smallPerimeterMmPerSecond, "outerWall"),
    infill: inMode(profile.infillMmPerSecond, "infill"),
    solidInfill: inMode(profile.solidInfillMmPerSecond, "skin"),
    topSurface: inMode(profile.topSurfaceMmPerSecond, "skin"),
    bridge: inMode(profile.bridgeMmPerSecond, "skin"),
    overBridge: inMode(
      profile.overBridgeMmPerSecond === 0 ? profile.solidInfillMmPerSecond : profile.overBridgeMmPerSecond,
      "skin",
    ),
    gapFill: inMode(profile.gapFillMmPerSecond, "outerWall"),
    support: inMode(profile.supportMmPerSecond, "support"),
    supportInterface: inMode(profile.supportInterfaceMmPerSecond, "support"),
    overhang25: overhang(profile.overhang25MmPerSecond),
    overhang50: overhang(profile.overhang50MmPerSecond),
    overhang75: overhang(profile.overhang75MmPerSecond),
    overhang100: overhang(profile.overhang100MmPerSecond),
    firstLayer: inMode(profile.firstLayerMmPerSecond, "firstLayer"),
    firstLayerInfill: inMode(profile.firstLayerInfillMmPerSecond, "firstLayer"),
    travel: inMode(profile.travelMmPerSecond, "travel"),
    travelZ: profile.travelZMmPerSecond,
  };
}

/** Widths of printed lines in mm. */
export function lineWidths(profile: FilamentProfile) {
  // Hundreds of thousandths: a share of the nozzle has no more than five decimals worth writing.
  const width = (percentOfNozzle: number) => Math.round(profile.nozzleDiameterMm * percentOfNozzle * 1e3) / 1e5;
  return {
    outerWall: width(profile.outerWallWidthPercent),
    innerWall: width(profile.innerWallWidthPercent),
    infill: width(profile.infillWidthPercent),
    solidInfill: width(profile.solidInfillWidthPercent),
    topSurface: width(profile.topSurfaceWidthPercent),
    support: width(profile.supportWidthPercent),
    firstLayer: width(profile.firstLayerWidthPercent),
  };
}

/**
 * Distance in mm between the middles of neighbouring lines of a layer: w − h·(1 − π/4), the formula of Slic3r's Flow. A
 * line's cross-section is a rectangle with round ends; neighbours overlap by as much as their round ends leave free, so
 * spacing times layer height is also the area of the cross-section.
 */
export function lineSpacingMm(lineWidthMm: number, layerHeightMm: number): number {
  return lineWidthMm - layerHeightMm * (1 - Math.PI / 4);
}

/** Height of the first layer in mm. If the profile leaves it open, at least half the nozzle: a thinner one does not stick. */
export function firstLayerHeightMm(profile: FilamentProfile): number {
  if (profile.firstLayerHeightMm > 0) return profile.firstLayerHeightMm;
  return Math.max(profile.layerHeightMm, profile.nozzleDiameterMm / 2);
}

/**
 * Steps in speed in mm/s that X and Y take without slowing down. Slicers know only these, so junction deviation is converted to the
 * jerk that slows down as much at a right angle: jerk² = deviation · acceleration / 0.4, the formula in Marlin's configuration
 * for replacing jerk by junction deviation.
 */
export function jerkMmPerSecond(profile: FilamentProfile): { readonly x: number; readonly y: number } {
  if (profile.junctionDeviationMm === 0) return { x: profile.jerkXMmPerSecond, y: profile.jerkYMmPerSecond };
  const acceleration = Math.min(profile.outerWallAcceleration, profile.maxPrintAcceleration);
  const jerk = Math.sqrt((profile.junctionDeviationMm * acceleration) / 0.4);
  return { x: jerk, y: jerk };
}
