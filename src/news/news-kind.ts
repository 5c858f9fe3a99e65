// Kinds of news that a studio's open panel pages are told of.

/** `orders`: one was placed or changed; `printing`: prints or printers; `requests`: a price request was sent or changed. */
export type NewsKind = "orders" | "printing" | "requests";
