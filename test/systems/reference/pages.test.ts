// The documents in a real browser: narrow, dark, by keyboard, without scripts, and "try it". Skipped without Chromium.

import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { binaryStl, cube } from "../../../harness/models.ts";
import { violationsInBothThemes } from "../../../harness/proof/suites/ibm-checker.ts";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { readGuides, readTranslations } from "../../../scripts/reference/guides.ts";
import { seriousInBothThemes } from "../accessibility.ts";
import { PanelSystem } from "../panel/panel-system.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the documents are not looked at in a browser.");

const DOCS = "/api/v1/docs";
const NARROW = { width: 360, height: 740 };
const TRANSLATED = (await readTranslations()).flatMap(({ language, guides }) => [
  `/${language}`,
  ...guides.map(({ slug }) => `/${slug}`),
]);
const PAGES = [
  "",
  "/reference",
  "/downloads",
  "/nothing",
  ...(await readGuides()).map(({ slug }) => `/${slug}`),
  ...TRANSLATED,
];

/** Enters a key as a reader does, at the top of the page. */
async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByRole("button", { name: /^Key/ }).click();
  await page.getByLabel("Your API key").fill(key);
  await page.keyboard.press("Enter");
  expect(await page.getByLabel("Your API key").isVisible()).toBe(false);
}

