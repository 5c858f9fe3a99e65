// Durable Object that holds visitors of an order page to a day's uploads, slices and orders, exactly, for all locations.
//
// There is one per studio and network, and one per studio for all of them. What it decides by is in its storage, for its memory is
// gone after seconds of idling. It has at most one row for each place of its allowances.

import { DurableObject } from "cloudflare:workers";
import { type Allowance, DAILY_ALLOWANCES, type DayOf } from "../domain/visitor-day.ts";
import type { Env } from "../env.ts";

const DAY_MILLISECONDS = 86_400_000;

export type Taken =
  /** `fresh` are those that had not been taken within the day before. */
  | { readonly outcome: "taken"; readonly fresh: readonly string[] }
  /** Nothing was taken. */
  | { readonly outcome: "used_up"; readonly secondsUntilFree: number };

export class VisitorDay extends DurableObject<Env> {
  readonly #storage: DurableObjectStorage;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#storage = state.storage;
    this.#createTable();
  }

  /**
   * Takes all that is named, or nothing. What was taken within the last day is not taken again. It decides without yielding, so
   * that concurrent requests cannot share a place.
   *
   * @param names unique to what is taken: of an upload a UUID, so that asking again after a fault takes no second place. They are
   *   stored, so nobody outside chooses them at any length
   */
  async take(dayOf: DayOf, allowance: Allowance, names: readonly string[]): Promise<Taken> {
    const now = Date.now();
    this.#forgetBefore(now);
    const fresh = [...new Set(names)].filter((name) => !this.#isTaken(allowance, name));
    const missing = this.#used(allowance) + fresh.length - DAILY_ALLOWANCES[dayOf][allowance];
    // Of what is known already nothing is missing, though the allowance became smaller.
    if (fresh.length > 0 && missing > 0) {
      const freeAt = this.#takenAt(allowance, missing) + DAY_MILLISECONDS;
      return { outcome: "used_up", secondsUntilFree: Math.max(1, Math.ceil((freeAt - now) / 1000)) };
    }
    for (const name of fresh) {
      this.#storage.sql.exec("INSERT INTO taken (kind, name, at) VALUES (?, ?, ?)", allowance, name, now);
    }
    if (fresh.length > 0) await this.#wakeAfter(now);
    return { outcome: "taken", fresh };
  }

  /** Gives back what was taken for a request that was then refused. */
  giveBack(allowance: Allowance, names: readonly string[]): void {
    for (const name of names) this.#storage.sql.exec("DELETE FROM taken WHERE kind = ? AND name = ?", allowance, name);
  }

  /** An object without storage ceases to exist: where nothing counts any more, all of it goes. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    this.#forgetBefore(now);
    const [{ latest } = { latest: null }] = this.#storage.sql
      .exec<{ latest: number | null }>("SELECT max(at) AS latest FROM taken")
      .toArray();
    // Something was taken while the alarm was on its way.
    if (latest !== null) return this.#wakeAfter(latest);
    await this.#storage.deleteAll();
    // It may be asked again before it leaves memory.
    this.#createTable();
  }

  #createTable(): void {
    this.#storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS taken (kind TEXT, name TEXT, at INTEGER, PRIMARY KEY (kind, name)) WITHOUT ROWID",
    );
  }

  #wakeAfter(moment: number): Promise<void> {
    return this.#storage.setAlarm(moment + DAY_MILLISECONDS);
  }

  #forgetBefore(now: number): void {
    this.#storage.sql.exec("DELETE FROM taken WHERE at <= ?", now - DAY_MILLISECONDS);
  }

  #isTaken(allowance: Allowance, name: string): boolean {
    return (
      this.#storage.sql.exec("SELECT 1 FROM taken WHERE kind = ? AND name = ?", allowance, name).toArray().length > 0
    );
  }

  #used(allowance: Allowance): number {
    return this.#storage.sql
      .exec<{ used: number }>("SELECT count(*) AS used FROM taken WHERE kind = ?", allowance)
      .one().used;
  }

  /** When the `count`-th oldest was taken: once it is a day old, so many places are free again. */
  #takenAt(allowance: Allowance, count: number): number {
    const [row] = this.#storage.sql
      .exec<{ at: number }>("SELECT at FROM taken WHERE kind = ? ORDER BY at LIMIT 1 OFFSET ?", allowance, count - 1)
      .toArray();
    // More was asked for at once than a whole day allows.
    return row?.at ?? Date.now();
  }
}
