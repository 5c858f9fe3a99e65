// Order sources: where an order came from. A site may send any tag of its own; these are the service's.

export const MAX_SOURCE_CHARACTERS = 255;

/** What an order has where a request of the API sends no `source`. */
export const API_SOURCE = "api";

/** The order page itself, and the page inside the widget of another site. */
export const STOREFRONT_SOURCES = ["order_page", "widget"] as const;
export type StorefrontSource = (typeof STOREFRONT_SOURCES)[number];
