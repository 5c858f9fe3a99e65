// The order page as it loads in a browser: readable without a script, light, and nothing moves. Skipped without Chromium.

import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import type { Language } from "../../../src/domain/person.ts";
import { pageWords } from "../../../src/storefront/page/page.words.ts";
import { DESKTOP, PanelSystem, PHONE } from "../panel/panel-system.ts";
import { layoutShiftOf, observeLayoutShifts } from "./layout-shifts.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the order page is not loaded in a browser.");

const MAX_COMPRESSED_BYTES = 60 * 1024;

/** Loads the page to its end. Returns the compressed size of each address, as an edge sends it. */
async function weighed(page: Page, path: string): Promise<Record<string, number>> {
  const weights: Record<string, number> = {};
  const read: Promise<void>[] = [];
  page.on("response", (response) => {
    read.push(
      response.body().then((body) => {
        weights[new URL(response.url()).pathname] = gzipSync(body).length;
      }),
    );
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await Promise.all(read);
  return weights;
}

describe.skipIf(chromium === undefined)("the order page as it loads, only with Chromium", () => {
  let system: PanelSystem;
  let path: string;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
    path = `/${system.demoStudio().slug}`;
  });

  afterAll(() => system?.stop());

  function openIn(language: Language, options: BrowserContextOptions = {}) {
    return system.open(undefined, { viewport: PHONE, locale: { uk: "uk-UA", en: "en-GB" }[language], ...options });
  }

  it.each(["uk", "en"] as const)("paints in %s before its script has come", async (language) => {
    const { page, context } = await openIn(language);
    // It is still on its way.
    await page.route("**/storefront.js", () => {});
    await page.goto(path, { waitUntil: "commit" });
    const words = pageWords(language);
    await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    await page.getByText(words.choose).waitFor();
    await page.getByText(words.drop).waitFor();
    // The studio's materials are there too: the page sells before its script runs.
    await page.getByRole("heading", { name: words.offer }).waitFor();
    expect(await page.getByText("PLA").count()).toBeGreaterThan(0);
    await context.close();
  });

  it.each(["uk", "en"] as const)(
    "introduces itself in %s and explains the missing price, if scripts are off",
    async (language) => {
      const { page, context } = await openIn(language, { javaScriptEnabled: false });
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      const words = pageWords(language);
      await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
      // Locators by text pass over <noscript>, although it is shown.
      expect(await page.locator("noscript").isVisible()).toBe(true);
      expect(await page.locator("noscript").innerText()).toContain(words.noScript);
      await page.getByRole("heading", { name: words.offer }).waitFor();
      // Without a script it would take a file and do nothing with it.
      expect(await page.getByText(words.choose).isVisible()).toBe(false);
      await context.close();
    },
  );

  it("weighs at most 60 KB compressed without a model, and complains of nothing", async () => {
    const { page, context, complaints } = await system.open(undefined, { viewport: PHONE });
    const weights = await weighed(page, path);
    const total = Object.values(weights).reduce((sum, bytes) => sum + bytes, 0);
    expect(Object.keys(weights), "the page, its style and its script").toContain("/order-page/assets/storefront.js");
    expect(total, JSON.stringify(weights, null, 2)).toBeLessThanOrEqual(MAX_COMPRESSED_BYTES);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("asks no other server for anything", async () => {
    const { page, context } = await system.open(undefined);
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(new URL(request.url()).origin));
    await page.goto(path, { waitUntil: "networkidle" });
    expect([...asked]).toEqual([system.origin]);
    await context.close();
  });

  it.each([
    { device: "a phone", viewport: PHONE },
    { device: "a desktop", viewport: DESKTOP },
  ])("moves nothing while it loads on $device", async ({ viewport }) => {
    const { page, context } = await system.open(undefined, { viewport });
    await observeLayoutShifts(page);
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await layoutShiftOf(page)).toBe(0);
    await context.close();
  });

  it("fits the width of a small phone", async () => {
    const { page, context } = await system.open(undefined, { viewport: { width: 320, height: 640 } });
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await page.evaluate<number>("document.scrollingElement.scrollWidth")).toBeLessThanOrEqual(320);
    await context.close();
  });
});
