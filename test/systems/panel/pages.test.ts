// Every page of the panel in a real browser: accessible in both themes, within a phone's width, required fields marked.
//
// The pages are found by their links; those that no link leads to are listed here. Skipped without Chromium.

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { violationsInBothThemes, violationsOn } from "../../../harness/proof/suites/ibm-checker.ts";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { placeOrders, sendSamplePriceRequest } from "../../../scripts/browser/filled-studio.ts";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import { crawlPanel, type FoundPage, linksIn } from "../../../scripts/browser/panel-crawler.ts";
import { seriousInBothThemes } from "../accessibility.ts";
import { DESKTOP, PanelSystem, PHONE, SMALL_PARTS } from "./panel-system.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the panel's pages are not looked at in a browser.");

/** A page that no link leads to. */
interface HiddenPage {
  readonly kind: string;
  readonly show: (page: Page) => Promise<unknown>;
}

async function findHiddenPages(system: PanelSystem): Promise<HiddenPage[]> {
  const { base, owner, slug } = system.demoStudio();
  const invitation = linkIn(await system.operator("owner", slug));
  const password = linkIn(await system.operator("password", owner.email));
  return [
    { kind: "an unknown address", show: (page) => page.goto(`${base}/nothing-of-the-kind`) },
    { kind: "an invitation", show: (page) => page.goto(invitation) },
    { kind: "a link for a new password", show: (page) => page.goto(password) },
    { kind: "a closed link", show: (page) => page.goto(`/panel/links/${"x".repeat(43)}`) },
    {
      kind: "a refused form",
      show: async (page) => {
        await page.goto(`${base}/catalog/materials/new`);
        await submit(page);
        expect(await page.locator(".fault").count()).toBeGreaterThan(0);
      },
    },
    {
      kind: "a key just created",
      show: async (page) => {
        await page.goto(`${base}/keys`);
        await page.locator('main [name="name"]').fill(`Key ${crypto.randomUUID()}`);
        await submit(page);
        expect(await page.locator(".secret-once").count()).toBe(1);
      },
    },
    // From here on no person is signed in.
    {
      kind: "signing in",
      show: async (page) => {
        await page.context().clearCookies();
        await page.goto("/panel/sign-in");
        expect(await page.locator('[name="password"]').count()).toBe(1);
      },
    },
    { kind: "a refused sign-in", show: submit },
    {
      kind: "a link for a forgotten password, asked for",
      show: async (page) => {
        await page.locator('main a[href$="/forgotten-password"]').click();
        await page.locator('main [name="email"]').fill("nobody-of-these@example.com");
        await submit(page);
      },
    },
    { kind: "an invitation of a visitor", show: (page) => page.goto(invitation) },
  ];
}

function linkIn(printed: string): string {
  const [link] = /http\S+\/panel\/links\/\S+/.exec(printed) ?? [];
  if (link === undefined) throw new Error(`no link was printed:\n${printed}`);
  return link;
}

/** Presses the main button of the page's main form, and waits for the page that follows. */
async function submit(page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.locator("main form button.primary").first().click()]);
}

/** A browser complains of every page with a refusal's status; it must not complain of others. */
function unexpected(complaints: readonly string[]): string[] {
  return complaints.filter((complaint) => !/the server responded with a status of 4(00|04|10)/.test(complaint));
}

/** An order of the demo's materials and qualities, in which every word is this one. */
async function orderOf(baseUrl: string, apiKey: string, word: string): Promise<number> {
  const body = new FormData();
  body.append("models[]", new File([await readFile("examples/part.stl")], `${word.slice(0, 240)}.stl`));
  body.append("items", JSON.stringify([{ materialId: 1, printingQualityId: 2 }]));
  const customer = { customerPhoneNumber: "+380501234567", customerEmail: "lesia@example.com" };
  const words = { customerFirstName: word, customerLastName: word, deliveryCityName: word };
  for (const [name, value] of Object.entries({ ...customer, ...words })) body.append(name, value);
  const headers = { Authorization: `Bearer ${apiKey}`, Prefer: "wait=30" };
  const response = await fetch(`${baseUrl}/orders`, { method: "POST", headers, body });
  const text = await response.text();
  expect(response.status, text).toBe(201);
  return z.object({ data: z.object({ id: z.int() }) }).parse(JSON.parse(text)).data.id;
}

