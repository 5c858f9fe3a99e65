// Limits of a part, kept alike by engine and order page: its size, and the lean of an overhang.
//
// SPDX-License-Identifier: MIT

/**
 * The longest side must be longer than this. Exactly 5 is refused too: a round 5 is far more often five inches than 5 mm.
 * Asking costs a message; a wrong guess costs the studio nearly all of the price.
 */
export const MIN_LONGEST_SIDE_MM = 5;
/** The beginning of a binary STL whose writer knew its unit: its size is then meant, however small. */
export const MILLIMETRES_HEADER = "binary STL, millimetres";
/** The longest side of the largest build volume on the market; a side may be exactly as long. */
export const MAX_LONGEST_SIDE_MM = 1000;

/** Height of faces that count as lying on the bed, for the rounded or bevelled edges of a foot. */
export const ON_BED_MM = 0.6;

/**
 * Whether a face looks down more steeply than supports allow, as the warning `needs_supports` counts it.
 *
 * @param normal of the face, outward, of any length
 * @param angleDegrees from the vertical, beyond which a face needs supports
 */
export function isOverhang([x, y, z]: readonly [number, number, number], angleDegrees: number): boolean {
  const steepest = Math.sin((angleDegrees * Math.PI) / 180);
  return z < 0 && z * z > steepest * steepest * (x * x + y * y + z * z);
}
