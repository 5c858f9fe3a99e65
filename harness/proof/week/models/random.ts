// Seeded randomness: the same seed makes the same week.

export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0 and below 1: mulberry32, a generator of 32 bits of state. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  one<Value>(values: readonly Value[]): Value {
    const chosen = values[Math.floor(this.next() * values.length)];
    if (chosen === undefined) throw new Error("there is nothing to choose from");
    return chosen;
  }

  /** One of the entries, by their weights. */
  weighted<Value>(entries: readonly (readonly [Value, number])[]): Value {
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of entries) {
      left -= weight;
      if (left < 0) return value;
    }
    return this.one(entries)[0];
  }

  /** A count from 1 on, each further one with the chance `goesOn`. */
  geometric(goesOn: number, most: number): number {
    let count = 1;
    while (count < most && this.chance(goesOn)) count++;
    return count;
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  logNormal(median: number, spread: number): number {
    const angle = 2 * Math.PI * this.next();
    return median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(angle));
  }

  /** A generator of its own for a part of the week: its course does not depend on the other parts. */
  branch(): SeededRandom {
    return new SeededRandom(Math.floor(this.next() * 2 ** 32));
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.whole(0, 15).toString(16)).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
