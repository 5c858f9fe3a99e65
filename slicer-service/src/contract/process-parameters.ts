// What resin and powder printers need besides a layer height: the one table of these numbers, with the source of each.
// A studio states its own machine's where it knows better, and so does one of its quality profiles. The slicer's contract
// says between which bounds each must be.

import type { OwnParameters } from "../../../src/db/column-types.ts";
import {
  BOUNDS,
  type Bounds,
  type IMAGE_RESIN_BOUNDS,
  type LASER_RESIN_BOUNDS,
  type LayeredProfile,
  type POWDER_BOUNDS,
  type SliceProfile,
} from "./contract.ts";

export interface ProcessParameter {
  readonly default: number;
  /** Empty for a count. */
  readonly unit: "s" | "mm" | "mm²" | "mm/s" | "mm/min" | "s/mm" | "mm³/mm²" | "%" | "";
  readonly meaning: string;
  /** Where the default is from; of an assumption, why it is this. */
  readonly source: string;
  readonly isAssumption: boolean;
}

export type ProcessTechnology = LayeredProfile["technology"];

/** A layer's height is the quality profile's own; all else is here. */
type ParametersOf<Table> = { readonly [Name in Exclude<keyof Table, "layerHeightMm">]: ProcessParameter };

type Row = Pick<ProcessParameter, "default" | "unit" | "meaning">;
const published = (source: string, row: Row): ProcessParameter => ({ ...row, source, isAssumption: false });
const assumed = (source: string, row: Row): ProcessParameter => ({ ...row, source, isAssumption: true });

const PRUSA = "PrusaResearchSLA.ini 1.0.3 (PrusaSlicer 2.9.2), SL1S SPEED";
const PRUSA_RESIN = `${PRUSA}, Prusament Resin Tough Prusa Orange @0.05`;
const PRUSA_FITTED = "fitted to PrusaSlicer 2.9.2 --export-sla";
const MARS = "UVtools, PrusaSlicer/printer/Elegoo Mars 4 DLP.ini";

const RESIN_SUPPORTS = {
  elevationMm: published(`${PRUSA}, support_object_elevation`, {
    default: 5,
    unit: "mm",
    meaning: "how far supports lift the part above its pad",
  }),
  padMm: published(`${PRUSA}, pad_wall_thickness`, {
    default: 1,
    unit: "mm",
    meaning: "thickness of the pad that supports stand on",
  }),
  supportMm: published("median of bench/resin.ts against PrusaSlicer 2.9.2, whose own varies from 1.8 to 3.7", {
    default: 2.5,
    unit: "mm³/mm²",
    meaning: "resin of supports and pad for each square millimetre of the part that faces down",
  }),
};

const LAYER_FEED = `${PRUSA_FITTED}: 5 s for each millimetre of layer height`;

/** The machine that each technology's defaults describe. */
export const DEFAULT_MACHINE: Readonly<Record<ProcessTechnology, string>> = {
  sla: "a desktop laser printer with an 85 µm spot",
  dlp: "Elegoo Mars 4 DLP, which lifts the platform",
  msla: "Original Prusa SL1S SPEED, which tilts the tank",
  sls: "a benchtop powder printer with a chamber of 165 × 165 × 300 mm",
};

