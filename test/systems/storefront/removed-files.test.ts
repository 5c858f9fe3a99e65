// Files that the server removed after their day, as a customer meets it in a real browser. Skipped without Chromium.

import type { Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { LESIA } from "../../../scripts/browser/storefront-visitor.ts";
import type { Refused } from "../../../src/storefront/wire.ts";
import { DESKTOP, PanelSystem, PHONE } from "../panel/panel-system.ts";
import { exampleFile, visit } from "./visits.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: no removed file is added again.");

/** As the server says it. */
const REMOVED: Refused = {
  status: "refused",
  reason: "not_found",
  message: "Цей файл більше не зберігається. Додайте його знову.",
  faults: { "items.0.modelId": ["Цей файл більше не зберігається. Додайте його знову."] },
};
const answerRemoved = (route: Route) => route.fulfill({ status: 404, json: REMOVED });

describe.skipIf(chromium === undefined)("a file that was removed after its day, only with Chromium", () => {
  let system: PanelSystem;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
  });

  afterAll(() => system?.stop());

  it("is sent again by itself if the browser still has it, and nothing is ordered unseen", async () => {
    const { page, visitor, context } = await visit(system, "uk", { viewport: DESKTOP });
    await visitor.choose(await exampleFile("part.stl"));
    await visitor.card("part.stl").getByLabel(visitor.parts.choices.quantity).fill("9");
    await visitor.priceOf("part.stl");
    await visitor.goToOrder(9);
    await visitor.fillIn(LESIA);
    await page.route("**/orders", answerRemoved, { times: 1 });
    const sentAgain = page.waitForRequest("**/models");
    await visitor.placing.click();
    await page.getByText(visitor.parts.upload.lost).waitFor();
    await sentAgain;
    await visitor.goToOrder(9);
    // The typed fields are still there; the customer's consent is asked for anew.
    await page.getByRole("checkbox", { name: visitor.checkout.form.consent }).check();
    expect((await visitor.place()).orderId).toBeGreaterThan(0);
    await context.close();
  });

  it("is asked for if the browser has it no more, and keeps its choices", async () => {
    const { page, visitor, context } = await visit(system, "uk", { viewport: PHONE });
    const file = await exampleFile("part.stl");
    await visitor.choose(file);
    await visitor.card("part.stl").getByLabel(visitor.parts.choices.quantity).fill("9");
    // One alone is below the studio's minimum: once it can be ordered, the price is of nine.
    await visitor.untilOrderable(9);
    const price = await visitor.priceOf("part.stl");
    // Whichever the page asks first.
    const asked = /\/(?:prices\?|quotes$)/;
    await page.route(asked, answerRemoved);
    await page.reload({ waitUntil: "networkidle" });
    const card = visitor.card("part.stl");
    await card.getByText(visitor.parts.upload.goneHelp).waitFor();
    await page.unroute(asked);
    const buffer = Buffer.from(file.bytes);
    const chooser = page.waitForEvent("filechooser");
    await card.getByRole("button", { name: visitor.parts.upload.chooseAgain }).click();
    await (await chooser).setFiles({ name: "той самий.stl", mimeType: "model/stl", buffer });
    // It may have another name by now.
    const again = visitor.card("той самий.stl");
    await visitor.untilOrderable(9);
    expect(await again.getByLabel(visitor.parts.choices.quantity).inputValue()).toBe("9");
    expect(await visitor.priceOf("той самий.stl")).toBe(price);
    await context.close();
  });
});
