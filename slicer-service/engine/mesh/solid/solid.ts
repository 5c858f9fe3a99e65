// Making a solid of a mesh, or refusing it.
//
// A slicer prices any mesh, even one with a hole in it, and then far too low; so only meshes are sliced that are certainly closed,
// of a printable size, and unambiguous about their inside.

import type { Manifold, ManifoldToplevel } from "manifold-3d";
import type { SurfaceRepairs } from "../../../src/contract/slices.ts";
import { ModelFailure } from "../../model-failure.ts";
import { type BoundingBox, boundingBoxOf, sizeOf } from "../bounding-box.ts";
import { requireFinite, requireSoundIndices } from "../checks.ts";
import { loadGeometryKernel, manifoldOf, meshOf, tryManifoldOf } from "../geometry-kernel.ts";
import { type ClosedSurface, closeSurface } from "../repair/close-surface.ts";
import { enclosedVolume, surfaceArea, turnInsideOut } from "../surface.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import type { Vector } from "../vector.ts";
import { type WeldedMesh, weld } from "../welded-mesh.ts";
import { refuseImplausibleSize } from "./part-size.ts";
import { anyOverlap, groupByBoxes, type Shell, type SortedShells, shellsOf, sortShells } from "./shells.ts";

/** Mean thickness: a thinner surface is closed only because every face is drawn from both sides. */
const MIN_THICKNESS_MM = 0.001;

export interface Solid {
  readonly mesh: WeldedMesh;
  readonly volumeCubicMm: number;
  readonly dimensionsMm: { readonly x: number; readonly y: number; readonly z: number };
}

/** Closed bodies, their surfaces outward, centred at X = Y = 0 and standing on Z = 0, as a slicer needs them. */
export interface Bodies {
  /** Bodies may overlap in it; a slicer counts that once, as it cuts them layer by layer. */
  readonly mesh: WeldedMesh;
  readonly dimensionsMm: Solid["dimensionsMm"];
  /** The repairs that closed the surface. */
  readonly repairs: SurfaceRepairs;
  /** The greatest error of the volume by filled holes, in percent of it. */
  readonly holesErrorPercent: number;
  /** All bodies as one solid. If they overlap, this can take as long as slicing them does. */
  unite(): Promise<Solid>;
}

/**
 * Turns a mesh in millimetres into closed bodies.
 *
 * @param isInMillimetres the file states its unit: a tiny size is meant
 * @throws ModelFailure if the mesh cannot be a printable part
 * @throws Error if an index of the mesh is wrong or a figure is not a number, which only a programming error can cause
 */
export async function makeBodies(mesh: TriangleMesh, isInMillimetres = false): Promise<Bodies> {
  if (mesh.triangles.length === 0) throw new ModelFailure("empty_model");
  requireSoundIndices(mesh);
  const box = boundingBoxOf(mesh.corners, mesh.triangles);
  const size = sizeOf(box);
  refuseImplausibleSize(size, isInMillimetres);
  const origin = standingPoint(box);
  const surface = await closeSurface(weldAndMove(mesh, origin), origin);
  const { outward, unite } = await sortBodies(surface);
  // Not "less than": for triangles without area the thickness is 0 / 0, not a number.
  if (!((2 * outward.volumeCubicMm) / surfaceArea(outward.mesh) >= MIN_THICKNESS_MM)) {
    throw new ModelFailure(
      "open_mesh",
      "The model is a surface without thickness, which cannot be printed. Please give it walls and send it again.",
    );
  }
  const [x, y, z] = size;
  const dimensionsMm = { x: requireFinite("width", x), y: requireFinite("depth", y), z: requireFinite("height", z) };
  return {
    mesh: outward.mesh,
    dimensionsMm,
    repairs: surface.repairs,
    holesErrorPercent: requireFinite("error of filled holes", 100 * surface.errorShare),
    unite: async () => ({ ...(await unite()), dimensionsMm }),
  };
}

