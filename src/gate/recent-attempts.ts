// Decisions of the last minute by attempt: a call made again after a fault counts once.
//
// Kept in memory only. If the fault was the object's own restart, the repeat is decided anew and a request may have taken two
// places of its hour: one too few is then admitted, never one too many. A row for each attempt would double the writes of an
// admission.

import { isRecent } from "./recent.ts";

/** Longer than all of the caller's tries: each may wait some seconds for the object to come back. */
const REMEMBERED_MILLISECONDS = 60_000;

export class RecentAttempts<Decision> {
  readonly #decisions = new Map<string, { readonly decision: Decision; readonly at: number }>();

  /** Does not yield. */
  decideOnce(attempt: string, now: number, decide: (now: number) => Decision): Decision {
    this.#forgetOld(now);
    const known = this.#decisions.get(attempt);
    if (known !== undefined) return known.decision;
    const decision = decide(now);
    this.#decisions.set(attempt, { decision, at: now });
    return decision;
  }

  #forgetOld(now: number): void {
    // A Map keeps the order of insertion: the oldest come first. After a step of the clock back all of them are later than now.
    for (const [attempt, { at }] of this.#decisions) {
      if (isRecent(at, now, REMEMBERED_MILLISECONDS)) return;
      this.#decisions.delete(attempt);
    }
  }
}
