// The worked example of the panel has the price of a quote, under any discounts and priorities.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { materials } from "../../../src/db/schema.ts";
import { formatDecimal } from "../../../src/domain/decimal.ts";
import { minorUnits } from "../../../src/domain/money.ts";
import { exampleSchema, priceExample } from "../../../src/panel/prices/worked-example.ts";
import { adjustmentOf, priceItem } from "../../../src/pricing/price.ts";
import {
  prioritiesSchema,
  quantityTiersSchema,
  toPriorities,
  toQuantityTiers,
} from "../../../src/studios/price-rules.request.ts";
import { studioPricesSchema, toStudioPrices } from "../../../src/studios/studio-settings.request.ts";

const MATERIAL: typeof materials.$inferSelect = {
  ...{ id: 1, studioId: 1, technologyId: 1, name: "PLA", color: null, nameInSecondLanguage: null },
  ...{ colorInSecondLanguage: null, colorHex: null, costPerKgMinor: 62_345, densityMilligramsPerCubicCm: 1_240 },
  ...{ status: "active", stockHundredthsOfGram: null, lowStockHundredthsOfGram: null, isOnStorefront: true },
  ...{ processParameters: null, position: 1 },
};
const PRICES = { currency: "UAH", hourlyRate: "45.55", setupCost: "7.77", markupPercentage: "13.33" };

/** Distinct numbers in order, as many for each of two fields. */
const ascending = (max: number) =>
  fc.uniqueArray(fc.integer({ min: 2, max }), { maxLength: 5 }).map((all) => all.sort((a, b) => a - b));

const typed = fc.record({
  quantities: ascending(999),
  discounts: ascending(9_000),
  surcharge: fc.nat({ max: 30_000 }),
  isUrgent: fc.boolean(),
  quantity: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 999 })),
  minimumPrice: fc.nat({ max: 100_000_000 }),
});

describe("the worked example", () => {
  it("has the price of an item with the typed rules, and lines that add up to it", () => {
    fc.assert(
      fc.property(typed, ({ quantities, discounts, surcharge, isUrgent, quantity, minimumPrice }) => {
        const count = Math.min(quantities.length, discounts.length);
        const tierTexts = quantities.slice(0, count).flatMap((fromQuantity, index) => [
          [`${fromQuantity}.fromQuantity`, String(fromQuantity)],
          [`${fromQuantity}.discount`, formatDecimal(discounts[index] ?? 0, 2)],
        ]);
        const tiers = toQuantityTiers(quantityTiersSchema.parse(Object.fromEntries(tierTexts)));
        const row = { priorityName: "Urgent", surcharge: formatDecimal(surcharge, 2), workingDays: "2" };
        const rowTexts = Object.entries(row).map(([name, value]) => [`new_1.${name}`, value]);
        const priorities = toPriorities(prioritiesSchema.parse(Object.fromEntries(rowTexts)), null);
        const prices = toStudioPrices(
          studioPricesSchema.parse({ ...PRICES, minimumPrice: formatDecimal(minimumPrice, 2) }),
        );
        const fields = exampleSchema.parse({
          ...{ exampleMinutes: "95", exampleVolume: "21,5", exampleQuantity: String(quantity) },
          ...(isUrgent ? { examplePriority: "urgent" } : {}),
        });
        const rules = { quantityTiers: tiers, priorities };
        const example = priceExample({ ...prices, ...rules }, fields, MATERIAL, [], undefined);
        const priced = priceItem({
          slice: { printSeconds: 95 * 60, materialCubicMm: 21_500 },
          ...{ densityMilligramsPerCubicCm: 1_240, costPerKg: minorUnits(62_345), finishings: [], quantity },
          settings: {
            ...{ hourlyRate: minorUnits(4_555), setupCost: minorUnits(777), markupBasisPoints: 1_333 },
            minimumPrice: minorUnits(minimumPrice),
            quantityTiers: (tiers ?? []).toReversed(),
          },
          priority: isUrgent ? { slug: "urgent", name: "Urgent", surchargeBasisPoints: surcharge } : undefined,
        });
        expect(example?.all).toEqual(priced);
        const { setupCost, minimumPriceAdjustment } = priced.breakdown;
        const lines = quantity * priced.perUnitPrice + adjustmentOf(priced.breakdown) + setupCost;
        expect(lines + minimumPriceAdjustment).toBe(priced.price);
        const discount = priced.breakdown.adjustments?.find(({ kind }) => kind === "tier");
        expect(discount !== undefined).toBe((tiers?.[0]?.fromQuantity ?? Number.POSITIVE_INFINITY) <= quantity);
      }),
    );
  });
});
