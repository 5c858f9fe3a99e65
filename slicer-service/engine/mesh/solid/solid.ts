// A mesh becomes a solid, or is refused. A slicer prices any mesh, also one with a hole in it, and then far too low; so
// nothing is sliced that is not surely closed, of a printable size, and clear about what is inside.

import type { Manifold } from "manifold-3d";
import { ModelFailure } from "../../model-failure.ts";
import { loadGeometryKernel, manifoldOf, meshOf, tryManifoldOf } from "../geometry-kernel.ts";
import { type ClosedSurface, closeSurface } from "../repair/close-surface.ts";
import { enclosedVolume, surfaceArea, turnInsideOut, type WeldedMesh, weld } from "../surface.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { refuseSize } from "./part-size.ts";
import { anyOverlap, type Shell, type SortedShells, shellsOf, sortShells } from "./shells.ts";

/** Mean thickness; below it a surface is closed only because every face is drawn from both sides. */
const THINNEST_PART_MM = 0.001;

export interface Solid {
  readonly mesh: WeldedMesh;
  readonly volumeCubicMm: number;
  readonly dimensionsMm: { readonly x: number; readonly y: number; readonly z: number };
}

/** Closed bodies, their surfaces outward, centred at X = Y = 0 and standing on Z = 0: all that a slicer has to know. */
export interface Bodies {
  /** Bodies may overlap in it; a slicer counts that once, as it cuts them layer by layer. */
  readonly mesh: WeldedMesh;
  readonly dimensionsMm: Solid["dimensionsMm"];
  /** What they are together. Where they overlap, this can take as long as slicing them does. */
  unite(): Promise<Solid>;
}

/** Turns a mesh in millimetres into closed bodies. */
export async function makeBodies(mesh: TriangleMesh): Promise<Bodies> {
  if (mesh.triangles.length === 0) throw new ModelFailure("empty_model");
  const { size, origin } = measure(mesh);
  refuseSize(size);
  const { outward, unite } = await sortBodies(await closeSurface(weldAndMove(mesh, origin), origin));
  // Not "less than": of triangles that all have no area there is no thickness at all.
  if (!((2 * outward.volumeCubicMm) / surfaceArea(outward.mesh) >= THINNEST_PART_MM)) {
    throw new ModelFailure(
      "open_mesh",
      "The model is a surface without thickness, which cannot be printed. Please give it walls and send it again.",
    );
  }
  const dimensionsMm = { x: size[0], y: size[1], z: size[2] };
  return { mesh: outward.mesh, dimensionsMm, unite: async () => ({ ...(await unite()), dimensionsMm }) };
}

/** Turns a mesh in millimetres into one closed solid, centred at X = Y = 0 and standing on Z = 0. */
export async function makeSolid(mesh: TriangleMesh): Promise<Solid> {
  return (await makeBodies(mesh)).unite();
}

/** The size of the box around all corners, and the point of it that is to be the origin. */
function measure({ corners, triangles }: TriangleMesh) {
  const lowest = [Infinity, Infinity, Infinity];
  const highest = [-Infinity, -Infinity, -Infinity];
  // Only corners in use count: some programs leave points of their drawing in the file.
  for (let at = 0; at < triangles.length; at++) {
    const corner = 3 * (triangles[at] ?? 0);
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = corners[corner + axis] ?? 0;
      if (coordinate < (lowest[axis] ?? 0)) lowest[axis] = coordinate;
      if (coordinate > (highest[axis] ?? 0)) highest[axis] = coordinate;
    }
  }
  const [minX = 0, minY = 0, minZ = 0] = lowest;
  const [maxX = 0, maxY = 0, maxZ = 0] = highest;
  return {
    size: [maxX - minX, maxY - minY, maxZ - minZ] as const,
    origin: [(minX + maxX) / 2, (minY + maxY) / 2, minZ] as const,
  };
}

