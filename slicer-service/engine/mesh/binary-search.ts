// Binary search in sorted numbers.

/** The position of the first number that is `least` or more; the length of `sorted` if there is none. */
export function firstAtLeast(sorted: ArrayLike<number>, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
