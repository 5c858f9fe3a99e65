// Exact sliding hour: in no span of 3,600 seconds are more requests admitted than the limit.
//
// A ring buffer as long as the largest limit holds the time of each of the latest admissions, in memory and, one row per
// slot, in the object's storage. An admission costs one row written and no deletion; waking reads only the ring.

import { MAX_HOURLY_LIMIT } from "../domain/plan.ts";

export const HOUR_MILLISECONDS = 3_600_000;

export interface HourDecision {
  readonly admitted: boolean;
  /** The number of further requests that would be admitted now. */
  readonly remaining: number;
  /** Whole seconds until one more request is free. */
  readonly secondsUntilFree: number;
}

export class SlidingHour {
  readonly #storage: SqlStorage;
  readonly #times = new Float64Array(MAX_HOURLY_LIMIT);
  /** Admissions are numbered; those from #oldest up to, not including, #next may lie within the hour. */
  #oldest = 0;
  #next = 0;

  constructor(storage: SqlStorage) {
    this.#storage = storage;
    storage.exec(
      "CREATE TABLE IF NOT EXISTS admissions (slot INTEGER PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL)",
    );
    const rows = storage.exec<{ number: number; at: number }>("SELECT number, at FROM admissions ORDER BY number");
    for (const { number, at } of rows) {
      if (this.#next === 0) this.#oldest = number;
      this.#times[number % MAX_HOURLY_LIMIT] = at;
      this.#next = number + 1;
    }
  }

  /**
   * Admits a request at `now` (milliseconds) if fewer than `limit` were admitted in the hour before. Decides and
   * records without yielding, so concurrent requests cannot share a place.
   */
  admit(now: number, limit: number): HourDecision {
    const at = this.#standingStill(now);
    const oldest = this.#oldestWithinHour(at);
    const admitted = this.#next - oldest < limit;
    if (admitted) {
      // Only now: a clock that was wrong at a refusal must not forget admissions of the right one.
      this.#oldest = oldest;
      const slot = this.#next % MAX_HOURLY_LIMIT;
      this.#storage.exec("INSERT OR REPLACE INTO admissions (slot, number, at) VALUES (?, ?, ?)", slot, this.#next, at);
      this.#times[slot] = at;
      this.#next++;
    }
    const used = this.#next - oldest;
    // After a change to a smaller plan more than the limit may be used: several must expire before one is free.
    const leavesBeforeFree = Math.max(0, used - limit);
    const freeAt = this.#timeOf(oldest + leavesBeforeFree) + HOUR_MILLISECONDS;
    return {
      admitted,
      remaining: Math.max(0, limit - used),
      secondsUntilFree: Math.ceil((freeAt - now) / 1000),
    };
  }

  /** The number of requests admitted in the hour before `now`. Changes nothing. */
  used(now: number): number {
    return this.#next - this.#oldestWithinHour(this.#standingStill(now));
  }

  /** The clock may step back if the object moves to another machine: past admissions must not move into the future. */
  #standingStill(now: number): number {
    return this.#next > this.#oldest ? Math.max(now, this.#timeOf(this.#next - 1)) : now;
  }

  /** The first admission that is less than an hour old; #next if there is none. Times never fall from one to the next. */
  #oldestWithinHour(at: number): number {
    let [from, to] = [this.#oldest, this.#next];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (this.#timeOf(middle) <= at - HOUR_MILLISECONDS) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #timeOf(number: number): number {
    return this.#times[number % MAX_HOURLY_LIMIT] ?? 0;
  }
}
