// Deadline for a promise: its result, or `too_late`.

/** The work's result, or `too_late` if it takes longer. */
export async function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | "too_late"> {
  const { promise, resolve } = Promise.withResolvers<"too_late">();
  const timer = setTimeout(() => resolve("too_late"), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
