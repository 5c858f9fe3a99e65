// People of a studio in its panel: they sign in, post forms, and look again after a lost answer.

import { eq } from "drizzle-orm";
import { FORM_TOKEN } from "../../../../scripts/browser/panel-client.ts";
import { orders } from "../../../../src/db/schema.ts";
import type { LedgerOrder } from "../models/ledger.ts";
import { LostAnswer, NotNow, type ReceivedText, type WeekExchange } from "./exchange.ts";
import type { WeekStudio } from "./week-studios.ts";

const FOLLOWED = 0.3;

export class Staff {
  readonly studio: WeekStudio;
  readonly #exchange: WeekExchange;
  readonly #cookies = new Map<string, string>();
  #formToken = "";

  constructor(studio: WeekStudio, exchange: WeekExchange) {
    this.studio = studio;
    this.#exchange = exchange;
  }

  get base(): string {
    return `/panel/studios/${this.studio.slug}`;
  }

  async signIn(): Promise<void> {
    await this.#learnToken("/panel/sign-in");
    const { status } = await this.#post("/panel/sign-in", { ...this.studio.owner });
    if (status !== 303) throw new Error(`the panel answered ${status} to a sign-in`);
    await this.#learnToken("/panel/account");
  }

  async get(path: string): Promise<ReceivedText> {
    const answer = await this.#send(path, {});
    if (answer.status === 503) throw new NotNow(`${path} answered 503`);
    this.#exchange.checks.hold("movesTaken", answer.status === 200, () => `${path} answered ${answer.status}`);
    return answer;
  }

  /** Posts a form that must be taken. @throws LostAnswer; NotNow after a 503 or a conflict */
  async post(path: string, fields: Readonly<Record<string, string>>): Promise<ReceivedText> {
    const answer = await this.#post(`${this.base}${path}`, fields);
    const { status } = answer;
    if (status === 503 || status === 409) throw new NotNow(`${path} answered ${status}`);
    const fault = () => /class="fault[^>]*>([^<]+)/.exec(answer.text)?.[1] ?? answer.text.slice(0, 200);
    this.#exchange.checks.hold(
      "movesTaken",
      status === 303,
      () => `${path} ${JSON.stringify(fields)} answered ${status}: ${fault()}`,
    );
    if (status !== 303) throw new NotNow(`${path} answered ${status}`);
    if (this.studio.random.chance(FOLLOWED)) await this.get(answer.headers.get("Location") ?? this.base);
    return answer;
  }

  /** Posts a form with fields of several values; its answer is the caller's to judge. */
  postForm(path: string, fields: readonly (readonly [name: string, value: string])[]): Promise<ReceivedText> {
    const body = new FormData();
    for (const [name, value] of [...fields, ["formToken", this.#formToken] as const]) body.append(name, value);
    return this.#send(`${this.base}${path}`, { method: "POST", body });
  }

  /**
   * Posts a form that changes an order, and then the ledger. After a lost answer the order's version tells whether it was taken.
   * @returns false if it was not taken: the caller may post it again
   */
  async change(
    order: LedgerOrder,
    path: string,
    fields: Readonly<Record<string, string>>,
    enter: () => void,
  ): Promise<boolean> {
    order.isUnclear = true;
    try {
      await this.post(path, fields);
      order.version++;
      enter();
      order.isUnclear = false;
      return true;
    } catch (error) {
      if (!(error instanceof LostAnswer || error instanceof NotNow)) throw error;
      return this.#findOut(order, enter);
    }
  }

  async #findOut(order: LedgerOrder, enter: () => void): Promise<boolean> {
    const [row] = await this.#exchange.system.database.queries
      .select({ version: orders.version })
      .from(orders)
      .where(eq(orders.id, order.id));
    const version = row?.version ?? 0;
    const isTaken = version === order.version + 1;
    this.#exchange.checks.hold(
      "ordersThere",
      isTaken || version === order.version,
      () => `order ${order.id} has version ${version} after ${order.version}`,
    );
    if (isTaken) {
      order.version++;
      enter();
    }
    order.isUnclear = false;
    return isTaken;
  }

  async #learnToken(page: string): Promise<void> {
    const { text } = await this.#send(page, {});
    const [, token] = FORM_TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error(`${page} shows no form`);
    this.#formToken = token;
  }

  #post(path: string, fields: Readonly<Record<string, string>>): Promise<ReceivedText> {
    return this.#send(path, { method: "POST", body: new URLSearchParams({ ...fields, formToken: this.#formToken }) });
  }

  async #send(path: string, init: RequestInit): Promise<ReceivedText> {
    const headers = new Headers({ "Accept-Language": "en" });
    headers.set("Cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    // A network of its own: attempts to sign in are counted by it.
    headers.set("CF-Connecting-IP", `2001:db9:${this.studio.index.toString(16)}::1`);
    const sent = { actor: "staff", studioIndex: this.studio.index, path, init: { ...init, headers } } as const;
    const answer = await this.#exchange.send(sent);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/Max-Age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}
