// Print count: how many copies lie on a bed at once, and how many prints a quantity takes.

interface Rectangle {
  readonly xMm: number;
  readonly yMm: number;
}

/** A bed, and the distance that two copies keep on it. */
export interface Bed extends Rectangle {
  readonly copySpacingMm: number;
}

/**
 * How many copies of a part lie on a bed: a plain grid of its box, turned by 90° where that takes more. A part that is larger than
 * the bed counts as one, since it is printed somehow. Null where the bed's size is not stated: then all copies are one print.
 */
export function copiesPerPrint(bed: Bed, part: Rectangle): number | null {
  if (bed.xMm === 0 || bed.yMm === 0) return null;
  const grid = (xMm: number, yMm: number) => along(bed.xMm, xMm, bed) * along(bed.yMm, yMm, bed);
  return Math.max(1, grid(part.xMm, part.yMm), grid(part.yMm, part.xMm));
}

/** n copies take n × length + (n − 1) × spacing. */
function along(bedMm: number, lengthMm: number, { copySpacingMm }: Bed): number {
  const spacing = micrometres(copySpacingMm);
  return Math.floor((micrometres(bedMm) + spacing) / Math.max(1, micrometres(lengthMm) + spacing));
}

/** Whole, so that what fits exactly is not lost to a rounded fraction. */
function micrometres(mm: number): number {
  return Math.round(mm * 1000);
}

/**
 * The prints that a quantity takes.
 *
 * @param perPrint how many copies one print has; of a project of several plates, one for each
 */
export function printsOf(quantity: number, perPrint: readonly (number | null)[]): number {
  return perPrint.reduce<number>((sum, copies) => sum + (copies === null ? 1 : Math.ceil(quantity / copies)), 0);
}
