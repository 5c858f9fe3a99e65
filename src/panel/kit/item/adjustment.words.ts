// Adjustment of a price in words: a discount by quantity, a priority's surcharge, a price that staff named.

import type { Language } from "../../../domain/person.ts";
import { decimal } from "../../../pages/format.ts";
import { wording } from "../../../pages/words.ts";
import type { PriceAdjustment } from "../../../pricing/price.ts";

const adjustmentWords = wording({
  en: {
    tier: (quantity: number, percent: string) => `Discount from ${quantity} pieces, −${percent} %`,
    priority: (name: string, percent: string) => `${name}, +${percent} %`,
    staff: (reason: string) => `Changed: ${reason}`,
  },
  uk: {
    tier: (quantity, percent) => `Знижка від ${quantity} шт., −${percent} %`,
    priority: (name, percent) => `${name}, +${percent} %`,
    staff: (reason) => `Змінено: ${reason}`,
  },
});

export function adjustmentInWords(language: Language, adjustment: PriceAdjustment): string {
  const words = adjustmentWords(language);
  switch (adjustment.kind) {
    case "tier":
      return words.tier(adjustment.fromQuantity, decimal(language, adjustment.discountBasisPoints, 2));
    case "priority":
      return words.priority(adjustment.name, decimal(language, adjustment.surchargeBasisPoints, 2));
    case "staff":
      return words.staff(adjustment.reason);
  }
}
