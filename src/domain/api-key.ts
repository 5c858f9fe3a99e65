// API keys: their kinds, their permissions and their end.

/** `test`: its orders are of the sandbox, and no customer's. */
export const KEY_KINDS = ["live", "test"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** `all`: every operation. `quotes`: prices, and nothing of orders and printers. `read`: every operation that changes nothing. */
export const KEY_PERMISSIONS = ["all", "quotes", "read"] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

/** The end of a key: milliseconds since 1970. Null: it has none. */
export type KeyEnd = number | null;

export function isKeyEnded(expiresAt: KeyEnd, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

const REMINDER_MILLISECONDS = 14 * 86_400_000;

/** Whether a key in use ends so soon that its owner is reminded. */
export function doesKeyEndSoon(expiresAt: KeyEnd, now: number): boolean {
  return expiresAt !== null && expiresAt > now && expiresAt - now <= REMINDER_MILLISECONDS;
}

/** Time that a replaced key goes on beside its replacement, in hours. */
export const KEY_OVERLAPS = { hour: 1, day: 24, week: 168, month: 720 } as const;
export type KeyOverlap = keyof typeof KEY_OVERLAPS;
