// Work of the studio's people under kills: each form is sent again after a kill, and takes effect once.

import { setTimeout as delay } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import {
  endedPrints,
  orderChanges,
  orderItems,
  orders,
  payments,
  printers,
  products,
  queuedPrints,
  shelfMoves,
  studios,
} from "../../../src/db/schema.ts";
import { idOf } from "../../catalog-rows.ts";
import { addOwner, type BenchStudio } from "../../studios.ts";
import type { SystemDatabase } from "../../systems/miniflare-system.ts";
import type { KilledSystem } from "./killed-system.ts";

const AGAIN_MILLISECONDS = 500;
const PAUSE_MILLISECONDS = 100;
const MAX_AGAIN_MILLISECONDS = 60_000;
const PAID = "12.50";

/** A filled-in form of a person, with its effects as the rows tell them. */
interface FilledForm {
  readonly name: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The number of times that it took effect. */
  readonly effects: (database: SystemDatabase) => Promise<number>;
}

/** Fills a form from the rows as they are. */
type Step = (database: SystemDatabase) => Promise<FilledForm>;

export class PanelWork {
  readonly faults: string[] = [];
  readonly #system: KilledSystem;
  readonly #client: PanelClient;
  readonly #base: string;
  readonly #studio: BenchStudio;
  readonly #printerId: number;
  readonly #productId: number;
  readonly #begun = new Set<number>();
  readonly #answered: FilledForm[] = [];
  /** Moves of the shelf have no key: one without an answer is not sent again. */
  readonly #uncertain: FilledForm[] = [];
  /** Steps to do, and the form of the first of them if it was sent without an answer. */
  #steps: Step[] = [];
  #unanswered: FilledForm | undefined;

  private constructor(
    system: KilledSystem,
    studio: BenchStudio,
    client: PanelClient,
    base: string,
    printerId: number,
    productId: number,
  ) {
    this.#system = system;
    this.#studio = studio;
    this.#client = client;
    this.#base = base;
    this.#printerId = printerId;
    this.#productId = productId;
  }

  static async begin(system: KilledSystem, studio: BenchStudio): Promise<PanelWork> {
    const { database, url } = system.workers;
    const [named] = await database.select({ slug: studios.slug }).from(studios).where(eq(studios.id, studio.id));
    const now = Date.now();
    const made = { createdAt: now, updatedAt: now, status: "active", requestKey: crypto.randomUUID() } as const;
    const [printer] = await database
      .insert(printers)
      .values({ studioId: studio.id, technologyId: 1, name: "A printer", ...made })
      .returning({ id: printers.id });
    const [product] = await database
      .select({ id: products.id })
      .from(products)
      .where(eq(products.studioId, studio.id))
      .limit(1);
    const client = new PanelClient(url.href);
    await client.signIn(await addOwner(database, studio.id));
    return new PanelWork(system, studio, client, `/panel/studios/${named?.slug}`, idOf(printer), idOf(product));
  }

  /** Forms that were answered. */
  get count(): number {
    return this.#answered.length;
  }

