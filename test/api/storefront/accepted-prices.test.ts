// Named prices: each is shown to its customer, accepted once, and then an order like every other.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { cube } from "../../../harness/models/shapes.ts";
import { binaryStl } from "../../../harness/models/stl.ts";
import { customers, deliveryMethods, orderChanges, orderItems, orders, priceRequests } from "../../../src/db/schema.ts";
import { dayFromNow } from "../../../src/platform/calendar.ts";
import { addFinishing } from "../support/catalog.ts";
import { outboxOf, tellsCustomers, tellsPerson } from "../support/messages.ts";
import { posted } from "../support/panel.ts";
import {
  accept,
  accepted,
  customerPageAt,
  formTo,
  type PricedRequest,
  pricedRequest,
  pricing,
  sentRequest,
  storedRequest,
} from "../support/priced-requests.ts";
import { addPrinter, done } from "../support/printing.ts";
import { quoted, setPage, visitedStudio } from "../support/storefront.ts";

const ordersOf = ({ studio }: Pick<PricedRequest, "studio">) => studio.db.select(orders, undefined, orders.id);
const itemsOf = ({ studio }: Pick<PricedRequest, "studio">) =>
  studio.db.select(orderItems, undefined, orderItems.position);

/** A request of two models and two files that are none. */
async function requestOfParts() {
  const visited = await visitedStudio();
  const { visitor, choice } = visited;
  const second = await visitor.model();
  const names = ["photo.jpg", "drawing.pdf"];
  const files = await Promise.all(names.map((name) => visitor.attached(new TextEncoder().encode(name), name)));
  const item = { finishingIds: [], reason: "asked" };
  return sentRequest(
    {
      items: [
        { ...item, ...choice, fileName: "vase.stl", quantity: 3 },
        { ...item, modelId: second.modelId, fileName: "lid.stl", quantity: 1 },
      ],
      attachments: files.map((attachmentId) => ({ attachmentId })),
    },
    visited,
  );
}

