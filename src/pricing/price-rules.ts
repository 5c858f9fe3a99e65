// Price rules of a studio: discounts by quantity, priorities, and the scope of its minimum price.

/** An item of the API always has the minimum price by itself, since a quote names one item. */
export const MINIMUM_PRICE_SCOPES = ["item", "order"] as const;
export type MinimumPriceScope = (typeof MINIMUM_PRICE_SCOPES)[number];

/** A discount on the copies of one item, never on its set-up. */
export interface QuantityTier {
  /** The least quantity of one item. */
  readonly fromQuantity: number;
  /** 500 = 5.00 % */
  readonly discountBasisPoints: number;
}

/** A faster order for a surcharge. */
export interface Priority {
  /** Its name in requests, unique in the studio. */
  readonly slug: string;
  readonly name: string;
  /** For visitors of the order page in its second language. Null: they read `name`. */
  readonly nameInSecondLanguage: string | null;
  /** A percentage of the copies' price after the discount by quantity; 2500 = 25.00 %. */
  readonly surchargeBasisPoints: number;
  /** The promised number of working days until the order is ready. */
  readonly workingDays: number;
}

/** A priority as an order keeps it. */
export type ChosenPriority = Pick<Priority, "slug" | "name">;
