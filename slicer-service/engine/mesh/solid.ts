// A mesh becomes a solid, or is refused. A slicer prices any mesh, also one with a hole in it, and then far too low; so
// nothing is sliced that is not surely closed, of a printable size, and clear about what is inside.

import createManifoldModule, { type Manifold, type ManifoldToplevel } from "manifold-3d";
import { ModelFailure } from "../model.failure.ts";
import { splitOpenEdges } from "./edge-splits.ts";
import {
  enclosedVolume,
  renameCorners,
  surfaceArea,
  surveySurface,
  turnInsideOut,
  type WeldedMesh,
  weld,
} from "./surface.ts";
import type { TriangleMesh } from "./triangle-mesh.ts";

/** Millimetres. Below it a "part" is one that was drawn in inches or metres and read as millimetres. */
export const SMALLEST_PART_MM = 5;
export const LARGEST_PART_MM = 1000;
/** Mean thickness; below it a surface is closed only because every face is drawn from both sides. */
const THINNEST_PART_MM = 0.001;
/** From what single precision loses to what a file with few digits does; all far finer than any printer. */
const LARGEST_GAPS_MM = [0.0001, 0.001, 0.01];

export interface Solid {
  readonly mesh: WeldedMesh;
  readonly volumeCubicMm: number;
  readonly dimensionsMm: { readonly x: number; readonly y: number; readonly z: number };
}

/** Turns a mesh in millimetres into a closed solid, centred at X = Y = 0 and standing on Z = 0. */
export async function makeSolid(mesh: TriangleMesh): Promise<Solid> {
  if (mesh.triangles.length === 0) throw new ModelFailure("empty_model");
  const { corners, size } = placeOnBed(mesh);
  refuseSize(size);
  const solid = await uniteBodies(await closeSurface(weld(corners, mesh.triangles)));
  // Not "less than": of triangles that all have no area there is no thickness at all.
  if (!((2 * solid.volumeCubicMm) / surfaceArea(solid.mesh) >= THINNEST_PART_MM)) {
    throw new ModelFailure(
      "open_mesh",
      "The model is a surface without thickness, which cannot be printed. Please give it walls and send it again.",
    );
  }
  return { ...solid, dimensionsMm: { x: size[0], y: size[1], z: size[2] } };
}

async function loadManifold(): Promise<ManifoldToplevel> {
  const manifold = await createManifoldModule();
  manifold.setup();
  return manifold;
}

function placeOnBed({ corners, triangles }: TriangleMesh) {
  const lowest = [Infinity, Infinity, Infinity];
  const highest = [-Infinity, -Infinity, -Infinity];
  // Only corners in use count: some programs leave points of their drawing in the file.
  for (const corner of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = corners[3 * corner + axis] ?? 0;
      if (coordinate < (lowest[axis] ?? 0)) lowest[axis] = coordinate;
      if (coordinate > (highest[axis] ?? 0)) highest[axis] = coordinate;
    }
  }
  const [minX = 0, minY = 0, minZ = 0] = lowest;
  const [maxX = 0, maxY = 0, maxZ = 0] = highest;
  const origin = [(minX + maxX) / 2, (minY + maxY) / 2, minZ];
  const placed = new Float32Array(corners.length);
  for (let at = 0; at < corners.length; at++) placed[at] = (corners[at] ?? 0) - (origin[at % 3] ?? 0);
  return { corners: placed, size: [maxX - minX, maxY - minY, maxZ - minZ] as const };
}

function refuseSize(size: readonly number[]): void {
  const largest = Math.max(...size);
  const measured = size.map((side) => Number(side.toPrecision(3))).join(" × ");
  if (largest <= SMALLEST_PART_MM) {
    throw new ModelFailure(
      "model_too_small",
      `The model measures only ${measured} mm. It looks as if it was drawn in inches or metres: please export it in millimetres.`,
    );
  }
  if (largest > LARGEST_PART_MM) {
    throw new ModelFailure(
      "model_too_large",
      `The model measures ${measured} mm; the longest side may be ${LARGEST_PART_MM} mm. Please check the unit it was drawn in.`,
    );
  }
}

/**
 * The mesh itself where it is closed, or with the borders joined that lie as close together as rounding leaves them,
 * corner to corner or corner to edge.
 */
async function closeSurface(mesh: WeldedMesh): Promise<WeldedMesh> {
  if (surveySurface(mesh).closed) return mesh;
  const manifold = await loadManifold();
  for (const gap of LARGEST_GAPS_MM) {
    const joined = joinBorders(manifold, mesh, gap);
    if (surveySurface(joined).closed) return joined;
    const split = splitOpenEdges(joined, gap);
    if (surveySurface(split).closed) return split;
  }
  throw new ModelFailure("open_mesh");
}

