// Client of the API with counted answers: a request without an answer may have been admitted or not.

import { BASE_PATH } from "../../../src/http/base-path.ts";

/** A request that takes longer hangs. */
const MAX_ANSWER_MILLISECONDS = 60_000;

export interface CountedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The envelope's data, and `errorCode` of a refusal. */
  readonly data: unknown;
  readonly errorCode: string | null;
}

export class CountedClient {
  /** Answers that tell that the request was counted in the hour. */
  admitted = 0;
  /** Requests without an answer. */
  uncertain = 0;
  readonly faults: string[] = [];
  readonly #key: string;
  readonly #url: () => URL;

  /** @param url the address of the service, which is another one after a start */
  constructor(key: string, url: () => URL) {
    this.#key = key;
    this.#url = url;
  }

  /** Undefined if no whole answer came back. */
  async send(path: string, init: RequestInit = {}): Promise<CountedAnswer | undefined> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${this.#key}`);
    const signal = AbortSignal.timeout(MAX_ANSWER_MILLISECONDS);
    try {
      const response = await fetch(new URL(`${BASE_PATH}${path}`, this.#url()), { ...init, headers, signal });
      const text = await response.text();
      if (response.status !== 429) this.admitted++;
      if (response.status >= 500 && response.status !== 503) this.faults.push(`${path}: ${response.status} ${text}`);
      // Every answer of the API is an envelope; the body of a 429 has neither field.
      const { data, errorCode } = JSON.parse(text) as { data?: unknown; errorCode?: string | null };
      return { status: response.status, headers: response.headers, data, errorCode: errorCode ?? null };
    } catch (error) {
      this.uncertain++;
      if (error instanceof Error && error.name === "TimeoutError") this.faults.push(`${path}: no answer in a minute`);
      if (error instanceof SyntaxError) this.faults.push(`${path}: an answer that is no JSON`);
      return undefined;
    }
  }

  /** The faults of the count, as the service states it with a further request. */
  async countFaults(): Promise<string[]> {
    const answer = await this.send("/me");
    const left = Number(/r=(\d+)/.exec(answer?.headers.get("RateLimit") ?? "")?.[1]);
    const limit = Number(/q=(\d+)/.exec(answer?.headers.get("RateLimit-Policy") ?? "")?.[1]);
    const used = limit - left;
    if (used >= this.admitted && used <= this.admitted + this.uncertain) return [];
    return [`the hour counts ${used} requests, ${this.admitted} were answered and ${this.uncertain} may have been`];
  }
}
