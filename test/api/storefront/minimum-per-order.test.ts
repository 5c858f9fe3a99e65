// Minimum price once for an order: the order page tops the basket up; the API has it per item.

import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { studioRow } from "../../../harness/catalog-rows.ts";
import { anotherBox } from "../../../harness/models.ts";
import { orderItems, orders, storefronts } from "../../../src/db/schema.ts";
import type { FilledBasket, ModelPricesAnswer, SignedQuote } from "../../../src/storefront/wire.ts";
import { CUSTOMER, type Order, orderCount, placed } from "../support/orders.ts";
import { cents, type Money, post, sumOfBreakdown } from "../support/requests.ts";
import {
  type Choice,
  order,
  ordered,
  type PriceChanged,
  quoted,
  setPage,
  untilSliced,
  Visitor,
  visitedStudio,
} from "../support/storefront.ts";
import { configurationIn, shownPage } from "../support/storefront-page.ts";

const MINIMUM = 100_000;

const minor = (amount: string | null | undefined) => Math.round(100 * Number(amount));

let shop: Awaited<ReturnType<typeof visitedStudio>> & { readonly other: Choice };

beforeAll(async () => {
  const visited = await visitedStudio();
  shop = { ...visited, other: { ...visited.choice, modelId: (await visited.visitor.model(anotherBox())).modelId } };
});

const set = (row: Parameters<typeof shop.studio.db.updateStudio>[0]) => shop.studio.db.updateStudio(row);

beforeEach(async () => {
  const { hourlyRateMinor, setupCostMinor, markupBasisPoints } = studioRow();
  const usual = { hourlyRateMinor, setupCostMinor, markupBasisPoints, quantityTiers: null };
  await set({ ...usual, minimumPriceMinor: MINIMUM, minimumPricePer: "order" });
});

afterEach(async () => {
  await shop.studio.db.delete(storefronts, undefined);
});

/** A basket of these choices, of a new network each time: calls are counted by it. */
const quote = (...choices: readonly Choice[]): Promise<SignedQuote> => quoted(new Visitor(shop.studio), choices);

