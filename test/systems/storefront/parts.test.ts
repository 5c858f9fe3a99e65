// Parts in the basket in a real browser: refused, in inches, many, slow, without connection. Skipped without Chromium.

import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { archive } from "../../../harness/models/handmade-zip.ts";
import { bambuProject, binaryStl, box, cube, looseTriangles, obj, threeMf } from "../../../harness/models.ts";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { amountIn, LESIA } from "../../../scripts/browser/storefront-visitor.ts";
import { twistedVase } from "../../../scripts/demo/demo-models.ts";
import { warningSentence } from "../../../src/domain/item-warning.ts";
import { archiveWords } from "../../../src/pages/browser/archive/archive.words.ts";
import { attachedWords } from "../../../src/storefront/browser/words/attached.words.ts";
import { modelToolsWords } from "../../../src/storefront/browser/words/model-tools.words.ts";
import { fileWords } from "../../../src/storefront/models/file.words.ts";
import { helpWithFile } from "../../../src/storefront/models/file-help.ts";
import type { Refused } from "../../../src/storefront/wire.ts";
import { DESKTOP, PanelSystem, PHONE } from "../panel/panel-system.ts";
import { exampleFile, heldBack, VISITORS, visit } from "./visits.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the order page's basket is not filled in a browser.");

const inches = (width: number, depth: number, height: number) => binaryStl(box([0, 0, 0], [width, depth, height]));

const LEVER = binaryStl(box([0, 0, 0], [30, 12, 4]));

/** Each slicer takes longer for it than an answer is held; PrusaSlicer is the faster one. */
const SLOW_VASE_MILLIMETRES = ENGINES.some(({ slicer, present }) => slicer === "prusaslicer" && present) ? 80 : 45;

