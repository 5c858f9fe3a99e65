// Orders of a studio's site: quoted, placed once however often they are sent, read again by the ERP.

import type { OrderStatus } from "../../../../src/domain/order.ts";
import type { Checks } from "../checks.ts";
import type { LedgerOrder, OrderDoor } from "../models/ledger.ts";
import { deliveryMinorOf, holdPrice, minorOf, type ShownAmount } from "../models/priced.ts";
import { ASSUMED } from "../models/shop-figures.ts";
import type { WeekBasket } from "./basket.ts";
import { LostAnswer, NotNow } from "./exchange.ts";
import type { ApiAnswer, ApiRequest, SiteClient } from "./site.ts";
import type { WeekStudio } from "./week-studios.ts";

/** The used part of the contract's order. */
interface ShownOrder {
  readonly id: number;
  readonly number: number;
  readonly test: boolean;
  readonly status: OrderStatus;
  readonly totalPrice: ShownAmount;
  readonly customer: { readonly totalOrders: number; readonly totalSpent: string };
  readonly delivery: { readonly price: ShownAmount | null } | null;
  readonly items: readonly {
    readonly id: number;
    readonly price: ShownAmount;
    readonly quantity: number;
    readonly materialId: number;
    readonly printingQualityId: number;
    readonly finishingIds: readonly number[];
    readonly printingTime: number;
    readonly weight: string;
    readonly modelId: string;
    readonly costBreakdown: Readonly<Record<string, unknown>>;
  }[];
}

const WAIT = { Prefer: "wait=10" };

export interface ToPlace {
  readonly basket: WeekBasket;
  /** The same for every sending of the order. */
  readonly idempotencyKey: string;
  /** An earlier sending may have placed it. */
  wasSent: boolean;
}

export class SiteOrders {
  readonly #site: SiteClient;
  readonly #checks: Checks;

  constructor(site: SiteClient, checks: Checks) {
    this.#site = site;
    this.#checks = checks;
  }