/**
 * The mesh's surface closed, with every place enclosed once, around `origin`. Any size is accepted: it may be one part of many.
 *
 * @throws ModelFailure `open_mesh`
 */
export async function enclosedOnce(mesh: TriangleMesh, origin: Vector): Promise<WeldedMesh> {
  const { unite } = await sortBodies(await closeSurface(weldAndMove(mesh, origin), origin));
  return (await unite()).mesh;
}

/** Turns a mesh in millimetres into one closed solid, centred at X = Y = 0 and standing on Z = 0. */
export async function makeSolid(mesh: TriangleMesh): Promise<Solid> {
  return (await makeBodies(mesh)).unite();
}

/** The middle of the box's floor, which becomes the origin. Halved before they are added: the sum could overflow. */
function standingPoint({ lowest: [minX, minY, minZ], highest: [maxX, maxY] }: BoundingBox): Vector {
  return [minX / 2 + maxX / 2, minY / 2 + maxY / 2, minZ];
}

/**
 * Corners in single precision are welded before they are moved: moving rounds them, and corners close to each other would become
 * one. Corners in double precision are moved first, or a part drawn far out would lose its details.
 */
function weldAndMove({ corners, triangles }: TriangleMesh, origin: Vector): WeldedMesh {
  if (!(corners instanceof Float32Array)) return weld(movedToOrigin(corners, origin), triangles);
  const welded = weld(corners, triangles);
  return { corners: movedToOrigin(welded.corners, origin), triangles: welded.triangles };
}

/** The corners in single precision, with `origin` moved to 0. */
function movedToOrigin(corners: Float64Array | Float32Array, [x, y, z]: Vector): Float32Array {
  const placed = new Float32Array(corners.length);
  for (let at = 0; at < corners.length; at += 3) {
    placed[at] = corners[at] - x;
    placed[at + 1] = corners[at + 1] - y;
    placed[at + 2] = corners[at + 2] - z;
  }
  return placed;
}

type Enclosed = Pick<Solid, "mesh" | "volumeCubicMm">;

/**
 * Counts space that bodies share once, turns bodies that are inside out, and keeps hollows hollow.
 *
 * A mesh that needs none of this stays exactly as drawn. Bodies that only overlap go to the slicer as drawn too, because it fills
 * the inside of any outline. That would be wrong for hollows, and is not certain if edges have more than two triangles: such
 * bodies are united first.
 */
async function sortBodies({
  mesh,
  survey,
}: ClosedSurface): Promise<{ readonly outward: Enclosed; readonly unite: () => Promise<Enclosed> }> {
  const asDrawn = turnOutward(mesh);
  const asItIs = { outward: asDrawn, unite: async () => asDrawn };
  // Most models are one body and need no sorting.
  if (survey.pieces.count === 1) return asItIs;
  const shells = survey.everyEdgeOfTwo ? shellsOf(asDrawn.mesh, survey.pieces) : await shellsByKernel(asDrawn.mesh);
  const sorted = sortShells(shells);
  if (survey.everyEdgeOfTwo && sorted.insideOut.length === 0 && sorted.hollows.length === 0) {
    // The slicer gets the same mesh whether they overlap or not: it need not wait for the answer.
    return { outward: asDrawn, unite: async () => (anyOverlap(sorted.solids) ? uniteShells(sorted) : asDrawn) };
  }
  if (sorted.insideOut.length === 0 && !anyOverlap(sorted.solids)) return asItIs;
  const united = await uniteShells(sorted);
  return { outward: united, unite: async () => united };
}

/** A shell that is filled, with its hollows. If it is inside out, its mesh must be turned. */
interface Body extends BoundingBox {
  readonly mesh: () => WeldedMesh;
  readonly hollows: readonly Shell[];
}

