// Customers' journeys in a real browser, from a file to an order in the panel. Skipped without Chromium.

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { binaryStl, box } from "../../../harness/models.ts";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { placeOrders } from "../../../scripts/browser/filled-studio.ts";
import {
  amountIn,
  LESIA,
  type StorefrontVisitor,
  type VisitorFile,
} from "../../../scripts/browser/storefront-visitor.ts";
import { spindleLikeNoOther } from "../../../scripts/demo/demo-models.ts";
import type { Language } from "../../../src/domain/person.ts";
import { decimalAmount } from "../../../src/pages/format.ts";
import { orderWords } from "../../../src/panel/orders/order.words.ts";
import { orderSourceName } from "../../../src/panel/orders/order-source.words.ts";
import { requestsWords } from "../../../src/panel/requests/requests.words.ts";
import { attachedWords } from "../../../src/storefront/browser/words/attached.words.ts";
import { readyWords } from "../../../src/storefront/browser/words/ready.words.ts";
import { customerPagesWords } from "../../../src/storefront/kit/customer-pages.words.ts";
import { deliveryFormWords } from "../../../src/storefront/kit/delivery.words.ts";
import { customerOrderWords } from "../../../src/storefront/orders/order.words.ts";
import { pageWords } from "../../../src/storefront/page/page.words.ts";
import { customerRequestWords } from "../../../src/storefront/requests/request.words.ts";
import type { OrderAnswer } from "../../../src/storefront/wire.ts";
import { seriousInBothThemes, seriousOn } from "../accessibility.ts";
import { drawnPictures } from "../drawn-pictures.ts";
import { DESKTOP, PanelSystem, PHONE, SMALL_PARTS } from "../panel/panel-system.ts";
import { exampleFile, VISITORS, visit } from "./visits.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the journeys over the order page are not made.");

/** The parts of the API's answers that these journeys read. */
interface Money {
  readonly amount: string;
}
interface Order {
  readonly status: string;
  readonly source: string;
  readonly totalPrice: Money;
  readonly customer: { readonly email: string; readonly firstName: string };
  readonly delivery: { readonly cityName: string } | null;
  readonly items: readonly {
    readonly originalFileName: string;
    readonly quantity: number;
    readonly materialId: number;
    readonly finishingIds: readonly number[];
    readonly downloadUrl: string;
    readonly price: Money;
  }[];
}
interface Named {
  readonly id: number;
  readonly name: string;
  readonly isDefault?: boolean;
  readonly technology?: { readonly slug: string };
}

