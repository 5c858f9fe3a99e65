// Durable Object that admits a studio's requests: key, plan, revocation and hour, decided in one place for all locations.
//
// There is one per studio. Its memory is gone after seconds of idling, so all it decides by is in its own storage. Whoever
// changes plan or keys in D1 tells it; what it was not told, D1 repairs in the background.

import { DurableObject } from "cloudflare:workers";
import { readStudioAccess, type StudioAccess } from "../db/access-queries.ts";
import { openDatabase } from "../db/database.ts";
import type { HourlyUse } from "../domain/hourly-use.ts";
import type { ApiKeyId, StudioId } from "../domain/ids.ts";
import { hourlyLimitOf, type Plan } from "../domain/plan.ts";
import type { Env } from "../env.ts";
import { primaryOf } from "../platform/d1.ts";
import { logError } from "../platform/error-log.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { KnownAccess } from "./known-access.ts";
import { LastUses } from "./last-uses.ts";
import { RecentAttempts } from "./recent-attempts.ts";
import { SlidingHour } from "./sliding-hour.ts";

export interface AdmissionRequest {
  readonly studioId: StudioId;
  /** SHA-256 of the key, hexadecimal. */
  readonly keyHash: string;
  /** Unique to the request, and the same when the call is made again after a fault: so it is counted once. */
  readonly attempt: string;
}

export type Admission =
  /** The key is not known and D1 cannot be read. */
  | { readonly outcome: "undecided" }
  | { readonly outcome: "key_unknown" }
  | { readonly outcome: "no_api_access" }
  | { readonly outcome: "key_revoked" }
  | ({ readonly outcome: "admitted" | "limit_reached"; readonly plan: Plan } & HourlyUse);

export interface StudioUse {
  /** Requests admitted in the 3,600 seconds before. */
  readonly usedThisHour: number;
  /** When each key that was ever used was last admitted: milliseconds since 1970. */
  readonly lastUsedAt: ReadonlyMap<ApiKeyId, number>;
}

/** A change that nobody could tell holds from the second request on that comes after this time. */
const REPAIRED_EVERY_MILLISECONDS = 60_000;

/** An unknown key may have been made a moment ago. Guesses must not become readings of D1, so that they share one. */
const LOOKED_UP_EVERY_MILLISECONDS = 5_000;

/** Far above what a reading takes: one that hangs must not hold those that wait for it. */
const MAX_READING_MILLISECONDS = 5_000;

export class StudioGate extends DurableObject<Env> {
  readonly #hour: SlidingHour;
  readonly #lastUses: LastUses;
  readonly #access: KnownAccess;
  readonly #attempts = new RecentAttempts<Admission>();
  /** The latest reading of D1, while it runs. */
  #reading: Promise<void> | undefined;
  #readingsBegun = 0;
  #latestStored = 0;
  #lookedUpAt = Number.NEGATIVE_INFINITY;
  #repairedAt: number;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#hour = new SlidingHour(state.storage.sql);
    this.#lastUses = new LastUses(state.storage.sql);
    this.#access = new KnownAccess(state.storage);
    this.#repairedAt = this.#access.readAt;
  }

  /** Decides on one request, in the order of specification 2, and counts it if it is admitted. */
  async admit({ studioId, keyHash, attempt }: AdmissionRequest): Promise<Admission> {
    try {
      if (this.#access.current?.keys.has(keyHash)) this.#repairIfDue(studioId);
      else await this.#lookUp(studioId);
    } catch (error) {
      logError({ studioId, failed: "access" }, error);
      return { outcome: "undecided" };
    }
    return this.#attempts.decideOnce(attempt, Date.now(), (now) => this.#decide(this.#access.current, keyHash, now));
  }

  /** What the studio's keys were used for. Asking is not counted. */
  use(): StudioUse {
    return { usedThisHour: this.#hour.used(Date.now()), lastUsedAt: this.#lastUses.all() };
  }

  /**
   * To be called after the studio's plan or keys changed in D1.
   *
   * @returns whether D1 could be read: only then does the change hold, and it does for every further request
   */
  async accessChanged(studioId: StudioId): Promise<boolean> {
    try {
      // A reading begun before may not know the change. Who tells of one repeats it, so this reading is not repeated here.
      await this.#read(studioId, this.env.DB);
      return true;
    } catch (error) {
      logError({ studioId, failed: "accessChanged" }, error);
      // There is something to repair.
      this.#repairedAt = Number.NEGATIVE_INFINITY;
      return false;
    }
  }

  /** Does not yield, so that concurrent requests cannot share a place. */
  #decide(access: StudioAccess | undefined, keyHash: string, now: number): Admission {
    const key = access?.keys.get(keyHash);
    if (access === undefined || key === undefined) return { outcome: "key_unknown" };
    const { plan } = access;
    const limit = hourlyLimitOf(plan);
    if (limit === null) return { outcome: "no_api_access" };
    if (key.isRevoked) return { outcome: "key_revoked" };
    const { admitted, remaining, secondsUntilFree } = this.#hour.admit(now, limit);
    if (admitted) this.#lastUses.note(key.id, now);
    return { outcome: admitted ? "admitted" : "limit_reached", plan, limit, remaining, secondsUntilFree };
  }

  #repairIfDue(studioId: StudioId): void {
    if (this.#reading !== undefined || Date.now() - this.#repairedAt < REPAIRED_EVERY_MILLISECONDS) return;
    this.#read(studioId, primaryOf(this.env.DB)).catch((error: unknown) => {
      // What is known still holds.
      logError({ studioId, failed: "repair" }, error);
    });
  }

  /** Reads D1 for a key that is not known, unless that was done a moment ago. */
  async #lookUp(studioId: StudioId): Promise<void> {
    if (Date.now() - this.#lookedUpAt < LOOKED_UP_EVERY_MILLISECONDS) {
      await this.#reading;
      return;
    }
    this.#lookedUpAt = Date.now();
    try {
      await this.#read(studioId, primaryOf(this.env.DB));
    } catch (error) {
      this.#lookedUpAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  #read(studioId: StudioId, database: D1Database): Promise<void> {
    const number = ++this.#readingsBegun;
    this.#repairedAt = Date.now();
    const reading = this.#readAndStore(studioId, database, number).finally(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    this.#reading = reading;
    // Others wait for it too: it does not end with the request that began it.
    this.ctx.waitUntil(reading.catch(() => {}));
    return reading;
  }

  async #readAndStore(studioId: StudioId, database: D1Database, number: number): Promise<void> {
    const readAt = Date.now();
    const access = await withTimeout(MAX_READING_MILLISECONDS, readStudioAccess(openDatabase(database), studioId));
    if (access === "too_late") throw new Error(`D1 did not answer within ${MAX_READING_MILLISECONDS} ms`);
    // One that began later and ended earlier knows more.
    if (number < this.#latestStored) return;
    this.#latestStored = number;
    this.#access.store(access, readAt);
  }
}
