// Invariants of a simulated week: all rows of the database against the ledgers of all studios.

import type { SQLOutputValue } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { canariesIn } from "../canary.ts";
import type { WeekStudio } from "./actors/week-studios.ts";
import type { Checks } from "./checks.ts";
import { MINUTE, RINGS_EVERY } from "./models/calendar.ts";
import { copiesLeft } from "./models/ledger.ts";
import type { WeekSystem } from "./system/week-system.ts";

/** From a message's moment to its attempt, with an alarm that a kill has taken until the hourly run. */
const LATEST = 90 * MINUTE;

/** Outboxes send by the real time, in which the simulated hours of a night pass in seconds. */
const PATIENCE_SECONDS = 60;

/** A message that waits for no outage has ended by then. */
const AT_ONCE = RINGS_EVERY + 5 * MINUTE;

type Row = Readonly<Record<string, SQLOutputValue>>;

export class Invariants {
  readonly #system: WeekSystem;
  readonly #checks: Checks;
  readonly #studios: readonly WeekStudio[];
  #mailsChecked = 0;

  constructor(system: WeekSystem, checks: Checks, studios: readonly WeekStudio[]) {
    this.#system = system;
    this.#checks = checks;
    this.#studios = studios;
  }

  /** All of them. @param isOver no form is under way, and each message has had its time */
  async check(isOver: boolean): Promise<void> {
    await this.#orders();
    await this.#items();
    await this.#stock();
    await this.#queues();
    await this.#late();
    await this.#foreign();
    this.#mails();
    if (isOver) await this.#messages();
  }

