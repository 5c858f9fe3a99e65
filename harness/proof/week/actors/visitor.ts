// Visitors of a studio's order page: they upload, ask for prices, order, look at their order and cancel it.

import { eq } from "drizzle-orm";
import { orderItems, orders } from "../../../../src/db/schema.ts";
import type { OrderAnswer, PriceRequestAnswer, QuoteAnswer, SignedQuote } from "../../../../src/storefront/wire.ts";
import type { LedgerOrder, OrderDoor } from "../models/ledger.ts";
import { modelledPrice } from "../models/price-model.ts";
import { deliveryMinorOf, minorOf } from "../models/priced.ts";
import type { WeekBasket } from "./basket.ts";
import { LostAnswer, NotNow, type ReceivedText, type WeekExchange } from "./exchange.ts";
import type { WeekStudio } from "./week-studios.ts";

/** Answers are held for three seconds; the machine may be busy. */
const MAX_ASKED = 60;

export interface Visit {
  readonly basket: WeekBasket;
  /** The quote of the first sending, which leads to one order. */
  quote: SignedQuote | undefined;
}

export class PageVisitor {
  readonly #studio: WeekStudio;
  readonly #exchange: WeekExchange;

  constructor(studio: WeekStudio, exchange: WeekExchange) {
    this.#studio = studio;
    this.#exchange = exchange;
  }

  get #base(): string {
    return `/${this.#studio.slug}`;
  }

  /** @throws LostAnswer; NotNow: the caller orders again */
  async order(visit: Visit): Promise<LedgerOrder> {
    const { basket } = visit;
    const { checks } = this.#exchange;
    if (this.#studio.random.chance(0.3)) await this.#get(this.#base, basket);
    visit.quote ??= await this.#quote(basket);
    const { contact, delivery } = basket;
    this.#studio.ledger.unclearPhones.add(contact.phone);
    const sent = {
      ...{ firstName: contact.firstName, lastName: contact.lastName, phoneNumber: contact.phone },
      ...{ email: contact.email, consent: true, source: "order_page", quote: visit.quote.token },
      ...(delivery === undefined ? {} : { deliveryMethodId: delivery.id, deliveryCityName: "Київ" }),
    };
    const answer = await this.#untilSliced<OrderAnswer>("/orders", sent, basket);
    if (answer.status === "price_changed") {
      checks.hold("quoteHolds", true, () => "");
      visit.quote = answer.quote;
      throw new NotNow("the price has changed");
    }
    if (answer.status !== "ordered") throw new NotNow(`an order is ${answer.status}`);
    checks.same("quoteHolds", () => `order ${answer.orderId}`, answer.total, visit.quote.total);
    const deliveryMinor = deliveryMinorOf(delivery, minorOf(answer.total));
    const known = { door: "order_page", phone: contact.phone, page: answer.address } as const;
    const rows = await readPlaced(this.#exchange, answer.orderId);
    const order = enterOrder(this.#exchange, this.#studio, basket, rows, { ...known, deliveryMinor });
    checks.same("price", () => `order ${order.id}`, minorOf(answer.total), order.totalMinor);
    return order;
  }

  /** Looks at the order's own page. */
  async look({ page, id }: LedgerOrder, basket: WeekBasket): Promise<void> {
    if (page === undefined) return;
    const { status } = await this.#get(page, basket);
    this.#exchange.checks.hold("orderShown", status === 200, () => `the page of order ${id} answered ${status}`);
  }

  /** Presses the button of the order's own page. */
  async cancel({ page }: LedgerOrder, basket: WeekBasket): Promise<ReceivedText> {
    const body = new URLSearchParams({ comment: "Передумали" });
    return this.#send(`${page}/cancel`, { method: "POST", body }, basket);
  }

  async requestPrice(basket: WeekBasket, requestKey: string): Promise<void> {
    const [item] = basket.items;
    if (item === undefined) return;
    const { modelId } = await this.#upload(basket, item);
    const { contact } = basket;
    const { model, ...choice } = item;
    await this.#untilSliced<PriceRequestAnswer>(
      "/requests",
      {
        ...{ firstName: contact.firstName, lastName: contact.lastName, phoneNumber: contact.phone },
        ...{ email: contact.email, consent: true, source: "order_page", requestKey },
        items: [{ ...choice, modelId, fileName: model.fileName, reason: "asked" }],
      },
      basket,
    );
  }

  async #quote(basket: WeekBasket): Promise<SignedQuote> {
    const items = [];
    for (const item of basket.items) {
      const { model, ...choice } = item;
      if (model.modelId === undefined || this.#studio.random.chance(0.2)) {
        model.modelId = (await this.#upload(basket, item)).modelId;
      }
      items.push({ ...choice, modelId: model.modelId, fileName: model.fileName });
    }
    const answer = await this.#untilSliced<QuoteAnswer>("/quotes", { items }, basket);
    if (answer.status !== "quoted") throw new NotNow("the quote is being sliced");
    return answer;
  }

  async #upload(basket: WeekBasket, { model }: WeekBasket["items"][number]): Promise<{ readonly modelId: string }> {
    const body = new FormData();
    body.append("model", new File([model.bytes], model.fileName));
    const answer = await this.#send("/models", { method: "POST", body }, basket);
    // A model that was kept (wire.ts), by its status.
    return JSON.parse(answer.text) as { modelId: string };
  }

  async #untilSliced<Done extends { readonly status: string }>(
    path: string,
    sent: object,
    basket: WeekBasket,
  ): Promise<Done> {
    for (let asked = 0; asked < MAX_ASKED; asked++) {
      const headers = { "Content-Type": "application/json" };
      const { text } = await this.#send(path, { method: "POST", body: JSON.stringify(sent), headers }, basket);
      // One of its answers, by its status (wire.ts).
      const answer = JSON.parse(text) as Done;
      if (answer.status !== "slicing") return answer;
      if (this.#exchange.system.isDown("engine")) throw new NotNow("the engine is down");
    }
    this.#exchange.checks.hold("slicing", false, () => `${path} is being sliced after ${MAX_ASKED} requests`);
    throw new NotNow("slicing has no end");
  }

  async #get(path: string, basket: WeekBasket): Promise<ReceivedText> {
    return this.#send(path, {}, basket);
  }

  /** @throws NotNow after a 429, a 503, or another refusal, which is a violation */
  async #send(path: string, init: RequestInit, { contact }: WeekBasket): Promise<ReceivedText> {
    const headers = new Headers(init.headers);
    headers.set("CF-Connecting-IP", addressOf(contact.phone));
    headers.set("Accept-Language", "uk");
    const whole = path.startsWith(`${this.#base}/`) || path === this.#base ? path : `${this.#base}${path}`;
    const answer = await this.#exchange.send({
      ...{ actor: "customer", studioIndex: this.#studio.index, path: whole, init: { ...init, headers } },
    });
    const { status, text } = answer;
    if (status === 429 || status === 503) throw new NotNow(`${path} answered ${status}`);
    const isTaken = status < 400 || status === 409;
    this.#exchange.checks.hold("movesTaken", isTaken, () => `${whole} answered ${status}: ${text.slice(0, 300)}`);
    if (!isTaken) throw new NotNow(`${path} answered ${status}`);
    return answer;
  }
}

