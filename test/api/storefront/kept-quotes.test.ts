// Quotes kept by a link: made from the service's signed values, there for 14 days, priced anew when opened.

import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cube, stepOfShape } from "../../../harness/models.ts";
import { keptQuotes, materials, models } from "../../../src/db/schema.ts";
import { DAILY_ALLOWANCES, networksOf } from "../../../src/domain/visitor.ts";
import { date } from "../../../src/pages/format.ts";
import { sha256Hex } from "../../../src/platform/sha256.ts";
import type { KeptQuoteLink, PageConfiguration } from "../../../src/storefront/wire.ts";
import { addMaterial } from "../support/catalog.ts";
import { readPage } from "../support/panel.ts";
import { dayOf, quoted, refused, SHOP_ORIGIN, setPage, Visitor, visitedStudio } from "../support/storefront.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";

const DAY_MILLISECONDS = 86_400_000;
const KEPT_MILLISECONDS = 14 * DAY_MILLISECONDS;

/** A quote of three copies, kept. */
async function kept(row: Parameters<typeof visitedStudio>[0] = {}) {
  const { studio, visitor, choice } = await visitedStudio(row);
  const quote = await quoted(visitor, [{ ...choice, quantity: 3 }]);
  const link = await keep(visitor, quote.token);
  return { studio, visitor, choice, quote, link, path: pathOf(studio, link) };
}

