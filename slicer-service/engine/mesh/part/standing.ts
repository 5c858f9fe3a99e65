// Standing: whether the first layer holds a part on the bed while the nozzle pushes against its top.
//
// By the rule and the numbers of PrusaSlicer's stability check (SupportSpotsGenerator): a nozzle that catches on the part pushes
// with the weight of 10 g; plastic holds on the bed with 0.02 MPa, the value of PLA, which holds least; a foot resists by its
// elastic section modulus. Only the height of the push counts, not the part's own weight, which matters little.

import { DisjointSet } from "../disjoint-set.ts";
import type { WeldedMesh } from "../welded-mesh.ts";

// That rule alone warns of a screw of 8 mm and of a block four times as tall as wide, which print shops print unsupported. So a
// weak foot counts only under a slender body, or if it hardly touches the bed.

const PUSH_NEWTON = 0.0980665;
const BED_NEWTON_PER_SQUARE_MM = 0.02;
/** Height over the foot's width from which a nozzle that catches tips a part over. */
const MIN_SLENDERNESS = 6;
/** A foot of a few lines. */
const HARDLY_SQUARE_MM = 10;

export interface Foot {
  readonly squareMm: number;
  /** The height of the body that stands on it. */
  readonly heightMm: number;
  /** Whether a nozzle that catches on the body pushes it off the bed. */
  readonly isTooWeak: boolean;
}

/** Sums over the cross-section of a body: area, first and second moments. By Green's theorem each edge adds its share. */
interface Moments {
  area: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
  lowestX: number;
  lowestY: number;
  highestX: number;
  highestY: number;
}

/**
 * The foot of the least stable body among those that stand on the bed.
 *
 * @param atMm the height of the cut through the first layer
 */
export function weakestFoot(mesh: WeldedMesh, atMm: number): Foot {
  const { corners, triangles } = mesh;
  const bodies = new DisjointSet(corners.length / 3);
  for (let at = 0; at < triangles.length; at += 3) {
    bodies.join(triangles[at], triangles[at + 1]);
    bodies.join(triangles[at], triangles[at + 2]);
  }
  const feet = new Map<number, Moments>();
  const tops = new Map<number, number>();
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at], 3 * triangles[at + 1], 3 * triangles[at + 2]];
    const lowest = Math.min(corners[a + 2], corners[b + 2], corners[c + 2]);
    if (lowest > atMm) continue;
    const highest = Math.max(corners[a + 2], corners[b + 2], corners[c + 2]);
    if (highest <= atMm) continue;
    const body = bodies.find(triangles[at]);
    let moments = feet.get(body);
    if (moments === undefined) {
      moments = emptyMoments();
      feet.set(body, moments);
      tops.set(body, 0);
    }
    addCut(moments, corners, [a, b, c], atMm);
  }
  for (let corner = 0; corner < corners.length / 3; corner++) {
    const body = bodies.find(corner);
    const top = tops.get(body);
    const height = corners[3 * corner + 2];
    if (top !== undefined && height > top) tops.set(body, height);
  }
  let weakest: Foot = { squareMm: 0, heightMm: 0, isTooWeak: false };
  let leastReserve = Infinity;
  for (const [body, moments] of feet) {
    const top = tops.get(body);
    // A hollow within a body, or a sliver without area.
    if (top === undefined || moments.area <= 0) continue;
    const { modulus, widthMm } = bending(moments);
    const reserve = (BED_NEWTON_PER_SQUARE_MM * modulus) / (PUSH_NEWTON * top);
    if (reserve >= leastReserve) continue;
    leastReserve = reserve;
    const isRisky = top > MIN_SLENDERNESS * widthMm || moments.area < HARDLY_SQUARE_MM;
    weakest = { squareMm: moments.area, heightMm: top, isTooWeak: reserve < 1 && isRisky };
  }
  return weakest;
}

function emptyMoments(): Moments {
  const none = { area: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
  return { ...none, lowestX: Infinity, lowestY: Infinity, highestX: -Infinity, highestY: -Infinity };
}

/** Adds the edge at which the plane cuts a triangle of these corners, walked so that the inside lies to its left. */
function addCut(moments: Moments, corners: Float32Array, triangle: readonly number[], atMm: number): void {
  let [upX, upY, downX, downY] = [0, 0, 0, 0];
  for (let side = 0; side < 3; side++) {
    const [from, to] = [triangle[side], triangle[(side + 1) % 3]];
    const [start, end] = [corners[from + 2], corners[to + 2]];
    if (start > atMm === end > atMm) continue;
    const share = (atMm - start) / (end - start);
    const x = corners[from] + share * (corners[to] - corners[from]);
    const y = corners[from + 1] + share * (corners[to + 1] - corners[from + 1]);
    if (end > start) [upX, upY] = [x, y];
    else [downX, downY] = [x, y];
  }
  const cross = downX * upY - downY * upX;
  moments.area += cross / 2;
  moments.x += (cross * (downX + upX)) / 6;
  moments.y += (cross * (downY + upY)) / 6;
  moments.xx += (cross * (downX * downX + downX * upX + upX * upX)) / 12;
  moments.yy += (cross * (downY * downY + downY * upY + upY * upY)) / 12;
  moments.xy += (cross * (downX * upY + 2 * downX * downY + 2 * upX * upY + upX * downY)) / 24;
  moments.lowestX = Math.min(moments.lowestX, upX, downX);
  moments.lowestY = Math.min(moments.lowestY, upY, downY);
  moments.highestX = Math.max(moments.highestX, upX, downX);
  moments.highestY = Math.max(moments.highestY, upY, downY);
}

interface Bending {
  /** The least elastic section modulus in mm³, about an axis through the middle: the second moment over the farthest edge. */
  readonly modulus: number;
  /** Across the weakest axis: the width of the rectangle with this area and second moment. */
  readonly widthMm: number;
}

function bending({ area, x, y, xx, yy, xy, lowestX, lowestY, highestX, highestY }: Moments): Bending {
  const [middleX, middleY] = [x / area, y / area];
  const [aboutX, aboutY, mixed] = [xx - area * middleX ** 2, yy - area * middleY ** 2, xy - area * middleX * middleY];
  // The least second moment belongs to one of the principal axes; the farthest edge is taken along it, from the box.
  const spread = Math.hypot((aboutX - aboutY) / 2, mixed);
  const least = (aboutX + aboutY) / 2 - spread;
  const angle = Math.atan2(2 * mixed, aboutX - aboutY) / 2 + Math.PI / 2;
  const [farX, farY] = [
    Math.max(highestX - middleX, middleX - lowestX),
    Math.max(highestY - middleY, middleY - lowestY),
  ];
  const farthest = Math.max(1e-6, Math.abs(farX * Math.cos(angle)) + Math.abs(farY * Math.sin(angle)));
  return { modulus: least / farthest, widthMm: Math.sqrt((12 * Math.max(0, least)) / area) };
}
