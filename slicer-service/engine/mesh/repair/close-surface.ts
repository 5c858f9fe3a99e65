// A surface that is not closed, closed where that is sure: triangles turned to face as their neighbours do, borders joined
// that rounding tore apart, and holes filled of which it is known what is missing. Anything else is refused, because a
// slicer would price what is left of the surface, and that is far too low.

import type { ManifoldToplevel } from "manifold-3d";
import { ModelFailure } from "../../model-failure.ts";
import { loadGeometryKernel } from "../geometry-kernel.ts";
import { renameCorners, type SurfaceSurvey, surveySurface, type WeldedMesh } from "../surface.ts";
import { splitOpenEdges } from "./edge-splits.ts";
import { fillHoles, type Hole } from "./holes.ts";
import { orientTriangles } from "./orientation.ts";

/** From what single precision loses to what a file with few digits does; all far finer than any printer. */
const LARGEST_GAPS_MM = [0.0001, 0.001, 0.01];

export interface ClosedSurface {
  readonly mesh: WeldedMesh;
  readonly survey: SurfaceSurvey;
}

/**
 * The mesh itself where it is closed, or closed by the gentlest repair that does it. `origin` is where the mesh's own
 * origin lies in the customer's drawing, for a message that says where the holes are.
 */
export async function closeSurface(mesh: WeldedMesh, origin: readonly number[]): Promise<ClosedSurface> {
  const survey = surveySurface(mesh);
  if (survey.closed) return { mesh, survey };
  let best = orient(mesh);
  if (best.survey.closed) return best;
  const kernel = await loadGeometryKernel();
  const start = best.mesh;
  for (const gap of LARGEST_GAPS_MM) {
    const joined = orient(joinBorders(kernel, start, gap));
    const closed = joined.survey.closed ? joined : orient(splitOpenEdges(joined.mesh, gap));
    if (closed.survey.closed) return closed;
    if (closed.survey.openEdges.length < best.survey.openEdges.length) best = closed;
  }
  const { filled, doubtful } = fillHoles(best.mesh);
  if (filled !== undefined) {
    const surveyed = surveySurface(filled);
    if (surveyed.closed) return { mesh: filled, survey: surveyed };
  }
  throw new ModelFailure("open_mesh", best.oneSided ? ONE_SIDED : describeHoles(doubtful, origin));
}

const ONE_SIDED =
  "The model's surface turns over into itself, so there is no telling its inside from its outside. Please repair it in your CAD or slicing program and send it again.";

function orient(mesh: WeldedMesh): ClosedSurface & { readonly oneSided: boolean } {
  const oriented = orientTriangles(mesh);
  return { ...oriented, survey: surveySurface(oriented.mesh) };
}

function joinBorders(kernel: ManifoldToplevel, { corners, triangles }: WeldedMesh, gap: number): WeldedMesh {
  const mesh = new kernel.Mesh({ numProp: 3, vertProperties: corners, triVerts: triangles, tolerance: gap });
  mesh.merge();
  const joinedTo = Uint32Array.from({ length: corners.length / 3 }, (_, corner) => corner);
  mesh.mergeFromVert.forEach((from, at) => {
    joinedTo[from] = mesh.mergeToVert[at] ?? from;
  });
  return { corners, triangles: renameCorners(triangles, joinedTo) };
}

/** Undefined leaves the failure its own sentence: a surface torn to pieces has no holes to count. */
function describeHoles(holes: readonly Hole[], origin: readonly number[]): string | undefined {
  const [largest] = holes.toSorted((a, b) => b.perimeter - a.perimeter);
  if (largest === undefined) return undefined;
  const size = largest.highest.map((high, axis) => millimetres(high - (largest.lowest[axis] ?? 0))).join(" × ");
  const [x, y, z] = largest.highest.map((high, axis) =>
    millimetres((high + (largest.lowest[axis] ?? 0)) / 2 + (origin[axis] ?? 0)),
  );
  const count = holes.length === 1 ? "a hole" : `${holes.length} holes, the largest of them`;
  return `The model's surface has ${count} of ${size} mm around X ${x}, Y ${y}, Z ${z} mm, so there is no telling what is inside. Please repair it in your CAD or slicing program and send it again.`;
}

function millimetres(value: number): number {
  return Number(value.toFixed(1));
}
