// Plates: groups of a drawing's objects that are printed together, each object with its negative parts cut out.
//
// Two objects in one place cannot be printed together. A slicer prints each of them, so neither counts as a part of the other: they
// become plates of their own. Only an assembly is one part, even if its objects overlap.

import type { Manifold } from "manifold-3d";
import { ModelFailure } from "../../model-failure.ts";
import { type BoundingBox, boundingBoxOf } from "../bounding-box.ts";
import { itemAt } from "../checks.ts";
import type { Drawing } from "../drawing.ts";
import { loadGeometryKernel, meshOf, tryManifoldOf } from "../geometry-kernel.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import type { Vector } from "../vector.ts";
import { withoutSharedSpace } from "./shared-space.ts";
import { enclosedOnce } from "./solid.ts";

/** The objects of one print. */
export interface Plate {
  readonly mesh: TriangleMesh;
  /** The number of times it is printed. */
  readonly copies: number;
}

/** Lengths that differ by less are the same: rounding must not make an object sink, or two objects overlap. */
const NOTHING_MM = 0.01;
/** Each is sliced by itself. Bambu Studio takes 36, PrusaSlicer 9. */
const MAX_PLATES = 50;

/** An object of a drawing, cut and standing in its printing place. */
interface PlacedObject {
  readonly mesh: TriangleMesh;
  readonly box: BoundingBox;
  readonly plate: number;
  readonly copies: number;
  /** Whether these are the very triangles of the drawing. */
  readonly isAsDrawn: boolean;
}

/**
 * Sorts the drawing's objects onto plates. A drawing that fits one plate unchanged stays the same mesh.
 *
 * @throws ModelFailure if negative parts cannot be cut out, or leave nothing, or there are too many plates or overlaps
 */
export async function platesOf(drawing: Drawing): Promise<readonly Plate[]> {
  const asDrawn = [{ mesh: drawing, copies: 1 }];
  const placed = await placeObjects(drawing);
  if (placed.length === 0 || (drawing.isProject !== true && isAssembly(placed))) return asDrawn;
  const plates: Plate[] = [];
  for (const together of Map.groupBy(placed, ({ plate }) => plate).values()) {
    for (const apart of await withoutSharedSpace(together)) {
      const isWhole = apart.length === drawing.objects?.length && apart.every(({ isAsDrawn }) => isAsDrawn);
      if (isWhole && apart.every(({ copies }) => copies === 1)) return asDrawn;
      plates.push(...platesByCopies(apart));
    }
  }
  if (plates.length > MAX_PLATES) {
    throw new ModelFailure(
      "model_too_complex",
      `The project has ${plates.length} plates; ${MAX_PLATES} at most can be calculated at once. Please send it in several files.`,
    );
  }
  return plates;
}

async function placeObjects(drawing: Drawing): Promise<PlacedObject[]> {
  const placed: PlacedObject[] = [];
  let [cornersStart, trianglesStart, cutAway] = [0, 0, false];
  for (const { cornersEnd, trianglesEnd, negatives, plate, copies } of drawing.objects ?? []) {
    const drawn = partOf(drawing, cornersStart, cornersEnd, trianglesStart, trianglesEnd);
    [cornersStart, trianglesStart] = [cornersEnd, trianglesEnd];
    if (drawn.triangles.length === 0) continue;
    const box = boundingBoxOf(drawn.corners, drawn.triangles);
    const [, , bottom] = box.lowest;
    const [, , top] = box.highest;
    const isSunk = drawing.isProject === true && bottom < -NOTHING_MM && top > NOTHING_MM;
    let mesh: TriangleMesh = drawn;
    if (negatives.length > 0 || isSunk) {
      const cut = await cutOut(drawn, box, negatives, isSunk);
      cutAway ||= cut.triangles.length === 0;
      if (cut.triangles.length === 0) continue;
      mesh = cut;
    }
    const lowest = boundingBoxOf(mesh.corners, mesh.triangles).lowest[2];
    // A slicer stands every object of a project on the bed. A single one is stood there anyway.
    const isOff = drawing.isProject === true && drawing.objects?.length !== 1 && Math.abs(lowest) > NOTHING_MM;
    if (isOff) mesh = lowered(mesh, lowest);
    const isAsDrawn = mesh === drawn;
    placed.push({ mesh, box: boundingBoxOf(mesh.corners, mesh.triangles), plate, copies, isAsDrawn });
  }
  if (placed.length === 0 && cutAway) {
    throw new ModelFailure("nothing_to_print", "The project's negative parts leave nothing of its parts to print.");
  }
  return placed;
}