function joinBorders(manifold: ManifoldToplevel, { corners, triangles }: WeldedMesh, gap: number): WeldedMesh {
  const mesh = new manifold.Mesh({ numProp: 3, vertProperties: corners, triVerts: triangles, tolerance: gap });
  mesh.merge();
  const joinedTo = new Map<number, number>();
  mesh.mergeFromVert.forEach((from, at) => {
    joinedTo.set(from, mesh.mergeToVert[at] ?? from);
  });
  return { corners, triangles: renameCorners(triangles, (corner) => joinedTo.get(corner) ?? corner) };
}

interface Bodies {
  readonly mesh: WeldedMesh;
  readonly volumeCubicMm: number;
}

/**
 * Bodies that overlap are counted and printed once, bodies that are inside out are turned, and hollows stay hollow.
 * A mesh that needs none of this stays exactly as it was drawn.
 */
async function uniteBodies(mesh: WeldedMesh): Promise<Bodies> {
  const asDrawn = turnOutward(mesh);
  // Most models are one body, and need nothing of what follows.
  if (surveySurface(mesh).inOnePiece) return asDrawn;
  const manifold = await loadManifold();
  const { solids, hollows, insideOut } = tellShellsApart(manifold, asDrawn.mesh);
  if (insideOut.length === 0 && !anyOverlap(solids)) return asDrawn;
  const bodies = solids.map((solid) => {
    const inside = hollows.filter((hollow) => hollow.within === solid).map((hollow) => turned(manifold, hollow.shell));
    return inside.length === 0 ? solid : manifold.Manifold.difference([solid, ...inside]);
  });
  const united = manifold.Manifold.union([...bodies, ...insideOut.map((shell) => turned(manifold, shell))]);
  const { vertProperties, triVerts } = united.getMesh();
  return { mesh: { corners: vertProperties, triangles: triVerts }, volumeCubicMm: united.volume() };
}

/** A mesh that is inside out as a whole is turned as a whole, so that its hollows stay hollow. */
function turnOutward(mesh: WeldedMesh): Bodies {
  const volume = enclosedVolume(mesh);
  return { mesh: volume < 0 ? turnInsideOut(mesh) : mesh, volumeCubicMm: Math.abs(volume) };
}

interface Shells {
  readonly solids: Manifold[];
  /** Inward surfaces, each with the smallest solid around it. */
  readonly hollows: { readonly shell: Manifold; readonly within: Manifold }[];
  /** Inward surfaces with no solid around them: bodies written with their triangles the wrong way round. */
  readonly insideOut: Manifold[];
}

function tellShellsApart(manifold: ManifoldToplevel, mesh: WeldedMesh): Shells {
  const shells = asManifold(manifold, mesh)?.decompose() ?? [];
  const solids = shells.filter((shell) => shell.volume() > 0).sort((a, b) => a.volume() - b.volume());
  const hollows: { shell: Manifold; within: Manifold }[] = [];
  const insideOut: Manifold[] = [];
  for (const shell of shells.filter((candidate) => candidate.volume() < 0)) {
    const within = solids.find((solid) => solid.volume() > -shell.volume() && contains(solid, shell));
    if (within === undefined) insideOut.push(shell);
    else hollows.push({ shell, within });
  }
  return { solids, hollows, insideOut };
}

/** Undefined for a surface that is closed but too tangled to tell its shells apart: slicers unite on their own. */
function asManifold(manifold: ManifoldToplevel, mesh: WeldedMesh): Manifold | undefined {
  const { corners, triangles } = mesh;
  try {
    return manifold.Manifold.ofMesh(new manifold.Mesh({ numProp: 3, vertProperties: corners, triVerts: triangles }));
  } catch (error) {
    if (error instanceof Error && error.name === "ManifoldError") return undefined;
    throw error;
  }
}

function turned(manifold: ManifoldToplevel, shell: Manifold): Manifold {
  const { vertProperties, triVerts } = shell.getMesh();
  const { corners, triangles } = turnInsideOut({ corners: vertProperties, triangles: triVerts });
  return manifold.Manifold.ofMesh(new manifold.Mesh({ numProp: 3, vertProperties: corners, triVerts: triangles }));
}

function contains(outer: Manifold, inner: Manifold): boolean {
  const [around, within] = [outer.boundingBox(), inner.boundingBox()];
  return [0, 1, 2].every(
    (axis) => (around.min[axis] ?? 0) <= (within.min[axis] ?? 0) && (around.max[axis] ?? 0) >= (within.max[axis] ?? 0),
  );
}

/** Whether the boxes of any two shells touch. Sorted along X, each is compared only with those that reach into it. */
function anyOverlap(shells: readonly Manifold[]): boolean {
  const boxes = shells.map((shell) => shell.boundingBox()).sort((a, b) => a.min[0] - b.min[0]);
  return boxes.some((box, index) => {
    for (let next = index + 1; next < boxes.length; next++) {
      const other = boxes[next];
      if (other === undefined || other.min[0] > box.max[0]) return false;
      const apart = [1, 2].some(
        (axis) => (other.min[axis] ?? 0) > (box.max[axis] ?? 0) || (other.max[axis] ?? 0) < (box.min[axis] ?? 0),
      );
      if (!apart) return true;
    }
    return false;
  });
}
