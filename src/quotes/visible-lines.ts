// Visible lines: how a price comes about, as a customer may see it.
//
// A studio's costs of material and time, and its markup, are its own business. So the markup is inside the lines: a finishing's
// has its part of it, and the printing's has the rest.

import { FULL_BASIS_POINTS } from "../domain/decimal.ts";
import { type MinorUnits, minorUnits, multiplyDivide } from "../domain/money.ts";
import type { PriceAdjustment, PriceBreakdown, PricedItem } from "../pricing/price.ts";

export interface VisibleLine {
  readonly kind: "printing" | "product" | "finishing" | "tier" | "priority" | "staff" | "start" | "setup" | "minimum";
  /** The finishing's or the priority's name, or the reason of the price that staff named; null in every other line. */
  readonly name: string | null;
  /** The quantity from which the discount holds; only in its line. */
  readonly fromQuantity?: number;
  /** The number of prints that begin; only in the line of their starts. */
  readonly prints?: number;
  /** For the whole quantity. */
  readonly amount: MinorUnits;
}

/** The lines of an item; they add up to its price, to the cent, and only a discount or a price that staff lowered is negative. */
export function visibleLines(
  { breakdown, perUnitPrice }: Pick<PricedItem, "breakdown" | "perUnitPrice">,
  quantity: number,
): VisibleLine[] {
  const { finishings, markupBasisPoints, setupCost, minimumPriceAdjustment } = breakdown;
  const withMarkup = (amount: number) =>
    multiplyDivide(amount, FULL_BASIS_POINTS + markupBasisPoints, FULL_BASIS_POINTS);
  // The sum is rounded and not each line: of many small lines rounded up, the printing would be left less than nothing.
  let sumOfOneCopy = 0;
  const finishingLines = finishings.map(({ name, price }): VisibleLine => {
    const before = withMarkup(sumOfOneCopy);
    sumOfOneCopy += price / quantity;
    return { kind: "finishing", name, amount: minorUnits((withMarkup(sumOfOneCopy) - before) * quantity) };
  });
  const printing = minorUnits((perUnitPrice - withMarkup(sumOfOneCopy)) * quantity);
  return [
    { kind: "printing", name: null, amount: printing },
    ...finishingLines,
    ...(breakdown.adjustments ?? []).map(adjustmentLine),
    ...startOf(breakdown),
    ...onlyIfCharged("setup", setupCost),
    ...onlyIfCharged("minimum", minimumPriceAdjustment),
  ];
}

/** The line of a discount or a surcharge. */
export function adjustmentLine(adjustment: PriceAdjustment): VisibleLine {
  const { kind, amount } = adjustment;
  switch (kind) {
    case "tier":
      return { kind, name: null, fromQuantity: adjustment.fromQuantity, amount };
    case "priority":
      return { kind, name: adjustment.name, amount };
    case "staff":
      return { kind, name: adjustment.reason, amount };
  }
}

function onlyIfCharged(kind: "setup" | "minimum", amount: MinorUnits): VisibleLine[] {
  return amount === 0 ? [] : [{ kind, name: null, amount }];
}

function startOf({ startUp }: PriceBreakdown): VisibleLine[] {
  if (startUp === undefined || startUp.cost === 0) return [];
  return [{ kind: "start", name: null, prints: startUp.prints, amount: startUp.cost }];
}
