// Triangles that face the wrong way. Where an edge has exactly two triangles, both must walk it in opposite directions;
// so from one triangle it follows for every other of the same piece which way it has to face. That is sure, unless
// the surface contradicts itself, as a Klein bottle does.

import { forEachEdge } from "../edges.ts";
import { areaAt, triangleOf, type WeldedMesh } from "../surface.ts";

export interface Orientation {
  readonly mesh: WeldedMesh;
  /** Some piece has no two sides: wherever one begins, the way around it comes back on the other side. */
  readonly oneSided: boolean;
}

/**
 * Makes neighbours agree. Of each piece the larger area stays as it was drawn, so that a hollow with a patch turned
 * over stays a hollow; a piece that is inside out as a whole stays so. A one-sided surface is left alone.
 */
export function orientTriangles(mesh: WeldedMesh): Orientation {
  const { corners, triangles } = mesh;
  const sides = new Sides(triangles.length / 3);
  let disagreements = 0;
  let oneSided = false;
  forEachEdge(mesh, (edges, balance) => {
    const [one = 0, other = 0] = edges;
    if (edges.length !== 2) return;
    if (balance !== 0) disagreements++;
    if (!sides.join(triangleOf(one), triangleOf(other), balance !== 0)) oneSided = true;
  });
  if (disagreements === 0 || oneSided) return { mesh, oneSided };
  const areaTurned = new Float64Array(triangles.length / 3);
  for (let triangle = 0; triangle < areaTurned.length; triangle++) {
    const piece = sides.pieceOf(triangle);
    const area = areaAt(mesh, 3 * triangle);
    areaTurned[piece] = (areaTurned[piece] ?? 0) + (sides.isTurned(triangle) ? area : -area);
  }
  const oriented = triangles.slice();
  for (let triangle = 0; triangle < areaTurned.length; triangle++) {
    const mostIsTurned = (areaTurned[sides.pieceOf(triangle)] ?? 0) > 0;
    if (sides.isTurned(triangle) === mostIsTurned) continue;
    oriented[3 * triangle + 1] = triangles[3 * triangle + 2] ?? 0;
    oriented[3 * triangle + 2] = triangles[3 * triangle + 1] ?? 0;
  }
  return { mesh: { corners, triangles: oriented }, oneSided };
}

/** Sets of triangles in which each knows whether it faces the same way as the one that stands for its set. */
class Sides {
  readonly #towards: Int32Array;
  readonly #turned: Uint8Array;
  readonly #sizes: Int32Array;

  constructor(triangleCount: number) {
    this.#towards = new Int32Array(triangleCount);
    for (let triangle = 0; triangle < triangleCount; triangle++) this.#towards[triangle] = triangle;
    this.#turned = new Uint8Array(triangleCount);
    this.#sizes = new Int32Array(triangleCount).fill(1);
  }

  /** False where the two are known already to face each other otherwise than this says. */
  join(a: number, b: number, turned: boolean): boolean {
    const [pieceOfA, pieceOfB] = [this.pieceOf(a), this.pieceOf(b)];
    const turnedPieces = (this.isTurned(a) !== this.isTurned(b)) !== turned;
    if (pieceOfA === pieceOfB) return !turnedPieces;
    const [sizeOfA, sizeOfB] = [this.#sizes[pieceOfA] ?? 1, this.#sizes[pieceOfB] ?? 1];
    const [small, large] = sizeOfA < sizeOfB ? [pieceOfA, pieceOfB] : [pieceOfB, pieceOfA];
    this.#towards[small] = large;
    this.#turned[small] = turnedPieces ? 1 : 0;
    this.#sizes[large] = sizeOfA + sizeOfB;
    return true;
  }

  /** The triangle that stands for this one's piece. */
  pieceOf(triangle: number): number {
    let piece = triangle;
    let turned = 0;
    while (this.#towards[piece] !== piece) {
      turned ^= this.#turned[piece] ?? 0;
      piece = this.#towards[piece] ?? piece;
    }
    // Points all on the way straight to it, so that the way stays short for those who come after.
    let at = triangle;
    while (at !== piece) {
      const [next, ownTurn] = [this.#towards[at] ?? piece, this.#turned[at] ?? 0];
      this.#towards[at] = piece;
      this.#turned[at] = turned;
      turned ^= ownTurn;
      at = next;
    }
    return piece;
  }

  isTurned(triangle: number): boolean {
    const piece = this.pieceOf(triangle);
    return piece !== triangle && this.#turned[triangle] === 1;
  }
}