describe.skipIf(chromium === undefined)("the documents in a browser, only with Chromium", () => {
  let system: PanelSystem;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
  });

  afterAll(() => system?.stop());

  /** Opens a window, and afterwards expects no complaint of the browser and no request to another host. */
  async function reading(options: BrowserContextOptions, read: (page: Page) => Promise<void>): Promise<void> {
    const { page, context, complaints } = await system.open(undefined, options);
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(system.origin)) elsewhere.push(request.url());
    });
    await read(page);
    await context.close();
    expect(elsewhere).toEqual([]);
    // An unknown page is 404, and so is a try with a wrong id: browsers log every such answer.
    expect(complaints.filter((complaint) => !/status of 40[014]/.test(complaint))).toEqual([]);
  }

  it("fit into 360 pixels, every page, with all that opens", () =>
    reading({ viewport: NARROW }, async (page) => {
      const wide: string[] = [];
      for (const path of PAGES) {
        await page.goto(`${DOCS}${path}`);
        await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
        const width = await page.evaluate<number>("document.documentElement.scrollWidth");
        if (width > NARROW.width) wide.push(`${path}: ${width} px`);
      }
      expect(wide).toEqual([]);
    }));

  it("have no violation for IBM's checker in either theme, a page of each kind", () =>
    reading({ colorScheme: "light" }, async (page) => {
      const [guide] = await readGuides();
      const found: string[] = [];
      for (const path of ["", "/downloads", "/nothing", "/uk", `/${guide?.slug}`]) {
        await page.goto(`${DOCS}${path}`);
        found.push(...(await violationsInBothThemes(page)));
      }
      expect(found).toEqual([]);
    }));

  it("have nothing serious for axe-core in either theme", () =>
    reading({ colorScheme: "light" }, async (page) => {
      const found: string[] = [];
      for (const path of PAGES) {
        await page.goto(`${DOCS}${path}`);
        if (path === "/reference") await page.locator("#createQuote .try summary").click();
        found.push(...(await seriousInBothThemes(page)));
      }
      expect(found).toEqual([]);
    }));

  it.each([
    ["createQuote", `${DOCS}/reference#createQuote`],
    ["idempotency", `${DOCS}/ordering-safely`],
    ["429", `${DOCS}/limits#over-the-limit`],
    ["postman", `${DOCS}/downloads#collections`],
  ])("find %s, with the keyboard alone", (words, href) =>
    reading({}, async (page) => {
      await page.goto(DOCS);
      await page.keyboard.press("/");
      await page.keyboard.type(words);
      const results = page.locator("#search-results a");
      await results.first().waitFor();
      const found = await results.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(found).toContain(href);
      for (let position = 0; position <= found.indexOf(href); position++) await page.keyboard.press("ArrowDown");
      await Promise.all([page.waitForURL(`**${href}`), page.keyboard.press("Enter")]);
      expect(await page.locator("h1").count()).toBe(1);
    }),
  );

  it("say so if a search finds nothing, and close the results with Escape", () =>
    reading({}, async (page) => {
      await page.goto(DOCS);
      await page.getByRole("searchbox").fill("zebra");
      await page.locator("#search-results", { hasText: "zebra" }).waitFor();
      await page.keyboard.press("Escape");
      expect(await page.locator("#search-results").isVisible()).toBe(false);
    }));

  it("keep the chosen language on every sample and page", () =>
    reading({}, async (page) => {
      await page.goto(`${DOCS}/reference`);
      await page.locator("#createQuote").getByRole("button", { name: "Python" }).click();
      expect(await page.locator("#getMe .sample:visible").first().textContent()).toContain("requests.get");
      await page.goto(`${DOCS}/first-call`);
      expect(await page.locator(".sample[data-language=python]:visible").count()).toBeGreaterThan(0);
      expect(await page.locator(".sample[data-language=js]:visible").count()).toBe(0);
    }));

  it("have their menu behind a button on a phone", () =>
    reading({ viewport: NARROW }, async (page) => {
      await page.goto(`${DOCS}/reference`);
      const link = page.locator("#menu").getByRole("link", { name: "Keys" });
      expect(await link.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Menu" }).click();
      await Promise.all([page.waitForURL(`**${DOCS}/keys`), link.click()]);
    }));

  it("try a real quote and show its price; the key stays in the tab", () =>
    reading({}, async (page) => {
      const { apiKey } = system.demoStudio();
      await page.goto(`${DOCS}/reference#createQuote`);
      await enterKey(page, apiKey);
      const form = page.locator("#createQuote .try");
      await form.locator("summary").click();
      await form
        .locator("input[name=model]")
        .setInputFiles({ name: "cube.stl", mimeType: "model/stl", buffer: Buffer.from(binaryStl(cube(12))) });
      await form.locator("input[name=materialId]").fill("1");
      await form.locator("input[name=printingQualityId]").fill("2");
      await form.locator("input[name=Prefer]").fill("wait=30");
      await form.getByRole("button", { name: "Send" }).click();
      const outcome = form.locator(".outcome");
      await outcome.locator(".badge", { hasText: "200" }).waitFor();
      const shown = await outcome.textContent();
      expect(shown).toMatch(/"totalPrice": \{\s+"amount": "\d+\.\d\d"/);
      expect(shown).toContain("RateLimit: ");
      expect(shown).toContain("X-Request-Id: ");
      // The column of samples stays in sight beside the fields, and must not lie over the answer.
      const isUncovered = await page.evaluate<boolean>(`
        const shown = document.querySelector("#createQuote .outcome");
        shown.scrollIntoView({ block: "center" });
        const { right, top, height } = shown.getBoundingClientRect();
        shown.contains(document.elementFromPoint(right - 40, top + height / 2));
      `);
      expect(isUncovered).toBe(true);
      expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(apiKey);
      // Another operation of the same tab has the key; another window has not.
      await page.locator("#getMaterial .try summary").click();
      await page.locator("#getMaterial input[name=id]").fill("999999");
      await page.locator("#getMaterial").getByRole("button", { name: "Send" }).click();
      await page.locator("#getMaterial .outcome", { hasText: "errors.notFound" }).waitFor();
    }));

  it.each([" ", ".", ".."])("do not send a request with the id %j to another operation's address", (id) =>
    reading({}, async (page) => {
      await page.goto(`${DOCS}/reference`);
      const sent: string[] = [];
      page.on("request", (request) => request.method() === "DELETE" && sent.push(request.url()));
      const operation = page.locator("#deletePrinter");
      await operation.locator(".try summary").click();
      await operation.locator("input[name=id]").fill(id);
      await operation.getByRole("button", { name: "Send" }).click();
      await operation.locator(".outcome p").first().waitFor();
      expect(await operation.locator(".outcome").textContent()).toBe("Not sent: id must be an id.");
      expect(sent).toEqual([]);
    }),
  );

  it("lead from a guide to its translation, which searches and speaks in its language", () =>
    reading({ viewport: NARROW }, async (page) => {
      await page.goto(`${DOCS}/order-page`);
      await page.getByRole("link", { name: "Українська" }).click();
      expect(new URL(page.url()).pathname).toBe(`${DOCS}/uk/order-page`);
      expect(await page.locator("h1").textContent()).toBe("Сторінка замовлень");
      await page.getByRole("searchbox", { name: "Пошук" }).fill("накладна");
      const results = page.locator("#search-results");
      await results.locator("b", { hasText: "Накладна" }).waitFor();
      const box = await results.boundingBox();
      expect(box === null ? [] : [box.x >= 0, box.x + box.width <= NARROW.width]).toEqual([true, true]);
      expect(await page.locator("#search-status").textContent()).toMatch(/^\d+ результат(?:и|ів)?$/);
      await page.getByRole("searchbox", { name: "Пошук" }).fill("чаклунство");
      await results.getByText("Немає нічого з назвою чи текстом «чаклунство».").waitFor();
      await page.getByRole("searchbox", { name: "Пошук" }).fill("накладна");
      await results.locator("a", { hasText: "Накладна" }).first().click();
      await page.waitForURL(`**${DOCS}/uk/parcels#*`);
      await page.goto(`${DOCS}/uk/widget`);
      expect(await page.locator(".copy").first().textContent()).toBe("Копіювати");
      await page.getByRole("button", { name: "Меню" }).click();
      await page.getByRole("link", { name: "Товари", exact: true }).click();
      await page.getByRole("link", { name: "English" }).click();
      expect(await page.locator("h1").textContent()).toBe("Products");
    }));

  it("show a key's form for a text that is none, and write none into a sample", () =>
    reading({}, async (page) => {
      await page.goto(`${DOCS}/reference`);
      await enterKey(page, "ключ");
      await page.locator("#getMe .try summary").click();
      await page.locator("#getMe").getByRole("button", { name: "Send" }).click();
      await page.locator("#getMe .outcome", { hasText: "pk_live_ and 64 letters or digits" }).waitFor();
      await enterKey(page, "pk_live_$(id)");
      expect(await page.locator("#getMe .sample").first().textContent()).toContain("YOUR_KEY");
    }));

  it("ask for the key if a request is sent without one", () =>
    reading({}, async (page) => {
      const sent: string[] = [];
      page.on("request", (request) => request.url().endsWith("/api/v1/me") && sent.push(request.url()));
      await page.goto(`${DOCS}/reference`);
      await page.locator("#getMe .try summary").click();
      await page.locator("#getMe").getByRole("button", { name: "Send" }).click();
      expect(await page.getByLabel("Your API key").isVisible()).toBe(true);
      expect(await page.locator("#getMe .outcome").textContent()).toContain("enter your key first");
      expect(sent).toEqual([]);
    }));

  it("fill every sample of every page with a key that is entered once, and forget it with the tab", () =>
    reading({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      const { apiKey } = system.demoStudio();
      await page.goto(`${DOCS}/reference`);
      await enterKey(page, apiKey);
      expect(await page.getByRole("button", { name: /^Key/ }).textContent()).toBe(`Key ${apiKey.slice(8, 12)}…`);
      await page.goto(`${DOCS}/first-call`);
      for (const language of ["curl", "JavaScript", "Python", "PHP"]) {
        await page.getByRole("button", { name: language, exact: true }).first().click();
        const sample = page.locator(".sample:visible").first();
        expect(await sample.textContent(), language).toContain(apiKey);
        expect(await sample.textContent(), language).toContain(`${system.origin}/api/v1`);
        await sample.hover();
        await sample.getByRole("button", { name: "Copy" }).click();
        const copied = await page.evaluate<string>("navigator.clipboard.readText()");
        expect(copied, language).toContain(apiKey);
        expect(copied, language).not.toContain("YOUR_KEY");
      }
      // Out of the pointer's reach it is blurred.
      await page.mouse.move(0, 0);
      await page.evaluate("document.activeElement.blur()");
      const filter = `getComputedStyle(document.querySelector(".sample:not([hidden]) .secret")).filter`;
      expect(await page.evaluate<string>(filter)).toMatch(/^blur\(/);
      expect(await page.evaluate("JSON.stringify(localStorage) + document.cookie")).not.toContain(apiKey);
      const other = await page.context().newPage();
      await other.goto(`${DOCS}/first-call`);
      expect(await other.locator(".sample").first().textContent()).toContain("YOUR_KEY");
      await page.getByRole("button", { name: /^Key/ }).click();
      await page.getByRole("button", { name: "Forget it" }).click();
      expect(await page.locator("body").textContent()).not.toContain(apiKey);
    }));

  it("fill the samples of a page in Ukrainian, and say there in Ukrainian what a key is", () =>
    reading({}, async (page) => {
      const { apiKey } = system.demoStudio();
      await page.goto(`${DOCS}/uk/keys`);
      await page.getByRole("button", { name: /^Ключ/ }).click();
      await page.getByLabel("Ваш API-ключ").fill("ключ");
      expect(await page.locator("#key .fault").textContent()).toContain("64 латинські літери чи цифри");
      await page.getByLabel("Ваш API-ключ").fill(apiKey);
      expect(await page.locator("#key .fault").textContent()).toBe("");
      expect(await page.locator(".sample", { hasText: "KEY=" }).textContent()).toContain(apiKey);
    }));

  it("work if the browser keeps nothing", () =>
    reading({}, async (page) => {
      const blocked = "get() { throw new DOMException('blocked', 'SecurityError'); }";
      const places = ["localStorage", "sessionStorage"];
      await page.addInitScript(
        places.map((name) => `Object.defineProperty(window, "${name}", { ${blocked} });`).join("\n"),
      );
      await page.goto(`${DOCS}/reference`);
      await page.locator("#createQuote").getByRole("button", { name: "Python" }).click();
      expect(await page.locator("#getMe .sample:visible").first().textContent()).toContain("requests.get");
      await enterKey(page, system.demoStudio().apiKey);
      await page.locator("#getMe .try summary").click();
      await page.locator("#getMe").getByRole("button", { name: "Send" }).click();
      await page.locator("#getMe .outcome .badge", { hasText: "200" }).waitFor();
    }));

  it("say the same without scripts, in every language at once", () =>
    reading({ javaScriptEnabled: false, viewport: NARROW }, async (page) => {
      for (const path of PAGES) {
        await page.goto(`${DOCS}${path}`);
        expect(await page.locator("h1").textContent(), path).not.toBe("");
        expect(await page.locator(".search").isVisible()).toBe(false);
        expect(await page.locator(".try:visible").count()).toBe(0);
        expect(await page.getByRole("button", { name: /^Key/ }).count()).toBe(0);
      }
      await page.goto(`${DOCS}/first-call`);
      for (const language of ["sh", "js", "python", "php"]) {
        expect(await page.locator(`.sample[data-language=${language}]:visible`).count()).toBeGreaterThan(0);
      }
    }));

  it.each(["/?lang=en", "/?lang=uk"])("begin at a small page for every reader: %s", (path) =>
    reading({ viewport: NARROW, colorScheme: "light" }, async (page) => {
      await page.goto(path);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(NARROW.width);
      expect(await seriousInBothThemes(page)).toEqual([]);
      await Promise.all([page.waitForURL(`**${DOCS}`), page.locator(`a[href="${DOCS}"]`).click()]);
    }),
  );

  it("print without menu, search and forms", () =>
    reading({}, async (page) => {
      await page.goto(`${DOCS}/reference`);
      await page.emulateMedia({ media: "print" });
      for (const part of [".top", "#menu", ".try", ".languages"]) {
        expect(await page.locator(`${part}:visible`).count(), part).toBe(0);
      }
      expect(await page.locator("#createQuote").isVisible()).toBe(true);
    }));
});
