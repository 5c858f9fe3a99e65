// Requests of all actors: each is counted, and its answer looked through for other studios' data.

import { median } from "../../../statistics.ts";
import { canariesIn } from "../../canary.ts";
import type { Checks } from "../checks.ts";
import type { WeekSystem } from "../system/week-system.ts";

/** The connection broke before an answer: the request may have taken place. */
export class LostAnswer extends Error {}

/** The service said that it cannot answer now. */
export class NotNow extends Error {}

export type Actor = "site" | "customer" | "staff";

export interface ReceivedText {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sent {
  readonly actor: Actor;
  readonly studioIndex: number;
  readonly path: string;
  readonly init?: RequestInit;
}

export class WeekExchange {
  readonly requests = new Map<Actor, number>();
  /** By `2xx` and the like. */
  readonly answers = new Map<string, number>();
  /** Milliseconds, by actor, of the whole week. */
  readonly latencies = new Map<Actor, number[]>();
  #ofHour: number[] = [];
  lost = 0;
  readonly system: WeekSystem;
  readonly checks: Checks;

  constructor(system: WeekSystem, checks: Checks) {
    this.system = system;
    this.checks = checks;
  }

  get sent(): number {
    return [...this.requests.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The median since it was last asked for, in milliseconds. */
  takeLatencies(): number {
    const value = median(this.#ofHour);
    this.#ofHour = [];
    return value;
  }

  /** @throws LostAnswer if the Workers were killed meanwhile */
  async send({ actor, studioIndex, path, init = {} }: Sent): Promise<ReceivedText> {
    const { url } = await this.system.running();
    const begun = performance.now();
    const hadOutage = this.system.hasOutage;
    const headers = new Headers(init.headers);
    if (init.method !== undefined && actor !== "site") headers.set("Origin", url.origin);
    this.requests.set(actor, (this.requests.get(actor) ?? 0) + 1);
    const { response, text } = await fetch(new URL(path, url), { ...init, headers, redirect: "manual" })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch((error: unknown) => {
        this.lost++;
        throw new LostAnswer(String(error));
      });
    const { status } = response;
    const latencies = this.latencies.get(actor) ?? [];
    const latency = performance.now() - begun;
    latencies.push(latency);
    this.#ofHour.push(latency);
    this.latencies.set(actor, latencies);
    const name = `${Math.floor(status / 100)}xx`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    const what = () => `${init.method ?? "GET"} ${path} answered ${status}: ${text.slice(0, 300)}`;
    const isExplained = status < 500 || (status === 503 && (hadOutage || this.system.hasOutage));
    const hasAdvice = status !== 503 || actor !== "site" || response.headers.has("Retry-After");
    this.checks.hold("failures", isExplained && hasAdvice, what);
    const others = [...canariesIn(text)].filter((index) => index !== studioIndex);
    this.checks.hold("ownData", others.length === 0, () => `studio ${studioIndex} sees ${others.join()}: ${what()}`);
    return { status, headers: response.headers, text };
  }
}
