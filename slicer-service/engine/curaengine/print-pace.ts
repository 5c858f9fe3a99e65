// Pace of CuraEngine's lines: speed and acceleration of each kind, travel, retraction, cooling.
//
// The rules are PrusaSlicer's, so that one profile takes the same minutes in both engines.

import type { FilamentProfile } from "../../src/contract/profile.ts";
import { jerkMmPerSecond, lineSpacingMm, lineWidths, printSpeeds } from "../filament/filament-printer.ts";
import type { MotionLimits } from "../gcode/print-clock.ts";
import { joinsInfill } from "./curaengine.settings.ts";
import type { LineKind } from "./line-kinds.ts";

/** Speeds in mm/s, accelerations in mm/s², lengths in mm. */
export interface PrintPace {
  readonly speeds: Readonly<Record<LineKind, number>>;
  readonly accelerations: Readonly<Record<LineKind, number>>;
  /** For gaps between walls, which CuraEngine leaves open. */
  readonly gapFill: number;
  readonly smallPerimeter: number;
  /** A wall no longer than this is printed at `smallPerimeter`. */
  readonly smallPerimeterMm: number;
  readonly firstLayer: { readonly walls: number; readonly infill: number; readonly acceleration: number };
  readonly travel: number;
  readonly travelZ: number;
  readonly travelAcceleration: number;
  readonly retract: number;
  readonly deretract: number;
  readonly retractAcceleration: number;
  /** Time for drawing back and lifting before a way between two walls of a part, and for lowering and pushing forward after it. */
  readonly wayRetractionSeconds: number;
  /** The slope of lifting the nozzle on its way, as height per length; infinite for straight up. */
  readonly liftSlope: number;
  /**
   * The largest flow of a line's plastic in mm³ per second, as extruded; infinite without a limit. As in PrusaSlicer, the limit applies
   * to the toolpath's flow: an extrusion multiplier compensates for plastic that does not arrive, and is left out.
   */
  readonly maxFlowCubicMm: number;
  /** Whether the flow decides the speed of walls. */
  readonly wallsMelt: boolean;
  readonly minLayerSeconds: number;
  readonly minPrint: number;
  /** Length by which an infill line runs on along the wall at either end. */
  readonly infillAnchorMm: number;
  readonly motion: MotionLimits;
}

/** PrusaSlicer prints a wall of a radius up to 6.5 mm at the speed of small perimeters. */
const SMALL_PERIMETER_MM = 2 * Math.PI * 6.5;

/** The share of the travel speed at which PrusaSlicer moves the nozzle back while it retracts. */
const WIPE_SPEED = 0.8;

