// The table of a slice profile's numbers: bounds, unit, meaning; for resin and powder also default and source.
//
// A studio, or one of its quality profiles, may state its own machine's numbers instead.
//
// SPDX-License-Identifier: MIT

import { FILAMENT_PARAMETERS } from "./filament-parameters.ts";
import {
  type ProcessKind,
  type ProcessOf,
  processOf,
  type SlugOf,
  TECHNOLOGIES,
  type TechnologySlug,
} from "./technologies.ts";

/** A number that a profile must have, in `min` to `max`. */
interface ProfileNumber {
  readonly min: number;
  readonly max: number;
  /** A count: only whole numbers will do. */
  readonly whole?: true;
  /** Empty for a count. */
  readonly unit: "s" | "mm" | "mm²" | "mm/s" | "mm/s²" | "mm³/s" | "mm/min" | "s/mm" | "mm³/mm²" | "°" | "%" | "";
  readonly meaning: string;
}

/** The default of a parameter, for studios and profiles that state none. */
interface Default {
  readonly value: number;
  /** The source of the value; for an assumption, its reason. */
  readonly source: string;
  readonly isAssumption: boolean;
}

/** A number with a default for each technology of its process, since each describes another machine. */
interface NumberWithDefaults<Process extends ProcessKind> extends ProfileNumber {
  readonly defaults: Readonly<Record<SlugOf<Process>, Default>>;
}

/** Processes that print a whole layer at a time. They are estimated from the machine's own numbers, without a toolpath. */
export type LayeredProcess = Exclude<ProcessKind, "filament">;
export type LayeredTechnology = SlugOf<LayeredProcess>;

/** Numbers without defaults belong to the quality profile: the layer height, and the build-up of a filament print. */
type ParameterTable = {
  readonly [Process in ProcessKind]: { readonly layerHeightMm: ProfileNumber } & Readonly<
    Record<string, ProfileNumber | NumberWithDefaults<Process>>
  >;
};

const published = (value: number, source: string): Default => ({ value, source, isAssumption: false });
const assumed = (value: number, source: string): Default => ({ value, source, isAssumption: true });

const PRUSA = "PrusaResearchSLA.ini 1.0.3 (PrusaSlicer 2.9.2), SL1S SPEED";
const PRUSA_RESIN = `${PRUSA}, Prusament Resin Tough Prusa Orange @0.05`;
const PRUSA_FITTED = "fitted to PrusaSlicer 2.9.2 --export-sla";
const MARS = "UVtools, PrusaSlicer/printer/Elegoo Mars 4 DLP.ini";
const FUSE = "Formlabs, technical specifications of the Fuse 1+: build volume";
const SL1S = "Prusa Research, technical parameters of the Original Prusa SL1S SPEED: print volume 127 × 80 × 150 mm";
const MARS_4_DLP = "Elegoo, technical specifications of the Mars 4 DLP: build volume 132.8 × 74.7 × 150 mm";
const FORM_3 =
  "Formlabs, technical specifications of the Form 3, whose spot is 85 µm wide: build volume 145 × 145 × 185 mm";
const AS_IMAGE_PRINTERS = "as of image printers, whose supports are alike";

const LAYER_HEIGHT = { unit: "mm", meaning: "thickness of a layer" } as const;

/** Resin printers build on pillars and a pad, estimated alike for all of them. */
const ELEVATION = { min: 0, max: 50, unit: "mm", meaning: "how far supports lift the part above its pad" } as const;
const ELEVATION_DEFAULT = published(5, `${PRUSA}, support_object_elevation`);
const PAD = { min: 0, max: 20, unit: "mm", meaning: "thickness of the pad that supports stand on" } as const;
const PAD_DEFAULT = published(1, `${PRUSA}, pad_wall_thickness`);
const SUPPORT = {
  min: 0,
  max: 20,
  unit: "mm³/mm²",
  meaning: "resin of supports and pad for each square millimetre of the part that faces down",
} as const;
const SUPPORT_DEFAULT = published(
  2.5,
  "median of bench/resin.ts against PrusaSlicer 2.9.2, whose own varies from 1.8 to 3.7",
);

