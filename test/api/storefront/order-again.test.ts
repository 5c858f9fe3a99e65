// Ordering again: the order page begins with the parts of an earlier order, at today's prices.

import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import { materials, models, orderItems, orders } from "../../../src/db/schema.ts";
import type { PageConfiguration } from "../../../src/storefront/wire.ts";
import { addFinishing } from "../support/catalog.ts";
import { readPage } from "../support/panel.ts";
import { ordered, quoted, SHOP_ORIGIN, setPage, Visitor, visitedStudio } from "../support/storefront.ts";
import { configurationIn, shownPage, visitPage } from "../support/storefront-page.ts";
import { createStudio } from "../support/studio.ts";

let placed: Awaited<ReturnType<typeof placeOrder>>;

beforeAll(async () => {
  placed = await placeOrder();
});

async function placeOrder() {
  const { studio, visitor, choice } = await visitedStudio();
  const finishingId = await addFinishing(studio, { name: "Primer", priceMinor: 7000 });
  const quote = await quoted(visitor, [{ ...choice, finishingIds: [finishingId], quantity: 3 }]);
  const { orderId, address } = await ordered(visitor, quote);
  return { studio, visitor, choice, finishingId, quote, orderId, path: address.slice(`/${studio.slug}`.length) };
}

/** The page as another browser opens it: the address alone names the order. */
async function opened(path: string, visitor = new Visitor(placed.studio)) {
  const headers = { Accept: "text/html", "Accept-Language": "en" };
  return readPage(await visitor.fetch(path, { headers }));
}

async function filledBasket(path = `${placed.path}/again`): Promise<PageConfiguration["filledBasket"]> {
  const { html, status } = await opened(path);
  expect(status, html).toBe(200);
  const [, json = "{}"] = /id="configuration">([^<]*)</.exec(html) ?? [];
  return JSON.parse(json).filledBasket;
}

test("the order's page leads to the order page, which has each part with its choices and its model", async () => {
  const { choice, finishingId, quote, path } = placed;
  const order = await opened(path);
  expect(order.html).toContain(`${path}/again`);
  expect(order.html).toContain("Everyone who has the address sees your data and your models.");
  const again = await opened(`${path}/again`);
  expect(again.text).toContain("the parts of order 1");
  expect(again.text).toContain("the prices below are today's");
  expect(again.html).toContain('id="model-files"');
  expect(again.html).toContain('<meta name="robots" content="noindex"');
  expect(again.headers.get("Cache-Control")).toBe("no-store");
  const basket = await filledBasket();
  const file = { address: expect.stringMatching(/^\/files\//), format: "stl", sizeBytes: expect.any(Number) };
  expect(basket).toEqual({
    from: "order",
    items: [{ ...choice, fileName: "box.stl", file, finishingIds: [finishingId], quantity: 3 }],
    lost: [],
    products: [],
    priority: null,
    total: quote.total,
  });
  const model = await exports.default.fetch(`${SHOP_ORIGIN}${basket?.items[0]?.file?.address}`);
  expect((await model.arrayBuffer()).byteLength).toBe(basket?.items[0]?.file?.sizeBytes);
});

test("each of several parts has its own model, at its own place", async () => {
  const { studio, visitor, choice } = await visitedStudio();
  const others = [await visitor.model(anotherBox(), "lid.stl"), await visitor.model(anotherBox(), "base.stl")];
  const modelIds = [choice.modelId, ...others.map(({ modelId }) => modelId)].reverse();
  const quote = await quoted(
    visitor,
    modelIds.map((modelId) => ({ ...choice, modelId })),
  );
  const { address } = await ordered(visitor, quote);
  const { filledBasket } = configurationIn((await shownPage(`${address}/again`)).html);
  expect(filledBasket?.items.map(({ modelId, fileName }) => [modelId, fileName])).toEqual(
    modelIds.map((modelId, place) => [modelId, ["base.stl", "lid.stl", "box.stl"][place]]),
  );
  expect((await visitPage(`/${studio.slug}/orders/${"A".repeat(43)}`)).status).toBe(404);
});

test("its parts are priced anew", async () => {
  const { studio, visitor, choice, quote } = placed;
  await studio.db.update(materials, { costPerKgMinor: 90_000_000 }, undefined);
  const [item] = (await filledBasket())?.items ?? [];
  const today = await quoted(visitor, [{ ...choice, ...item }]);
  expect(Number(today.total)).toBeGreaterThan(Number(quote.total));
});

test("a former price in another currency is compared with none of today's", async () => {
  const { studio } = placed;
  await studio.db.update(orders, { currencyId: 2 }, undefined);
  expect((await filledBasket())?.total).toBeNull();
  await studio.db.update(orders, { currencyId: 1 }, undefined);
});

test("under another studio's slug, and while the studio's page is closed, nothing is ordered again", async () => {
  const { studio, path } = placed;
  const foreign = new Visitor(await createStudio());
  expect((await opened(`${path}/again`, foreign)).status).toBe(404);
  expect((await opened(`/orders/${"A".repeat(43)}/again`)).status).toBe(404);
  await setPage(studio, { isOpen: false });
  expect((await opened(`${path}/again`)).status).toBe(404);
  const order = await opened(path);
  expect(order.status).toBe(200);
  expect(order.html).not.toContain("/again");
  await setPage(studio, { isOpen: true });
});

test("a part whose model is deleted is named, and the others are there", async () => {
  const { studio, path } = placed;
  const [{ id: itemId = 0 } = {}] = await studio.db.select(orderItems);
  const [row] = await studio.db.select(models);
  await studio.db.update(orderItems, { modelId: null }, eq(orderItems.id, itemId));
  expect(await filledBasket()).toMatchObject({ items: [], lost: ["box.stl"] });
  expect((await opened(path)).html, "nothing of it can be ordered").not.toContain("/again");
  await studio.db.update(orderItems, { modelId: row?.id ?? null }, eq(orderItems.id, itemId));
});
