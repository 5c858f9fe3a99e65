// Requests for prices, and reports of their answers.

import type { ModelPricesAnswer } from "../../wire.ts";

/** The input of an answer, beside quantities and materials, which it lists. */
export interface PriceQuestion {
  readonly modelId: string;
  readonly printingQualityId: number;
  readonly finishingIds: readonly number[];
}

export interface WantedPrices extends PriceQuestion {
  readonly priceKey: string;
  readonly quantities: readonly number[];
  /** For comparison only: asked one at a time, after all others. */
  readonly isBackground: boolean;
}

/** A request without an answer for now. It says nothing about the model. */
export interface Trouble {
  readonly reason: string;
  readonly message: string;
  /** Milliseconds since 1970; null if only the customer can retry. */
  readonly retryAt: number | null;
}

export type PriceReport = ModelPricesAnswer | { readonly status: "trouble"; readonly trouble: Trouble };
