// Requests for prices, and reports of their answers.

import type { ModelPricesAnswer } from "../../wire.ts";

/** The input of an answer, beside quantities and materials, which it lists. */
export interface PriceQuestion {
  readonly modelId: string;
  readonly printingQualityId: number;
  readonly finishingIds: readonly number[];
}

/** The use of a price, the most wanted first: of a chosen part, beside another choice of its slice, beside a choice of another slice. */
export const PRICE_USES = ["chosen", "compared", "comparedBySlice"] as const;
export type PriceUse = (typeof PRICE_USES)[number];

export interface WantedPrices extends PriceQuestion {
  readonly priceKey: string;
  readonly quantities: readonly number[];
  readonly use: PriceUse;
}

/** A request without an answer for now. It says nothing about the model. */
export interface Trouble {
  readonly reason: string;
  readonly message: string;
  /** Milliseconds since 1970; null if only the customer can retry. */
  readonly retryAt: number | null;
}

export type PriceReport = ModelPricesAnswer | { readonly status: "trouble"; readonly trouble: Trouble };