/** The kernel compares all bodies with each other, so it gets only those close to others. */
async function uniteShells({ solids, hollows, insideOut }: SortedShells): Promise<Enclosed> {
  const kernel = await loadGeometryKernel();
  const hollowsOf = Map.groupBy(hollows, ({ within }) => within);
  const bodies: Body[] = [
    ...solids.map((solid) => ({ ...solid, hollows: hollowsOf.get(solid)?.map(({ shell }) => shell) ?? [] })),
    ...insideOut.map((shell) => ({ ...shell, mesh: () => turnInsideOut(shell.mesh()), hollows: [] })),
  ];
  const united = groupByBoxes(bodies).map((group): Enclosed => {
    const [body, ...others] = group;
    if (others.length > 0 || body.hollows.length > 0) return uniteBodies(kernel, group);
    const mesh = body.mesh();
    return { mesh, volumeCubicMm: enclosedVolume(mesh) };
  });
  return withCheckedIndices(sideBySide(united));
}

function uniteBodies(kernel: ManifoldToplevel, bodies: readonly Body[]): Enclosed {
  const made: Manifold[] = [];
  const keep = (manifold: Manifold) => {
    made.push(manifold);
    return manifold;
  };
  const filled = bodies.map(({ mesh, hollows }) => {
    const body = keep(manifoldOf(kernel, mesh()));
    const inside = hollows.map((hollow) => keep(manifoldOf(kernel, turnInsideOut(hollow.mesh()))));
    return inside.length === 0 ? body : keep(kernel.Manifold.difference([body, ...inside]));
  });
  const united = keep(kernel.Manifold.union(filled));
  const enclosed = { mesh: meshOf(united), volumeCubicMm: united.volume() };
  for (const manifold of made) manifold.delete();
  return enclosed;
}

/** Solids that share no space, as one. */
function sideBySide(solids: readonly Enclosed[]): Enclosed {
  const [only, ...others] = solids;
  if (only !== undefined && others.length === 0) return only;
  const total = (lengthOf: (solid: Enclosed) => number) => solids.reduce((sum, solid) => sum + lengthOf(solid), 0);
  const corners = new Float32Array(total(({ mesh }) => mesh.corners.length));
  const triangles = new Uint32Array(total(({ mesh }) => mesh.triangles.length));
  let [cornersEnd, trianglesEnd] = [0, 0];
  for (const { mesh } of solids) {
    corners.set(mesh.corners, cornersEnd);
    const base = cornersEnd / 3;
    for (let at = 0; at < mesh.triangles.length; at++) triangles[trianglesEnd + at] = base + mesh.triangles[at];
    cornersEnd += mesh.corners.length;
    trianglesEnd += mesh.triangles.length;
  }
  return { mesh: { corners, triangles }, volumeCubicMm: total(({ volumeCubicMm }) => volumeCubicMm) };
}

/** A mesh that is inside out as a whole is turned as a whole, so that its hollows stay hollow. */
function turnOutward(mesh: WeldedMesh): Enclosed {
  const volume = enclosedVolume(mesh);
  return withCheckedIndices({ mesh: volume < 0 ? turnInsideOut(mesh) : mesh, volumeCubicMm: Math.abs(volume) });
}

/** Repairs and the kernel have made new indices since the mesh was checked. */
function withCheckedIndices(enclosed: Enclosed): Enclosed {
  requireSoundIndices(enclosed.mesh);
  requireFinite("volume", enclosed.volumeCubicMm);
  return enclosed;
}

/** No shells for a closed surface too tangled to tell them apart: a slicer fills it as it is. */
async function shellsByKernel(mesh: WeldedMesh): Promise<Shell[]> {
  const kernel = await loadGeometryKernel();
  const whole = tryManifoldOf(kernel, mesh);
  if (whole === undefined) return [];
  const shells = whole.decompose();
  whole.delete();
  return shells.map((shell) => {
    const { min, max } = shell.boundingBox();
    const [volumeCubicMm, shellMesh] = [shell.volume(), meshOf(shell)];
    shell.delete();
    return { volumeCubicMm, lowest: min, highest: max, mesh: () => shellMesh };
  });
}