export const PROCESS_PARAMETERS: {
  readonly sla: ParametersOf<typeof LASER_RESIN_BOUNDS>;
  readonly dlp: ParametersOf<typeof IMAGE_RESIN_BOUNDS>;
  readonly msla: ParametersOf<typeof IMAGE_RESIN_BOUNDS>;
  readonly sls: ParametersOf<typeof POWDER_BOUNDS>;
} = {
  msla: {
    exposureSeconds: published(`${PRUSA_RESIN}, exposure_time`, {
      default: 2,
      unit: "s",
      meaning: "exposure of a layer",
    }),
    initialExposureSeconds: published(`${PRUSA_RESIN}, initial_exposure_time`, {
      default: 25,
      unit: "s",
      meaning: "exposure of the first layers",
    }),
    initialLayers: published(`${PRUSA_FITTED}: one (PrusaSlicer 2.5 and the SL1's firmware count three)`, {
      default: 1,
      unit: "",
      meaning: "layers that are exposed for the initial time",
    }),
    fadedLayers: published("PrusaSlicer 2.9.2, default of faded_layers", {
      default: 10,
      unit: "",
      meaning: "layers over which the exposure then falls to the others'",
    }),
    tiltSeconds: published(`${PRUSA_FITTED} with ${PRUSA_RESIN}, whose tilt_… settings it adds up`, {
      default: 1.918,
      unit: "s",
      meaning: "tilting the tank down and up to separate a layer",
    }),
    liftMm: published(`${PRUSA}: it tilts, and lifts by the layer only`, {
      default: 0,
      unit: "mm",
      meaning: "how far the platform is lifted to separate a layer",
    }),
    liftMmPerMinute: published(`${MARS}, LiftSpeed; of no effect as long as nothing is lifted`, {
      default: 100,
      unit: "mm/min",
      meaning: "speed of the lift",
    }),
    retractMmPerMinute: published(`${MARS}, RetractSpeed; of no effect as long as nothing is lifted`, {
      default: 150,
      unit: "mm/min",
      meaning: "speed of the return",
    }),
    waitSeconds: published(`${PRUSA_RESIN}, delay_before_exposure and delay_after_exposure`, {
      default: 0,
      unit: "s",
      meaning: "waits before and after the exposure and after the lift, together",
    }),
    largeLayerSquareMm: published(`${PRUSA_RESIN}, area_fill 35 % of the display's 128 × 81 mm`, {
      default: 3628.8,
      unit: "mm²",
      meaning: "area above which a layer is separated slowly",
    }),
    largeLayerExtraSeconds: published(`${PRUSA_FITTED} with ${PRUSA_RESIN}, wait before exposure included`, {
      default: 3.178,
      unit: "s",
      meaning: "how much longer such a layer takes",
    }),
    feedSecondsPerMm: published(LAYER_FEED, {
      default: 5,
      unit: "s/mm",
      meaning: "moving the platform on by one layer",
    }),
    ...RESIN_SUPPORTS,
  },
  dlp: {
    exposureSeconds: assumed("no published value for the machine: between an LCD's 2 s and what resins ask of DLP", {
      default: 2.5,
      unit: "s",
      meaning: "exposure of a layer",
    }),
    initialExposureSeconds: assumed("no published value for the machine: as usual of resins for lifting printers", {
      default: 30,
      unit: "s",
      meaning: "exposure of the first layers",
    }),
    initialLayers: assumed("usual of lifting printers, which expose the first layers for long without fading", {
      default: 5,
      unit: "",
      meaning: "layers that are exposed for the initial time",
    }),
    fadedLayers: assumed("usual of lifting printers: see initialLayers", {
      default: 0,
      unit: "",
      meaning: "layers over which the exposure then falls to the others'",
    }),
    tiltSeconds: published(`${MARS}: it lifts`, {
      default: 0,
      unit: "s",
      meaning: "tilting the tank down and up to separate a layer",
    }),
    liftMm: published(`${MARS}, LiftHeight`, {
      default: 5,
      unit: "mm",
      meaning: "how far the platform is lifted to separate a layer",
    }),
    liftMmPerMinute: published(`${MARS}, LiftSpeed`, {
      default: 100,
      unit: "mm/min",
      meaning: "speed of the lift",
    }),
    retractMmPerMinute: published(`${MARS}, RetractSpeed`, {
      default: 150,
      unit: "mm/min",
      meaning: "speed of the return",
    }),
    waitSeconds: published(`${MARS}, WaitTimeBeforeCure 2.5, AfterCure 1, AfterLift 0`, {
      default: 3.5,
      unit: "s",
      meaning: "waits before and after the exposure and after the lift, together",
    }),
    largeLayerSquareMm: assumed("half of the display's 132.8 × 74.7 mm; of no effect without extra seconds", {
      default: 4960,
      unit: "mm²",
      meaning: "area above which a layer is separated slowly",
    }),
    largeLayerExtraSeconds: published(`${MARS}: every layer is lifted alike`, {
      default: 0,
      unit: "s",
      meaning: "how much longer such a layer takes",
    }),
    feedSecondsPerMm: published(`${MARS}: the return from the lift ends at the next layer`, {
      default: 0,
      unit: "s/mm",
      meaning: "moving the platform on by one layer",
    }),
    ...RESIN_SUPPORTS,
  },
  sla: {
    scanMmPerSecond: assumed("no machine's is published; with the hatch it cures 255 mm² a second", {
      default: 3000,
      unit: "mm/s",
      meaning: "mean speed of the laser, jumps included",
    }),
    hatchMm: assumed(
      "the spot's width of 85 µm, as doi:10.20944/preprints202403.0520 states it for a desktop printer",
      {
        default: 0.085,
        unit: "mm",
        meaning: "distance between two lines of the laser",
      },
    ),
    recoatSeconds: assumed("no machine's is published: peeling and wiping of a desktop printer", {
      default: 8,
      unit: "s",
      meaning: "separating a layer and covering it with fresh resin",
    }),
    elevationMm: assumed("as of image printers, whose supports are alike", RESIN_SUPPORTS.elevationMm),
    padMm: assumed("as of image printers, whose supports are alike", RESIN_SUPPORTS.padMm),
    supportMm: assumed("as of image printers, whose supports are alike", RESIN_SUPPORTS.supportMm),
  },
  sls: {
    scanMmPerSecond: assumed("no current machine's is published: of the order that makers give as the fastest", {
      default: 5000,
      unit: "mm/s",
      meaning: "mean speed of the laser, jumps included",
    }),
    hatchMm: assumed("usual in studies of sintered PA12", {
      default: 0.25,
      unit: "mm",
      meaning: "distance between two lines of the laser",
    }),
    recoatSeconds: assumed("no current machine's is published", {
      default: 10,
      unit: "s",
      meaning: "spreading a layer of powder and heating it",
    }),
    warmUpSeconds: assumed("one and a half hours; no current machine's is published", {
      default: 5400,
      unit: "s",
      meaning: "heating the chamber before a build",
    }),
    coolDownSeconds: assumed("twelve hours, in which the machine makes nothing else", {
      default: 43_200,
      unit: "s",
      meaning: "cooling a build down; 0 where its chamber is taken out and another put in",
    }),
    chamberXMm: published("Formlabs, technical specifications of the Fuse 1+: build volume", {
      default: 165,
      unit: "mm",
      meaning: "width of the chamber",
    }),
    chamberYMm: published("Formlabs, technical specifications of the Fuse 1+: build volume", {
      default: 165,
      unit: "mm",
      meaning: "depth of the chamber",
    }),
    chamberZMm: published("Formlabs, technical specifications of the Fuse 1+: build volume", {
      default: 300,
      unit: "mm",
      meaning: "height that a usual build is filled to",
    }),
    packingPercent: assumed("boxes of parts of all shapes fill about half of what they are packed into", {
      default: 50,
      unit: "%",
      meaning: "how much of a usual build's chamber the boxes around its parts fill",
    }),
    partSpacingMm: published("3D People, 3dpeople.uk/sls-pricing: parts are kept 1 mm apart", {
      default: 1,
      unit: "mm",
      meaning: "distance between two parts",
    }),
    powderLossPercent: assumed("spoiled powder is in the material's price per kilogram", {
      default: 0,
      unit: "%",
      meaning: "powder that is spoiled beside the part, of the part's own volume",
    }),
  },
};

