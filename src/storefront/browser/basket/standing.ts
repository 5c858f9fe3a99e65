// Standing of each card: waiting, priced, or for the studio; it decides on order and price request.

import type { PriceRequestReason } from "../../../domain/price-request.ts";
import type { PageConfiguration, QuotedProduct, QuoteSent } from "../../wire.ts";
import type { Trouble } from "../service/prices.ts";
import { askedQuantity, type Basket, type Card, cardModelId, modelNameOf } from "./basket.ts";
import { hundredths, type KnownPrice, type PriceBook, type PriceEntry, priceKey, priceOf } from "./price-book.ts";

export type Standing =
  | { readonly status: "sending"; readonly share: number }
  /** Neither the server nor this browser has the file. */
  | { readonly status: "gone" }
  | { readonly status: "notSent"; readonly trouble: Trouble }
  | { readonly status: "pricing"; readonly slicing: PriceEntry["slicing"] }
  | { readonly status: "troubled"; readonly trouble: Trouble }
  /** The typed quantity is none: nothing is ordered or asked until it is right. */
  | { readonly status: "wrongQuantity" }
  /** The studio took the material off its page after the page was loaded. */
  | { readonly status: "offOffer" }
  | { readonly status: "priced"; readonly price: KnownPrice }
  | {
      readonly status: "unpriced";
      readonly reason: PriceRequestReason;
      readonly message: string | null;
      readonly price?: KnownPrice;
    };

/** @param hasFile true if this browser has the card's file */
function standingOf(card: Card, prices: PriceBook, hasFile: boolean): Standing {
  const modelId = cardModelId(card);
  if (modelId === undefined) {
    if (card.uploadTrouble !== null) return { status: "notSent", trouble: card.uploadTrouble };
    return hasFile ? { status: "sending", share: card.sentShare } : { status: "gone" };
  }
  if (askedQuantity(card) === undefined) return { status: "wrongQuantity" };
  const entry = prices[priceKey({ modelId, ...card.choice })];
  if (entry?.failure) return { status: "unpriced", reason: "not_sliced", message: entry.failure };
  const price = priceOf(prices, modelId, card.choice);
  if (price !== undefined) {
    if (price.answer.fitsPrinters === false)
      return { status: "unpriced", reason: "fits_no_printer", message: null, price };
    if (card.wrongQuantity !== null) return { status: "unpriced", reason: "above_maximum", message: null, price };
    if (card.isAsked) return { status: "unpriced", reason: "asked", message: null, price };
    return { status: "priced", price };
  }
  if (entry?.trouble) return { status: "troubled", trouble: entry.trouble };
  // The answer names every material on offer: a missing one was taken off the offer.
  const isOffered = entry?.answer?.materials.some(({ materialId }) => materialId === card.choice.materialId) ?? true;
  if (!isOffered) return { status: "offOffer" };
  return { status: "pricing", slicing: entry?.slicing ?? null };
}

export interface StandingCard {
  readonly card: Card;
  readonly standing: Standing;
}

export interface SortedBasket {
  readonly all: readonly StandingCard[];
  /** Priced cards, which are ordered together. */
  readonly priced: readonly StandingCard[];
  /** Cards for a price request. */
  readonly unpriced: readonly StandingCard[];
  /** Cards that are still undecided. */
  readonly onTheWay: readonly StandingCard[];
}

export function sortBasket({ cards, prices }: Basket, hasFile: (fileKey: string) => boolean): SortedBasket {
  const all = cards.map((card) => ({ card, standing: standingOf(card, prices, hasFile(card.fileKey)) }));
  return {
    all,
    priced: all.filter(({ standing }) => standing.status === "priced"),
    unpriced: all.filter(({ standing }) => standing.status === "unpriced"),
    onTheWay: all.filter(({ standing }) => standing.status !== "priced" && standing.status !== "unpriced"),
  };
}

/** The price of this card that costs the customer nothing more, as the minimum order is paid anyway; in hundredths. */
export function coveredByMinimum(
  { minimumOrder }: Pick<PageConfiguration, "minimumOrder">,
  { priced }: SortedBasket,
  products: readonly Pick<QuotedProduct, "total">[],
  card: Card,
): number {
  if (minimumOrder === null) return 0;
  const ofOthers = priced.map(({ card: { key }, standing }) =>
    key === card.key || standing.status !== "priced" ? 0 : hundredths(standing.price.total),
  );
  return [...ofOthers, ...products.map(({ total }) => hundredths(total))].reduce(
    (left, price) => left - price,
    hundredths(minimumOrder),
  );
}

/** The cards as items of a request for a quote. */
export function itemsOf(cards: readonly StandingCard[]): QuoteSent["items"] {
  return cards.flatMap(({ card }) => {
    const modelId = cardModelId(card);
    return modelId === undefined ? [] : [{ modelId, fileName: modelNameOf(card), ...card.choice }];
  });
}
