// Virtual time of one request: each platform call takes its distance, and all other work takes none.
//
// A call is made at once and its answer held. The earliest held answer is let go when the request can do nothing more without it, and
// the time is then that answer's. So the time is the same on a busy machine as on an idle one.

import type { Binding, Distances, Waited } from "./distances.ts";

/** Turns of the event loop without an event, after which the request waits for nothing but held answers. */
const QUIET_TURNS = 6;

interface EndedCall {
  readonly binding: Binding;
  readonly begunAt: number;
  readonly endedAt: number;
}

export class VirtualClock {
  readonly #distances: Distances;
  readonly #ended: EndedCall[] = [];
  readonly #heldUntil: number[] = [];
  #now = 0;
  /** Calls without their real answer yet. */
  #running = 0;
  /** Counts calls and answers. */
  #events = 0;

  constructor(distances: Distances) {
    this.#distances = distances;
  }

  /** @param isInGate whether a call of the gate waits for this one: neither runs while this one is held */
  async call<Answer>(binding: Binding, make: () => Promise<Answer>, isInGate: boolean): Promise<Answer> {
    this.#event(1);
    try {
      return await make();
    } finally {
      this.#event(isInGate ? -2 : -1);
      const distance = this.#distances[binding];
      // The call's own way, after all that the called object waited for.
      const endedAt = this.#now + distance;
      await this.#holdUntil(endedAt);
      this.#ended.push({ binding, begunAt: endedAt - distance, endedAt });
      this.#event(isInGate ? 1 : 0);
    }
  }

  /** To be asked when the answer is there. */
  waited(): Waited {
    const hops: Binding[][] = [];
    for (let at = this.#now; at > 0; ) {
      const ended = this.#ended.filter(({ endedAt }) => endedAt === at);
      hops.unshift([...new Set(ended.map(({ binding }) => binding))].sort());
      at = Math.max(...ended.map(({ begunAt }) => begunAt));
    }
    return { time: this.#now, hops };
  }

  #event(running: number): void {
    this.#running += running;
    this.#events++;
  }

  async #holdUntil(time: number): Promise<void> {
    this.#heldUntil.push(time);
    let seen = this.#events;
    for (let quiet = 0; time > this.#now && (quiet < QUIET_TURNS || time > Math.min(...this.#heldUntil)); ) {
      await new Promise((end) => setTimeout(end));
      quiet = this.#running > 0 || seen !== this.#events ? 0 : quiet + 1;
      seen = this.#events;
    }
    this.#now = Math.max(this.#now, time);
    this.#heldUntil.splice(this.#heldUntil.indexOf(time), 1);
  }
}
