// Assertions on meshes and figures: a programming error throws instead of becoming a price.
//
// They throw plain errors, because no customer caused them. An index beyond an array reads as undefined, and arithmetic with it
// gives NaN, which every comparison answers with false. So a mesh is checked when it is handed over, once for all later loops;
// figures are checked before they are handed out; and outside hot loops arrays are read with `itemAt`, which throws.

import type { TriangleMesh } from "./triangle-mesh.ts";

/** Throws unless the mesh is made of whole corners and triangles, and its triangles name no other corners. */
export function requireSoundIndices({ corners, triangles }: TriangleMesh): void {
  if (corners.length % 3 !== 0 || triangles.length % 3 !== 0) {
    throw new Error(`A mesh has ${corners.length} coordinates and ${triangles.length} indices, not three for each`);
  }
  let highest = 0;
  for (let at = 0; at < triangles.length; at++) if (triangles[at] > highest) highest = triangles[at];
  if (triangles.length > 0 && 3 * highest >= corners.length) {
    throw new RangeError(`A triangle of the mesh names corner ${highest} of ${corners.length / 3}`);
  }
}

/** Returns the figure. Throws, with `name` in the error, if it is not a finite number. */
export function requireFinite(name: string, figure: number): number {
  if (!Number.isFinite(figure)) throw new Error(`The ${name} came out as ${figure}`);
  return figure;
}

/** The item at this index. Throws if there is none. */
export function itemAt<Item>(items: ArrayLike<Item>, index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} among ${items.length}`);
  return item;
}
