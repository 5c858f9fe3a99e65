// Choices for a part, from the offer and by default.

import type { TechnologyId } from "../../../../slicer-service/src/contract/technologies.ts";
import { MAX_QUANTITY } from "../../../domain/order.ts";
import { fitsMaterial, fitsSupports } from "../../../items/finishing-fit.ts";
import { type ChosenItem, MAX_QUANTITIES, type PublicCatalog, type QuantityDiscount } from "../../wire.ts";

/** One less than a request's quantities, which also have the chosen one. */
const MAX_SHOWN_QUANTITIES = MAX_QUANTITIES - 1;
const COMMON_QUANTITIES = [1, 5, 10, 50];

/** Quantities with a price on every card: one piece, the least quantities of the studio's discounts, and common ones. */
export function shownQuantities(discounts: readonly QuantityDiscount[]): readonly number[] {
  const least = discounts.map(({ fromQuantity }) => fromQuantity).filter((quantity) => quantity <= MAX_QUANTITY);
  const shown = [...new Set([1, ...least, ...COMMON_QUANTITIES])].slice(0, MAX_SHOWN_QUANTITIES);
  return shown.toSorted((a, b) => a - b);
}

/** The discount of a quantity, in percent; 0 below all. */
export function discountOf(discounts: readonly QuantityDiscount[], quantity: number): number {
  return discounts.findLast(({ fromQuantity }) => fromQuantity <= quantity)?.percent ?? 0;
}

export type PartChoice = Omit<ChosenItem, "modelId">;

/** undefined if the studio offers nothing at all. */
export function firstChoice(catalog: PublicCatalog): PartChoice | undefined {
  const [technology] = catalog.technologies;
  return technology === undefined ? undefined : choiceOfTechnology(catalog, technology.id, 1, []);
}

/** The technology's first material and default quality; finishings stay if they fit these too. */
export function choiceOfTechnology(
  catalog: PublicCatalog,
  technologyId: TechnologyId,
  quantity: number,
  finishingIds: readonly number[],
): PartChoice | undefined {
  const material = catalog.materials.find((candidate) => candidate.technologyId === technologyId);
  const qualities = qualitiesOf(catalog, technologyId);
  const quality = qualities.find(({ isDefault }) => isDefault) ?? qualities[0];
  if (material === undefined || quality === undefined) return undefined;
  return fittingChoice(catalog, { materialId: material.id, printingQualityId: quality.id, finishingIds, quantity });
}

export function materialsOf({ materials }: PublicCatalog, technologyId: TechnologyId) {
  return materials.filter((material) => material.technologyId === technologyId);
}

export function qualitiesOf({ qualities }: PublicCatalog, technologyId: TechnologyId) {
  return qualities.filter((quality) => quality.technologyId === technologyId);
}

/** The finishings that go with the choice's technology, material and quality. */
export function finishingsOf({ finishings, materials, qualities }: PublicCatalog, choice: PartChoice) {
  const material = materials.find(({ id }) => id === choice.materialId);
  const quality = qualities.find(({ id }) => id === choice.printingQualityId);
  return finishings.filter(
    (finishing) =>
      (finishing.technologyId === null || finishing.technologyId === quality?.technologyId) &&
      (material === undefined || fitsMaterial(finishing, material.name)) &&
      (quality === undefined || fitsSupports(finishing, quality.supports)),
  );
}

/** The choice without finishings that do not go with it: the server refuses those. */
export function fittingChoice(catalog: PublicCatalog, choice: PartChoice): PartChoice {
  if (choice.finishingIds.length === 0) return choice;
  const fitting = new Set(finishingsOf(catalog, choice).map(({ id }) => id));
  return { ...choice, finishingIds: choice.finishingIds.filter((id) => fitting.has(id)) };
}

/** The choice with the finishing, or without it. */
export function withFinishing(choice: PartChoice, id: number, isWanted: boolean): PartChoice {
  const others = choice.finishingIds.filter((chosen) => chosen !== id);
  return { ...choice, finishingIds: isWanted ? [...others, id] : others };
}

/** The chosen quality's technology; undefined if the quality is off the offer. */
export function technologyOfChoice({ qualities }: PublicCatalog, choice: PartChoice): TechnologyId | undefined {
  return qualities.find(({ id }) => id === choice.printingQualityId)?.technologyId;
}

/** The choice as far as it is still on offer: a basket may be older than the catalog. undefined if the studio offers nothing. */
export function offeredChoice(catalog: PublicCatalog, choice: PartChoice): PartChoice | undefined {
  const technologyId = technologyOfChoice(catalog, choice);
  if (technologyId === undefined) return withQuantity(firstChoice(catalog), choice.quantity);
  const usual = choiceOfTechnology(catalog, technologyId, choice.quantity, choice.finishingIds);
  if (usual === undefined) return withQuantity(firstChoice(catalog), choice.quantity);
  const hasMaterial = materialsOf(catalog, technologyId).some(({ id }) => id === choice.materialId);
  return fittingChoice(catalog, { ...choice, materialId: hasMaterial ? choice.materialId : usual.materialId });
}

function withQuantity(choice: PartChoice | undefined, quantity: number): PartChoice | undefined {
  return choice === undefined ? undefined : { ...choice, quantity };
}

/** The quality with supports and the nearest layer height; undefined if none is on offer. */
export function supportedQuality(catalog: PublicCatalog, choice: PartChoice) {
  const chosen = catalog.qualities.find(({ id }) => id === choice.printingQualityId);
  if (chosen === undefined) return undefined;
  const farFrom = ({ layerHeightMm }: typeof chosen) => Math.abs(layerHeightMm - chosen.layerHeightMm);
  return qualitiesOf(catalog, chosen.technologyId)
    .filter(({ supports }) => supports)
    .toSorted((a, b) => farFrom(a) - farFrom(b))[0];
}

/** The typed number of copies; undefined for a text that is no orderable number. */
export function quantityTyped(typed: string): number | undefined {
  return wholeTyped(typed, MAX_QUANTITY);
}

/** The typed whole number from 1 to `max`; undefined for any other text. */
export function wholeTyped(typed: string, max: number): number | undefined {
  if (!/^\s*\d+\s*$/.test(typed)) return undefined;
  const number = Number(typed);
  return number >= 1 && number <= max ? number : undefined;
}
