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
/** An answer is kept after it was sent. On a busy machine a kill comes before that for so long. */
const KEPT_WITHIN_MILLISECONDS = 5_000;
/** Work of the studio and later orders change these; the rest of an order is as it was placed. */
const CHANGING = ["customer", "status", "updatedAt"];
const CONTACTS = ["olena@example.com", "taras@example.com", "lesia@example.com"];

interface KeyedOrder {
  readonly key: string;
  readonly model: Uint8Array<ArrayBuffer>;
  readonly quantity: number;
  /** The first answer with the order. */
  answer: unknown;
  /** Milliseconds since 1970. */
  answeredAt: number;
  /** False if the Workers were killed as it was answered: the answer may be lost, and a replay shows the order as it then is. */
  isKeptSurely: boolean;
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
    const order: KeyedOrder = { key, model, quantity, answer: undefined, answeredAt: 0, isKeptSurely: true };
    this.#placed.push(order);
    await this.#send(order);
  }

  /** Notes that the Workers are killed now. */
  noteKill(): void {
    for (const order of this.#placed)
      if (Date.now() - order.answeredAt < KEPT_WITHIN_MILLISECONDS) order.isKeptSurely = false;
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
      const [first, last] = [order.answer, again?.data].map((data) =>
        lasting(data, order.isKeptSurely ? [] : CHANGING),
      );
      const isSame = again?.status === 201 && isDeepStrictEqual(last, first);
      if (!isSame)
        faults.push(
          `the replay of ${order.key} differs: ${JSON.stringify(again?.data ?? again?.errorCode)}, first ${JSON.stringify(order.answer)}`,
        );
      if (again?.headers.get("Idempotency-Replayed") !== "true") faults.push(`${order.key} was no replay`);
      const { id, items } = answeredOrder(order.answer);
      const other = ids.get(id);
      if (other !== undefined) faults.push(`the keys ${other} and ${order.key} share the order ${id}`);
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
        order.answeredAt = Date.now();
        // A first answer that is a replay already comes from the written order.
        order.isKeptSurely = !answer.headers.has("Idempotency-Replayed");
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

/** An answer without its links, which each replay signs anew, and without these of its members. */
function lasting(data: unknown, left: readonly string[]): unknown {
  const order = Object.fromEntries(Object.entries(Object(data)).filter(([name]) => !left.includes(name)));
  return JSON.parse(JSON.stringify(order, (name, value) => (/Url$/.test(name) ? null : value)));
}
