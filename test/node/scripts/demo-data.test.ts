// The demo studios' data are such as the panel's forms take.

import { describe, expect, it } from "vitest";
import { DEMO_STUDIOS, type DemoStudio } from "../../../scripts/local/demo/demo-data.ts";
import { writtenDeliveryMethodSchema } from "../../../src/catalog/delivery-method/delivery-method-fields.request.ts";
import { prioritiesSchema, quantityTiersSchema } from "../../../src/studios/price-rules.request.ts";
import { storefrontPaymentSchema } from "../../../src/studios/storefront-settings.request.ts";

const inRows = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  Object.fromEntries(
    rows.flatMap((row, place) =>
      Object.entries(row).map(([name, value]) => [`row${place}.${name}`, String(value)] as const),
    ),
  );

describe.each(DEMO_STUDIOS.map((studio): [string, DemoStudio] => [studio.slug, studio]))("%s", (_, studio) => {
  it("has discounts and priorities that its owner could type", () => {
    const { quantityTiers = [], priorities = [] } = studio;
    const tiers = quantityTiers.map(([fromQuantity, discount]) => ({ fromQuantity, discount }));
    const rows = priorities.map(([priorityName, nameInSecondLanguage, surcharge, workingDays]) => ({
      ...{ priorityName, nameInSecondLanguage, surcharge, workingDays },
    }));
    expect(quantityTiersSchema.safeParse(inRows(tiers)).error).toBeUndefined();
    expect(prioritiesSchema.safeParse(inRows(rows)).error).toBeUndefined();
  });

  it("has prices of delivery and an account that its owner could type", () => {
    for (const [name, price, freeFrom] of studio.catalog.deliveryMethods) {
      const typed = { name, price: price?.toFixed(2), freeFrom: freeFrom?.toFixed(2) };
      expect(writtenDeliveryMethodSchema.safeParse(typed).error, name).toBeUndefined();
    }
    const { advancePercent, payeeName, payeeIban, payeeCode } = studio.storefront ?? {};
    const typed = { advancePercent: advancePercent?.toString(), payeeName, payeeIban, payeeCode };
    expect(storefrontPaymentSchema.safeParse(typed).error).toBeUndefined();
  });
});
