// Nova Poshta in a real browser: its settings, places while typing, estimates, and its troubles. Skipped without Chromium.

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type ServedCarrier, serveCarrier } from "../../../harness/carrier/serve.ts";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { LESIA } from "../../../scripts/browser/storefront-visitor.ts";
import type { Language } from "../../../src/domain/person.ts";
import { customerOrderWords } from "../../../src/storefront/orders/order.words.ts";
import { seriousInBothThemes } from "../accessibility.ts";
import { DESKTOP, PanelSystem, PHONE, type Window } from "../panel/panel-system.ts";
import { exampleFile, VISITORS, type Visit, visit } from "./visits.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the journeys with a parcel carrier are not made.");

interface Delivered {
  readonly delivery: Readonly<Record<string, string | null>> | null;
}

/** A folder for pictures of the pages, if one is named. */
const PICTURES = process.env.CARRIER_PICTURES;

describe.skipIf(chromium === undefined)("a parcel carrier, only with Chromium", () => {
  let served: ServedCarrier;
  let system: PanelSystem;
  let key: string;

  beforeAll(async () => {
    served = await serveCarrier();
    key = served.carrier.makeKey();
    system = await PanelSystem.start(chromium ?? "", served.origin);
    await connected();
  });
  afterEach(() => {
    served.carrier.trouble = null;
  });
  afterAll(async () => {
    await system?.stop();
    await served?.stop();
  });

  /** An owner enters the key, and chooses the sender by letters. */
  async function connected(): Promise<void> {
    const { owner, base } = system.demoStudio();
    const panel = await system.open(owner, { viewport: PHONE });
    const { page } = panel;
    await page.goto(`${base}/carrier`);
    await page.locator("[name=carrierKey]").fill(key);
    await page.locator("form[action$='/carrier/key'] button").click();
    await page.getByRole("status").first().waitFor();
    await keepPicture(page, "settings");
    await page.goto(`${base}/carrier/sender`, { waitUntil: "networkidle" });
    await choose(page, "[name=cityName]", "киї", /^м\. Київ/);
    await choose(page, "[name=warehouseName]", "пирог", /^Відділення №\d+: вул. Пирогівський/);
    await keepPicture(page, "sender");
    expect(await seriousInBothThemes(page)).toEqual([]);
    await page.locator("form[action$='/carrier/sender'] button[type=submit]").click();
    await page.waitForURL(`**${base}/carrier`);
    expect(await page.locator("main").innerText()).toContain("Пирогівський");
    expect(await seriousInBothThemes(page)).toEqual([]);
    await keepPicture(page, "connected");
    expect(panel.complaints).toEqual([]);
    await panel.context.close();
  }

  async function keepPicture(page: Page, name: string): Promise<void> {
    if (PICTURES === undefined) return;
    await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: `${PICTURES}/${name}-dark.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: "light" });
    // Colours on their way would be judged.
    await page.waitForTimeout(1_000);
  }

  /** Types letters, and takes a place from the list by the arrow keys. */
  async function choose(page: Page, selector: string, letters: string, name: RegExp): Promise<void> {
    const field = page.locator(selector);
    await field.click();
    await field.pressSequentially(letters);
    const option = page.getByRole("option", { name }).first();
    await option.waitFor();
    // The list of fewer letters may give way to that of all between two steps.
    const pointed = async () => {
      await field.press("ArrowDown");
      expect(await field.getAttribute("aria-activedescendant")).toMatch(/-places-\d+$/);
    };
    await vi.waitFor(pointed, { timeout: 30_000, interval: 500 });
    await option.click();
    expect(await field.inputValue()).toMatch(name);
    expect(await field.getAttribute("aria-expanded")).toBe("false");
  }

  async function toForm(visited: Visit): Promise<void> {
    await visited.visitor.choose(await exampleFile("part.stl"));
    await visited.visitor.priceOf("part.stl");
    await visited.visitor.goToOrder(1);
    await visited.page.locator('[name="firstName"]').waitFor();
    await visited.page.getByRole("radio", { name: /Нова Пошта/ }).check();
  }

  async function fillInPerson({ page, visitor }: Visit): Promise<void> {
    const { firstName, lastName, phoneNumber, email } = LESIA;
    for (const [name, value] of Object.entries({ firstName, lastName, phoneNumber, email })) {
      await page.locator(`[name="${name}"]`).fill(value);
    }
    await page.getByRole("checkbox", { name: visitor.checkout.form.consent }).check();
  }

  async function deliveryOf(visited: Visit, language: Language): Promise<Delivered["delivery"]> {
    await visited.page.getByText(customerOrderWords(language).now.sent).waitFor();
    const orderId = await visited.visitor.orderId();
    const { data } = await system.api<Delivered>(system.demoStudio().apiKey, `/orders/${orderId}`);
    return data.delivery;
  }

  it.each(VISITORS)(
    "finds city and branch by three letters, shows price and day, and the order has both, on $device",
    async ({ language, viewport }) => {
      const visited = await visit(system, language, { viewport });
      const { page, visitor, context, complaints } = visited;
      await toForm(visited);
      const [city, branch] = ["[name=deliveryCityName]", "[name=deliveryWarehouseName]"];
      await page.locator(city).pressSequentially("льв");
      await page.getByRole("option", { name: /^м\. Львів/ }).waitFor();
      await keepPicture(page, `cities-${language}`);
      expect(await seriousInBothThemes(page)).toEqual([]);
      await page.locator(city).press("ArrowDown");
      await page.locator(city).press("Enter");
      expect(await page.locator(city).inputValue()).toBe("м. Львів, Львівська обл.");
      await choose(page, branch, "город", /^Відділення №\d+: вул. Городоцька/);
      const estimate = page.getByText(language === "uk" ? /близько 7\d,00/ : /about ₴7\d\.00, delivered around/);
      await estimate.waitFor();
      await keepPicture(page, `estimate-${language}`);
      expect(await seriousInBothThemes(page)).toEqual([]);
      await fillInPerson(visited);
      await visitor.placing.click();
      expect(await deliveryOf(visited, language)).toMatchObject({
        ...{ method: "Нова Пошта", cityName: "м. Львів, Львівська обл.", npServiceType: "WarehouseWarehouse" },
        ...{
          cityRef: expect.stringMatching(/^[0-9a-f-]{36}$/),
          warehouseRef: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      });
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it("forgets the ids of places that are typed on by hand, also while another method is chosen, and asks nothing for that", async () => {
    const visited = await visit(system, "en", { viewport: DESKTOP });
    const { page, visitor, context } = visited;
    const [city, branch] = ["[name=deliveryCityName]", "[name=deliveryWarehouseName]"];
    await toForm(visited);
    await choose(page, city, "льв", /^м\. Львів/);
    await choose(page, branch, "город", /^Відділення №\d+: вул. Городоцька/);
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/delivery/") && asked.push(request.url()));
    await page.getByRole("radio", { name: /Кур’єр/ }).check();
    await page.locator(city).fill("Бровари, центр");
    // A branch that was chosen is none of another city.
    expect(await page.locator(branch).inputValue()).toBe("");
    await page.locator(branch).fill("біля ринку");
    await page.getByRole("radio", { name: /Нова Пошта/ }).check();
    expect(asked).toEqual([]);
    await fillInPerson(visited);
    await visitor.placing.click();
    expect(await deliveryOf(visited, "en")).toMatchObject({
      ...{ cityName: "Бровари, центр", cityRef: null, warehouseName: "біля ринку", warehouseRef: null },
    });
    await context.close();
  });

  it.each(["slow", "down", "half", "busy"] as const)(
    "stops no order while the carrier is %s, and shows nothing of it",
    async (trouble) => {
      const visited = await visit(system, "uk", { viewport: PHONE });
      const { page, visitor, context, complaints } = visited;
      await toForm(visited);
      served.carrier.trouble = trouble;
      await page.locator("[name=deliveryCityName]").pressSequentially("Дніпр");
      await page.locator("[name=deliveryWarehouseName]").fill("№ 7");
      await fillInPerson(visited);
      await visitor.placing.click();
      expect(await deliveryOf(visited, "uk")).toMatchObject({ cityName: "Дніпр", cityRef: null, warehouseName: "№ 7" });
      expect(complaints).toEqual([]);
      served.carrier.trouble = null;
      await context.close();
    },
  );

  /** After its troubles the service asks the carrier nothing for some seconds. */
  async function untilAsked(letters: string): Promise<void> {
    const address = `${system.origin}/${system.demoStudio().slug}/delivery/cities?letters=${encodeURIComponent(letters)}`;
    await expect
      .poll(async () => (await fetch(address)).text(), { timeout: 60_000, interval: 1_000 })
      .toContain("found");
  }

  async function openCounter(): Promise<Window> {
    const { owner, base } = system.demoStudio();
    const panel = await system.open(owner, { viewport: DESKTOP });
    await panel.page.goto(`${base}/new-order`, { waitUntil: "networkidle" });
    const { name, bytes } = await exampleFile("part.stl");
    const file = { name, mimeType: "model/stl", buffer: Buffer.from(bytes) };
    await panel.page.locator("input[type=file]").setInputFiles(file);
    await panel.page.locator("[name='items.0.quantity']").waitFor();
    return panel;
  }

  it("finds places and the estimate at the counter", async () => {
    await untilAsked("Оде");
    const { page, context, complaints } = await openCounter();
    await page.locator("[data-parcel]").waitFor({ state: "attached", timeout: 120_000 });
    const address = page.locator("details", { has: page.locator("[name=cityName]") });
    if ((await address.getAttribute("open")) === null) await address.locator("summary").click();
    const chooseCity = () => choose(page, "[name=cityName]", "кам", /^м\. Кам'янець-Подільський/);
    await chooseCity();
    // A place that is typed while another method is chosen would keep the ids of this one.
    const method = page.locator("select[name=deliveryMethodId]");
    const before = await method.inputValue();
    const other = await method.locator("option", { hasText: "Кур’єр" }).getAttribute("value");
    await method.selectOption(other);
    expect(await page.locator("[name=cityRef]").inputValue()).toBe("");
    await method.selectOption(before);
    await page.locator("[name=cityName]").fill("");
    await chooseCity();
    await choose(page, "[name=warehouseName]", "2", /^Відділення №2:/);
    // In the owner's language.
    await page.getByText(/близько 7\d,00.+, орієнтовно/).waitFor();
    await keepPicture(page, "counter");
    expect(await seriousInBothThemes(page)).toEqual([]);
    for (const [name, value] of [
      ["firstName", "Ольга"],
      ["lastName", "Кобилянська"],
      ["phoneNumber", "0501234567"],
    ]) {
      await page.locator(`[name="${name}"]`).fill(value ?? "");
    }
    await page.locator("button[value=place]").click();
    await page.waitForURL(/\/orders\/\d+/);
    const [, id] = /\/orders\/(\d+)/.exec(page.url()) ?? [];
    const { data } = await system.api<Delivered>(system.demoStudio().apiKey, `/orders/${id}`);
    expect(data.delivery).toMatchObject({
      ...{ cityRef: expect.any(String), warehouseRef: expect.any(String), npServiceType: "WarehouseWarehouse" },
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("says in the panel that the key was revoked, and customers type their address", async () => {
    served.carrier.revokeKey(key);
    const visited = await visit(system, "uk", { viewport: PHONE });
    await toForm(visited);
    await visited.page.locator("[name=deliveryCityName]").pressSequentially("Одеса, порт");
    const { owner, base } = system.demoStudio();
    const panel = await system.open(owner);
    await expect
      .poll(async () => {
        await panel.page.goto(`${base}/carrier`);
        return panel.page.locator("main").innerText();
      })
      .toMatch(/revoked|відкликано/);
    await keepPicture(panel.page, "revoked");
    expect(await seriousInBothThemes(panel.page)).toEqual([]);
    await visited.page.locator("[name=deliveryWarehouseName]").fill("№ 1");
    await fillInPerson(visited);
    await visited.visitor.placing.click();
    expect(await deliveryOf(visited, "uk")).toMatchObject({ cityName: "Одеса, порт", cityRef: null });
    await panel.context.close();
    await visited.context.close();
  });
});
