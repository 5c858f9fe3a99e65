// Deviation: the error of a machine's estimates, measured by the real figures of finished prints.
//
// It is measured against uncorrected slices, so that a correction accepted twice does not add up.

import { FULL_BASIS_POINTS } from "../domain/decimal.ts";

/** With fewer, one odd print would set the prices of all. */
export const MIN_PRINTS = 5;
/** Only each machine's latest prints count: those before a change of its nozzle no longer apply. */
export const MAX_PRINTS = 100;

/** Limits of a correction: beyond them the profile's numbers are wrong, and a factor does not mend them. */
const [LEAST_BASIS_POINTS, MOST_BASIS_POINTS] = [2_500, 40_000];
/** A tenth of a percent: shop floors measure no finer. */
const STEP_BASIS_POINTS = 10;

/** Estimated and real figure in the same unit; both above 0. */
export interface EstimatedAndReal {
  readonly estimated: number;
  readonly real: number;
}

/** Real over estimated, in basis points: 11250 is an eighth more than estimated. The quartiles enclose half of the prints. */
export interface Deviation {
  readonly prints: number;
  readonly medianBasisPoints: number;
  readonly lowerQuartileBasisPoints: number;
  readonly upperQuartileBasisPoints: number;
}

/** Undefined if nothing was recorded. */
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

/** The correction that follows from the prints: the median, to a tenth of a percent. Undefined if they are too few. */
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
