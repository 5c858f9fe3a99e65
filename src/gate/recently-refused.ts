// Recent refusals of this isolate: a bounded memory of names, each until its time.

const MAX_NAMES = 10_000;

export class RecentlyRefused<Name> {
  readonly #until = new Map<Name, number>();

  /** @param until milliseconds since 1970 */
  note(name: Name, until: number): void {
    const [longestKnown] = this.#until.keys();
    if (this.#until.size >= MAX_NAMES && longestKnown !== undefined) this.#until.delete(longestKnown);
    this.#until.set(name, until);
  }

  has(name: Name): boolean {
    return this.secondsLeft(name) > 0;
  }

  /** Whole seconds until the name's time; 0 if it was not refused. */
  secondsLeft(name: Name): number {
    const until = this.#until.get(name);
    if (until === undefined) return 0;
    const left = Math.ceil((until - Date.now()) / 1000);
    if (left <= 0) this.#until.delete(name);
    return Math.max(0, left);
  }

  forget(name: Name): void {
    this.#until.delete(name);
  }
}
