// POST /{slug}/orders: stored as shown, at the agreed price, once.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import {
  deliveryMethods,
  finishings,
  materials,
  models,
  orderChanges,
  orderItems,
  orders,
  printers,
  studios,
} from "../../../src/db/schema.ts";
import { DAILY_ALLOWANCES, networksOf } from "../../../src/domain/visitor.ts";
import { type AgreedQuote, readQuote, signQuote } from "../../../src/quotes/signed-quote.ts";
import type { StillSlicing } from "../../../src/storefront/wire.ts";
import { addFinishing } from "../support/catalog.ts";
import { CUSTOMER, type Order, orderCount, placed } from "../support/orders.ts";
import { cents, sumOfBreakdown } from "../support/requests.ts";
import { idleSlicer } from "../support/scripted-slicer.ts";
import {
  dayOf,
  ORDERING,
  order,
  ordered,
  type PriceChanged,
  quoted,
  refused,
  SHOP_ORIGIN,
  setPage,
  Visitor,
  visitedStudio,
} from "../support/storefront.ts";
import { database, type TestStudio } from "../support/studio.ts";

afterEach(() => void vi.restoreAllMocks());

const stored = ({ db }: TestStudio) => db.select(orders);

async function agreedIn(studio: TestStudio, token: string): Promise<AgreedQuote> {
  const quote = await readQuote(token, studio.id, [env.LINK_SECRET]);
  if (quote === undefined) throw new Error("the quote cannot be read");
  return quote;
}

/** The same quote, signed anew as if `milliseconds` ago. */
async function signedAgo(studio: TestStudio, token: string, milliseconds: number): Promise<string> {
  const agreed = await agreedIn(studio, token);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() - milliseconds);
  const signed = await signQuote(env.LINK_SECRET, studio.id, agreed);
  vi.restoreAllMocks();
  return signed.token;
}

const inBase64Url = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