export function isProcessTechnology(slug: string): slug is ProcessTechnology {
  return Object.hasOwn(PROCESS_PARAMETERS, slug);
}

/** All parameters of a technology by their names, in the order of the table. */
export function parametersOf(technology: ProcessTechnology): ReadonlyMap<string, ProcessParameter> {
  return new Map(Object.entries<ProcessParameter>(PROCESS_PARAMETERS[technology]));
}

/**
 * Every parameter of a technology: the most specific of `own` that states it (the studio's, then the profile's), else
 * the table's default. What `own` names besides is of no meaning.
 */
export function resolveParameters<Technology extends ProcessTechnology>(
  technology: Technology,
  ...own: readonly (OwnParameters | null | undefined)[]
): { readonly [Name in keyof (typeof PROCESS_PARAMETERS)[Technology]]: number } {
  const stated: OwnParameters = Object.fromEntries(own.flatMap((parameters) => Object.entries(parameters ?? {})));
  const numbers = [...parametersOf(technology)].map(([name, row]): [string, number] => [
    name,
    stated[name] ?? row.default,
  ]);
  // One entry for each of the technology's parameters.
  return Object.fromEntries(numbers) as { [Name in keyof (typeof PROCESS_PARAMETERS)[Technology]]: number };
}

/**
 * What is wrong with a number of a profile, a parameter or its layer height, as the end of a sentence; undefined where
 * nothing is. Whatever lies in the database is looked at, so it may be no number at all.
 */
export function faultOf(technology: SliceProfile["technology"], name: string, value: unknown): string | undefined {
  const bounds = new Map(Object.entries<Bounds>(BOUNDS[technology])).get(name);
  if (bounds === undefined) return `${name} is no parameter of ${technology}`;
  const { least, most, whole } = bounds;
  const isRight =
    typeof value === "number" && value >= least && value <= most && (whole !== true || Number.isInteger(value));
  if (isRight) return undefined;
  const parameter = isProcessTechnology(technology) ? parametersOf(technology).get(name) : undefined;
  const unit = parameter?.unit ?? (name.endsWith("Mm") ? "mm" : "");
  return `${name} is ${value}, and must be ${whole === true ? "a whole number " : ""}from ${least} to ${most} ${unit}`.trimEnd();
}
