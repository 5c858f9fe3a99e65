// Journeys of a parcel in a real browser, to the completed order. Skipped without Chromium.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedCarrier, serveCarrier } from "../../../harness/carrier/serve.ts";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { placeOrders } from "../../../scripts/browser/filled-studio.ts";
import { seriousInBothThemes } from "../accessibility.ts";
import { PanelSystem, PHONE, SMALL_PARTS } from "./panel-system.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the journeys of a parcel are not made.");

/** Between two scheduled runs of the journey's service. */
const RUN_MILLISECONDS = 2_000;
const PATIENCE_MILLISECONDS = 60_000;
const KEY = "fedcba9876543210fedcba9876543210";

async function submit(page: Page, button = "main form button.primary"): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.locator(button).first().click()]);
}

describe.skipIf(chromium === undefined)("a parcel, only with Chromium", () => {
  let served: ServedCarrier;
  let system: PanelSystem;

  beforeAll(async () => {
    served = await serveCarrier();
    served.carrier.addKey(KEY);
    system = await PanelSystem.start(chromium ?? "", served.origin, RUN_MILLISECONDS);
    // Each scheduled run looks at all parcels, however young they are.
    await system.write(
      `CREATE TRIGGER always_due AFTER UPDATE OF next_look_at ON parcels WHEN new.next_look_at > 1
      BEGIN UPDATE parcels SET next_look_at = 1 WHERE id = new.id; END`,
    );
  });

  afterAll(async () => {
    await system?.stop();
    await served?.stop();
  });

  /** Orders of the demo's first studio that are ready to be sent. */
  async function readyOrders(count: number): Promise<number[]> {
    const { apiKey } = system.demoStudio(0);
    const ids = await placeOrders(system.demo.baseUrl, apiKey, SMALL_PARTS, count);
    for (const id of ids) await system.write("UPDATE orders SET status = 'ready', delivery = NULL WHERE id = ?", id);
    return ids;
  }

  /** Loads the page anew until its text has come, by one of the next scheduled runs. */
  async function waitForReport(page: Page, text: string): Promise<void> {
    const shown = async () => {
      await page.reload();
      return page.locator("main").innerText();
    };
    await expect.poll(shown, { timeout: PATIENCE_MILLISECONDS, interval: 2_000 }).toContain(text);
  }

  it.each([
    ["a desktop", undefined],
    ["a phone", PHONE],
  ] as const)("is made, printed, and followed to the completed order on %s", async (_, viewport) => {
    const { owner, base } = system.demoStudio(0);
    const { page, context, complaints } = await system.open(owner, viewport === undefined ? {} : { viewport });
    const [id = 0] = await readyOrders(1);

    await page.goto(`${base}/carrier`);
    if ((await page.locator('form[action$="/carrier/received"]').count()) === 0) {
      await page.locator('[name="carrierKey"]').fill(KEY);
      await submit(page);
      await page.goto(`${base}/carrier/sender`);
      await page.locator('[name="cityName"]').fill("Льв");
      await page.getByRole("option", { name: "м. Львів" }).click();
      await page.locator('[name="warehouseName"]').fill("1");
      await page.getByRole("option", { name: "Відділення №1:" }).first().click();
      await submit(page);
    }
    await page.goto(`${base}/carrier`);
    expect(await seriousInBothThemes(page)).toEqual([]);

    await page.goto(`${base}/orders/${id}`);
    expect(await seriousInBothThemes(page)).toEqual([]);
    await page.getByRole("link", { name: "Створити накладну" }).click();
    // From the slices of the order's parts.
    for (const name of ["weight", "length", "width", "height", "declaredValue"]) {
      expect(await page.locator(`[name="${name}"]`).inputValue(), name).not.toBe("");
    }
    await page.locator('[name="cityName"]').fill("Киї");
    await page.getByRole("option", { name: "м. Київ, Київська обл." }).click();
    await page.locator('[name="warehouseName"]').fill("2");
    await page.getByRole("option", { name: "Відділення №2:" }).first().click();
    expect(await seriousInBothThemes(page)).toEqual([]);
    await submit(page);
    const number = served.carrier.notes.at(-1)?.number ?? "";
    expect(await page.locator("#notice").innerText()).toContain(number);
    expect(await seriousInBothThemes(page)).toEqual([]);

    for (const form of ["a4", "100x100"]) {
      const label = await context.request.get(`${base}/orders/${id}/parcel/label/${form}`);
      expect([label.status(), label.headers()["content-type"]]).toEqual([200, "application/pdf"]);
      expect((await label.body()).toString()).toContain(number);
    }

    await submit(page, 'button[name="status"][value="shipped"]');
    served.carrier.setStatus(number, "7");
    await waitForReport(page, "Чекає на клієнта");
    served.carrier.setStatus(number, "9");
    await waitForReport(page, "Клієнт отримав посилку");
    expect(await page.locator("main p.row .badge").first().innerText()).toBe("Завершене");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("waits for a carrier that is down, and tells of a key that was revoked, with its time", async () => {
    const { owner, base } = system.demoStudio(0);
    const { page, context } = await system.open(owner);
    const [first = 0, second = 0] = await readyOrders(2);
    const address = { cityName: "Київ", warehouseName: "1" };
    const fillIn = async (id: number) => {
      await page.goto(`${base}/orders/${id}/parcel`);
      for (const [name, value] of Object.entries(address)) await page.locator(`[name="${name}"]`).fill(value);
    };

    await fillIn(first);
    served.carrier.trouble = "down";
    await submit(page);
    expect(await page.locator(".fault-summary").innerText()).toContain("Перевізник не відповідає.");
    expect(await page.locator('[name="cityName"]').inputValue()).toBe("Київ");
    expect(await seriousInBothThemes(page)).toEqual([]);
    await page.goto(`${base}/orders/${first}`);
    expect(await page.locator(".warning").first().innerText()).toMatch(/Перевізник не відповідає з .*\d\d:\d\d/);
    // No order is stopped.
    await submit(page, 'button[name="status"][value="shipped"]');

    served.carrier.trouble = null;
    await fillIn(first);
    await submit(page);
    // Three cities have the name.
    expect(await page.locator("#fault-cityName").innerText()).toContain("виберіть місто у списку");
    await page.locator('select[name="cityRef"]').selectOption({ label: "м. Київ, Київська обл." });
    expect(await seriousInBothThemes(page)).toEqual([]);
    await submit(page);
    const number = served.carrier.notes.at(-1)?.number ?? "";
    expect(await page.locator("#notice").innerText()).toContain(number);

    served.carrier.revokeKey(KEY);
    served.carrier.setStatus(number, "9");
    await waitForReport(page, "Перевізник не приймає вашого ключа з ");
    await page.goto(`${base}/orders/${second}`);
    expect(await page.locator(".warning").first().innerText()).toMatch(/ключа з .*\d\d:\d\d/);
    expect(await seriousInBothThemes(page)).toEqual([]);

    // Another key of the carrier's, and nothing was lost.
    served.carrier.addKey(KEY);
    await page.goto(`${base}/carrier`);
    await page.locator('[name="carrierKey"]').fill(KEY);
    await submit(page);
    await page.goto(`${base}/orders/${first}`);
    await waitForReport(page, "Клієнт отримав посилку");
    await context.close();
  });
});
