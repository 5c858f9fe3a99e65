// Wanted prices: first every card's choice, then others for comparison.

import type { TechnologyId } from "../../../../slicer-service/src/contract/technologies.ts";
import { MAX_QUANTITIES, type PageConfiguration, type PublicCatalog } from "../../wire.ts";
import { PRICE_USES, type PriceQuestion, type PriceUse, type WantedPrices } from "../service/prices.ts";
import { type Basket, cardModelId } from "./basket.ts";
import {
  finishingsOf,
  fittingChoice,
  materialsOf,
  type PartChoice,
  qualitiesOf,
  shownQuantities,
  technologyOfChoice,
  withFinishing,
} from "./choices.ts";
import { lacksPrice, priceKey, priceOf } from "./price-book.ts";

/** @returns the most wanted first, each once */
export function wantedPrices(
  { cards, prices }: Basket,
  { catalog, discounts }: Pick<PageConfiguration, "catalog" | "discounts">,
): WantedPrices[] {
  const shown = shownQuantities(discounts);
  const wanted = new Map<string, WantedPrices>();
  const want = (question: PriceQuestion, quantity: number, use: PriceUse) => {
    const key = priceKey(question);
    if (!lacksPrice(prices[key], quantity)) return;
    const asked = wanted.get(key);
    // Two cards may want one model in different quantities: a next request asks for those beyond the limit.
    const quantities = [...new Set([...(asked?.quantities ?? []), quantity, ...shown])];
    wanted.set(key, {
      modelId: question.modelId,
      printingQualityId: question.printingQualityId,
      finishingIds: question.finishingIds,
      priceKey: key,
      quantities: quantities.slice(0, MAX_QUANTITIES),
      // The more wanted of both uses.
      use: PRICE_USES.find((candidate) => candidate === use || candidate === asked?.use) ?? use,
    });
  };
  for (const card of cards) {
    const modelId = cardModelId(card);
    if (modelId !== undefined) want({ modelId, ...card.choice }, card.choice.quantity, "chosen");
  }
  for (const card of cards) {
    const modelId = cardModelId(card);
    const technologyId = technologyOfChoice(catalog, card.choice);
    // A closed card compares nothing, and every slice costs the studio time.
    if (modelId === undefined || technologyId === undefined || !card.isOpen) continue;
    if (priceOf(prices, modelId, card.choice) === undefined) continue;
    for (const choice of comparedChoices(catalog, technologyId, card.choice)) {
      const isSliced = choice.printingQualityId === card.choice.printingQualityId;
      want({ modelId, ...choice }, choice.quantity, isSliced ? "compared" : "comparedBySlice");
    }
  }
  return [...wanted.values()].sort((a, b) => PRICE_USES.indexOf(a.use) - PRICE_USES.indexOf(b.use));
}

/** Choices that differ in one thing, those of the same slice first. One answer has every material that its finishings fit. */
function comparedChoices(catalog: PublicCatalog, technologyId: TechnologyId, choice: PartChoice): PartChoice[] {
  return [
    ...finishingsOf(catalog, choice).map(({ id }) => withFinishing(choice, id, !choice.finishingIds.includes(id))),
    ...materialsOf(catalog, technologyId).map(({ id }) => fittingChoice(catalog, { ...choice, materialId: id })),
    ...qualitiesOf(catalog, technologyId).map(({ id }) => fittingChoice(catalog, { ...choice, printingQualityId: id })),
  ];
}