describe.skipIf(chromium === undefined)("a customer's journey, only with Chromium", () => {
  let system: PanelSystem;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
  });

  afterAll(() => system?.stop());

  function api<Data>(path: string, init?: RequestInit) {
    return system.api<Data>(system.demoStudio().apiKey, path, init);
  }

  async function orderOf(id: number): Promise<Order> {
    const { status, data } = await api<Order>(`/orders/${id}`);
    expect(status, JSON.stringify(data)).toBe(200);
    return data;
  }

  async function named(path: string, name: string | undefined): Promise<Named> {
    const { data } = await api<Named[]>(path);
    const found = data.find(
      (entry) =>
        (entry.technology?.slug ?? "fdm") === "fdm" && (name === undefined ? entry.isDefault : entry.name === name),
    );
    if (found === undefined) throw new Error(`there is no ${name ?? "default"} in ${path}: ${JSON.stringify(data)}`);
    return found;
  }

  /** The API's price for it, in the default quality. */
  async function apiPrice(
    { name, bytes }: VisitorFile,
    material: string,
    finishings: readonly string[],
    quantity: number,
  ): Promise<string> {
    const form = new FormData();
    form.set("materialId", String((await named("/materials", material)).id));
    form.set("printingQualityId", String((await named("/printing-qualities", undefined)).id));
    const finishingIds: number[] = [];
    for (const finishing of finishings) finishingIds.push((await named("/finishings", finishing)).id);
    form.set("finishingIds", JSON.stringify(finishingIds));
    form.set("quantity", String(quantity));
    form.set("model", new Blob([new Uint8Array(bytes)]), name);
    const { status, data } = await api<{ totalPrice: Money }>("/quotes", {
      method: "POST",
      body: form,
      headers: { Prefer: "wait=30" },
    });
    expect(status, JSON.stringify(data)).toBe(200);
    return data.totalPrice.amount;
  }

  /** Two working days for a quarter more, in a studio with weeks of printing ahead; and a discount from three pieces. */
  async function offerRush({
    slug,
    apiKey,
  }: Pick<ReturnType<PanelSystem["demoStudio"]>, "slug" | "apiKey">): Promise<void> {
    const priority = { slug: "rush", name: "Терміново", nameInSecondLanguage: "Rush" };
    const rules = [
      JSON.stringify([{ fromQuantity: 3, discountBasisPoints: 750 }]),
      JSON.stringify([{ ...priority, surchargeBasisPoints: 2500, workingDays: 2 }]),
    ];
    await system.write("UPDATE studios SET quantity_tiers = ?, priorities = ? WHERE slug = ?", ...rules, slug);
    const ofStudio = "WHERE studio_id = (SELECT id FROM studios WHERE slug = ?)";
    await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS, 1);
    await system.write(`UPDATE order_items SET print_minutes = 20000 ${ofStudio}`, slug);
  }

  /** Orders `quantity` of the examples' bracket; the order's own page follows. */
  async function orderBrackets(visitor: StorefrontVisitor, quantity: number): Promise<void> {
    await visitor.choose(await exampleFile("part.stl"));
    await visitor.card("part.stl").getByLabel(visitor.parts.choices.quantity).fill(String(quantity));
    await visitor.priceOf("part.stl");
    await visitor.goToOrder(quantity);
    await visitor.fillIn(LESIA);
    await visitor.placing.click();
  }

  it.each(VISITORS)(
    "pays for the delivery on a line of its own, and agrees to its new price, on $device",
    async ({ language, viewport }) => {
      const { slug, owner, base } = system.demoStudio();
      const ofMethod = "WHERE name = 'Нова Пошта' AND studio_id = (SELECT id FROM studios WHERE slug = ?)";
      const setPrice = (price: number | null, freeFrom: number | null) =>
        system.write(
          `UPDATE delivery_methods SET price_minor = ${price}, free_from_minor = ${freeFrom} ${ofMethod}`,
          slug,
        );
      await setPrice(8_000, 1_000_000);
      const { visitor, page, context } = await visit(system, language, { viewport });
      try {
        await visitor.choose(await exampleFile("part.stl"));
        await visitor.priceOf("part.stl");
        await visitor.goToOrder(1);
        const inWords = (amount: number) => decimalAmount(language, amount.toFixed(2), "UAH");
        const words = deliveryFormWords(language);
        await page.getByText(`${inWords(80)}, ${words.freeFrom(inWords(10_000))}`).waitFor();
        await visitor.fillIn(LESIA);
        const sum = page.locator(".summary-total .price");
        // A method without a price adds nothing.
        await page.getByRole("radio", { name: /Самовивіз/ }).check();
        const total = amountIn(await sum.innerText());
        await page.getByRole("radio", { name: /Нова Пошта/ }).check();
        const toPay = (price: number) => (Number(total) + price).toFixed(2);
        expect(amountIn(await sum.innerText())).toBe(toPay(80));
        await setPrice(9_000, null);
        await visitor.placing.click();
        const { agree, priceChanged } = visitor.checkout.form;
        await page.getByText(priceChanged, { exact: true }).waitFor();
        expect(amountIn(await sum.innerText())).toBe(toPay(90));
        await page.getByRole("button", { name: agree(inWords(Number(toPay(90)))) }).click();
        await page.getByText(customerOrderWords(language).now.sent).waitFor();
        expect(amountIn(await page.locator(".sent-total").first().innerText())).toBe(toPay(90));
        const orderId = await visitor.orderId();
        expect(await orderOf(orderId)).toMatchObject({
          totalPrice: { amount: total },
          delivery: { price: { amount: "90.00" } },
        });
        const panel = await system.open(owner);
        await panel.page.goto(`${base}/orders/${orderId}`);
        await panel.page.getByText(orderWords(await languageOf(panel.page)).toPay, { exact: true }).waitFor();
        await panel.context.close();
      } finally {
        await setPrice(null, null);
        await context.close();
      }
    },
  );

  it.each(VISITORS)("leads from files to an order, at the API's price, on $device", async ({ language, viewport }) => {
    const { visitor, page, context, complaints } = await visit(system, language, { viewport });
    const [bracket, lid] = [await exampleFile("part.stl"), await exampleFile("lid.3mf")];
    await visitor.choose(bracket, lid);
    const card = visitor.card("part.stl");
    await visitor.priceOf("part.stl");
    await card.getByRole("radio", { name: /PETG/ }).check();
    const priming = card.getByRole("checkbox", { name: /Ґрунтування|Priming/ });
    await priming.check();
    await card.getByLabel(visitor.parts.choices.quantity).fill("7");
    const expected = await apiPrice(bracket, "PETG", ["Ґрунтування"], 7);
    await expect.poll(() => visitor.priceOf("part.stl"), { timeout: 60_000 }).toBe(expected);
    const ofLid = await visitor.priceOf("lid.3mf");
    expect(ofLid).toBe(await apiPrice(lid, "PLA", [], 1));

    await visitor.goToOrder(8);
    const email = `${language}@example.com`;
    await visitor.fillIn({ ...LESIA, email });
    const total = (Number(expected) + Number(ofLid)).toFixed(2);
    const { orderId, amount } = await visitor.place();
    expect(amount).toBe(total);

    // The customer's view of it.
    const own = customerOrderWords(language);
    await page.getByText(own.now.sent).waitFor();
    expect(await page.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(
      expect.arrayContaining(["part.stl", "lid.3mf"]),
    );
    expect(amountIn(await page.locator(".sent-total").first().innerText())).toBe(total);
    expect(await drawnPictures(page)).toEqual(["part.stl", "lid.3mf"]);

    // The order as the studio has it.
    const order = await orderOf(orderId);
    expect(order).toMatchObject({
      status: "pending",
      source: "order_page",
      totalPrice: { amount: total },
      customer: { email, firstName: LESIA.firstName },
      // The studio's first way is chosen until the customer chooses another.
      delivery: { method: "Нова Пошта", cityName: LESIA.city },
      items: [
        { originalFileName: "part.stl", quantity: 7, price: { amount: expected } },
        { originalFileName: "lid.3mf", quantity: 1, price: { amount: ofLid } },
      ],
    });
    const { owner, base } = system.demoStudio();
    const panel = await system.open(owner);
    await panel.page.goto(`${base}/orders/${orderId}`);
    const shown = await panel.page.locator("main").innerText();
    const source = orderSourceName(await languageOf(panel.page), "order_page");
    for (const text of [source, "part.stl", "lid.3mf", LESIA.lastName, LESIA.city, LESIA.comment]) {
      expect(shown).toContain(text);
    }
    expect(amountIn((await panel.page.locator("main strong").first().innerText()) ?? "")).toBe(total);
    // The studio's file is the customer's.
    const downloaded = await fetch(order.items[0]?.downloadUrl ?? "");
    expect(Buffer.from(await downloaded.arrayBuffer()).equals(Buffer.from(bracket.bytes))).toBe(true);
    await panel.context.close();

    // The same parts again, from the order's own page, at today's price.
    await page.getByRole("link", { name: own.again }).click();
    await page.getByText(visitor.checkout.orderAgain.same("").slice(0, 14)).waitFor({ timeout: 60_000 });
    expect(await visitor.priceOf("part.stl")).toBe(expected);
    await card.getByRole("button", { name: visitor.parts.choices.change }).click();
    expect(await card.getByRole("radio", { name: /PETG/ }).isChecked()).toBe(true);
    expect(await priming.isChecked()).toBe(true);
    await card.getByRole("button", { name: visitor.parts.model.fit }).waitFor();
    await visitor.goToOrder(8);
    await visitor.fillIn({ ...LESIA, email });
    const again = await visitor.place();
    expect(again.amount).toBe(total);
    const [{ items: former }, { items: renewed }] = [order, await orderOf(again.orderId)];
    const chosen = ({ originalFileName, quantity, materialId, finishingIds }: Order["items"][number]) => ({
      ...{ originalFileName, quantity, materialId, finishingIds },
    });
    expect(renewed.map(chosen)).toEqual(former.map(chosen));
    expect(complaints).toEqual([]);
    await page.close();
    await context.close();
  });

  it("has the studio print the scaled model if it was drawn in inches", async () => {
    const { visitor, context } = await visit(system, "en", { viewport: DESKTOP });
    const millimetres = await exampleFile("part.stl");
    const drawn = { name: "imperial.stl", bytes: scaledStl(millimetres.bytes, 1 / 25.4) };
    await visitor.choose(drawn);
    const card = visitor.card("imperial.stl");
    await card.getByRole("button", { name: /^Yes, in inches/ }).click();
    await card.getByLabel(visitor.parts.choices.quantity).fill("5");
    const price = await visitor.priceOf("imperial.stl");
    // The bracket that the examples have in millimetres.
    expect(price).toBe(await apiPrice(millimetres, "PLA", [], 5));
    await visitor.goToOrder(5);
    await visitor.fillIn(LESIA);
    const { orderId, amount } = await visitor.place();
    expect(amount).toBe(price);
    const [item] = (await orderOf(orderId)).items;
    const file = new Uint8Array(await (await fetch(item?.downloadUrl ?? "")).arrayBuffer());
    const { owner, base } = system.demoStudio();
    const panel = await system.open(owner);
    await panel.page.goto(`${base}/orders/${orderId}`);
    const download = orderWords(await languageOf(panel.page)).download;
    const link = await panel.page.getByRole("link", { name: download }).first().getAttribute("href");
    const fromPanel = await panel.page.request.get(link ?? "");
    expect(Buffer.from(file).equals(await fromPanel.body())).toBe(true);
    expect(extentOf(file)).toEqual(extentOf(millimetres.bytes));
    await panel.context.close();
    await context.close();
  });

  it("shows the new price if the studio changed its prices meanwhile, and asks", async () => {
    const { visitor, page, context } = await visit(system, "uk");
    const { form } = visitor.checkout;
    const file = { name: "шпулька.stl", bytes: spindleLikeNoOther() };
    await visitor.choose(file);
    await visitor.card(file.name).getByLabel(visitor.parts.choices.quantity).fill("10");
    const before = await visitor.priceOf(file.name);
    await visitor.goToOrder(10);
    await visitor.fillIn(LESIA);
    await expect.poll(async () => amountIn(await visitor.placing.innerText())).toBe(before);

    const { owner, base } = system.demoStudio();
    const panel = await system.open(owner);
    await panel.page.goto(`${base}/prices`);
    const rate = panel.page.locator('main [name="hourlyRate"]').first();
    await rate.fill("95");
    await Promise.all([panel.page.waitForNavigation(), panel.page.locator("main form button.primary").first().click()]);
    await panel.context.close();

    await visitor.placing.click();
    const asked = page.getByRole("alert").filter({ hasText: form.priceChanged });
    await asked.waitFor();
    const after = await apiPrice(file, "PLA", [], 10);
    expect(Number(after)).toBeGreaterThan(Number(before));
    const said = await asked.locator("p").nth(1).innerText();
    expect(said.match(/[\d\s]+,\d\d/g)?.map(amountIn)).toEqual([before, after]);
    // The summary above shows it too: it can differ from nothing that is stored.
    expect(amountIn(await page.locator(".summary-total").innerText())).toBe(after);
    const { orderId, amount } = await visitor.place();
    expect(amount).toBe(after);
    expect((await orderOf(orderId)).totalPrice.amount).toBe(after);
    await context.close();
  });

  it.each(VISITORS)("lets the customer choose an earlier day for a surcharge, on $device", async (visiting) => {
    const { language, viewport } = visiting;
    const { slug, apiKey } = system.demoStudio(1);
    await offerRush({ slug, apiKey });
    // A theme of its own: the edge has no copy of the page from before.
    const { visitor, page, context, complaints } = await visit(system, language, { viewport }, `/${slug}?theme=light`);
    const ready = readyWords(language);
    const rush = { uk: "Терміново", en: "Rush" }[language];
    const file = await exampleFile("part.stl");
    await visitor.choose(file);
    const card = visitor.card(file.name);
    await visitor.priceOf(file.name);
    // The ladder has the discount's quantity, with the price that is really paid for a piece.
    const tier = card.getByRole("button", { name: new RegExp(`^${visitor.parts.counts.pieces(3)}`) });
    expect(await tier.innerText()).toMatch(/−7[.,]5/);
    await tier.click();
    await visitor.untilOrderable(3);
    // Above the studio's least order, whose top-up a surcharge would only take the place of.
    await card.getByLabel(visitor.parts.choices.quantity).fill("9");
    await visitor.untilOrderable(9);
    const usual = await visitor.priceOf(file.name);
    const when = page.getByRole("group", { name: ready.legend });
    const choice = (name: string) => when.getByRole("radio", { name: new RegExp(name) });
    expect(await choice(ready.usual).isChecked()).toBe(true);
    expect(await when.getByRole("radio").count()).toBe(2);

    // By the keyboard, as in every group of radio buttons.
    await choice(ready.usual).focus();
    await page.keyboard.press("ArrowDown");
    expect(await choice(rush).isChecked()).toBe(true);
    await visitor.untilOrderable(9);
    const row = (await when.locator("label").nth(1).innerText()).replaceAll("\n", " ");
    const added = amountIn(/\+([^(]+)/.exec(row)?.[1] ?? "");
    const total = (Number(usual) + Number(added)).toFixed(2);
    const sum = async () => amountIn(await page.locator(".basket-sum strong").innerText());
    await expect.poll(sum).toBe(total);
    expect(Number(added)).toBeGreaterThan(0);
    // The part's own price stays.
    expect(await visitor.priceOf(file.name)).toBe(usual);
    expect(await seriousOn(page)).toEqual([]);

    await page.reload({ waitUntil: "networkidle" });
    await visitor.untilOrderable(9);
    await expect.poll(sum).toBe(total);
    await visitor.goToOrder(9);
    expect(await choice(rush).isChecked()).toBe(true);
    expect(amountIn(await page.locator(".summary-total").innerText())).toBe(total);
    // A desktop has the sum in sight beside the last field, too.
    await page.locator('[name="comment"]').focus();
    const seen = await page.locator(".summary-total").evaluate((line) => line.getBoundingClientRect().bottom);
    if (viewport.width > 1120) expect(seen).toBeLessThan(viewport.height);
    await choice(ready.usual).check();
    await expect.poll(async () => amountIn(await page.locator(".summary-total").innerText())).toBe(usual);
    await choice(rush).check();
    await page.goBack();
    await visitor.untilOrderable(9);
    expect(await choice(rush).isChecked()).toBe(true);
    await visitor.goToOrder(9);
    await visitor.fillIn({ ...LESIA, email: `rush-${language}@example.com` });
    expect(await seriousOn(page)).toEqual([]);
    const day = await when.locator("label").nth(1).locator(".option-name").innerText();
    const { orderId, amount } = await visitor.place();
    expect(amount).toBe(total);

    const opening = await page.locator("header.opening").innerText();
    expect(opening).toContain("Терміново");
    const [dayOfMonth = "no day"] = /\d+/.exec(day) ?? [];
    expect(opening).toContain(dayOfMonth);
    expect(amountIn(await page.locator(".sent-total").first().innerText())).toBe(total);
    const { data } = await system.api<Order & { priority: unknown }>(apiKey, `/orders/${orderId}`);
    expect(data).toMatchObject({ totalPrice: { amount: total }, priority: { slug: "rush", name: "Терміново" } });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("asks about the usual day if the studio no longer has the priority, and orders that", async () => {
    const { slug, apiKey } = system.demoStudio(1);
    await offerRush({ slug, apiKey });
    const { visitor, page, context } = await visit(system, "uk", {}, `/${slug}?theme=dark`);
    const { form } = visitor.checkout;
    const ready = readyWords("uk");
    const file = await exampleFile("part.stl");
    await visitor.choose(file);
    await visitor.card(file.name).getByLabel(visitor.parts.choices.quantity).fill("9");
    await visitor.goToOrder(9);
    const usual = await page.locator(".summary-total").innerText();
    await page.getByRole("radio", { name: /Терміново/ }).check();
    await expect.poll(() => page.locator(".summary-total").innerText()).not.toBe(usual);
    await visitor.fillIn(LESIA);
    await system.write("UPDATE studios SET priorities = NULL WHERE slug = ?", slug);
    await visitor.placing.click();
    const asked = page.getByRole("alert").filter({ hasText: form.priceChanged });
    await asked.getByText(ready.dropped.not_offered).waitFor();
    expect(await page.locator(".summary-total").innerText()).toBe(usual);
    expect(await page.getByRole("group", { name: ready.legend }).count()).toBe(0);
    expect(await seriousOn(page)).toEqual([]);
    expect((await visitor.place()).amount).toBe(amountIn(usual));
    await context.close();
  });

  it("lets a vanished priority go for good, and is one order although its first answer was lost", async () => {
    const { slug, apiKey } = system.demoStudio(1);
    await offerRush({ slug, apiKey });
    const { visitor, page, context } = await visit(system, "uk", { viewport: PHONE }, `/${slug}?theme=dark`);
    const ready = readyWords("uk");
    const dropped = page.getByText(ready.dropped.not_offered);
    const when = page.getByRole("group", { name: ready.legend });
    const file = await exampleFile("part.stl");
    await visitor.choose(file);
    await visitor.card(file.name).getByLabel(visitor.parts.choices.quantity).fill("9");
    await visitor.goToOrder(9);
    await page.getByRole("radio", { name: /Терміново/ }).check();
    await visitor.fillIn({ ...LESIA, email: "lost@example.com" });
    await visitor.placing.waitFor();
    let placedId = 0;
    await page.route("**/orders", async (route) => {
      const answer: OrderAnswer = await (await route.fetch()).json();
      if (answer.status === "ordered") placedId = answer.orderId;
      await route.abort();
    });
    await visitor.placing.click();
    await page.getByText(visitor.checkout.form.unsure).waitFor();
    await page.unroute("**/orders");

    const rename = "UPDATE studios SET priorities = replace(priorities, ?, ?) WHERE slug = ?";
    await system.write(rename, '"rush"', '"faster"', slug);
    await page.reload({ waitUntil: "networkidle" });
    await dropped.waitFor();
    await visitor.untilOrderable(9);
    // Loaded again without the priority, the page still says why.
    await page.reload({ waitUntil: "networkidle" });
    await visitor.untilOrderable(9);
    await dropped.waitFor();
    await system.write(rename, '"faster"', '"rush"', slug);
    await page.reload({ waitUntil: "networkidle" });
    await visitor.untilOrderable(9);
    expect(await when.getByRole("radio", { name: new RegExp(ready.usual) }).isChecked()).toBe(true);
    expect(await dropped.count()).toBe(0);

    await visitor.goToOrder(9);
    await page.getByRole("checkbox", { name: visitor.checkout.form.consent }).check();
    expect(placedId).toBeGreaterThan(0);
    expect((await visitor.place()).orderId).toBe(placedId);
    await context.close();
  });

  it.each(VISITORS)(
    "pays the minimum price once for a basket if the owner chose so, on $device",
    async ({ language, viewport }) => {
      const { owner, base, slug, apiKey } = system.demoStudio(2);
      const panel = await system.open(owner, { viewport });
      await panel.page.goto(`${base}/prices`);
      const prices = panel.page.locator("main form").first();
      await prices.locator('[name="minimumPrice"]').fill("150");
      await prices.locator('[name="minimumPricePer"]').selectOption("order");
      await Promise.all([panel.page.waitForNavigation(), prices.locator("button.primary").click()]);

      const { visitor, page, context, complaints } = await visit(system, language, { viewport }, `/${slug}`);
      const [plate, cube] = SMALL_PARTS;
      const note = visitor.parts.price.minimumOrder(decimalAmount(language, "150.00", "UAH"));
      const total = page.locator(".basket-sum .price");
      const totalIs = (amount: string) =>
        expect.poll(async () => amountIn(await total.innerText()), { timeout: 60_000 }).toBe(amount);
      await visitor.choose(plate);
      const ofPlate = Number(await visitor.priceOf(plate.name));
      expect(ofPlate).toBeLessThan(75);
      await visitor.card(plate.name).getByText(note).waitFor();
      await totalIs("150.00");
      // Enough of them reach it, and pay no difference.
      const quantity = visitor.card(plate.name).getByLabel(visitor.parts.choices.quantity);
      await quantity.fill("50");
      await expect.poll(() => visitor.card(plate.name).getByText(note).count(), { timeout: 60_000 }).toBe(0);
      await totalIs(await visitor.priceOf(plate.name));
      await quantity.fill("1");

      await visitor.choose(cube);
      const ofCube = Number(await visitor.priceOf(cube.name));
      await totalIs("150.00");
      await visitor.goToOrder(2);
      await visitor.fillIn(LESIA);
      const topUp = (150 - ofPlate - ofCube).toFixed(2);
      const line = page.locator(".summary-item").filter({ hasText: visitor.checkout.form.topUp });
      expect(amountIn(await line.innerText())).toBe(topUp);
      const { orderId, amount } = await visitor.place();
      expect(amount).toBe("150.00");
      await page.getByText(customerOrderWords(language).topUp).waitFor();
      const { data } = await system.api<Order>(apiKey, `/orders/${orderId}`);
      expect(data.totalPrice.amount).toBe("150.00");
      await panel.page.goto(`${base}/orders/${orderId}`);
      await panel.page.getByText(orderWords(await languageOf(panel.page)).topUp).waitFor();
      expect(complaints).toEqual([]);
      await panel.context.close();
      await context.close();
    },
  );

  it("keeps a basket under a link, for another browser too", async () => {
    const { visitor, page, context } = await visit(system, "en", { viewport: DESKTOP });
    const { basket, keptQuote } = visitor.checkout;
    const file = await exampleFile("part.stl", "kept.stl");
    await visitor.choose(file);
    await visitor.card(file.name).getByRole("radio", { name: /ABS/ }).check();
    await visitor.card(file.name).getByLabel(visitor.parts.choices.quantity).fill("12");
    const price = await visitor.priceOf(file.name);
    await page.getByRole("button", { name: basket.keep }).click();
    const address = await page.getByLabel(basket.keptAddress).inputValue();
    await context.close();

    const other = await visit(system, "en", {}, address);
    expect(await other.visitor.priceOf(file.name)).toBe(price);
    expect(await other.visitor.card(file.name).getByRole("radio", { name: /ABS/ }).isChecked()).toBe(true);
    await other.page.getByText(keptQuote.same("").slice(0, 20)).waitFor();
    // It speaks to the person who was sent the link, and shows the model that this browser never had.
    await other.page.getByText(pageWords("en").keptLead).waitFor();
    await other.visitor.card(file.name).getByRole("img").scrollIntoViewIfNeeded();
    await other.visitor.card(file.name).getByRole("button", { name: other.visitor.parts.model.fit }).waitFor();
    await other.visitor.goToOrder(12);
    await other.visitor.fillIn(LESIA);
    const { orderId, amount } = await other.visitor.place();
    expect(amount).toBe(price);
    expect((await orderOf(orderId)).items).toMatchObject([{ originalFileName: file.name, quantity: 12 }]);
    await other.context.close();
  });

  it("lets the customer cancel while the order is pending, and not after", async () => {
    const { visitor, page, context } = await visit(system, "uk");
    const words = customerOrderWords("uk");
    await orderBrackets(visitor, 6);
    const cancelled = await visitor.orderId();
    await page.getByText(words.cancel).click();
    await page.getByLabel(words.reason).fill("Помилився розміром.");
    await page.getByRole("button", { name: words.cancelNow }).click();
    await page.getByText(words.cancelledByYou).waitFor();
    expect((await orderOf(cancelled)).status).toBe("cancelled");
    expect(await page.getByText(words.cancel).count()).toBe(0);

    await page.goto(`/${system.demoStudio().slug}`, { waitUntil: "networkidle" });
    await orderBrackets(visitor, 8);
    const kept = await visitor.orderId();
    const { owner, base } = system.demoStudio();
    const panel = await system.open(owner);
    await panel.page.goto(`${base}/orders/${cancelled}`);
    expect(await panel.page.locator("main").innerText()).toContain("Помилився розміром.");
    await panel.page.goto(`${base}/orders/${kept}`);
    await Promise.all([
      panel.page.waitForNavigation(),
      panel.page.locator('main button[name="status"][value="confirmed"]').first().click(),
    ]);
    await panel.context.close();
    // On the page that was open meanwhile.
    await page.getByText(words.cancel).click();
    await page.getByRole("button", { name: words.cancelNow }).click();
    await page.getByText(words.notPending).waitFor();
    expect((await orderOf(kept)).status).toBe("confirmed");
    await page.goto(page.url().replace(/\/cancel.*/, ""));
    await page.getByText(words.now.accepted).waitFor();
    await context.close();
  });

  it.each(VISITORS)(
    "asks for a price if there is none, and orders at the one that the studio names, on $device",
    async (visitorKind) => {
      const { language, viewport } = visitorKind;
      const { visitor, page, context, complaints } = await visit(system, language, { viewport });
      const words = customerRequestWords(language);
      await visitor.choose(
        { name: "полиця.stl", bytes: binaryStl(box([0, 0, 0], [500, 40, 4])) },
        await exampleFile("part.stl"),
      );
      const shelf = visitor.card("полиця.stl");
      await shelf.getByText(visitor.parts.unpriced.fits_no_printer).waitFor({ timeout: 60_000 });
      // The room of the largest printer by all three sides, and no price beside a choice.
      expect(await shelf.innerText()).toMatch(/\d+ × \d+ × \d+ (mm|мм)\./);
      await shelf.getByRole("radio", { name: /PETG/ }).waitFor();
      expect(await shelf.locator(".option-price").count()).toBe(0);
      await visitor.priceOf("part.stl");
      await visitor.goToRequest(1);
      await visitor.fillIn({ ...LESIA, email: `request-${language}@example.com` });
      await page.getByRole("button", { name: visitor.checkout.form.send, exact: true }).click();
      // The priced parts are still in the basket.
      await page.getByText(visitor.checkout.done.rest).waitFor();
      await visitor.card("part.stl").waitFor();
      await page.getByRole("link", { name: visitor.checkout.done.toRequest }).click();
      await page.getByText(words.statuses.new).waitFor();
      await page.getByText(words.reasons.fits_no_printer).waitFor();
      const address = page.url();

      const { owner, base } = system.demoStudio();
      const panel = await system.open(owner);
      await panel.page.goto(`${base}/requests`);
      await panel.page
        .getByRole("row", { name: /полиця\.stl/ })
        .first()
        .getByRole("link")
        .first()
        .click();
      const panelWords = requestsWords(await languageOf(panel.page));
      const shown = await panel.page.locator("main").innerText();
      for (const text of [
        LESIA.lastName,
        LESIA.comment,
        `request-${language}@example.com`,
        panelWords.reasons.fits_no_printer,
      ]) {
        expect(shown).toContain(text);
      }
      const answer = `Можемо надрукувати двома частинами (${language}).`;
      await panel.page.getByLabel(panelWords.answer).fill(answer);
      await panel.page.getByRole("textbox", { name: panelWords.priceOf(1, "полиця.stl", 1) }).fill("900");
      await panel.page.getByLabel(panelWords.readyOn).fill("2099-01-09");
      await Promise.all([
        panel.page.waitForNavigation(),
        panel.page.getByRole("button", { name: panelWords.sendAnswer }).click(),
      ]);

      await page.goto(address);
      await page.getByText(words.named).waitFor();
      await page.getByText(answer).waitFor();
      expect(await seriousInBothThemes(page)).toEqual([]);
      expect(await page.evaluate<number>("document.scrollingElement.scrollWidth")).toBeLessThanOrEqual(viewport.width);
      const labels = deliveryFormWords(language);
      // Nothing is ordered without the consent and the address: each has its fault beside it.
      const accepting = page.getByRole("button", { name: words.accept("").trim() });
      await page.getByLabel(labels.city).fill(LESIA.city);
      await accepting.click();
      await page.getByText(words.faults).waitFor();
      expect(await page.getByLabel(labels.city).inputValue()).toBe(LESIA.city);
      await page.getByRole("textbox", { name: labels.branch }).fill(LESIA.branch);
      await page.getByLabel(words.consent).check();
      await accepting.click();
      await page.getByText(customerOrderWords(language).now.accepted).waitFor();
      expect(await page.locator("main").innerText()).toMatch(/900[.,]00/);

      await panel.page.reload();
      await Promise.all([
        panel.page.waitForNavigation(),
        panel.page.locator("section[aria-labelledby=answer] a").click(),
      ]);
      const ordered = await panel.page.locator("main").innerText();
      for (const text of ["полиця.stl", LESIA.branch, LESIA.comment]) expect(ordered).toContain(text);
      await panel.context.close();
      expect(complaints.filter((complaint) => !/status of 400/.test(complaint))).toEqual([]);
      await context.close();
    },
  );

  it.each(VISITORS)(
    "sends photos, drawings and a lidless model to be checked, which the studio saves, on $device",
    async ({ language, viewport }) => {
      const { visitor, page, context, complaints } = await visit(system, language, { viewport });
      const { parts } = visitor;
      const attached = attachedWords(language);
      const photo = { name: "фото зламаної деталі.jpg", bytes: new TextEncoder().encode("<script>alert(1)</script>") };
      const lidless = box([0, 0, 0], [30, 30, 30]);
      await visitor.choose(
        photo,
        { name: "корпус.igs", bytes: new TextEncoder().encode("S      1") },
        { name: "порожнє.png", bytes: new Uint8Array() },
        { name: "не модель.stl", bytes: new TextEncoder().encode("%PDF-1.7, under another name") },
        { name: "без кришки.stl", bytes: binaryStl({ ...lidless, faces: lidless.faces.slice(1) }) },
      );
      await page.getByRole("alert").getByText(parts.turnedAway.emptyHelp).waitFor();
      await visitor.card(photo.name).getByText(attached.goes).waitFor();
      await visitor.card("корпус.igs").getByText(attached.atOnce).waitFor();
      // The server reads it, and says more of the reason than the browser could.
      await visitor.card("не модель.stl").getByText(attached.check).waitFor();
      const open = visitor.card("без кришки.stl");
      await open.getByText(parts.unpriced.not_slicedHelp).waitFor({ timeout: 60_000 });
      // Files on the server survive a reload.
      await page.reload({ waitUntil: "networkidle" });
      await visitor.goToRequest(1, 3);
      await page.goBack();
      await open.getByRole("button", { name: parts.unpriced.check }).click();
      await visitor.fillIn({ ...LESIA, email: `files-${language}@example.com` });
      await visitor.send();
      const words = customerRequestWords(language);
      await page.getByText(words.attached).first().waitFor();
      expect(await page.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(
        expect.arrayContaining(["без кришки.stl", photo.name, "корпус.igs", "не модель.stl"]),
      );

      const { owner, base } = system.demoStudio();
      const panel = await system.open(owner);
      await panel.page.goto(`${base}/requests`);
      await panel.page
        .getByRole("row", { name: /корпус\.igs/ })
        .first()
        .getByRole("link")
        .first()
        .click();
      const panelWords = requestsWords(await languageOf(panel.page));
      const shown = panel.page.getByRole("article").filter({ hasText: photo.name });
      await shown.getByText(panelWords.unopened).waitFor();
      const saving = panel.page.waitForEvent("download");
      await shown.getByRole("link", { name: panelWords.downloadFile }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe(photo.name);
      expect(await readFile(await saved.path())).toEqual(Buffer.from(photo.bytes));
      await panel.context.close();
      expect(complaints.filter((complaint) => !/status of 400/.test(complaint))).toEqual([]);
      await context.close();
    },
  );

  it.each(VISITORS)("prints a tiny part once its size is confirmed, on $device", async ({ language, viewport }) => {
    const { visitor, context, complaints } = await visit(system, language, { viewport });
    const { parts } = visitor;
    const [pin, tiny] = ["штифт.stl", "намистина.stl"];
    await visitor.choose(
      { name: pin, bytes: binaryStl(box([0, 0, 0], [8, 8, 8])) },
      // Shorter than the slicer takes without asking.
      { name: tiny, bytes: binaryStl(box([0, 0, 0], [4, 4, 4])) },
    );
    for (const name of [pin, tiny]) {
      await visitor.card(name).getByRole("button", { name: parts.units.isSmall }).click();
      expect(Number(await visitor.priceOf(name))).toBeGreaterThan(0);
    }
    expect(await visitor.card(tiny).locator(".size-line").innerText()).toMatch(/4 × 4 × 4/);
    await visitor.goToOrder(2);
    await visitor.fillIn(LESIA);
    const { orderId } = await visitor.place();
    const { items } = await orderOf(orderId);
    expect(items.map(({ originalFileName }) => originalFileName)).toEqual([pin, tiny]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows a name's fault beside the field, before it is sent", async () => {
    const { visitor, page, context } = await visit(system, "en");
    await visitor.choose(await exampleFile("part.stl"));
    await visitor.card("part.stl").getByLabel(visitor.parts.choices.quantity).fill("5");
    await visitor.goToOrder(5);
    const { form } = visitor.checkout;
    await page.getByText(form.nameHint).waitFor();
    await visitor.fillIn({ ...LESIA, firstName: "Lesia", phoneNumber: "050 111" });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await visitor.placing.click();
    await page.getByText(form.cyrillic).waitFor();
    expect(await page.getByLabel(form.firstName).evaluate((field) => field === field.ownerDocument.activeElement)).toBe(
      true,
    );
    const phone = page.getByRole("textbox", { name: form.phoneNumber });
    expect(await phone.getAttribute("aria-invalid")).toBe("true");
    expect(sent.filter((url) => url.endsWith("/orders"))).toEqual([]);
    await context.close();
  });

  it.each(VISITORS)(
    "tops a small order up to the minimum, never by a wrong quantity, with what is typed as people type it, on $device",
    async ({ language, viewport }) => {
      const permissions = ["clipboard-write"];
      const { visitor, page, path, context, complaints } = await visit(system, language, { viewport, permissions });
      const { parts, checkout } = visitor;
      await visitor.choose(await exampleFile("part.stl"));
      await visitor.priceOf("part.stl");
      const ordering = await visitor.untilOrderable(1);
      const quantity = visitor.card("part.stl").getByLabel(parts.choices.quantity);
      await quantity.fill("2.5");
      await ordering.waitFor({ state: "detached" });
      await quantity.fill("1500");
      const request = checkout.basket.request(parts.counts.parts(1));
      await page.getByRole("button", { name: request, exact: true }).waitFor();
      expect(await ordering.count()).toBe(0);
      await quantity.fill("1");
      const own = await visitor.priceOf("part.stl");

      await visitor.goToOrder(1);
      await page.goBack();
      await visitor.goToOrder(1);
      const name = page.getByLabel(checkout.form.firstName);
      await visitor.fillIn({ ...LESIA, firstName: "Lesia", phoneNumber: "050 111 22 33" });
      await page.getByRole("button", { name: checkout.form.rewrite("Лесія") }).click();
      expect(await name.inputValue()).toBe("Лесія");
      await page.getByRole("radio", { name: "Самовивіз", exact: true }).check();
      await page.getByText(deliveryFormWords(language).pickup).waitFor();
      expect(await page.getByLabel(deliveryFormWords(language).city).count()).toBe(0);
      await page.getByText(checkout.form.topUp).waitFor();
      const { orderId, orderNumber, amount } = await visitor.place();
      expect(Number(own)).toBeLessThan(150);
      expect(amount).toBe("150.00");
      await page.getByText(customerOrderWords(language).topUp).waitFor();
      const { items, totalPrice } = await orderOf(orderId);
      expect([totalPrice.amount, ...items.map(({ price }) => price.amount)]).toEqual(["150.00", "150.00"]);
      await page
        .getByRole("button", { name: customerPagesWords(language).copy })
        .last()
        .click();
      await page.getByRole("button", { name: customerPagesWords(language).copied }).waitFor();

      // The order page itself leads back to the order.
      await page.goto(path);
      await page.getByText(checkout.done.ordered(orderNumber)).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it("can be made without a mouse", async () => {
    const { visitor, page, context, complaints } = await visit(system, "en", { viewport: DESKTOP });
    const { parts, checkout } = visitor;
    // Asked for before: the browser is told first not to open its own window.
    const choosing = page.waitForEvent("filechooser");
    await tabTo(page, page.locator("#model-files"));
    await page.keyboard.press("Enter");
    const chooser = await choosing;
    const { name, bytes } = await exampleFile("part.stl");
    await chooser.setFiles({ name, mimeType: "model/stl", buffer: Buffer.from(bytes) });
    const card = visitor.card(name);
    await visitor.priceOf(name);

    await tabTo(page, card.getByRole("radio", { name: /PLA/ }).first());
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await card.getByRole("radio", { name: /PLA Silk/ }).isChecked()).toBe(true);
    await tabTo(page, card.getByLabel(parts.choices.quantity));
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("6");
    await tabTo(page, card.getByRole("checkbox", { name: /Priming/ }));
    await page.keyboard.press("Space");
    await tabTo(page, await visitor.untilOrderable(6));
    await page.keyboard.press("Enter");

    for (const [label, text] of [
      [checkout.form.firstName, LESIA.firstName],
      [checkout.form.lastName, LESIA.lastName],
      [checkout.form.phoneNumber, LESIA.phoneNumber],
      [checkout.form.email, "keyboard@example.com"],
      [deliveryFormWords("en").city, LESIA.city],
      [deliveryFormWords("en").branch, LESIA.branch],
    ] as const) {
      await tabTo(page, page.getByRole("textbox", { name: label }));
      await page.keyboard.type(text);
    }
    await tabTo(page, page.getByRole("checkbox", { name: checkout.form.consent }));
    await page.keyboard.press("Space");
    await visitor.placing.waitFor();
    await tabTo(page, visitor.placing);
    await page.keyboard.press("Enter");
    const orderId = await visitor.orderId();
    const found = await orderOf(orderId);
    expect(found.customer.email).toBe("keyboard@example.com");
    expect(found.items).toMatchObject([{ quantity: 6, materialId: (await named("/materials", "PLA Silk")).id }]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** In which the panel's page is shown: the person's own choice. */
async function languageOf(page: Page): Promise<Language> {
  return (await page.locator("html").getAttribute("lang")) === "uk" ? "uk" : "en";
}

/** Presses Tab until the element has the focus, as everyone without a mouse must be able to. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${target}`);
}

const STL_HEADER_BYTES = 84;
const STL_TRIANGLE_BYTES = 50;

/** Every coordinate of a binary STL, with its position. */
function* coordinatesOf(stl: Uint8Array): Generator<{ at: number; value: number; axis: number }> {
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength);
  const triangles = view.getUint32(STL_HEADER_BYTES - 4, true);
  for (let triangle = 0; triangle < triangles; triangle++) {
    for (let number = 0; number < 9; number++) {
      const at = STL_HEADER_BYTES + triangle * STL_TRIANGLE_BYTES + 12 + 4 * number;
      yield { at, value: view.getFloat32(at, true), axis: number % 3 };
    }
  }
}

function scaledStl(stl: Uint8Array, factor: number): Uint8Array {
  const scaled = new Uint8Array(stl);
  const view = new DataView(scaled.buffer);
  for (const { at, value } of coordinatesOf(stl)) view.setFloat32(at, value * factor, true);
  return scaled;
}

/** Length, width and height, to a hundredth of a millimetre. */
function extentOf(stl: Uint8Array): string[] {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (const { value, axis } of coordinatesOf(stl)) {
    least[axis] = Math.min(least[axis] ?? value, value);
    most[axis] = Math.max(most[axis] ?? value, value);
  }
  return most.map((value, axis) => (value - (least[axis] ?? 0)).toFixed(2));
}
