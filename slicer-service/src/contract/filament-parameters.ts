// The table of a filament printer's numbers: nozzle, lines, walls, infill, speeds, limits, retraction, cooling, supports.
//
// The defaults are one printer of the Ender 3 class. A studio's machine profile states its own printer's numbers instead, and a
// material those that the plastic limits (`ofMaterial`). No number is left to a slicer's hidden default.
//
// SPDX-License-Identifier: MIT

/** Sections of the table, in reading order. */
export const FILAMENT_GROUPS = [
  "nozzle",
  "lines",
  "walls",
  "infill",
  "speeds",
  "accelerations",
  "limits",
  "retraction",
  "cooling",
  "supports",
  "print",
] as const;
export type FilamentGroup = (typeof FILAMENT_GROUPS)[number];

interface FilamentParameter {
  readonly group: FilamentGroup;
  readonly min: number;
  readonly max: number;
  readonly whole?: true;
  readonly unit: "s" | "min" | "g" | "mm" | "mm/s" | "mm/s²" | "mm³/s" | "mm²" | "°" | "%" | "";
  readonly meaning: string;
  /** A material may state it too, as its plastic's limit. */
  readonly ofMaterial?: true;
  readonly defaults: {
    readonly fdm: { readonly value: number; readonly source: string; readonly isAssumption: boolean };
  };
}

const published = (value: number, source: string) => ({ fdm: { value, source, isAssumption: false } });
const assumed = (value: number, source: string) => ({ fdm: { value, source, isAssumption: true } });

const ENDER = "usual of an Ender 3 with its maker's firmware";
const MARLIN = "Marlin's configuration example for the Creality Ender-3";
const AGREED = "as both slicers print alike";
const LINE = "a little wider than the nozzle, so that lines stick to their neighbours";

const SPEED = { group: "speeds", min: 1, max: 2000, unit: "mm/s" } as const;
const ACCELERATION = { group: "accelerations", min: 10, max: 100_000, unit: "mm/s²" } as const;
const LIMIT_ACCELERATION = { group: "limits", min: 10, max: 100_000, unit: "mm/s²" } as const;
const LIMIT_SPEED = { group: "limits", min: 1, max: 2000, unit: "mm/s" } as const;
const JERK = { group: "limits", min: 0, max: 100, unit: "mm/s" } as const;
/** An overhang's own speed. */
const OVERHANG_SPEED = { group: "walls", min: 0, max: 2000, unit: "mm/s" } as const;
/** Yes or no. */
const FLAG = { min: 0, max: 1, whole: true, unit: "" } as const;
/** A percentage of the nozzle's diameter. */
const WIDTH = { group: "lines", min: 40, max: 250, unit: "%" } as const;

