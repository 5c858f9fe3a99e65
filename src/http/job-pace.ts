// Pace of a slicing job: when a client asks again, and for how long its answer is held meanwhile.
//
// Both grow with the job's age. Most slices take seconds and are noticed at once. The slowest is ended after 14 minutes
// (slicer-service/src/engine-shutdown.ts); a client of Retry-After then has sent 19 requests: the one that was answered 202,
// 17 for the job (at its age of about 1, 4, 16, 62 and 122 seconds, then one a minute, half of which its answer is held), and the
// first one again. The wait behind other slices comes on top, at one request a minute.

const MAX_SECONDS = 30;
/** The hold of an answer without another wish. */
export const DEFAULT_HOLD_SECONDS = 2;

/** Seconds until a client should ask again: 1, 2, 4, 8, 16, then 30; at most half the job's age, the time that it may miss. */
export function jobRetryAfterSeconds(createdAt: Date): number {
  const doublings = Math.floor(Math.log2(Math.max(2, ageSeconds(createdAt)) / 2));
  return Math.min(2 ** doublings, MAX_SECONDS);
}

/** Seconds for which a job's answer is held without the client's wish: twice the job's age, from 2 to 30. */
export function holdSeconds(createdAt: Date): number {
  return Math.min(Math.max(DEFAULT_HOLD_SECONDS, 2 * ageSeconds(createdAt)), MAX_SECONDS);
}

function ageSeconds(createdAt: Date): number {
  return (Date.now() - createdAt.getTime()) / 1000;
}
