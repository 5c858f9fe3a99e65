// Mutants of the room pricing that no test can tell from the code, each with its reason.

import type { ExplainedMutant } from "./explained-mutant.ts";

export const EXPLAINED_OF_PRICING: readonly ExplainedMutant[] = [
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
];
