// Course of a test order: its status by its age, and the made-up number of its parcel.

import { FIRST_TEST_ORDER_ID, type OrderStatus } from "../domain/order.ts";
import { MAX_ITEMS } from "../items/item.schema.ts";

const MINUTE_MILLISECONDS = 60_000;

/** Test orders are deleted at this age. */
export const TEST_ORDER_MILLISECONDS = 7 * 24 * 60 * MINUTE_MILLISECONDS;

/** The statuses of every test order, with the minutes from its placing until each begins. */
export const COURSE = [
  { status: "pending", fromMinute: 0 },
  { status: "confirmed", fromMinute: 1 },
  { status: "printing", fromMinute: 2 },
  { status: "post_processing", fromMinute: 3 },
  { status: "ready", fromMinute: 4 },
  { status: "shipped", fromMinute: 5 },
  { status: "completed", fromMinute: 6 },
] as const satisfies readonly { readonly status: OrderStatus; readonly fromMinute: number }[];

const SHIPPED_MINUTE = COURSE.find(({ status }) => status === "shipped")?.fromMinute ?? Number.POSITIVE_INFINITY;

export interface CourseAtMoment {
  readonly status: OrderStatus;
  /** The moment of its last move. Milliseconds since 1970. */
  readonly updatedAt: number;
  /** Whether its parcel has left. */
  readonly isShipped: boolean;
}

/** @param createdAt milliseconds since 1970, as `now` */
export function courseAt(createdAt: number, now: number): CourseAtMoment {
  const minutes = (now - createdAt) / MINUTE_MILLISECONDS;
  // Clocks of two Workers differ by moments: an order's first status has no beginning.
  const { status, fromMinute } = COURSE.findLast((move) => move.fromMinute <= minutes) ?? COURSE[0];
  return {
    status,
    updatedAt: createdAt + fromMinute * MINUTE_MILLISECONDS,
    isShipped: fromMinute >= SHIPPED_MINUTE,
  };
}

/** No carrier's number has letters of this kind. */
export function madeUpTrackingNumber(orderId: number): string {
  return `TEST-${orderId}`;
}

/** The id of an item, by its place in the order from 0: the items of two test orders share none. */
export function testItemId(orderId: number, place: number): number {
  return FIRST_TEST_ORDER_ID + (orderId - FIRST_TEST_ORDER_ID) * MAX_ITEMS + place;
}
