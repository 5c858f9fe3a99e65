// Areas that a surface encloses at given heights, counted as its volume counts.
//
// A place that it encloses twice counts twice, and a place inside out counts negative.

import { firstAtLeast } from "../binary-search.ts";
import { requireFinite } from "../checks.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

/**
 * The areas in mm² that a closed surface encloses at each of the heights. By Green's theorem an area is half the sum of the
 * cross products along its outline; each triangle that crosses the plane adds one edge to that outline.
 *
 * @param heightsMm from the lowest to the highest
 */
export function enclosedAreas({ corners, triangles }: WeldedMesh, heightsMm: readonly number[]): number[] {
  const areas = new Float64Array(heightsMm.length);
  for (let at = 0; at < triangles.length; at += 3) {
    const corner = (which: number) => 3 * triangles[at + which];
    const height = (which: number) => corners[corner(which) + 2];
    const lowest = Math.min(height(0), height(1), height(2));
    const highest = Math.max(height(0), height(1), height(2));
    for (let index = firstAtLeast(heightsMm, lowest); index < heightsMm.length; index++) {
      const plane = heightsMm[index];
      if (plane >= highest) break;
      let [upX, upY, downX, downY] = [0, 0, 0, 0];
      for (let from = 0; from < 3; from++) {
        const to = (from + 1) % 3;
        const [start, end] = [height(from), height(to)];
        // A corner in the plane counts as below it, as it does for the kernel.
        if (start > plane === end > plane) continue;
        const share = (plane - start) / (end - start);
        const along = (axis: number) => {
          const begin = corners[corner(from) + axis];
          return begin + share * (corners[corner(to) + axis] - begin);
        };
        if (end > start) [upX, upY] = [along(0), along(1)];
        else [downX, downY] = [along(0), along(1)];
      }
      // Seen from outside, the outline crosses a triangle from its downward edge on the left to its upward edge on the right.
      areas[index] += (downX * upY - downY * upX) / 2;
    }
  }
  return Array.from(areas, (area) => requireFinite("enclosed area", area));
}