/** Another network for each customer. */
function addressOf(phone: string): string {
  const number = Number(phone.slice(-7));
  return `2001:db8:${(number >> 8).toString(16)}:${(number & 255).toString(16)}::1`;
}

export interface PlacedRows {
  readonly order: typeof orders.$inferSelect;
  readonly items: readonly (typeof orderItems.$inferSelect)[];
}

/** The ids of a placed order and its items, which no answer of the order page tells. */
export async function readPlaced({ system }: WeekExchange, orderId: number): Promise<PlacedRows> {
  const [order] = await system.database.queries.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw new LostAnswer(`there is no order ${orderId}`);
  const ofOrder = eq(orderItems.orderId, orderId);
  const items = await system.database.queries.select().from(orderItems).where(ofOrder).orderBy(orderItems.position);
  return { order, items };
}

/** Enters an order of the order page or the counter: its choices and prices come from the basket and the model, not from its rows. */
export function enterOrder(
  { checks }: WeekExchange,
  studio: WeekStudio,
  { items }: WeekBasket,
  rows: PlacedRows,
  known: {
    readonly door: OrderDoor;
    readonly phone: string;
    readonly page: string | undefined;
    readonly deliveryMinor: number | null;
  },
): LedgerOrder {
  const priced = items.map(({ model, materialId, printingQualityId, finishingIds, quantity }, place) => {
    const row = rows.items[place];
    const minutes = (row?.printMinutes ?? 0) / quantity;
    const hundredthsOfGram = (row?.weightHundredthsOfGram ?? 0) / quantity;
    const named = `${model.fileName}/${printingQualityId}/${materialId}`;
    const figures = `${minutes} min, ${hundredthsOfGram} cg`;
    const before = studio.ledger.figures.get(named) ?? figures;
    studio.ledger.figures.set(named, before);
    checks.same("figures", () => named, figures, before);
    const { total } = modelledPrice(studio.settings, {
      ...{ minutes, hundredthsOfGram, quantity, priorityBasisPoints: 0 },
      costPerKg: studio.ledger.materials.get(materialId)?.costPerKg ?? 0,
      finishings: studio.finishings.filter(({ id }) => finishingIds.includes(id)),
    });
    return {
      ...{ id: row?.id ?? 0, materialId, quantity, priceMinor: total, minutes: minutes * quantity },
      ...{ hundredthsOfGram: hundredthsOfGram * quantity, good: 0, onPrinters: new Map<number, number>() },
    };
  });
  const order: LedgerOrder = {
    ...{ id: rows.order.id, number: rows.order.number, placedAt: 0, ...known },
    totalMinor: priced.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
    items: priced,
    ...{ status: "pending", version: 1, paidMinor: 0, refundedMinor: 0, isUnclear: false },
  };
  studio.ledger.place(order);
  studio.ledger.unclearPhones.delete(known.phone);
  return order;
}
