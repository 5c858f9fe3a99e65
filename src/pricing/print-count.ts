// Print count: the copies that fit on a bed at once, and the prints that a quantity takes.

interface Rectangle {
  readonly xMm: number;
  readonly yMm: number;
}

/** A bed, and the distance that two copies keep on it. */
export interface Bed extends Rectangle {
  readonly copySpacingMm: number;
}

/**
 * The copies of a part that fit on a bed: a plain grid of its box, turned by 90° if that fits more. A part larger than the bed
 * counts as one, since it is printed somehow. Null if the bed's size is not stated: then all copies are one print.
 */
export function copiesPerPrint(bed: Bed, part: Rectangle): number | null {
  if (bed.xMm === 0 || bed.yMm === 0) return null;
  const grid = (xMm: number, yMm: number) => copiesAlong(bed.xMm, xMm, bed) * copiesAlong(bed.yMm, yMm, bed);
  return Math.max(1, grid(part.xMm, part.yMm), grid(part.yMm, part.xMm));
}

/** n copies take n × length + (n − 1) × spacing. */
function copiesAlong(bedMm: number, lengthMm: number, { copySpacingMm }: Bed): number {
  const spacing = micrometres(copySpacingMm);
  return Math.floor((micrometres(bedMm) + spacing) / Math.max(1, micrometres(lengthMm) + spacing));
}

/** Whole micrometres, so that a part of exactly the bed's size is not lost to rounding. */
function micrometres(mm: number): number {
  return Math.round(mm * 1000);
}

/**
 * The prints that a quantity takes.
 *
 * @param perPrint copies per print; for a project of several plates, one number for each
 */
export function printsOf(quantity: number, perPrint: readonly (number | null)[]): number {
  return perPrint.reduce<number>((sum, copies) => sum + (copies === null ? 1 : Math.ceil(quantity / copies)), 0);
}