  /** Takes up a pending order and works on it, until a form is not answered, or until told to stop. */
  async workUntil(isOver: () => boolean): Promise<void> {
    try {
      if (this.#steps.length === 0) await this.#takeUpOrder(this.#system.workers.database);
      while (this.#steps.length > 0 && !isOver()) {
        if (!(await this.#doNext(this.#system.workers.database))) return;
        await delay(PAUSE_MILLISECONDS);
      }
    } catch (error) {
      // After the kill the database is gone with the Workers.
      if (!isOver()) this.faults.push(`work of the panel broke off before the kill: ${error}`);
    }
  }

  /** Sends the unanswered form again, and does the rest of the order's work. */
  async finish(): Promise<void> {
    const deadline = Date.now() + MAX_AGAIN_MILLISECONDS;
    while (this.#steps.length > 0) {
      if (Date.now() > deadline) {
        this.faults.push(`${this.#unanswered?.name ?? "work"} was not answered within a minute`);
        return;
      }
      if (!(await this.#doNext(this.#system.workers.database))) await delay(AGAIN_MILLISECONDS);
    }
  }

  /** Each answered form took effect once. */
  async check(database: SystemDatabase): Promise<string[]> {
    const faults = [...this.faults];
    for (const form of this.#answered) {
      const effects = await form.effects(database);
      if (effects !== 1) faults.push(`${form.name} took effect ${effects} times`);
    }
    for (const form of this.#uncertain) {
      const effects = await form.effects(database);
      if (effects > 1) faults.push(`${form.name}, sent once, took effect ${effects} times`);
    }
    return faults;
  }

  async #takeUpOrder(database: SystemDatabase): Promise<void> {
    const pending = await database
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.studioId, this.#studio.id), eq(orders.status, "pending")));
    const id = pending.map((order) => order.id).find((orderId) => !this.#begun.has(orderId));
    if (id === undefined) return;
    this.#begun.add(id);
    const requestKey = crypto.randomUUID();
    this.#steps = [
      this.#move(id, "confirmed"),
      this.#payment(id, requestKey),
      this.#shelf(),
      this.#assignment(id),
      this.#print(id),
      this.#removal(id, requestKey),
      this.#move(id, "ready"),
      this.#move(id, "completed"),
    ];
  }

  /** @returns whether it was answered */
  async #doNext(database: SystemDatabase): Promise<boolean> {
    const [step] = this.#steps;
    if (step === undefined) return true;
    const sentBefore = this.#unanswered;
    const form = sentBefore ?? (await step(database));
    this.#unanswered = form;
    const status = await this.#post(form);
    if (status === undefined) {
      if (!form.path.endsWith("/stock")) return false;
      this.#uncertain.push(form);
      this.#pass();
      return false;
    }
    // A form that took effect before its answer was lost is refused as one that is out of date, or of a print that is gone.
    const isRepeated = [400, 404, 409].includes(status);
    if (status === 303 || (isRepeated && sentBefore !== undefined && (await form.effects(database)) === 1)) {
      this.#answered.push(form);
    } else this.faults.push(`${form.name} was answered ${status}`);
    this.#pass();
    return true;
  }

  #pass(): void {
    this.#steps.shift();
    this.#unanswered = undefined;
  }

  async #post({ path, fields }: FilledForm): Promise<number | undefined> {
    try {
      return (await this.#client.post(this.#base + path, fields)).status;
    } catch {
      return undefined;
    }
  }

  #move(orderId: number, status: "confirmed" | "ready" | "completed"): Step {
    return async (database) => {
      const version = await versionOf(database, orderId);
      return {
        name: `the move of order ${orderId} to ${status}`,
        path: `/orders/${orderId}/move`,
        fields: { version: String(version), status },
        effects: (later) =>
          later.$count(
            orderChanges,
            and(
              eq(orderChanges.orderId, orderId),
              eq(orderChanges.status, status),
              eq(orderChanges.version, version + 1),
            ),
          ),
      };
    };
  }

  #payment(orderId: number, requestKey: string): Step {
    return async (database) => ({
      name: `the payment of order ${orderId}`,
      path: `/orders/${orderId}/payments/payment`,
      fields: {
        version: String(await versionOf(database, orderId)),
        requestKey,
        paymentAmount: PAID,
        paymentMethod: "cash",
        paymentDay: new Date().toISOString().slice(0, 10),
      },
      effects: (later) => later.$count(payments, eq(payments.requestKey, `panel ${requestKey}`)),
    });
  }

  #removal(orderId: number, requestKey: string): Step {
    return async (database) => {
      const [payment] = await database
        .select({ id: payments.id })
        .from(payments)
        .where(eq(payments.requestKey, `panel ${requestKey}`));
      return {
        name: `the removal of a payment of order ${orderId}`,
        path: `/orders/${orderId}/payments/${payment?.id}/remove`,
        fields: {},
        effects: async (later) => {
          const changes = await later.select().from(orderChanges).where(eq(orderChanges.orderId, orderId));
          const events = changes.flatMap((change) => change.changes?.payments ?? []);
          return events.filter(({ event }) => event === "removed").length;
        },
      };
    };
  }

  #assignment(orderId: number): Step {
    return async (database) => {
      const itemId = await itemOf(database, orderId);
      return {
        name: `the assignment of order ${orderId}`,
        path: `/printing/items/${itemId}/assign`,
        fields: { printerId: String(this.#printerId) },
        effects: async (later) =>
          (await later.$count(queuedPrints, eq(queuedPrints.orderItemId, itemId))) +
          (await later.$count(endedPrints, eq(endedPrints.orderItemId, itemId))),
      };
    };
  }

  #print(orderId: number): Step {
    return async (database) => {
      const itemId = await itemOf(database, orderId);
      const [print] = await database.select().from(queuedPrints).where(eq(queuedPrints.orderItemId, itemId));
      return {
        name: `the print of order ${orderId}`,
        path: `/printing/prints/${print?.id}/printed`,
        fields: { seen: `${print?.copies}:0` },
        effects: (later) => later.$count(endedPrints, eq(endedPrints.orderItemId, itemId)),
      };
    };
  }

  #shelf(): Step {
    return async () => {
      const note = crypto.randomUUID();
      return {
        name: `the move ${note} of the shelf`,
        path: `/catalog/products/${this.#productId}/stock`,
        fields: { direction: "add", pieces: "3", note },
        effects: (later) => later.$count(shelfMoves, eq(shelfMoves.note, note)),
      };
    };
  }
}

async function versionOf(database: SystemDatabase, orderId: number): Promise<number> {
  const [order] = await database.select({ version: orders.version }).from(orders).where(eq(orders.id, orderId));
  return order?.version ?? 0;
}

async function itemOf(database: SystemDatabase, orderId: number): Promise<number> {
  const [item] = await database.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderId, orderId));
  return idOf(item);
}