describe("a named price", () => {
  it("is shown by its parts, with sum, day, last day and terms, and a form that accepts it", async () => {
    const request = await requestOfParts();
    const [vase, lid] = request.itemIds;
    const [, drawing] = request.fileIds;
    await setPage(request.studio, { terms: "Half is paid in advance." });
    const prices = {
      [`itemPrices.${vase}`]: "1200,50",
      [`itemPrices.${lid}`]: "80",
      [`filePrices.${drawing}`]: "19.50",
    };
    const days = { readyOn: "2099-01-09", validUntil: "2099-01-02" };
    await posted(request.owner, `${request.page}/answer`, { version: "1", answer: "", ...prices, ...days });
    const page = await customerPageAt(request.visitor, request.customerPage);
    expect(page.status, page.html).toBe(200);
    for (const shown of [
      "The studio has named a price.",
      "vase.stl 3 pieces",
      "1,200.50",
      "1,300.00",
      "Ready by January 9, 2099",
      "until January 2, 2099",
      "Half is paid in advance.",
    ]) {
      expect(page.text).toContain(shown);
    }
    expect(page.part("price").text).toBe("The studio’s price");
    expect(page.text).not.toContain("There is no price yet");
    expect(formTo(page, "accept"), page.text).toBeDefined();
    expect(await storedRequest(request)).toMatchObject({ status: "answered", answer: null, priceMinor: 130_000 });

    await accepted(request);
    const [order] = await ordersOf(request);
    expect(order).toMatchObject({ totalPriceMinor: 130_000, dueOn: "2099-01-09", currencyId: order?.currencyId });
    expect(await itemsOf(request)).toMatchObject([
      { originalFileName: "vase.stl", quantity: 3, priceMinor: 120_050, materialId: request.choice.materialId },
      { originalFileName: "lid.stl", quantity: 1, priceMinor: 8_000, materialId: null, printingQualityId: null },
      { originalFileName: "drawing.pdf", quantity: 1, priceMinor: 1_950, modelId: null },
    ]);
  });

  it("accepted, is a confirmed order with customer, consent, source, comment and the first row of its history", async () => {
    const request = await pricedRequest({ source: "widget" });
    const before = Date.now();
    const location = await accepted(request);
    const [order] = await ordersOf(request);
    expect(order).toMatchObject({
      number: 1,
      status: "confirmed",
      source: "widget",
      totalPriceMinor: 42_000,
      delivery: null,
      deliveryPriceMinor: null,
      dueOn: dayFromNow(20),
      contact: { firstName: "Леся", phoneNumber: "+380501234567", locale: expect.any(String) },
      version: 1,
    });
    expect(order?.consentedAt).toBeGreaterThanOrEqual(before);
    expect(location).toBe(`/${request.studio.slug}/orders/${order?.customerToken}?lang=en`);
    expect(await request.studio.db.select(orderChanges)).toMatchObject([
      { version: 1, status: "confirmed", comment: "Для саду", isByCustomer: true, personId: null },
    ]);
    expect(await storedRequest(request)).toMatchObject({ status: "closed", orderId: order?.id, version: 3 });
  });

  it("asks for the studio's share in advance, and is told to the customer as a confirmed order, and to staff as a new one", async () => {
    const request = await pricedRequest();
    await setPage(request.studio, { advancePercent: 30 });
    await tellsCustomers(request.studio, ["received", "confirmed", "priced"]);
    await tellsPerson(request.studio, request.ownerPerson, ["new_order"]);
    const shown = await customerPageAt(request.visitor, request.customerPage);
    await accepted(request, {}, shown);
    await accepted(request, {}, shown);
    expect(await ordersOf(request)).toMatchObject([{ advanceMinor: 12_600 }]);
    expect((await outboxOf(request.studio)).map(({ event }) => event)).toEqual(["confirmed", "new_order"]);
  });

  it("makes an order that the API answers, without a breakdown", async () => {
    const request = await pricedRequest();
    await accepted(request);
    const [order] = await ordersOf(request);
    const record = await request.studio.data<Record<string, unknown>>(`/orders/${order?.id}`);
    expect(record).toMatchObject({
      status: "confirmed",
      totalPrice: { amount: "420.00" },
      source: "order_page",
      customer: { totalOrders: 1, totalSpent: "420.00" },
      items: [
        {
          originalFileName: "vase.stl",
          quantity: 3,
          price: { amount: "420.00" },
          costBreakdown: null,
          fitsBuildVolume: null,
          warnings: [],
          modelId: request.choice.modelId,
          downloadUrl: expect.any(String),
        },
      ],
    });
  });

  it("is ordered once, however many taps there are at one moment", async () => {
    const request = await pricedRequest();
    const shown = await customerPageAt(request.visitor, request.customerPage);
    const taps = await Promise.all([1, 2, 3].map(() => accepted(request, {}, shown)));
    taps.push(await accepted(request, {}, shown));
    expect(new Set(taps).size, taps.join()).toBe(1);
    expect(await ordersOf(request)).toHaveLength(1);
    expect(await itemsOf(request)).toHaveLength(1);
    expect(await request.studio.db.select(orderChanges)).toHaveLength(1);
  });

  it("leads to its order from the request's page, which has no form any more", async () => {
    const request = await pricedRequest();
    const order = await customerPageAt(request.visitor, await accepted(request));
    expect([order.status, order.text]).toEqual([200, expect.stringContaining("Your order 1")]);
    expect(order.text).toContain("The studio has confirmed your order.");
    expect(order.text).toContain("vase.stl");
    const page = await customerPageAt(request.visitor, request.customerPage);
    expect(page.text).toContain("You have accepted the price: it is your order 1.");
    expect(page.addresses.some((address) => address.includes("/orders/"))).toBe(true);
    expect(page.forms).toEqual([]);
  });

  it("is found under its customer's phone, whose newest data count", async () => {
    const visited = await visitedStudio();
    await accepted(await pricedRequest({}, visited));
    const second = await pricedRequest({ firstName: "Лариса", email: "larysa@example.com" }, visited);
    await accepted(second);
    expect(await visited.studio.db.select(customers)).toMatchObject([
      { firstName: "Лариса", email: "larysa@example.com", orderCount: 2, spentMinor: 84_000 },
    ]);
    const placed = await ordersOf(second);
    expect(placed.map(({ number }) => number)).toEqual([1, 2]);
  });

  it("is accepted even after the studio has closed its order page", async () => {
    const request = await pricedRequest();
    await setPage(request.studio, { isOpen: false, minimumOrderMinor: 100_000, maximumOrderMinor: 200_000 });
    await accepted(request);
    expect(await ordersOf(request)).toMatchObject([{ totalPriceMinor: 42_000, topUpMinor: null }]);
  });

  it("has the finishings of the request by their names on the order's pages", async () => {
    const visited = await visitedStudio();
    const finishingId = await addFinishing(visited.studio, { name: "Sanding" });
    const item = { ...visited.choice, fileName: "vase.stl", quantity: 1, finishingIds: [finishingId], reason: "asked" };
    const request = await pricedRequest({ items: [item] }, visited);
    const order = await customerPageAt(request.visitor, await accepted(request));
    expect(order.text).toContain("Sanding");
    const [placed] = await ordersOf(request);
    for (const path of ["", "/work-sheet"]) {
      expect((await request.owner.get(`${request.base}/orders/${placed?.id}${path}`)).text, path).toContain("Sanding");
    }
  });
});

