// Shared space: objects of a drawing that lie in each other, and so cannot be printed together.

import type { Manifold } from "manifold-3d";
import { ModelFailure } from "../../model-failure.ts";
import { AXES, type BoundingBox, boundingBoxOf, boxContains } from "../bounding-box.ts";
import { itemAt } from "../checks.ts";
import { loadGeometryKernel, manifoldOf } from "../geometry-kernel.ts";
import { surveySurface } from "../surface.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { pointAt, type Vector } from "../vector.ts";
import { type WeldedMesh, weld } from "../welded-mesh.ts";
import { someOverlappingPair } from "./box-pairs.ts";
import { surfacesTouch } from "./shell-overlap.ts";
import { isInside } from "./shells.ts";
import { enclosedOnce } from "./solid.ts";

/** Objects whose boxes overlap by less only touch; so do objects printed in several colours. */
const MIN_OVERLAP_MM = 0.05;
/** Objects that share less of the smaller one's volume only touch. */
const MIN_SHARED = 0.01;
/** More pairs of objects with overlapping boxes are refused unchecked: shared space must not count once. */
const MAX_PAIRS = 20_000;

/** An object in its printing place. */
interface ObjectInPlace {
  readonly mesh: TriangleMesh;
  readonly box: BoundingBox;
}

/**
 * The objects in as few groups as possible, so that none shares space with another of its group.
 *
 * @throws ModelFailure if there are too many objects in or around each other to tell
 */
export async function withoutSharedSpace<Placed extends ObjectInPlace>(
  objects: readonly Placed[],
): Promise<Placed[][]> {
  const sharing = await findSharing(objects);
  const groups: number[][] = [];
  for (const index of objects.keys()) {
    const others = sharing.get(index);
    const group = groups.find((members) => !members.some((member) => others?.has(member)));
    if (group === undefined) groups.push([index]);
    else group.push(index);
  }
  return groups.map((group) => group.map((index) => itemAt(objects, index)));
}

/** The objects that each object shares space with, by index. */
async function findSharing(objects: readonly ObjectInPlace[]): Promise<Map<number, Set<number>>> {
  const pairs: [number, number][] = [];
  const boxes = objects.map(({ box }) => box);
  const isTooMany = someOverlappingPair(boxes, (one, other) => {
    const [a, b] = [itemAt(boxes, one), itemAt(boxes, other)];
    const overlaps = AXES.every(
      (axis) => Math.min(a.highest[axis], b.highest[axis]) - Math.max(a.lowest[axis], b.lowest[axis]) > MIN_OVERLAP_MM,
    );
    if (overlaps) pairs.push([one, other]);
    return pairs.length > MAX_PAIRS;
  });
  if (isTooMany) {
    throw new ModelFailure(
      "model_too_complex",
      "The project has too many objects that lie in or around each other to be told apart automatically. Please send it in several files.",
    );
  }
  const sharing = new Map<number, Set<number>>();
  if (pairs.length === 0) return sharing;
  const [x, y, z] = itemAt(boxes, 0).lowest;
  const solids = new SolidsOfObjects(objects, [x, y, z]);
  try {
    for (const [one, other] of pairs) {
      if (!(await solids.share(one, other))) continue;
      sharing.set(one, (sharing.get(one) ?? new Set()).add(other));
      sharing.set(other, (sharing.get(other) ?? new Set()).add(one));
    }
  } finally {
    solids.delete();
  }
  return sharing;
}

interface ObjectSurface {
  readonly mesh: WeldedMesh;
  readonly box: BoundingBox;
  /** A corner of each piece of the surface. */
  readonly ofPieces: readonly Vector[];
}

function cornersOfPieces(mesh: WeldedMesh): Vector[] {
  const corners: Vector[] = [];
  // Pieces are numbered in the order of their first triangles.
  surveySurface(mesh)
    .pieces.numbers()
    .forEach((piece, triangle) => {
      if (piece === corners.length) corners.push(pointAt(mesh.corners, itemAt(mesh.triangles, 3 * triangle)));
    });
  return corners;
}

/** Whether a piece of `inner` lies inside `outer`, which it does not touch. */
function holdsPiece(outer: ObjectSurface, inner: ObjectSurface): boolean {
  return inner.ofPieces.some(
    (corner) => boxContains(outer.box, { lowest: corner, highest: corner }) && isInside(outer.mesh, corner),
  );
}

/** The objects' surfaces around one origin, each made on first use. */
class SolidsOfObjects {
  readonly #objects: readonly ObjectInPlace[];
  readonly #origin: Vector;
  readonly #surfaces = new Map<number, ObjectSurface>();
  readonly #solids = new Map<number, Promise<Manifold | undefined>>();
  readonly #made: Manifold[] = [];

  constructor(objects: readonly ObjectInPlace[], origin: Vector) {
    this.#objects = objects;
    this.#origin = origin;
  }

  /** Whether two objects share more than a rounding, or more than one sunk into the other for hold. */
  async share(one: number, other: number): Promise<boolean> {
    const [a, b] = [this.#surfaceOf(one), this.#surfaceOf(other)];
    const isApart = !surfacesTouch(a.mesh, a.box, b.mesh, b.box) && !holdsPiece(a, b) && !holdsPiece(b, a);
    if (isApart) return false;
    const [first, second] = [await this.#solidOf(one), await this.#solidOf(other)];
    // An open surface is refused, or repaired, when all objects are put together.
    if (first === undefined || second === undefined) return false;
    const common = first.intersect(second);
    const shared = common.volume() / Math.min(first.volume(), second.volume());
    common.delete();
    return shared > MIN_SHARED;
  }

  delete(): void {
    for (const manifold of this.#made) manifold.delete();
  }

  #surfaceOf(index: number): ObjectSurface {
    const known = this.#surfaces.get(index);
    if (known !== undefined) return known;
    const { corners, triangles } = itemAt(this.#objects, index).mesh;
    const around = Float32Array.from(corners, (value, at) => value - itemAt(this.#origin, at % 3));
    const mesh = weld(around, triangles);
    const surface = { mesh, box: boundingBoxOf(mesh.corners, mesh.triangles), ofPieces: cornersOfPieces(mesh) };
    this.#surfaces.set(index, surface);
    return surface;
  }

  #solidOf(index: number): Promise<Manifold | undefined> {
    const known = this.#solids.get(index);
    if (known !== undefined) return known;
    const made = this.#makeSolid(itemAt(this.#objects, index).mesh);
    this.#solids.set(index, made);
    return made;
  }

  async #makeSolid(mesh: TriangleMesh): Promise<Manifold | undefined> {
    try {
      const manifold = manifoldOf(await loadGeometryKernel(), await enclosedOnce(mesh, this.#origin));
      this.#made.push(manifold);
      return manifold;
    } catch (error) {
      if (error instanceof ModelFailure || (error instanceof Error && error.name === "ManifoldError")) return undefined;
      throw error;
    }
  }
}
