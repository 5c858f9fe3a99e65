// Triangle mesh as read from a file, not yet checked to be closed.

import { ModelFailure } from "../model-failure.ts";

export interface TriangleMesh {
  /** x, y and z of every corner, in millimetres. */
  readonly corners: Float64Array | Float32Array;
  /** Three indices of corners for every triangle, counter-clockwise as seen from outside. */
  readonly triangles: Uint32Array;
}

/**
 * The finest real uploads have about a million. The worst case, this many in two bodies that overlap, peaks at 2.1 GiB of
 * memory with PrusaSlicer and 1.7 GiB with CuraEngine: two such slices fit into a machine of 6 GiB.
 */
export const MAX_TRIANGLES = 2_500_000;

/** A builder's room for its first corners or triangles. An unused builder has none: a file may have 100,000. */
const FIRST_ROOM = 3 * 16;

/** Collects a mesh of unknown size in arrays that double; plain arrays of numbers take several times the memory. */
export class MeshBuilder {
  #corners = new Float64Array(0);
  #triangles = new Uint32Array(0);
  #cornerNumbers = 0;
  #triangleNumbers = 0;

  get cornerCount(): number {
    return this.#cornerNumbers / 3;
  }

  get triangleCount(): number {
    return this.#triangleNumbers / 3;
  }

  /** Adds a corner and returns its index. Refuses a coordinate that is not finite, for every format. */
  addCorner(x: number, y: number, z: number): number {
    if (!Number.isFinite(x + y + z)) throw new ModelFailure("invalid_coordinates");
    // A triangle uses at most three corners, so more corners than this cannot all be used.
    if (this.#cornerNumbers >= 9 * MAX_TRIANGLES) throw new ModelFailure("model_too_complex");
    if (this.#cornerNumbers + 3 > this.#corners.length) {
      const larger = new Float64Array(Math.max(FIRST_ROOM, this.#corners.length * 2));
      larger.set(this.#corners);
      this.#corners = larger;
    }
    this.#corners[this.#cornerNumbers++] = x;
    this.#corners[this.#cornerNumbers++] = y;
    this.#corners[this.#cornerNumbers++] = z;
    return this.cornerCount - 1;
  }

  addTriangle(a: number, b: number, c: number): void {
    if (this.triangleCount >= MAX_TRIANGLES) throw new ModelFailure("model_too_complex");
    if (this.#triangleNumbers + 3 > this.#triangles.length) {
      const larger = new Uint32Array(Math.max(FIRST_ROOM, this.#triangles.length * 2));
      larger.set(this.#triangles);
      this.#triangles = larger;
    }
    this.#triangles[this.#triangleNumbers++] = a;
    this.#triangles[this.#triangleNumbers++] = b;
    this.#triangles[this.#triangleNumbers++] = c;
  }

  /** Removes the corners and triangles that were added after these counts. */
  shorten(cornerCount: number, triangleCount: number): void {
    this.#cornerNumbers = 3 * cornerCount;
    this.#triangleNumbers = 3 * triangleCount;
  }

  /** The mesh so far; it shares the builder's memory. */
  build(): TriangleMesh {
    return {
      corners: this.#corners.subarray(0, this.#cornerNumbers),
      triangles: this.#triangles.subarray(0, this.#triangleNumbers),
    };
  }
}