describe("an acceptance", () => {
  it("takes the chosen delivery with its price and address, and only the fields of the chosen place", async () => {
    const request = await pricedRequest();
    const [method] = await request.studio.db.insert(deliveryMethods, { name: "Нова пошта", priceMinor: 7_000 });
    const page = await customerPageAt(request.visitor, request.customerPage);
    expect(page.text).toMatch(/70\.00, \S*490\.00 in all/);
    await accepted(request, {
      method: `${method?.id}:7000`,
      place: "branch",
      deliveryCityName: "Львів",
      deliveryWarehouseName: "№ 5",
      deliveryStreetName: "Зелена",
    });
    expect(await ordersOf(request)).toMatchObject([
      {
        deliveryPriceMinor: 7_000,
        totalPriceMinor: 42_000,
        delivery: { method: "Нова пошта", cityName: "Львів", warehouseName: "№ 5", streetName: null },
      },
    ]);
  });

  it("asks a pick-up for no address, and charges nothing from the free sum on", async () => {
    const request = await pricedRequest();
    await request.studio.db.insert(deliveryMethods, {
      name: "Самовивіз",
      isPickup: true,
      priceMinor: 100,
      freeFromMinor: 42_000,
    });
    await accepted(request, { place: "address" });
    expect(await ordersOf(request)).toMatchObject([
      { deliveryPriceMinor: 0, delivery: { method: "Самовивіз", cityName: null } },
    ]);
  });

  it("without consent or address says so beside each field, keeps what was typed, and orders nothing", async () => {
    const request = await pricedRequest();
    const answer = await accept(request, { consent: "", place: "address", deliveryCityName: "Львів" });
    expect(answer.status, answer.html).toBe(400);
    expect(Object.keys(answer.faults).sort()).toEqual(["consent", "deliveryBuildingNumber", "deliveryStreetName"]);
    expect(answer.field("deliveryCityName").value).toBe("Львів");
    expect(answer.text).toContain("Nothing is ordered yet");
    expect(await ordersOf(request)).toEqual([]);
  });

  it("without a delivery, though one was offered meanwhile, is asked once more", async () => {
    const request = await pricedRequest();
    const shown = await customerPageAt(request.visitor, request.customerPage);
    await request.studio.db.insert(deliveryMethods, { name: "Кур'єр", priceMinor: 7_000 });
    const answer = await accept(request, {}, shown);
    expect([answer.status, answer.faults.method]).toEqual([400, expect.stringContaining("has changed")]);
    await accepted(request, {}, answer);
    expect(await ordersOf(request)).toMatchObject([{ deliveryPriceMinor: 7_000 }]);
  });

  it("of a delivery with another price by now is asked once more", async () => {
    const request = await pricedRequest();
    await request.studio.db.insert(deliveryMethods, { name: "Кур'єр", priceMinor: 7_000 });
    const shown = await customerPageAt(request.visitor, request.customerPage);
    await request.studio.db.update(deliveryMethods, { priceMinor: 9_000 }, undefined);
    const answer = await accept(request, {}, shown);
    expect([answer.status, answer.faults.method]).toEqual([400, expect.stringContaining("has changed")]);
    expect(await ordersOf(request)).toEqual([]);
    await accepted(request, {}, answer);
    expect(await ordersOf(request)).toMatchObject([{ deliveryPriceMinor: 9_000 }]);
  });

  it.each([
    [
      "changed",
      (request: PricedRequest) =>
        posted(request.owner, `${request.page}/answer`, pricing(request, { version: "2" }, "500")),
    ],
    ["withdrawn", (request: PricedRequest) => posted(request.owner, `${request.page}/withdraw`, { version: "2" })],
    ["closed", (request: PricedRequest) => posted(request.owner, `${request.page}/close`, { version: "2" })],
  ])("of a price that was %s meanwhile orders nothing, and shows the request as it is now", async (_, change) => {
    const request = await pricedRequest();
    const shown = await customerPageAt(request.visitor, request.customerPage);
    await change(request);
    const answer = await accept(request, {}, shown);
    expect(answer.status, answer.html).toBe(409);
    expect(answer.text).toContain("The studio has changed its answer meanwhile.");
    expect(answer.text).not.toContain("420.00");
    expect(await ordersOf(request)).toEqual([]);
  });

  it("of a price that was changed meanwhile keeps what was typed, but the consent", async () => {
    const request = await pricedRequest();
    const shown = await customerPageAt(request.visitor, request.customerPage);
    await posted(request.owner, `${request.page}/answer`, pricing(request, { version: "2" }, "500"));
    const answer = await accept(request, { place: "branch", deliveryCityName: "Львів" }, shown);
    expect(answer.text).toContain("Accept and order: ₴500.00");
    expect([answer.field("deliveryCityName").value, answer.field("consent").isChecked]).toEqual(["Львів", false]);
  });

  it("takes place by a post of the page's own form alone", async () => {
    const request = await pricedRequest();
    const path = `${request.customerPage}/accept`;
    expect((await customerPageAt(request.visitor, path)).status).toBe(404);
    const form = formTo(await customerPageAt(request.visitor, request.customerPage), "accept");
    const body = new URLSearchParams({ ...Object.fromEntries(form?.fields ?? []), place: "later", consent: "true" });
    const foreign = { method: "POST", body, headers: { Origin: "https://elsewhere.example" } };
    expect((await customerPageAt(request.visitor, path, foreign)).status).toBe(403);
    expect(await ordersOf(request)).toEqual([]);
  });

  it("finds no request of another studio, or under another token", async () => {
    const [ours, theirs] = await Promise.all([pricedRequest(), pricedRequest()]);
    const token = theirs.customerPage.split("/").at(-1);
    for (const path of [`/${ours.studio.slug}/requests/${token}/accept`, `/${ours.studio.slug}/requests/none/accept`]) {
      const body = new URLSearchParams({ version: "2", place: "later", consent: "true" });
      expect((await customerPageAt(ours.visitor, path, { method: "POST", body })).status, path).toBe(404);
    }
    expect([await ordersOf(ours), await ordersOf(theirs)]).toEqual([[], []]);
  });

  it.each(["answered without a price", "new"])("of a request that is %s orders nothing", async (state) => {
    const request = await sentRequest();
    if (state !== "new") await posted(request.owner, `${request.page}/answer`, { version: "1", answer: "Не друкуємо" });
    const { version = 1 } = (await storedRequest(request)) ?? {};
    const body = new URLSearchParams({ version: String(version), place: "later", consent: "true" });
    const answer = await customerPageAt(request.visitor, `${request.customerPage}/accept`, { method: "POST", body });
    expect(answer.status, answer.html).toBe(409);
    expect(await ordersOf(request)).toEqual([]);
  });
});

