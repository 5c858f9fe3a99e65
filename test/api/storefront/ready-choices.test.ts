// Days to choose from on the order page: a priority's price and day, from the quote to the stored order.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { orderItems, orders, studios } from "../../../src/db/schema.ts";
import { dayFromNow } from "../../../src/platform/calendar.ts";

import type { Priority, QuantityTier } from "../../../src/pricing/price-rules.ts";
import { readQuote } from "../../../src/quotes/signed-quote.ts";
import type { KeptQuoteLink, QuoteSent, SignedQuote } from "../../../src/storefront/wire.ts";
import { addItem, addOrder } from "../support/panel-orders.ts";
import { cents, type Money, post } from "../support/requests.ts";
import { order, ordered, type PriceChanged, setPage, untilSliced, visitedStudio } from "../support/storefront.ts";
import { configurationIn, shownPage } from "../support/storefront-page.ts";
import { database, type TestStudio } from "../support/studio.ts";

const RUSH: Priority = {
  slug: "rush",
  name: "Терміново",
  nameInSecondLanguage: "Rush",
  surchargeBasisPoints: 2500,
  workingDays: 2,
};
const SOON: Priority = { ...RUSH, slug: "soon", name: "Скоро", surchargeBasisPoints: 750, workingDays: 5 };
const TIERS: QuantityTier[] = [{ fromQuantity: 3, discountBasisPoints: 750 }];

/** A Monday, the day after which no weekend comes soon. */
const MONDAY = "2026-11-23";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Turns the clock to noon in the studio's zone. */
function on(day: string): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(`${day}T10:00:00Z`);
}

/** A studio whose queue takes four days, with prices that leave odd cents. */
async function busyStudio(row: NonNullable<Parameters<typeof visitedStudio>[0]> = {}) {
  const shop = await visitedStudio({
    ...{ markupBasisPoints: 1333, setupCostMinor: 777, quantityTiers: TIERS, priorities: [RUSH, SOON], locale: "uk" },
    ...row,
  });
  await setPage(shop.studio, { printHoursPerDay: 10, handlingDays: 1 });
  await queue(shop, 80);
  return shop;
}

type Shop = Awaited<ReturnType<typeof busyStudio>>;

/** An order that waits for the printers, for that many hours of printing. */
async function queue({ studio, choice }: Shop, hours: number, priority: Priority | null = null): Promise<number> {
  const id = await addOrder(studio, { status: "confirmed", priority });
  await addItem(studio, id, { materialId: choice.materialId, printMinutes: hours * 60 });
  return id;
}

