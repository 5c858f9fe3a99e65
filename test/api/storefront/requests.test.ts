// Price requests of the order page: each is stored once, whole, and shown on a page of its own.

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { models, priceRequestItems, priceRequests } from "../../../src/db/schema.ts";
import type { PriceRequestAnswer } from "../../../src/storefront/wire.ts";
import { ORDERING, refused, SHOP_ORIGIN, setPage, type Visitor, visitedStudio } from "../support/storefront.ts";

type Visited = Awaited<ReturnType<typeof visitedStudio>>;

function requestOf({ choice }: Pick<Visited, "choice">, changes: Record<string, unknown> = {}) {
  return {
    ...ORDERING,
    requestKey: crypto.randomUUID(),
    items: [{ ...choice, fileName: "vase.stl", quantity: 3, finishingIds: [], reason: "not_sliced" }],
    ...changes,
  };
}

async function sent({ visitor }: Visited, request: unknown): Promise<string> {
  const { status, body, text } = await visitor.post<PriceRequestAnswer>("/requests", request);
  expect(status, text).toBe(201);
  return body.address;
}

async function pageAt(visitor: Visitor, address: string, query = "?lang=en") {
  const path = address.slice(`/${visitor.studio.slug}`.length);
  const response = await visitor.fetch(`${path}${query}`, { headers: { Accept: "text/html" } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

test("a request is stored with all that was sent, and no price", async () => {
  const visited = await visitedStudio();
  await sent(visited, requestOf(visited, { comment: "Для саду" }));

  const [request] = await visited.studio.db.select(priceRequests);
  expect(request).toMatchObject({
    status: "new",
    source: "order_page",
    comment: "Для саду",
    answer: null,
    contact: { firstName: "Леся", lastName: "Косач-Квітка", phoneNumber: "+380501234567" },
  });
  const [item] = await visited.studio.db.select(priceRequestItems);
  const { materialId, printingQualityId } = visited.choice;
  expect(item).toMatchObject({
    originalFileName: "vase.stl",
    quantity: 3,
    materialId,
    printingQualityId,
    reason: "not_sliced",
  });
});

test("more copies than an order may have can be asked about", async () => {
  const visited = await visitedStudio();
  const [item] = requestOf(visited).items;
  await sent(visited, requestOf(visited, { items: [{ ...item, quantity: 1500, reason: "above_maximum" }] }));
  expect(await visited.studio.db.select(priceRequestItems)).toMatchObject([
    { quantity: 1500, reason: "above_maximum" },
  ]);
});

test("a file's name is stored like an upload's, without its invisible characters", async () => {
  const visited = await visitedStudio();
  const item = { ...visited.choice, quantity: 1, finishingIds: [], reason: "asked" };
  const longest = `${"x".repeat(255)}-inch.stl`;
  await sent(
    visited,
    requestOf(visited, { items: ["\u200fваза\n.stl", longest].map((fileName) => ({ ...item, fileName })) }),
  );
  const items = await visited.studio.db.select(priceRequestItems);
  expect(items.map(({ originalFileName }) => originalFileName)).toEqual(["ваза.stl", "x".repeat(255)]);
});

test("its models are kept as those of orders are", async () => {
  const visited = await visitedStudio();
  await sent(visited, requestOf(visited));
  expect(await visited.studio.db.select(models)).toMatchObject([{ isOrdered: true }]);
});

test("sent again it is there once, at the same address", async () => {
  const visited = await visitedStudio();
  const request = requestOf(visited);
  const addresses = await Promise.all([sent(visited, request), sent(visited, request)]);
  addresses.push(await sent(visited, request));
  expect(new Set(addresses).size, addresses.join()).toBe(1);
  expect(await visited.studio.db.select(priceRequests)).toHaveLength(1);
  expect(await visited.studio.db.select(priceRequestItems)).toHaveLength(1);
});

test("another sender of its key is not told its address", async () => {
  const visited = await visitedStudio();
  const request = requestOf(visited);
  const address = await sent(visited, request);
  const answer = await visited.visitor.post("/requests", { ...request, email: "other@example.com" });
  expect(refused(answer, 409).reason).toBe("invalid");
  expect(answer.text).not.toContain(address);
});

test("a reason, a count or a consent that cannot be is refused by its field, and nothing is stored", async () => {
  const visited = await visitedStudio();
  const [item] = requestOf(visited).items;
  const wrong = { ...item, reason: "cheap", quantity: 0 };
  const answer = await visited.visitor.post("/requests", requestOf(visited, { items: [wrong], consent: false }));
  expect(Object.keys(refused(answer, 400).faults).sort()).toEqual(["consent", "items.0.quantity", "items.0.reason"]);
  expect(await visited.studio.db.select(priceRequests)).toHaveLength(0);
});

test("a price that the browser sends along is not stored", async () => {
  const visited = await visitedStudio();
  const [item] = requestOf(visited).items;
  const address = await sent(visited, requestOf(visited, { total: "0.01", items: [{ ...item, price: "0.01" }] }));
  const { html } = await pageAt(visited.visitor, address);
  expect(html).not.toContain("0.01");
});

test("another studio's model, material and quality are not found, and nothing is stored", async () => {
  const [ours, theirs] = await Promise.all([visitedStudio(), visitedStudio()]);
  const answer = await ours.visitor.post("/requests", requestOf(theirs));
  expect(Object.keys(refused(answer, 404).faults).sort()).toEqual([
    "items.0.materialId",
    "items.0.modelId",
    "items.0.printingQualityId",
  ]);
  expect(await ours.studio.db.select(priceRequests)).toHaveLength(0);
});

test("a studio that takes no requests says so", async () => {
  const visited = await visitedStudio();
  await setPage(visited.studio, { takesPriceRequests: false });
  const answer = await visited.visitor.post("/requests?lang=en", requestOf(visited));
  expect(refused(answer, 403)).toMatchObject({
    reason: "closed",
    message: expect.stringContaining("takes no price requests"),
  });
});

test("its page shows the sent items, and the studio's answer once there is one", async () => {
  const visited = await visitedStudio();
  const address = await sent(visited, requestOf(visited));
  const before = await pageAt(visited.visitor, address);
  expect(before.status).toBe(200);
  expect(before.html).toContain("vase.stl");
  expect(before.html).toContain("There is no price yet");

  await visited.studio.db.update(priceRequests, { status: "answered", answer: "420 грн" }, undefined);
  const after = await pageAt(visited.visitor, address);
  expect(after.html).toContain("420 грн");
  expect(after.html).not.toContain("There is no price yet");
});

test("its page is private: kept by no cache, found by no search, told to no other site", async () => {
  const visited = await visitedStudio();
  const { headers, html } = await pageAt(visited.visitor, await sent(visited, requestOf(visited)));
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(html).toContain('<meta name="robots" content="noindex"/>');
});

test("its page stays when the studio closes its order page", async () => {
  const visited = await visitedStudio();
  const address = await sent(visited, requestOf(visited));
  await setPage(visited.studio, { isOpen: false });
  expect((await pageAt(visited.visitor, address)).status).toBe(200);
});

test("under another studio's slug, or with another token, there is no page", async () => {
  const [ours, theirs] = await Promise.all([visitedStudio(), visitedStudio()]);
  const address = await sent(theirs, requestOf(theirs));
  const token = address.split("/").at(-1) ?? "";
  const foreign = await pageAt(ours.visitor, `/${ours.studio.slug}/requests/${token}`);
  const altered = await pageAt(theirs.visitor, `${address}x`);
  expect([foreign.status, altered.status]).toEqual([404, 404]);
});

test("markup in its texts is shown as it was typed", async () => {
  const visited = await visitedStudio();
  const [item] = requestOf(visited).items;
  const markup = '<img src=x onerror="alert(1)">';
  const address = await sent(visited, requestOf(visited, { comment: markup, items: [{ ...item, fileName: markup }] }));
  await visited.studio.db.update(priceRequests, { answer: markup }, eq(priceRequests.status, "new"));
  const { html } = await pageAt(visited.visitor, address);
  expect(html).not.toContain("<img");
  expect(html.split("&lt;img").length - 1).toBe(3);
});

test("the address is the path below the studio's slug, with a secret that cannot be guessed", async () => {
  const visited = await visitedStudio();
  const address = await sent(visited, requestOf(visited));
  expect(new URL(address, SHOP_ORIGIN).pathname).toMatch(new RegExp(`^/${visited.studio.slug}/requests/[\\w-]{40,}$`));
});
