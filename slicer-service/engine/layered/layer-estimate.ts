// Time and material of a print in resin or powder, which no toolpath decides: every layer takes the machine's own times
// and, where a laser draws it, its area and outlines over the laser's speed.

import type {
  ImageResinProfile,
  LaserResinProfile,
  LayeredProfile,
  PowderProfile,
} from "../../src/contract/profile.ts";
import type { Solid } from "../mesh/solid/solid.ts";
import { ModelFailure } from "../model-failure.ts";
import type { SlicerFigures } from "../slicer.ts";
import { areaFacingDown, type CrossSection, cutIntoLayers, layerCount } from "./cross-sections.ts";

export interface LayerFigures extends SlicerFigures {
  /** The part's volume as its layers count it: every place once. */
  readonly solidCubicMm: number;
}

/**
 * Estimates a print of one copy.
 *
 * @throws ModelFailure where the part does not fit into the powder printer's chamber
 */
export async function estimateLayers(
  solid: Solid,
  profile: LayeredProfile,
  onProgress: (fraction: number) => void,
): Promise<LayerFigures> {
  if ("chamberXMm" in profile) refuseWhatDoesNotFit(solid, profile);
  const { sections, volumeCubicMm } = await cutIntoLayers(solid, profile.layerHeightMm, onProgress);
  const part = { ...solid, volumeCubicMm, facingDownSquareMm: areaFacingDown(solid) };
  return { ...printFigures(part, sections, profile), solidCubicMm: volumeCubicMm };
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

/** What is known of a solid without cutting it. */
export interface Part extends Pick<Solid, "volumeCubicMm" | "dimensionsMm"> {
  /** As seen from below: what has to be held up where a printer needs supports. */
  readonly facingDownSquareMm: number;
}

/**
 * A layer is exposed as a whole, so its time is the machine's; but a large one sticks, and is pulled off more slowly. The
 * first layers are exposed longer, the next ones fade to the usual exposure. In this form it gives PrusaSlicer's own
 * times for its SL1S (bench/resin.ts).
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
 * The initial layers, and of the faded ones the shares that they are exposed longer: of three, 3/4, 2/4 and 1/4. A part
 * that ends before them has only its own.
 */
function layersOfLongerExposure(layers: number, { initialLayers, fadedLayers }: ImageResinProfile): number {
  const full = Math.min(layers, initialLayers);
  const faded = Math.min(layers - full, fadedLayers);
  return full + faded - (faded * (faded + 1)) / (2 * (fadedLayers + 1));
}

/** The laser draws each layer's outlines and hatches its area; supports and pad are drawn as if they were all area. */
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
 * A chamber is filled with parts of many customers, heated, built to its top and cooled. The part pays for its own
 * scanning, and of all else the share that the box around it, with the space kept to its neighbours, takes of what is
 * packed into a usual build; but never for more than the one build that it fits into.
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

/** Packers turn parts as they like, so the sides are compared by length. */
function refuseWhatDoesNotFit({ dimensionsMm: { x, y, z } }: Solid, profile: PowderProfile): void {
  const byLength = (sides: readonly number[]) => sides.toSorted((a, b) => b - a);
  const chamber = [profile.chamberXMm, profile.chamberYMm, profile.chamberZMm];
  const longest = byLength(chamber);
  if (byLength([x, y, z]).every((side, index) => side <= (longest[index] ?? 0))) return;
  const measured = [x, y, z].map((side) => Number(side.toPrecision(3))).join(" × ");
  throw new ModelFailure(
    "model_too_large",
    `The model measures ${measured} mm and does not fit into the powder printer, which takes ${chamber.join(" × ")} mm. Please split it, or choose another technology.`,
  );
}

/** Layers and material of a part on its supports: they lift it, so that their layers come before its own. */
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
