// Whether a moment lies within the last time, by a clock that may step back.

/** A moment after now is not recent: the clock has stepped back, and tells nothing of the time since. Milliseconds. */
export function isRecent(moment: number, now: number, period: number): boolean {
  return moment <= now && now - moment < period;
}
