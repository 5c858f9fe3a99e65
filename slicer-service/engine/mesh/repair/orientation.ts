// Orientation: turning triangles that face the wrong way.
//
// The two triangles of an edge must walk it in opposite directions; so one triangle decides the facing of every other triangle of
// its piece. That is certain, unless the surface contradicts itself, as a Klein bottle does.

import { DisjointSet } from "../disjoint-set.ts";
import { forEachEdge, triangleOf } from "../edges.ts";
import { areaAt } from "../surface.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

export interface Orientation {
  readonly mesh: WeldedMesh;
  /** Some piece has no two sides: the way around it comes back on the other side. */
  readonly oneSided: boolean;
  /** The number of turned triangles. */
  readonly turned: number;
}

/**
 * Makes neighbours agree. In each piece the larger area stays as drawn, so that a hollow with a patch turned over stays a hollow; a
 * piece that is inside out as a whole stays so. A one-sided surface is left alone.
 */
export function orientTriangles(mesh: WeldedMesh): Orientation {
  const { corners, triangles } = mesh;
  const triangleCount = triangles.length / 3;
  // Each triangle is in it twice, as drawn and turned over: items of one set face the same side of a surface.
  const sides = new DisjointSet(2 * triangleCount);
  let disagreements = 0;
  forEachEdge(mesh, (edges, balance) => {
    if (edges.length !== 2) return;
    const one = triangleOf(edges[0]);
    const other = triangleOf(edges[1]);
    if (balance === 0) {
      sides.join(one, other);
      sides.join(triangleCount + one, triangleCount + other);
    } else {
      disagreements++;
      sides.join(one, triangleCount + other);
      sides.join(triangleCount + one, other);
    }
  });
  if (disagreements === 0) return { mesh, oneSided: false, turned: 0 };
  // For each piece, by the lower of its two sides: the area drawn facing the other side, less that facing this one.
  const areaToTurn = new Float64Array(2 * triangleCount);
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const drawn = sides.find(triangle);
    const turned = sides.find(triangleCount + triangle);
    if (drawn === turned) return { mesh, oneSided: true, turned: 0 };
    areaToTurn[Math.min(drawn, turned)] += drawn < turned ? -areaAt(mesh, 3 * triangle) : areaAt(mesh, 3 * triangle);
  }
  const oriented = triangles.slice();
  let turned = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const drawn = sides.find(triangle);
    const turnedOver = sides.find(triangleCount + triangle);
    const lowerSideStays = areaToTurn[Math.min(drawn, turnedOver)] <= 0;
    if (drawn < turnedOver === lowerSideStays) continue;
    turned++;
    oriented[3 * triangle + 1] = triangles[3 * triangle + 2];
    oriented[3 * triangle + 2] = triangles[3 * triangle + 1];
  }
  return { mesh: { corners, triangles: oriented }, oneSided: false, turned };
}
