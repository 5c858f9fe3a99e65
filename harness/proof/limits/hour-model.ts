// The sliding hour in ten lines: a list of admitted times, for comparison with the gate.

const HOUR = 3_600_000;

export class HourModel {
  readonly #admittedAt: number[] = [];

  /** A clock that steps back stands still at the last admission. */
  ask(now: number, limit: number) {
    const within = this.within(now);
    const admitted = within.length < limit;
    const at = Math.max(now, this.#admittedAt.at(-1) ?? now);
    if (admitted) this.#admittedAt.push(at);
    if (admitted) within.push(at);
    const remaining = Math.max(0, limit - within.length);
    const freeAt = (within[Math.max(0, within.length - limit)] ?? at) + HOUR;
    return { admitted, remaining, secondsUntilFree: Math.ceil((freeAt - now) / 1000) };
  }

  /** The admissions that are less than an hour old. */
  within(now: number): number[] {
    const at = Math.max(now, this.#admittedAt.at(-1) ?? now);
    return this.#admittedAt.filter((time) => time > at - HOUR);
  }

  /** The moment at which a place becomes free under this limit. */
  freeAt(now: number, limit: number): number {
    const within = this.within(now);
    return (within[Math.max(0, within.length - limit)] ?? now - HOUR) + HOUR;
  }
}
