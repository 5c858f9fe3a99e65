// The hour of a small plan under kills: requests one after the other, held against a count.

import { setTimeout as delay } from "node:timers/promises";
import { apiKeys, studios } from "../../../src/db/schema.ts";
import { hourlyLimitOf } from "../../../src/domain/plan.ts";
import { idOf, newApiKey, studioRow } from "../../catalog-rows.ts";
import { LINK_SECRET } from "../../systems/miniflare-system.ts";
import { CountedClient } from "./counted-client.ts";
import type { KilledSystem } from "./killed-system.ts";

const PAUSE_MILLISECONDS = 300;
/** Left for each kill, so that the limit is reached in the middle of the kills. */
const REQUESTS_FOR_KILL = 8;
/** Before the first kill. */
const AT_ONCE = 10;
const LIMIT = hourlyLimitOf("pro") ?? 0;

export class HourOfStudio {
  readonly faults: string[] = [];
  readonly #client: CountedClient;
  readonly #kills: number;
  #admitted = 0;
  #refused = 0;
  /** Requests without an answer: at most one for each kill. */
  #uncertain = 0;

  private constructor(client: CountedClient, kills: number) {
    this.#client = client;
    this.#kills = kills;
  }

  static async begin(system: KilledSystem, kills: number): Promise<HourOfStudio> {
    const { database } = system.workers;
    const [studio] = await database
      .insert(studios)
      .values(studioRow({ plan: "pro" }))
      .returning({ id: studios.id });
    const { secret, row } = await newApiKey(LINK_SECRET, idOf(studio), "hour");
    await database.insert(apiKeys).values(row);
    const hour = new HourOfStudio(new CountedClient(secret, () => system.workers.url), kills);
    const before = Math.max(0, LIMIT - REQUESTS_FOR_KILL * Math.ceil(kills / 2));
    for (let sent = 0; sent < before; sent += AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, before - sent) }, () => hour.#client.send("/me")));
    }
    hour.#admitted = hour.#client.admitted;
    return hour;
  }

  /** Requests until one is not answered, or until told to stop. */
  async askUntil(isOver: () => boolean): Promise<void> {
    while (!isOver() && (await this.#ask())) await delay(PAUSE_MILLISECONDS);
  }

  /** Asks to the end of the hour's limit, and compares. */
  async check(): Promise<string[]> {
    for (let sent = 0; sent <= LIMIT && this.#refused === 0; sent++) await this.#ask();
    await this.#ask();
    const isExact = this.#admitted <= LIMIT && this.#admitted + this.#uncertain >= LIMIT;
    const counted = `${this.#admitted} requests were admitted and ${this.#uncertain} may have been, of ${LIMIT}`;
    return [
      ...this.faults,
      ...this.#client.faults,
      ...(isExact ? [] : [counted]),
      ...(this.#uncertain > this.#kills
        ? [`${this.#uncertain} requests without an answer in ${this.#kills} kills`]
        : []),
    ];
  }

  async #ask(): Promise<boolean> {
    const answer = await this.#client.send("/me");
    if (answer === undefined) {
      this.#uncertain++;
      return false;
    }
    if (answer.status === 429) {
      this.#refused++;
      if (this.#admitted + this.#uncertain < LIMIT) this.faults.push(`429 after ${this.#admitted} admitted requests`);
      return true;
    }
    this.#admitted++;
    if (answer.status !== 200) this.faults.push(`GET /me answered ${answer.status}`);
    if (this.#refused > 0) this.faults.push("a request was admitted after the hour was used up");
    const used = LIMIT - Number(/r=(\d+)/.exec(answer.headers.get("RateLimit") ?? "")?.[1]);
    if (used < this.#admitted || used > this.#admitted + this.#uncertain) {
      this.faults.push(`the hour counts ${used}; ${this.#admitted} admitted, ${this.#uncertain} uncertain`);
    }
    return true;
  }
}