/**
 * Corners of single precision are welded before they are moved: to move them rounds them, and corners that were only
 * close to each other would fall together. Others are moved first, or one drawn far out would lose its details.
 */
function weldAndMove({ corners, triangles }: TriangleMesh, origin: readonly [number, number, number]): WeldedMesh {
  if (!(corners instanceof Float32Array)) return weld(moved(corners, origin), triangles);
  const welded = weld(corners, triangles);
  return { corners: moved(welded.corners, origin), triangles: welded.triangles };
}

function moved(corners: ArrayLike<number>, [x, y, z]: readonly [number, number, number]): Float32Array {
  const placed = new Float32Array(corners.length);
  for (let at = 0; at < corners.length; at += 3) {
    placed[at] = (corners[at] ?? 0) - x;
    placed[at + 1] = (corners[at + 1] ?? 0) - y;
    placed[at + 2] = (corners[at + 2] ?? 0) - z;
  }
  return placed;
}

type Enclosed = Pick<Solid, "mesh" | "volumeCubicMm">;

/**
 * Bodies that overlap are counted and printed once, bodies that are inside out are turned, and hollows stay hollow.
 * A mesh that needs none of this stays exactly as it was drawn. So does, for a slicer, one whose bodies only overlap: it
 * fills whatever lies within any outline. Where there are hollows that would be wrong, and where edges have more than two
 * triangles it is not sure; such bodies are united first.
 */
async function sortBodies({
  mesh,
  survey,
}: ClosedSurface): Promise<{ readonly outward: Enclosed; readonly unite: () => Promise<Enclosed> }> {
  const asDrawn = turnOutward(mesh);
  const asItIs = { outward: asDrawn, unite: async () => asDrawn };
  // Most models are one body, and need nothing of what follows.
  if (survey.pieces.count === 1) return asItIs;
  const shells = survey.everyEdgeOfTwo ? shellsOf(asDrawn.mesh, survey.pieces) : await shellsByKernel(asDrawn.mesh);
  const sorted = sortShells(shells);
  if (sorted.insideOut.length === 0 && !anyOverlap(sorted.solids)) return asItIs;
  if (survey.everyEdgeOfTwo && sorted.insideOut.length === 0 && sorted.hollows.length === 0) {
    return { outward: asDrawn, unite: () => uniteShells(sorted) };
  }
  const united = await uniteShells(sorted);
  return { outward: united, unite: async () => united };
}

async function uniteShells({ solids, hollows, insideOut }: SortedShells): Promise<Enclosed> {
  const kernel = await loadGeometryKernel();
  const made: Manifold[] = [];
  const keep = (manifold: Manifold) => {
    made.push(manifold);
    return manifold;
  };
  const turned = (shell: Shell) => keep(manifoldOf(kernel, turnInsideOut(shell.mesh())));
  const bodies = solids.map((solid) => {
    const body = keep(manifoldOf(kernel, solid.mesh()));
    const inside = hollows.filter((hollow) => hollow.within === solid).map((hollow) => turned(hollow.shell));
    return inside.length === 0 ? body : keep(kernel.Manifold.difference([body, ...inside]));
  });
  const united = keep(kernel.Manifold.union([...bodies, ...insideOut.map(turned)]));
  const enclosed = { mesh: meshOf(united), volumeCubicMm: united.volume() };
  for (const manifold of made) manifold.delete();
  return enclosed;
}

/** A mesh that is inside out as a whole is turned as a whole, so that its hollows stay hollow. */
function turnOutward(mesh: WeldedMesh): Enclosed {
  const volume = enclosedVolume(mesh);
  return { mesh: volume < 0 ? turnInsideOut(mesh) : mesh, volumeCubicMm: Math.abs(volume) };
}

/** None for a surface that is closed but too tangled to tell its shells apart: slicers unite on their own. */
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
    return { volumeCubicMm, lowest: [...min], highest: [...max], mesh: () => shellMesh };
  });
}
