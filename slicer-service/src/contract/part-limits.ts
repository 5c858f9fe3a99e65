// Limits of a part's size, kept alike by engine and order page.
//
// SPDX-License-Identifier: MIT

/**
 * The longest side must be longer than this. Exactly 5 is refused too: a round 5 is far more often five inches than 5 mm.
 * Asking costs a message; a wrong guess costs the studio nearly all of the price.
 */
export const MIN_LONGEST_SIDE_MM = 5;
/** The longest side of the largest build volume on the market; a side may be exactly as long. */
export const MAX_LONGEST_SIDE_MM = 1000;