export function printPace(profile: FilamentProfile): PrintPace {
  const speeds = printSpeeds(profile);
  const overhang = (wall: number) => (profile.overhang25MmPerSecond > 0 ? Math.min(wall, speeds.overhang50) : wall);
  const printing = (acceleration: number) => Math.min(acceleration, profile.maxPrintAcceleration);
  const travelAcceleration = Math.min(profile.travelAcceleration, profile.maxTravelAcceleration);
  const jerk = jerkMmPerSecond(profile);
  const plastic = profile.extrusionPercent / 100;
  const maxFlowCubicMm = profile.maxFlowCubicMmPerSecond > 0 ? profile.maxFlowCubicMmPerSecond * plastic : Infinity;
  const wallSquareMm =
    lineSpacingMm(lineWidths(profile).innerWall, profile.layerHeightMm) * profile.layerHeightMm * plastic;
  const retract = retractSpeed(profile, speeds.travel, travelAcceleration);
  return {
    speeds: {
      outerWall: speeds.outerWall,
      innerWall: speeds.innerWall,
      outerOverhang: overhang(speeds.outerWall),
      innerOverhang: overhang(speeds.innerWall),
      bridgeWall: speeds.bridge,
      solidInfill: speeds.solidInfill,
      topSurface: speeds.topSurface,
      bridge: speeds.bridge,
      infill: speeds.infill,
      support: speeds.support,
      supportInterface: speeds.supportInterface,
    },
    accelerations: {
      outerWall: printing(profile.outerWallAcceleration),
      innerWall: printing(profile.innerWallAcceleration),
      outerOverhang: printing(profile.outerWallAcceleration),
      innerOverhang: printing(profile.innerWallAcceleration),
      bridgeWall: printing(profile.bridgeAcceleration),
      solidInfill: printing(profile.solidInfillAcceleration),
      topSurface: printing(profile.topSurfaceAcceleration),
      bridge: printing(profile.bridgeAcceleration),
      infill: printing(profile.infillAcceleration),
      support: printing(profile.otherAcceleration),
      supportInterface: printing(profile.otherAcceleration),
    },
    gapFill: speeds.gapFill,
    smallPerimeter: speeds.smallPerimeter,
    smallPerimeterMm: SMALL_PERIMETER_MM,
    firstLayer: {
      walls: speeds.firstLayer,
      infill: speeds.firstLayerInfill,
      acceleration: printing(profile.firstLayerAcceleration),
    },
    travel: speeds.travel,
    travelZ: speeds.travelZ,
    travelAcceleration,
    retract,
    deretract: profile.deretractionMmPerSecond,
    retractAcceleration: profile.maxRetractAcceleration,
    wayRetractionSeconds:
      profile.retractInsidePart === 0
        ? 0
        : profile.retractionMm * (1 / retract + 1 / profile.deretractionMmPerSecond) +
          (2 * profile.zHopMm) / speeds.travelZ,
    liftSlope: profile.zHopSlopeDegrees > 0 ? Math.tan((profile.zHopSlopeDegrees * Math.PI) / 180) : Infinity,
    maxFlowCubicMm,
    wallsMelt: speeds.innerWall * wallSquareMm > maxFlowCubicMm,
    minLayerSeconds: profile.minLayerSeconds,
    minPrint: profile.minPrintMmPerSecond,
    infillAnchorMm: joinsInfill(profile) ? 0 : profile.infillAnchorMm,
    motion: {
      speeds: [
        profile.maxXMmPerSecond,
        profile.maxYMmPerSecond,
        profile.maxZMmPerSecond,
        profile.maxExtruderMmPerSecond,
      ],
      accelerations: [
        profile.maxXAcceleration,
        profile.maxYAcceleration,
        profile.maxZAcceleration,
        profile.maxExtruderAcceleration,
      ],
      jerks: [jerk.x, jerk.y, profile.jerkZMmPerSecond, profile.jerkExtruderMmPerSecond],
    },
  };
}

/**
 * Speed of retraction in mm/s. CuraEngine cannot move the nozzle back meanwhile (wipe): if the profile does, its nozzle stands for as
 * long as the way back would take, from standstill to standstill.
 */
function retractSpeed(profile: FilamentProfile, travelSpeed: number, acceleration: number): number {
  const { retractionMm: length, retractionMmPerSecond: speed } = profile;
  if (profile.wipeOnRetraction === 0 || length === 0) return speed;
  const standing = (length / speed) * (profile.retractBeforeWipePercent / 100);
  const wipeSpeed = travelSpeed * WIPE_SPEED;
  const way = (length / speed - standing) * wipeSpeed;
  const moving =
    way < wipeSpeed ** 2 / acceleration
      ? 2 * Math.sqrt(way / acceleration)
      : way / wipeSpeed + wipeSpeed / acceleration;
  return Math.min(speed, length / (standing + moving));
}

/** A line or lines of one speed. */
export interface PacedLine {
  /** In mm/s. */
  readonly speed: number;
  /** Negative for lines that are subtracted. */
  readonly mm: number;
}

/**
 * The speed in mm/s to which a layer's fastest lines are slowed, so that the layer takes its cooling time: as in PrusaSlicer, the
 * fastest are slowed down first, to the speed of the next, and no line below `minPrint`. Infinite if none is slowed.
 *
 * @param fixedSeconds time of moves that are never slowed down: travel, retraction, bridges
 */
export function coolingSpeed(
  lines: readonly PacedLine[],
  fixedSeconds: number,
  { minLayerSeconds, minPrint }: Pick<PrintPace, "minLayerSeconds" | "minPrint">,
): number {
  // Time of lines that are not slowed to the level under test.
  let seconds = lines.reduce((sum, { speed, mm }) => sum + mm / speed, fixedSeconds);
  if (seconds >= minLayerSeconds) return Infinity;
  let slowedMm = 0;
  for (const { speed, mm } of lines.toSorted((one, other) => other.speed - one.speed)) {
    const wanted = minLayerSeconds - seconds;
    if (slowedMm >= wanted * Math.max(speed, minPrint)) return slowedMm / wanted;
    if (speed <= minPrint) return minPrint;
    slowedMm += mm;
    seconds -= mm / speed;
  }
  return Math.max(minPrint, slowedMm / (minLayerSeconds - seconds));
}