/** All numbers of all processes. The names stand in stored parameters and slice keys. */
export const PROCESS_PARAMETERS = {
  filament: {
    layerHeightMm: { min: 0.02, max: 2, ...LAYER_HEIGHT },
    // Its unit is %, but API answers name these bounds without one.
    infillPercent: { min: 0, max: 100, unit: "", meaning: "share of the inside that is filled" },
    wallCount: { min: 0, max: 100, whole: true, unit: "", meaning: "perimeters around each layer" },
    topLayers: { min: 0, max: 1000, whole: true, unit: "", meaning: "solid layers below a surface that faces up" },
    bottomLayers: { min: 0, max: 1000, whole: true, unit: "", meaning: "solid layers above a surface that faces down" },
    ...FILAMENT_PARAMETERS,
  },
  image_resin: {
    layerHeightMm: { min: 0.01, max: 0.5, ...LAYER_HEIGHT },
    exposureSeconds: {
      min: 0.1,
      max: 300,
      unit: "s",
      meaning: "exposure of a layer",
      defaults: {
        msla: published(2, `${PRUSA_RESIN}, exposure_time`),
        dlp: assumed(2.5, "no published value for the machine: between an LCD's 2 s and what resins ask of DLP"),
      },
    },
    initialExposureSeconds: {
      min: 0.1,
      max: 1000,
      unit: "s",
      meaning: "exposure of the first layers",
      defaults: {
        msla: published(25, `${PRUSA_RESIN}, initial_exposure_time`),
        dlp: assumed(30, "no published value for the machine: as usual of resins for lifting printers"),
      },
    },
    initialLayers: {
      min: 0,
      max: 100,
      whole: true,
      unit: "",
      meaning: "layers that are exposed for the initial time",
      defaults: {
        msla: published(1, `${PRUSA_FITTED}: one (PrusaSlicer 2.5 and the SL1's firmware count three)`),
        dlp: assumed(5, "usual of lifting printers, which expose the first layers for long without fading"),
      },
    },
    fadedLayers: {
      min: 0,
      max: 100,
      whole: true,
      unit: "",
      meaning: "layers over which the exposure then falls to the others'",
      defaults: {
        msla: published(10, "PrusaSlicer 2.9.2, default of faded_layers"),
        dlp: assumed(0, "usual of lifting printers: see initialLayers"),
      },
    },
    tiltSeconds: {
      min: 0,
      max: 120,
      unit: "s",
      meaning: "tilting the tank down and up to separate a layer",
      defaults: {
        msla: published(1.918, `${PRUSA_FITTED} with ${PRUSA_RESIN}, whose tilt_… settings it adds up`),
        dlp: published(0, `${MARS}: it lifts`),
      },
    },
    liftMm: {
      min: 0,
      max: 50,
      unit: "mm",
      meaning: "how far the platform is lifted to separate a layer",
      defaults: {
        msla: published(0, `${PRUSA}: it tilts, and lifts by the layer only`),
        dlp: published(5, `${MARS}, LiftHeight`),
      },
    },
    liftMmPerMinute: {
      min: 1,
      max: 10_000,
      unit: "mm/min",
      meaning: "speed of the lift",
      defaults: {
        msla: published(100, `${MARS}, LiftSpeed; of no effect as long as nothing is lifted`),
        dlp: published(100, `${MARS}, LiftSpeed`),
      },
    },
    retractMmPerMinute: {
      min: 1,
      max: 10_000,
      unit: "mm/min",
      meaning: "speed of the return",
      defaults: {
        msla: published(150, `${MARS}, RetractSpeed; of no effect as long as nothing is lifted`),
        dlp: published(150, `${MARS}, RetractSpeed`),
      },
    },
    waitSeconds: {
      min: 0,
      max: 300,
      unit: "s",
      meaning: "waits before and after the exposure and after the lift, together",
      defaults: {
        msla: published(0, `${PRUSA_RESIN}, delay_before_exposure and delay_after_exposure`),
        dlp: published(3.5, `${MARS}, WaitTimeBeforeCure 2.5, AfterCure 1, AfterLift 0`),
      },
    },
    largeLayerSquareMm: {
      min: 0,
      max: 1_000_000,
      unit: "mm²",
      meaning: "area above which a layer is separated slowly",
      defaults: {
        msla: published(3628.8, `${PRUSA_RESIN}, area_fill 35 % of the display's 128 × 81 mm`),
        dlp: assumed(4960, "half of the display's 132.8 × 74.7 mm; of no effect without extra seconds"),
      },
    },
    largeLayerExtraSeconds: {
      min: 0,
      max: 300,
      unit: "s",
      meaning: "how much longer such a layer takes",
      defaults: {
        msla: published(3.178, `${PRUSA_FITTED} with ${PRUSA_RESIN}, wait before exposure included`),
        dlp: published(0, `${MARS}: every layer is lifted alike`),
      },
    },
    feedSecondsPerMm: {
      min: 0,
      max: 600,
      unit: "s/mm",
      meaning: "moving the platform on by one layer",
      defaults: {
        msla: published(5, `${PRUSA_FITTED}: 5 s for each millimetre of layer height`),
        dlp: published(0, `${MARS}: the return from the lift ends at the next layer`),
      },
    },
    elevationMm: { ...ELEVATION, defaults: { msla: ELEVATION_DEFAULT, dlp: ELEVATION_DEFAULT } },
    padMm: { ...PAD, defaults: { msla: PAD_DEFAULT, dlp: PAD_DEFAULT } },
    supportCubicMmPerSquareMm: { ...SUPPORT, defaults: { msla: SUPPORT_DEFAULT, dlp: SUPPORT_DEFAULT } },
  },
  laser_resin: {
    layerHeightMm: { min: 0.01, max: 0.5, ...LAYER_HEIGHT },
    scanMmPerSecond: {
      min: 1,
      max: 100_000,
      unit: "mm/s",
      meaning: "mean speed of the laser, jumps included",
      defaults: { sla: assumed(3000, "no machine's is published; with the hatch it cures 255 mm² a second") },
    },
    hatchMm: {
      min: 0.005,
      max: 2,
      unit: "mm",
      meaning: "distance between two lines of the laser",
      defaults: {
        sla: assumed(
          0.085,
          "the spot's width of 85 µm, as doi:10.20944/preprints202403.0520 states it for a desktop printer",
        ),
      },
    },
    recoatSeconds: {
      min: 0,
      max: 600,
      unit: "s",
      meaning: "separating a layer and covering it with fresh resin",
      defaults: { sla: assumed(8, "no machine's is published: peeling and wiping of a desktop printer") },
    },
    elevationMm: { ...ELEVATION, defaults: { sla: assumed(ELEVATION_DEFAULT.value, AS_IMAGE_PRINTERS) } },
    padMm: { ...PAD, defaults: { sla: assumed(PAD_DEFAULT.value, AS_IMAGE_PRINTERS) } },
    supportCubicMmPerSquareMm: { ...SUPPORT, defaults: { sla: assumed(SUPPORT_DEFAULT.value, AS_IMAGE_PRINTERS) } },
  },
  powder: {
    layerHeightMm: { min: 0.02, max: 0.5, ...LAYER_HEIGHT },
    scanMmPerSecond: {
      min: 1,
      max: 100_000,
      unit: "mm/s",
      meaning: "mean speed of the laser, jumps included",
      defaults: {
        sls: assumed(5000, "no current machine's is published: of the order that makers give as the fastest"),
      },
    },
    hatchMm: {
      min: 0.01,
      max: 5,
      unit: "mm",
      meaning: "distance between two lines of the laser",
      defaults: { sls: assumed(0.25, "usual in studies of sintered PA12") },
    },
    recoatSeconds: {
      min: 0,
      max: 600,
      unit: "s",
      meaning: "spreading a layer of powder and heating it",
      defaults: { sls: assumed(10, "no current machine's is published") },
    },
    warmUpSeconds: {
      min: 0,
      max: 172_800,
      unit: "s",
      meaning: "heating the chamber before a build",
      defaults: { sls: assumed(5400, "one and a half hours; no current machine's is published") },
    },
    coolDownSeconds: {
      min: 0,
      max: 604_800,
      unit: "s",
      meaning: "cooling a build down; 0 where its chamber is taken out and another put in",
      defaults: { sls: assumed(43_200, "twelve hours, in which the machine makes nothing else") },
    },
    chamberXMm: {
      min: 10,
      max: 2000,
      unit: "mm",
      meaning: "width of the chamber",
      defaults: { sls: published(165, FUSE) },
    },
    chamberYMm: {
      min: 10,
      max: 2000,
      unit: "mm",
      meaning: "depth of the chamber",
      defaults: { sls: published(165, FUSE) },
    },
    chamberZMm: {
      min: 10,
      max: 2000,
      unit: "mm",
      meaning: "height that a usual build is filled to",
      defaults: { sls: published(300, FUSE) },
    },
    packingPercent: {
      min: 1,
      max: 100,
      unit: "%",
      meaning: "how much of a usual build's chamber the boxes around its parts fill",
      defaults: { sls: assumed(50, "boxes of parts of all shapes fill about half of what they are packed into") },
    },
    partSpacingMm: {
      min: 0,
      max: 50,
      unit: "mm",
      meaning: "distance between two parts",
      defaults: { sls: published(1, "3D People, 3dpeople.uk/sls-pricing: parts are kept 1 mm apart") },
    },
    powderLossPercent: {
      min: 0,
      max: 2000,
      unit: "%",
      meaning: "powder that is spoiled beside the part, of the part's own volume",
      defaults: { sls: assumed(0, "spoiled powder is in the material's price per kilogram") },
    },
  },
} as const satisfies ParameterTable;

