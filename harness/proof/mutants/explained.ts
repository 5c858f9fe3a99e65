// Mutants that no test can tell from the code, each with its reason.

import type { RoomName } from "./rooms.ts";

export interface ExplainedMutant {
  readonly file: string;
  /** The code and its replacement, with single spaces; one that ends with "…" gives the beginning only. */
  readonly original: string;
  readonly replacement: string;
  /** One sentence: the reason that its results are the same. */
  readonly reason: string;
  /** Needed only if a file has the same change twice: its line's code, or a part of it. */
  readonly within?: string;
}

export const EXPLAINED: Readonly<Partial<Record<RoomName, readonly ExplainedMutant[]>>> = {
  orders: [
    {
      file: "src/orders/change-order.ts",
      original: "[]",
      replacement: '["Stryker was here"]',
      reason: "Copies without an item belong to no item of the order, and such copies are left out.",
      within: "putBack = []",
    },
    {
      file: "src/orders/change-order.ts",
      original: "leaving.length > 0",
      replacement: "true",
      reason: "With no copies on printers, the statement takes none off: the condition spares it.",
      within: "db.delete(queuedPrints",
    },
    {
      file: "src/orders/change-order.ts",
      original: "leaving.length > 0",
      replacement: "leaving.length >= 0",
      reason: "With no copies on printers, the statement takes none off: the condition spares it.",
      within: "db.delete(queuedPrints",
    },
    {
      file: "src/orders/change-order.ts",
      original: "item === undefined",
      replacement: "false",
      reason: "One batch reads an order's items and their prints, so that each print has its item.",
    },
  ],
  pricing: [
    {
      file: "src/pricing/price.ts",
      original: "amounts[index]?.[place]",
      replacement: "amounts[index][place]",
      reason: "Each adjustment has its shares: the compiler asks for the question mark, and no index is beyond them.",
    },
    {
      file: "src/pricing/price.ts",
      original: "tier.fromQuantity > reached.fromQuantity",
      replacement: "tier.fromQuantity >= reached.fromQuantity",
      reason: "Two tiers of a studio never begin at one quantity: its form refuses them.",
    },
  ],
};
