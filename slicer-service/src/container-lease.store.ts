// The lease that keeps a container awake: one moment in its object's storage, which every request moves on.
//
// A count of open requests would be wrong after an eviction, and too high for ever after an aborted call. A lease ends by
// itself.

/** The end of the lease, in milliseconds since 1970. */
const ENDS_AT = "leaseEndsAt";
/** The time of the first request to end, in milliseconds since 1970. */
const SHUTDOWN_SINCE = "shutdownSince";

export class ContainerLease {
  readonly #storage: SyncKvStorage;
  readonly #writeEveryMilliseconds: number;
  #storedEndsAt: number;
  #endsAt: number;

  /** @param writeEveryMilliseconds the least extension worth storing: a write for each poll costs too much */
  constructor(storage: DurableObjectStorage, writeEveryMilliseconds: number) {
    this.#storage = storage.kv;
    this.#writeEveryMilliseconds = writeEveryMilliseconds;
    this.#storedEndsAt = this.#storage.get<number>(ENDS_AT) ?? 0;
    this.#endsAt = this.#storedEndsAt;
  }

  /** The moment until which the container stays awake, in milliseconds since 1970. */
  get endsAt(): number {
    return this.#endsAt;
  }

  /** Moves the end to `moment`, in milliseconds since 1970, unless it is later already. */
  extendTo(moment: number): void {
    if (moment <= this.#endsAt) return;
    this.#endsAt = moment;
    if (moment - this.#storedEndsAt < this.#writeEveryMilliseconds) return;
    this.#storedEndsAt = moment;
    this.#storage.put(ENDS_AT, moment);
  }

  /** Moves the end back to `moment`, in milliseconds since 1970, even if it is later. */
  endAt(moment: number): void {
    this.#endsAt = moment;
    this.#storedEndsAt = moment;
    this.#storage.put(ENDS_AT, moment);
  }

  /** The time of the first request to end since the container's start; undefined if there was none. */
  get shutdownSince(): number | undefined {
    return this.#storage.get<number>(SHUTDOWN_SINCE);
  }

  beginShutdown(moment: number): void {
    if (this.shutdownSince === undefined) this.#storage.put(SHUTDOWN_SINCE, moment);
  }

  /** To be called for a newly started container. */
  forgetShutdown(): void {
    this.#storage.delete(SHUTDOWN_SINCE);
  }
}
