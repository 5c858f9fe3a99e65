// Seeded randomness of a week: dice with the distributions of shops.

import { Dice } from "../../../dice.ts";

export class SeededRandom extends Dice {
  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(share: number): boolean {
    return this.share() < share;
  }

  one<Value>(values: readonly Value[]): Value {
    const chosen = this.anyOf(values);
    if (chosen === undefined) throw new Error("there is nothing to choose from");
    return chosen;
  }

  /** One of the entries, by their weights. */
  weighted<Value>(entries: readonly (readonly [Value, number])[]): Value {
    let left = this.share() * entries.reduce((sum, [, weight]) => sum + weight, 0);
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
    return -mean * Math.log(1 - this.share());
  }

  logNormal(median: number, spread: number): number {
    const angle = 2 * Math.PI * this.share();
    return median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - this.share())) * Math.cos(angle));
  }

  /** A generator of its own for a part of the week: its course does not depend on the other parts. */
  branch(): SeededRandom {
    return new SeededRandom(this.below(2 ** 32));
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.whole(0, 15).toString(16)).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
