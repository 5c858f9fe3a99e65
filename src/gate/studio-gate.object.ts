// Durable Object that admits a studio's requests: plan, revocation and hour, decided in one place for all locations.
//
// There is one per studio. Its memory is gone after seconds of idling: the hour is in its storage, the rest is read
// again from D1.

import { DurableObject } from "cloudflare:workers";
import { readStudioAccess, type StudioAccess } from "../db/access-queries.ts";
import { openDatabase } from "../db/database.ts";
import type { HourlyUse } from "../domain/hourly-use.ts";
import type { ApiKeyId, StudioId } from "../domain/ids.ts";
import { hourlyLimitOf, type Plan } from "../domain/plan.ts";
import type { Env } from "../env.ts";
import { LastUses } from "./last-uses.ts";
import { SlidingHour } from "./sliding-hour.ts";

export type Admission =
  | { readonly outcome: "no_api_access" }
  | { readonly outcome: "key_revoked" }
  | ({ readonly outcome: "admitted" | "limit_reached"; readonly plan: Plan } & HourlyUse);

export interface StudioUse {
  /** Requests admitted in the 3,600 seconds before. */
  readonly usedThisHour: number;
  /** When each key that was ever used was last admitted: milliseconds since 1970. */
  readonly lastUsedAt: ReadonlyMap<ApiKeyId, number>;
}

/** A change of plan or keys is told to the object at once; should that call fail, it takes effect after this time. */
const ACCESS_KNOWN_FOR_MILLISECONDS = 60_000;

interface KnownAccess {
  readonly value: StudioAccess;
  readonly readAt: number;
}

export class StudioGate extends DurableObject<Env> {
  readonly #hour: SlidingHour;
  readonly #lastUses: LastUses;
  #access: KnownAccess | undefined;
  #reading: Promise<KnownAccess> | undefined;
  /** Counts the changes told, so that a read begun before a change is not cached after it. */
  #changes = 0;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#hour = new SlidingHour(state.storage.sql);
    this.#lastUses = new LastUses(state.storage.sql);
  }

  /** Decides on one request, in the order that the wire decisions give, and counts it if it is admitted. */
  async admit(studioId: StudioId, keyId: ApiKeyId): Promise<Admission> {
    const { plan, revokedKeys } = await this.#knownAccess(studioId);
    const limit = hourlyLimitOf(plan);
    if (limit === null) return { outcome: "no_api_access" };
    if (revokedKeys.has(keyId)) return { outcome: "key_revoked" };
    const now = Date.now();
    const { admitted, remaining, secondsUntilFree } = this.#hour.admit(now, limit);
    if (admitted) this.#lastUses.note(keyId, now);
    return { outcome: admitted ? "admitted" : "limit_reached", plan, limit, remaining, secondsUntilFree };
  }

  /** What the studio's keys were used for. Asking is not counted. */
  use(): StudioUse {
    return { usedThisHour: this.#hour.used(Date.now()), lastUsedAt: this.#lastUses.all() };
  }

  /** To be called after the studio's plan or keys changed in D1: once it returns, the change holds for every request. */
  accessChanged(): void {
    this.#changes++;
    this.#access = undefined;
    this.#reading = undefined;
  }

  async #knownAccess(studioId: StudioId): Promise<StudioAccess> {
    for (;;) {
      const known = this.#access;
      if (known !== undefined && Date.now() - known.readAt < ACCESS_KNOWN_FOR_MILLISECONDS) return known.value;
      const changesBefore = this.#changes;
      // Concurrent requests share one read, so that a burst after waking is one query.
      this.#reading ??= this.#readAccess(studioId).finally(() => {
        this.#reading = undefined;
      });
      try {
        const read = await this.#reading;
        if (this.#changes === changesBefore) this.#access = read;
      } catch (error) {
        // No change was told, so the cached access still holds while D1 cannot be read.
        if (known === undefined || this.#changes !== changesBefore) throw error;
        console.error(JSON.stringify({ studioId, access: String(error) }));
        return known.value;
      }
    }
  }

  async #readAccess(studioId: StudioId): Promise<KnownAccess> {
    const readAt = Date.now();
    return { value: await readStudioAccess(openDatabase(this.env.DB), studioId), readAt };
  }
}