describe.skipIf(chromium === undefined)("parts in the basket, only with Chromium", () => {
  let system: PanelSystem;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
  });

  afterAll(() => system?.stop());

  it.each(VISITORS)(
    "shows a refused file's reason and advice if no requests are taken, on $device",
    async ({ language, viewport }) => {
      // A studio without price requests has no use for a file that is no model.
      const { owner, base, slug } = system.demoStudio(1);
      const panel = await system.open(owner);
      await panel.page.goto(`${base}/order-page`);
      const rules = panel.page.locator("form", { has: panel.page.locator('[name="takesPriceRequests"]') });
      await rules.locator('[name="takesPriceRequests"]').uncheck();
      await Promise.all([panel.page.waitForNavigation(), rules.locator("button.primary").click()]);
      await panel.context.close();

      const { visitor, page, context, complaints } = await visit(system, language, { viewport }, `/${slug}`);
      const { turnedAway } = visitor.parts;
      const file = fileWords(language);
      await visitor.choose(
        { name: "креслення.pdf", bytes: new TextEncoder().encode("%PDF-1.7") },
        { name: "архів.zip", bytes: new TextEncoder().encode("PK") },
        { name: "порожній.stl", bytes: new Uint8Array() },
      );
      const told = page.getByRole("alert");
      await told.getByText(file.picture).waitFor();
      await told.getByText(helpWithFile("архів.zip", language)).waitFor();
      await told.getByText(turnedAway.emptyHelp).waitFor();
      // None of it was sent: a browser can tell these by itself.
      expect(await page.getByRole("article").count()).toBe(0);

      await told.getByRole("button", { name: turnedAway.dismiss("креслення.pdf") }).click();
      expect(await told.getByText("креслення.pdf").count()).toBe(0);
      await visitor.choose({ name: "креслення.pdf", bytes: new TextEncoder().encode("%PDF-1.7") });
      await told.getByText("креслення.pdf").waitFor();

      // The server reads these, and says more of the reason than the browser could.
      await visitor.choose({ name: "не-модель.stl", bytes: new TextEncoder().encode("%PDF-1.7, under another name") });
      await told.getByText("не-модель.stl").first().waitFor();
      // Folded, the newest file's reason is still read without a tap.
      expect(await told.getByText(turnedAway.many("4")).isVisible()).toBe(true);
      await told.getByText(turnedAway.show).click();
      await told.getByText(file.picture).waitFor();
      await told.getByRole("button", { name: turnedAway.dismissAll }).click();
      expect(await told.getByText("не-модель.stl").count()).toBe(0);
      // A refused file leaves room for the next.
      await visitor.choose(await exampleFile("lid.3mf"));
      expect(Number(await visitor.priceOf("lid.3mf"))).toBeGreaterThan(0);
      expect(complaints.filter((complaint) => !/status of 400/.test(complaint))).toEqual([]);
      await context.close();
    },
  );

  it("offers a request for a model that cannot be sliced, and never a price", async () => {
    const { visitor, context } = await visit(system, "en");
    await visitor.choose({ name: "loose.stl", bytes: binaryStl(looseTriangles(100)) });
    const card = visitor.card("loose.stl");
    await card.getByText(visitor.parts.unpriced.not_slicedHelp).waitFor({ timeout: 60_000 });
    expect(await card.locator("strong.card-sum").count()).toBe(0);
    await visitor.goToRequest(1);
    await visitor.page.getByRole("heading", { name: visitor.checkout.form.requestTitle }).waitFor();
    await context.close();
  });

  it.each(VISITORS)(
    "offers a project of several colours in one material or as a request, and the studio reads why, on $device",
    async ({ language, viewport }) => {
      const { owner, base } = system.demoStudio();
      const { visitor, context, complaints } = await visit(system, language, { viewport });
      const { warnings, unpriced } = visitor.parts;
      const fileName = "two-colours.3mf";
      const parts = [cube(10), box([12, 0, 0], [22, 10, 10])].map((shape, index) => ({ shape, filament: index + 1 }));
      await visitor.choose({ name: fileName, bytes: threeMf(bambuProject({ parts })) });
      const price = await visitor.priceOf(fileName);
      const card = visitor.card(fileName);
      const said = warningSentence({ code: "several_colours", count: 2 })[language];
      await card.getByText(said).waitFor();
      // It may be ordered as it is.
      await visitor.untilOrderable(1);
      await card.getByRole("button", { name: warnings.askInColours }).click();
      await card.getByText(unpriced.asked).waitFor();
      // And again, after a change of mind.
      await card.getByRole("button", { name: unpriced.askNot }).click();
      expect(await visitor.priceOf(fileName)).toBe(price);
      await card.getByRole("button", { name: warnings.askInColours }).click();
      await visitor.goToRequest(1);
      await visitor.fillIn(LESIA);
      const number = await visitor.send();
      expect(complaints).toEqual([]);
      await context.close();

      const panel = await system.open(owner);
      await panel.page.goto(`${base}/requests/${number}`);
      await panel.page.getByText(said).waitFor();
      await panel.context.close();
    },
  );

  it("offers a request for a part that fits no printer", async () => {
    const { visitor, context } = await visit(system, "uk");
    await visitor.choose({ name: "велика.stl", bytes: binaryStl(box([0, 0, 0], [400, 30, 4])) });
    const card = visitor.card("велика.stl");
    await card.getByText(visitor.parts.unpriced.fits_no_printer).waitFor({ timeout: 60_000 });
    await card.getByText(visitor.parts.model.fitsNot, { exact: true }).waitFor();
    await visitor.goToRequest(1);
    await context.close();
  });

  it.each([
    { format: "an STL", name: "bracket.stl", bytes: inches(2, 1.5, 0.25) },
    { format: "an OBJ", name: "bracket.obj", bytes: obj(box([0, 0, 0], [2, 1.5, 0.5])) },
  ])("scales $format drawn in inches by one tap", async ({ name, bytes }) => {
    const { visitor, page, context } = await visit(system, "en");
    const { units } = visitor.parts;
    await visitor.choose({ name, bytes });
    const card = visitor.card(name);
    await card.getByRole("button", { name: /^Yes, in inches/ }).click();
    await expect.poll(() => card.locator(".size-line").innerText(), { timeout: 60_000 }).toMatch(/50\.8\D+38\.1/);
    expect(await card.getByRole("radio", { name: units.inch }).isChecked()).toBe(true);
    expect(Number(await visitor.priceOf(name))).toBeGreaterThan(0);
    // Back again: as drawn, it is tiny.
    await card.getByRole("radio", { name: units.mm, exact: true }).check();
    await expect.poll(() => card.locator(".size-line").innerText(), { timeout: 60_000 }).toMatch(/^\D*2 × 1\.5/);
    await page.close();
    await context.close();
  });

  it.each(VISITORS)("sells a model scaled and laid down as it is shown, on $device", async ({ language, viewport }) => {
    const { visitor, page, context, complaints } = await visit(system, language, { viewport });
    const { model } = visitor.parts;
    const tools = modelToolsWords(language);
    const name = `лінійка-${language}.stl`;
    await visitor.choose({ name, bytes: binaryStl(box([0, 0, 0], [10, 4, 30])) });
    const card = visitor.card(name);
    await card.getByLabel(visitor.parts.choices.quantity).fill("50");
    const asDrawn = await visitor.priceOf(name);
    const sizeLine = () => card.locator(".size-line").innerText();
    const uploads: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/models")) uploads.push(request.url());
    });

    await card.getByRole("button", { name: model.tools }).click();
    // The height, in millimetres, out of bounds first.
    const height = card.getByLabel(tools.sides.z);
    await height.fill("5000");
    await height.press("Enter");
    await expect.poll(() => height.getAttribute("aria-invalid")).toBe("true");
    await height.fill("60,0");
    await height.press("Enter");
    await card.getByText(model.changed("200 %", false)).waitFor();
    await card.getByRole("button", { name: tools.lieFlat }).click();
    await card.getByText(model.changed("200 %", true)).waitFor();
    await card.getByRole("checkbox", { name: tools.overhangs }).check();
    await expect.poll(sizeLine, { timeout: 60_000 }).toMatch(/(60\D+20|20\D+60)\D+8\D/);
    await card.getByText(tools.noOverhangs("50")).waitFor();
    const changed = await visitor.priceOf(name);
    expect(Number(changed)).toBeGreaterThan(Number(asDrawn));
    expect(uploads.length).toBeGreaterThan(0);

    // Tilted, its underside leans 60 degrees from the vertical.
    await card.getByLabel(tools.degrees).fill("30");
    await card.getByRole("button", { name: tools.axes.x }).click();
    await card.locator(".overhang-swatch").waitFor();

    // By a face of the list: upright again, and back to the drawing without an upload.
    await card.getByRole("group", { name: tools.faces }).getByRole("button").last().click();
    await expect.poll(() => card.getByLabel(tools.sides.z).inputValue()).toBe("60");
    await card.getByRole("button", { name: model.asDrawn }).click();
    const sent = uploads.length;
    await expect.poll(() => visitor.priceOf(name)).toBe(asDrawn);
    await expect.poll(sizeLine).toMatch(/10\D+4\D+30/);
    expect(uploads.length).toBe(sent);

    // By a tap on the view: its middle shows the front or a side.
    await height.fill("60");
    await height.press("Enter");
    await card.getByRole("button", { name: tools.pick }).click();
    await card.locator("canvas").click();
    await card.getByText(model.changed("200 %", true)).waitFor();
    await expect.poll(() => card.getByLabel(tools.sides.z).inputValue()).toMatch(/^(8|20)$/);
    await expect.poll(sizeLine, { timeout: 60_000 }).toMatch(/60/);
    const price = await visitor.priceOf(name);
    await visitor.goToOrder(50);
    await visitor.fillIn(LESIA);
    const { orderId, amount } = await visitor.place();
    expect(amount).toBe(price);

    const { data } = await system.api<{
      readonly items: readonly { readonly id: number; readonly originalFileName: string }[];
    }>(system.demoStudio().apiKey, `/orders/${orderId}`);
    const [item] = data.items;
    expect(item?.originalFileName).toBe(`лінійка-${language} (200 %, turned).stl`);
    const { owner, base } = system.demoStudio();
    const studio = await system.open(owner);
    await studio.page.goto(`${base}/orders/${orderId}/items/${item?.id}/model`);
    expect(await studio.page.locator("dl").first().innerText()).toMatch(/60/);
    expect(complaints).toEqual([]);
    await studio.context.close();
    await context.close();
  });

  it.each(VISITORS)("shows a STEP file by its triangles, and sells it scaled, on $device", async (device) => {
    const { language, viewport } = device;
    const { visitor, page, context, complaints } = await visit(system, language, { viewport });
    const { model, units } = visitor.parts;
    const tools = modelToolsWords(language);
    const name = `ніжка-${language}.step`;
    const meshes: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/mesh")) meshes.push(request.url());
    });
    await visitor.choose(await exampleFile("foot.step", name));
    const card = visitor.card(name);
    await card.getByText(model.withPrice).waitFor();
    const asDrawn = await visitor.priceOf(name);
    // Shown: only then can it be drawn whole again.
    await card.getByRole("button", { name: model.fit }).waitFor();
    expect(await card.getByText(units.legend).count()).toBe(0);

    await card.getByRole("button", { name: model.tools }).click();
    const percent = card.getByLabel(tools.percent);
    await percent.fill("200");
    await percent.press("Enter");
    await card.getByText(model.changed(`200 %`, false)).waitFor();
    await expect.poll(() => card.locator(".size-line").innerText(), { timeout: 60_000 }).toMatch(/72\D+72\D+40\D/);
    expect(Number(await visitor.priceOf(name))).toBeGreaterThan(Number(asDrawn));
    expect(meshes.length).toBe(1);
    await visitor.goToOrder(1);
    await visitor.fillIn(LESIA);
    const { orderId } = await visitor.place();
    const { data } = await system.api<{ readonly items: readonly { readonly originalFileName: string }[] }>(
      system.demoStudio().apiKey,
      `/orders/${orderId}`,
    );
    expect(data.items.map(({ originalFileName }) => originalFileName)).toEqual([`ніжка-${language} (200 %).stl`]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("takes many files at once, and prices each", async () => {
    const { visitor, page, context, complaints } = await visit(system, "uk", { viewport: DESKTOP });
    const names = Array.from({ length: 6 }, (_, index) => `деталь-${index + 1}.stl`);
    await visitor.choose(
      ...names.map((name, index) => ({ name, bytes: binaryStl(box([0, 0, 0], [20 + 2 * index, 15, 4])) })),
    );
    let sum = 0;
    for (const name of names) sum += Number(await visitor.priceOf(name));
    const total = page.getByRole("region", { name: visitor.checkout.basket.title }).locator(".price");
    await expect.poll(async () => amountIn(await total.innerText()), { timeout: 30_000 }).toBe(sum.toFixed(2));
    // The list is seen whole: only the first is open.
    const { choices } = visitor.parts;
    expect(await page.getByRole("button", { name: choices.close, exact: true }).count()).toBe(1);
    await visitor.card("деталь-1.stl").getByRole("radio", { name: /PETG/ }).check();
    await visitor.card("деталь-1.stl").getByRole("button", { name: choices.copy }).click();
    for (const name of names.slice(1)) expect(await visitor.card(name).innerText()).toContain("PETG");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(VISITORS)("unpacks a ZIP into a part for each model, on $device", async ({ language, viewport }) => {
    const { visitor, page, context, complaints } = await visit(system, language, { viewport });
    const lid = await exampleFile("lid.3mf");
    const zip = zipSync({
      "набір/лівий/важіль.stl": binaryStl(box([0, 0, 0], [30, 12, 4])),
      "набір/правий/важіль.stl": binaryStl(box([0, 0, 0], [34, 12, 4])),
      "набір/lid.3mf": lid.bytes,
      "набір/складання.pdf": strToU8("%PDF-1.7"),
      "набір/.DS_Store": strToU8("not a file of the visitor's"),
      "__MACOSX/набір/._lid.3mf": strToU8("not a file of the visitor's"),
    });
    await visitor.choose({ name: "набір.zip", bytes: zip });
    const names = ["лівий - важіль.stl", "правий - важіль.stl", "lid.3mf"];
    const prices: string[] = [];
    for (const name of names) prices.push(await visitor.priceOf(name));
    expect(prices.map(Number).every((price) => price > 0)).toBe(true);
    await visitor.card("складання.pdf").getByText(attachedWords(language).goes).waitFor();
    expect(await page.getByRole("article").count()).toBe(names.length + 1);
    await visitor.untilOrderable(names.length);

    const words = archiveWords(language);
    const { turnedAway } = visitor.parts;
    const zeros = { text: "\0".repeat(1000), repeated: 300_000 };
    await visitor.choose(
      { name: "велика.zip", bytes: archive([{ name: "300 MB.stl", ...zeros }]) },
      { name: "хибна.zip", bytes: archive([{ name: "1 KB.stl", ...zeros, statedSize: 1000 }]) },
      { name: "обрізана.zip", bytes: zip.subarray(0, 900) },
    );
    const told = page.getByRole("alert");
    await told.getByText("обрізана.zip").waitFor();
    const megabytes = language === "uk" ? "286,2" : "286.2";
    expect(await told.innerText()).toContain(turnedAway.tooLarge(megabytes, "50"));
    expect(await told.innerText()).toContain(words.file.damaged.message);
    expect(await told.innerText()).toContain(words.archive.damaged.message);
    expect(await page.getByRole("article").count()).toBe(names.length + 1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(VISITORS)("orders nothing while a ZIP is unpacked, and keeps the form, on $device", async (device) => {
    const { language, viewport } = device;
    const { visitor, page, context, complaints } = await visit(system, language, { viewport });
    const { upload } = visitor.parts;
    const [first, zip] = [
      await exampleFile("part.stl"),
      { name: "набір.zip", bytes: zipSync({ "важіль.stl": LEVER }) },
    ];
    await visitor.choose(first);
    await visitor.goToOrder(1);
    await visitor.fillIn(LESIA);
    await page.goBack();
    const unpack = await heldBack(page, "**/unpacked-archive-*");
    await visitor.choose(zip);
    const basket = page.getByRole("region", { name: visitor.checkout.basket.title });
    await basket.getByText(upload.unpacking(zip.name)).waitFor();
    const order = basket.getByRole("button", { name: visitor.checkout.basket.order("").trim() });
    await order.click({ force: true });
    expect(await order.getAttribute("aria-disabled")).toBe("true");

    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/orders")) sent.push(request.url());
    });
    await page.goForward();
    await page.getByRole("checkbox", { name: visitor.checkout.form.consent }).check();
    await page.locator("form").getByText(upload.unpacking(zip.name)).waitFor();
    await visitor.placing.click({ force: true });
    await page.locator('[name="comment"]').fill("Ще не все");
    unpack();
    await page.locator("form").getByText(upload.unpacking(zip.name)).waitFor({ state: "detached" });
    expect(sent).toEqual([]);
    expect(await page.locator('[name="comment"]').inputValue()).toBe("Ще не все");
    await page.goBack();
    await visitor.priceOf("важіль.stl");

    // Files that come while the order is sent stay in the basket.
    await visitor.goToOrder(2);
    await page.getByRole("checkbox", { name: visitor.checkout.form.consent }).check();
    const answer = await heldBack(page, "**/orders");
    await visitor.placing.click();
    await visitor.choose({ name: "друга.zip", bytes: zipSync({ "ще один.stl": LEVER }) });
    await visitor.card("ще один.stl").waitFor();
    answer();
    await page.getByText(visitor.checkout.done.rest).waitFor({ timeout: 60_000 });
    expect(await page.getByRole("article").count()).toBe(1);
    await visitor.priceOf("ще один.stl");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(VISITORS)("offers a finishing with its materials only, with prices beside it, on $device", async (device) => {
    const name = `Баня ${device.language}`;
    const { owner, base } = system.demoStudio();
    const panel = await system.open(owner);
    await panel.page.goto(`${base}/catalog/finishings/new`);
    await panel.page.fill('main [name="name"]', name);
    await panel.page.fill('main [name="materialNames"]', "ABS");
    await panel.page.fill('main [name="price"]', "400");
    await Promise.all([panel.page.waitForNavigation(), panel.page.locator("main form button.primary").click()]);
    await panel.context.close();

    // A theme of its own: the edge has no copy of it from before the finishing.
    const { visitor, context, complaints } = await visit(
      system,
      device.language,
      { viewport: device.viewport },
      `/kobza-druk?lang=${device.language}&theme=dark`,
    );
    await visitor.choose(await exampleFile("part.stl"));
    const card = visitor.card("part.stl");
    const before = await visitor.priceOf("part.stl");
    const bath = card.getByRole("checkbox", { name });
    // Every material has its price beside it, the chosen one too.
    const materials = card.locator(".swatches .option");
    await expect.poll(() => materials.locator(".option-price").count()).toBe(await materials.count());
    expect(await bath.count()).toBe(0);
    await card.getByRole("radio", { name: /ABS/ }).check();
    await card.locator(".option", { hasText: name }).locator(".option-price").waitFor();
    const ofAbs = await visitor.priceOf("part.stl");
    await bath.check();
    // The studio's minimum for a part may hide a share of it.
    await expect.poll(async () => Number(await visitor.priceOf("part.stl"))).toBeGreaterThan(Number(ofAbs) + 200);
    await card.getByRole("radio", { name: /PLA/ }).first().check();
    await expect.poll(() => visitor.priceOf("part.stl")).toBe(before);
    expect(await bath.count()).toBe(0);
    const [quantity, finishing] = [card.locator(".stepper"), card.getByRole("checkbox").first()];
    expect((await quantity.boundingBox())?.y).toBeLessThan((await finishing.boundingBox())?.y ?? 0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows honest progress while a model is sliced for long", async () => {
    const { visitor, page, context } = await visit(system, "en");
    // The server's events, in their order.
    const said: number[] = [];
    page.on("response", async (response) => {
      if (response.status() === 202 && response.url().includes("/prices")) {
        said.push(Number(((await response.json()) as { progress: number }).progress));
      }
    });
    // The page asks for the other qualities afterwards: this part would be sliced in each.
    await page.route(/\/prices\?quality=(?!2&)/, () => {});
    // Longer to slice than an answer is held.
    await visitor.choose({ name: "vase.stl", bytes: twistedVase(SLOW_VASE_MILLIMETRES) });
    const bar = visitor.card("vase.stl").getByRole("progressbar", { name: visitor.parts.price.slicing });
    await bar.waitFor({ timeout: 60_000 });
    const shown = new Set<number>();
    for (;;) {
      const value = await bar.getAttribute("value", { timeout: 1000 }).catch(() => null);
      if (value === null) break;
      shown.add(Number(value));
      await page.waitForTimeout(100);
    }
    expect(Number(await visitor.priceOf("vase.stl"))).toBeGreaterThan(0);
    expect(said.length, "answers of 202").toBeGreaterThan(1);
    // Nothing is shown that was not said: no bar that runs by itself.
    for (const value of shown) expect(said).toContain(value);
    expect([...shown], "never backwards").toEqual([...shown].toSorted((a, b) => a - b));
    expect(shown.size, `shown ${[...shown]}, said ${said}`).toBeGreaterThan(1);
    await context.close();
  });

  it("asks nothing of the server to show another material or number of copies", async () => {
    const { visitor, page, context } = await visit(system, "en", { viewport: DESKTOP });
    await visitor.choose(await exampleFile("part.stl"));
    await visitor.priceOf("part.stl");
    const card = visitor.card("part.stl");
    // Each finishing has its price beside it: none of them is asked for any more.
    const [finishings, known] = [
      card.getByRole("checkbox"),
      card.locator(".option:has([type=checkbox]) .option-price"),
    ];
    await expect.poll(() => known.count()).toBe(await finishings.count());
    const prices: string[] = [];
    page.on("request", (request) => {
      // The price of the shown quality; the others are calculated meanwhile.
      if (request.url().includes("/prices?quality=2&")) prices.push(request.url());
    });
    await card.getByRole("radio", { name: /PETG/ }).check();
    const take50 = card.getByRole("button", { name: /^50 pieces/ });
    const offered = amountIn((await take50.getByRole("strong").innerText()) ?? "");
    await take50.click();
    expect(await visitor.priceOf("part.stl")).toBe(offered);
    expect(prices).toEqual([]);
    await context.close();
  });

  it("keeps everything while there is no connection, and goes on by itself", async () => {
    const { visitor, page, context } = await visit(system, "uk");
    await visitor.choose(await exampleFile("part.stl", "перша.stl"));
    const before = await visitor.priceOf("перша.stl");
    const card = visitor.card("перша.stl");
    const priming = card.locator(".option", { hasText: "Ґрунтування" });
    await priming.locator(".option-price").waitFor();
    await context.setOffline(true);
    // A known price is shown, though no quote can be made of it.
    await priming.getByRole("checkbox").check();
    const primed = await visitor.priceOf("перша.stl");
    expect(Number(primed)).toBeGreaterThan(Number(before));
    const basket = page.getByRole("region", { name: visitor.checkout.basket.title });
    await basket.getByText(visitor.parts.trouble.offline).waitFor();
    // An unknown one is waited for.
    await card.getByRole("checkbox", { name: /Шліфування/ }).check();
    await card.getByText(visitor.parts.trouble.offline).waitFor();
    await context.setOffline(false);
    expect(Number(await visitor.priceOf("перша.stl"))).toBeGreaterThan(Number(primed));
    await visitor.untilOrderable(1);
    await page.close();
    await context.close();
  });

  it("says when it was too much at once, and tries again by itself when it may", async () => {
    const { visitor, page, context } = await visit(system, "en");
    const refused: Refused = { status: "refused", reason: "limit", message: "Too many requests.", faults: {} };
    await page.route(
      "**/prices?**",
      (route) => route.fulfill({ status: 429, headers: { "Retry-After": "2" }, json: refused }),
      { times: 1 },
    );
    await visitor.choose(await exampleFile("part.stl"));
    const card = visitor.card("part.stl");
    await card.getByText(/The page tries again at/).waitFor();
    expect(await card.innerText()).toContain(refused.message);
    expect(Number(await visitor.priceOf("part.stl"))).toBeGreaterThan(0);
    await context.close();
  });

  it("folds many refused files into one note, and each reason is in it", async () => {
    const { visitor, page, context } = await visit(system, "en", { viewport: PHONE });
    const words = visitor.parts.turnedAway;
    const refused = Array.from({ length: 11 }, (_, index) => ({
      name: `empty-${index + 1}.stl`,
      bytes: new Uint8Array(),
    }));
    await visitor.choose(await exampleFile("part.stl"), ...refused);
    const note = page.getByRole("alert").locator(".note");
    await note.getByText(words.many("11")).waitFor();
    expect(await note.count()).toBe(1);
    expect((await note.boundingBox())?.height, "higher than a phone's screen").toBeLessThan(PHONE.height / 3);
    // The newest file's reason needs no tap.
    expect(await note.getByText("empty-11.stl").first().isVisible()).toBe(true);
    await note.getByText(words.show).click();
    for (const { name } of refused) expect(await note.innerText()).toContain(name);
    await note.getByRole("button", { name: words.dismissAll }).click();
    expect(await note.count()).toBe(0);
    expect(Number(await visitor.priceOf("part.stl"))).toBeGreaterThan(0);
    await context.close();
  });

  it("says that an upload was interrupted by loading the page again, and takes the file anew", async () => {
    const { visitor, page, context } = await visit(system, "en", { viewport: PHONE });
    // The upload never ends.
    await page.route("**/models", () => {});
    const file = await exampleFile("part.stl");
    await visitor.choose(file);
    await visitor.card(file.name).getByLabel(visitor.parts.choices.quantity).fill("3");
    await page.reload({ waitUntil: "networkidle" });
    const card = visitor.card(file.name);
    await card.getByText(visitor.parts.upload.interrupted).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const chooser = page.waitForEvent("filechooser");
    await card.getByRole("button", { name: visitor.parts.upload.chooseAgain }).click();
    await (await chooser).setFiles({ name: file.name, mimeType: "model/stl", buffer: Buffer.from(file.bytes) });
    expect(Number(await visitor.priceOf(file.name))).toBeGreaterThan(0);
    expect(await card.getByLabel(visitor.parts.choices.quantity).inputValue()).toBe("3");
    await context.close();
  });

  it("has the names that the studio typed in the visitor's own language", async () => {
    const { owner, base } = system.demoStudio();
    const panel = await system.open(owner);
    await panel.page.goto(`${base}/catalog/finishings`);
    await panel.page.getByRole("link", { name: "Шліфування" }).click();
    // The part is open, because the demo's finishing has such a name.
    await panel.page.locator('[name="nameInSecondLanguage"]').fill("Sanding by hand");
    await Promise.all([panel.page.waitForNavigation(), panel.page.locator("main form button.primary").first().click()]);
    await panel.context.close();

    // A theme of its own: the edge has no copy of it from before.
    const { visitor, page, context } = await visit(
      system,
      "en",
      { viewport: PHONE },
      "/kobza-druk?lang=en&theme=light",
    );
    const file = await exampleFile("part.stl");
    await visitor.choose(file);
    await visitor
      .card(file.name)
      .getByRole("checkbox", { name: /Sanding by hand/ })
      .waitFor();
    await page.goto("/kobza-druk?lang=uk&theme=light", { waitUntil: "networkidle" });
    await visitor
      .card(file.name)
      .getByRole("checkbox", { name: /Шліфування/ })
      .waitFor();
    await context.close();
  });

  it("has the basket again after the page was loaded again, and names the parts that need their file", async () => {
    const { visitor, page, context } = await visit(system, "uk", { viewport: PHONE });
    await visitor.choose(await exampleFile("part.stl"));
    await visitor.priceOf("part.stl");
    await visitor.card("part.stl").getByRole("radio", { name: /ABS/ }).check();
    await visitor.card("part.stl").getByRole("button", { name: visitor.parts.choices.more }).click();
    const before = await visitor.priceOf("part.stl");
    await page.reload({ waitUntil: "networkidle" });
    const card = visitor.card("part.stl");
    expect(await visitor.priceOf("part.stl")).toBe(before);
    expect(await card.getByRole("radio", { name: /ABS/ }).isChecked()).toBe(true);
    expect(await card.getByLabel(visitor.parts.choices.quantity).inputValue()).toBe("2");
    await card.getByText(visitor.parts.model.noFile).waitFor();
    await context.close();
  });
});