describe("a price past its last day", () => {
  async function expiredRequest() {
    const request = await pricedRequest();
    const shown = await customerPageAt(request.visitor, request.customerPage);
    const namedPrice = (await storedRequest(request))?.namedPrice;
    if (!namedPrice) throw new Error("no price was named");
    await request.studio.db.update(
      priceRequests,
      { namedPrice: { ...namedPrice, validUntil: "2026-01-02" } },
      undefined,
    );
    return { ...request, shown };
  }

  it("cannot be accepted, and is asked anew: the request is the studio's to answer again", async () => {
    const request = await expiredRequest();
    await tellsPerson(request.studio, request.ownerPerson, ["new_request"]);
    expect((await accept(request, {}, request.shown)).status).toBe(409);
    expect(await ordersOf(request)).toEqual([]);
    const page = await customerPageAt(request.visitor, request.customerPage);
    expect(page.text).toContain("This price held until January 2, 2026. Ask the studio for a new one.");
    const form = formTo(page, "ask-anew");
    const ask = () =>
      customerPageAt(request.visitor, form?.action ?? "", {
        method: "POST",
        body: new URLSearchParams(Object.fromEntries(form?.fields ?? [])),
      });
    expect([(await ask()).status, (await ask()).status]).toEqual([303, 303]);
    expect(await storedRequest(request)).toMatchObject({ status: "new", version: 3 });
    expect((await outboxOf(request.studio)).map(({ event }) => event)).toEqual(["new_request"]);
    expect((await customerPageAt(request.visitor, request.customerPage)).text).toContain("There is no price yet");

    // The earlier price stands in the studio's form; its days have to be named anew.
    const answer = await request.owner.get(request.page);
    expect(answer.field(`itemPrices.${request.itemIds[0]}`).value).toBe("420.00");
    expect(answer.field("validUntil").value).toBe("");
    await posted(request.owner, `${request.page}/answer`, pricing(request, { version: "3" }));
    await accepted(request);
  });

  it("is one in a currency that the studio no longer has", async () => {
    const request = await pricedRequest();
    const [studio] = await request.studio.db.studio();
    await request.studio.db.updateStudio({ currencyId: studio?.currencyId === 2 ? 1 : 2 });
    const page = await customerPageAt(request.visitor, request.customerPage);
    expect([formTo(page, "accept"), formTo(page, "ask-anew")]).toEqual([undefined, expect.anything()]);
  });

  it("is not asked anew while it still holds", async () => {
    const request = await pricedRequest();
    const body = new URLSearchParams({ version: "2" });
    const answer = await customerPageAt(request.visitor, `${request.customerPage}/ask-anew`, { method: "POST", body });
    expect(answer.status).toBe(409);
    expect(await storedRequest(request)).toMatchObject({ status: "answered", version: 2 });
  });
});