async function quotedByApi({ modelId, materialId, printingQualityId, quantity = 1 }: Choice): Promise<number> {
  const fields = { modelId, materialId, printingQualityId, quantity };
  const { status, body } = await post<{ totalPrice: Money }>(shop.studio, "/quotes", fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return cents(body.data.totalPrice);
}

describe("a quote of the order page, with a minimum price once for an order", () => {
  it("of one item costs what the API quotes for it, to the cent, whatever the rates, the minimum and the quantity", async () => {
    const priced = fc.record({
      hourlyRateMinor: fc.nat({ max: 50_000 }),
      setupCostMinor: fc.nat({ max: 5_000 }),
      markupBasisPoints: fc.nat({ max: 20_000 }),
      minimumPriceMinor: fc.nat({ max: 100_000 }),
      quantity: fc.integer({ min: 1, max: 20 }),
      minimumPricePer: fc.constantFrom("item", "order"),
      quantityTiers: fc.option(fc.nat(5_000).map((discountBasisPoints) => [{ fromQuantity: 3, discountBasisPoints }])),
    });
    const prices = fc.asyncProperty(priced, async ({ quantity, ...row }) => {
      await set(row);
      const choice = { ...shop.choice, quantity };
      const { total, topUp, items } = await quote(choice);
      expect(minor(total)).toBe(await quotedByApi(choice));
      expect(minor(items[0]?.total) + minor(topUp)).toBe(minor(total));
    });
    await fc.assert(prices, { numRuns: 20 });
  });

  it("of several has each without a minimum, and the difference once, as a line of its own", async () => {
    const { items, topUp, total, ordering } = await quote({ ...shop.choice, quantity: 2 }, shop.other);
    const lines = items.flatMap((item) => item.lines.map(({ kind }) => kind));
    expect(lines).toEqual(["printing", "setup", "printing", "setup"]);
    const own = items.reduce((sum, item) => sum + minor(item.total), 0);
    expect(own).toBeLessThan(MINIMUM);
    expect({ topUp: minor(topUp), total: minor(total), ordering }).toEqual({
      topUp: MINIMUM - own,
      total: MINIMUM,
      ordering: "allowed",
    });
  });

  it("is lifted to the greater of it and the page's own least order", async () => {
    await setPage(shop.studio, { minimumOrderMinor: MINIMUM - 1 });
    expect((await quote(shop.choice)).total).toBe("1000.00");
    await setPage(shop.studio, { minimumOrderMinor: MINIMUM + 1 });
    expect((await quote(shop.choice)).total).toBe("1000.01");
  });

  it("has the prices that the page shows before it: of every quantity, without a minimum", async () => {
    const { modelId, printingQualityId } = shop.choice;
    const path = `/models/${modelId}/prices?quality=${printingQualityId}&quantities=1,5,10`;
    const ask = () => new Visitor(shop.studio).answer<Extract<ModelPricesAnswer, { status: "done" }>>(path);
    const { body, text } = await untilSliced(ask);
    const shown = body.materials[0]?.prices ?? expect.fail(text);
    expect(shown.map(({ quantity }) => quantity)).toEqual([1, 5, 10]);
    for (const { quantity, total } of shown) {
      expect((await quote({ ...shop.choice, quantity })).items[0]?.total).toBe(total);
      expect(minor(total)).toBeLessThan(MINIMUM);
    }
  });

  it("follows a page that states the minimum of an order before anything is chosen", async () => {
    const { slug } = shop.studio;
    const perOrder = await shownPage(`/${slug}`);
    expect(perOrder.text).toContain("Orders from ₴1,000.00: a smaller one pays the difference");
    expect(configurationIn(perOrder.html)).toMatchObject({ minimumOrder: "1000.00" });
    await set({ minimumPricePer: "item" });
    // A theme of its own: the edge has no copy of it from before.
    const perItem = await shownPage(`/${slug}?theme=dark`);
    expect(perItem.text).not.toContain("Orders from");
    expect(configurationIn(perItem.html)).toMatchObject({ minimumOrder: null });
  });
});

describe("an order of the order page, with a minimum price once for an order", () => {
  it("costs the top-up once, and its items and their breakdowns add up to its total", async () => {
    const { studio, visitor, choice, other } = shop;
    const agreed = await quote(choice, other);
    const { orderId, total } = await ordered(visitor, agreed);
    expect(total).toBe("1000.00");
    const [row] = await studio.db.select(orders, eq(orders.id, orderId));
    expect(row).toMatchObject({ totalPriceMinor: MINIMUM, topUpMinor: minor(agreed.topUp) });
    const shown = await studio.data<Order>(`/orders/${orderId}`);
    for (const { price, costBreakdown } of shown.items) expect(sumOfBreakdown(costBreakdown)).toBe(cents(price));
    expect(shown.items.reduce((sum, { price }) => sum + cents(price), 0)).toBe(cents(shown.totalPrice));
    const stored = await studio.db.select(orderItems, eq(orderItems.orderId, orderId), orderItems.position);
    expect(stored[1]?.priceMinor).toBe(minor(agreed.items[1]?.total));
  });

  it("is filled in again at its whole price, and so is a kept quote", async () => {
    const agreed = await quote(shop.choice, shop.other);
    const { address } = await ordered(shop.visitor, agreed);
    const again = await quote(shop.choice, shop.other);
    const { body } = await shop.visitor.post<{ address: string }>("/quotes/keep", { token: again.token });
    for (const path of [`${address}/again`, new URL(body.address).pathname]) {
      const filled: FilledBasket | null = configurationIn((await shownPage(path)).html).filledBasket;
      expect(filled, path).toMatchObject({ total: "1000.00" });
    }
    expect(again.total).toBe(agreed.total);
  });

  it.each([
    { from: "item", to: "order", before: "2000.00", after: "1000.00" },
    { from: "order", to: "item", before: "1000.00", after: "2000.00" },
  ] as const)("asks anew if the minimum counted per $from at the quote and per $to now", async (switched) => {
    await set({ minimumPricePer: switched.from });
    const agreed = await quote(shop.choice, shop.other);
    expect(agreed.total).toBe(switched.before);
    await set({ minimumPricePer: switched.to });
    const count = await orderCount(shop.studio);
    const { status, body, text } = await order<PriceChanged>(shop.visitor, agreed);
    expect(status, text).toBe(409);
    expect(body).toMatchObject({ status: "price_changed", before: switched.before, quote: { total: switched.after } });
    expect(await orderCount(shop.studio)).toBe(count);
    expect((await ordered(shop.visitor, body.quote)).total).toBe(switched.after);
  });

  it("of one item asks anew too, since its lines are others; the price is the same", async () => {
    await set({ minimumPricePer: "item" });
    const agreed = await quote(shop.choice);
    await set({ minimumPricePer: "order" });
    const { status, body, text } = await order<PriceChanged>(shop.visitor, agreed);
    expect(status, text).toBe(409);
    expect(body).toMatchObject({ before: "1000.00", quote: { total: "1000.00" } });
  });

  it("is placed as agreed, whichever way the minimum counts now, if no item needed it", async () => {
    await set({ minimumPriceMinor: 100, minimumPricePer: "item" });
    const agreed = await quote(shop.choice, shop.other);
    await set({ minimumPricePer: "order" });
    const { orderId, total } = await ordered(shop.visitor, agreed);
    expect(total).toBe(agreed.total);
    const [row] = await shop.studio.db.select(orders, eq(orders.id, orderId));
    expect(row?.topUpMinor).toBeNull();
  });

  it("asks anew if the minimum is another one now", async () => {
    const agreed = await quote(shop.choice);
    await set({ minimumPriceMinor: MINIMUM + 500 });
    const { status, body } = await order<PriceChanged>(shop.visitor, agreed);
    expect({ status, total: body.quote.total }).toEqual({ status: 409, total: "1005.00" });
  });
});

describe("an order of the API, with a minimum price once for an order", () => {
  it("still has it for each item: its total is the sum of its quotes", async () => {
    const { studio, choice, other } = shop;
    const items = [choice, other].map((one) => ({ ...one, quantity: 1, finishingIds: [] }));
    const { totalPrice } = await placed(studio, { ...CUSTOMER, items: JSON.stringify(items) });
    expect(cents(totalPrice)).toBe(2 * MINIMUM);
    expect(cents(totalPrice)).toBe((await quotedByApi(choice)) + (await quotedByApi(other)));
    const { pricing } = await studio.data<{ pricing: { minimumPrice: string } }>("/me");
    expect(pricing.minimumPrice).toBe("1000.00");
  });
});
