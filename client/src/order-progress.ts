// An order's way through its statuses, followed at the pace that the studio's hour allows.

import { type Call, type Connection, pause } from "./connection.ts";
import { OrderCancelledError, RateLimitError } from "./errors.ts";
import type { Answered } from "./studio-call.ts";
import type { Order } from "./types.ts";

export type OrderStatus = Order["status"];

/** A status on an order's way. */
export type OrderProgress = Exclude<OrderStatus, "cancelled">;

const PLACES: Readonly<Record<OrderProgress, number>> = {
  pending: 0,
  confirmed: 1,
  printing: 2,
  post_processing: 3,
  ready: 4,
  shipped: 5,
  completed: 6,
};

/** A day, since people move orders. */
export const FOLLOWING_SECONDS = 24 * 3600;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;
/** The share of the hour's rest that following may use: other calls of the studio's programs need the others. */
const SHARE_OF_REST = 0.5;

/** @throws TypeError for a text that is no status on an order's way */
export function requireProgress(status: OrderProgress): void {
  if (!Object.hasOwn(PLACES, status)) {
    throw new TypeError(`status must be one of ${Object.keys(PLACES).join(", ")}, not "${status}"`);
  }
}

/** Reads the order until it has the status, or a later one. @throws OrderCancelledError */
export async function followOrder(
  connection: Connection,
  call: Call,
  id: number,
  status: OrderProgress,
): Promise<Answered<Order>> {
  for (let seconds = FIRST_PAUSE_SECONDS; ; seconds = Math.min(seconds * 1.5, LONGEST_PAUSE_SECONDS)) {
    try {
      const answer = await connection.send(call, "GET /orders/{id}", { path: { id } });
      const { data: order } = answer;
      if (order.status === "cancelled") throw new OrderCancelledError(order);
      // A status that was added later has no place: it is waited out.
      if (PLACES[order.status] >= PLACES[status]) return answer;
    } catch (error) {
      // The hour frees requests by itself, and this call has the time.
      if (!(error instanceof RateLimitError)) throw error;
    }
    await pause(Math.max(seconds, secondsOfRest(connection)) * 1000, call.signal);
  }
}

/** The pause by which the hour's rest lasts for its whole window. */
function secondsOfRest({ rateLimit }: Connection): number {
  if (rateLimit === undefined) return 0;
  const { remaining, secondsUntilFree, windowSeconds } = rateLimit;
  if (remaining === 0) return secondsUntilFree;
  return Math.min(windowSeconds / (remaining * SHARE_OF_REST), windowSeconds / 4);
}