/** One object's part of the drawing, without copying its corners. */
function partOf(
  { corners, triangles }: TriangleMesh,
  cornersStart: number,
  cornersEnd: number,
  trianglesStart: number,
  trianglesEnd: number,
): TriangleMesh {
  const base = cornersStart / 3;
  return {
    corners: corners.subarray(cornersStart, cornersEnd),
    triangles: triangles.subarray(trianglesStart, trianglesEnd).map((corner) => corner - base),
  };
}

function lowered({ corners, triangles }: TriangleMesh, millimetres: number): TriangleMesh {
  return { corners: corners.map((value, at) => (at % 3 === 2 ? value - millimetres : value)), triangles };
}

/** Cuts off an object's negative parts, and everything below the bed. A cut that leaves nothing fails. */
async function cutOut(
  mesh: TriangleMesh,
  { lowest: [x, y, z] }: BoundingBox,
  negatives: readonly TriangleMesh[],
  isSunk: boolean,
): Promise<TriangleMesh> {
  const kernel = await loadGeometryKernel();
  // The kernel calculates in single precision, which is finest around 0.
  const origin: Vector = [x, y, z];
  const made: Manifold[] = [];
  const solidOf = async (part: TriangleMesh): Promise<Manifold> => {
    const manifold = tryManifoldOf(kernel, await enclosedOnce(part, origin));
    if (manifold === undefined) throw notToBeCut();
    made.push(manifold);
    return manifold;
  };
  try {
    const whole = await solidOf(mesh);
    const tools = [];
    for (const negative of negatives) tools.push(await solidOf(negative).catch(orNotToBeCut));
    let rest = kernel.Manifold.difference([whole, ...tools]);
    made.push(rest);
    if (isSunk) {
      rest = rest.trimByPlane([0, 0, 1], -z);
      made.push(rest);
    }
    const { corners, triangles } = meshOf(rest);
    const placed = Float64Array.from(corners, (value, at) => value + itemAt(origin, at % 3));
    return { corners: placed, triangles: triangles.slice() };
  } finally {
    for (const manifold of made) manifold.delete();
  }
}

function orNotToBeCut(error: unknown): never {
  throw error instanceof ModelFailure && error.code === "open_mesh" ? notToBeCut() : error;
}

function notToBeCut(): ModelFailure {
  return new ModelFailure(
    "open_mesh",
    "The project cuts one shape out of another (a negative part), but their surfaces are not closed, so there is no telling what is left. Please export the finished shape and send that.",
  );
}

/**
 * Whether the objects are parts of one assembly, drawn in their places. PrusaSlicer offers that for a file whose objects do not all
 * begin at one height. Such a file is printed as drawn.
 */
function isAssembly(objects: readonly PlacedObject[]): boolean {
  const bottoms = objects.map(({ box }) => box.lowest[2]);
  return Math.max(...bottoms) - Math.min(...bottoms) > NOTHING_MM;
}

/** Plates of objects placed several times at one place: the first has all of them, later ones the further copies. */
function platesByCopies(objects: readonly PlacedObject[]): Plate[] {
  const counts = [...new Set(objects.map(({ copies }) => copies))].sort((a, b) => a - b);
  return counts.map((count, index) => ({
    mesh: joined(objects.filter(({ copies }) => copies >= count).map(({ mesh }) => mesh)),
    copies: index === 0 ? count : count - itemAt(counts, index - 1),
  }));
}

function joined(meshes: readonly TriangleMesh[]): TriangleMesh {
  const [only, ...others] = meshes;
  if (only !== undefined && others.length === 0) return only;
  const total = (lengthOf: (mesh: TriangleMesh) => number) => meshes.reduce((sum, mesh) => sum + lengthOf(mesh), 0);
  const corners = new Float64Array(total((mesh) => mesh.corners.length));
  const triangles = new Uint32Array(total((mesh) => mesh.triangles.length));
  let [cornersEnd, trianglesEnd] = [0, 0];
  for (const mesh of meshes) {
    const base = cornersEnd / 3;
    corners.set(mesh.corners, cornersEnd);
    triangles.set(
      mesh.triangles.map((corner) => base + corner),
      trianglesEnd,
    );
    cornersEnd += mesh.corners.length;
    trianglesEnd += mesh.triangles.length;
  }
  return { corners, triangles };
}
