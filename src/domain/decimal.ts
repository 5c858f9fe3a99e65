// Scaled decimals (density, layer height) and basis points: whole numbers inside, decimal strings with a point outside.
//
// They are kept as whole numbers of their smallest step, so that adding and comparing them is exact.

/** A double holds 15 decimal digits exactly, so no scale beyond that means anything. */
const MAX_SCALE = 15;

/**
 * Writes a scaled integer as a decimal with a point: always at least two fraction digits, beyond those no trailing
 * zeros. 1240 at scale 3 is "1.24", 25 at scale 3 is "0.025", 1500 at scale 2 is "15.00".
 *
 * @param scaled the value in steps of 10^-scale; may be negative
 * @param scale the number of its decimal digits that are the fraction, 0 to 15
 * @throws RangeError if `scaled` is not a safe integer, or `scale` not a whole number from 0 to 15
 */
export function formatDecimal(scaled: number, scale: number): string {
  if (!Number.isSafeInteger(scaled)) throw new RangeError(`scaled must be a safe integer, not ${scaled}`);
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE) {
    throw new RangeError(`scale must be a whole number from 0 to ${MAX_SCALE}, not ${scale}`);
  }
  const digits = String(Math.abs(scaled)).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale);
  const sign = scaled < 0 ? "-" : "";
  return `${sign}${whole}.${fraction.slice(0, 2).padEnd(2, "0")}${fraction.slice(2).replace(/0+$/, "")}`;
}

/** The same for a value that may be missing. */
export function decimalOrNull(scaled: number | null, scale: number): string | null {
  return scaled === null ? null : formatDecimal(scaled, scale);
}

/** A hundred percent in basis points, the hundredths of a percent that percentages and factors are kept in. */
export const FULL_BASIS_POINTS = 10_000;