async function keep(visitor: Visitor, token: string): Promise<KeptQuoteLink> {
  const answer = await visitor.post<KeptQuoteLink>("/quotes/keep", { token });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

function pathOf({ slug }: TestStudio, { address }: KeptQuoteLink): string {
  expect(address.startsWith(`${SHOP_ORIGIN}/${slug}/quotes/`), address).toBe(true);
  return address.slice(`${SHOP_ORIGIN}/${slug}`.length);
}

/** The page as a browser opens it from a link. */
async function opened(visitor: Visitor, path: string) {
  const headers = { Accept: "text/html", "Accept-Language": "en" };
  return readPage(await visitor.fetch(path, { headers }));
}

function keptQuoteIn(html: string): PageConfiguration["filledBasket"] {
  const [, json = "{}"] = /id="configuration">([^<]*)</.exec(html) ?? [];
  return JSON.parse(json).filledBasket;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("POST /{slug}/quotes/keep", () => {
  it("answers an address that cannot be guessed, good for 14 days", async () => {
    const { link, path } = await kept();
    expect(path).toMatch(/^\/quotes\/[\w-]{43}$/);
    const left = Date.parse(link.expiresAt) - Date.now();
    expect(left).toBeLessThanOrEqual(KEPT_MILLISECONDS);
    expect(left).toBeGreaterThan(KEPT_MILLISECONDS - DAY_MILLISECONDS);
  });

  it("keeps one quote once, however often it is sent", async () => {
    const { studio, visitor, quote, link } = await kept();
    expect(await keep(visitor, quote.token)).toEqual(link);
    expect(await studio.db.select(keptQuotes)).toHaveLength(1);
  });

  it("stores no address, only its hash", async () => {
    const { studio, path } = await kept();
    const [row] = await studio.db.select(keptQuotes);
    const token = path.slice("/quotes/".length);
    expect(row?.tokenHash).toBe(await sha256Hex(token));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it("keeps a visitor's models as long as the quote, and takes none from the studio's own", async () => {
    const { studio, link } = await kept();
    const [visitors] = await studio.db.select(models);
    expect(visitors?.visitorUntil).toBe(Date.parse(link.expiresAt));

    const { studio: other, visitor, choice } = await visitedStudio();
    await other.db.update(models, { visitorUntil: null, lastUsedAt: 0 }, undefined);
    await keep(visitor, (await quoted(visitor, [choice])).token);
    const [studios] = await other.db.select(models);
    expect(studios?.visitorUntil).toBeNull();
    expect(studios?.lastUsedAt).toBeGreaterThan(0);
  });

  it("refuses a quote that was altered, that is another studio's, or that is none", async () => {
    const { visitor, quote } = await kept();
    const [payload = "", signature = ""] = quote.token.split(".");
    const altered = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const cheaper = btoa(JSON.stringify({ ...altered, totalMinor: 1 })).replace(/=+$/, "");
    const foreign = (await kept()).quote.token;
    for (const token of [`${cheaper}.${signature}`, `${payload}.`, foreign, "", "nonsense", "a.b"]) {
      const answer = refused(await visitor.post("/quotes/keep", { token }, { "Accept-Language": "en" }), 400);
      expect(answer.faults.token?.[0], token).toContain("did not make this quote");
    }
    for (const body of [{}, { token: 1 }, [], null]) {
      expect(refused(await visitor.post("/quotes/keep", body), 400).reason).toBe("invalid");
    }
  });

  it("refuses a quote whose hour is over: it would keep an outdated price", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const { token } = await quoted(visitor, [choice]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 });
    const answer = refused(await visitor.post("/quotes/keep", { token }, { "Accept-Language": "en" }), 400);
    expect(answer.faults.token?.[0]).toContain("more than an hour ago");
    expect(await studio.db.select(keptQuotes)).toEqual([]);
  });

  it("takes quotes that were signed before the secret was replaced", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const { token } = await quoted(visitor, [choice]);
    const replaced = { LINK_SECRET: "another secret of at least 32 characters", LINK_SECRET_PREVIOUS: env.LINK_SECRET };
    await keep(new Visitor(studio, replaced), token);
    const forgotten = new Visitor(studio, { LINK_SECRET: "another secret of at least 32 characters" });
    refused(await forgotten.post("/quotes/keep", { token }), 400);
  });

  it("keeps so many quotes a day for a network, and the same one again for nothing", async () => {
    const { studio, choice, quote } = await kept();
    const address = "2001:db8:4:17::5";
    const visitor = new Visitor(studio, {}, address);
    const others = Array.from({ length: DAILY_ALLOWANCES.subnet.keep - 1 }, (_, index) => `quote ${index}`);
    await dayOf(studio, address).take(networksOf(address), "keep", others);
    for (let turn = 0; turn < 3; turn++) await keep(visitor, quote.token);
    const { token } = await quoted(visitor, [choice]);
    const answer = await visitor.post("/quotes/keep", { token }, { "Accept-Language": "en" });
    expect(refused(answer, 429).message).toContain("kept 120 prices by a link within a day");
    expect(answer.headers.has("Retry-After")).toBe(true);
    expect(await studio.db.select(keptQuotes)).toHaveLength(1);
  });

  it("is refused to another site's page, and while the page is closed", async () => {
    const { studio, visitor, quote } = await kept();
    refused(await visitor.post("/quotes/keep", { token: quote.token }, { Origin: "https://evil.example" }), 403);
    await setPage(studio, { isOpen: false });
    expect(refused(await visitor.post("/quotes/keep", { token: quote.token }), 404).reason).toBe("closed");
  });
});

describe("GET /{slug}/quotes/{token}", () => {
  it("is the order page, with the quote's choices", async () => {
    const { studio, choice, quote, link, path } = await kept({ title: "Кобза Друк" });
    // Everyone with the link may open it.
    const page = await opened(new Visitor(studio), path);
    expect(page.status, page.html).toBe(200);
    const file = { address: expect.stringMatching(/^\/files\//), format: "stl", sizeBytes: expect.any(Number) };
    expect(keptQuoteIn(page.html)).toEqual({
      items: [{ ...choice, fileName: "box.stl", file, finishingIds: [], quantity: 3 }],
      from: "quote",
      lost: [],
      products: [],
      priority: null,
      total: quote.total,
    });
    expect(page.text).toContain(`The link works until ${date("en", Date.parse(link.expiresAt))}`);
    expect(page.text).toContain(`it cost ₴${quote.total}; the prices below are today's`);
    expect(page.text).toContain("order in your own name");
    expect(page.html).toContain('id="model-files"');
  });

  it("shows the models in 3D: their files are answered without a key, and to this quote's link only", async () => {
    const { studio, visitor, path } = await kept();
    const other = await kept();
    const [own] = keptQuoteIn((await opened(visitor, path)).html)?.items ?? [];
    const answer = await exports.default.fetch(`${SHOP_ORIGIN}${own?.file?.address}`);
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(own?.file?.sizeBytes);
    const [stored] = await studio.db.select(models);
    expect(own?.modelId).toContain(stored?.sha256);
    expect((await opened(other.visitor, path)).status, "another studio's page").toBe(404);
  });

  it("shows a STEP file by its triangles, which its own page answers", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const { modelId } = await visitor.model(stepOfShape(cube(10)), "box.step");
    const { token } = await quoted(visitor, [{ ...choice, modelId }]);
    const { html } = await opened(visitor, pathOf(studio, await keep(visitor, token)));
    const file = keptQuoteIn(html)?.items[0]?.file;
    expect(file).toMatchObject({ address: `/${studio.slug}/models/${modelId}/mesh`, format: "stl" });
    expect((await exports.default.fetch(`${SHOP_ORIGIN}${file?.address}`)).status).toBe(200);
  });

  it("names no file of a model that retention took", async () => {
    const { studio, visitor, path } = await kept();
    await studio.db.delete(models, undefined);
    const [item] = keptQuoteIn((await opened(visitor, path)).html)?.items ?? [];
    expect(item).toMatchObject({ fileName: "box.stl", file: null });
  });

  it("is found by no search engine, and kept by no cache", async () => {
    const { visitor, path } = await kept();
    const { html, headers } = await opened(visitor, path);
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  });

  it("binds neither side: its prices are today's", async () => {
    const { studio, visitor, choice, quote, path } = await kept();
    await studio.db.update(materials, { costPerKgMinor: 90_000_000 }, undefined);
    const shown = keptQuoteIn((await opened(visitor, path)).html);
    expect(shown?.total).toBe(quote.total);
    const today = await quoted(visitor, [{ ...choice, quantity: 3 }]);
    expect(Number(today.total)).toBeGreaterThan(Number(quote.total));
  });

  it("offers today's entries, even if the quote has others", async () => {
    const { studio, visitor, choice, path } = await kept();
    const isChosen = eq(materials.id, choice.materialId);
    await addMaterial(studio, { name: "Another" });
    await studio.db.update(materials, { isOnStorefront: false }, isChosen);
    const { html } = await opened(visitor, path);
    expect(keptQuoteIn(html)?.items[0]?.materialId).toBe(choice.materialId);
    expect(html).not.toContain(`"id":${choice.materialId},"technologyId":1,"name":"PLA"`);
    expect(html).toContain("Another");
  });

  it("says on a page of its own that it is no longer kept, or never was, and leads to the order page", async () => {
    const { studio, visitor, path } = await kept();
    const foreign = new Visitor(await createStudio());
    const unknown = `/quotes/${"A".repeat(43)}`;
    const gone = [await opened(foreign, path), await opened(visitor, unknown), await opened(visitor, "/quotes/x")];
    await studio.db.update(keptQuotes, { expiresAt: Date.now() - 1 }, undefined);
    gone.push(await opened(visitor, path));
    for (const { status, text, html } of gone) {
      expect(status).toBe(404);
      expect(text).toContain("This quote is no longer kept");
      expect(html).toMatch(/<a href="\/[\w-]+">To the order page/);
      expect(html).not.toContain('id="configuration"');
    }
  });

  it("shows a file's name as text, even with markup in it", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    // No slash: the text before one is a path, and no part of the name.
    const fileName = "<!--<script>alert(1)]]>.stl";
    visitor.fileNames.set(choice.modelId, fileName);
    const link = await keep(visitor, (await quoted(visitor, [choice])).token);
    const { html } = await opened(visitor, pathOf(studio, link));
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(keptQuoteIn(html)?.items[0]?.fileName).toBe(fileName);
  });
});
