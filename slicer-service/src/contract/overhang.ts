// The lean of an overhang, kept alike by engine and order page.
//
// SPDX-License-Identifier: MIT

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
