// The estimate of time and material for a print in resin or powder.
//
// No toolpath decides these: every layer takes the machine's own times and, for a laser, its area and outlines divided by the laser's
// speed.

import type {
  ImageResinProfile,
  LaserResinProfile,
  LayeredProfile,
  PowderProfile,
} from "../../src/contract/profile.ts";
import type { SlicerFigures } from "../filament/slicer.ts";
import { itemAt, requireFinite, requireSoundIndices } from "../mesh/checks.ts";
import type { Solid } from "../mesh/solid/solid.ts";
import { ModelFailure } from "../model-failure.ts";
import { areaFacingDown, type CrossSection, cutIntoLayers, layerCount } from "./cross-sections.ts";

export interface LayerFigures extends SlicerFigures {
  /** The part's volume as its layers count it: every place once. */
  readonly solidCubicMm: number;
}

/**
 * Estimates a print of one copy.
 *
 * @throws ModelFailure if the part does not fit into the powder printer's chamber
 * @throws Error if an index of the mesh is wrong or a figure is not a number, which only a programming error can cause
 */
export async function estimateLayers(
  solid: Solid,
  profile: LayeredProfile,
  onProgress: (fraction: number) => void,
): Promise<LayerFigures> {
  requireSoundIndices(solid.mesh);
  if ("chamberXMm" in profile) refusePartBeyondChamber(solid, profile);
  const { sections, volumeCubicMm } = await cutIntoLayers(solid, profile.layerHeightMm, onProgress);
  const part = { ...solid, volumeCubicMm, facingDownSquareMm: areaFacingDown(solid) };
  const { printSeconds, materialCubicMm, layers } = printFigures(part, sections, profile);
  return {
    printSeconds: requireFinite("print time", printSeconds),
    materialCubicMm: requireFinite("volume of material", materialCubicMm),
    layers: requireFinite("number of layers", layers),
    solidCubicMm: requireFinite("volume", volumeCubicMm),
  };
}

function printFigures(part: Part, sections: readonly CrossSection[], profile: LayeredProfile): SlicerFigures {
  switch (profile.technology) {
    case "dlp":
    case "msla":
      return imageResinFigures(part, sections, profile);
    case "sla":
      return laserResinFigures(part, sections, profile);
    case "sls":
      return powderFigures(part, sections, profile);
    default:
      return profile satisfies never;
  }
}

/** The part's measures that need no cross-section. */
export interface Part extends Pick<Solid, "volumeCubicMm" | "dimensionsMm"> {
  /** The area, as seen from below, that needs supports. */
  readonly facingDownSquareMm: number;
}

/**
 * Time and material on a printer that exposes each layer as a whole (DLP, MSLA). A layer of any shape takes the machine's time, but
 * a large layer sticks and is pulled off more slowly. The first layers are exposed longer, and the next ones fade to the usual
 * exposure. This formula gives PrusaSlicer's own times for its SL1S (bench/resin.ts).
 */
export function imageResinFigures(
  part: Part,
  sections: readonly CrossSection[],
  profile: ImageResinProfile,
): SlicerFigures {
  const { layerHeightMm, exposureSeconds, initialExposureSeconds, tiltSeconds, liftMm, waitSeconds } = profile;
  const built = withSupports(part, profile);
  const lift = 60 * (liftMm / profile.liftMmPerMinute + liftMm / profile.retractMmPerMinute);
  const layer = exposureSeconds + tiltSeconds + lift + waitSeconds + profile.feedSecondsPerMm * layerHeightMm;
  const large = sections.filter(({ areaSquareMm }) => areaSquareMm > profile.largeLayerSquareMm);
  const largeLayers = large.reduce((sum, section) => sum + section.layers, 0);
  const longerExposed = layersOfLongerExposure(built.layers, profile);
  return {
    printSeconds:
      built.layers * layer +
      largeLayers * profile.largeLayerExtraSeconds +
      longerExposed * (initialExposureSeconds - exposureSeconds),
    ...built,
  };
}

/**
 * The longer initial exposure of a part, in layers. Initial layers count whole, faded ones as shares: of three they count 3/4, 2/4
 * and 1/4. A part with fewer layers has only its own.
 */
