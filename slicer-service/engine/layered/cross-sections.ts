// Cross-sections: the areas and outlines of a solid that a printer cures or melts, layer by layer.
//
// The geometry kernel cuts them. If it does not accept the mesh, they are averages of the whole surface, exact unless the surface
// crosses itself.

import type { Manifold } from "manifold-3d";
import { itemAt } from "../mesh/checks.ts";
import { loadGeometryKernel, tryManifoldOf } from "../mesh/geometry-kernel.ts";
import { enclosedAreas } from "../mesh/solid/enclosed-areas.ts";
import type { Solid } from "../mesh/solid/solid.ts";
import { normalAt, turnInsideOut } from "../mesh/surface.ts";
import type { Vector } from "../mesh/vector.ts";
import type { WeldedMesh } from "../mesh/welded-mesh.ts";

/** The area and outline of layers on top of each other that share one cut. */
export interface CrossSection {
  readonly layers: number;
  readonly areaSquareMm: number;
  /** Length of the outlines of one layer, those of holes included. */
  readonly contourMm: number;
}

/**
 * A metre of the thinnest layers has a hundred times as many layers; each cut then stands for a hundred. The midpoint rule
 * with 1,000 points leaves next to no error in the integral of the areas.
 */
const MAX_CUTS = 1000;
/** The kernel takes about a kilobyte of memory for each triangle, and a slice has not much more than a gigabyte. */
const MAX_TRIANGLES_TO_CUT = 1_000_000;
/** Share of a layer: the rounding error of a height in single precision must not add a layer. */
const LAYER_TOLERANCE = 0.001;

/**
 * Share of the volume by which cuts and enclosed areas may differ, more than the rounding of single precision. A larger difference
 * shows a surface that crosses itself: it encloses some places twice, or inside out, and its volume counts them twice, or
 * negative.
 */
const MAX_DISAGREEMENT = 0.001;

export interface CutSolid {
  readonly sections: readonly CrossSection[];
  /** Counts every place once, even if the solid's own volume counts it twice or negative. */
  readonly volumeCubicMm: number;
}

/** The number of layers of a part. The last one may end above the part. */
export function layerCount(heightMm: number, layerHeightMm: number): number {
  return Math.max(1, Math.ceil(heightMm / layerHeightMm - LAYER_TOLERANCE));
}

/** A horizontal plane to cut at, and the layers that the cut represents. */
interface Cut {
  readonly layers: number;
  readonly atMm: number;
  /** The common thickness of all these layers. */
  readonly thicknessMm: number;
}

/**
 * Cuts all layers of the solid, from the bottom up.
 *
 * @param onProgress takes the finished share of the cuts, 0 to 1
 */
export async function cutIntoLayers(
  solid: Solid,
  layerHeightMm: number,
  onProgress: (fraction: number) => void,
): Promise<CutSolid> {
  const { mesh, volumeCubicMm, dimensionsMm } = solid;
  const layers = layerCount(dimensionsMm.z, layerHeightMm);
  const cuts = cutsThrough(dimensionsMm.z, layers, layerHeightMm);
  const outward = await cutMesh(mesh, cuts, onProgress);
  if (outward === undefined) return { sections: [averageSection(solid, layers)], volumeCubicMm };

  const enclosed = enclosedAreas(
    mesh,
    cuts.map(({ atMm }) => atMm),
  );
  const differences = outward.map(({ areaSquareMm }, index) => Math.abs(areaSquareMm - itemAt(enclosed, index)));
  if (volumeOf(cuts, differences) <= MAX_DISAGREEMENT * volumeCubicMm) return { sections: outward, volumeCubicMm };
  // A cut leaves out places that are inside out. A cut of the surface turned over shows these and nothing else.
  const inward = await cutMesh(turnInsideOut(mesh), cuts, () => {});
  const sections =
    inward === undefined ? outward : outward.map((section, index) => sum(section, itemAt(inward, index)));
  const miscounted = sections.map(({ areaSquareMm }, index) => areaSquareMm - itemAt(enclosed, index));
  return { sections, volumeCubicMm: volumeCubicMm + volumeOf(cuts, miscounted) };
}

