// Price requests: what a customer sends where no price can be computed, and the studio answers itself.

/** `new`: nobody has answered it. `answered`: the customer sees the studio's answer. `closed`: nothing more will come of it. */
export const PRICE_REQUEST_STATUSES = ["new", "answered", "closed"] as const;
export type PriceRequestStatus = (typeof PRICE_REQUEST_STATUSES)[number];

/**
 * Why an item has no price: the model cannot be sliced, no printer of the studio is large enough for it, the order is above what the
 * page takes, or the customer asked for a person to look at it.
 */
export const PRICE_REQUEST_REASONS = ["not_sliced", "fits_no_printer", "above_maximum", "asked"] as const;
export type PriceRequestReason = (typeof PRICE_REQUEST_REASONS)[number];