export const FILAMENT_PARAMETERS = {
  nozzleDiameterMm: {
    group: "nozzle",
    min: 0.1,
    max: 2,
    unit: "mm",
    meaning: "diameter of the nozzle, where a quality names none",
    defaults: published(0.4, ENDER),
  },
  filamentDiameterMm: {
    group: "nozzle",
    min: 1,
    max: 3.5,
    unit: "mm",
    meaning: "diameter of the filament",
    defaults: published(1.75, ENDER),
  },
  extrusionPercent: {
    group: "nozzle",
    min: 50,
    max: 200,
    unit: "%",
    meaning: "plastic pushed out, of what the toolpath asks (extrusion multiplier, flow ratio)",
    ofMaterial: true,
    defaults: published(100, "no correction"),
  },
  maxFlowCubicMmPerSecond: {
    group: "nozzle",
    min: 0,
    max: 200,
    unit: "mm³/s",
    meaning:
      "the most that is melted in a second (maximum volumetric flow); 0: no limit. The lower of machine and material holds",
    ofMaterial: true,
    defaults: assumed(0, "the default speeds stay below what any hotend melts"),
  },

  outerWallWidthPercent: { ...WIDTH, meaning: "width of outer walls, of the nozzle", defaults: assumed(112.5, LINE) },
  innerWallWidthPercent: { ...WIDTH, meaning: "width of inner walls, of the nozzle", defaults: assumed(112.5, LINE) },
  infillWidthPercent: { ...WIDTH, meaning: "width of infill lines, of the nozzle", defaults: assumed(112.5, LINE) },
  solidInfillWidthPercent: {
    ...WIDTH,
    meaning: "width of lines of solid layers, of the nozzle",
    defaults: assumed(112.5, LINE),
  },
  topSurfaceWidthPercent: {
    ...WIDTH,
    meaning: "width of lines of the topmost layers, of the nozzle",
    defaults: assumed(112.5, LINE),
  },
  supportWidthPercent: { ...WIDTH, meaning: "width of support lines, of the nozzle", defaults: assumed(112.5, LINE) },
  firstLayerWidthPercent: {
    ...WIDTH,
    // PrusaSlicer cannot lay a narrower line as high as a first layer may be.
    min: 60,
    meaning: "width of the first layer's lines, of the nozzle",
    defaults: assumed(112.5, LINE),
  },
  firstLayerHeightMm: {
    group: "lines",
    min: 0,
    max: 2,
    unit: "mm",
    meaning: "height of the first layer; 0: the others', at least half the nozzle",
    defaults: assumed(0, "a thinner layer does not stick to a real bed"),
  },
  elephantFootMm: {
    group: "lines",
    min: 0,
    max: 1,
    unit: "mm",
    meaning:
      "how far the first layer's outline is drawn in, since a warm bed squeezes it out (elephant foot compensation)",
    defaults: assumed(0, AGREED),
  },
  outlineOffsetMm: {
    group: "lines",
    min: -1,
    max: 1,
    unit: "mm",
    meaning: "how far every layer's outline is drawn outwards, or inwards below 0 (XY size compensation)",
    defaults: published(0, "PrusaSlicer, default of xy_size_compensation"),
  },
  resolutionMm: {
    group: "lines",
    min: 0.0125,
    max: 0.2,
    unit: "mm",
    meaning: "how far a simplified outline may deviate from the part's. A finer one takes longer to slice",
    defaults: assumed(0.05, "measured: figures within half a percent of finer ones, and a fifth sooner sliced"),
  },

  wallGenerator: {
    group: "walls",
    min: 0,
    max: 1,
    whole: true,
    unit: "",
    meaning: "lines of walls. 0: as many and as wide as a wall needs (Arachne); 1: whole lines of one width (classic)",
    defaults: published(0, "PrusaSlicer, default of perimeter_generator"),
  },
  thinWalls: {
    group: "walls",
    ...FLAG,
    meaning:
      "1: a wall too thin for two lines is one line as wide as it is; 0: it is left out where no line fits. Of effect with classic walls only",
    defaults: published(1, "PrusaSlicer, default of thin_walls"),
  },
  fillGaps: {
    group: "walls",
    ...FLAG,
    meaning:
      "1: gaps between walls, too narrow for a line, are filled; 0: they stay open. Of effect with classic walls only",
    defaults: published(1, "PrusaSlicer, default of gap_fill_enabled"),
  },
  outerWallsFirst: {
    group: "walls",
    ...FLAG,
    meaning: "1: outer walls before inner ones; 0: after them",
    defaults: assumed(0, AGREED),
  },
  oneWallOnTop: {
    group: "walls",
    ...FLAG,
    meaning: "1: surfaces that face up have one wall only, and more skin; 0: all walls",
    defaults: assumed(0, AGREED),
  },
  extraWallsOnSlopes: {
    group: "walls",
    ...FLAG,
    meaning: "1: walls are added where a slope would leave a gap; 0: none are",
    defaults: assumed(0, AGREED),
  },
  bridgingWalls: {
    group: "walls",
    ...FLAG,
    meaning: "1: walls over air are printed as bridges, at their speed and flow; 0: as other walls",
    defaults: assumed(0, AGREED),
  },
  overhang25MmPerSecond: {
    ...OVERHANG_SPEED,
    meaning: "walls a quarter of whose width hangs over air; 0: no overhang is slowed down",
    defaults: assumed(0, AGREED),
  },
  overhang50MmPerSecond: {
    ...OVERHANG_SPEED,
    meaning: "walls half of whose width hangs over air; 0: as outer walls",
    defaults: assumed(0, AGREED),
  },
  overhang75MmPerSecond: {
    ...OVERHANG_SPEED,
    meaning: "walls three quarters of whose width hang over air; 0: as outer walls",
    defaults: assumed(0, AGREED),
  },
  overhang100MmPerSecond: {
    ...OVERHANG_SPEED,
    meaning: "walls that hang over air altogether; 0: as outer walls",
    defaults: assumed(0, AGREED),
  },
  seamPosition: {
    group: "walls",
    min: 0,
    max: 3,
    whole: true,
    unit: "",
    meaning:
      "where walls begin. 0: at the back; 1: above each other along an edge; 2: at the nearest corner; 3: anywhere (random)",
    defaults: published(1, "PrusaSlicer, default of seam_position"),
  },
  topMinThicknessMm: {
    group: "walls",
    min: 0,
    max: 10,
    unit: "mm",
    meaning: "a top is at least this thick, whatever its number of layers",
    defaults: assumed(0, "the number of layers alone decides"),
  },
  bottomMinThicknessMm: {
    group: "walls",
    min: 0,
    max: 10,
    unit: "mm",
    meaning: "a bottom is at least this thick, whatever its number of layers",
    defaults: assumed(0, "the number of layers alone decides"),
  },
  verticalShells: {
    group: "walls",
    ...FLAG,
    meaning: "1: skin is added inside slopes, so that they are as thick as tops; 0: less of it",
    defaults: published(1, "PrusaSlicer, default of ensure_vertical_shell_thickness"),
  },
  skinPattern: {
    group: "walls",
    min: 0,
    max: 2,
    whole: true,
    unit: "",
    meaning:
      "lines of outer skin. 0: back and forth; 1: all from one side (monotonic); 2: as 1, and not joined at their ends (top only)",
    defaults: assumed(0, AGREED),
  },

  adaptiveInfill: {
    group: "infill",
    min: 0,
    max: 2,
    whole: true,
    unit: "",
    meaning:
      "cubic infill. 0: as dense everywhere; 1: sparser far from walls (adaptive cubic); 2: only below tops (support cubic). Of effect with the cubic pattern only",
    defaults: assumed(0, AGREED),
  },
  infillOverlapPercent: {
    group: "infill",
    min: 0,
    max: 100,
    unit: "%",
    meaning: "how far infill reaches into the innermost wall, of its line",
    defaults: published(25, "PrusaSlicer, default of infill_overlap"),
  },
  infillAnchorMm: {
    group: "infill",
    min: 0,
    max: 1000,
    unit: "mm",
    meaning:
      "how long an infill line runs on along the wall where it is not joined to its neighbour; 1000: joined always",
    defaults: assumed(1000, "neighbours are joined wherever possible"),
  },
  infillAnchorMaxMm: {
    group: "infill",
    min: 0,
    max: 1000,
    unit: "mm",
    meaning: "infill lines are joined along the wall where the way is no longer than this; 0: never",
    defaults: assumed(1000, "neighbours are joined wherever possible"),
  },
  solidInfillBelowSquareMm: {
    group: "infill",
    min: 0,
    max: 10_000,
    unit: "mm²",
    meaning: "infill of a smaller area is solid",
    defaults: assumed(0, AGREED),
  },
  bridgeFlowPercent: {
    group: "infill",
    min: 10,
    max: 200,
    unit: "%",
    meaning: "plastic of bridges, of what their lines would take",
    defaults: assumed(100, "bridges are printed like other lines, as by most slicers"),
  },
  thickBridges: {
    group: "infill",
    ...FLAG,
    meaning: "1: a bridge's lines are round strands as thick as the nozzle; 0: as flat as other lines",
    defaults: assumed(0, "as by most slicers"),
  },
  overBridgeMmPerSecond: {
    ...SPEED,
    group: "infill",
    min: 0,
    meaning: "speed of the solid layer above a bridge; 0: as solid layers",
    defaults: published(0, "PrusaSlicer, default of over_bridge_speed"),
  },

  outerWallMmPerSecond: { ...SPEED, meaning: "outer walls", defaults: assumed(25, ENDER) },
  innerWallMmPerSecond: { ...SPEED, meaning: "inner walls", defaults: assumed(40, ENDER) },
  smallPerimeterMmPerSecond: {
    ...SPEED,
    meaning: "walls around small holes, of a radius up to 6.5 mm",
    defaults: assumed(25, ENDER),
  },
  infillMmPerSecond: { ...SPEED, meaning: "infill", defaults: assumed(50, ENDER) },
  solidInfillMmPerSecond: { ...SPEED, meaning: "solid layers", defaults: assumed(30, ENDER) },
  topSurfaceMmPerSecond: { ...SPEED, meaning: "topmost layers", defaults: assumed(30, ENDER) },
  bridgeMmPerSecond: { ...SPEED, meaning: "bridges", defaults: assumed(30, ENDER) },
  gapFillMmPerSecond: { ...SPEED, meaning: "gaps between walls", defaults: assumed(25, ENDER) },
  supportMmPerSecond: { ...SPEED, meaning: "supports", defaults: assumed(40, ENDER) },
  firstLayerMmPerSecond: { ...SPEED, meaning: "walls of the first layer", defaults: assumed(20, ENDER) },
  firstLayerInfillMmPerSecond: { ...SPEED, meaning: "infill of the first layer", defaults: assumed(20, ENDER) },
  travelMmPerSecond: { ...SPEED, meaning: "travel", defaults: assumed(150, ENDER) },
  travelZMmPerSecond: { ...SPEED, meaning: "travel up and down", defaults: assumed(10, ENDER) },

  outerWallAcceleration: { ...ACCELERATION, meaning: "outer walls", defaults: published(500, MARLIN) },
  innerWallAcceleration: { ...ACCELERATION, meaning: "inner walls", defaults: published(500, MARLIN) },
  infillAcceleration: { ...ACCELERATION, meaning: "infill", defaults: published(500, MARLIN) },
  solidInfillAcceleration: { ...ACCELERATION, meaning: "solid layers", defaults: published(500, MARLIN) },
  topSurfaceAcceleration: { ...ACCELERATION, meaning: "topmost layers", defaults: published(500, MARLIN) },
  bridgeAcceleration: { ...ACCELERATION, meaning: "bridges", defaults: published(500, MARLIN) },
  otherAcceleration: { ...ACCELERATION, meaning: "gaps and supports", defaults: published(500, MARLIN) },
  firstLayerAcceleration: { ...ACCELERATION, meaning: "the first layer", defaults: published(500, MARLIN) },
  travelAcceleration: { ...ACCELERATION, meaning: "travel", defaults: published(500, MARLIN) },

  maxXMmPerSecond: { ...LIMIT_SPEED, meaning: "most that the X axis moves", defaults: published(500, MARLIN) },
  maxYMmPerSecond: { ...LIMIT_SPEED, meaning: "most that the Y axis moves", defaults: published(500, MARLIN) },
  maxZMmPerSecond: { ...LIMIT_SPEED, meaning: "most that the Z axis moves", defaults: assumed(10, ENDER) },
  maxExtruderMmPerSecond: { ...LIMIT_SPEED, meaning: "most that the filament moves", defaults: assumed(50, ENDER) },
  maxXAcceleration: { ...LIMIT_ACCELERATION, meaning: "most on the X axis", defaults: published(500, MARLIN) },
  maxYAcceleration: { ...LIMIT_ACCELERATION, meaning: "most on the Y axis", defaults: published(500, MARLIN) },
  maxZAcceleration: { ...LIMIT_ACCELERATION, meaning: "most on the Z axis", defaults: published(100, MARLIN) },
  maxExtruderAcceleration: {
    ...LIMIT_ACCELERATION,
    meaning: "most of the filament",
    defaults: published(5000, MARLIN),
  },
  maxPrintAcceleration: {
    ...LIMIT_ACCELERATION,
    meaning: "most while printing, whatever the axis",
    defaults: published(500, MARLIN),
  },
  maxRetractAcceleration: {
    ...LIMIT_ACCELERATION,
    meaning: "most while retracting",
    defaults: published(500, MARLIN),
  },
  maxTravelAcceleration: {
    ...LIMIT_ACCELERATION,
    meaning: "most while travelling, whatever the axis",
    defaults: published(500, MARLIN),
  },
  jerkXMmPerSecond: {
    ...JERK,
    meaning: "step in speed that X takes without slowing down",
    defaults: assumed(8, ENDER),
  },
  jerkYMmPerSecond: {
    ...JERK,
    meaning: "step in speed that Y takes without slowing down",
    defaults: assumed(8, ENDER),
  },
  jerkZMmPerSecond: { ...JERK, meaning: "step in speed that Z takes", defaults: published(0.4, MARLIN) },
  jerkExtruderMmPerSecond: {
    ...JERK,
    meaning: "step in speed that the filament takes",
    defaults: published(5, MARLIN),
  },
  junctionDeviationMm: {
    group: "limits",
    min: 0,
    max: 0.5,
    unit: "mm",
    meaning: "junction deviation, for firmware that has it in place of jerk; 0: jerk",
    defaults: published(0, MARLIN),
  },

  retractionMm: {
    group: "retraction",
    min: 0,
    max: 20,
    unit: "mm",
    meaning: "filament drawn back before a travel move",
    ofMaterial: true,
    defaults: assumed(5, ENDER),
  },
  retractionMmPerSecond: {
    group: "retraction",
    min: 1,
    max: 200,
    unit: "mm/s",
    meaning: "speed of drawing back",
    ofMaterial: true,
    defaults: assumed(45, ENDER),
  },
  deretractionMmPerSecond: {
    group: "retraction",
    min: 1,
    max: 200,
    unit: "mm/s",
    meaning: "speed of pushing forward again",
    ofMaterial: true,
    defaults: assumed(45, ENDER),
  },
  restartExtraMm: {
    group: "retraction",
    min: -5,
    max: 5,
    unit: "mm",
    meaning: "filament pushed forward beyond what was drawn back; less where below 0",
    ofMaterial: true,
    defaults: published(0, "PrusaSlicer, default of retract_restart_extra"),
  },
  zHopMm: {
    group: "retraction",
    min: 0,
    max: 5,
    unit: "mm",
    meaning: "how far the nozzle is lifted while travelling after a retraction",
    ofMaterial: true,
    defaults: assumed(0, ENDER),
  },
  zHopSlopeDegrees: {
    group: "retraction",
    min: 0,
    max: 90,
    unit: "°",
    meaning: "slope at which the nozzle is lifted on the way (ramping lift); 0: straight up before it",
    defaults: assumed(0, ENDER),
  },
  retractAtLayerChange: {
    group: "retraction",
    ...FLAG,
    meaning: "1: retraction before each new layer; 0: only where the way asks for it",
    defaults: assumed(0, AGREED),
  },
  retractInsidePart: {
    group: "retraction",
    ...FLAG,
    meaning: "1: retraction on ways within the part too; 0: only where the nozzle leaves it",
    defaults: assumed(0, AGREED),
  },
  avoidCrossingWalls: {
    group: "retraction",
    ...FLAG,
    meaning: "1: ways go around walls where they can; 0: straight",
    defaults: assumed(1, AGREED),
  },
  wipeOnRetraction: {
    group: "retraction",
    ...FLAG,
    meaning: "1: the nozzle moves back along the line while it retracts; 0: it stands",
    ofMaterial: true,
    defaults: assumed(0, AGREED),
  },
  retractBeforeWipePercent: {
    group: "retraction",
    min: 0,
    max: 100,
    unit: "%",
    meaning: "share of the retraction that is done before the nozzle moves back; of effect only with it",
    ofMaterial: true,
    defaults: published(0, "PrusaSlicer, default of retract_before_wipe"),
  },
  minTravelBeforeRetractionMm: {
    group: "retraction",
    min: 0,
    max: 50,
    unit: "mm",
    meaning: "a shorter travel move is made without retraction",
    ofMaterial: true,
    defaults: assumed(2, ENDER),
  },

  minLayerSeconds: {
    group: "cooling",
    min: 0,
    max: 120,
    unit: "s",
    meaning: "a layer that would be done sooner is printed slower, to cool down",
    ofMaterial: true,
    defaults: assumed(10, "usual for PLA"),
  },
  minPrintMmPerSecond: {
    group: "cooling",
    min: 1,
    max: 100,
    unit: "mm/s",
    meaning: "slower than this a layer is not printed for cooling",
    ofMaterial: true,
    defaults: assumed(10, "usual for PLA"),
  },

  supportAngleDegrees: {
    group: "supports",
    min: 0,
    max: 90,
    unit: "°",
    meaning: "overhangs that lean farther from the vertical are supported",
    defaults: assumed(50, "usual of slicers: 45 to 60"),
  },
  supportStyle: {
    group: "supports",
    min: 0,
    max: 2,
    whole: true,
    unit: "",
    meaning: "shape of supports. 0: columns on a grid; 1: as wide as what they hold (snug); 2: trees (organic)",
    defaults: published(0, "PrusaSlicer, default of support_material_style"),
  },
  supportDensityPercent: {
    group: "supports",
    min: 1,
    max: 100,
    unit: "%",
    meaning: "share of a support that is filled",
    defaults: assumed(15, "usual of slicers: 10 to 20"),
  },
  supportGapMm: {
    group: "supports",
    min: 0,
    max: 2,
    unit: "mm",
    meaning: "height of the gap between supports and part",
    defaults: published(0.2, "PrusaSlicer, default of support_material_contact_distance"),
  },
  supportSideGapPercent: {
    group: "supports",
    min: 0,
    max: 1000,
    unit: "%",
    meaning: "gap between supports and the part's sides, of an outer wall's line",
    defaults: assumed(60, "PrusaSlicer's printers: support_material_xy_spacing"),
  },
  supportWallCount: {
    group: "supports",
    min: 0,
    max: 1,
    whole: true,
    unit: "",
    meaning: "lines around a support",
    defaults: assumed(0, AGREED),
  },
  supportInterfaceLayers: {
    group: "supports",
    min: 0,
    max: 20,
    whole: true,
    unit: "",
    meaning: "dense layers between a support and the part above",
    defaults: assumed(0, AGREED),
  },
  supportBottomInterfaceLayers: {
    group: "supports",
    min: 0,
    max: 20,
    whole: true,
    unit: "",
    meaning: "dense layers between a support and the part below",
    defaults: assumed(0, AGREED),
  },
  supportInterfaceSpacingMm: {
    group: "supports",
    min: 0,
    max: 10,
    unit: "mm",
    meaning: "gap between two lines of such layers",
    defaults: assumed(0.2, "PrusaSlicer's printers: support_material_interface_spacing"),
  },
  supportInterfaceMmPerSecond: {
    ...SPEED,
    group: "supports",
    meaning: "speed of such layers",
    defaults: assumed(40, ENDER),
  },
  supportOnBedOnly: {
    group: "supports",
    ...FLAG,
    meaning: "1: supports stand on the bed only; 0: on the part too",
    defaults: assumed(0, AGREED),
  },
  supportBridges: {
    group: "supports",
    ...FLAG,
    meaning: "1: bridges are supported too; 0: they are not",
    defaults: assumed(1, AGREED),
  },
} as const satisfies Readonly<Record<string, FilamentParameter>>;

