// The walls that CuraEngine leaves out or prints twice, and the plastic of them.
//
// This CuraEngine prints whole lines only. A wall thinner than a line vanishes, a thickness between two whole numbers leaves a gap or
// is printed twice, and its own filling of gaps, with tiny strokes across them, takes up to two thirds more time than wider lines. So
// its walls stay unchanged, and the difference is measured on cross-sections. Plastic: walls fill the outline up to their depth (and, as
// in PrusaSlicer, gaps between them narrower than another line); CuraEngine prints the length of its lines times their width. Time:
// PrusaSlicer prints one, two, three lines by a wall's thickness, CuraEngine one at each side.

import type { CrossSection, Manifold, SimplePolygon } from "manifold-3d";
import type { FilamentProfile } from "../../src/contract/profile.ts";
import { firstLayerHeightMm, lineSpacingMm, lineWidths, THIN_WALLS } from "../filament/filament-printer.ts";
import { loadGeometryKernel, tryManifoldOf } from "../mesh/geometry-kernel.ts";
import { readStl } from "../mesh/read/stl.ts";
import { weld } from "../mesh/welded-mesh.ts";

export interface WallDifference {
  /** Over the whole part. Negative if CuraEngine's lines overlap. */
  readonly materialCubicMm: number;
  readonly layers: number;
  /** Whether CuraEngine leaves walls out: then the part has something to print even if it prints nothing. */
  readonly printsThinWalls: boolean;
  /** @param layer counted from 0 */
  readonly inLayer: (layer: number) => LayerDifference;
}

/** A layer's walls beyond CuraEngine's; negative if they are less. */
export interface LayerDifference {
  readonly lines: readonly { readonly kind: "outerWall" | "innerWall" | "gap"; readonly mm: number }[];
  readonly cubicMm: number;
  /**
   * Lines that begin and end elsewhere, each with a way to it: a wall's single line is one of its own, while CuraEngine goes around it
   * without a stop. CuraEngine's lines over one another lie too close for a retraction, so this is never negative.
   */
  readonly ways: number;
}

const NOTHING: LayerDifference = { lines: [], cubicMm: 0, ways: 0 };
const NONE: WallDifference = { materialCubicMm: 0, layers: 0, printsThinWalls: false, inLayer: () => NOTHING };

/** Enough cuts for the midpoint rule: the difference is itself a small share. */
const MAX_CUTS = 120;
/** The kernel takes about a kilobyte of memory for each triangle. */
const MAX_TRIANGLES_TO_CUT = 500_000;
/** Thinner than any real difference between two offsets of an outline. */
const ROUNDING_MM = 0.002;
/** Shorter walls that were left out are splinters from rounding. In mm. */
const MIN_THIN_WALL_MM = 1;

/** The measures that decide the lines of a wall. Lengths in mm. */
export interface WallLines {
  readonly count: number;
  /** Distance from line to line. */
  readonly outer: number;
  readonly inner: number;
  /** The least width of a line. */
  readonly least: number;
  /** The least width of a middle line between others; whole lines fill the gap instead. */
  readonly leastMiddle: number;
  /** The least thickness of a wall with a line. */
  readonly leastThickness: number;
  /** The room that the round sides of two lines leave free in a wall. */
  readonly roundSides: number;
  /** Lines of one width only: a wall has them in pairs, and the gap between them is filled separately or not at all. */
  readonly areWhole: boolean;
  readonly fillsGaps: boolean;
  readonly printsThinWalls: boolean;
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
  const { min, max } = body.boundingBox();
  const heightMm = max[2] - min[2];
  const layers = layersOf(heightMm, profile);
  if (layers === 0) return NONE;
  const lines = wallLines(profile);
  const count = Math.min(layers, MAX_CUTS);
  const cuts = Array.from({ length: count }, (_, cut) =>
    differenceIn(body.slice(min[2] + (heightMm * (cut + 0.5)) / count), lines, profile),
  );
  const squareMm = cuts.reduce((sum, cut) => sum + cut.squareMm, 0) / count;
  const plastic = profile.extrusionPercent / 100;
  return {
    materialCubicMm: squareMm * heightMm * plastic,
    layers,
    printsThinWalls: cuts.some(({ hasThinWalls }) => hasThinWalls),
    inLayer: (layer) => {
      const cut = cuts[Math.min(count - 1, Math.floor(((layer + 0.5) * count) / layers))];
      if (cut === undefined) return NOTHING;
      return {
        lines: [
          { kind: "outerWall", mm: cut.outerMm },
          { kind: "innerWall", mm: cut.innerMm },
          { kind: "gap", mm: cut.gapMm },
        ],
        cubicMm: cut.squareMm * profile.layerHeightMm * plastic,
        ways: cut.ways,
      };
    },
  };
}

/** A layer is printed if the part reaches its middle. */
function layersOf(heightMm: number, profile: FilamentProfile): number {
  const above = heightMm - firstLayerHeightMm(profile) / 2;
  return above < 0 ? 0 : 1 + Math.max(0, Math.round((above - firstLayerHeightMm(profile) / 2) / profile.layerHeightMm));
}

export function wallLines(profile: FilamentProfile): WallLines {
  const widths = lineWidths(profile);
  const outer = lineSpacingMm(widths.outerWall, profile.layerHeightMm);
  const inner = lineSpacingMm(widths.innerWall, profile.layerHeightMm);
  const roundSides = widths.outerWall - outer;
  const areWhole = profile.wallGenerator === 1;
  return {
    count: profile.wallCount,
    outer,
    inner,
    least: areWhole ? inner : profile.nozzleDiameterMm * THIN_WALLS.leastLineWidth,
    leastMiddle: areWhole ? inner * LEAST_GAP : profile.nozzleDiameterMm * THIN_WALLS.leastLineWidth,
    leastThickness: profile.nozzleDiameterMm * THIN_WALLS.leastThickness + roundSides,
    roundSides,
    areWhole,
    fillsGaps: !areWhole || profile.fillGaps === 1,
    printsThinWalls: !areWhole || profile.thinWalls === 1,
  };
}

