// Prices in answers, held against the pricing model.

import type { WeekStudio } from "../actors/week-studios.ts";
import type { Checks } from "../checks.ts";
import { modelledPrice } from "./price-model.ts";

export interface ShownAmount {
  readonly amount: string;
}

/** A quote's or an order item's price, as the contract describes both. */
export interface ShownPrice {
  readonly total: ShownAmount;
  readonly quantity: number;
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds: readonly number[];
  readonly printingTime: number;
  readonly weight: string;
  readonly breakdown: Readonly<Record<string, unknown>>;
}

export function minorOf(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** Holds a price against the model. @param model names the model file */
export function holdPrice(
  checks: Checks,
  studio: WeekStudio,
  { model, priority }: { readonly model: string; readonly priority: string | undefined },
  shown: ShownPrice,
): void {
  const { quantity, materialId, printingQualityId, breakdown } = shown;
  const minutes = shown.printingTime / quantity;
  const hundredthsOfGram = minorOf(shown.weight) / quantity;
  const named = `${model}/${printingQualityId}/${materialId}`;
  const figures = `${minutes} min, ${hundredthsOfGram} cg`;
  const known = studio.ledger.figures.get(named) ?? figures;
  studio.ledger.figures.set(named, known);
  checks.same("figures", () => named, figures, known);
  const modelled = modelledPrice(studio.settings, {
    ...{ minutes, hundredthsOfGram, quantity },
    costPerKg: studio.ledger.materials.get(materialId)?.costPerKg ?? 0,
    finishings: studio.finishings.filter(({ id }) => shown.finishingIds.includes(id)),
    priorityBasisPoints: studio.priorities.find(({ slug }) => slug === priority)?.surchargeBasisPoints ?? 0,
  });
  const amountOf = (name: string) => minorOf(amountIn(breakdown[name]));
  checks.same(
    "price",
    () => `studio ${studio.index}, ${named}, ${quantity} copies`,
    {
      perUnit: amountOf("perUnitPrice"),
      materialCost: amountOf("materialCost"),
      timeCost: amountOf("timeCost"),
      postProcessingCost: amountOf("postProcessingCost"),
      markupAmount: amountOf("markupAmount"),
      adjustment: amountOf("adjustment"),
      minimumAdjustment: amountOf("minimumPriceAdjustment"),
      total: minorOf(shown.total.amount),
    },
    modelled,
  );
}

function amountIn(value: unknown): string {
  if (typeof value !== "object" || value === null || !("amount" in value)) return "0";
  return String(value.amount);
}

/** The price of a delivery by a method, for items of this total. */
export function deliveryMinorOf(
  delivery: { readonly priceMinor: number | null; readonly freeFromMinor: number | null } | undefined,
  totalMinor: number,
): number | null {
  if (delivery === undefined || delivery.priceMinor === null) return null;
  return delivery.freeFromMinor !== null && totalMinor >= delivery.freeFromMinor ? 0 : delivery.priceMinor;
}
