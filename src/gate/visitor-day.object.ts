// Durable Object that holds visitors to a day's uploads, slices, orders and requests, exactly, for all locations.
//
// There is one per studio and block of addresses, which counts the block's sites and subnets too, and one per studio for all of its
// visitors. Places are stored, for an idle object loses its memory after seconds; there is at most one row for each place of the
// allowances. An object without rows stores nothing, so the platform drops it.

import { DurableObject } from "cloudflare:workers";
import { type Allowance, DAILY_ALLOWANCES, type DayOf, type Networks } from "../domain/visitor.ts";
import type { Env } from "../env.ts";

const DAY_MILLISECONDS = 86_400_000;

export type Taken =
  /** `fresh` names had not been taken within the day before. */
  | { readonly outcome: "taken"; readonly fresh: readonly string[] }
  /** Nothing was taken: the day of one of the networks, or of the whole studio, has too few places left. */
  | { readonly outcome: "used_up"; readonly dayOf: DayOf; readonly secondsUntilFree: number };

/** The object's places that one day counts: those of a subnet, of a site, or, if both are null, all. */
interface Day {
  readonly dayOf: DayOf;
  readonly subnet: string | null;
  readonly site: string | null;
}

const OF_DAY = "kind = ? AND at > ? AND subnet IS coalesce(?, subnet) AND site IS coalesce(?, site)";

export class VisitorDay extends DurableObject<Env> {
  readonly #storage: DurableObjectStorage;
  /** The time of the latest place, once it was read. */
  #latest: number | null = null;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#storage = state.storage;
  }

  /**
   * Takes all the names, or none. A name that was taken within the last day is not taken again. It decides without yielding, so
   * that concurrent requests cannot share a place.
   *
   * @param from the visitor's networks, all in the object's block; "studio" for the count of the studio's own object
   * @param names unique to each upload, slice, order or request: a repetition after a fault takes no second place. They are
   *   stored, so a visitor must not choose their length
   */
  async take(from: Networks | "studio", allowance: Allowance, names: readonly string[]): Promise<Taken> {
    const now = Date.now();
    const isEmpty = !this.#hasTable();
    // A clock that steps back stands still: a place must not become free before its day has passed.
    const at = Math.max(now, (isEmpty ? null : this.#latestPlace()) ?? now);
    const since = at - DAY_MILLISECONDS;
    const fresh = [...new Set(names)].filter((name) => isEmpty || !this.#isTaken(allowance, since, name));
    // Names taken before need no place, even if the allowance became smaller.
    if (fresh.length === 0) return { outcome: "taken", fresh };
    for (const day of daysOf(from)) {
      const used = isEmpty ? 0 : this.#used(allowance, since, day);
      const missing = used + fresh.length - DAILY_ALLOWANCES[day.dayOf][allowance];
      if (missing <= 0) continue;
      // A request for more places than a whole day allows never fits.
      const freeAt = (missing > used ? now : this.#takenAt(allowance, since, day, missing)) + DAY_MILLISECONDS;
      const secondsUntilFree = Math.max(1, Math.ceil((freeAt - now) / 1000));
      return { outcome: "used_up", dayOf: day.dayOf, secondsUntilFree };
    }
    if (isEmpty) this.#createTable();
    // Only now: a clock that was wrong at a refusal must not forget places of the right one.
    else this.#storage.sql.exec("DELETE FROM places WHERE at <= ?", since);
    const { subnet = null, site = null } = from === "studio" ? {} : from;
    for (const name of fresh) {
      const places = "INSERT INTO places (kind, name, at, subnet, site) VALUES (?, ?, ?, ?, ?)";
      this.#storage.sql.exec(places, allowance, name, at, subnet, site);
    }
    this.#latest = at;
    await this.#wakeAfter(at);
    return { outcome: "taken", fresh };
  }

  /** Gives the names of a refused request back. */
  giveBack(allowance: Allowance, names: readonly string[]): void {
    if (!this.#hasTable()) return;
    this.#latest = null;
    for (const name of names) this.#storage.sql.exec("DELETE FROM places WHERE kind = ? AND name = ?", allowance, name);
  }

  /** Deletes expired places. An object without storage ceases to exist. */
  override async alarm(): Promise<void> {
    const latest = this.#hasTable() ? this.#latestPlace() : null;
    // A place was taken while the alarm was on its way.
    if (latest !== null && latest > Date.now() - DAY_MILLISECONDS) return this.#wakeAfter(latest);
    this.#latest = null;
    await this.#storage.deleteAll();
  }

  #hasTable(): boolean {
    return this.#storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'places'").toArray().length > 0;
  }

  #createTable(): void {
    this.#storage.sql.exec(
      "CREATE TABLE places (kind TEXT, name TEXT, at INTEGER, subnet TEXT, site TEXT, PRIMARY KEY (kind, name)) WITHOUT ROWID",
    );
  }

  #wakeAfter(moment: number): Promise<void> {
    return this.#storage.setAlarm(moment + DAY_MILLISECONDS);
  }

  #latestPlace(): number | null {
    this.#latest ??= this.#storage.sql.exec<{ at: number | null }>("SELECT max(at) AS at FROM places").one().at;
    return this.#latest;
  }

  #isTaken(allowance: Allowance, since: number, name: string): boolean {
    const place = "SELECT 1 FROM places WHERE kind = ? AND name = ? AND at > ?";
    return this.#storage.sql.exec(place, allowance, name, since).toArray().length > 0;
  }

  #used(allowance: Allowance, since: number, { subnet, site }: Day): number {
    const places = `SELECT count(*) AS used FROM places WHERE ${OF_DAY}`;
    return this.#storage.sql.exec<{ used: number }>(places, allowance, since, subnet, site).one().used;
  }

  /** The time of the `count`-th oldest place: once it is a day old, that many places are free again. */
  #takenAt(allowance: Allowance, since: number, { subnet, site }: Day, count: number): number {
    const places = `SELECT at FROM places WHERE ${OF_DAY} ORDER BY at LIMIT 1 OFFSET ?`;
    return this.#storage.sql.exec<{ at: number }>(places, allowance, since, subnet, site, count - 1).one().at;
  }
}

/** Narrowest first: a subnet's refusal must not affect its neighbours. */
function daysOf(from: Networks | "studio"): Day[] {
  if (from === "studio") return [{ dayOf: "studio", subnet: null, site: null }];
  const { subnet, site } = from;
  return [
    { dayOf: "subnet", subnet, site: null },
    ...(site === undefined ? [] : [{ dayOf: "site", subnet: null, site } as const]),
    { dayOf: "block", subnet: null, site: null },
  ];
}
