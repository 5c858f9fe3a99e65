// Journeys through the panel in a real browser, against the running system. Skipped without Chromium.

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { placeOrders } from "../../../scripts/browser/filled-studio.ts";
import { DESKTOP, PanelSystem, PHONE, SMALL_PARTS } from "./panel-system.ts";

/** An order's news must show within this time of its answer. */
const NEWS_MILLISECONDS = 3_000;

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the journeys through the panel are not made.");

/** Fills the fields of a page's form by their names; of a select, the value. */
async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const select = page.locator(`main select[name="${name}"]`);
    if ((await select.count()) > 0) await select.first().selectOption(value);
    else await page.locator(`main [name="${name}"]`).first().fill(value);
  }
}

/** Presses the main button of the page's main form, and waits for the page that follows. */
async function submit(page: Page, button = "main form button.primary"): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.locator(button).first().click()]);
}

async function pressed(page: Page, button: Locator): Promise<void> {
  await Promise.all([page.waitForNavigation(), button.click()]);
}

describe.skipIf(chromium === undefined)("a journey through the panel, only with Chromium", () => {
  let system: PanelSystem;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
  });

  afterAll(() => system?.stop());

  it("leads a new owner from the operator's link to the first quote", async () => {
    const created = await system.operator(
      ...["create", "--slug", "nova-studiia", "--title", "Нова студія", "--plan", "pro", "--hourly-rate", "60"],
    );
    const [link = ""] = /http\S+\/panel\/links\/\S+/.exec(created) ?? [];
    expect(link, created).not.toBe("");
    const { page, complaints } = await system.open(undefined, { viewport: PHONE });
    await page.goto(link);
    await fill(page, { email: "nova@example.com", name: "Надія Нова", password: "довгий новий пароль" });
    await submit(page);
    const base = "/panel/studios/nova-studiia";
    expect(new URL(page.url()).pathname).toBe(base);
    expect(await page.locator(".checklist .done").count()).toBe(1);

    await page.goto(`${base}/catalog/materials/new`);
    await fill(page, { technologyId: "1", name: "PLA", costPerKg: "620", density: "1,24" });
    await submit(page);
    await page.goto(`${base}/catalog/qualities/new/fdm`);
    await fill(page, { name: "Стандарт" });
    await submit(page);
    await page.goto(`${base}/printers/new`);
    await fill(page, { name: "Перший", technologyId: "1", buildVolume: "220x220x250" });
    await submit(page);
    await page.goto(`${base}/catalog/delivery/new`);
    await fill(page, { name: "Нова пошта" });
    await submit(page);

    const key = await createKey(page, base);
    await page.goto(base);
    // All is done, so the day's figures replace the checklist.
    expect(await page.locator("#day").count()).toBe(1);

    const materials = await system.api<{ id: number }[]>(key, "/materials");
    const qualities = await system.api<{ id: number }[]>(key, "/printing-qualities");
    const form = new FormData();
    form.set("materialId", String(materials.data[0]?.id));
    form.set("printingQualityId", String(qualities.data[0]?.id));
    const [{ name, bytes }] = SMALL_PARTS;
    form.set("model", new Blob([bytes]), name);
    const quote = await system.api<{ totalPrice: { amount: string }; fitsBuildVolume: boolean }>(key, "/quotes", {
      method: "POST",
      body: form,
      headers: { Prefer: "wait=30" },
    });
    expect(quote.status).toBe(200);
    expect(quote.data.fitsBuildVolume).toBe(true);
    expect(Number(quote.data.totalPrice.amount)).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  it("creates a key that works, and revokes it for the very next request", async () => {
    const { owner, base } = system.demoStudio(1);
    const { page, complaints } = await system.open(owner);
    const key = await createKey(page, base);
    expect((await system.api(key, "/me")).status).toBe(200);
    await page.goto(`${base}/keys`);
    expect(await page.content()).not.toContain(key);
    await page.locator('tr:has-text("Сайт студії") a[href$="/revoke"]').click();
    await page.waitForURL(/\/revoke$/);
    await submit(page, 'main form[action$="/revoke"] button');
    expect((await system.api(key, "/me")).status).toBe(401);
    expect(complaints).toEqual([]);
  });

  it("shows an order that a site places, and leads it through printing to the customer", async () => {
    const { owner, base, apiKey } = system.demoStudio(0);
    const { page, complaints } = await system.open(owner);
    const [id = 0] = await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS, 1);
    await page.goto(`${base}/orders/${id}`);
    await move(page, "confirmed");
    await page.goto(`${base}/printing`);
    // Every item of the order, one after the other: onto a printer, then done.
    for (;;) {
      const waiting = page.locator(`tr:has(a[href="${base}/orders/${id}"]) form[action$="/assign"] button`);
      if ((await waiting.count()) === 0) break;
      await Promise.all([page.waitForNavigation(), waiting.first().click()]);
    }
    const printers = await system.api<{ assignedItems: { orderId: number }[] }[]>(apiKey, "/printers");
    const assigned = printers.data.flatMap(({ assignedItems }) => assignedItems);
    expect(assigned.filter(({ orderId }) => orderId === id)).toHaveLength(2);
    expect((await system.api<{ status: string }>(apiKey, `/orders/${id}`)).data.status).toBe("printing");
    for (;;) {
      const printed = page.locator('form[action$="/printed"] button');
      if ((await printed.count()) === 0) break;
      await Promise.all([page.waitForNavigation(), printed.first().click()]);
    }
    await page.goto(`${base}/orders/${id}`);
    await move(page, "ready");
    await page.locator('main [name="newTrackingNumber"]').fill("20450000000001");
    await move(page, "shipped");
    const { data } = await system.api<{ status: string; delivery: { trackingNumber: string } }>(
      apiKey,
      `/orders/${id}`,
    );
    expect(data).toMatchObject({ status: "shipped", delivery: { trackingNumber: "20450000000001" } });
    expect(await page.locator("main").textContent()).toContain("20450000000001");
    expect(complaints).toEqual([]);
  });

  it("confirms chosen orders of the board at once, takes them back, and keeps the filter", async () => {
    const { owner, base, apiKey } = system.demoStudio(2);
    const ids = [
      ...(await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS)),
      ...(await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS)),
    ].sort();
    const { page, complaints } = await system.open(owner, { viewport: PHONE });
    await page.goto(`${base}/orders`);
    await Promise.all([page.waitForURL(/last=outside/), page.locator('[name="last"]').selectOption("outside")]);
    for (const id of ids) await page.locator(`input[name="orders[]"][value^="${id}:"]`).check();
    await pressed(page, page.locator('button[formaction$="/chosen/confirm"]'));
    expect(new URL(page.url()).search).toBe("?last=outside");
    const statusOf = async (id = 0) => (await system.api<{ status: string }>(apiKey, `/orders/${id}`)).data.status;
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => "confirmed"));
    await pressed(page, page.locator(".notice form button"));
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => "pending"));
    await page.goto(`${base}/orders`);
    for (const id of ids) await page.locator(`input[name="orders[]"][value^="${id}:"]`).check();
    // By keys: the first order's tick goes and comes back, and the next one is opened.
    const first = page.locator('input[name="orders[]"]').first();
    const wasTicked = await first.isChecked();
    await page.locator("h1").click();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    expect(await first.isChecked()).toBe(!wasTicked);
    await page.keyboard.press("x");
    const [archive] = await Promise.all([
      page.waitForEvent("download"),
      page.locator('button[formaction$="/chosen/files"]').click(),
    ]);
    expect(archive.suggestedFilename()).toMatch(/-orders\.zip$/);
    await pressed(page, page.locator("form#chosen-orders button:not([formaction])"));
    expect(await page.locator(".work-sheet").count()).toBe(ids.length);
    await Promise.all([page.waitForURL(/view=list#search$/), page.keyboard.press("Control+k")]);
    await page.waitForSelector("#field-search:focus");
    await page.locator("h1").click();
    await page.keyboard.press("j");
    await Promise.all([page.waitForURL(/\/orders\/\d+$/), page.keyboard.press("e")]);
    expect(complaints).toEqual([]);
  });

  it("puts a failed print back, divides the part over two printers, and prints a good copy again", async () => {
    const { owner, base, apiKey } = system.demoStudio(0);
    const { page, complaints } = await system.open(owner, { viewport: PHONE });
    const [id = 0] = await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS, 1);
    await page.goto(`${base}/orders/${id}`);
    await move(page, "confirmed");
    await page.goto(`${base}/printing`);
    const waiting = page.locator(`tr:has(a[href="${base}/orders/${id}"]) form[action$="/assign"]`);
    while ((await waiting.count()) > 0) await pressed(page, waiting.first().locator("button"));
    const prints = page.locator(`.queued:has(a[href="${base}/orders/${id}"])`);
    const before = await prints.count();
    const failing = prints.first();
    await failing.locator('details:has(form[action$="/failed"]) summary').first().click();
    await failing.locator('form[action$="/failed"] [name="reason"]').fill("Відклеїлося від столу");
    await failing.locator('form[action$="/failed"] [name="staysOnPrinter"]').uncheck();
    await pressed(page, failing.locator('form[action$="/failed"] button'));
    expect(await page.locator(".notice").first().textContent()).toContain("брак");
    expect([await waiting.count(), await prints.count()]).toEqual([1, before - 1]);

    await pressed(page, waiting.first().locator("button"));
    const done = page.locator(`.queued:has(a[href="${base}/orders/${id}"]) form[action$="/printed"] button`);
    while ((await done.count()) > 0) await pressed(page, done.first());
    await page.goto(`${base}/orders/${id}`);
    const again = page.locator('form[action$="/again"]').first();
    await again.locator('[name="againReason"]').fill("Подряпана");
    await again.locator('[name="againCopies"]').fill("1");
    await pressed(page, again.locator("button"));
    expect(await page.locator("main").textContent()).toContain("друкувати ще раз");
    await page.goto(`${base}/printing`);
    expect(await waiting.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it.each([DESKTOP, PHONE])("shows a new order at once, around a field in use: $width wide", async (viewport) => {
    const { owner, base, apiKey } = system.demoStudio(0);
    const { context, page, complaints } = await system.open(owner, { viewport });
    const opened = page.waitForEvent("websocket");
    await page.goto(`${base}/orders?view=list`);
    await opened;
    const search = page.locator("main input[type=search]");
    await search.focus();
    await page.keyboard.type("Кобз");
    const [id = 0] = await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS, 1);
    await page.waitForSelector(`main a[href="${base}/orders/${id}"]`, { timeout: NEWS_MILLISECONDS });
    expect(await page.locator("main input[type=search]:focus").count()).toBe(1);
    expect(await search.inputValue()).toBe("Кобз");
    expect(await page.locator("#live").textContent()).toContain("Щойно оновлено");
    // Both at one moment: the news of the next orders changes them together.
    const [waiting, title] = await page.evaluate<[string, string]>(
      "[document.querySelector('[data-count-of=orders]').dataset.count, document.title]",
    );
    expect(Number(waiting)).toBeGreaterThan(0);
    expect(title).toMatch(new RegExp(`^\\(${waiting}\\) `));
    // On the board, a focused button keeps its focus too.
    await page.goto(`${base}/orders`);
    const button = page.locator(`form[action="${base}/orders/${id}/move"] button`).first();
    await button.focus();
    const [later = 0] = await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS, 1);
    await page.waitForSelector(`main a[href="${base}/orders/${later}"]`, { timeout: NEWS_MILLISECONDS });
    expect(await page.locator(`form[action="${base}/orders/${id}/move"] button:focus`).count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.setOffline(true);
    await expect.poll(() => page.locator("#live [role=status]").textContent()).toContain("Немає з’єднання");
    await context.clearCookies();
    await context.setOffline(false);
    await expect.poll(() => page.locator("#live").textContent()).toContain("Ви вийшли");
    await context.close();
  });

  it("keeps a page up to date without a socket after a fault of a moment, and asks no more once the session has ended", async () => {
    const { owner, base } = system.demoStudio(0);
    const { context, page } = await system.open(owner);
    await page.clock.install();
    await page.routeWebSocket(/\/news$/, (socket) => socket.close());
    const statuses: number[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "fetch") statuses.push(response.status());
    });
    await page.goto(`${base}/printing`);
    await page.route(/\/printing$/, (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
    await page.clock.runFor(30_000);
    await expect.poll(() => statuses).toEqual([503]);
    await page.clock.runFor(30_000);
    await expect.poll(() => statuses).toEqual([503, 200]);
    await context.clearCookies();
    await page.clock.runFor(30_000);
    await expect.poll(() => statuses).toEqual([503, 200, 303]);
    await page.clock.runFor(120_000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(statuses).toEqual([503, 200, 303]);
    await context.close();
  });

  it("tells the second of two windows on one order, and overwrites nothing", async () => {
    const { owner, base, apiKey } = system.demoStudio(2);
    const [id = 0] = await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS, 1);
    const [first, second] = [await system.open(owner), await system.open(owner)];
    for (const { page } of [first, second]) await page.goto(`${base}/orders/${id}`);
    await move(first.page, "confirmed");
    await second.page.locator('main [name="comment"]').first().fill("Клієнт передумав");
    await move(second.page, "cancelled");
    expect(await second.page.locator("[role=alert]").count()).toBeGreaterThan(0);
    expect(await second.page.locator('main [name="comment"]').first().inputValue()).toBe("Клієнт передумав");
    expect((await system.api<{ status: string }>(apiKey, `/orders/${id}`)).data.status).toBe("confirmed");
  });

  it.each([
    {
      kind: "prices",
      list: "/prices",
      entry: null,
      field: "hourlyRate",
      values: ["75,25", "61,25"],
      other: "setupCost",
    },
    {
      ...{ kind: "a material", list: "/catalog/materials", entry: "PLA" },
      ...{ field: "costPerKg", values: ["640,5", "655,5"], other: "density" },
    },
    { kind: "a printer", list: "/printers", entry: "", field: "name", values: ["Лівий", "Правий"], other: "model" },
  ] as const)(
    "asks the second of two windows with $kind about a value that both changed, and keeps its other one",
    async ({ list, entry, field, values: [firstValue, secondValue], other }) => {
      const { owner, base } = system.demoStudio(2);
      const [first, second] = [await system.open(owner), await system.open(owner, { viewport: PHONE })];
      const form = `main form:has([name="seen"]):has([name="${field}"])`;
      for (const { page } of [first, second]) {
        await page.goto(`${base}${list}`);
        if (entry !== null) await pressed(page, page.locator("main tbody a", { hasText: entry }).first());
      }
      const address = first.page.url();
      const typed = (page: Page, name: string) => page.locator(`${form} [name="${name}"]`).last();
      const save = (page: Page) => pressed(page, page.locator(`${form} button.primary`).last());
      const saved = async (name: string) => {
        await first.page.goto(address);
        return typed(first.page, name).inputValue();
      };
      await typed(first.page, field).fill(firstValue);
      await save(first.page);
      await typed(second.page, field).fill(secondValue);
      await typed(second.page, other).fill("1,25");
      await save(second.page);
      const shown = await second.page.locator("main").innerText();
      expect(shown).toContain("Тим часом хтось інший уже це змінив");
      expect(shown).toContain(`Тим часом збережено: ${firstValue}.`);
      expect(await typed(second.page, field).inputValue()).toBe(secondValue);
      expect(await typed(second.page, other).inputValue()).toBe("1,25");
      expect(await saved(field)).toBe(firstValue);
      // Sent again, after both values were shown.
      await save(second.page);
      expect([await saved(field), await saved(other)]).toEqual([secondValue, "1,25"]);
      for (const { context } of [first, second]) await context.close();
    },
  );

  async function createKey(page: Page, base: string): Promise<string> {
    await page.goto(`${base}/keys`);
    await fill(page, { name: "Сайт студії" });
    await submit(page);
    const [key = ""] = /pk_live_[A-Za-z0-9]{64}/.exec(await page.content()) ?? [];
    expect(key).not.toBe("");
    return key;
  }

  function move(page: Page, status: string): Promise<void> {
    return submit(page, `main button[name="status"][value="${status}"]`);
  }

  it("sends a pressed form once, and again after the browser's Stop", async () => {
    const { owner } = system.demoStudio();
    const { page } = await system.open(owner);
    await page.clock.install();
    await page.goto("/panel/account");
    let sent = 0;
    // As the browser's Stop does: the page stays, and is told nothing.
    await page.route("**/panel/account", (route) => {
      sent++;
      return route.abort("aborted");
    });
    const form = page.locator('form:has([name="name"])');
    const press = () => form.locator("button.primary").click();
    await press();
    await expect.poll(() => sent).toBe(1);
    await press();
    expect(await form.getAttribute("aria-busy")).toBe("true");
    expect(sent).toBe(1);
    await page.clock.fastForward(10_000);
    expect(await form.getAttribute("aria-busy")).toBeNull();
    await press();
    await expect.poll(() => sent).toBe(2);
  });
});
