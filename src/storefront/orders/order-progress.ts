// Progress of an order for its customer: the reached steps, with their times.

import type { OrderStatus } from "../../domain/order.ts";
import type { CustomerOrder } from "../../orders/customer-order.store.ts";
import { ORDER_STEPS, type OrderStep } from "./order.words.ts";

/** null: cancelled. */
const STEP_OF: Readonly<Record<OrderStatus, OrderStep | null>> = {
  pending: "sent",
  confirmed: "accepted",
  printing: "printing",
  post_processing: "printing",
  ready: "ready",
  shipped: "shipped",
  completed: "received",
  cancelled: null,
};

export interface Progress {
  /** The current step; null if the order is cancelled. */
  readonly at: OrderStep | null;
  /** In order. `reachedAt` is null for a step that lies ahead, or that the studio skipped. */
  readonly steps: readonly {
    readonly step: OrderStep;
    readonly isReached: boolean;
    readonly reachedAt: number | null;
  }[];
  readonly cancelled: { readonly at: number; readonly isByCustomer: boolean } | null;
}

export function progressOf({ order, changes }: Pick<CustomerOrder, "order" | "changes">): Progress {
  const isCollected = isCollectedByCustomer(order.delivery);
  // A collected order is never on its way, even if the studio marks it as shipped.
  const stepOf = (status: OrderStatus) => (status === "shipped" && isCollected ? "ready" : STEP_OF[status]);
  const at = stepOf(order.status);
  // The studio may go back a step: later steps then count as not reached.
  const reachedAt = new Map<OrderStep, number>();
  for (const { status, changedAt } of changes) {
    const step = stepOf(status);
    if (step === null) continue;
    for (const later of ORDER_STEPS.slice(ORDER_STEPS.indexOf(step) + 1)) reachedAt.delete(later);
    if (!reachedAt.has(step)) reachedAt.set(step, changedAt);
  }
  const cancellation = changes.findLast(({ status }) => status === "cancelled");
  const last = at === null ? -1 : ORDER_STEPS.indexOf(at);
  const isCancelled = order.status === "cancelled";
  const steps = ORDER_STEPS.map((step, index) => ({
    step,
    isReached: isCancelled ? reachedAt.has(step) : index <= last,
    reachedAt: reachedAt.get(step) ?? null,
  }));
  return {
    at,
    steps: steps.filter(({ step, isReached, reachedAt: moment }) => {
      if (isCancelled) return isReached;
      if (step === "shipped" && moment === null) return !isCollected && at !== "received";
      return true;
    }),
    cancelled:
      isCancelled && cancellation !== undefined
        ? { at: cancellation.changedAt, isByCustomer: cancellation.isByCustomer }
        : null,
  };
}

/** An order without an address and without a parcel's number: the customer picks it up. */
function isCollectedByCustomer(delivery: CustomerOrder["order"]["delivery"]): boolean {
  if (delivery === null) return true;
  const { cityName, warehouseName, streetName, trackingNumber } = delivery;
  return [cityName, warehouseName, streetName, trackingNumber].every((text) => text === null);
}
