// What was refused a moment ago, by isolate: a bounded memory of names, each until its time.

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
    const until = this.#until.get(name);
    if (until === undefined) return false;
    if (Date.now() >= until) this.#until.delete(name);
    return Date.now() < until;
  }

  forget(name: Name): void {
    this.#until.delete(name);
  }
}
