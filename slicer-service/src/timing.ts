// Times of the slicer Worker: waits that tests divide, and a limit for promises that may never settle.

/** Shortens a wait by the divisor. The result has the unit of the argument. */
export type ScaleWait = (duration: number) => number;

/**
 * One divisor for timeouts, retry delays, deadlines and polling alike: their ratios stay, and with them the order of
 * events. The retention of results is not divided.
 *
 * @param divisor `WAIT_DIVISOR` of the Worker's environment, which only tests set
 * @throws Error if it is not a positive number
 */
export function waitsDividedBy(divisor: unknown = 1): ScaleWait {
  if (typeof divisor !== "number" || !Number.isFinite(divisor) || divisor <= 0) {
    throw new Error(`WAIT_DIVISOR must be a positive number, not ${JSON.stringify(divisor)}`);
  }
  return (duration) => duration / divisor;
}

/** Rejects with the given sentence if the promise has not settled in time. The promise itself goes on. */
export async function settledWithin<Result>(
  promise: Promise<Result>,
  milliseconds: number,
  sentence: string,
): Promise<Result> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new Error(sentence)), milliseconds);
  try {
    return await Promise.race([promise, tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
