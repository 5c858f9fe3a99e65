// Time limit for a promise that may never settle.

/** Rejects with the given sentence if the promise has not settled in time. The promise itself goes on. */
export async function withTimeout<Result>(
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