  get #studio(): WeekStudio {
    return this.#site.studio;
  }

  /** Asks the price of the basket's first item. */
  async quote({ items, priority }: WeekBasket): Promise<void> {
    const [item] = items;
    if (item === undefined) return;
    const { model, materialId, printingQualityId, finishingIds, quantity } = item;
    const request: ApiRequest = {
      ...{ operationId: "createQuote", method: "POST", path: "/quotes", headers: WAIT },
      form: {
        ...{ materialId: String(materialId), printingQualityId: String(printingQualityId), quantity: String(quantity) },
        finishingIds: JSON.stringify(finishingIds),
        ...(model.modelId === undefined ? {} : { modelId: model.modelId }),
        ...(priority === undefined ? {} : { priority }),
      },
      files: model.modelId === undefined ? [["model", model.fileName, model.bytes]] : [],
    };
    const { data } = await this.#sliced(request);
    // The contract's quote.
    const quoted = data as Omit<ShownOrder["items"][number], "price" | "costBreakdown"> & {
      readonly totalPrice: ShownAmount;
      readonly breakdown: Readonly<Record<string, unknown>>;
    };
    model.modelId = quoted.modelId;
    const named = { model: model.fileName, priority };
    holdPrice(this.#checks, this.#studio, named, { ...quoted, total: quoted.totalPrice });
  }

  /** @throws LostAnswer; NotNow: the caller sends it again */
  async place(toPlace: ToPlace): Promise<LedgerOrder> {
    const { random } = this.#studio;
    const request = this.#request(toPlace);
    const { wasSent } = toPlace;
    toPlace.wasSent = true;
    this.#studio.ledger.unclearPhones.add(toPlace.basket.contact.phone);
    if (random.chance(ASSUMED.keyedTwiceAtOnce)) await this.#site.askAtOnce([request, request]);
    const answer = await this.#sliced(request);
    const { data, status } = answer;
    // A killed request keeps its key for a while (wire: Idempotency-Key).
    if (status === 409 && wasSent) throw new NotNow("the key is in use");
    this.#checks.hold("slicing", status === 201, () => `an order that was sliced is answered ${status}`);
    if (status !== 201) throw new LostAnswer(`an order was answered ${status}`);
    // The contract's order.
    const shown = data as ShownOrder;
    const isKnown = this.#studio.ledger.orders.has(shown.id);
    this.#checks.hold("replayed", !isKnown, () => `order ${shown.id} is the answer to two orders`);
    if (random.chance(ASSUMED.lostAnswer)) await this.#sendAgain(request, answer);
    return this.#enter(shown, toPlace.basket);
  }

  /** Places an order of the sandbox. */
  async placeTest(basket: WeekBasket, idempotencyKey: string, key: string): Promise<void> {
    const { data } = await this.#sliced({ ...this.#request({ basket, idempotencyKey, wasSent: false }), key });
    // The contract's order.
    const { id, test } = data as ShownOrder;
    this.#checks.hold("sandbox", test && id >= 1_000_000_000, () => `a test order has the id ${id}`);
    this.#studio.ledger.testOrders++;
  }

  /** Reads an order as the ERP does, and holds it against the ledger. */
  async read(order: LedgerOrder): Promise<void> {
    const { data } = await this.#site.ask({ operationId: "getOrder", path: `/orders/${order.id}` });
    // The contract's order.
    const { status, totalPrice, number, customer, items } = data as ShownOrder;
    if (order.isUnclear) return;
    const name = () => `order ${order.id} of studio ${this.#studio.index}`;
    const found = { status, number, total: minorOf(totalPrice.amount), items: items.map(({ id }) => id) };
    const ids = order.items.map(({ id }) => id);
    this.#checks.same("orderShown", name, found, {
      ...{ status: order.status, number: order.number, total: order.totalMinor, items: ids },
    });
    this.#holdCustomer(customer, order.phone);
  }

  #holdCustomer({ totalOrders, totalSpent }: ShownOrder["customer"], phone: string): void {
    const theirs = this.#studio.ledger.ofCustomer(phone);
    const spent = theirs.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
    const isClear = theirs.every(({ isUnclear }) => !isUnclear);
    if (!isClear || this.#studio.ledger.unclearPhones.has(phone)) return;
    const found = { orders: totalOrders, spent: minorOf(totalSpent) };
    this.#checks.same("customerTotals", () => `customer ${phone}`, found, { orders: theirs.length, spent });
  }

  /** The request again, once it is sliced. */
  async #sliced(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await this.#site.ask(request);
    if (answer.status !== 202) return answer;
    await this.#site.follow(answer.headers.get("Location") ?? "");
    const again = await this.#site.ask(request);
    this.#checks.hold("slicing", again.status !== 202, () => `${request.path} is 202 after its job has ended`);
    return again;
  }

  async #sendAgain(request: ApiRequest, first: ApiAnswer): Promise<void> {
    const again = await this.#site.ask(request);
    const isReplay = again.status === 201 && again.headers.get("Idempotency-Replayed") === "true";
    const isSame = JSON.stringify(idsIn(again.data)) === JSON.stringify(idsIn(first.data));
    this.#checks.hold("replayed", isReplay && isSame, () => `sent again, an order is answered ${again.status}`);
    const other = { ...request, form: { ...request.form, source: "another" } };
    const reused = await this.#site.ask(other);
    this.#checks.hold("reused", reused.status === 422, () => `another order under a used key: ${reused.status}`);
  }

  #request({ basket, idempotencyKey }: ToPlace): ApiRequest {
    const { items, contact, delivery, priority } = basket;
    const unknown = items.filter(({ model }) => model.modelId === undefined);
    return {
      ...{ operationId: "createOrder", method: "POST", path: "/orders" },
      headers: { ...WAIT, "Idempotency-Key": idempotencyKey },
      form: {
        items: JSON.stringify(
          items.map(({ model, ...choice }) => ({ ...choice, ...(model.modelId && { modelId: model.modelId }) })),
        ),
        ...{ customerFirstName: contact.firstName, customerLastName: contact.lastName },
        ...{ customerPhoneNumber: contact.phone, customerEmail: contact.email, source: "site" },
        ...(delivery === undefined ? {} : { deliveryMethodId: String(delivery.id), deliveryCityName: "Київ" }),
        ...(priority === undefined ? {} : { priority }),
      },
      files: unknown.map(({ model }) => ["models[]", model.fileName, model.bytes] as const),
    };
  }

  #enter(shown: ShownOrder, { items, contact, delivery, priority }: WeekBasket): LedgerOrder {
    const { ledger } = this.#studio;
    shown.items.forEach((item, place) => {
      const model = items[place]?.model;
      if (model !== undefined) model.modelId = item.modelId;
      const named = { model: model?.fileName ?? "", priority };
      holdPrice(this.#checks, this.#studio, named, { ...item, total: item.price, breakdown: item.costBreakdown });
    });
    const totalMinor = minorOf(shown.totalPrice.amount);
    const sum = shown.items.reduce((total, { price }) => total + minorOf(price.amount), 0);
    this.#checks.hold("itemsAddUp", sum === totalMinor, () => `order ${shown.id}: ${sum} and not ${totalMinor}`);
    const deliveryMinor = deliveryMinorOf(delivery, totalMinor);
    const shownDelivery = shown.delivery?.price ?? null;
    const found = shownDelivery === null ? null : minorOf(shownDelivery.amount);
    this.#checks.same("price", () => `delivery of order ${shown.id}`, found, deliveryMinor);
    const order = ledgerOrder(shown, { door: "site", phone: contact.phone, totalMinor, deliveryMinor });
    ledger.place(order);
    ledger.unclearPhones.delete(contact.phone);
    this.#holdCustomer(shown.customer, contact.phone);
    return order;
  }
}

function ledgerOrder(
  shown: ShownOrder,
  known: {
    readonly door: OrderDoor;
    readonly phone: string;
    readonly totalMinor: number;
    readonly deliveryMinor: number | null;
  },
): LedgerOrder {
  return {
    ...{ id: shown.id, number: shown.number, placedAt: 0, page: undefined, ...known },
    items: shown.items.map(({ id, materialId, quantity, price, printingTime, weight }) => ({
      ...{ id, materialId, quantity, priceMinor: minorOf(price.amount), minutes: printingTime },
      ...{ hundredthsOfGram: minorOf(weight), good: 0, onPrinters: new Map<number, number>() },
    })),
    ...{ status: "pending", version: 1, paidMinor: 0, refundedMinor: 0, isUnclear: false },
  };
}

/** Links in an answer are made anew, and figures of the customer are of the time of the answer. */
function idsIn(data: unknown): object {
  // The contract's order.
  const { id, number, totalPrice, items } = data as ShownOrder;
  return { id, number, totalPrice, items: items.map((item) => [item.id, item.price]) };
}
