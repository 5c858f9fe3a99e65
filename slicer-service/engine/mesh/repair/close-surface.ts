// Closes an open surface if the repair is certain, and refuses it otherwise.
//
// Triangles are turned to face as their neighbours do, borders torn apart by rounding are joined, and a hole is filled if
// its missing piece is certain. A slicer would price only the rest of any other open surface, far too low.

import type { ManifoldToplevel } from "manifold-3d";
import type { SurfaceRepairs } from "../../../src/contract/slices.ts";
import { ModelFailure } from "../../model-failure.ts";
import { AXES, sizeOf } from "../bounding-box.ts";
import { itemAt } from "../checks.ts";
import { loadGeometryKernel } from "../geometry-kernel.ts";
import { type SurfaceSurvey, surveySurface } from "../surface.ts";
import type { Vector } from "../vector.ts";
import { renameCorners, type WeldedMesh } from "../welded-mesh.ts";
import { splitOpenEdges } from "./edge-splits.ts";
import { fillHoles, type Hole } from "./holes.ts";
import { orientTriangles } from "./orientation.ts";
import { leaveOutCopies } from "./repeated-triangles.ts";

/** Gaps to join, from the rounding of single precision to that of few written digits; all far finer than any printer. */
const GAPS_MM = [0.0001, 0.001, 0.01];

export interface ClosedSurface {
  readonly mesh: WeldedMesh;
  readonly survey: SurfaceSurvey;
  readonly repairs: SurfaceRepairs;
  /** The greatest error of the volume by filled holes, as a share of it. */
  readonly errorShare: number;
}

const NOTHING_REPAIRED: SurfaceRepairs = { trianglesTurned: 0, cornersJoined: 0, edgesSplit: 0, holesFilled: 0 };

/**
 * The mesh itself if it is closed, else closed by the gentlest repair that does it.
 *
 * @param origin the mesh's own origin in the customer's drawing, for the places of holes in a failure
 * @throws ModelFailure `open_mesh` if no repair is sure
 */
export async function closeSurface(mesh: WeldedMesh, origin: Vector): Promise<ClosedSurface> {
  const drawn = surveySurface(mesh);
  const isClear = drawn.closed && drawn.everyEdgeOfTwo;
  const once = isClear ? mesh : leaveOutCopies(mesh);
  const survey = once === mesh ? drawn : surveySurface(once);
  if (survey.closed) return { mesh: once, survey, repairs: NOTHING_REPAIRED, errorShare: 0 };
  let best = orient(once, NOTHING_REPAIRED);
  if (best.survey.closed) return best;
  const kernel = await loadGeometryKernel();
  const start = best;
  for (const gap of GAPS_MM) {
    const joined = join(kernel, start, gap);
    const closed = joined.survey.closed ? joined : split(joined, gap);
    if (closed.survey.closed) return closed;
    if (closed.survey.openEdges.length < best.survey.openEdges.length) best = closed;
  }
  const { filled, doubtful, holes, errorShare } = fillHoles(best.mesh);
  if (filled !== undefined) {
    const surveyed = surveySurface(filled);
    const repairs = { ...best.repairs, holesFilled: holes };
    if (surveyed.closed) return { mesh: filled, survey: surveyed, repairs, errorShare };
  }
  throw new ModelFailure("open_mesh", best.oneSided ? ONE_SIDED : describeHoles(doubtful, origin));
}

const ONE_SIDED =
  "The model's surface turns over into itself, so there is no telling its inside from its outside. Please repair it in your CAD or slicing program and send it again.";

/** A surface after a step of the repair, which may not have closed it. */
interface RepairedSurface extends ClosedSurface {
  readonly oneSided: boolean;
}

/** @param repairs the earlier repairs of the mesh */
function orient(mesh: WeldedMesh, repairs: SurfaceRepairs): RepairedSurface {
  const { mesh: oriented, oneSided, turned } = orientTriangles(mesh);
  return {
    mesh: oriented,
    oneSided,
    survey: surveySurface(oriented),
    repairs: { ...repairs, trianglesTurned: repairs.trianglesTurned + turned },
    errorShare: 0,
  };
}

function join(kernel: ManifoldToplevel, { mesh, repairs }: RepairedSurface, gap: number): RepairedSurface {
  const { mesh: joined, cornersJoined } = joinBorders(kernel, mesh, gap);
  return orient(joined, { ...repairs, cornersJoined });
}

function split({ mesh, repairs }: RepairedSurface, gap: number): RepairedSurface {
  const splitMesh = splitOpenEdges(mesh, gap);
  const edgesSplit = (splitMesh.triangles.length - mesh.triangles.length) / 3;
  return orient(splitMesh, { ...repairs, edgesSplit });
}

function joinBorders(kernel: ManifoldToplevel, { corners, triangles }: WeldedMesh, gap: number) {
  const mesh = new kernel.Mesh({ numProp: 3, vertProperties: corners, triVerts: triangles, tolerance: gap });
  mesh.merge();
  const joinedTo = Uint32Array.from({ length: corners.length / 3 }, (_, corner) => corner);
  mesh.mergeFromVert.forEach((from, at) => {
    joinedTo[from] = itemAt(mesh.mergeToVert, at);
  });
  const joined: WeldedMesh = { corners, triangles: renameCorners(triangles, joinedTo) };
  return { mesh: joined, cornersJoined: mesh.mergeFromVert.length };
}

/** The failure's message, or undefined for the general one: a surface torn to pieces has no holes to count. */
function describeHoles(holes: readonly Hole[], origin: Vector): string | undefined {
  const largest = holes.toSorted((a, b) => b.perimeterMm - a.perimeterMm).at(0);
  if (largest === undefined) return undefined;
  const { lowest, highest } = largest.box;
  const size = sizeOf(largest.box).map(roundToTenths).join(" × ");
  const [x, y, z] = AXES.map((axis) => roundToTenths((highest[axis] + lowest[axis]) / 2 + origin[axis]));
  const count = holes.length === 1 ? "a hole" : `${holes.length} holes, the largest of them`;
  return `The model's surface has ${count} of ${size} mm around X ${x}, Y ${y}, Z ${z} mm, so there is no telling what is inside. Please repair it in your CAD or slicing program and send it again.`;
}

function roundToTenths(value: number): number {
  return Number(value.toFixed(1));
}
