// Dice: random numbers that a seed draws again.

/** Numbers that a seed draws, the same on every run. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to less than 1: a step of the generator Mulberry32. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, small and large ones alike: as likely between 10 and 100 as between 100 and 1,000. */
  size(least: number, most: number): number {
    return Math.round(least * (most / least) ** this.share());
  }

  oneOf<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** A whole number from 0 to less than `end`. */
  below(end: number): number {
    return Math.floor(this.share() * end);
  }

  /** The items in a random order. All orders are equally likely. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.flatMap(() => left.splice(this.below(left.length), 1));
  }

  /** Undefined if there is none. */
  anyOf<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }
}