describe("an order of an accepted price", () => {
  it("is printed like every other, though nothing was sliced and its copies are many", async () => {
    const visited = await visitedStudio();
    const item = { ...visited.choice, fileName: "clip.stl", quantity: 1500, finishingIds: [], reason: "above_maximum" };
    const request = await pricedRequest({ items: [item] }, visited);
    await accepted(request);
    const [placed] = await itemsOf(request);
    expect(placed).toMatchObject({ printMinutes: 0, weightHundredthsOfGram: 0, quantity: 1500 });
    const itemId = placed?.id ?? 0;
    const shop = { ...request, ...request.choice };
    const printerId = String(await addPrinter(request));
    const waiting = await request.owner.get(`${request.base}/printing`);
    expect(waiting.text).toContain("clip.stl");
    await done(shop, itemId, "assign", { printerId, copies: "1500" });
    await done(shop, itemId, "printed", { copies: "1500" });
    expect(await itemsOf(request)).toMatchObject([{ printedAt: expect.any(Number) }]);
    expect(await ordersOf(request)).toMatchObject([{ status: "printing" }]);
  });

  it("has time and material of its parts that were sliced before", async () => {
    const visited = await visitedStudio();
    const { modelId } = await visited.visitor.model(binaryStl(cube(10)), "cube.stl");
    const choice = { ...visited.choice, modelId };
    await quoted(visited.visitor, [{ ...choice, quantity: 2 }]);
    const item = { ...choice, fileName: "cube.stl", quantity: 2, finishingIds: [], reason: "asked" };
    const request = await pricedRequest({ items: [item] }, visited);
    await accepted(request);
    const [placed] = await itemsOf(request);
    expect(placed).toMatchObject({ priceMinor: 42_000, costBreakdown: null });
    expect([placed?.printMinutes, placed?.weightHundredthsOfGram].map((figure) => Number(figure) > 0)).toEqual([
      true,
      true,
    ]);
  });

  it("is known to the request's page in the panel, and knows its request with the files", async () => {
    const request = await requestOfParts();
    await posted(request.owner, `${request.page}/answer`, pricing(request));
    await accepted(request);
    const [placed] = await ordersOf(request);
    const address = `${request.base}/orders/${placed?.id}`;
    expect((await request.owner.get(address)).links[`Price request ${request.id}`]).toBe(request.page);
    const page = await request.owner.get(request.page);
    expect(page.links["Order 1"]).toBe(address);
    expect(page.addresses.some((link) => /\/attachments\/\d+$/.test(link))).toBe(true);
    expect(await request.studio.db.select(orders, eq(orders.id, placed?.id ?? 0))).toHaveLength(1);
  });
});