/** Both areas and outlines, in the same layers. */
function sum(one: CrossSection, other: CrossSection): CrossSection {
  return {
    layers: one.layers,
    areaSquareMm: one.areaSquareMm + other.areaSquareMm,
    contourMm: one.contourMm + other.contourMm,
  };
}

function cutsThrough(heightMm: number, layers: number, layerHeightMm: number): Cut[] {
  const step = Math.ceil(layers / MAX_CUTS);
  return Array.from({ length: Math.ceil(layers / step) }, (_, index) => {
    const [from, to] = [index * step, Math.min((index + 1) * step, layers)];
    const [bottomMm, topMm] = [from * layerHeightMm, Math.min(to * layerHeightMm, heightMm)];
    return { layers: to - from, atMm: (bottomMm + topMm) / 2, thicknessMm: topMm - bottomMm };
  });
}

/** The volume of all layers, given the area of each cut. */
function volumeOf(cuts: readonly Cut[], areasSquareMm: readonly number[]): number {
  return cuts.reduce((volume, { thicknessMm }, index) => volume + itemAt(areasSquareMm, index) * thicknessMm, 0);
}

/** Undefined for a closed surface that is too large for the kernel, or too tangled. */
async function cutMesh(
  mesh: WeldedMesh,
  cuts: readonly Cut[],
  onProgress: (fraction: number) => void,
): Promise<CrossSection[] | undefined> {
  if (mesh.triangles.length / 3 > MAX_TRIANGLES_TO_CUT) return undefined;
  const body = tryManifoldOf(await loadGeometryKernel(), mesh);
  if (body === undefined) return undefined;
  const sections = cuts.map(({ layers, atMm }, index) => {
    const section = { layers, ...cut(body, atMm) };
    onProgress((index + 1) / cuts.length);
    return section;
  });
  body.delete();
  return sections;
}

function cut(body: Manifold, heightMm: number): Omit<CrossSection, "layers"> {
  const section = body.slice(heightMm);
  const areaSquareMm = section.area();
  const contourMm = section.toPolygons().reduce((sum, polygon) => sum + polygonLength(polygon), 0);
  section.delete();
  return { areaSquareMm, contourMm };
}

function polygonLength(polygon: readonly (readonly [number, number])[]): number {
  return polygon.reduce((total, [x, y], index) => {
    const [nextX, nextY] = itemAt(polygon, (index + 1) % polygon.length);
    return total + Math.hypot(nextX - x, nextY - y);
  }, 0);
}

/**
 * One section for all layers: volume over height, and the surface as seen from its sides over height. Integrated over the
 * height, areas give the volume, and outlines the surface's area times the sine of its slope.
 */
export function averageSection({ mesh, volumeCubicMm, dimensionsMm }: Solid, layers: number): CrossSection {
  let sides = 0;
  forEachNormal(mesh, ([x, y]) => {
    sides += Math.hypot(x, y) / 2;
  });
  return { layers, areaSquareMm: volumeCubicMm / dimensionsMm.z, contourMm: sides / dimensionsMm.z };
}

/** Cosine of 45°, PrusaSlicer's support_critical_angle: a face whose normal is nearer to straight down needs supports. */
const SUPPORT_COSINE = Math.SQRT1_2;

/** The area in mm², as seen from below, of all faces that need supports, those on the bed included. */
export function areaFacingDown({ mesh }: Pick<Solid, "mesh">): number {
  let area = 0;
  forEachNormal(mesh, ([x, y, z]) => {
    if (-z > SUPPORT_COSINE * Math.hypot(x, y, z)) area -= z / 2;
  });
  return area;
}

/** Visits every triangle's normal: outward, twice the triangle's area long. */
function forEachNormal(mesh: WeldedMesh, visit: (normal: Vector) => void): void {
  for (let at = 0; at < mesh.triangles.length; at += 3) visit(normalAt(mesh, at));
}
