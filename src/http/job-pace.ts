// Pace of a slicing job: when a client asks again, and for how long its answer is held meanwhile.
//
// Both grow with the job's age. Most slices take seconds and are noticed at once; the slowest is stopped after 14 minutes, and whoever
// follows Retry-After then has sent 18 requests: the one that was answered 202, and 17 for the job (at its age of about 3, 8, 24, 64
// and 124 seconds, then one a minute: held for 30 seconds, and 30 until the next). The 19th is the first one again. What a slice waits
// behind others comes on top, at one request a minute.

const MAX_SECONDS = 30;
/** How long any answer is held where nothing else is asked for. */
export const DEFAULT_HOLD_SECONDS = 2;

/** Seconds until a client should ask again: 1, 2, 4, 8, 16, then 30, at most about half the job's age. */
export function retryAfterSeconds(createdAt: Date): number {
  const doublings = Math.floor(Math.log2(Math.max(2, ageSeconds(createdAt)) / 2));
  return Math.min(2 ** doublings, MAX_SECONDS);
}

/** Seconds for which a job's answer is held where the client does not say: as long as the job is old, 2 to 30. */
export function holdSeconds(createdAt: Date): number {
  return Math.min(Math.max(DEFAULT_HOLD_SECONDS, ageSeconds(createdAt)), MAX_SECONDS);
}

function ageSeconds(createdAt: Date): number {
  return (Date.now() - createdAt.getTime()) / 1000;
}
