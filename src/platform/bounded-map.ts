// A map with room for so many entries: the one unused longest makes place for a new one.

export class BoundedMap<Key, Value> {
  /** In the order of their last use. */
  readonly #entries = new Map<Key, Value>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    const [longestUnused] = this.#entries.keys();
    if (this.#entries.size >= this.#maxEntries && longestUnused !== undefined) this.#entries.delete(longestUnused);
    this.#entries.set(key, value);
  }
}
