// What a printer has to cure or melt of a solid, layer by layer. Taken from cuts by the geometry kernel; where it will not
// have the mesh, from the whole surface, whose averages are exact unless it crosses itself.

import type { Manifold } from "manifold-3d";
import { loadGeometryKernel, tryManifoldOf } from "../mesh/geometry-kernel.ts";
import type { Solid } from "../mesh/solid/solid.ts";
import { turnInsideOut, type WeldedMesh } from "../mesh/surface.ts";
import { enclosedAreas } from "./enclosed-areas.ts";

/** Layers on top of each other that one cut speaks for. */
export interface CrossSection {
  readonly layers: number;
  readonly areaSquareMm: number;
  /** Length of the outlines of one layer, those of holes included. */
  readonly contourMm: number;
}

/**
 * Cuts that are made at most. A metre of the thinnest layers has a hundred times as many; each cut then stands for as
 * many layers as it must, and 1,000 points in the middle of equal steps leave next to no error in an area's integral.
 */
const MAX_CUTS = 1000;
/** The kernel takes about a kilobyte a triangle, and a slice has not much more than this in memory. */
const MAX_TRIANGLES_TO_CUT = 1_000_000;
/** Of a layer: what single precision adds to a height is no layer more. */
const LAYER_TOLERANCE = 0.001;

/**
 * A surface that crosses itself encloses some places twice, or inside out; its volume counts them twice, or against the
 * rest. Where the cuts differ by more than this share of the volume from what the surface encloses at the same heights,
 * they do so for that reason; less is what arithmetic in single precision makes of a solid.
 */
const MAX_DISAGREEMENT = 0.001;

export interface CutSolid {
  readonly sections: readonly CrossSection[];
  /** Every place once, also where the solid's own volume counts it twice or against the rest. */
  readonly volumeCubicMm: number;
}

/** Layers of a part, the last one perhaps higher than the part. */
export function layerCount(heightMm: number, layerHeightMm: number): number {
  return Math.max(1, Math.ceil(heightMm / layerHeightMm - LAYER_TOLERANCE));
}

/** One cut, and the layers that it speaks for. */
interface Cut {
  readonly layers: number;
  readonly atMm: number;
  readonly thicknessMm: number;
}

/** All layers of the solid, from the bottom up. `onProgress` is told the share of them that is done. */
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
  const disagreement = volumeOf(cuts, (index) => Math.abs(areaAt(outward, index) - (enclosed[index] ?? 0)));
  if (disagreement <= MAX_DISAGREEMENT * volumeCubicMm) return { sections: outward, volumeCubicMm };
  // A cut leaves out what is inside out; turned over, it is all there is.
  const inward = await cutMesh(turnInsideOut(mesh), cuts, () => {});
  const sections = outward.map((section, index) => ({
    layers: section.layers,
    areaSquareMm: section.areaSquareMm + areaAt(inward, index),
    contourMm: section.contourMm + (inward?.[index]?.contourMm ?? 0),
  }));
  const miscounted = volumeOf(cuts, (index) => areaAt(sections, index) - (enclosed[index] ?? 0));
  return { sections, volumeCubicMm: volumeCubicMm + miscounted };
}

function cutsThrough(heightMm: number, layers: number, layerHeightMm: number): Cut[] {
  const step = Math.ceil(layers / MAX_CUTS);
  return Array.from({ length: Math.ceil(layers / step) }, (_, index) => {
    const [from, to] = [index * step, Math.min((index + 1) * step, layers)];
    const [bottomMm, topMm] = [from * layerHeightMm, Math.min(to * layerHeightMm, heightMm)];
    return { layers: to - from, atMm: (bottomMm + topMm) / 2, thicknessMm: topMm - bottomMm };
  });
}

function volumeOf(cuts: readonly Cut[], areaOf: (index: number) => number): number {
  return cuts.reduce((sum, { thicknessMm }, index) => sum + areaOf(index) * thicknessMm, 0);
}

function areaAt(sections: readonly CrossSection[] | undefined, index: number): number {
  return sections?.[index]?.areaSquareMm ?? 0;
}

/** Undefined for a surface that the kernel does not take, closed though it is. */
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
  return polygon.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = polygon[(index + 1) % polygon.length] ?? [x, y];
    return sum + Math.hypot(nextX - x, nextY - y);
  }, 0);
}

/**
 * One section for all layers: the volume over the height, and the surface as seen from its sides over the height. Over
 * all heights, areas add up to the volume, and outlines to the surface's area times the sine of its slope.
 */
export function averageSection({ mesh, volumeCubicMm, dimensionsMm }: Solid, layers: number): CrossSection {
  let sides = 0;
  forEachNormal(mesh, (x, y) => {
    sides += Math.hypot(x, y) / 2;
  });
  return { layers, areaSquareMm: volumeCubicMm / dimensionsMm.z, contourMm: sides / dimensionsMm.z };
}

/** What faces down by more than this from upright needs supports: PrusaSlicer's support_critical_angle is 45°. */
const STEEPEST_WITHOUT_SUPPORTS = Math.SQRT1_2;

/** The area, as seen from below, of all that needs supports, what stands on the bed included. */
export function areaFacingDown({ mesh }: Pick<Solid, "mesh">): number {
  let area = 0;
  forEachNormal(mesh, (x, y, z) => {
    if (-z > STEEPEST_WITHOUT_SUPPORTS * Math.hypot(x, y, z)) area -= z / 2;
  });
  return area;
}

/** Of every triangle the normal that points outward, twice its area long. */
function forEachNormal({ corners, triangles }: Solid["mesh"], take: (x: number, y: number, z: number) => void): void {
  const coordinate = (corner: number, axis: number) => corners[3 * (triangles[corner] ?? 0) + axis] ?? 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const edge = (corner: number, axis: number) => coordinate(at + corner, axis) - coordinate(at, axis);
    take(
      edge(1, 1) * edge(2, 2) - edge(1, 2) * edge(2, 1),
      edge(1, 2) * edge(2, 0) - edge(1, 0) * edge(2, 2),
      edge(1, 0) * edge(2, 1) - edge(1, 1) * edge(2, 0),
    );
  }
}
