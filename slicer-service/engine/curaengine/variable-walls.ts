// The walls that CuraEngine leaves out or prints twice, and the plastic of them.
//
// This CuraEngine knows only whole lines. A wall thinner than one vanishes, between two whole numbers it leaves a gap or prints
// twice, and its own way of filling gaps, with tiny strokes across them, takes up to two thirds more time than wider lines. So its
// walls stay as they are, and the difference is measured on cross-sections: walls fill the outline as far as they reach (and, as
// PrusaSlicer's do, what is narrower than another line between them), CuraEngine prints the length of its lines times their width.

import type { CrossSection, Manifold } from "manifold-3d";
import type { FilamentProfile } from "../../src/contract/profile.ts";
import { lineSpacingMm, lineWidths, printSpeeds, THIN_WALLS } from "../filament-printer.ts";
import { loadGeometryKernel, tryManifoldOf } from "../mesh/geometry-kernel.ts";
import { readStl } from "../mesh/read/stl.ts";
import { weld } from "../mesh/welded-mesh.ts";
import { cappedSpeeds } from "./curaengine.settings.ts";

export interface WallDifference {
  /** Negative where CuraEngine's lines overlap. */
  readonly materialCubicMm: number;
  /** For walls that CuraEngine leaves out, and for plastic that takes longer to melt than to lay. */
  readonly printSeconds: number;
}

const NONE: WallDifference = { materialCubicMm: 0, printSeconds: 0 };

/** The midpoint rule with as many cuts leaves next to no error in a difference that is itself a small share. */
const MAX_CUTS = 120;
/** The kernel takes about a kilobyte of memory for each triangle. */
const MAX_TRIANGLES_TO_CUT = 500_000;
/** Shorter walls that were left out are splinters that rounding makes. In mm. */
const MIN_THIN_WALL_MM = 1;

interface Lines {
  readonly count: number;
  readonly outer: number;
  readonly inner: number;
}

/** The difference over the whole part, given as the binary STL that CuraEngine slices. Undefined for a mesh that cannot be cut. */
export async function variableWallDifference(
  stl: Uint8Array,
  profile: FilamentProfile,
): Promise<WallDifference | undefined> {
  if (profile.wallCount === 0) return NONE;
  const { corners, triangles } = readStl(stl);
  if (triangles.length / 3 > MAX_TRIANGLES_TO_CUT) return undefined;
  const body = tryManifoldOf(await loadGeometryKernel(), weld(Float32Array.from(corners), triangles));
  if (body === undefined) return undefined;
  try {
    return differenceOf(body, profile);
  } finally {
    body.delete();
  }
}

function differenceOf(body: Manifold, profile: FilamentProfile): WallDifference {
  const widths = lineWidths(profile);
  const spacing = (width: number) => lineSpacingMm(width, profile.layerHeightMm);
  const lines = { count: profile.wallCount, outer: spacing(widths.outerWall), inner: spacing(widths.innerWall) };
  const { min, max } = body.boundingBox();
  const heightMm = max[2] - min[2];
  const layers = Math.max(1, Math.round(heightMm / profile.layerHeightMm));
  const cuts = Math.min(layers, MAX_CUTS);
  const melting = secondsToMelt(profile);
  let [areas, seconds] = [0, 0];
  for (let cut = 0; cut < cuts; cut++) {
    const section = body.slice(min[2] + (heightMm * (cut + 0.5)) / cuts);
    const { squareMm, thinSquareMm, thinMm, hasWalls } = differenceIn(section, lines, profile);
    areas += squareMm + thinSquareMm;
    seconds += thinWallSeconds(thinMm, hasWalls, profile) + squareMm * profile.layerHeightMm * melting;
  }
  return {
    materialCubicMm: ((areas * heightMm) / cuts) * (profile.extrusionPercent / 100),
    printSeconds: (seconds * layers) / cuts,
  };
}

interface LayerDifference {
  /** Of the walls that CuraEngine prints. */
  readonly squareMm: number;
  /** The walls that CuraEngine leaves out, and their length. */
  readonly thinSquareMm: number;
  readonly thinMm: number;
  readonly hasWalls: boolean;
}

/** Deletes the section. */
function differenceIn(section: CrossSection, lines: Lines, profile: FilamentProfile): LayerDifference {
  const made: CrossSection[] = [section];
  const keep = (each: CrossSection) => {
    made.push(each);
    return each;
  };
  const moved = (of: CrossSection, distance: number) => keep(of.offset(distance, "Miter", 2));
  const opened = (of: CrossSection, radius: number) => moved(moved(of, -radius), radius);
  try {
    const outline = keep(section.simplify(profile.resolutionMm / 4));
    if (outline.isEmpty()) return { squareMm: 0, thinSquareMm: 0, thinMm: 0, hasWalls: false };
    const firstLine = moved(outline, -lines.outer / 2);
    let printed = lengthOf(firstLine) * lines.outer;
    for (let line = 1; line < lines.count; line++) {
      printed += lengthOf(moved(outline, -lines.outer - lines.inner * (line - 0.5))) * lines.inner;
    }
    const inside = moved(outline, -lines.outer - lines.inner * (lines.count - 1));
    const open = opened(inside, lines.inner / 2);

    const left = keep(outline.subtract(moved(firstLine, lines.outer / 2)));
    const thin = opened(left, (profile.nozzleDiameterMm * THIN_WALLS.leastThickness) / 2);
    const thinMm = lengthOf(thin) / 2;
    const thinSquareMm =
      thinMm > MIN_THIN_WALL_MM
        ? Math.max(thin.area(), thinMm * profile.nozzleDiameterMm * THIN_WALLS.leastLineWidth)
        : 0;
    // CuraEngine prints no infill where less than a line is open.
    const squareMm = outline.area() - open.area() - left.area() - printed;
    return { squareMm, thinSquareMm, thinMm: thinSquareMm > 0 ? thinMm : 0, hasWalls: printed > 0 };
  } finally {
    for (const each of made) each.delete();
  }
}

/** For a cubic millimetre more or less in a wall: lines of another width take as long, unless the flow decides their speed. */
function secondsToMelt(profile: FilamentProfile): number {
  const isFlowLimited = cappedSpeeds(profile, lineWidths(profile)).innerWall < printSpeeds(profile).innerWall;
  return isFlowLimited ? 1 / profile.maxFlowCubicMmPerSecond : 0;
}

/** A layer of nothing else is slowed down to cool, as others are. */
function thinWallSeconds(thinMm: number, hasWalls: boolean, profile: FilamentProfile): number {
  if (thinMm === 0) return 0;
  const seconds = thinMm / cappedSpeeds(profile, lineWidths(profile)).outerWall;
  return hasWalls
    ? seconds
    : Math.max(seconds, Math.min(profile.minLayerSeconds, thinMm / profile.minPrintMmPerSecond));
}

function lengthOf(section: CrossSection): number {
  return section.toPolygons().reduce((sum, polygon) => {
    let length = 0;
    let [x, y] = polygon.at(-1) ?? [0, 0];
    for (const [nextX, nextY] of polygon) {
      length += Math.hypot(nextX - x, nextY - y);
      [x, y] = [nextX, nextY];
    }
    return sum + length;
  }, 0);
}
