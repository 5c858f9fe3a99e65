// Upload memory: bounds the memory of all uploads of an isolate, so that none of them ends it.
//
// An isolate has 128 MB for everything. An upload reserves its maximum before its body is read; without room it waits its turn, and
// is refused after a while. A studio has half of it at most, so that none keeps the others out.
//
// The platform may end a request without running its pending timers and `finally`. So the next upload removes the remains of such a
// request: turns past their end, and reservations that were not renewed.

import { Overloaded } from "../domain/errors.ts";
import type { StudioId } from "../domain/ids.ts";

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 64 * MEBIBYTE;
const SMALL_BYTES = MEBIBYTE / 2;
const MAX_WAIT_MILLISECONDS = 10_000;
const EXPIRES_AFTER_MILLISECONDS = 120_000;

interface Turn {
  readonly studioId: StudioId;
  readonly bytes: number;
  readonly endsAt: number;
  readonly begin: (reservation: Reservation) => void;
}

export class UploadMemory {
  readonly #maxBytes: number;
  readonly #maxWaitMilliseconds: number;
  readonly #reservations = new Set<Reservation>();
  /** In the order of arrival. */
  #waiting: Turn[] = [];

  constructor(maxBytes = MAX_BYTES, maxWaitMilliseconds = MAX_WAIT_MILLISECONDS) {
    this.#maxBytes = maxBytes;
    this.#maxWaitMilliseconds = maxWaitMilliseconds;
  }

  /** @throws Overloaded if no room became free in time */
  async reserve(studioId: StudioId, bytes: number): Promise<Reservation> {
    const { promise, resolve, reject } = Promise.withResolvers<Reservation>();
    const endsAt = Date.now() + this.#maxWaitMilliseconds;
    const turn = { studioId, bytes, endsAt, begin: resolve };
    this.#waiting.push(turn);
    this.#admitWaiting();
    if (!this.#waiting.includes(turn)) return promise;
    // Refused at its end, after a last check for abandoned reservations.
    const timer = setTimeout(() => {
      this.#admitWaiting();
      reject(new Overloaded());
    }, this.#maxWaitMilliseconds);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reserves on behalf of the waiting: a reservation of theirs on resuming would come too late for others to see. */
  #admitWaiting(): void {
    if (this.#waiting.length === 0) return;
    const now = Date.now();
    for (const reservation of this.#reservations) {
      if (reservation.isOver(now - EXPIRES_AFTER_MILLISECONDS)) this.#reservations.delete(reservation);
    }
    const waiting: Turn[] = [];
    for (const turn of this.#waiting) {
      const { studioId, bytes, endsAt, begin } = turn;
      if (now > endsAt) continue;
      // An upload without room holds up those behind it, or a large one would wait for ever, unless its studio has used its half.
      // Small uploads pass.
      const isItsTurn = bytes <= SMALL_BYTES || waiting.every((before) => this.#isOverShare(before));
      if (isItsTurn && this.#hasRoomFor(bytes) && !this.#isOverShare(turn)) {
        const reservation = new Reservation(studioId, bytes, () => this.#admitWaiting());
        this.#reservations.add(reservation);
        begin(reservation);
      } else {
        waiting.push(turn);
      }
    }
    this.#waiting = waiting;
  }

  #hasRoomFor(bytes: number): boolean {
    const reserved = this.#reservedBy(() => true);
    return reserved === 0 || reserved + bytes <= this.#maxBytes;
  }

  #isOverShare({ studioId, bytes }: Pick<Turn, "studioId" | "bytes">): boolean {
    const own = this.#reservedBy((reservation) => reservation.studioId === studioId);
    return own > 0 && own + bytes > this.#maxBytes / 2;
  }

  #reservedBy(counts: (reservation: Reservation) => boolean): number {
    return [...this.#reservations].filter(counts).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

export class Reservation {
  readonly studioId: StudioId;
  readonly #freed: () => void;
  #bytes: number;
  #renewedAt = Date.now();

  constructor(studioId: StudioId, bytes: number, freed: () => void) {
    this.studioId = studioId;
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
