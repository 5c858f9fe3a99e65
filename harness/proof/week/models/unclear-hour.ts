// Model of a studio's hour: times of its admitted requests, and of those without an answer.

const HOUR = 3_600_000;

export interface Decided {
  readonly isAdmitted: boolean;
  /** `r` of the RateLimit header. */
  readonly remaining: number;
}

export class UnclearHour {
  readonly #limit: number;
  #times: number[] = [];
  /** Requests without an answer: each was admitted, or never came. */
  #unclear: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Requests that would be admitted at this moment, if none is unclear. */
  free(now: number): number {
    this.#expire(now);
    return Math.max(0, this.#limit - this.#times.length - this.#unclear.length);
  }

  /**
   * Holds requests of one moment against the model, and notes them.
   * @returns a sentence for each contradiction
   */
  settle(now: number, decided: readonly Decided[], lost = 0): string[] {
    const at = this.#expire(now);
    const used = this.#times.length;
    const admitted = decided.filter(({ isAdmitted }) => isAdmitted);
    this.#times.push(...admitted.map(() => at));
    const faults = this.#unclear.length + lost > 0 ? this.#clear(admitted) : [];
    this.#unclear.push(...Array.from({ length: lost }, () => at));
    if (this.#unclear.length > 0 || faults.length > 0) return faults;
    const before = this.#times.length - admitted.length;
    const free = Math.max(0, this.#limit - before);
    if (admitted.length !== Math.min(decided.length, free)) {
      return [`${admitted.length} of ${decided.length} admitted with ${used} of ${this.#limit} used`];
    }
    const said = admitted.map(({ remaining }) => remaining).sort((a, b) => b - a);
    const expected = admitted.map((_, index) => free - 1 - index);
    return said.join() === expected.join() ? [] : [`remaining ${said.join()} and not ${expected.join()}`];
  }

  /** An answer tells the number of unclear requests that were admitted. */
  #clear(admitted: readonly Decided[]): string[] {
    if (admitted.length === 0) return [];
    const used = this.#limit - Math.min(...admitted.map(({ remaining }) => remaining));
    const came = used - this.#times.length;
    if (came < 0 || came > this.#unclear.length) {
      return [`${came} of ${this.#unclear.length} requests without an answer were admitted`];
    }
    this.#times = [...this.#times, ...this.#unclear.slice(0, came)].sort((a, b) => a - b);
    this.#unclear = [];
    return [];
  }

  #expire(now: number): number {
    // A clock that steps back moves no earlier request into the future.
    const at = Math.max(now, ...this.#times.slice(-1));
    const isWithin = (time: number) => time > at - HOUR;
    if (this.#times.length > 0 && !isWithin(this.#times[0] ?? at)) this.#times = this.#times.filter(isWithin);
    this.#unclear = this.#unclear.filter(isWithin);
    return at;
  }
}
