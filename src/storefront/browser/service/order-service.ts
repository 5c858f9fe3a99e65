// The page's requests to its server, typed by wire.ts.

import {
  FILE_NAME_HEADER,
  type KeptAttachment,
  type KeptModel,
  type KeptQuoteLink,
  type ModelPricesAnswer,
  type OrderAnswer,
  type OrderSent,
  PASS_HEADER,
  type PageConfiguration,
  type PriceRequestAnswer,
  type PriceRequestSent,
  type QuoteAnswer,
  type QuoteSent,
  type VisitorPass,
} from "../../wire.ts";
import type { WantedPrices } from "./prices.ts";
import { OFFLINE, type Outcome, readRefusal } from "./refusal.ts";
import type { TurnstileCheck } from "./turnstile-check.ts";

/** A request without an answer after this time counts as lost: a phone's connection may hang for minutes. */
const PATIENCE_MS = 60_000;
/** A pass is renewed so long before its end, so that it cannot expire in transit. */
const PASS_MARGIN_MS = 60_000;

export class OrderService {
  readonly #base: string;
  readonly #check: TurnstileCheck | null;
  #pass: Promise<VisitorPass | undefined> | undefined;

  /** @param check null if the studio has set no Turnstile keys */
  constructor({ base }: PageConfiguration, check: TurnstileCheck | null) {
    this.#base = base;
    this.#check = check;
  }

  prices({ modelId, printingQualityId, finishingIds, quantities }: WantedPrices, signal: AbortSignal) {
    const query = new URLSearchParams({ quality: String(printingQualityId), quantities: quantities.join(",") });
    if (finishingIds.length > 0) query.set("finishings", finishingIds.join(","));
    const path = `/models/${encodeURIComponent(modelId)}/prices?${query}`;
    return this.#withPass(() => this.#request<ModelPricesAnswer>(path, { signal }));
  }

  quote(sent: QuoteSent, signal: AbortSignal) {
    return this.#withPass(() => this.#post<QuoteAnswer>("/quotes", sent, signal));
  }

  keep(token: string) {
    return this.#withPass(() => this.#post<KeptQuoteLink>("/quotes/keep", { token }));
  }

  async order(sent: OrderSent): Promise<Outcome<OrderAnswer>> {
    return this.#post<OrderAnswer>("/orders", await this.#checked(sent));
  }

  async request(sent: PriceRequestSent): Promise<Outcome<PriceRequestAnswer>> {
    return this.#post<PriceRequestAnswer>("/requests", await this.#checked(sent));
  }

  /** @param onProgress gets the sent share, 0 to 1 */
  upload(file: Blob, fileName: string, onProgress: (share: number) => void, signal: AbortSignal) {
    const form = new FormData();
    form.append("model", file, fileName);
    return this.#withPass(() => this.#upload<KeptModel>("/models", form, {}, onProgress, signal));
  }

  /** As `upload`, of a file for a price request. */
  attach(file: Blob, fileName: string, onProgress: (share: number) => void, signal: AbortSignal) {
    const named = {
      [FILE_NAME_HEADER]: encodeURIComponent(fileName.toWellFormed()),
      "Content-Type": "application/octet-stream",
    };
    return this.#withPass(() => this.#upload<KeptAttachment>("/attachments", file, named, onProgress, signal));
  }

  /** XMLHttpRequest, because fetch reports no upload progress. */
  async #upload<Body>(
    path: string,
    sent: Blob | FormData,
    named: Readonly<Record<string, string>>,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Outcome<Body>> {
    const headers = { ...(await this.#headers()), ...named };
    return new Promise((resolve) => {
      const sending = new XMLHttpRequest();
      const stop = () => sending.abort();
      const end = (outcome: Outcome<Body>) => {
        signal.removeEventListener("abort", stop);
        resolve(outcome);
      };
      sending.open("POST", `${this.#base}${path}`);
      for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
      sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      sending.onload = () => {
        const body = parsed(sending.responseText);
        // The server answers 2xx with the body that wire.ts states for the path.
        if (sending.status < 300 && body !== undefined) end({ ok: true, body: body as Body });
        else end({ ok: false, refusal: readRefusal(sending.status, body, sending.getResponseHeader("Retry-After")) });
      };
      sending.onerror = () => end({ ok: false, refusal: OFFLINE });
      sending.onabort = sending.onerror;
      if (signal.aborted) return end({ ok: false, refusal: OFFLINE });
      signal.addEventListener("abort", stop);
      sending.send(sent);
    });
  }

  #post<Body>(path: string, body: unknown, signal?: AbortSignal) {
    const init = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    return this.#request<Body>(path, signal === undefined ? init : { ...init, signal });
  }

  async #request<Body>(path: string, init: RequestInit): Promise<Outcome<Body>> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience;
    try {
      const headers = { ...init.headers, ...(await this.#headers()) };
      const response = await fetch(`${this.#base}${path}`, { ...init, headers, signal });
      const body = parsed(await response.text());
      // The server answers these with the body that wire.ts states for the path; 409 may be an answer too.
      if (body !== undefined && (response.ok || isPriceChanged(body))) return { ok: true, body: body as Body };
      return { ok: false, refusal: readRefusal(response.status, body, response.headers.get("Retry-After")) };
    } catch {
      return { ok: false, refusal: OFFLINE };
    }
  }

  async #headers(): Promise<Record<string, string>> {
    // The server reads the language from the page's own address.
    const headers: Record<string, string> = { "Accept-Language": document.documentElement.lang };
    const pass = await this.#pass;
    if (pass !== undefined) headers[PASS_HEADER] = pass.pass;
    return headers;
  }

  /** Gets the visitor's pass first, and another one if the server no longer knows it. */
  async #withPass<Body>(send: () => Promise<Outcome<Body>>): Promise<Outcome<Body>> {
    if (this.#check === null) return send();
    this.#pass ??= this.#newPass();
    const first = this.#pass;
    const pass = await first;
    if (pass !== undefined && Date.parse(pass.expiresAt) - PASS_MARGIN_MS < Date.now()) await this.#renewPass(first);
    const used = this.#pass;
    const outcome = await send();
    if (outcome.ok || outcome.refusal.reason !== "check") return outcome;
    if ((await used) === undefined) {
      // No pass was given, so a repetition now is useless: the next request asks for one again.
      if (this.#pass === used) this.#pass = undefined;
      return outcome;
    }
    await this.#renewPass(used);
    return send();
  }

  /** Renews it once for all requests with the same refused pass. */
  async #renewPass(useless: Promise<VisitorPass | undefined> | undefined): Promise<void> {
    if (this.#pass === useless) this.#pass = this.#newPass();
    await this.#pass;
  }

  async #newPass(): Promise<VisitorPass | undefined> {
    const turnstile = await this.#check?.answer();
    if (turnstile === undefined) return undefined;
    // Not by #post, which would wait for this very pass.
    const init = {
      method: "POST",
      body: JSON.stringify({ turnstile }),
      headers: { "Content-Type": "application/json" },
    };
    try {
      const response = await fetch(`${this.#base}/passes`, init);
      // wire.ts states the body of 201.
      return response.ok ? ((await response.json()) as VisitorPass) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Adds a fresh answer of Turnstile: each may be used once. */
  async #checked<Sent extends object>(sent: Sent): Promise<Sent & { turnstile?: string }> {
    const turnstile = await this.#check?.answer();
    return turnstile === undefined ? sent : { ...sent, turnstile };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPriceChanged(body: unknown): boolean {
  return typeof body === "object" && body !== null && "status" in body && body.status === "price_changed";
}