async function quoted(
  { visitor, choice }: Shop,
  priority?: string,
  quantities: readonly number[] = [3],
  query = "?lang=uk",
): Promise<SignedQuote> {
  const items = quantities.map((quantity) => ({ ...choice, finishingIds: [], quantity }));
  const sent: QuoteSent = { items, ...(priority !== undefined && { priority }) };
  const answer = await untilSliced(() => visitor.post<SignedQuote>(`/quotes${query}`, sent));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const minor = (amount: string | undefined) => Math.round(Number(amount) * 100);
const days = ({ readyChoices }: SignedQuote) =>
  readyChoices.map(({ priority, readyOn }) => [priority?.slug ?? null, readyOn]);

async function setPriorities({ id }: TestStudio, priorities: Priority[] | null): Promise<void> {
  await database.update(studios).set({ priorities }).where(eq(studios.id, id));
}

describe("the days to choose from", () => {
  it("are the usual one, and those of the priorities that are earlier, by their price", async () => {
    on(MONDAY);
    const shop = await busyStudio();
    const quote = await quoted(shop);
    expect(days(quote)).toEqual([
      [null, "2026-12-03"],
      ["soon", "2026-11-30"],
      ["rush", "2026-11-25"],
    ]);
    expect(quote).toMatchObject({ priority: null, priorityDropped: null, readyOn: "2026-12-03" });
    const [usual, soon, rush] = quote.readyChoices;
    expect([usual?.total, usual?.added]).toEqual([quote.total, "0.00"]);
    expect(rush?.priority).toEqual({ slug: "rush", name: "Терміново", surchargePercent: 25 });
    expect(soon?.priority?.surchargePercent).toBe(7.5);
    for (const { total, added } of quote.readyChoices) expect(minor(total)).toBe(minor(usual?.total) + minor(added));
    const [, , inEnglish] = (await quoted(shop, undefined, [3], "?lang=en")).readyChoices;
    expect(inEnglish?.priority?.name).toBe("Rush");
  });

  it("are the usual one alone without priorities, and while nothing waits", async () => {
    on(MONDAY);
    const { studio, visitor, choice } = await visitedStudio({ priorities: [RUSH] });
    expect(days(await quoted({ studio, visitor, choice }))).toEqual([[null, "2026-11-25"]]);
    const without = await busyStudio({ priorities: null });
    expect(days(await quoted(without))).toHaveLength(1);
  });

  it.each([
    ["a Friday", "2026-11-27", "2026-12-01"],
    ["a Saturday", "2026-11-28", "2026-12-01"],
  ])("on %s count working days only", async (_, today, ready) => {
    on(today);
    const shop = await busyStudio({ priorities: [RUSH] });
    expect(days(await quoted(shop))).toEqual([
      [null, dayFromNow(10)],
      ["rush", ready],
    ]);
  });

  it("begin in the studio's time zone, where it is Tuesday already", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime("2026-11-23T22:30:00Z");
    const shop = await busyStudio({ priorities: [RUSH] });
    expect(days(await quoted(shop))[1]).toEqual(["rush", "2026-11-26"]);
  });

  it("wait for the orders that have a priority too, until they are printed", async () => {
    on(MONDAY);
    const shop = await busyStudio({ priorities: [RUSH] });
    const before = await queue(shop, 40, RUSH);
    expect(days(await quoted(shop))).toEqual([
      [null, "2026-12-07"],
      ["rush", "2026-11-29"],
    ]);
    await shop.studio.db.update(orderItems, { printedAt: Date.now() }, eq(orderItems.orderId, before));
    expect(days(await quoted(shop))[1]).toEqual(["rush", "2026-11-25"]);
  });

  it("take one statement over the waiting orders, whatever the priorities", async () => {
    const shop = await busyStudio();
    await quoted(shop);
    const prepare = vi.spyOn(env.DB, "prepare");
    await quoted(shop, "rush");
    const overItems = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /from "order_items"/i.test(sql));
    expect(overItems).toHaveLength(1);
  });

  it("leave out a priority that is no earlier than one that costs less", async () => {
    on(MONDAY);
    const shop = await busyStudio({ priorities: [RUSH, { ...SOON, workingDays: 2 }] });
    expect(days(await quoted(shop))).toEqual([
      [null, "2026-12-03"],
      ["soon", "2026-11-25"],
    ]);
    const instead = await quoted(shop, "rush");
    expect(instead).toMatchObject({ priority: "soon", readyOn: "2026-11-25", priorityDropped: "not_earlier" });
  });
});

