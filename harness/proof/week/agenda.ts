// Agenda of a simulated week: its entries, the earliest first.

export interface Entry {
  /** Milliseconds since 1970, in whole seconds. */
  readonly at: number;
  /** Entries of one studio happen one after the other. Undefined: of the system, alone. */
  readonly studioIndex: number | undefined;
  readonly run: () => Promise<void>;
}

export class Agenda {
  /** A binary heap by time, then by entry. */
  readonly #heap: (Entry & { readonly place: number })[] = [];
  #entered = 0;

  get size(): number {
    return this.#heap.length;
  }

  get next(): Entry | undefined {
    return this.#heap[0];
  }

  enter(entry: Entry): void {
    const heap = this.#heap;
    heap.push({ ...entry, at: Math.ceil(entry.at / 1000) * 1000, place: this.#entered++ });
    for (let at = heap.length - 1; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(at, above)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  take(): Entry | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && this.#isBefore(left, least)) least = left;
      if (right < heap.length && this.#isBefore(right, least)) least = right;
      if (least === at) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.place < b.place));
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return;
    this.#heap[one] = b;
    this.#heap[other] = a;
  }
}
