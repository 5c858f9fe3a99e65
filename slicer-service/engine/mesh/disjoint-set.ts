// Disjoint sets (union-find): sets are joined step by step, and every item can name its set at any time.

export class DisjointSet {
  #count: number;
  /** Each item points towards its set's representative, which points to itself. */
  readonly #parents: Int32Array;
  /** The size of the set, at its representative's index. */
  readonly #sizes: Int32Array;

  constructor(itemCount: number) {
    this.#count = itemCount;
    this.#parents = new Int32Array(itemCount);
    for (let item = 0; item < itemCount; item++) this.#parents[item] = item;
    this.#sizes = new Int32Array(itemCount).fill(1);
  }

  /** The number of sets. */
  get count(): number {
    return this.#count;
  }

  /** Joins the sets of both items. The larger set's representative stays; for equal sets, the first one's. */
  join(a: number, b: number): void {
    const setOfA = this.find(a);
    const setOfB = this.find(b);
    if (setOfA === setOfB) return;
    const sizes = this.#sizes;
    const bIsLarger = sizes[setOfA] < sizes[setOfB];
    const small = bIsLarger ? setOfA : setOfB;
    const large = bIsLarger ? setOfB : setOfA;
    this.#parents[small] = large;
    sizes[large] += sizes[small];
    this.#count--;
  }

  /** The item that represents the set of this one. */
  find(item: number): number {
    const parents = this.#parents;
    let at = item;
    for (let next = parents[at]; next !== at; next = parents[at]) {
      // Path halving: later searches from this item have half as far to go.
      parents[at] = parents[next];
      at = parents[at];
    }
    return at;
  }

  /** The number of each item's set, counted from 0 in the order of the sets' first items. */
  numbers(): Int32Array {
    const numbers = new Int32Array(this.#parents.length).fill(-1);
    let next = 0;
    for (let item = 0; item < numbers.length; item++) {
      const representative = this.find(item);
      if (numbers[representative] === -1) numbers[representative] = next++;
      numbers[item] = numbers[representative];
    }
    return numbers;
  }
}
