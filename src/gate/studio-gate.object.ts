// Durable Object that admits a studio's requests: key, plan, end, permission and hour, decided in one place for all locations.
//
// There is one per studio. An idle object loses its memory after seconds, so its decisions rest on its own storage. Changes of plan
// or keys in D1 are reported to it; it finds unreported changes by reading D1 in the background.

import { DurableObject } from "cloudflare:workers";
import { type KnownKey, readStudioAccess, type StudioAccess } from "../db/access-queries.ts";
import { openDatabase } from "../db/database.ts";
import { isKeyEnded } from "../domain/api-key.ts";
import type { ApiKeyId, StudioId } from "../domain/ids.ts";
import { type HourlyUse, hourlyLimitOf, type Plan } from "../domain/plan.ts";
import type { Env } from "../env.ts";
import type { RequestKey } from "../http/context.ts";
import type { OpenTo } from "../http/permitted-operations.ts";
import { primaryOf } from "../platform/d1.ts";
import { logError } from "../platform/error-log.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { KnownAccess } from "./known-access.ts";
import { LastUses } from "./last-uses.ts";
import { isRecent } from "./recent.ts";
import { RecentAttempts } from "./recent-attempts.ts";
import { SlidingHour } from "./sliding-hour.ts";

export interface AdmissionRequest {
  readonly studioId: StudioId;
  /** SHA-256 of the key, hexadecimal. */
  readonly keyHash: string;
  /** Unique to the request, and the same if the call is repeated after a fault, so that the request counts once. */
  readonly attempt: string;
  /** The keys to which the request's operation is open. A Worker of the version before names none. */
  readonly openTo?: OpenTo;
}

export type Admission =
  /** The key is not known and D1 cannot be read. */
  | { readonly outcome: "undecided" }
  | { readonly outcome: "key_unknown" }
  | { readonly outcome: "no_api_access" | "key_revoked" | "key_expired" | "key_restricted"; readonly key: RequestKey }
  | ({ readonly outcome: "admitted" | "limit_reached"; readonly plan: Plan; readonly key: RequestKey } & HourlyUse);

export interface StudioUse {
  /** Requests admitted in the 3,600 seconds before. */
  readonly usedThisHour: number;
  /** The last admission of each key that was ever used: milliseconds since 1970. */
  readonly lastUsedAt: ReadonlyMap<ApiKeyId, number>;
}

/** An unreported change holds from the second request on that comes after this time. */
const REPAIRED_EVERY_MILLISECONDS = 60_000;

/** An unknown key may be seconds old, so D1 is asked; all guesses of this time share one reading. */
const LOOKED_UP_EVERY_MILLISECONDS = 5_000;

/** Far above the time of a reading: one that hangs must not hold up the requests that wait for it. */
const MAX_READING_MILLISECONDS = 5_000;

export class StudioGate extends DurableObject<Env> {
  readonly #hour: SlidingHour;
  readonly #lastUses: LastUses;
  readonly #access: KnownAccess;
  readonly #attempts = new RecentAttempts<Admission>();
  /** The reading of D1 in progress. */
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
  async admit(request: AdmissionRequest): Promise<Admission> {
    const { studioId, keyHash, attempt } = request;
    try {
      if (this.#access.current?.keys.has(keyHash)) this.#repairIfDue(studioId);
      else await this.#lookUp(studioId);
    } catch (error) {
      logError({ studioId, failed: "access" }, error);
      return { outcome: "undecided" };
    }
    return this.#attempts.decideOnce(attempt, Date.now(), (now) => this.#decide(this.#access.current, request, now));
  }

  /** The use of the studio's keys. Asking is not counted. */
  use(): StudioUse {
    return { usedThisHour: this.#hour.used(Date.now()), lastUsedAt: this.#lastUses.all() };
  }

  /**
   * To be called after the studio's plan or keys changed in D1.
   *
   * @returns whether D1 could be read: if so, the change holds for every further request
   */
  async accessChanged(studioId: StudioId): Promise<boolean> {
    try {
      // A reading begun earlier may miss the change. The caller repeats a failed report, so the reading is not repeated here.
      await this.#read(studioId, this.env.DB);
      return true;
    } catch (error) {
      logError({ studioId, failed: "accessChanged" }, error);
      // The next request reads D1 again.
      this.#repairedAt = Number.NEGATIVE_INFINITY;
      return false;
    }
  }

  /** Does not yield, so that concurrent requests cannot share a place. */
  #decide(access: StudioAccess | undefined, request: AdmissionRequest, now: number): Admission {
    const { keyHash, openTo } = request;
    const key = access?.keys.get(keyHash);
    if (access === undefined || key === undefined) return { outcome: "key_unknown" };
    const { plan } = access;
    const limit = hourlyLimitOf(plan);
    const { id, kind, permission, expiresAt } = key;
    const asked: RequestKey = { id, kind, permission, expiresAt };
    if (limit === null) return { outcome: "no_api_access", key: asked };
    const refusal = refusalOf(key, openTo, now);
    if (refusal !== undefined) return { outcome: refusal, key: asked };
    const { admitted, remaining, secondsUntilFree } = this.#hour.admit(now, limit);
    if (admitted) this.#lastUses.note(id, now);
    const decision = { plan, key: asked, limit, remaining, secondsUntilFree };
    return { outcome: admitted ? "admitted" : "limit_reached", ...decision };
  }

  #repairIfDue(studioId: StudioId): void {
    if (this.#reading !== undefined || isRecent(this.#repairedAt, Date.now(), REPAIRED_EVERY_MILLISECONDS)) return;
    this.#read(studioId, primaryOf(this.env.DB)).catch((error: unknown) => {
      // The known plan and keys still hold.
      logError({ studioId, failed: "repair" }, error);
    });
  }

  /** Reads D1 for an unknown key, unless it was read a moment ago. */
  async #lookUp(studioId: StudioId): Promise<void> {
    if (isRecent(this.#lookedUpAt, Date.now(), LOOKED_UP_EVERY_MILLISECONDS)) {
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
    // Other requests wait for the reading too: it must not end with the request that began it.
    this.ctx.waitUntil(reading.catch(() => {}));
    return reading;
  }

  async #readAndStore(studioId: StudioId, database: D1Database, number: number): Promise<void> {
    const readAt = Date.now();
    const access = await withTimeout(MAX_READING_MILLISECONDS, readStudioAccess(openDatabase(database), studioId));
    if (access === "too_late") throw new Error(`D1 did not answer within ${MAX_READING_MILLISECONDS} ms`);
    // A reading that began later and ended earlier is newer.
    if (number < this.#latestStored) return;
    this.#latestStored = number;
    this.#access.store(access, readAt);
  }
}

/** The refusal of a key by its own limits; undefined if they admit it. An end needs no message: the clock tells it. */
function refusalOf({ kind, permission, expiresAt, isRevoked }: KnownKey, openTo: OpenTo | undefined, now: number) {
  if (isRevoked) return "key_revoked";
  const isEnded = isKeyEnded(expiresAt, now);
  if (openTo === undefined) {
    // A Worker of the version before has no sandbox, and admits at every outcome that it does not know.
    return isEnded || permission !== "all" || kind !== "live" ? "key_revoked" : undefined;
  }
  if (isEnded) return "key_expired";
  return openTo.permissions.includes(permission) && openTo.kinds.includes(kind) ? undefined : "key_restricted";
}
