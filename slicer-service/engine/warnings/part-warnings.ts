// Warnings of a part itself, told from its solid, so that they are the same whichever slicer slices it.
//
// All of it are passes over the triangles, without the geometry kernel: a hundredth of what slicing takes.

import type { FilamentProfile } from "../../src/contract/profile.ts";
import type { SliceWarning } from "../../src/contract/slices.ts";
import { THIN_WALLS } from "../filament-printer.ts";
import { unsupportedSquareMm } from "../mesh/part/overhangs.ts";
import { type Foot, weakestFoot } from "../mesh/part/standing.ts";
import { lostShare } from "../mesh/part/thin-walls.ts";
import type { Bodies, Solid } from "../mesh/solid/solid.ts";
import type { StabilityAlerts } from "../slicer.ts";

/** A smaller overhang sags, but costs no print: about 7 × 7 mm. */
const MIN_OVERHANG_SQUARE_MM = 50;
/** A smaller share is lost of every part, at its sharp edges. */
const MIN_LOST_SHARE = 0.01;

/** What was mended to make bodies of a mesh. */
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

/** What is told from a solid's shape, for a print in filament. */
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
 * What a print of the part in filament needs, or loses.
 *
 * @param alerts of the slicer, which looks at the lines it makes: they add to what the shape tells
 */
export function partWarnings(
  { overhangSquareMm, foot, lostShare }: PartMeasures,
  alerts: StabilityAlerts,
): SliceWarning[] {
  const warnings: SliceWarning[] = [];
  if (overhangSquareMm >= MIN_OVERHANG_SQUARE_MM || (alerts.needsSupports && overhangSquareMm > 0)) {
    warnings.push({ code: "needs_supports", overhangSquareMm: Math.ceil(overhangSquareMm) });
  }
  if (foot.isTooWeak || (alerts.willNotStand && foot.squareMm > 0)) {
    warnings.push({ code: "will_not_stand", footprintSquareMm: Number(foot.squareMm.toPrecision(2)) });
  }
  if (lostShare >= MIN_LOST_SHARE) warnings.push({ code: "walls_lost", lostPercent: Math.round(100 * lostShare) });
  return warnings;
}
