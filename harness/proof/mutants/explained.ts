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
  dispatcher: [
    {
      file: "slicer-service/src/dispatcher.store.ts",
      original: "engineIndex === undefined",
      replacement: "false",
      reason: "The free engines are not none there: the compiler asks for the line.",
    },
    {
      file: "slicer-service/src/dispatcher.store.ts",
      original: "lease?.at",
      replacement: "lease.at",
      reason: "A minimum without a group always has a row: the compiler asks for the question mark.",
    },
    {
      file: "slicer-service/src/dispatcher.store.ts",
      original: "lines[own]?.held",
      replacement: "lines[own].held",
      reason: "The studio of a slice that waits has a line: the compiler asks for the question mark.",
    },
    {
      file: "slicer-service/src/dispatcher.store.ts",
      original: "index < own",
      replacement: "index <= own",
      reason: "The slice's own studio is left out one line before.",
    },
    {
      file: "slicer-service/src/dispatcher.object.ts",
      original: "this.#engines[engineIndex]?.askCapacity",
      replacement: "this.#engines[engineIndex].askCapacity",
      reason: "Only engines of the pool are asked: the compiler asks for the question mark.",
    },
  ],
};
