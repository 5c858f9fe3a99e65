// API keys: their kinds, the operations that each permission opens, and their end.

/** `test`: its orders are of the sandbox, and no customer's. */
export const KEY_KINDS = ["live", "test"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** `all`: every operation. `quotes`: prices, and nothing of orders and printers. `read`: every operation that changes nothing. */
export const KEY_PERMISSIONS = ["all", "quotes", "read"] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];
