// The pause between two looks at a parcel, by its age.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The scheduled run comes each hour, and a parcel is due at the run that is nearest: a pause ends this much before it. */
const BEFORE_RUN = 10 * MINUTE;

/** Young parcels move, old ones lie at a branch or come back. */
const PAUSES = [
  { upToAge: 3 * DAY, pause: HOUR },
  { upToAge: 10 * DAY, pause: 3 * HOUR },
  { upToAge: 30 * DAY, pause: 12 * HOUR },
  { upToAge: 60 * DAY, pause: DAY },
] as const;

/**
 * The time of the next look; null for a parcel that is too old to be followed. Milliseconds since 1970.
 *
 * @param createdAt the time of the note, or of the typing of its number
 */
export function nextLook(createdAt: number, now: number): number | null {
  const found = PAUSES.find(({ upToAge }) => now - createdAt < upToAge);
  return found === undefined ? null : now + found.pause - BEFORE_RUN;
}
