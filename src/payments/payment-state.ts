// Payment state of an order: the sums owed, paid and asked for, from the order's own row.
//
// A refund lowers the debt: money that the studio paid back is not asked for again.

import { type MinorUnits, minorUnits } from "../domain/money.ts";
import { canBeLate, type OrderStatus } from "../domain/order.ts";

/** `to_refund`: the order is cancelled, and the studio still has money of it. */
export type PaymentState = "due" | "part" | "paid" | "to_refund" | "refunded";

/** The columns of an order that tell its state. Amounts are minor units. */
export interface OrderSums {
  readonly status: OrderStatus;
  readonly totalPriceMinor: number;
  readonly deliveryPriceMinor: number | null;
  readonly advanceMinor: number | null;
  /** Payments less refunds. Null: placed before payments were noted. */
  readonly paidMinor: number | null;
  readonly refundedMinor: number;
}

export interface OrderPayment {
  /** Null: placed before payments were noted, or cancelled before a payment. */
  readonly state: PaymentState | null;
  /** The items and their delivery. */
  readonly owed: MinorUnits;
  /** All payments. A refund lowers the debt, so that all of them count against it. */
  readonly received: MinorUnits;
  /** Payments less refunds: the money that the studio has. */
  readonly paid: MinorUnits;
  readonly refunded: MinorUnits;
  /** Still to be paid; 0 of a cancelled order. */
  readonly due: MinorUnits;
  /** The part of `due` that is asked for now: the rest of the advance, and all once that is paid or the order is ready. */
  readonly asked: MinorUnits;
  /** The studio has too much, and is to pay it back. */
  readonly over: MinorUnits;
}

export function paymentOf(order: OrderSums): OrderPayment {
  const { status, totalPriceMinor, deliveryPriceMinor, advanceMinor, paidMinor, refundedMinor } = order;
  const isCancelled = status === "cancelled";
  const owed = totalPriceMinor + (deliveryPriceMinor ?? 0);
  const paid = paidMinor ?? 0;
  const received = paid + refundedMinor;
  const due = isCancelled ? 0 : Math.max(0, owed - received);
  const restOfAdvance = (advanceMinor ?? 0) - received;
  const sums = {
    owed,
    received,
    paid,
    refunded: refundedMinor,
    due,
    asked: restOfAdvance > 0 && canBeLate(status) ? Math.min(restOfAdvance, due) : due,
    over: isCancelled ? Math.max(0, paid) : Math.max(0, paid - owed),
  };
  return {
    state: paidMinor === null ? null : stateOf(sums, isCancelled),
    owed: minorUnits(sums.owed),
    received: minorUnits(sums.received),
    paid: minorUnits(sums.paid),
    refunded: minorUnits(sums.refunded),
    due: minorUnits(sums.due),
    asked: minorUnits(sums.asked),
    over: minorUnits(sums.over),
  };
}

type Sums = Readonly<Record<"owed" | "received" | "paid" | "refunded" | "due" | "over", number>>;

function stateOf({ owed, received, paid, refunded, due, over }: Sums, isCancelled: boolean): PaymentState | null {
  if (isCancelled) {
    if (over > 0) return "to_refund";
    return refunded > 0 ? "refunded" : null;
  }
  if (due > 0) return received > 0 ? "part" : "due";
  return paid >= owed ? "paid" : "refunded";
}