/** In the page: whether the element's text needs more room than it has. */
const isWiderThanItsPlace = (element: { scrollWidth: number; clientWidth: number }) =>
  element.scrollWidth > element.clientWidth;

/** In the page: forms with a required field and no explanation of its mark, with several explanations, or with one of nothing. */
const UNEXPLAINED = `[...document.forms].flatMap((form) => {
  const marks = form.querySelectorAll(":not(.required-note) > .required").length;
  const required = form.querySelectorAll("[aria-required=true]").length;
  const notes = form.querySelectorAll(".required-note").length;
  return marks === required && notes === Math.min(marks, 1)
    ? []
    : [form.action + ": " + required + " required, " + marks + " marked, explained " + notes + " times"];
})`;

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not seen`);
  return box;
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>("document.scrollingElement.scrollWidth");
}

describe.skipIf(chromium === undefined)("every page of the panel, only with Chromium", () => {
  let system: PanelSystem;
  let pages: FoundPage[];
  let hiddenPages: HiddenPage[];

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
    const { apiKey, owner, base, slug } = system.demoStudio();
    await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS);
    // Also the page of its model in 3D.
    await sendSamplePriceRequest(system.demo.baseUrl, slug);
    const client = new PanelClient(system.origin);
    await client.signIn(owner);
    // An owner of two studios has a page to choose on.
    const invitation = new URL(linkIn(await system.operator("owner", system.demoStudio(1).slug))).pathname;
    const joined = await client.post(invitation, owner, invitation);
    expect(joined.status, joined.html).toBe(303);
    // The question before the removal of keys appears only if there are some. Nothing here asks Turnstile, which saves known ones only.
    await system.write("UPDATE order_pages SET turnstile_site_key = 'site', turnstile_secret = 'secret'");
    pages = await crawlPanel(base, async (path) => linksIn((await client.get(path)).html));
    hiddenPages = await findHiddenPages(system);
  });

  afterAll(() => system?.stop());

  it("is found by the links", () => {
    const kinds = pages.map(({ kind }) => kind);
    expect(kinds.length, kinds.join("\n")).toBeGreaterThan(35);
    expect(kinds).toEqual(
      expect.arrayContaining([
        "/panel",
        "/panel/studios/:slug/order-page/turnstile/remove",
        "/panel/studios/:slug/requests/:id/items/:id/model",
      ]),
    );
  });

  it("has nothing serious for axe-core in either theme, marks and explains required fields, and fits the width of a phone", async () => {
    const { page, context, complaints } = await system.open(system.demoStudio().owner, { colorScheme: "light" });
    const found: string[] = [];
    const look = async (kind: string) => {
      for (const violation of await seriousInBothThemes(page)) found.push(`${kind}: ${violation}`);
      for (const form of await page.evaluate<string[]>(UNEXPLAINED)) found.push(`${kind}: ${form}`);
      await page.setViewportSize(PHONE);
      const width = await widthOf(page);
      if (width > PHONE.width) found.push(`${kind}: ${width} px`);
      await page.setViewportSize(DESKTOP);
    };
    for (const { kind, path } of pages) {
      await page.goto(path);
      await look(kind);
    }
    expect(complaints).toEqual([]);
    for (const { kind, show } of hiddenPages) {
      await show(page);
      await look(kind);
    }
    await context.close();
    expect(found).toEqual([]);
    expect(unexpected(complaints)).toEqual([]);
  });

  it("has no violation for IBM's checker, and no faint text in either theme", { timeout: 600_000 }, async () => {
    const { page, context } = await system.open(system.demoStudio().owner, { colorScheme: "light" });
    const found: string[] = [];
    for (const { kind, path } of pages) {
      await page.goto(path);
      // Its dark colours are the same styles on every page: a page of each section shows them.
      const isFirstOfSection = kind.split("/").length <= 5;
      const violations = isFirstOfSection ? await violationsInBothThemes(page) : await violationsOn(page);
      found.push(...violations.map((violation) => `${kind}: ${violation}`));
    }
    await context.close();
    expect(found).toEqual([]);
  });

  it("fits the width of its window however long a customer's words are", async () => {
    const { apiKey, owner, base } = system.demoStudio();
    const word = "щ".repeat(255);
    const id = await orderOf(system.demo.baseUrl, apiKey, word);
    const { page, context } = await system.open(owner, { viewport: PHONE });
    for (const path of [base, `${base}/orders`, `${base}/orders?q=${id}`, `${base}/orders/${id}`, `${base}/printing`]) {
      await page.goto(path);
      expect(await widthOf(page), path).toBeLessThanOrEqual(PHONE.width);
    }
    await page.goto(`${base}/orders/${id}`);
    const customer = (await page.locator('main a[href*="/customers/"]').first().getAttribute("href")) ?? "";
    for (const path of [`${base}/customers`, customer, `${customer}/erase`]) {
      await page.goto(path);
      expect(await widthOf(page), path).toBeLessThanOrEqual(PHONE.width);
    }
    // No column of the list lies outside a desktop's window either.
    await page.setViewportSize(DESKTOP);
    await page.goto(`${base}/orders?view=list`);
    const row = await boxOf(page, ".orders-table tbody tr");
    expect(row.x + row.width).toBeLessThanOrEqual(DESKTOP.width);
    await context.close();
  });

  it.each([PHONE, { width: 320, height: 568 }])(
    "has its navigation in a low bar on a phone of $width px, with further places a tap away, without scripts",
    async (viewport) => {
      const { owner, base } = system.demoStudio();
      const { page, context } = await system.open(owner, { viewport, javaScriptEnabled: false });
      await page.goto(`${base}/catalog/materials/new`);
      const places = page.locator(".navigation > .sections a, .navigation .more");
      expect(await places.count()).toBe(6);
      const bar = await boxOf(page, ".navigation");
      expect(bar.height).toBeLessThanOrEqual(64);
      expect(bar.y + bar.height).toBe(viewport.height);
      for (const place of await places.all()) {
        const [text = "", isCut] = [await place.textContent(), await place.evaluate(isWiderThanItsPlace)];
        expect(isCut, text ?? "").toBe(false);
      }
      // The last control of the page can be scrolled above the bar.
      await page.evaluate("scrollTo(0, document.scrollingElement.scrollHeight)");
      const last = await boxOf(page, "main form button.primary");
      expect(last.y + last.height).toBeLessThan(bar.y);
      expect(await page.locator('[href$="/prices"]').isVisible()).toBe(false);
      await page.locator(".navigation .more").click();
      await Promise.all([page.waitForNavigation(), page.locator('.navigation [href$="/prices"]').click()]);
      expect(page.url()).toContain(`${base}/prices`);
      await context.close();
    },
  );

  it("opens an order by a click anywhere in its row, but for the phone number", async () => {
    const { owner, base } = system.demoStudio();
    const { page, context } = await system.open(owner);
    await page.goto(`${base}/orders?view=list`);
    const row = page.locator(".orders-table tbody tr").first();
    await row.scrollIntoViewIfNeeded();
    // The box that chooses the order lies above the row's link too.
    await row.locator('[name="orders[]"]').check();
    const address = await row.locator("th a").getAttribute("href");
    const phone = await row.locator('[href^="tel:"]').boundingBox();
    const onTop = "([x, y]) => document.elementFromPoint(x, y).closest('a').getAttribute('href')";
    const place = [(phone?.x ?? 0) + 5, (phone?.y ?? 0) + 5];
    expect(await page.evaluate(`(${onTop})(${JSON.stringify(place)})`)).toMatch(/^tel:/);
    const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
    await Promise.all([page.waitForNavigation(), row.click({ position: { x: width - 8, y: height / 2 } })]);
    expect(new URL(page.url()).pathname).toBe(address);
    await context.close();
  });

  // test/api/panel/without-scripts.test.ts sends its forms.
  it("is shown without scripts", async () => {
    const { page, context } = await system.open(system.demoStudio().owner, { javaScriptEnabled: false });
    for (const { path } of pages) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(200);
      expect(await page.locator("h1").textContent(), path).not.toBe("");
    }
    await context.close();
  });
});
