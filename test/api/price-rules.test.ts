// Discounts by quantity and priorities: in quotes, prices, orders and GET /me.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders } from "../../src/db/schema.ts";
import { afterWorkingDays, dayFromNow } from "../../src/platform/calendar.ts";
import type { Priority } from "../../src/pricing/price-rules.ts";
import { boxes, type Order, orderOfBox, place, placed } from "./support/orders.ts";
import {
  type Breakdown,
  cents,
  type Money,
  modelFile,
  post,
  printingStudio,
  sumOfBreakdown,
} from "./support/requests.ts";

interface Quote {
  readonly totalPrice: Money;
  readonly perUnitPrice: Money;
  readonly setupCost: Money;
  readonly adjustment?: Money;
  readonly priority?: string;
  readonly quantity: number;
  readonly modelId: string;
  readonly breakdown: Breakdown & {
    readonly adjustments?: readonly { readonly kind: string; readonly name: string; readonly amount: Money }[];
  };
}

const RUSH: Priority = {
  slug: "rush",
  name: "Терміново",
  nameInSecondLanguage: null,
  surchargeBasisPoints: 2500,
  workingDays: 2,
};
const TIERS = [
  { fromQuantity: 3, discountBasisPoints: 500 },
  { fromQuantity: 10, discountBasisPoints: 750 },
];

/** A studio with prices that leave odd cents. */
const studioWithRules = (rules: Parameters<typeof printingStudio>[0] = {}) =>
  printingStudio({ markupBasisPoints: 1333, setupCostMinor: 777, quantityTiers: TIERS, priorities: [RUSH], ...rules });

type Shop = Awaited<ReturnType<typeof studioWithRules>>;

const idsOf = ({ materialId, printingQualityId }: Shop) => ({ materialId, printingQualityId });

const quote = ({ studio, ...choice }: Shop, fields: Record<string, string | number>) =>
  post<Quote>(studio, "/quotes", { ...choice, model: modelFile(boxes.small), ...fields });

