// Bounding boxes: the smallest boxes along the axes that hold a set of points, in millimetres.

import { minus, type Vector } from "./vector.ts";

export interface BoundingBox {
  readonly lowest: Vector;
  readonly highest: Vector;
}

export const AXES = [0, 1, 2] as const;

/**
 * The box around the named corners. Other corners do not count: some programs leave unused points of their drawing in the file.
 *
 * @param coordinates x, y and z of every corner
 * @param corners indices of corners, repeated or not
 */
export function boundingBoxOf(coordinates: ArrayLike<number>, corners: ArrayLike<number>): BoundingBox {
  let [lowestX, lowestY, lowestZ] = [Infinity, Infinity, Infinity];
  let [highestX, highestY, highestZ] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < corners.length; at++) {
    const corner = 3 * corners[at];
    const x = coordinates[corner];
    const y = coordinates[corner + 1];
    const z = coordinates[corner + 2];
    if (x < lowestX) lowestX = x;
    if (y < lowestY) lowestY = y;
    if (z < lowestZ) lowestZ = z;
    if (x > highestX) highestX = x;
    if (y > highestY) highestY = y;
    if (z > highestZ) highestZ = z;
  }
  return { lowest: [lowestX, lowestY, lowestZ], highest: [highestX, highestY, highestZ] };
}

export function sizeOf({ lowest, highest }: BoundingBox): Vector {
  return minus(highest, lowest);
}

export function boxContains(outer: BoundingBox, inner: BoundingBox): boolean {
  return AXES.every((axis) => outer.lowest[axis] <= inner.lowest[axis] && outer.highest[axis] >= inner.highest[axis]);
}
