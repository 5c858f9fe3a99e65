// Price requests: a customer's question about models without a computed price, answered by the studio itself.

/** `new`: not answered yet. `answered`: the customer sees the studio's answer. `closed`: nothing more will come of it. */
export const PRICE_REQUEST_STATUSES = ["new", "answered", "closed"] as const;
export type PriceRequestStatus = (typeof PRICE_REQUEST_STATUSES)[number];

/** The days for which a named price holds if the studio states no other. */
export const PRICE_VALIDITY_DAYS = 14;

/** The most copies of a part that a customer may ask about. An order has fewer (order.ts). */
export const MAX_ASKED_QUANTITY = 99_999;

/** The most files of a request that are kept and never opened: photos, drawings. */
export const MAX_ATTACHMENTS = 10;

/** The longest sentence that the page may pass on about a missing price. */
export const MAX_SAID_CHARACTERS = 500;

/**
 * The reason for the missing price: the model cannot be sliced, no printer of the studio is large enough for it, the order is above
 * the storefront's maximum, or the customer asked for a person's look at it.
 */
export const PRICE_REQUEST_REASONS = ["not_sliced", "fits_no_printer", "above_maximum", "asked"] as const;
export type PriceRequestReason = (typeof PRICE_REQUEST_REASONS)[number];