async function quoted(shop: Shop, fields: Record<string, string | number>): Promise<Quote> {
  const { status, body } = await quote(shop, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const share = (amount: number, basisPoints: number) => Math.floor((amount * basisPoints * 2 + 10_000) / 20_000);

describe("a discount by quantity", () => {
  it("is of the tier that is reached, and of the copies alone", async () => {
    const shop = await studioWithRules();
    for (const [quantity, basisPoints, name] of [
      [3, 500, "3+ · −5 %"],
      [9, 500, "3+ · −5 %"],
      [10, 750, "10+ · −7.5 %"],
    ] as const) {
      const { perUnitPrice, adjustment, totalPrice, setupCost, breakdown } = await quoted(shop, { quantity });
      const discount = share(cents(perUnitPrice) * quantity, basisPoints);
      expect(breakdown.adjustments).toEqual([
        { kind: "tier", name, amount: { ...totalPrice, amount: (-discount / 100).toFixed(2) } },
      ]);
      expect(cents(adjustment)).toBe(-discount);
      expect(cents(setupCost)).toBe(777);
      expect(cents(totalPrice)).toBe(cents(perUnitPrice) * quantity - discount + 777);
      expect(sumOfBreakdown(breakdown)).toBe(cents(totalPrice));
    }
  });

  it("leaves a smaller quantity as it was, without a field", async () => {
    const shop = await studioWithRules();
    const without = await quoted(await studioWithRules({ quantityTiers: null, priorities: null }), { quantity: 2 });
    const { modelId: _, ...same } = without;
    const { modelId: __, ...withRules } = await quoted(shop, { quantity: 2 });
    const named = ({ materialId, printingQualityId, ...quote }: Record<string, unknown>) => quote;
    expect(named({ ...withRules })).toEqual(named({ ...same }));
    expect(withRules).not.toHaveProperty("adjustment");
    expect(withRules.breakdown).not.toHaveProperty("adjustments");
  });

  it("is taken before the minimum, which lifts the discounted price", async () => {
    const shop = await studioWithRules({ minimumPriceMinor: 10_000_000 });
    const { totalPrice, breakdown } = await quoted(shop, { quantity: 10 });
    expect(cents(totalPrice)).toBe(10_000_000);
    expect(sumOfBreakdown(breakdown)).toBe(10_000_000);
  });
});

describe("a priority", () => {
  it("adds its percentage to the discounted copies", async () => {
    const shop = await studioWithRules();
    const answer = await quoted(shop, { quantity: 10, priority: "rush" });
    const copies = cents(answer.perUnitPrice) * 10;
    const discount = share(copies, 750);
    const surcharge = share(copies - discount, 2500);
    expect(answer.priority).toBe("rush");
    expect(answer.breakdown.adjustments?.map(({ kind, name, amount }) => [kind, name, cents(amount)])).toEqual([
      ["tier", "10+ · −7.5 %", -discount],
      ["priority", "Терміново", surcharge],
    ]);
    expect(cents(answer.totalPrice)).toBe(copies - discount + surcharge + 777);
    expect(cents(answer.adjustment)).toBe(surcharge - discount);
    expect(sumOfBreakdown(answer.breakdown)).toBe(cents(answer.totalPrice));
  });

  it("prices a model in many quantities as a quote does", async () => {
    const shop = await studioWithRules();
    const { studio, materialId, printingQualityId } = shop;
    const { modelId } = await quoted(shop, {});
    const query = `printingQualityIds=${printingQualityId}&materialIds=${materialId}&quantity=1,3,10&priority=rush`;
    const { status, body } = await studio.answer<{ prices: Quote[] }[]>(`/models/${modelId}/prices?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    for (const price of body.data[0]?.prices ?? []) {
      const { totalPrice, adjustment } = await quoted(shop, { quantity: price.quantity, priority: "rush" });
      expect([price.totalPrice, price.adjustment]).toEqual([totalPrice, adjustment]);
      expect(cents(price.perUnitPrice) * price.quantity + cents(price.setupCost) + cents(price.adjustment)).toBe(
        cents(price.totalPrice),
      );
    }
    expect(body.data[0]?.prices).toHaveLength(3);
  });

  it("holds for each item of an order, which keeps it by its name and has the promised day", async () => {
    const shop = await studioWithRules();
    const answer = await quoted(shop, { quantity: 3, priority: "rush" });
    const order: Order & { readonly priority?: unknown } = await placed(shop.studio, {
      ...orderOfBox(shop, { items: JSON.stringify([{ ...idsOf(shop), quantity: 3 }]) }),
      priority: "rush",
    });
    expect(order.priority).toEqual({ slug: "rush", name: "Терміново" });
    expect(order.totalPrice).toEqual(answer.totalPrice);
    expect(order.items[0]).toMatchObject({ costBreakdown: answer.breakdown });
    expect((await shop.studio.db.select(orders, eq(orders.id, order.id)))[0]?.dueOn).toBe(
      afterWorkingDays(dayFromNow(0), RUSH.workingDays),
    );
    const { body } = await shop.studio.answer(`/orders/${order.id}`);
    expect(body.data).toMatchObject({ priority: { slug: "rush", name: "Терміново" }, totalPrice: order.totalPrice });
  });

  it("is absent from an order without one", async () => {
    const shop = await studioWithRules();
    const order = await placed(shop.studio, orderOfBox(shop));
    expect(order).not.toHaveProperty("priority");
  });

  it("that the studio does not have is 404 on its field, beside the other faults, and orders nothing", async () => {
    const shop = await studioWithRules();
    const unknown = ['the studio has no priority "sooner"; GET /me lists them'];
    const quoteRefused = await quote(shop, { priority: "sooner", materialId: 999_999 });
    expect(quoteRefused.status, JSON.stringify(quoteRefused.body)).toBe(404);
    expect(quoteRefused.body).toMatchObject({ errors: { priority: unknown, materialId: [expect.any(String)] } });
    const unreadable = await quote(shop, { priority: "sooner", quantity: 0 });
    expect(unreadable.body, JSON.stringify(unreadable.body)).toMatchObject({
      errors: { priority: unknown, quantity: [expect.any(String)] },
    });
    const orderRefused = await place(shop.studio, { ...orderOfBox(shop), priority: "sooner" });
    expect(orderRefused.status, JSON.stringify(orderRefused.body)).toBe(404);
    expect(orderRefused.body).toMatchObject({ errors: { priority: unknown } });
    const { modelId } = await quoted(shop, {});
    const prices = await shop.studio.answer(
      `/models/${modelId}/prices?printingQualityIds=${shop.printingQualityId}&priority=sooner`,
    );
    expect(prices.status, JSON.stringify(prices.body)).toBe(404);
    expect(prices.body).toMatchObject({ errors: { priority: unknown } });
  });

  it("of another studio is unknown", async () => {
    const shop = await studioWithRules({ priorities: null });
    const { status, body } = await quote(shop, { priority: "rush" });
    expect(status, JSON.stringify(body)).toBe(404);
  });

  it("that is empty is none", async () => {
    const shop = await studioWithRules();
    expect(await quoted(shop, { priority: "" })).not.toHaveProperty("priority");
  });
});

describe("GET /me", () => {
  it("lists priorities and tiers, the smallest quantity first", async () => {
    const { studio } = await studioWithRules();
    const { body } = await studio.answer("/me");
    expect(body.data).toMatchObject({
      priorities: [{ slug: "rush", name: "Терміново", surchargePercentage: "25.00", workingDays: 2 }],
      quantityTiers: [
        { fromQuantity: 3, discountPercentage: "5.00" },
        { fromQuantity: 10, discountPercentage: "7.50" },
      ],
    });
  });

  it("has neither field without them", async () => {
    const { studio } = await studioWithRules({ priorities: null, quantityTiers: null });
    const { body } = await studio.answer("/me");
    expect(body.data).not.toHaveProperty("priorities");
    expect(body.data).not.toHaveProperty("quantityTiers");
  });
});
