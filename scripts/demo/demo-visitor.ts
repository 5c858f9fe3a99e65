// The demo's visitor of a studio's order page: the requests of the page's script, without browser or key.

import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { UserError } from "../user-error.ts";

const MAX_SLICING_MILLISECONDS = 120_000;

const modelSchema = z.object({ modelId: z.string() });
const slicingSchema = z.object({ status: z.literal("slicing"), retryAfterSeconds: z.number() });
const quoteSchema = z.object({
  status: z.literal("quoted"),
  token: z.string(),
  total: z.string(),
  readyOn: z.string(),
  ordering: z.string(),
  deliveryPrices: z.array(
    z.object({ methodId: z.number(), price: z.string(), freeFrom: z.string().nullable(), toPay: z.string() }),
  ),
});
const orderSchema = z.object({
  status: z.literal("ordered"),
  orderId: z.number(),
  orderNumber: z.number(),
  total: z.string(),
  address: z.string(),
});
const requestSchema = z.object({ status: z.literal("sent"), address: z.string() });
const refusedSchema = z.object({ status: z.literal("refused"), reason: z.string(), message: z.string() });

export type VisitorQuote = z.infer<typeof quoteSchema>;
export type VisitorOrder = z.infer<typeof orderSchema>;

/** The page cannot be used by this visitor: its studio has closed it, or verifies visitors, which takes a browser. */
export class PageUnavailable extends Error {}

export class Visitor {
  readonly #page: string;
  readonly #origin: string;

  /** @param page the order page's address */
  constructor(page: URL) {
    this.#page = page.href;
    this.#origin = page.origin;
  }

  async upload({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }): Promise<string> {
    const form = new FormData();
    form.set("model", new Blob([bytes]), name);
    const { modelId } = modelSchema.parse(await this.#post("/models", form));
    return modelId;
  }

  /** The signed price of the items, once they are sliced. */
  async quote(items: readonly object[]): Promise<VisitorQuote> {
    return quoteSchema.parse(await this.#postUntilSliced("/quotes", { items }));
  }

  async order({ token }: VisitorQuote, customer: object): Promise<VisitorOrder> {
    const order = { ...customer, quote: token, consent: true, source: "order_page" };
    return orderSchema.parse(await this.#postUntilSliced("/orders", order));
  }

  /** Sends parts to be priced by the studio. Returns the path of the request's own page. */
  async request(items: readonly object[], customer: object): Promise<string> {
    const request = { ...customer, items, requestKey: crypto.randomUUID(), consent: true, source: "order_page" };
    const { address } = requestSchema.parse(await this.#postUntilSliced("/requests", request));
    return address;
  }

  async #postUntilSliced(path: string, body: object): Promise<unknown> {
    const end = Date.now() + MAX_SLICING_MILLISECONDS;
    for (;;) {
      const answer = await this.#post(path, JSON.stringify(body), { "Content-Type": "application/json" });
      const { data: slicing } = slicingSchema.safeParse(answer);
      if (slicing === undefined) return answer;
      if (Date.now() > end) throw new UserError(`POST ${path} of the order page is still slicing.`);
      await delay(slicing.retryAfterSeconds * 1000);
    }
  }

  /** @throws PageUnavailable, or UserError for any other refusal */
  async #post(path: string, body: FormData | string, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await fetch(`${this.#page}${path}`, {
      method: "POST",
      // As a browser sends it: the page takes posts of its own origin only.
      headers: { ...headers, Origin: this.#origin, "Accept-Language": "en" },
      body,
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const { data: refused } = refusedSchema.safeParse(answer);
    if (refused?.reason === "closed" || refused?.reason === "check") throw new PageUnavailable(refused.message);
    if (response.ok) return answer;
    throw new UserError(
      `POST ${path} of the order page → ${response.status}: ${refused?.message ?? "no reason given"}`,
    );
  }
}