/** The narrowest gap that PrusaSlicer's classic walls fill, as a share of a line. */
const LEAST_GAP = 0.17;

interface CutDifference {
  readonly squareMm: number;
  readonly outerMm: number;
  readonly innerMm: number;
  readonly gapMm: number;
  readonly ways: number;
  readonly hasThinWalls: boolean;
}

const SAME: CutDifference = { squareMm: 0, outerMm: 0, innerMm: 0, gapMm: 0, ways: 0, hasThinWalls: false };

/** Deletes the section. */
function differenceIn(section: CrossSection, lines: WallLines, profile: FilamentProfile): CutDifference {
  const made: CrossSection[] = [section];
  const keep = (each: CrossSection) => {
    made.push(each);
    return each;
  };
  const moved = (of: CrossSection, distance: number) => keep(of.offset(distance, "Miter", 2));
  const opened = (of: CrossSection, radius: number) => moved(moved(of, -radius), radius);
  try {
    const outline = keep(section.simplify(profile.resolutionMm / 4));
    if (outline.isEmpty()) return SAME;
    const firstLine = moved(outline, -lines.outer / 2);
    const left = keep(outline.subtract(moved(firstLine, lines.outer / 2)));
    const thin = opened(left, lines.leastThickness / 2);
    const thinMm = lengthOf(thin) / 2;
    const hasThinWalls = lines.printsThinWalls && thinMm > MIN_THIN_WALL_MM;

    let [printedSquareMm, outerMm, innerMm, gapMm, gapSquareMm, ways] = [0, 0, 0, 0, 0, 0];
    // Beyond the last line lies the gap that is too narrow for infill.
    const depths = lines.areWhole ? lines.count + 1 : lines.count;
    for (let line = 0; line < depths; line++) {
      const isOuter = line === 0;
      const isBeyond = line === lines.count;
      const fromEdge = isOuter ? lines.outer / 2 : lines.outer + lines.inner * (line - 0.5);
      const printedLine = isBeyond ? undefined : isOuter ? firstLine : moved(outline, -fromEdge);
      const printedMm = lengthOf(printedLine);
      printedSquareMm += printedMm * (isOuter ? lines.outer : lines.inner);
      // A wall of two more lines, and of one more in its middle.
      const before = isOuter ? 0 : 2 * (lines.outer + lines.inner * (line - 1));
      const pairMm = before + (isBeyond ? lines.inner : 2 * lines.least);
      const pair = moved(outline, -pairMm / 2);
      const pairedLine = isBeyond ? undefined : moved(pair, pairMm / 2 - fromEdge);
      const paired = lengthOf(pairedLine);
      const singleThickness = isOuter ? lines.leastThickness : before + lines.leastMiddle + lines.roundSides;
      const single = moved(outline, -singleThickness / 2);
      const around = moved(pair, (pairMm - singleThickness) / 2);
      const singleMm = (lengthOf(single) - lengthOf(around)) / 2;
      const printsSingle = isOuter ? lines.printsThinWalls : lines.fillsGaps;
      const singles = printsSingle ? wallsIn(opened(keep(single.subtract(around)), ROUNDING_MM)) : 0;
      ways += Math.max(0, singles + loopsIn(pairedLine) - loopsIn(printedLine));
      if (isOuter) outerMm += paired + (lines.printsThinWalls ? singleMm : 0) - printedMm;
      else if (lines.areWhole) {
        innerMm += paired - printedMm;
        gapMm += singleMm;
        gapSquareMm +=
          moved(single, singleThickness / 2).area() - moved(pair, pairMm / 2).area() - 2 * singleMm * (before / 2);
      } else innerMm += paired + singleMm - printedMm;
    }

    const inside = moved(outline, -lines.outer - lines.inner * (lines.count - 1));
    const open = opened(inside, lines.inner / 2);
    const thinSquareMm = hasThinWalls ? Math.max(thin.area(), thinMm * lines.least) : 0;
    return {
      // CuraEngine prints no infill in openings narrower than a line.
      squareMm:
        outline.area() -
        open.area() -
        left.area() -
        printedSquareMm +
        thinSquareMm -
        (lines.fillsGaps ? 0 : gapSquareMm),
      outerMm,
      innerMm,
      gapMm: lines.fillsGaps ? gapMm : 0,
      ways,
      hasThinWalls,
    };
  } finally {
    for (const each of made) each.delete();
  }
}

/** Number of a section's separate walls that are long enough for a line in their middle. */
function wallsIn(section: CrossSection): number {
  const walls = section.decompose();
  const long = walls.filter((wall) => lengthOf(wall) / 2 > MIN_THIN_WALL_MM);
  for (const wall of walls) wall.delete();
  return long.length;
}

/** Number of a section's outlines that are long enough to be printed. */
function loopsIn(section: CrossSection | undefined): number {
  return (section?.toPolygons() ?? []).filter((polygon) => lengthOfPolygon(polygon) > MIN_THIN_WALL_MM).length;
}

function lengthOf(section: CrossSection | undefined): number {
  return (section?.toPolygons() ?? []).reduce((sum, polygon) => sum + lengthOfPolygon(polygon), 0);
}

function lengthOfPolygon(polygon: SimplePolygon): number {
  let length = 0;
  let [x, y] = polygon.at(-1) ?? [0, 0];
  for (const [nextX, nextY] of polygon) {
    length += Math.hypot(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return length;
}
