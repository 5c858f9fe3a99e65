// What a surface encloses at a height by its own account, which is how its volume counts too: places that it encloses
// twice count twice, and places inside out against the rest.

import type { WeldedMesh } from "../mesh/surface.ts";

/**
 * The areas in mm² that a closed surface encloses at each of the heights. By Green's theorem half the sum of the cross
 * products along the outline, to which each triangle that crosses the plane adds one edge.
 *
 * @param heightsMm from the lowest to the highest
 */
export function enclosedAreas({ corners, triangles }: WeldedMesh, heightsMm: readonly number[]): Float64Array {
  const areas = new Float64Array(heightsMm.length);
  for (let at = 0; at < triangles.length; at += 3) {
    const corner = (which: number) => 3 * (triangles[at + which] ?? 0);
    const height = (which: number) => corners[corner(which) + 2] ?? 0;
    const lowest = Math.min(height(0), height(1), height(2));
    const highest = Math.max(height(0), height(1), height(2));
    for (let index = firstFrom(heightsMm, lowest); index < heightsMm.length; index++) {
      const plane = heightsMm[index] ?? 0;
      if (plane >= highest) break;
      let [upX, upY, downX, downY] = [0, 0, 0, 0];
      for (let from = 0; from < 3; from++) {
        const to = (from + 1) % 3;
        const [start, end] = [height(from), height(to)];
        // A corner in the plane counts as below it, as it does for the kernel.
        if (start > plane === end > plane) continue;
        const share = (plane - start) / (end - start);
        const along = (axis: number) => {
          const begin = corners[corner(from) + axis] ?? 0;
          return begin + share * ((corners[corner(to) + axis] ?? 0) - begin);
        };
        if (end > start) [upX, upY] = [along(0), along(1)];
        else [downX, downY] = [along(0), along(1)];
      }
      // Seen from outside a triangle goes down on its left and up on its right, and the outline from left to right.
      areas[index] = (areas[index] ?? 0) + (downX * upY - downY * upX) / 2;
    }
  }
  return areas;
}

/** The position of the first height that is not below this one. */
function firstFrom(heightsMm: readonly number[], heightMm: number): number {
  let [from, to] = [0, heightsMm.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((heightsMm[middle] ?? 0) < heightMm) from = middle + 1;
    else to = middle;
  }
  return from;
}