  #rows(query: string): readonly Row[] {
    return this.#system.database.rows(query);
  }

  #byStudio(rows: readonly Row[]): (studio: WeekStudio) => readonly Row[] {
    const grouped = Map.groupBy(rows, ({ studio_id }) => Number(studio_id));
    return ({ id }) => grouped.get(id) ?? [];
  }

  async #orders(): Promise<void> {
    const rows = this.#rows(
      `SELECT studio_id, id, number, status, version, total_price_minor AS total, delivery_price_minor AS delivery,
        coalesce(paid_minor, 0) AS paid, refunded_minor AS refunded FROM orders ORDER BY id`,
    );
    const of = this.#byStudio(rows);
    const paid = new Map(
      this.#rows(
        `SELECT order_id, sum(iif(kind = 'payment', amount_minor, -amount_minor)) AS paid,
            sum(iif(kind = 'refund', amount_minor, 0)) AS refunded FROM payments WHERE removed_at IS NULL GROUP BY order_id`,
      ).map((row) => [Number(row.order_id), row]),
    );
    for (const studio of this.#studios) {
      const { ledger, index } = studio;
      const found = of(studio);
      const numbers = found.map(({ number }) => Number(number));
      const isGapless = numbers.every((number, place) => number === place + 1);
      this.#checks.hold("numbers", isGapless, () => `studio ${index}: ${numbers.join()}`);
      const shown = new Set(found.map(({ id }) => Number(id)));
      const missing = [...ledger.orders.keys()].filter((id) => !shown.has(id));
      this.#checks.hold("ordersThere", missing.length === 0, () => `studio ${index} has lost ${missing.join()}`);
      // A killed sending may have placed one, which the next sending finds.
      const surplus = found.filter(({ id }) => !ledger.orders.has(Number(id)));
      const isExplained = surplus.length <= ledger.unclearPhones.size;
      this.#checks.hold(
        "ordersThere",
        isExplained,
        () => `studio ${index}: unexpected orders ${JSON.stringify(surplus)}`,
      );
      for (const row of found) {
        const order = ledger.orders.get(Number(row.id));
        if (order === undefined || order.isUnclear) continue;
        const { id, status, version, totalMinor: total, deliveryMinor: delivery, paidMinor, refundedMinor } = order;
        const name = () => `order ${id} of studio ${index}`;
        this.#checks.same(
          "ordersThere",
          name,
          { status: row.status, version: row.version, total: row.total, delivery: row.delivery },
          { status, version, total, delivery },
        );
        const ofPayments = paid.get(id);
        const sums = { paid: paidMinor, refunded: refundedMinor };
        const noted = { paid: ofPayments?.paid ?? 0, refunded: ofPayments?.refunded ?? 0 };
        this.#checks.same("money", name, [{ paid: row.paid, refunded: row.refunded }, noted], [sums, sums]);
      }
    }
  }

  async #items(): Promise<void> {
    const wrong = this.#rows(
      `SELECT orders.id FROM orders JOIN order_items ON order_items.order_id = orders.id
        GROUP BY orders.id HAVING sum(price_minor) <> total_price_minor LIMIT 5`,
    );
    this.#checks.hold("itemsAddUp", wrong.length === 0, () => JSON.stringify(wrong));
    const rows = this.#rows(
      `SELECT order_items.studio_id, order_items.id, quantity, coalesce(good.copies, 0) AS good,
        coalesce(queued.copies, 0) AS queued FROM order_items
        LEFT JOIN (SELECT order_item_id, sum(copies) AS copies FROM ended_prints WHERE outcome = 'printed' GROUP BY 1) AS good
          ON good.order_item_id = order_items.id
        LEFT JOIN (SELECT order_item_id, sum(copies) AS copies FROM queued_prints GROUP BY 1) AS queued
          ON queued.order_item_id = order_items.id`,
    );
    const of = this.#byStudio(rows);
    for (const studio of this.#studios) {
      const found = new Map(of(studio).map((row) => [Number(row.id), row]));
      for (const order of studio.ledger.orders.values()) {
        if (order.isUnclear) continue;
        for (const item of order.items) {
          const row = found.get(item.id);
          const shown = [Number(row?.good), Number(row?.queued), Number(row?.quantity)];
          const queued = item.quantity - item.good - copiesLeft(item);
          this.#checks.same("copies", () => `item ${item.id}`, shown, [item.good, queued, item.quantity]);
        }
      }
    }
  }

  async #stock(): Promise<void> {
    const rows = this.#rows("SELECT studio_id, id, stock_hundredths_of_gram AS stock FROM materials ORDER BY id");
    const of = this.#byStudio(rows);
    for (const studio of this.#studios) {
      if ([...studio.ledger.orders.values()].some(({ isUnclear }) => isUnclear)) continue;
      const found = of(studio).map(({ id, stock }) => [id, stock]);
      const expected = [...studio.ledger.materials.values()].map(({ id, stock }) => [id, stock]);
      this.#checks.same("stock", () => `studio ${studio.index}`, found, expected);
    }
  }

  async #queues(): Promise<void> {
    const rows = this.#rows(
      "SELECT studio_id, printer_id, id, order_item_id AS item, copies FROM queued_prints ORDER BY printer_id, place",
    );
    const of = this.#byStudio(rows);
    for (const studio of this.#studios) {
      if ([...studio.ledger.orders.values()].some(({ isUnclear }) => isUnclear)) continue;
      const found = Map.groupBy(of(studio), ({ printer_id }) => Number(printer_id));
      for (const { id } of studio.printers) {
        const queue = studio.ledger.queueOf(id).map(({ printId, item, copies }) => [printId, item.id, copies]);
        const shown = (found.get(id) ?? []).map((row) => [row.id, row.item, row.copies]);
        this.#checks.same("queues", () => `printer ${id}`, shown, queue);
      }
    }
  }

  async #late(): Promise<void> {
    if (this.#system.hasOutage) return;
    const limit = this.#system.now - LATEST;
    const readLate = () =>
      this.#rows(`SELECT studio_id, id, event, state, next_at FROM messages WHERE next_at < ${limit} LIMIT 5`);
    let late = readLate();
    for (let second = 0; late.length > 0 && second < PATIENCE_SECONDS; second++) {
      await delay(1000);
      late = readLate();
    }
    this.#checks.hold("messages", late.length === 0, () => `late: ${JSON.stringify(late)}`);
  }

  /** Rows of one studio that name another's. */
  async #foreign(): Promise<void> {
    const [row] = this.#rows(
      `SELECT (SELECT count(*) FROM order_items JOIN orders ON orders.id = order_id WHERE orders.studio_id <> order_items.studio_id)
        + (SELECT count(*) FROM queued_prints JOIN printers ON printers.id = printer_id WHERE printers.studio_id <> queued_prints.studio_id)
        + (SELECT count(*) FROM messages JOIN orders ON orders.id = order_id WHERE orders.studio_id <> messages.studio_id) AS foreign_rows`,
    );
    this.#checks.same("ownData", () => "rows that name another studio's", row?.foreign_rows, 0);
  }

  /** Mails since the last check: each has the words of one studio, and goes to one of its people or customers. */
  #mails(): void {
    const mails = [...this.#system.mail.delivered.values()];
    for (const { key, to, text, subject } of mails.slice(this.#mailsChecked)) {
      const studio = this.#studios.find(({ id }) => String(id) === key.split("/")[0]);
      const named = [...canariesIn(`${to} ${subject} ${text}`)];
      const isOwn = studio !== undefined && named.every((index) => index === studio.index);
      const isKnown = to === studio?.owner.email || canariesIn(to).has(studio?.index ?? -1);
      this.#checks.hold("ownData", isOwn && isKnown, () => `the mail ${key} to ${to} names ${named.join()}`);
    }
    this.#mailsChecked = mails.length;
  }

  async #messages(): Promise<void> {
    const rows = this.#rows(
      `SELECT studio_id, id, event, coalesce(order_id, 0) AS entity, state, attempts, ended_at - queued_at AS lasted
        FROM messages WHERE event <> 'low_stock'`,
    );
    const of = this.#byStudio(rows);
    let untaken = 0;
    // A key begins with the ids of studio and message (src/mail/send-messages.ts).
    const mails = Map.groupBy(this.#system.mail.delivered.keys(), (key) => key.split("/", 2).join("/"));
    for (const studio of this.#studios) {
      const { ledger, index } = studio;
      const found = new Map<string, number>();
      let withdrawnAtOnce = 0;
      for (const { event, entity, state, attempts, id, lasted } of of(studio)) {
        const name = `${event}/${entity}`;
        found.set(name, (found.get(name) ?? 0) + 1);
        if (state === "withdrawn" && attempts === 0 && Number(lasted) < AT_ONCE) withdrawnAtOnce++;
        const delivered = mails.get(`${studio.id}/${id}`)?.length ?? 0;
        const isOnce = state === "sent" ? delivered === 1 : state === "withdrawn" && delivered === 0;
        // Its answer was lost, or a kill came before its call, and then it was true no longer.
        const isInDoubt = state === "unknown" && delivered <= 1;
        if (state === "unknown" && delivered === 0) untaken++;
        this.#checks.hold(
          "messages",
          isOnce || isInDoubt,
          () => `message ${id} (${name}) is ${state}: ${delivered} mails`,
        );
      }
      // Others were true no longer after an outage.
      this.#checks.hold(
        "messages",
        withdrawnAtOnce <= ledger.undone,
        () => `studio ${index}: ${withdrawnAtOnce} messages were withdrawn at once after ${ledger.undone} undone moves`,
      );
      if (studio.isStaffTold && ledger.priceRequests > 0) ledger.told.set("new_request/0", ledger.priceRequests);
      const names = new Set([...found.keys(), ...ledger.told.keys()]);
      const wrong = [...names].filter((name) => found.get(name) !== ledger.told.get(name));
      this.#checks.hold("messages", wrong.length === 0, () => {
        const said = wrong.slice(0, 5).map((name) => `${name}: ${found.get(name)} and not ${ledger.told.get(name)}`);
        return `studio ${index}: ${said.join("; ")}`;
      });
    }
    const { deployments } = this.#system;
    this.#checks.hold(
      "messages",
      untaken <= deployments,
      () => `${untaken} messages in doubt had reached no provider, after ${deployments} kills`,
    );
  }
}
