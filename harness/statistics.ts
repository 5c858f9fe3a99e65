// Median, percentile and spread of measured values. NaN if there are none.

/** The value that `share` of all values do not exceed: the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (below + above) / 2;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: median(sorted), min: sorted.at(0) ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** `1.002 (0.990 to 1.013)`: the median, the smallest and the largest value. */
export function writtenSpread(values: readonly number[]): string {
  const { median, min, max } = spreadOf(values);
  return `${median.toFixed(3)} (${min.toFixed(3)} to ${max.toFixed(3)})`;
}
