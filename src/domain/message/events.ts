// Events that customers and staff are told of, and the ways to tell them.

/** Events of an order, or the answer to a price request, that its customer may be told of. */
export const CUSTOMER_EVENTS = [
  "received",
  "confirmed",
  "priced",
  "ready",
  "shipped",
  "completed",
  "cancelled",
] as const;
export type CustomerEvent = (typeof CUSTOMER_EVENTS)[number];

/** Events that each person of a studio may choose to be told of. */
export const STAFF_EVENTS = [
  "new_order",
  "new_request",
  "cancelled_by_customer",
  "low_stock",
  "late",
  "parcel_returns",
] as const;
export type StaffEvent = (typeof STAFF_EVENTS)[number];

export const MESSAGE_EVENTS = [...CUSTOMER_EVENTS, ...STAFF_EVENTS] as const;
export type MessageEvent = (typeof MESSAGE_EVENTS)[number];

export const MESSAGE_CHANNELS = ["email", "telegram"] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];
