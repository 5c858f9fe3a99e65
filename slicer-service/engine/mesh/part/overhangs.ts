// Overhangs: the area of a surface over empty space, beyond a bridge's reach.
//
// Faces that look down more steeply than the angle of supports are gathered to regions. A region is held by the edges of its
// border below which the surface goes on. Twice its area over the length of these edges is its reach: the span of a bridge held
// on two sides, twice the length of an arm held on one, and infinite for a region that nothing holds. Small regions are left out
// one by one: the holes of a plate's screws do not add up to an overhang.

import { isOverhang, ON_BED_MM } from "../../../src/contract/overhang.ts";
import { DisjointSet } from "../disjoint-set.ts";
import { edgeEnd, forEachEdge, triangleOf } from "../edges.ts";
import { normalAt } from "../surface.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

/** The longest bridge without supports, and twice the longest arm. */
const MAX_REACH_MM = 10;
/** A smaller region that is held at its border sags without spoiling the print: about 12 × 12 mm. */
const MIN_HELD_SQUARE_MM = 150;
/** A smaller region that begins in the air hangs on the lines beside it: about 5 × 5 mm. */
const MIN_FREE_SQUARE_MM = 30;

/**
 * The area of the regions that need supports, as seen from below; 0 for most parts.
 *
 * @param angleDegrees from the vertical, beyond which a face needs supports
 */
export function unsupportedSquareMm(mesh: WeldedMesh, angleDegrees: number): number {
  const { corners, triangles } = mesh;
  const heightOf = (position: number) => corners[3 * triangles[position] + 2];
  /** The area of each overhanging triangle, as seen from below; 0 for all others. */
  const hanging = new Float32Array(triangles.length / 3);
  let isAny = false;
  for (let at = 0; at < triangles.length; at += 3) {
    const normal = normalAt(mesh, at);
    if (!isOverhang(normal, angleDegrees)) continue;
    if (heightOf(at) < ON_BED_MM && heightOf(at + 1) < ON_BED_MM && heightOf(at + 2) < ON_BED_MM) continue;
    hanging[at / 3] = -normal[2] / 2;
    isAny = true;
  }
  if (!isAny) return 0;

  const near = trianglesNear(mesh, hanging);
  const part: WeldedMesh = { corners, triangles: near.triangles };
  const regions = new DisjointSet(near.numbers.length);
  /** For each triangle of the part: the length of its edges below which the surface goes on. */
  const heldMm = new Float64Array(near.numbers.length);
  const hangs = (triangle: number) => hanging[near.numbers[triangle]] > 0;
  forEachEdge(part, (edges) => {
    const first = edges.findIndex((edge) => hangs(triangleOf(edge)));
    if (first === -1) return;
    const edge = edges[first];
    for (const other of edges) {
      if (other === edge) continue;
      if (hangs(triangleOf(other))) regions.join(triangleOf(edge), triangleOf(other));
      else if (goesDown(part, other)) heldMm[triangleOf(edge)] += lengthOnPlan(part, edge);
    }
  });
  const regionOf = regions.numbers();
  const area = new Float64Array(regions.count);
  const held = new Float64Array(regions.count);
  for (let triangle = 0; triangle < regionOf.length; triangle++) {
    area[regionOf[triangle]] += hanging[near.numbers[triangle]];
    held[regionOf[triangle]] += heldMm[triangle];
  }
  return area.reduce((sum, squareMm, region) => {
    const isHeld = held[region] > 0;
    const reach = isHeld ? (2 * squareMm) / held[region] : Infinity;
    const isLarge = squareMm >= (isHeld ? MIN_HELD_SQUARE_MM : MIN_FREE_SQUARE_MM);
    return isLarge && reach > MAX_REACH_MM ? sum + squareMm : sum;
  }, 0);
}

/** The overhanging triangles and their neighbours, with their numbers in the mesh. */
function trianglesNear(
  { corners, triangles }: WeldedMesh,
  hanging: Float32Array,
): { readonly triangles: Uint32Array; readonly numbers: Uint32Array } {
  const touched = new Uint8Array(corners.length / 3);
  for (let at = 0; at < triangles.length; at++) if (hanging[Math.floor(at / 3)] > 0) touched[triangles[at]] = 1;
  const isNear = (at: number) => touched[triangles[at]] + touched[triangles[at + 1]] + touched[triangles[at + 2]] > 1;
  let count = 0;
  for (let at = 0; at < triangles.length; at += 3) if (isNear(at)) count++;
  const near = new Uint32Array(3 * count);
  const numbers = new Uint32Array(count);
  let next = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    if (!isNear(at)) continue;
    near.set(triangles.subarray(at, at + 3), 3 * next);
    numbers[next++] = at / 3;
  }
  return { triangles: near, numbers };
}

/** Whether the triangle of this edge lies below it. */
function goesDown({ corners, triangles }: WeldedMesh, edge: number): boolean {
  const height = (corner: number) => corners[3 * corner + 2];
  const [from, to] = [triangles[edge], edgeEnd(triangles, edge)];
  const start = edge - (edge % 3);
  const opposite = triangles[start] + triangles[start + 1] + triangles[start + 2] - from - to;
  return height(opposite) < (height(from) + height(to)) / 2;
}

function lengthOnPlan({ corners, triangles }: WeldedMesh, edge: number): number {
  const [from, to] = [3 * triangles[edge], 3 * edgeEnd(triangles, edge)];
  return Math.hypot(corners[to] - corners[from], corners[to + 1] - corners[from + 1]);
}
