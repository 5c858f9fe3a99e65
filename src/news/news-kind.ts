// Kinds of news that a studio's open panel pages are told of.

/** `orders`: one was placed or changed; `printing`: prints or printers; `requests`: a price request was sent or changed. */
export const NEWS_KINDS = ["orders", "printing", "requests"] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];
