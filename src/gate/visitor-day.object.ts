// Durable Object that holds a visitor of an order page to a day's uploads and slices, exactly, for all locations.
//
// There is one per studio and network. What it decides by is in its storage, for its memory is gone after seconds of idling.

import { DurableObject } from "cloudflare:workers";
import type { Env } from "../env.ts";

const DAY_MILLISECONDS = 86_400_000;

/** What a visitor has a day's allowance of. A slice is named by its model and quality, and counts once however often it is asked for. */
export const DAILY_ALLOWANCES = { upload: 200, slice: 400, order: 30 } as const;
export type Allowance = keyof typeof DAILY_ALLOWANCES;

export type Taken =
  | { readonly outcome: "taken" }
  /** Nothing was taken. */
  | { readonly outcome: "used_up"; readonly secondsUntilFree: number };

export class VisitorDay extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#sql = state.storage.sql;
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS taken (kind TEXT, name TEXT, at INTEGER, PRIMARY KEY (kind, name)) WITHOUT ROWID",
    );
  }

  /**
   * Takes all that is named, or nothing. What was taken within the last day is not taken again. It does not yield, so that
   * concurrent requests cannot share a place.
   *
   * @param names unique to what is taken: a UUID for each upload, model and quality for a slice
   */
  take(kind: Allowance, names: readonly string[]): Taken {
    const now = Date.now();
    this.#sql.exec("DELETE FROM taken WHERE at <= ?", now - DAY_MILLISECONDS);
    const known = new Set(
      this.#sql
        .exec<{ name: string }>("SELECT name FROM taken WHERE kind = ?", kind)
        .toArray()
        .map(({ name }) => name),
    );
    const fresh = [...new Set(names)].filter((name) => !known.has(name));
    if (known.size + fresh.length > DAILY_ALLOWANCES[kind]) {
      const [oldest] = this.#sql
        .exec<{ at: number | null }>("SELECT min(at) AS at FROM taken WHERE kind = ?", kind)
        .toArray();
      const freeAt = (oldest?.at ?? now) + DAY_MILLISECONDS;
      return { outcome: "used_up", secondsUntilFree: Math.max(1, Math.ceil((freeAt - now) / 1000)) };
    }
    for (const name of fresh) this.#sql.exec("INSERT INTO taken (kind, name, at) VALUES (?, ?, ?)", kind, name, now);
    if (fresh.length > 0) this.ctx.waitUntil(this.ctx.storage.setAlarm(now + DAY_MILLISECONDS + 1000));
    return { outcome: "taken" };
  }

  /** A day after the last use nothing counts any more: an object without storage ceases to exist. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