function layersOfLongerExposure(layers: number, { initialLayers, fadedLayers }: ImageResinProfile): number {
  const full = Math.min(layers, initialLayers);
  const faded = Math.min(layers - full, fadedLayers);
  return full + faded - (faded * (faded + 1)) / (2 * (fadedLayers + 1));
}

/**
 * Time and material for a laser that draws resin (SLA): it draws each layer's outlines and hatches its area. Supports and pad
 * are counted as area only.
 */
export function laserResinFigures(
  part: Part,
  sections: readonly CrossSection[],
  profile: LaserResinProfile,
): SlicerFigures {
  const built = withSupports(part, profile);
  const supportSquareMm = (built.materialCubicMm - part.volumeCubicMm) / profile.layerHeightMm;
  return {
    printSeconds:
      built.layers * profile.recoatSeconds +
      scanSeconds(sections, profile) +
      supportSquareMm / (profile.hatchMm * profile.scanMmPerSecond),
    ...built,
  };
}

/**
 * Time and material for a laser that melts powder (SLS). A chamber is filled with parts of many customers, heated, built to its
 * top and cooled. The part takes its own scanning time and a share of all the other time: its bounding box, with the space
 * kept to its neighbours, as a share of the packed volume of a usual build, and at most one whole build.
 */
export function powderFigures(part: Part, sections: readonly CrossSection[], profile: PowderProfile): SlicerFigures {
  const { layerHeightMm, chamberXMm, chamberYMm, chamberZMm, partSpacingMm, packingPercent } = profile;
  const { x, y, z } = part.dimensionsMm;
  const box = (x + partSpacingMm) * (y + partSpacingMm) * (z + partSpacingMm);
  const packed = (chamberXMm * chamberYMm * chamberZMm * packingPercent) / 100;
  const build =
    profile.warmUpSeconds + layerCount(chamberZMm, layerHeightMm) * profile.recoatSeconds + profile.coolDownSeconds;
  return {
    printSeconds: Math.min(1, box / packed) * build + scanSeconds(sections, profile),
    materialCubicMm: part.volumeCubicMm * (1 + profile.powderLossPercent / 100),
    layers: layerCount(z, layerHeightMm),
  };
}

/** Parts are turned to fit best, so the sides are compared by length. */
function refusePartBeyondChamber({ dimensionsMm: { x, y, z } }: Solid, profile: PowderProfile): void {
  const byLength = (sides: readonly number[]) => sides.toSorted((a, b) => b - a);
  const chamber = [profile.chamberXMm, profile.chamberYMm, profile.chamberZMm];
  const longest = byLength(chamber);
  if (byLength([x, y, z]).every((side, index) => side <= itemAt(longest, index))) return;
  const measured = [x, y, z].map((side) => Number(side.toPrecision(3))).join(" × ");
  throw new ModelFailure(
    "model_too_large",
    `The model measures ${measured} mm and does not fit into the powder printer, which takes ${chamber.join(" × ")} mm. Please split it, or choose another technology.`,
  );
}

/** Layers and material of a part with its supports, if it has any: they lift the part, which adds layers below it. */
function withSupports(
  { volumeCubicMm, dimensionsMm, facingDownSquareMm }: Part,
  { supports, layerHeightMm, elevationMm, padMm, supportCubicMmPerSquareMm }: ImageResinProfile | LaserResinProfile,
): Pick<SlicerFigures, "layers" | "materialCubicMm"> {
  const layers = layerCount(dimensionsMm.z, layerHeightMm);
  if (!supports) return { layers, materialCubicMm: volumeCubicMm };
  return {
    layers: layers + Math.round((elevationMm + padMm) / layerHeightMm),
    materialCubicMm: volumeCubicMm + supportCubicMmPerSquareMm * facingDownSquareMm,
  };
}

function scanSeconds(
  sections: readonly CrossSection[],
  { hatchMm, scanMmPerSecond }: LaserResinProfile | PowderProfile,
): number {
  const lines = sections.map(({ layers, areaSquareMm, contourMm }) => layers * (areaSquareMm / hatchMm + contourMm));
  return lines.reduce((sum, line) => sum + line, 0) / scanMmPerSecond;
}
