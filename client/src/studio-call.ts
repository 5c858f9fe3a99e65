// StudioCall: the promise of a call, which on demand has the answer with its headers beside the data.

import { type RateLimit, readRateLimit } from "./rate-limit.ts";

/** The data of a call, and the service's last answer to it. */
export interface Answered<Data> {
  readonly data: Data;
  /** Its status and headers; its body has been read. */
  readonly response: Response;
}

export interface AnsweredWithResponse<Data> extends Answered<Data> {
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  /** The rest of the studio's hour after this answer. */
  readonly rateLimit: RateLimit | undefined;
}

/** The promise of a call's data. It fails as one promise, however many of its methods are used. */
export class StudioCall<Data> extends Promise<Data> {
  readonly #answered: Promise<Answered<Data>>;

  constructor(answered: Promise<Answered<Data>>) {
    // Never settled: `then`, which every other method and `await` use, is that of the answer.
    super(() => {});
    this.#answered = answered;
  }

  /** Promises made from this one are plain ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise's own.
  override then<Kept = Data, Instead = never>(
    onData?: ((data: Data) => Kept | PromiseLike<Kept>) | null,
    onError?: ((error: unknown) => Instead | PromiseLike<Instead>) | null,
  ): Promise<Kept | Instead> {
    return this.#answered.then(({ data }) => data).then(onData, onError);
  }

  /** The data with the service's last answer: status, headers, request id and rate limit. */
  async withResponse(): Promise<AnsweredWithResponse<Data>> {
    const { data, response } = await this.#answered;
    const { headers } = response;
    return { data, response, requestId: headers.get("X-Request-Id"), rateLimit: readRateLimit(headers) };
  }
}
