// Upload memory: what all uploads of an isolate together may hold, so that none of them ends it.
//
// An isolate has 128 MB for everything. An upload reserves what it may need before its body is read; where there is no room it
// waits its turn, and is refused after a while. Module-level on purpose: the limit is the isolate's.

import { Overloaded } from "../domain/errors.ts";

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 64 * MEBIBYTE;
const MAX_WAIT_MILLISECONDS = 10_000;
/** The platform may end a request without running its `finally`: a reservation that nobody renews for so long is over. */
const EXPIRES_AFTER_MILLISECONDS = 120_000;

export class UploadMemory {
  readonly #maxBytes: number;
  readonly #maxWaitMilliseconds: number;
  readonly #reservations = new Set<Reservation>();
  /** In the order in which they came. */
  readonly #waiting: { readonly bytes: number; readonly begin: (reservation: Reservation) => void }[] = [];

  constructor(maxBytes = MAX_BYTES, maxWaitMilliseconds = MAX_WAIT_MILLISECONDS) {
    this.#maxBytes = maxBytes;
    this.#maxWaitMilliseconds = maxWaitMilliseconds;
  }

  /** @throws Overloaded where no room became free in time */
  async reserve(bytes: number): Promise<Reservation> {
    if (this.#waiting.length === 0 && this.#hasRoomFor(bytes)) return this.#add(bytes);
    const { promise, resolve, reject } = Promise.withResolvers<Reservation>();
    const turn = { bytes, begin: resolve };
    this.#waiting.push(turn);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(turn), 1);
      reject(new Overloaded());
    }, this.#maxWaitMilliseconds);
    const reservation = await promise;
    clearTimeout(timer);
    return reservation;
  }

  #add(bytes: number): Reservation {
    const reservation = new Reservation(bytes, () => this.#admitWaiting());
    this.#reservations.add(reservation);
    return reservation;
  }

  #admitWaiting(): void {
    for (let [next] = this.#waiting; next !== undefined && this.#hasRoomFor(next.bytes); [next] = this.#waiting) {
      this.#waiting.shift();
      // Reserved here and not by the one that waited, which goes on later: others must see it at once.
      next.begin(this.#add(next.bytes));
    }
  }

  #hasRoomFor(bytes: number): boolean {
    let reserved = 0;
    for (const reservation of this.#reservations) {
      if (reservation.isOver(Date.now() - EXPIRES_AFTER_MILLISECONDS)) this.#reservations.delete(reservation);
      else reserved += reservation.bytes;
    }
    return reserved === 0 || reserved + bytes <= this.#maxBytes;
  }
}

export class Reservation {
  readonly #freed: () => void;
  #bytes: number;
  #renewedAt = Date.now();

  constructor(bytes: number, freed: () => void) {
    this.#bytes = bytes;
    this.#freed = freed;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** To be called while the upload goes on. */
  renew(): void {
    this.#renewedAt = Date.now();
  }

  shrinkTo(bytes: number): void {
    this.#bytes = Math.min(this.#bytes, bytes);
    this.#freed();
  }

  isOver(renewedBefore: number): boolean {
    return this.#bytes === 0 || this.#renewedAt < renewedBefore;
  }
}

export const uploadMemory = new UploadMemory();
