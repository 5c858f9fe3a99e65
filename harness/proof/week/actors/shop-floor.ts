// Shop floor of a studio: orders are confirmed, put on printers, printed or failed, made ready, shipped, paid and cancelled.

import { and, desc, eq } from "drizzle-orm";
import { endedPrints, messages, queuedPrints } from "../../../../src/db/schema.ts";
import type { OrderStatus } from "../../../../src/domain/order.ts";
import { dayOnWall, HOUR, MINUTE, whenOpen } from "../models/calendar.ts";
import { copiesLeft, type LedgerItem, type LedgerOrder, type LedgerPrint } from "../models/ledger.ts";
import { ASSUMED, FAILED_PRINTS } from "../models/shop-figures.ts";
import type { WeekExchange } from "./exchange.ts";
import type { Staff } from "./staff.ts";
import type { WeekPrinter, WeekStudio } from "./week-studios.ts";

const AGAIN = 10 * MINUTE;

export type Later = (at: number, run: () => Promise<void>) => void;

export class ShopFloor {
  readonly #studio: WeekStudio;
  readonly #staff: Staff;
  readonly #exchange: WeekExchange;
  readonly #later: Later;

  constructor(studio: WeekStudio, staff: Staff, exchange: WeekExchange, later: Later) {
    this.#studio = studio;
    this.#staff = staff;
    this.#exchange = exchange;
    this.#later = later;
  }