describe("POST /{slug}/orders", () => {
  it("stores the quote's items and prices, with the customer's consent and words, and an address of its own", async () => {
    const { studio, visitor, choice } = await visitedStudio({ plan: "free" });
    const finishingIds = [await addFinishing(studio)];
    const other = { ...choice, modelId: (await visitor.model(anotherBox(), "Кришка.stl")).modelId };
    const quote = await quoted(visitor, [{ ...choice, finishingIds, quantity: 3 }, other]);
    const before = Date.now();
    const answer = await ordered(visitor, quote, { comment: "Подзвоніть,\nбудь ласка", source: "widget" });

    expect(answer).toMatchObject({ status: "ordered", orderNumber: 1, total: quote.total });
    const [row] = await stored(studio);
    expect(row).toMatchObject({ id: answer.orderId, status: "pending", source: "widget", delivery: null });
    expect(answer.address).toBe(`/${studio.slug}/orders/${row?.customerToken}`);
    expect(row?.customerToken).toMatch(/^[\w-]{43}$/);
    expect(row?.consentedAt).toBeGreaterThanOrEqual(before);
    const shown = quote.items.map((item) => [
      item.fileName,
      item.quantity,
      item.materialId,
      item.finishingIds,
      item.total,
    ]);
    const items = await studio.db.select(orderItems, undefined, orderItems.position);
    const kept = items.map((item) => [
      item.originalFileName,
      item.quantity,
      item.materialId,
      item.finishingIds,
      (item.priceMinor / 100).toFixed(2),
    ]);
    expect(kept).toEqual(shown);
    expect(await studio.db.select(orderChanges)).toMatchObject([
      { version: 1, status: "pending", comment: "Подзвоніть,\nбудь ласка", isByCustomer: true, personId: null },
    ]);
    expect((await studio.db.select(models)).map(({ isOrdered }) => isOrdered)).toEqual([true, true]);
  });

  it("is the order that the API would have stored, but for its source", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const finishingIds = [await addFinishing(studio)];
    const [method] = await studio.db.insert(deliveryMethods, { name: "Нова пошта" });
    const quote = await quoted(visitor, [{ ...choice, finishingIds, quantity: 4 }]);
    const delivery = { deliveryMethodId: method?.id, deliveryCityName: "Львів", deliveryWarehouseName: "№ 5" };
    const { orderId } = await ordered(visitor, quote, delivery, "?lang=uk");
    const fields = {
      ...CUSTOMER,
      customerLocale: "uk",
      items: JSON.stringify([{ ...choice, finishingIds, quantity: 4 }]),
      deliveryMethodId: String(method?.id),
      deliveryCityName: "Львів",
      deliveryWarehouseName: "№ 5",
    };
    const byApi = await placed(studio, fields);
    const byPage = await studio.data<Order>(`/orders/${orderId}`);
    const same = (one: Order) => {
      const {
        id: _,
        number: _____,
        source: __,
        items,
        createdAt: ___,
        updatedAt: ____,
        ...rest
      } = one as Order & {
        createdAt: string;
        updatedAt: string;
      };
      const { customer, ...others } = rest;
      // The second order of a customer makes two.
      const { ordersCount, totalSpent, ...person } = customer;
      return {
        ...others,
        person,
        items: items.map(({ id: ____1, downloadUrl: ____2, ...item }) => item),
      };
    };
    expect([byPage.source, byApi.source]).toEqual(["order_page", "api"]);
    expect(same(byPage)).toEqual(same(byApi));
  });

  it("takes nothing of the API's hour, and sells if the plan has no API", async () => {
    const { studio, visitor, choice } = await visitedStudio({ plan: "basic" });
    await ordered(visitor, await quoted(visitor, [choice]));
    expect(await orderCount(studio)).toBe(1);
    expect((await studio.fetch("/me")).status).toBe(403);
  });

  it("is one order however often its quote is sent, one after the other or at once", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const first = await ordered(visitor, quote);
    expect(await ordered(visitor, quote, { comment: "again" })).toEqual(first);
    const another = await quoted(visitor, [choice]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ordered(visitor, another)));
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1);
    expect(new Set(answers.map(({ address }) => address)).size).toBe(1);
    expect(await orderCount(studio)).toBe(2);
  });

  it("is the one of an earlier sending whose answer was lost, though prices and quote have changed since", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const lost = await quoted(visitor, [choice]);
    const placed = await ordered(visitor, lost);
    await database.update(studios).set({ hourlyRateMinor: 60_000 }).where(eq(studios.id, studio.id));
    const later = await quoted(visitor, [choice]);
    expect(Number(later.total)).toBeGreaterThan(Number(lost.total));
    expect(await ordered(visitor, later, { firstQuote: lost.token })).toEqual(placed);
    const stranger = await order(new Visitor(studio), later, { firstQuote: lost.token, lastName: "Інша" });
    refused(stranger, 409);
    expect(await orderCount(studio)).toBe(1);
  });

  it("has the terms of the later quote if the earlier sending never arrived, and is one however often both are sent", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const lost = await quoted(visitor, [choice]);
    await database.update(studios).set({ hourlyRateMinor: 60_000 }).where(eq(studios.id, studio.id));
    const later = await quoted(visitor, [choice]);
    const sent = () => ordered(visitor, later, { firstQuote: lost.token });
    const answers = await Promise.all([sent(), sent(), sent()]);
    expect(answers.map(({ total }) => total)).toEqual([later.total, later.total, later.total]);
    expect(await ordered(visitor, lost)).toEqual(answers[0]);
    expect(await orderCount(studio)).toBe(1);
    const other = await visitedStudio();
    const theirs = await quoted(other.visitor, [other.choice]);
    expect(Object.keys(refused(await order(visitor, later, { firstQuote: theirs.token }), 400).faults)).toEqual([
      "quote",
    ]);
    expect(await orderCount(studio)).toBe(1);
  });

  it("is not shown to a sender of its quote with another contact", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const { address } = await ordered(visitor, quote);
    const stranger = new Visitor(studio);
    for (const change of [{ email: "other@example.com" }, { phoneNumber: "+380671112233" }, { lastName: "Інша" }]) {
      const answer = await order(stranger, quote, change, "?lang=en");
      expect(refused(answer, 409).message).toContain("already placed");
      expect(answer.text).not.toContain(address);
    }
    expect(await orderCount(studio)).toBe(1);
  });

  it("shows the new price if the studio changed its prices meanwhile, stores nothing, and takes the new one", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const raise = (hourlyRateMinor: number) =>
      database.update(studios).set({ hourlyRateMinor }).where(eq(studios.id, studio.id));
    await raise(60_000);
    const answer = await order<PriceChanged>(visitor, quote);
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body).toMatchObject({ status: "price_changed", before: quote.total });
    expect(Number(answer.body.quote.total)).toBeGreaterThan(Number(quote.total));
    expect(await orderCount(studio)).toBe(0);
    const placedAnew = await ordered(visitor, answer.body.quote);
    expect(placedAnew.total).toBe(answer.body.quote.total);
    // The first quote is not used up: at its old price it may be ordered again.
    await raise(6_000);
    expect((await ordered(visitor, quote)).total).toBe(quote.total);
  });

  it("shows the new prices if only their sum is as before, and if the currency is another", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const [dear, cheap] = [
      await addFinishing(studio, { priceMinor: 900 }),
      await addFinishing(studio, { priceMinor: 100 }),
    ];
    const quote = await quoted(visitor, [
      { ...choice, finishingIds: [dear] },
      { ...choice, finishingIds: [cheap] },
    ]);
    await studio.db.update(finishings, { priceMinor: 100 }, eq(finishings.id, dear));
    await studio.db.update(finishings, { priceMinor: 900 }, eq(finishings.id, cheap));
    const swapped = await order<PriceChanged>(visitor, quote);
    expect(swapped.status, swapped.text).toBe(409);
    expect(swapped.body.quote.total).toBe(quote.total);
    await database.update(studios).set({ currencyId: 2 }).where(eq(studios.id, studio.id));
    expect((await order(visitor, swapped.body.quote)).status).toBe(409);
    expect(await orderCount(studio)).toBe(0);
  });

  it("shows a new quote for one that has expired", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const valid = await signedAgo(studio, quote.token, 59 * 60_000);
    const expired = await signedAgo(studio, quote.token, 61 * 60_000);
    const answer = await order<PriceChanged>(visitor, { token: expired });
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body).toMatchObject({ status: "price_changed", before: quote.total, quote: { total: quote.total } });
    expect(await orderCount(studio)).toBe(0);
    await ordered(visitor, { token: valid });
  });

  it("is refused by a quote with any change made in the browser", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const { token } = await quoted(visitor, [choice]);
    const [payload = "", signature = ""] = token.split(".");
    const quote = await agreedIn(studio, token);
    const cheaper = { ...quote, totalMinor: 1, items: quote.items.map((item) => ({ ...item, priceMinor: 1 })) };
    const forged = inBase64Url(JSON.stringify(cheaper));
    const own = await signQuote("somebody else's secret, as long as it takes", studio.id, cheaper);
    for (const altered of [
      `${forged}.${signature}`,
      `${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      own.token,
      payload,
      "",
    ]) {
      const answer = refused(await order(visitor, { token: altered }, {}, "?lang=en"), 400);
      expect(answer.faults.quote, altered).toEqual([expect.stringContaining("not made by this page")]);
    }
    expect(await orderCount(studio)).toBe(0);
  });

  it("is refused by another studio's quote", async () => {
    const { visitor } = await visitedStudio();
    const other = await visitedStudio();
    const quote = await quoted(other.visitor, [other.choice]);
    expect(Object.keys(refused(await order(visitor, quote), 400).faults)).toEqual(["quote"]);
  });

  it("is taken by a quote that was signed with the secret before this one", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const secrets = { LINK_SECRET: "the secret after this one, long enough", LINK_SECRET_PREVIOUS: env.LINK_SECRET };
    await ordered(new Visitor(studio, secrets), quote);
  });

  it("is refused if the studio took a chosen entry off its page meanwhile, naming it", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    for (const change of [{ isOnStorefront: false }, { isOnStorefront: true, status: "inactive" as const }]) {
      await studio.db.update(materials, change, undefined);
      const { faults } = refused(await order(visitor, quote, {}, "?lang=en"), 404);
      expect(faults).toEqual({ "items.0.materialId": [expect.stringContaining("does not offer this")] });
    }
    expect(await orderCount(studio)).toBe(0);
  });

  it("is refused if the studio closed its page meanwhile", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    await setPage(studio, { isOpen: false });
    expect(refused(await order(visitor, quote), 404).reason).toBe("closed");
    expect(await orderCount(studio)).toBe(0);
  });

  it("below the least that the studio takes costs a top-up, in the first item's price and as a line of its own", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    await setPage(studio, { minimumOrderMinor: 100_000 });
    const other = { ...choice, modelId: (await visitor.model(anotherBox(), "Кришка.stl")).modelId };
    const quote = await quoted(visitor, [choice, other]);
    const own = quote.items.map(({ total }) => Math.round(100 * Number(total)));
    const topUp = 100_000 - own.reduce((sum, price) => sum + price, 0);
    expect(quote).toMatchObject({ ordering: "allowed", total: "1000.00", topUp: (topUp / 100).toFixed(2) });
    const { orderId, total } = await ordered(visitor, quote);
    expect(total).toBe("1000.00");
    expect(await stored(studio)).toMatchObject([{ totalPriceMinor: 100_000, topUpMinor: topUp }]);
    const items = await studio.db.select(orderItems, undefined, orderItems.position);
    expect(items.map(({ priceMinor }) => priceMinor)).toEqual([(own[0] ?? 0) + topUp, own[1]]);
    const shown = await studio.data<Order>(`/orders/${orderId}`);
    for (const { price, costBreakdown } of shown.items) expect(sumOfBreakdown(costBreakdown)).toBe(cents(price));
    expect(shown.items.reduce((sum, { price }) => sum + cents(price), 0)).toBe(cents(shown.totalPrice));
  });

  it("asks anew if the least that the studio takes has changed since the quote", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    await setPage(studio, { minimumOrderMinor: 10_000_000 });
    const raised = await order<PriceChanged>(visitor, quote);
    expect(raised.status, raised.text).toBe(409);
    expect(raised.body).toMatchObject({ before: quote.total, quote: { total: "100000.00", ordering: "allowed" } });
    await setPage(studio, { minimumOrderMinor: null });
    expect((await order(visitor, raised.body.quote)).status).toBe(409);
    expect(await orderCount(studio)).toBe(0);
  });

  it("is not taken above the most that the studio takes, or if no printer has room", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const ordering = async () => {
      const { status, body, text } = await order<PriceChanged>(visitor, quote);
      expect(status, text).toBe(409);
      return body.quote.ordering;
    };
    await setPage(studio, { maximumOrderMinor: 1 });
    expect(await ordering()).toBe("above_maximum");
    await setPage(studio, { maximumOrderMinor: null });
    const printer = { name: "Small", technologyId: 1 as const, buildVolume: "5x5x5", status: "active" as const };
    await studio.db.insert(printers, { ...printer, requestKey: "small", createdAt: 1, updatedAt: 1 });
    expect(await ordering()).toBe("fits_no_printer");
    expect(await orderCount(studio)).toBe(0);
  });

  it("tells every field at fault beside it, in the visitor's language: a name in Latin letters above all", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const wrong = { firstName: "Lesia", lastName: " ", phoneNumber: "123", email: "lesia", consent: false };
    const english = refused(await order(visitor, quote, wrong, "?lang=en"), 400);
    expect(english).toMatchObject({
      reason: "invalid",
      message: expect.stringContaining("see the note beside each field"),
    });
    expect(english.faults).toEqual({
      firstName: [expect.stringContaining("Cyrillic")],
      lastName: ["Fill in this field."],
      phoneNumber: [expect.stringContaining("+380501234567")],
      email: [expect.stringContaining("e-mail address")],
      consent: [expect.stringContaining("Agree to the terms")],
    });
    const ukrainian = refused(await order(visitor, quote, wrong, "?lang=uk"), 400);
    expect(ukrainian.faults).toEqual({
      firstName: [expect.stringContaining("кирилицею")],
      lastName: ["Заповніть це поле."],
      phoneNumber: [expect.stringContaining("телефон")],
      email: [expect.stringContaining("електронної пошти")],
      consent: [expect.stringContaining("Погодьтеся з умовами")],
    });
    expect(await orderCount(studio)).toBe(0);
  });

  it("costs the chosen method's price beside the items' total, and nothing from the stated sum on, top-up included", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const [plain] = await studio.db.insert(deliveryMethods, { name: "Самовивіз", isPickup: true });
    const [method] = await studio.db.insert(deliveryMethods, { name: "Кур'єр", priceMinor: 8_000 });
    const deliveryMethodId = method?.id ?? 0;
    const quote = await quoted(visitor, [choice]);
    const toPay = (Number(quote.total) + 80).toFixed(2);
    expect(quote.deliveryPrices).toEqual([{ methodId: deliveryMethodId, price: "80.00", freeFrom: null, toPay }]);
    const answer = await ordered(visitor, quote, { deliveryMethodId });
    expect(answer.total).toBe(quote.total);
    await ordered(visitor, await quoted(visitor, [choice]), { deliveryMethodId: plain?.id ?? 0 });

    await setPage(studio, { minimumOrderMinor: 100_000 });
    await studio.db.update(deliveryMethods, { freeFromMinor: 100_000 }, eq(deliveryMethods.id, deliveryMethodId));
    const lifted = await quoted(visitor, [choice]);
    const free = { methodId: deliveryMethodId, price: "0.00", freeFrom: "1000.00", toPay: "1000.00" };
    expect([lifted.total, lifted.deliveryPrices]).toEqual(["1000.00", [free]]);
    await ordered(visitor, lifted, { deliveryMethodId });
    const rows = await stored(studio);
    expect(rows.map(({ deliveryPriceMinor }) => deliveryPriceMinor)).toEqual([8_000, null, 0]);
    expect(rows.map(({ totalPriceMinor }) => (totalPriceMinor / 100).toFixed(2))).toEqual([
      quote.total,
      quote.total,
      "1000.00",
    ]);
  });

  it("asks anew if the chosen delivery costs something else by now, and takes the new price", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const [method] = await studio.db.insert(deliveryMethods, { name: "Кур'єр", priceMinor: 8_000 });
    const deliveryMethodId = method?.id ?? 0;
    const quote = await quoted(visitor, [choice]);
    const setPrice = (priceMinor: number | null) =>
      studio.db.update(deliveryMethods, { priceMinor }, eq(deliveryMethods.id, deliveryMethodId));
    for (const priceMinor of [8_001, null]) {
      await setPrice(priceMinor);
      const answer = await order<PriceChanged>(visitor, quote, { deliveryMethodId });
      expect(answer.status, answer.text).toBe(409);
      const before = (Number(quote.total) + 80).toFixed(2);
      expect(answer.body).toMatchObject({ status: "price_changed", before, quote: { total: quote.total } });
      expect(await orderCount(studio)).toBe(0);
    }
    await setPrice(9_000);
    const { body } = await order<PriceChanged>(visitor, quote, { deliveryMethodId });
    expect(body.quote.deliveryPrices).toMatchObject([{ methodId: deliveryMethodId, price: "90.00" }]);
    await ordered(visitor, body.quote, { deliveryMethodId });
    expect(await stored(studio)).toMatchObject([{ deliveryPriceMinor: 9_000 }]);
    // Another delivery's price is of no matter to an order without one.
    await ordered(visitor, quote);
  });

  it("keeps delivery as it was typed, and finds no method that is not offered", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const typed = {
      deliveryCityName: "Київ",
      deliveryWarehouseName: "",
      deliveryStreetName: "вул. Лесі Українки",
      deliveryBuildingNumber: "26-А",
      deliveryApartmentNumber: "7",
    };
    await ordered(visitor, await quoted(visitor, [choice]), typed);
    const [row] = await stored(studio);
    expect(row?.delivery).toMatchObject({
      method: "courier",
      cityName: "Київ",
      warehouseName: null,
      streetName: "вул. Лесі Українки",
      buildingNumber: "26-А",
      apartmentNumber: "7",
    });
    const [off] = await studio.db.insert(deliveryMethods, { name: "Голуб", isActive: false });
    const quote = await quoted(visitor, [choice]);
    for (const deliveryMethodId of [off?.id, 999_999_999]) {
      expect(Object.keys(refused(await order(visitor, quote, { deliveryMethodId }), 404).faults)).toEqual([
        "deliveryMethodId",
      ]);
    }
  });

  it("keeps markup in every field as the text that it is, or refuses it", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const markup = `"><script>alert(1)</script>`;
    const quote = await quoted(visitor, [choice]);
    const names = refused(await order(visitor, quote, { firstName: markup, email: markup }), 400);
    expect(Object.keys(names.faults)).toEqual(["firstName", "email"]);
    await ordered(visitor, quote, { comment: markup, deliveryCityName: markup });
    const [row] = await stored(studio);
    expect(row?.delivery?.cityName).toBe(markup);
    expect((await studio.db.select(orderChanges))[0]?.comment).toBe(markup);
  });

  it("takes no source but the page's own, and no items beside the quote", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    expect(Object.keys(refused(await order(visitor, quote, { source: "api" }), 400).faults)).toEqual(["source"]);
    await ordered(visitor, quote, { items: [{ ...choice, quantity: 99 }], total: "0.01", locale: "xx" });
    expect((await studio.db.select(orderItems))[0]?.quantity).toBe(1);
  });

  it("is counted for the network's day once, however often it is sent, and refused with 429 when none is left", async () => {
    const { studio, choice } = await visitedStudio();
    const address = "203.0.113.77";
    const visitor = new Visitor(studio, {}, address);
    const [last, tooMuch] = [await quoted(visitor, [choice]), await quoted(visitor, [choice])];
    const others = Array.from({ length: DAILY_ALLOWANCES.subnet.order - 1 }, (_, index) => `order ${index}`);
    await dayOf(studio, address).take(networksOf(address), "order", others);
    const first = await ordered(visitor, last);
    expect(await ordered(visitor, last)).toEqual(first);
    const answer = await order(visitor, tooMuch);
    expect(refused(answer, 429).reason).toBe("limit");
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await orderCount(studio)).toBe(1);
  });

  it("needs Turnstile's answer if the studio has set its keys, and none for the result of an earlier sending", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    await setPage(studio, { turnstileSiteKey: "site", turnstileSecret: "secret" });
    expect(refused(await order(visitor, quote), 403).reason).toBe("check");
    expect(await orderCount(studio)).toBe(0);
    const hostname = new URL(SHOP_ORIGIN).hostname;
    const verdict = (success: boolean) => async () => Response.json({ success, hostname, "error-codes": [] });
    const turnstile = vi.spyOn(globalThis, "fetch");
    turnstile.mockImplementation(verdict(false));
    expect(refused(await order(visitor, quote, { turnstile: "made up" }), 403).reason).toBe("check");
    expect(await orderCount(studio)).toBe(0);
    turnstile.mockImplementation(verdict(true));
    const first = await ordered(visitor, quote, { turnstile: "an answer" });
    expect(await ordered(visitor, quote)).toEqual(first);
  });

  it("waits if something has to be sliced again: 202, and nothing is stored", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const { token } = await quoted(visitor, [choice]);
    const SLICE_RESULTS = new Proxy(env.SLICE_RESULTS, {
      get: (real, name) => (name === "get" ? async () => new Map() : Reflect.get(real, name)),
    });
    const meanwhile = new Visitor(studio, { SLICE_RESULTS, SLICER: idleSlicer });
    const answer = await meanwhile.post<StillSlicing>("/orders", { ...ORDERING, quote: token });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body).toMatchObject({ status: "slicing", progress: 0 });
    expect(answer.headers.get("Retry-After")).toBe(String(answer.body.retryAfterSeconds));
    expect(await orderCount(studio)).toBe(0);
    await ordered(visitor, { token });
  });
});
