// Warnings of a part itself, derived from its solid, so that they are the same with any slicer.
//
// They are passes over the triangles, without the geometry kernel: a hundredth of slicing's time. PrusaSlicer's own stability alerts
// are not used: they name 18 of 72 published parts; judged by eye, 4 need a warning. The limits were chosen on these parts.

import type { FilamentProfile } from "../../src/contract/profile.ts";
import type { SliceWarning } from "../../src/contract/slices.ts";
import { THIN_WALLS } from "../filament/filament-printer.ts";
import { unsupportedSquareMm } from "../mesh/part/overhangs.ts";
import { type Foot, weakestFoot } from "../mesh/part/standing.ts";
import { lostShare } from "../mesh/part/thin-walls.ts";
import type { Bodies, Solid } from "../mesh/solid/solid.ts";

/** Every part loses a smaller share, at its sharp edges. */
const MIN_LOST_SHARE = 0.01;

/** The repairs that made bodies of a mesh. */
export function repairWarnings({ repairs, holesErrorPercent }: Bodies): SliceWarning[] {
  const warnings: SliceWarning[] = [];
  if (repairs.holesFilled > 0) {
    // Rounded up: "at most" must stay true.
    const largestErrorPercent = Math.ceil(10 * holesErrorPercent) / 10;
    warnings.push({ code: "holes_closed", holes: repairs.holesFilled, largestErrorPercent });
  }
  if (repairs.trianglesTurned + repairs.cornersJoined + repairs.edgesSplit > 0) {
    warnings.push({ code: "surface_mended" });
  }
  return warnings;
}

/** Measures of a solid's shape, for a print in filament. */
export interface PartMeasures {
  readonly overhangSquareMm: number;
  readonly foot: Foot;
  readonly lostShare: number;
}

export function measurePart({ mesh }: Pick<Solid, "mesh">, profile: FilamentProfile): PartMeasures {
  return {
    overhangSquareMm: profile.supports ? 0 : unsupportedSquareMm(mesh, profile.supportAngleDegrees),
    foot: weakestFoot(mesh, profile.layerHeightMm / 2),
    lostShare: lostShare(mesh, THIN_WALLS.leastThickness * profile.nozzleDiameterMm),
  };
}

/**
 * Needs and losses of a print of the part in filament.
 *
 * @param loweredMm the distance by which the slicer lowered it
 */
export function partWarnings({ overhangSquareMm, foot, lostShare }: PartMeasures, loweredMm: number): SliceWarning[] {
  const warnings: SliceWarning[] = [];
  if (overhangSquareMm > 0) warnings.push({ code: "needs_supports", overhangSquareMm: Math.ceil(overhangSquareMm) });
  if (foot.isTooWeak) {
    const footprintSquareMm = Number(foot.squareMm.toPrecision(2));
    warnings.push({ code: "will_not_stand", footprintSquareMm, heightMm: Math.round(foot.heightMm) });
  }
  if (loweredMm > 0) warnings.push({ code: "lowered", byMm: loweredMm });
  if (lostShare >= MIN_LOST_SHARE) warnings.push({ code: "walls_lost", lostPercent: Math.round(100 * lostShare) });
  return warnings;
}