  get #now(): number {
    return this.#exchange.system.now;
  }

  /** Plans the course of a new order. */
  begin(order: LedgerOrder): void {
    const { random } = this.#studio;
    const told = this.#studio.customerEvents;
    if (told.has("received")) this.#studio.ledger.tell("received", order.id);
    if (this.#studio.isStaffTold) this.#studio.ledger.tell("new_order", order.id);
    const isRefused = random.chance(ASSUMED.cancelledByStudio);
    this.#open(ASSUMED.untilConfirmed, () => (isRefused ? this.#cancel(order) : this.#confirm(order)));
    this.#open(ASSUMED.untilPaid, () => this.#pay(order));
    if (random.chance(0.05)) this.#open(1, () => this.#note(order));
  }

  /** After the customer has cancelled it. */
  cancelledByCustomer(order: LedgerOrder): void {
    this.#enterMove(order, "cancelled");
    order.version++;
    if (this.#studio.isStaffTold) this.#studio.ledger.tell("cancelled_by_customer", order.id);
    this.#refundLater(order);
  }

  /** Lets every idle printer begin the first print of its queue. */
  startPrinters(): void {
    for (const printer of this.#studio.printers) this.#start(printer);
  }

  /** At an opening hour, after a log-normal time. */
  #open(medianHours: number, run: () => Promise<void>): void {
    const { random } = this.#studio;
    this.#later(whenOpen(this.#now + random.logNormal(medianHours, 0.8) * HOUR, random), run);
  }

  #again(run: () => Promise<void>): void {
    this.#later(this.#now + AGAIN, run);
  }

  /** @returns false if it is to be tried again */
  async #move(order: LedgerOrder, status: OrderStatus, more: Readonly<Record<string, string>> = {}): Promise<boolean> {
    const fields = { version: String(order.version), status, ...more };
    return this.#staff.change(order, `/orders/${order.id}/move`, fields, () => this.#enterMove(order, status));
  }

  #enterMove(order: LedgerOrder, status: OrderStatus): void {
    order.status = status;
    this.#studio.ledger.clearPrinters(order);
    if (status === "pending" || status === "printing" || status === "post_processing") return;
    if (this.#studio.customerEvents.has(status)) this.#studio.ledger.tell(status, order.id);
  }

  async #confirm(order: LedgerOrder): Promise<void> {
    if (order.status !== "pending") return;
    if (this.#studio.random.chance(0.25)) await this.#staff.get(`${this.#staff.base}/orders/${order.id}`);
    if (!(await this.#move(order, "confirmed"))) return this.#again(() => this.#confirm(order));
    this.#open(0.3, () => this.#assign(order));
  }

  async #assign(order: LedgerOrder): Promise<void> {
    if (order.status !== "confirmed" && order.status !== "printing") return;
    const { random, printers } = this.#studio;
    for (const item of order.items) {
      const waiting = copiesLeft(item);
      if (waiting === 0) continue;
      const copies = waiting > 3 && random.chance(0.3) ? Math.floor(waiting / 2) : waiting;
      const working = printers.filter(({ isWorking }) => isWorking);
      const [printer] = working.sort((a, b) => this.#load(a) - this.#load(b));
      if (printer === undefined) break;
      await this.#put(order, item, printer, copies);
    }
    if (order.items.some((item) => copiesLeft(item) > 0)) this.#again(() => this.#assign(order));
    this.startPrinters();
  }

  async #put(order: LedgerOrder, item: LedgerItem, printer: WeekPrinter, copies: number): Promise<void> {
    const fields = { printerId: String(printer.id), copies: String(copies) };
    const isPut = await this.#staff.change(order, `/printing/items/${item.id}/assign`, fields, () => {
      if (order.status === "confirmed") order.status = "printing";
    });
    if (isPut) await this.#enterQueued(order, item, printer.id, copies);
  }

  /** Copies join the item's print on that printer, or the end of its queue. */
  async #enterQueued(order: LedgerOrder, item: LedgerItem, printerId: number, copies: number): Promise<void> {
    const { ledger } = this.#studio;
    const ofPrint = and(eq(queuedPrints.orderItemId, item.id), eq(queuedPrints.printerId, printerId));
    const [row] = await this.#exchange.system.database.queries
      .select({ id: queuedPrints.id })
      .from(queuedPrints)
      .where(ofPrint);
    const printId = row?.id ?? 0;
    const before = item.onPrinters.get(printerId) ?? 0;
    item.onPrinters.set(printerId, before + copies);
    const queue = ledger.queueOf(printerId);
    const known = queue.findIndex((print) => print.printId === printId);
    const print: LedgerPrint = { order, item, printerId, printId, copies: before + copies };
    if (known < 0) queue.push(print);
    else queue[known] = print;
  }

  #load({ id }: WeekPrinter): number {
    return this.#studio.ledger.queueOf(id).reduce((sum, print) => sum + minutesOf(print), 0);
  }

  #start(printer: WeekPrinter): void {
    if (printer.busyUntil !== undefined || !printer.isWorking) return;
    const [print] = this.#studio.ledger.queueOf(printer.id);
    if (print === undefined) return;
    const ends = this.#now + minutesOf(print) * MINUTE;
    printer.busyUntil = ends;
    const { random } = this.#studio;
    this.#later(whenOpen(ends + random.exponential(10) * MINUTE, random), () => this.#end(printer, print));
  }

  /** A person takes the print off the printer, good or failed. */
  async #end(printer: WeekPrinter, begun: LedgerPrint): Promise<void> {
    const { random, ledger } = this.#studio;
    const print = ledger.queueOf(printer.id).find(({ printId }) => printId === begun.printId);
    printer.busyUntil = undefined;
    if (print === undefined) return this.#start(printer);
    const isFailed = random.chance(FAILED_PRINTS);
    const staysOnPrinter = isFailed && random.chance(0.5);
    const grams = random.chance(0.5) ? random.whole(1, 4000) : undefined;
    const fields = {
      copies: String(print.copies),
      ...(grams === undefined ? {} : { grams: (grams / 100).toFixed(2) }),
      ...(isFailed ? { reason: "Відклеїлось від столу" } : {}),
      ...(staysOnPrinter ? { staysOnPrinter: "true" } : {}),
    };
    let taken = 0;
    const path = `/printing/prints/${print.printId}/${isFailed ? "failed" : "printed"}`;
    const isEnded = await this.#staff.change(print.order, path, fields, () => {
      taken = ledger.takeStock(print, grams);
      if (!staysOnPrinter) this.#takeOff(print);
      if (!isFailed) print.item.good += print.copies;
    });
    if (!isEnded) {
      printer.busyUntil = this.#now;
      return this.#again(() => this.#end(printer, print));
    }
    if (!staysOnPrinter && random.chance(ASSUMED.undo)) await this.#undoEnd(printer, print, isFailed, taken);
    if (!isFailed && random.chance(ASSUMED.printAgain)) await this.#printAgain(print);
    this.#start(printer);
    const { order } = print;
    if (order.items.every(({ good, quantity }) => good === quantity)) this.#open(0.5, () => this.#ready(order));
    else if (order.items.some((item) => copiesLeft(item) > 0)) this.#open(0.2, () => this.#assign(order));
  }

  #takeOff({ printerId, printId, item }: LedgerPrint): void {
    const { ledger } = this.#studio;
    ledger.queues.set(
      printerId,
      ledger.queueOf(printerId).filter((print) => print.printId !== printId),
    );
    item.onPrinters.delete(printerId);
  }

  async #undoEnd(printer: WeekPrinter, print: LedgerPrint, wasFailed: boolean, taken: number): Promise<void> {
    const { order, item, copies } = print;
    const [ended] = await this.#exchange.system.database.queries
      .select({ id: endedPrints.id })
      .from(endedPrints)
      .where(eq(endedPrints.orderItemId, item.id))
      .orderBy(desc(endedPrints.id))
      .limit(1);
    const fields = { outcome: wasFailed ? "failed" : "printed", copies: String(copies) };
    const isUndone = await this.#staff.change(order, `/printing/ended/${ended?.id}/undo`, fields, () => {
      const material = this.#studio.ledger.materials.get(item.materialId);
      if (material !== undefined && material.stock !== null) material.stock += taken;
      if (!wasFailed) item.good -= copies;
    });
    if (isUndone && printer.isWorking) await this.#enterQueued(order, item, printer.id, copies);
  }

  /** Copies that were taken off as good turn out to be bad. */
  async #printAgain({ order, item }: LedgerPrint): Promise<void> {
    if (item.good === 0) return;
    const copies = this.#studio.random.whole(1, item.good);
    const fields = { againCopies: String(copies), againReason: "Тріщина" };
    await this.#staff.change(order, `/orders/${order.id}/items/${item.id}/again`, fields, () => {
      item.good -= copies;
    });
  }

  async #ready(order: LedgerOrder): Promise<void> {
    if (order.status !== "printing" || order.items.some(({ good, quantity }) => good < quantity)) return;
    if (await this.#isToldSoon(order)) return this.#again(() => this.#ready(order));
    if (!(await this.#move(order, "ready"))) return this.#again(() => this.#ready(order));
    const { random, ledger } = this.#studio;
    if (random.chance(ASSUMED.undo) && !this.#exchange.system.hasOutage) {
      // From the notice, at once: the customer is not told.
      if (await this.#move(order, "printing")) {
        ledger.undone++;
        return this.#again(() => this.#ready(order));
      }
    }
    const isCollected = random.chance(0.3);
    this.#open(ASSUMED.untilShipped, () => this.#hand(order, isCollected ? "completed" : "shipped"));
  }

  /** An undone move's message still waits: it would tell of the next move too. */
  async #isToldSoon(order: LedgerOrder): Promise<boolean> {
    const isWaiting = and(eq(messages.orderId, order.id), eq(messages.event, "ready"), eq(messages.state, "waiting"));
    const { queries } = this.#exchange.system.database;
    return (await queries.select({ id: messages.id }).from(messages).where(isWaiting)).length > 0;
  }

  async #hand(order: LedgerOrder, status: "shipped" | "completed"): Promise<void> {
    if (order.status !== "ready" && order.status !== "shipped") return;
    const more: Readonly<Record<string, string>> =
      status === "shipped" ? { newTrackingNumber: String(this.#studio.random.whole(1e9, 9e9)) } : {};
    if (!(await this.#move(order, status, more))) return this.#again(() => this.#hand(order, status));
    if (status === "shipped") this.#open(30, () => this.#hand(order, "completed"));
    else if (this.#studio.random.chance(ASSUMED.refunds)) this.#refundLater(order);
  }

  async #cancel(order: LedgerOrder): Promise<void> {
    if (order.status !== "pending") return;
    const isCancelled = await this.#move(order, "cancelled", { comment: "Не друкуємо таке" });
    if (!isCancelled) return this.#again(() => this.#cancel(order));
    this.#refundLater(order);
  }

  async #note(order: LedgerOrder): Promise<void> {
    const isNoted = await this.#staff.change(order, `/orders/${order.id}/notes`, { note: "Передзвонити" }, () => {});
    if (!isNoted) this.#again(() => this.#note(order));
  }

  async #pay(order: LedgerOrder, requestKey = this.#studio.random.uuid()): Promise<void> {
    const left = order.totalMinor + (order.deliveryMinor ?? 0) - order.paidMinor - order.refundedMinor;
    if (order.status === "cancelled" || left <= 0) return;
    const isAdvance = left > 10_000 && this.#studio.random.chance(0.2);
    const amount = isAdvance ? Math.floor(left / 2) : left;
    const isPaid = await this.#staff.change(
      order,
      `/orders/${order.id}/payments/payment`,
      {
        ...{ version: String(order.version), requestKey, paymentAmount: (amount / 100).toFixed(2) },
        ...{ paymentMethod: this.#studio.random.one(["cash", "transfer"]), paymentDay: dayOnWall(this.#now) },
      },
      () => {
        order.paidMinor += amount;
      },
    );
    if (!isPaid) this.#again(() => this.#pay(order, requestKey));
    else if (isAdvance) this.#open(10, () => this.#pay(order));
  }

  #refundLater(order: LedgerOrder): void {
    if (order.paidMinor > 0) this.#open(1, () => this.#refund(order));
  }

  async #refund(order: LedgerOrder): Promise<void> {
    const amount = order.paidMinor;
    if (amount <= 0) return;
    const isRefunded = await this.#staff.change(
      order,
      `/orders/${order.id}/payments/refund`,
      {
        ...{ version: String(order.version), requestKey: this.#studio.random.uuid() },
        ...{ refundAmount: (amount / 100).toFixed(2), refundMethod: "transfer", refundDay: dayOnWall(this.#now) },
      },
      () => {
        order.paidMinor -= amount;
        order.refundedMinor += amount;
      },
    );
    if (!isRefunded) this.#again(() => this.#refund(order));
  }
}

function minutesOf({ item, copies }: LedgerPrint): number {
  return Math.round((item.minutes * copies) / item.quantity) + 10;
}
