// Keyed orders under kills: each is sent again until it is answered, and is there once.

import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { orderItems, orders } from "../../../src/db/schema.ts";
import type { BenchStudio } from "../../studios.ts";
import type { SystemDatabase } from "../../systems/miniflare-system.ts";
import { form } from "../../upload-requests.ts";
import type { CountedAnswer, CountedClient } from "./counted-client.ts";
import { sha256Of } from "./seeded-models.ts";

const AGAIN_MILLISECONDS = 1_000;
/** An abandoned key is free after ten seconds, and a slice may be the last of many. */
const MAX_AGAIN_MILLISECONDS = 180_000;
const CONTACTS = ["olena@example.com", "taras@example.com", "lesia@example.com"];

interface KeyedOrder {
  readonly key: string;
  readonly model: Uint8Array<ArrayBuffer>;
  readonly quantity: number;
  /** The first answer with the order. */
  answer: unknown;
}

export class KeyedOrders {
  readonly faults: string[] = [];
  readonly #client: CountedClient;
  readonly #studio: BenchStudio;
  readonly #placed: KeyedOrder[] = [];

  constructor(client: CountedClient, studio: BenchStudio) {
    this.#client = client;
    this.#studio = studio;
  }

  get count(): number {
    return this.#placed.length;
  }

  /** Sends an order once. It stays open until it is answered. */
  async place(key: string, model: Uint8Array<ArrayBuffer>, quantity: number): Promise<void> {
    const order: KeyedOrder = { key, model, quantity, answer: undefined };
    this.#placed.push(order);
    await this.#send(order);
  }

  /** Sends all open orders again, until each is answered. */
  async sendOpenAgain(): Promise<void> {
    const deadline = Date.now() + MAX_AGAIN_MILLISECONDS;
    const open = this.#placed.filter(({ answer }) => answer === undefined);
    await Promise.all(
      open.map(async (order) => {
        while (order.answer === undefined) {
          if (Date.now() > deadline) {
            this.faults.push(`the order ${order.key} was not answered within ${MAX_AGAIN_MILLISECONDS / 1000} s`);
            return;
          }
          await this.#send(order);
          if (order.answer === undefined) await delay(AGAIN_MILLISECONDS);
        }
      }),
    );
  }

  /** Sends every key again, and compares rows and answers. */
  async check(database: SystemDatabase): Promise<string[]> {
    const faults = [...this.faults];
    const ids = new Map<number, string>();
    const replays = await Promise.all(this.#placed.map((order) => this.#post(order)));
    for (const [index, order] of this.#placed.entries()) {
      const again = replays[index];
      const isSame = again?.status === 201 && isDeepStrictEqual(lasting(again.data), lasting(order.answer));
      if (!isSame)
        faults.push(`the replay of ${order.key} differs: ${JSON.stringify(again?.data ?? again?.errorCode)}`);
      if (again?.headers.get("Idempotency-Replayed") !== "true") faults.push(`${order.key} was no replay`);
      const { id, items } = answeredOrder(order.answer);
      const first = ids.get(id);
      if (first !== undefined) faults.push(`the keys ${first} and ${order.key} share the order ${id}`);
      ids.set(id, order.key);
      const path = `models/${await sha256Of(order.model)}.stl`;
      if (items.length !== 1 || items[0]?.filePath !== path) faults.push(`the order ${order.key} has not its file`);
    }
    const rows = await database.select().from(orders).where(eq(orders.studioId, this.#studio.id));
    if (rows.length !== ids.size) faults.push(`${rows.length} orders of ${ids.size} keys`);
    const items = await database.select().from(orderItems).where(eq(orderItems.studioId, this.#studio.id));
    for (const { id, number, totalPriceMinor } of rows) {
      const sum = items
        .filter(({ orderId }) => orderId === id)
        .reduce((total, { priceMinor }) => total + priceMinor, 0);
      if (sum !== totalPriceMinor) faults.push(`the order ${number} costs ${totalPriceMinor}, its items ${sum}`);
    }
    const numbers = rows.map(({ number }) => number).toSorted((a, b) => a - b);
    if (numbers.some((number, index) => number !== index + 1))
      faults.push(`the numbers of orders have gaps: ${numbers}`);
    return faults;
  }

  async #send(order: KeyedOrder): Promise<void> {
    const answer = await this.#post(order);
    if (answer === undefined) return;
    switch (answer.status) {
      case 201:
        order.answer = answer.data;
        return;
      // Still slicing, still claimed by the killed request, or without an engine.
      case 202:
      case 409:
      case 503:
        return;
      default:
        this.faults.push(`the order ${order.key} was answered ${answer.status} ${answer.errorCode}`);
    }
  }

  async #post({ key, model, quantity }: KeyedOrder): Promise<CountedAnswer | undefined> {
    const { materialId, printingQualityId } = this.#studio;
    const fields = {
      items: JSON.stringify([{ materialId, printingQualityId, quantity }]),
      customerFirstName: "Олена",
      customerLastName: "Коваль",
      customerPhoneNumber: `+38050123456${quantity}`,
      customerEmail: CONTACTS[quantity % CONTACTS.length] ?? "",
    };
    const { contentType, body } = await form(fields, [["models[]", model]]);
    return this.#client.send("/orders", {
      method: "POST",
      headers: { "Content-Type": contentType, Prefer: "wait=30", "Idempotency-Key": key },
      body: new Uint8Array(body),
    });
  }
}

interface AnsweredOrder {
  readonly id: number;
  readonly items: readonly { readonly filePath: string | null }[];
}

/** The data of a 201 of `POST /orders`; its shape is tested against the contract elsewhere. */
function answeredOrder(data: unknown): AnsweredOrder {
  return data as AnsweredOrder;
}

/** An answer without its links, which each replay signs anew. */
function lasting(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (name, value) => (/Url$/.test(name) ? null : value)));
}
