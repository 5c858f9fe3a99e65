// Money: whole minor units (cents, kopiykas), never a fraction, so that sums are exact.
//
// A fraction of a cent is rounded in one visible place. A result that a number cannot hold exactly is an error, not an
// approximate price.

import { formatDecimal } from "./decimal.ts";

declare const minorUnitsBrand: unique symbol;

/** An amount of money in hundredths of the studio's currency. Always a safe integer. */
export type MinorUnits = number & { readonly [minorUnitsBrand]: true };

/**
 * Takes a number, from the database or a calculation, as an amount in minor units.
 *
 * @throws RangeError if it is not a safe integer
 */
export function minorUnits(value: number): MinorUnits {
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`an amount of money must be a safe integer of minor units, not ${value}`);
  }
  // The check above is all that the brand promises.
  return value as MinorUnits;
}

/** The amount as a decimal string with exactly two fraction digits: 123456 is "1234.56", -5 is "-0.05". */
export function formatMinorUnits(amount: MinorUnits): string {
  return formatDecimal(amount, 2);
}

/**
 * The sum of the amounts; 0 of none.
 *
 * @throws RangeError if the sum is beyond the safe integers
 */
export function sumMinorUnits(amounts: Iterable<MinorUnits>): MinorUnits {
  let sum = 0n;
  for (const amount of amounts) sum += BigInt(amount);
  return minorUnits(safeInteger(sum));
}

/**
 * a × b / divisor, rounded half up to a whole number. Exact however large the product is on the way.
 *
 * @param a a whole number, not negative
 * @param b a whole number, not negative
 * @param divisor a whole number above 0
 * @throws RangeError if an argument is none of these, or the result is beyond the safe integers
 */
export function multiplyDivide(a: number | bigint, b: number | bigint, divisor: number): number {
  // BigInt() itself refuses a number that is not whole, with a RangeError.
  const product = BigInt(a) * BigInt(b);
  const parts = BigInt(divisor);
  if (a < 0 || b < 0 || parts <= 0n) {
    throw new RangeError(`${a} × ${b} / ${divisor} has a negative factor, or a divisor that is not above 0`);
  }
  return safeInteger((2n * product + parts) / (2n * parts));
}

function safeInteger(value: bigint): number {
  const result = Number(value);
  if (!Number.isSafeInteger(result)) throw new RangeError(`${value} is beyond what a number holds exactly`);
  return result;
}