const BUILD_WIDTH = {
  min: 1,
  max: 5000,
  unit: "mm",
  meaning: "width of the build volume: larger parts do not fit",
} as const;
const BUILD_DEPTH = { ...BUILD_WIDTH, meaning: "depth of the build volume" } as const;
const BUILD_HEIGHT = { ...BUILD_WIDTH, meaning: "height of the build volume" } as const;

/**
 * The build volumes of resin printers. They decide whether a part fits and change no estimate, so they are in no profile and in
 * no slice key. A powder printer's chamber does both, and stands in the table above.
 */
export const BUILD_VOLUME_PARAMETERS = {
  image_resin: {
    buildXMm: { ...BUILD_WIDTH, defaults: { msla: published(127, SL1S), dlp: published(132.8, MARS_4_DLP) } },
    buildYMm: { ...BUILD_DEPTH, defaults: { msla: published(80, SL1S), dlp: published(74.7, MARS_4_DLP) } },
    buildZMm: { ...BUILD_HEIGHT, defaults: { msla: published(150, SL1S), dlp: published(150, MARS_4_DLP) } },
  },
  laser_resin: {
    buildXMm: { ...BUILD_WIDTH, defaults: { sla: published(145, FORM_3) } },
    buildYMm: { ...BUILD_DEPTH, defaults: { sla: published(145, FORM_3) } },
    buildZMm: { ...BUILD_HEIGHT, defaults: { sla: published(185, FORM_3) } },
  },
} as const satisfies {
  readonly [Process in "image_resin" | "laser_resin"]: Readonly<Record<string, NumberWithDefaults<Process>>>;
};

