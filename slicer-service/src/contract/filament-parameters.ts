// The table of a filament printer's numbers: nozzle, lines, speeds, accelerations, limits, retraction, cooling.
//
// The defaults are one printer of the Ender 3 class. A studio's machine profile states its own printer's numbers instead, and a
// material those that the plastic limits (`ofMaterial`). Nothing of it is left to a slicer's hidden default.
//
// SPDX-License-Identifier: MIT

/** Sections of the table, in the order in which people read it. */
export const FILAMENT_GROUPS = [
  "nozzle",
  "lines",
  "speeds",
  "accelerations",
  "limits",
  "retraction",
  "cooling",
  "print",
] as const;
export type FilamentGroup = (typeof FILAMENT_GROUPS)[number];

interface FilamentParameter {
  readonly group: FilamentGroup;
  readonly min: number;
  readonly max: number;
  readonly whole?: true;
  readonly unit: "s" | "min" | "g" | "mm" | "mm/s" | "mm/s²" | "mm³/s" | "%" | "";
  readonly meaning: string;
  /** A material may state it too: the plastic's own limit. */
  readonly ofMaterial?: true;
  readonly defaults: {
    readonly fdm: { readonly value: number; readonly source: string; readonly isAssumption: boolean };
  };
}

const published = (value: number, source: string) => ({ fdm: { value, source, isAssumption: false } });
const assumed = (value: number, source: string) => ({ fdm: { value, source, isAssumption: true } });

const ENDER = "usual of an Ender 3 with its maker's firmware";
const MARLIN = "Marlin's configuration example for the Creality Ender-3";
const LINE = "a little wider than the nozzle, so that lines stick to their neighbours";

const SPEED = { group: "speeds", min: 1, max: 2000, unit: "mm/s" } as const;
const ACCELERATION = { group: "accelerations", min: 10, max: 100_000, unit: "mm/s²" } as const;
const LIMIT_ACCELERATION = { group: "limits", min: 10, max: 100_000, unit: "mm/s²" } as const;
const LIMIT_SPEED = { group: "limits", min: 1, max: 2000, unit: "mm/s" } as const;
const JERK = { group: "limits", min: 0, max: 100, unit: "mm/s" } as const;
/** Of the nozzle's diameter. */
const WIDTH = { group: "lines", min: 60, max: 250, unit: "%" } as const;

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
  zHopMm: {
    group: "retraction",
    min: 0,
    max: 5,
    unit: "mm",
    meaning: "how far the nozzle is lifted while travelling after a retraction",
    ofMaterial: true,
    defaults: assumed(0, ENDER),
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
} as const satisfies Readonly<Record<string, FilamentParameter>>;

/**
 * What a print takes beside its copies, however many lie on the bed. It is priced once per print, and changes no toolpath: it is in
 * no slice key.
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
