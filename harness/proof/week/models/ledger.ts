// Ledger of a simulated week: orders, money, prints and stock as the answers have promised them.

import type { CustomerEvent, StaffEvent } from "../../../../src/domain/message/events.ts";
import type { OrderStatus } from "../../../../src/domain/order.ts";

export interface LedgerItem {
  readonly id: number;
  readonly materialId: number;
  readonly quantity: number;
  readonly priceMinor: number;
  readonly minutes: number;
  readonly hundredthsOfGram: number;
  good: number;
  /** Copies by printer. */
  readonly onPrinters: Map<number, number>;
}

export type OrderDoor = "site" | "order_page" | "phone";

export interface LedgerOrder {
  readonly id: number;
  readonly number: number;
  readonly door: OrderDoor;
  readonly phone: string;
  readonly totalMinor: number;
  readonly deliveryMinor: number | null;
  readonly placedAt: number;
  readonly items: readonly LedgerItem[];
  /** The path of its own page, of an order of the order page. */
  readonly page: string | undefined;
  status: OrderStatus;
  version: number;
  paidMinor: number;
  refundedMinor: number;
  /** An action waits for its end after a lost answer, or a database that fails. */
  isUnclear: boolean;
}

export interface LedgerMaterial {
  readonly id: number;
  costPerKg: number;
  /** Null: the studio does not count it. */
  stock: number | null;
}

/** A print in a printer's queue, first come first printed. */
export interface LedgerPrint {
  readonly order: LedgerOrder;
  readonly item: LedgerItem;
  readonly printerId: number;
  readonly printId: number;
  readonly copies: number;
}

type LedgerEvent = CustomerEvent | StaffEvent;

export class Ledger {
  readonly orders = new Map<number, LedgerOrder>();
  readonly materials = new Map<number, LedgerMaterial>();
  /** By printer. */
  readonly queues = new Map<number, LedgerPrint[]>();
  /** The messages that must be there, by event and order. */
  readonly told = new Map<string, number>();
  /** Times of moves that were undone at once. */
  undone = 0;
  testOrders = 0;
  priceRequests = 0;
  /** Customers with an order that may be there already. */
  readonly unclearPhones = new Set<string>();
  /** Figures of one copy, by model, quality and material. */
  readonly figures = new Map<string, string>();

  place(order: LedgerOrder): void {
    this.orders.set(order.id, order);
  }

  tell(event: LedgerEvent, orderId: number): void {
    const name = `${event}/${orderId}`;
    this.told.set(name, (this.told.get(name) ?? 0) + 1);
  }

  queueOf(printerId: number): LedgerPrint[] {
    const queue = this.queues.get(printerId) ?? [];
    this.queues.set(printerId, queue);
    return queue;
  }

  /** Takes an ended print's share of the estimate, or the noted grams, from the stock. @returns the taken amount */
  takeStock({ item, copies }: Pick<LedgerPrint, "item" | "copies">, noted: number | undefined): number {
    const material = this.materials.get(item.materialId);
    if (material === undefined || material.stock === null) return 0;
    const grams = noted ?? Math.round((item.hundredthsOfGram * copies) / item.quantity);
    const taken = Math.min(material.stock, grams);
    material.stock -= taken;
    return taken;
  }

  /** Takes copies off the printers, as every move of their order does. */
  clearPrinters(order: LedgerOrder): void {
    for (const item of order.items) item.onPrinters.clear();
    for (const [printerId, queue] of this.queues) {
      this.queues.set(
        printerId,
        queue.filter((print) => print.order !== order),
      );
    }
  }

  /** The orders of a customer that are not cancelled. */
  ofCustomer(phone: string): LedgerOrder[] {
    return [...this.orders.values()].filter((order) => order.phone === phone && order.status !== "cancelled");
  }
}

export function copiesLeft({ quantity, good, onPrinters }: LedgerItem): number {
  return quantity - good - [...onPrinters.values()].reduce((sum, copies) => sum + copies, 0);
}
