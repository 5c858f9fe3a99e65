// Basis points: hundredths of a percent, in which percentages and factors are kept.

/** A hundred percent. */
export const FULL_BASIS_POINTS = 10_000;