/**
 * Time and material of a print beside its copies, however many lie on the bed. They are priced once per print and change no
 * toolpath, so they are in no slice key.
 */
export const PRINT_PARAMETERS = {
  heatUpMinutes: {
    group: "print",
    min: 0,
    max: 240,
    unit: "min",
    meaning: "heating bed, nozzle and chamber",
    defaults: assumed(0, "in the studio's setup cost"),
  },
  levellingMinutes: {
    group: "print",
    min: 0,
    max: 120,
    unit: "min",
    meaning: "homing and levelling",
    defaults: assumed(0, "in the studio's setup cost"),
  },
  endMinutes: {
    group: "print",
    min: 0,
    max: 240,
    unit: "min",
    meaning: "the end: cooling down until the parts come off",
    defaults: assumed(0, "in the studio's setup cost"),
  },
  primeGrams: {
    group: "print",
    min: 0,
    max: 500,
    unit: "g",
    meaning: "plastic for priming and purging",
    defaults: assumed(0, "in the studio's setup cost"),
  },
  bedXMm: {
    group: "print",
    min: 0,
    max: 3000,
    unit: "mm",
    meaning: "width of the bed, for telling how many copies one print has; 0: all of them",
    defaults: assumed(0, "all copies are one print"),
  },
  bedYMm: {
    group: "print",
    min: 0,
    max: 3000,
    unit: "mm",
    meaning: "depth of the bed; 0: all copies are one print",
    defaults: assumed(0, "all copies are one print"),
  },
  copySpacingMm: {
    group: "print",
    min: 0,
    max: 100,
    unit: "mm",
    meaning: "distance between two copies on the bed",
    defaults: published(6, "PrusaSlicer 2.9, default of duplicate_distance"),
  },
} as const satisfies Readonly<Record<string, FilamentParameter>>;

/** The parameters that a material may state, by name. */
export const MATERIAL_PARAMETER_NAMES: readonly string[] = Object.entries<FilamentParameter>(FILAMENT_PARAMETERS)
  .filter(([, { ofMaterial }]) => ofMaterial === true)
  .map(([name]) => name);
