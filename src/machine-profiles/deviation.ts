// Deviation: how far a machine's estimates were off, by what its finished prints really took.
//
// Always against what was sliced before any correction, so that a correction which is accepted twice does not add up.

import { FULL_BASIS_POINTS } from "../domain/decimal.ts";

/** With fewer, one odd print would set the prices of all. */
export const MIN_PRINTS = 5;
/** Of each machine, the latest count: what it was before its nozzle was changed says nothing any more. */
export const MAX_PRINTS = 100;

/** Corrections end here: further off, the profile's numbers are wrong, and no factor mends them. */
const [LEAST_BASIS_POINTS, MOST_BASIS_POINTS] = [2_500, 40_000];
/** A tenth of a percent: as fine as anybody's figures are. */
const STEP_BASIS_POINTS = 10;

/** What was estimated and what it really was, in the same unit; both above 0. */
export interface EstimatedAndReal {
  readonly estimated: number;
  readonly real: number;
}

/** Real over estimated, in basis points: 11250 is an eighth more than estimated. Half of the prints lie between the quartiles. */
export interface Deviation {
  readonly prints: number;
  readonly medianBasisPoints: number;
  readonly lowerQuartileBasisPoints: number;
  readonly upperQuartileBasisPoints: number;
}

/** Undefined where nothing was recorded. */
export function deviationOf(prints: readonly EstimatedAndReal[]): Deviation | undefined {
  if (prints.length === 0) return undefined;
  const ratios = prints.map(({ estimated, real }) => real / estimated).sort((a, b) => a - b);
  const basisPoints = (share: number) => Math.round(FULL_BASIS_POINTS * quantile(ratios, share));
  return {
    prints: ratios.length,
    medianBasisPoints: basisPoints(0.5),
    lowerQuartileBasisPoints: basisPoints(0.25),
    upperQuartileBasisPoints: basisPoints(0.75),
  };
}

/** The correction that the prints speak for: the median, to a tenth of a percent. Undefined where they are too few. */
export function offeredBasisPoints(deviation: Deviation | undefined): number | undefined {
  if (deviation === undefined || deviation.prints < MIN_PRINTS) return undefined;
  const rounded = STEP_BASIS_POINTS * Math.round(deviation.medianBasisPoints / STEP_BASIS_POINTS);
  return Math.min(MOST_BASIS_POINTS, Math.max(LEAST_BASIS_POINTS, rounded));
}

/**
 * Between the two nearest, linearly (Hyndman and Fan, Sample Quantiles in Statistical Packages, 1996, type 7).
 *
 * @param sorted ascending, at least one
 */
function quantile(sorted: readonly number[], share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const [lower = Number.NaN, upper = lower] = sorted.slice(below, below + 2);
  return lower + (position - below) * (upper - lower);
}
