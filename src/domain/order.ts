// Orders: statuses and the moves between them, sources, payments, and the largest quantity.
//
// The API creates orders as pending, and a price that its customer accepts creates a confirmed one. Only the studio's panel moves them.

import { MAX_ASKED_QUANTITY } from "./price-request.ts";

interface StatusTerms {
  /** The statuses that an order may move to; none from a final one. */
  readonly movesTo: readonly string[];
  /** Printing of the order's items: before the studio confirms it, on printers, over, or given up. */
  readonly printing: "to_come" | "now" | "over" | "given_up";
}

/** Every status is a row here, so a new one states its moves and its place in every group below. */
const STATUSES = {
  pending: { movesTo: ["confirmed", "cancelled"], printing: "to_come" },
  confirmed: { movesTo: ["printing", "cancelled"], printing: "now" },
  printing: { movesTo: ["post_processing", "ready", "confirmed", "cancelled"], printing: "now" },
  post_processing: { movesTo: ["ready", "printing", "cancelled"], printing: "over" },
  ready: { movesTo: ["shipped", "completed", "post_processing", "printing", "cancelled"], printing: "over" },
  shipped: { movesTo: ["completed"], printing: "over" },
  completed: { movesTo: [], printing: "over" },
  cancelled: { movesTo: [], printing: "given_up" },
} as const satisfies Record<string, StatusTerms>;

export type OrderStatus = keyof typeof STATUSES;

// Object.keys answers the keys of the table, in its order.
export const ORDER_STATUSES = Object.keys(STATUSES) as [OrderStatus, ...OrderStatus[]];

/** The statuses that an order may move to; none from a final one. */
export function movesFrom(status: OrderStatus): readonly OrderStatus[] {
  return STATUSES[status].movesTo;
}

/** Statuses in which something is still to be done. */
export const OPEN_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => movesFrom(status).length > 0);

/** Statuses that no order leaves. */
export const FINAL_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => movesFrom(status).length === 0);

/** Statuses that let an order's items be put on printers. */
export const PRINTABLE_STATUSES = statusesWith("now");

/** Statuses before the end of printing: pending too, which the studio has not confirmed yet. */
export const TO_BE_PRINTED = statusesWith("to_come", "now");

/** Whether an order's due day has passed before it was ready. @param today YYYY-MM-DD */
export function isLate({ status, dueOn }: { status: OrderStatus; dueOn: string | null }, today: string): boolean {
  return dueOn !== null && dueOn < today && canBeLate(status);
}

/** Whether an order of this status still has to become ready. */
export function canBeLate(status: OrderStatus): boolean {
  return !AT_CUSTOMER.includes(status);
}

/** Ready for the customer, or ended: no due day is missed any more. */
const AT_CUSTOMER: readonly OrderStatus[] = ["ready", "shipped", "completed", "cancelled"];

/** Statuses after printing. */
export const AFTER_PRINTING = statusesWith("over");

function statusesWith(...printing: readonly StatusTerms["printing"][]): readonly OrderStatus[] {
  return ORDER_STATUSES.filter((status) => printing.includes(STATUSES[status].printing));
}

// An order's source is any tag that a site sends; these are the service's own.

export const MAX_SOURCE_CHARACTERS = 255;

/** The source of an order of the API without `source`. */
export const API_SOURCE = "api";

/** The order page itself, and the page inside the widget of another site. */
export const STOREFRONT_SOURCES = ["order_page", "widget"] as const;
export type StorefrontSource = (typeof STOREFRONT_SOURCES)[number];

/** Ways by which an order reaches the counter, where staff enter it; they may name another in their own words. */
export const COUNTER_SOURCES = ["phone", "instagram", "walk-in"] as const;

/** Copies of one model in an order, as a customer may order them at a calculated price. */
export const MAX_QUANTITY = 999;

/** Copies of one model in an order that was a price request. */
export const MAX_ITEM_COPIES = MAX_ASKED_QUANTITY;

/**
 * The sandbox's orders have ids from here on, far above every order of a customer: an id tells which of the two it names. Ids of their
 * items fit 32 bits too, as some clients of an API read them.
 */
export const FIRST_TEST_ORDER_ID = 1_000_000_000;

/** Whether an order's id is one of the sandbox. */
export function isTestOrder(id: number): boolean {
  return id >= FIRST_TEST_ORDER_ID;
}

// Payments: people of the studio note them. The service moves no money.

export const PAYMENT_KINDS = ["payment", "refund"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENT_METHODS = ["cash", "transfer", "other"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Documents with running numbers of their own. */
export const DOCUMENT_KINDS = ["invoice", "receipt"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
