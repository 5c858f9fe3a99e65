// The order page without a browser: sends a model, waits for its price, orders it.

import type {
  ChosenItem,
  KeptModel,
  OrderAnswer,
  OrderSent,
  PriceRequestAnswer,
  PriceRequestSent,
  QuoteAnswer,
  Refused,
  SignedQuote,
} from "../../src/storefront/wire.ts";

/** More polls than any model of a bench or a picture takes. */
const MAX_ASKED = 300;

type Answer = QuoteAnswer | OrderAnswer | PriceRequestAnswer;

export class StorefrontClient {
  readonly base: string;
  readonly #origin: string;

  /** @param baseUrl any address of the service */
  constructor(baseUrl: string, studioSlug: string) {
    this.#origin = new URL(baseUrl).origin;
    this.base = `/${studioSlug}`;
  }

  async sendModel(fileName: string, bytes: Uint8Array<ArrayBuffer>): Promise<KeptModel> {
    const form = new FormData();
    form.append("model", new Blob([bytes]), fileName);
    const answer = await this.#post("/models", form);
    return read<KeptModel>(answer);
  }

  /** Waits until everything is sliced. */
  async quote(items: readonly ChosenItem[]): Promise<SignedQuote> {
    const answer = await this.#untilDone<QuoteAnswer>("/quotes", { items });
    if (answer.status !== "quoted") throw unexpected("/quotes", answer);
    return answer;
  }

  /** @returns the path of the order's own page, and its id */
  async order(sent: OrderSent): Promise<{ readonly orderId: number; readonly address: string }> {
    const answer = await this.#untilDone<OrderAnswer>("/orders", sent);
    if (answer.status !== "ordered") throw unexpected("/orders", answer);
    return answer;
  }

  /** @returns the path of the request's own page */
  async request(sent: PriceRequestSent): Promise<string> {
    const answer = await this.#untilDone<PriceRequestAnswer>("/requests", sent);
    return answer.address;
  }

  async #untilDone<Done extends Answer>(path: string, body: unknown): Promise<Done> {
    for (let asked = 0; asked < MAX_ASKED; asked++) {
      const response = await this.#post(path, JSON.stringify(body), { "Content-Type": "application/json" });
      const answer = await read<Done>(response);
      if (answer.status !== "slicing") return answer;
      await new Promise((resolve) => setTimeout(resolve, 1000 * answer.retryAfterSeconds));
    }
    throw new Error(`${path} was asked ${MAX_ASKED} times, and slicing went on`);
  }

  /** Sends the page's own Origin: another site's requests are refused. */
  #post(path: string, body: string | FormData, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(new URL(`${this.base}${path}`, this.#origin), {
      method: "POST",
      body,
      headers: { ...headers, Origin: this.#origin, "Accept-Language": "uk" },
    });
  }
}

/** @throws Error with the refusal, for a changed price too */
async function read<Done>(response: Response): Promise<Done> {
  // One of the two, by its status (wire.ts).
  const answer = (await response.json()) as Done | Refused;
  if (!response.ok) throw unexpected(`${new URL(response.url).pathname} (${response.status})`, answer);
  return answer as Done;
}

function unexpected(path: string, answer: unknown): Error {
  return new Error(`${path} answered ${JSON.stringify(answer)}`);
}
