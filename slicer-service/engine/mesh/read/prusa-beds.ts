// PrusaSlicer's beds: the bed of a project's object, found by the object's place.
//
// A project keeps no list of beds. Those of version 2.9 stand in a grid; before, there was one, and further arranged objects stood
// beside it in a row, which 2.9 keeps when it opens such a project. An object that touches no bed is not printed.

import type { Rectangle } from "./threemf-project.ts";

/** As many beds in each direction as PrusaSlicer's nine make, in a grid or in a row. */
const MAX_BEDS_ACROSS = 9;

/**
 * The number of the bed that an object lies on, or touches; undefined if there is none.
 *
 * @param corners of the object, three numbers each
 */
export function bedOf(corners: ArrayLike<number>, { lowest, highest }: Rectangle): number | undefined {
  const [width, depth] = [highest[0] - lowest[0], highest[1] - lowest[1]];
  const gap = Math.min(100, 0.3 * Math.hypot(width, depth));
  const [fromX, toX] = span(corners, 0);
  const [fromY, toY] = span(corners, 1);
  const row = placeInLine(fromY - lowest[1], toY - lowest[1], depth, gap);
  const column = placeInLine(fromX - lowest[0], toX - lowest[0], width, gap);
  if (row !== undefined && column !== undefined) return MAX_BEDS_ACROSS * row + column;
  return row === 0 ? placeInLine(fromX - lowest[0], toX - lowest[0], width, 0.2 * width) : undefined;
}

/** The bed in a row that is touched between these two places. */
function placeInLine(from: number, to: number, size: number, gap: number): number | undefined {
  const place = Math.max(0, Math.floor((from + gap) / (size + gap)));
  return place < MAX_BEDS_ACROSS && to > place * (size + gap) ? place : undefined;
}

function span(corners: ArrayLike<number>, axis: 0 | 1): [lowest: number, highest: number] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (let at = axis; at < corners.length; at += 3) {
    if (corners[at] < lowest) lowest = corners[at];
    if (corners[at] > highest) highest = corners[at];
  }
  return [lowest, highest];
}
