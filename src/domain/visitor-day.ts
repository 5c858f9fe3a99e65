// Visitor's day: how much visitors of an order page may send within 24 hours.
//
// A network is an address, and a school or an office is often behind one. Its numbers are those of a class of thirty: ten files each,
// in four qualities, two orders and four kept quotes each. A studio's are those of ten such networks at once: who has many
// addresses meets them.

export const DAILY_ALLOWANCES = {
  network: { upload: 300, slice: 1_200, order: 60, keep: 120 },
  studio: { upload: 3_000, slice: 12_000, order: 600, keep: 1_200 },
} as const;

/** Whose day it is: that of one network at one studio, or that of all visitors of the studio together. */
export type DayOf = keyof typeof DAILY_ALLOWANCES;

/** A slice is a model in a quality, and counts once however often it is asked for. An order may be a price request too. */
export type Allowance = keyof (typeof DAILY_ALLOWANCES)["network"];