describe("a chosen priority", () => {
  it("costs on the page what the API asks for it, and so it is stored, to the cent", async () => {
    const shop = await busyStudio();
    const { studio, visitor, choice } = shop;
    for (const quantity of [1, 3]) {
      const quote = await quoted(shop, "rush", [quantity]);
      const byApi = await post<{ totalPrice: Money }>(studio, "/quotes", { ...choice, quantity, priority: "rush" });
      const total = cents(byApi.body.data.totalPrice);
      const usual = await post<{ totalPrice: Money }>(studio, "/quotes", { ...choice, quantity });
      expect(quote.priority).toBe("rush");
      expect(minor(quote.total), JSON.stringify(byApi.body)).toBe(total);
      expect(minor(quote.items[0]?.total)).toBe(cents(usual.body.data.totalPrice));
      expect(quote.readyChoices.find(({ priority }) => priority?.slug === "rush")).toMatchObject({
        total: quote.total,
        readyOn: quote.readyOn,
        added: ((total - cents(usual.body.data.totalPrice)) / 100).toFixed(2),
      });
      const { orderId } = await ordered(visitor, quote);
      const [row] = await studio.db.select(orders, eq(orders.id, orderId));
      expect(row).toMatchObject({
        ...{ totalPriceMinor: total, dueOn: quote.readyOn },
        priority: { slug: "rush", name: "Терміново" },
      });
    }
  });

  it("is of the whole basket, and counts into the top-up to the least order", async () => {
    const shop = await busyStudio();
    const [alone] = (await quoted(shop)).items;
    const basket = await quoted(shop, "rush", [3, 5]);
    const added = basket.readyChoices.at(-1)?.added;
    const ofItems = basket.items.reduce((sum, { total }) => sum + minor(total), 0);
    expect(minor(basket.total)).toBe(ofItems + minor(added));
    // A least order above both prices: the surcharge takes the place of a part of the top-up.
    await setPage(shop.studio, { minimumOrderMinor: minor(alone?.total) * 4 });
    const lifted = await quoted(shop, "rush");
    expect(lifted.readyChoices.at(-1)?.added).toBe("0.00");
    expect(minor(lifted.total)).toBe(minor(lifted.items[0]?.total) + minor(lifted.topUp ?? "0"));
    const { orderId } = await ordered(shop.visitor, lifted);
    const [row] = await shop.studio.db.select(orders, eq(orders.id, orderId));
    expect(row?.totalPriceMinor).toBe(minor(lifted.total));
  });

  it("that the studio has no more is left out, and the quote says so", async () => {
    const shop = await busyStudio();
    const quote = await quoted(shop, "sooner");
    expect(quote).toMatchObject({ priority: null, priorityDropped: "not_offered" });
    expect(quote.total).toBe((await quoted(shop)).total);
  });

  it("that makes nothing earlier any more is left out, and the quote says so", async () => {
    const { studio, visitor, choice } = await visitedStudio({ priorities: [RUSH] });
    const quote = await quoted({ studio, visitor, choice }, "rush");
    expect(quote).toMatchObject({ priority: null, priorityDropped: "not_earlier" });
  });

  it("that vanished after its quote orders nothing: the customer is asked about the order without it", async () => {
    const shop = await busyStudio();
    const quote = await quoted(shop, "rush");
    await setPriorities(shop.studio, [SOON]);
    const { status, body } = await order<PriceChanged>(shop.visitor, quote);
    expect(status, JSON.stringify(body)).toBe(409);
    expect(body).toMatchObject({
      ...{ status: "price_changed", before: quote.total },
      quote: { priority: null, priorityDropped: "not_offered" },
    });
    expect(body.quote.total).toBe((await quoted(shop)).total);
    expect(await ordered(shop.visitor, body.quote)).toMatchObject({ total: body.quote.total });
  });

  it("whose surcharge changed is asked about at its new price", async () => {
    const shop = await busyStudio();
    const quote = await quoted(shop, "rush");
    await setPriorities(shop.studio, [{ ...RUSH, surchargeBasisPoints: 5000 }]);
    const { status, body } = await order<PriceChanged>(shop.visitor, quote);
    expect(status, JSON.stringify(body)).toBe(409);
    expect(body.quote).toMatchObject({ priority: "rush", priorityDropped: null });
    expect(minor(body.quote.total)).toBeGreaterThan(minor(body.before));
  });

  it("is kept by a link, and by ordering again", async () => {
    const shop = await busyStudio();
    const { studio, visitor } = shop;
    const quote = await quoted(shop, "rush");
    const { body } = await visitor.post<KeptQuoteLink>("/quotes/keep", { token: quote.token });
    const kept = await shownPage(new URL(body.address).pathname);
    expect(configurationIn(kept.html).filledBasket).toMatchObject({ priority: "rush", total: quote.total });
    const { address } = await ordered(visitor, quote);
    const again = await shownPage(`${address}/again`);
    expect(configurationIn(again.html).filledBasket).toMatchObject({ priority: "rush", total: quote.total });
    const { html } = await shownPage(address, { headers: { "Accept-Language": "uk" } });
    expect(html).toContain("Терміново");
    const plain = await ordered(visitor, await quoted(shop));
    expect(configurationIn((await shownPage(`${plain.address}/again`)).html).filledBasket?.priority).toBeNull();
    const agreed = await readQuote(quote.token, studio.id, [env.LINK_SECRET]);
    expect(agreed).toMatchObject({ priority: "rush", readyOn: quote.readyOn });
  });

  it("is refused as a text that no priority has for a name", async () => {
    const { visitor, choice } = await visitedStudio();
    const items = [{ ...choice, finishingIds: [], quantity: 1 }];
    const { status, text } = await visitor.post("/quotes", { items, priority: "x".repeat(300) });
    expect(status, text).toBe(400);
  });
});

describe("the page", () => {
  it("has the discounts by quantity, the least quantity first", async () => {
    const { studio } = await visitedStudio({
      quantityTiers: [{ fromQuantity: 10, discountBasisPoints: 1250 }, ...TIERS],
    });
    const { html } = await shownPage(`/${studio.slug}`);
    expect(configurationIn(html).discounts).toEqual([
      { fromQuantity: 3, percent: 7.5 },
      { fromQuantity: 10, percent: 12.5 },
    ]);
    const { studio: other } = await visitedStudio();
    expect(configurationIn((await shownPage(`/${other.slug}`)).html).discounts).toEqual([]);
  });
});
