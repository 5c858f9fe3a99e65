// Model of a price, apart from the service's own: integers and half-up rounding, as specification 7.4 to 7.7 say it.

export interface PricedSettings {
  hourlyRate: number;
  setupCost: number;
  minimumPrice: number;
  markupBasisPoints: number;
  readonly tiers: readonly { readonly fromQuantity: number; readonly discountBasisPoints: number }[];
}

export interface ModelledItem {
  /** One copy takes so long. */
  readonly minutes: number;
  readonly hundredthsOfGram: number;
  readonly costPerKg: number;
  /** Flat prices and percentages of one copy. */
  readonly finishings: readonly { readonly price: number | null; readonly basisPoints: number | null }[];
  readonly quantity: number;
  readonly priorityBasisPoints: number;
}

/** In minor units. */
export interface ModelledPrice {
  readonly perUnit: number;
  readonly materialCost: number;
  readonly timeCost: number;
  readonly postProcessingCost: number;
  readonly markupAmount: number;
  readonly adjustment: number;
  readonly minimumAdjustment: number;
  readonly total: number;
}

/** Half up, of a value that is not negative. */
function rounded(numerator: number, denominator: number): number {
  return Number((BigInt(numerator) * 2n + BigInt(denominator)) / (2n * BigInt(denominator)));
}

export function modelledPrice(settings: PricedSettings, question: ModelledItem): ModelledPrice {
  const { minutes, hundredthsOfGram, costPerKg, finishings, quantity, priorityBasisPoints } = question;
  const material = rounded(hundredthsOfGram * costPerKg, 100_000);
  const time = rounded(minutes * settings.hourlyRate, 60);
  const finishing = finishings
    .map(({ price, basisPoints }) => price ?? rounded((material + time) * (basisPoints ?? 0), 10_000))
    .reduce((sum, price) => sum + price, 0);
  const markup = rounded((material + time + finishing) * settings.markupBasisPoints, 10_000);
  const perUnit = material + time + finishing + markup;
  const copies = perUnit * quantity;
  const discounts = settings.tiers.filter(({ fromQuantity }) => fromQuantity <= quantity);
  const discount = discounts.sort((a, b) => b.fromQuantity - a.fromQuantity)[0]?.discountBasisPoints ?? 0;
  const tier = -rounded(copies * discount, 10_000);
  const priority = rounded((copies + tier) * priorityBasisPoints, 10_000);
  const adjustment = tier + priority;
  const sum = copies + adjustment + settings.setupCost;
  const total = Math.max(sum, settings.minimumPrice);
  return {
    perUnit,
    materialCost: material * quantity,
    timeCost: time * quantity,
    postProcessingCost: finishing * quantity,
    markupAmount: markup * quantity,
    adjustment,
    minimumAdjustment: total - sum,
    total,
  };
}
