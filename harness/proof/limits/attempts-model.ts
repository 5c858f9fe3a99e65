// Counted attempts in ten lines: a count and its beginning for each network and account.

export interface ModelCounter {
  readonly key: string;
  readonly most: number;
  readonly period: number;
}

export class AttemptsModel {
  readonly #counts = new Map<string, { readonly attempts: number; readonly since: number }>();

  /** From the narrowest network to the account: the first that has too many refuses. Seconds left; null: admitted. */
  attempt(now: number, counters: readonly ModelCounter[]): number | null {
    for (const { key, most, period } of counters) {
      const before = this.#counts.get(key);
      const isNew = before === undefined || before.since <= now - period;
      const counted = isNew ? { attempts: 1, since: now } : { ...before, attempts: before.attempts + 1 };
      this.#counts.set(key, counted);
      if (counted.attempts > most) return Math.max(1, Math.ceil((counted.since + period - now) / 1000));
    }
    return null;
  }

  forget(beginning: string): void {
    for (const key of this.#counts.keys()) if (key.startsWith(beginning)) this.#counts.delete(key);
  }

  /** The latest end of a count. */
  endsAt(now: number, period: number): number {
    return Math.max(now, ...[...this.#counts.values()].map(({ since }) => since + period));
  }
}
