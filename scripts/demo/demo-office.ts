// The demo's office: the studio's owner in its panel, by the forms of the panel's pages, without a browser.

import { setTimeout as delay } from "node:timers/promises";
import type { PaymentMethod } from "../../src/domain/order.ts";
import { dayFromNow } from "../../src/platform/calendar.ts";
import { createToken } from "../../src/platform/secret-token.ts";
import { PanelClient, type PanelPage } from "../browser/panel-client.ts";
import type { DemoSignIn } from "../local/demo/demo-file.ts";
import { UserError } from "../user-error.ts";

const MAX_PRICING_MILLISECONDS = 120_000;

type Fields = Readonly<Record<string, string>>;

export class Office {
  readonly #panel: PanelClient;
  readonly #base: string;

  private constructor(panel: PanelClient, base: string) {
    this.#panel = panel;
    this.#base = base;
  }

  static async open(panelUrl: string, owner: DemoSignIn): Promise<Office> {
    const panel = new PanelClient(panelUrl);
    await panel.signIn(owner);
    return new Office(panel, `${new URL(panelUrl).pathname}/studios/${owner.slug}`);
  }

  /** @param amount a decimal of the studio's currency */
  async notePayment(orderId: number, amount: string, method: PaymentMethod): Promise<void> {
    const order = `/orders/${orderId}`;
    await this.#save(`${order}/payments/payment`, {
      version: await this.#read(order, /name="version" value="(\d+)"/),
      paymentAmount: amount,
      paymentMethod: method,
      paymentDay: dayFromNow(0),
    });
  }

  async noteAboutCustomer(orderId: number, note: string): Promise<void> {
    const customerId = await this.#read(`/orders/${orderId}`, /\/customers\/(\d+)"/);
    await this.#save(`/customers/${customerId}/note`, { note });
  }

  /**
   * Enters an order at the counter, once its price is known.
   *
   * @param fields those of the page of a new order
   * @returns the order's id
   */
  async enterOrder(fields: Fields): Promise<number> {
    const form = { ...fields, requestKey: createToken() };
    const end = Date.now() + MAX_PRICING_MILLISECONDS;
    for (;;) {
      const priced = await this.#panel.post(`${this.#base}/new-order`, { ...form, do: "price" });
      const [, shownPrices] = /name="shownPrices" value="([^"]+)"/.exec(priced.html) ?? [];
      if (shownPrices !== undefined) {
        const placed = await this.#save("/new-order", { ...form, shownPrices, do: "place" });
        return Number(/\/orders\/(\d+)/.exec(placed.headers.get("Location") ?? "")?.[1]);
      }
      if (priced.status !== 200 || Date.now() > end) throw refused(priced);
      await delay(1000);
    }
  }

  /**
   * Answers the latest price request with a price.
   *
   * @param amount a decimal of the studio's currency, for each part
   * @returns the request's id
   */
  async namePrice(amount: string, answer: string): Promise<number> {
    const request = `/requests/${await this.#read("/requests", /\/requests\/(\d+)"/)}`;
    const { html } = await this.#panel.get(this.#base + request);
    const prices = Array.from(html.matchAll(/name="(itemPrices\.\d+)"/g), ([, name = ""]) => [name, amount]);
    await this.#save(`${request}/answer`, {
      version: found(html, /name="version" value="(\d+)"/, request),
      answer,
      ...Object.fromEntries(prices),
    });
    return Number(request.split("/").at(-1));
  }

  async #read(path: string, value: RegExp): Promise<string> {
    return found((await this.#panel.get(this.#base + path)).html, value, path);
  }

  /** @throws UserError if the panel refuses the form */
  async #save(path: string, fields: Fields): Promise<PanelPage> {
    const answer = await this.#panel.post(this.#base + path, fields);
    if (answer.status !== 303) throw refused(answer);
    return answer;
  }
}

function found(html: string, value: RegExp, path: string): string {
  const [, text] = value.exec(html) ?? [];
  if (text === undefined) throw new UserError(`The panel's page ${path} does not show ${value}.`);
  return text;
}

function refused({ path, status, html }: PanelPage): UserError {
  const faults = Array.from(html.matchAll(/id="fault-[^"]*"[^>]*>([^<]+)/g), ([, fault]) => fault);
  return new UserError(`POST ${path} of the panel → ${status} ${faults.join(" ")}`.trimEnd());
}