const BUILD_VOLUME_NAMES = ["buildXMm", "buildYMm", "buildZMm"] as const;

/** The machine that each technology's defaults describe. */
export const DEFAULT_MACHINE: Readonly<Record<LayeredTechnology, string>> = {
  sla: "a desktop laser printer with an 85 µm spot",
  dlp: "Elegoo Mars 4 DLP, which lifts the platform",
  msla: "Original Prusa SL1S SPEED, which tilts the tank",
  sls: "a benchtop powder printer with a chamber of 165 × 165 × 300 mm",
};

type NamesOf<Process extends ProcessKind> = keyof (typeof PROCESS_PARAMETERS)[Process];

/** Every number of a process, by name. */
export type NumbersOf<Process extends ProcessKind> = { readonly [Name in NamesOf<Process>]: number };

/** A process's parameters: its numbers with a default. The others belong to each quality profile. */
export type ParametersOf<Process extends ProcessKind> = {
  readonly [Name in NamesOf<Process> as (typeof PROCESS_PARAMETERS)[Process][Name] extends { readonly defaults: object }
    ? Name
    : never]: number;
};

/** A parameter with one technology's default. */
export interface ProcessParameter extends ProfileNumber, Omit<Default, "value"> {
  readonly default: number;
}

/** Parameters that differ from the defaults, by name, as studios and quality profiles store them. */
export type OwnParameters = Readonly<Record<string, number>>;

export const LAYERED_TECHNOLOGIES: readonly LayeredTechnology[] = TECHNOLOGIES.map(({ slug }) => slug).filter(
  isLayeredTechnology,
);

