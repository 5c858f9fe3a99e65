// Restart limit: tells a crash that a restart mends from a process that cannot live.

const MAX_RESTARTS = 5;
const WINDOW_MILLISECONDS = 60_000;

export class RestartLimit {
  #restarts: number[] = [];

  /** Counts one restart more. False if it is the sixth within a minute: another would not help. */
  allow(): boolean {
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < WINDOW_MILLISECONDS), now];
    return this.#restarts.length <= MAX_RESTARTS;
  }
}
