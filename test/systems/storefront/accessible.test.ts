// The order page's pages for everyone: axe-core in both themes, a phone's width, nothing that moves. Skipped without Chromium.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { binaryStl, box, oneObject, threeMf } from "../../../harness/models.ts";
import { violationsOn } from "../../../harness/proof/suites/ibm-checker.ts";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { LESIA, type StorefrontVisitor } from "../../../scripts/browser/storefront-visitor.ts";
import { attachedWords } from "../../../src/storefront/browser/words/attached.words.ts";
import { modelToolsWords } from "../../../src/storefront/browser/words/model-tools.words.ts";
import { customerOrderWords } from "../../../src/storefront/orders/order.words.ts";
import { seriousInBothThemes, seriousOn } from "../accessibility.ts";
import { DESKTOP, PanelSystem, PHONE } from "../panel/panel-system.ts";
import { layoutShiftOf, observeLayoutShifts } from "./layout-shifts.ts";
import { exampleFile, visit } from "./visits.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the order page is not looked at with axe-core.");

interface Shown {
  readonly page: Page;
  readonly visitor: StorefrontVisitor;
}

/** The pages on a customer's way, in order. */
const PLACES: Readonly<Record<string, (shown: Shown) => Promise<void>>> = {
  "the page before a file": async () => {},
  "parts: priced, refused, too large for every printer, with a drawing": async ({ visitor }) => {
    await visitor.choose(
      await exampleFile("part.stl"),
      await exampleFile("lid.3mf"),
      { name: "полиця.stl", bytes: binaryStl(box([0, 0, 0], [500, 40, 4])) },
      // Its warning: it was drawn in inches.
      { name: "дюйми.3mf", bytes: threeMf({ ...oneObject(box([0, 0, 0], [1, 1, 0.5])), unit: "inch" }) },
      { name: "порожній.stl", bytes: new Uint8Array() },
      { name: "креслення.dxf", bytes: new TextEncoder().encode("0\nSECTION") },
    );
    await visitor.card("креслення.dxf").getByText(attachedWords("uk").goes).waitFor();
    await visitor.card("part.stl").getByLabel(visitor.parts.choices.quantity).fill("7");
    for (const name of ["part.stl", "lid.3mf", "дюйми.3mf"]) await visitor.priceOf(name);
    const inInches = visitor.card("дюйми.3mf");
    await inInches.getByText(visitor.parts.counts.notes(1)).waitFor();
    await inInches.getByRole("button", { name: visitor.parts.choices.change, exact: true }).click();
    await inInches.getByText(visitor.parts.warnings.title).waitFor();
    const tooLarge = visitor.card("полиця.stl");
    await tooLarge.getByText(visitor.parts.unpriced.fits_no_printer).waitFor({ timeout: 60_000 });
    await tooLarge.getByRole("button", { name: visitor.parts.choices.change, exact: true }).click();
  },
  "tools of a model, with a fault": async ({ visitor }) => {
    const card = visitor.card("part.stl");
    const tools = modelToolsWords("uk");
    await card.getByRole("button", { name: visitor.parts.model.tools }).click();
    await card.getByRole("checkbox", { name: tools.overhangs }).check();
    await card.getByLabel(tools.percent).fill("0");
    await card.getByLabel(tools.percent).press("Enter");
    await card.getByRole("button", { name: tools.axes.x }).focus();
  },
  "a link that keeps the basket": async ({ page, visitor }) => {
    await page.getByRole("button", { name: visitor.checkout.basket.keep }).click();
    await page.getByLabel(visitor.checkout.basket.keptAddress).waitFor();
  },
  "the form for a request": async ({ visitor }) => visitor.goToRequest(1, 1),
  "the form for a request, refused": async ({ page, visitor }) => {
    await page.getByRole("button", { name: visitor.checkout.form.send, exact: true }).click();
    await page.getByText(visitor.checkout.form.consentFault).waitFor();
  },
  "the basket with what is left": async ({ page, visitor }) => {
    await visitor.fillIn(LESIA);
    await page.getByRole("button", { name: visitor.checkout.form.send, exact: true }).click();
    await page.getByText(visitor.checkout.done.rest).waitFor();
  },
  "the form for an order": async ({ visitor }) => visitor.goToOrder(9),
  "the form for an order, refused": async ({ page, visitor }) => {
    await visitor.fillIn({ ...LESIA, firstName: "Lesia" });
    await visitor.placing.click();
    await page.getByText(visitor.checkout.form.cyrillic).waitFor();
  },
  "the order's own page": async ({ page, visitor }) => {
    await visitor.fillIn(LESIA);
    await visitor.place();
    await page.getByText(customerOrderWords("uk").cancel).click();
  },
};

describe.skipIf(chromium === undefined)("the order page for everyone, only with Chromium", () => {
  let system: PanelSystem;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
  });

  afterAll(() => system?.stop());

  it.each([
    { colorScheme: "light", viewport: DESKTOP },
    { colorScheme: "dark", viewport: PHONE },
  ] as const)(
    "has nothing serious for axe-core and no violation for IBM's checker in the $colorScheme theme, and fits its width",
    async (options) => {
      const { visitor, page, context } = await visit(system, "uk", options);
      const found: string[] = [];
      for (const [place, go] of Object.entries(PLACES)) {
        await go({ page, visitor });
        for (const violation of [...(await seriousOn(page)), ...(await violationsOn(page))]) {
          found.push(`${place}: ${violation}`);
        }
        const width = await page.evaluate<number>("document.scrollingElement.scrollWidth");
        if (width > options.viewport.width) found.push(`${place}: ${width} px wide`);
      }
      expect(found).toEqual([]);
      await context.close();
    },
  );

  it("has nothing serious on a request's own page in either theme", async () => {
    const { visitor, page, context } = await visit(system, "en", { colorScheme: "light" });
    await visitor.choose({ name: "shelf.stl", bytes: binaryStl(box([0, 0, 0], [500, 40, 4])) });
    await visitor.goToRequest(1);
    await visitor.fillIn(LESIA);
    await visitor.send();
    expect(await seriousInBothThemes(page)).toEqual([]);
    expect(await page.evaluate<number>("document.scrollingElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
    await context.close();
  });

  it.each([
    { page: "an address that no studio has", path: "/nobody-there" },
    { page: "a kept quote that is gone", path: `/kobza-druk/quotes/${"x".repeat(43)}` },
    { page: "an order that is not there", path: `/kobza-druk/orders/${"x".repeat(43)}` },
  ])("has nothing serious on $page", async ({ path }) => {
    const { page, context } = await system.open(undefined, { colorScheme: "dark", viewport: PHONE });
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    expect(await seriousOn(page)).toEqual([]);
    await context.close();
  });

  it("moves nothing on an order's own page while it loads", async () => {
    const { visitor, page, context } = await visit(system, "uk");
    await visitor.choose(await exampleFile("part.stl"));
    await visitor.card("part.stl").getByLabel(visitor.parts.choices.quantity).fill("5");
    await visitor.goToOrder(5);
    await visitor.fillIn(LESIA);
    await visitor.place();
    await observeLayoutShifts(page);
    await page.reload({ waitUntil: "networkidle" });
    expect(await layoutShiftOf(page)).toBe(0);
    await context.close();
  });
});