/** Whether a technology is estimated layer by layer: all are, but for filament. */
export function isLayeredTechnology(slug: string): slug is LayeredTechnology {
  return Object.hasOwn(DEFAULT_MACHINE, slug);
}

/** All parameters of a technology by their names, in the order of the table. */
export function parametersOf(slug: TechnologySlug): ReadonlyMap<string, ProcessParameter> {
  const rows = Object.entries<ProfileNumber | NumberWithDefaults<ProcessKind>>(numbersOf(slug));
  return new Map(
    rows.flatMap(([name, row]): [string, ProcessParameter][] => {
      if (!("defaults" in row)) return [];
      const { defaults, ...number } = row;
      const { value, source, isAssumption } = defaults[slug];
      return [[name, { ...number, default: value, source, isAssumption }]];
    }),
  );
}

/** All numbers that a studio may state for a technology: those of its profiles, and its printer's build volume. */
function numbersOf(slug: TechnologySlug): Readonly<Record<string, ProfileNumber>> {
  const process = processOf(slug);
  switch (process) {
    case "filament":
    case "powder":
      return PROCESS_PARAMETERS[process];
    case "image_resin":
    case "laser_resin":
      return { ...PROCESS_PARAMETERS[process], ...BUILD_VOLUME_PARAMETERS[process] };
    default:
      return process satisfies never;
  }
}

/**
 * Every parameter of a technology's profile: the last of `own` that states it (the studio's or machine profile's, then the quality's
 * or material's), else its default. Other names in `own` are ignored.
 */
export function resolveParameters<Slug extends TechnologySlug>(
  slug: Slug,
  ...own: readonly (OwnParameters | null | undefined)[]
): ParametersOf<ProcessOf<Slug>> {
  const stated: OwnParameters = Object.assign({}, ...own);
  const ofProfile = PROCESS_PARAMETERS[processOf(slug)];
  const numbers = [...parametersOf(slug)]
    .filter(([name]) => Object.hasOwn(ofProfile, name))
    .map(([name, row]): [string, number] => [name, stated[name] ?? row.default]);
  // One entry for each of the technology's parameters.
  return Object.fromEntries(numbers) as ParametersOf<ProcessOf<Slug>>;
}

/** A printer's build volume in millimetres, and whether the studio stated any of it itself. */
export interface MachineVolume {
  readonly volumeMm: { readonly x: number; readonly y: number; readonly z: number };
  readonly isOwn: boolean;
}

/** The build volume of the printer that a technology's parameters describe; `own` as in `resolveParameters`. */
export function machineVolumeOf(
  slug: LayeredTechnology,
  ...own: readonly (OwnParameters | null | undefined)[]
): MachineVolume {
  const stated: OwnParameters = Object.assign({}, ...own);
  const known = parametersOf(slug);
  const names = slug === "sls" ? (["chamberXMm", "chamberYMm", "chamberZMm"] as const) : BUILD_VOLUME_NAMES;
  const [x, y, z] = names.map((name) => stated[name] ?? known.get(name)?.default);
  if (x === undefined || y === undefined || z === undefined) throw new Error(`${slug} has no build volume`);
  return { volumeMm: { x, y, z }, isOwn: names.some((name) => stated[name] !== undefined) };
}

/**
 * The fault of a profile's number, as the end of a sentence; undefined if it has none.
 *
 * @param value unknown, since database and requests may hold something else than a number
 */
export function parameterFault(slug: TechnologySlug, name: string, value: unknown): string | undefined {
  const numbers = new Map(Object.entries<ProfileNumber>(numbersOf(slug)));
  const number = numbers.get(name);
  if (number === undefined) return `${name} is no parameter of ${slug}`;
  return numberFault(name, value, number);
}

/** The fault of a value; undefined if it has none. */
export function numberFault(
  name: string,
  value: unknown,
  { min, max, whole, unit }: Pick<ProfileNumber, "min" | "max" | "whole"> & { readonly unit: string },
): string | undefined {
  const isRight =
    typeof value === "number" && value >= min && value <= max && (whole !== true || Number.isInteger(value));
  if (isRight) return undefined;
  return `${name} is ${value}, and must be ${whole === true ? "a whole number " : ""}from ${min} to ${max} ${unit}`.trimEnd();
}
