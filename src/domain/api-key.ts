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

/** From so long before the end of a key its owner is reminded, and as long after it. */
export const KEY_REMINDER_MILLISECONDS = 14 * 86_400_000;

/** Whether a key that has not ended ends so soon that its owner is reminded. */
export function doesKeyEndSoon(expiresAt: KeyEnd, now: number): boolean {
  return expiresAt !== null && expiresAt > now && expiresAt - now <= KEY_REMINDER_MILLISECONDS;
}

/** Names of the times, in hours, for which a replaced key goes on beside its replacement. */
export const KEY_OVERLAP_HOURS = { hour: 1, day: 24, week: 168, month: 720 } as const;
export type KeyOverlap = keyof typeof KEY_OVERLAP_HOURS;
export const KEY_OVERLAPS = ["hour", "day", "week", "month"] as const satisfies readonly KeyOverlap[];

/** The name of a key's replacement: the next number after its own that is free. @param taken names of keys in use */
export function nextKeyName(name: string, taken: readonly string[]): string {
  const [, base = name, digits = "1"] = /^(.*\S) ([1-9]\d{0,5})$/u.exec(name) ?? [];
  for (let number = Number(digits) + 1; ; number++) {
    const end = ` ${number}`;
    // No half of a character of two units.
    const next = `${base.slice(0, MAX_KEY_NAME_CHARACTERS - end.length).replace(/[\ud800-\udbff]$/, "")}${end}`;
    if (!taken.includes(next)) return next;
  }
}

/** In UTF-16 units, as the form counts. */
export const MAX_KEY_NAME_CHARACTERS = 100;
