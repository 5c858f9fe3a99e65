// The studio's site in Node and as a Worker: its API as browsers call it, its page in Chromium.

import { readFile } from "node:fs/promises";
import axeCore from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uniqueBox } from "../../../harness/models/stl.ts";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { findChromium, launchChromium } from "../../../scripts/browser/chromium.ts";
import { twistedVase } from "../../../scripts/demo/demo-models.ts";
import { PART, type RunningExample, startExample } from "./run-example.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the page of the studio's site is not looked at.");

const CUSTOMER = {
  customerFirstName: "Леся",
  customerLastName: "Українка",
  customerPhoneNumber: "+380501234567",
  customerEmail: "lesia@example.com",
  deliveryCityName: "Луцьк",
};

/** Costs, margins, stock and the key: nothing of it may reach a visitor. */
const SECRETS = /pk_live_|costPerKg|stock|markup|breakdown|hourlyRate|minimumPrice|density|pricePercentage/i;

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem();
});

afterAll(() => system?.stop());

describe.each([
  ["in Node", "studio-site/server.ts"],
  ["as a Worker", "studio-site-worker/start.ts"],
])("the studio's site %s", (_, file) => {
  let site: RunningExample;

  beforeAll(async () => {
    site = await startExample(file, system);
  });

  afterAll(() => site?.stop());

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${site.url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  const upload = async (bytes: Uint8Array<ArrayBuffer>, name = "part.stl") => {
    const form = new FormData();
    form.set("model", new Blob([bytes]), name);
    return fetch(`${site.url}/api/models`, { method: "POST", body: form });
  };

  it("shows the page under a policy, and of the catalog no cost", async () => {
    const page = await fetch(site.url);
    expect(page.status).toBe(200);
    expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'self'");
    expect(await page.text()).toContain("Your part, printed");
    const text = await (await fetch(`${site.url}/api/catalog`)).text();
    expect(JSON.parse(text)).toMatchObject({ studio: "Кобза Друк", materials: expect.any(Array) });
    expect(text).not.toMatch(SECRETS);
  });

  it("prices an uploaded model as the API does, and orders it once at that price", async () => {
    const { model } = await read<{ model: string }>(await upload(new Uint8Array(await readFile(PART))));
    const choice = { model, printingQualityId: 2, finishingIds: [1], quantity: 3 };
    const priced = await lastLine(await post("/api/prices", choice));
    const [{ materialId, total } = { materialId: 0, total: "" }] = priced.prices ?? [];
    const form = new FormData();
    form.set("model", new Blob([await readFile(PART)]), "part.stl");
    for (const [name, value] of Object.entries({
      materialId,
      printingQualityId: 2,
      quantity: 3,
      finishingIds: "[1]",
    })) {
      form.set(name, String(value));
    }
    const quote = await system.api<{ totalPrice: { amount: string } }>("/quotes", { method: "POST", body: form });
    expect(total).toBe(`${quote.data.totalPrice.amount} ₴`);

    const order = { ...choice, ...CUSTOMER, materialId, total, deliveryMethodId: 2, orderKey: crypto.randomUUID() };
    const [first, second] = [
      await lastLine(await post("/api/orders", order)),
      await lastLine(await post("/api/orders", order)),
    ];
    expect(first).toEqual({ order: { number: expect.any(Number), total } });
    expect(second).toEqual(first);
    // No other studio of this system has orders, so that their ids are their numbers.
    const placed = await system.api(`/orders/${first.order?.number}`);
    expect(placed.data).toMatchObject({ source: "site", items: [{ materialId, quantity: 3, finishingIds: [1] }] });
  });

  it("orders nothing at another price than the visitor saw", async () => {
    const { model } = await read<{ model: string }>(await upload(new Uint8Array(await readFile(PART))));
    const order = { model, printingQualityId: 2, finishingIds: [], quantity: 1, materialId: 1, total: "1.00 ₴" };
    const refused = await lastLine(await post("/api/orders", { ...order, ...CUSTOMER, orderKey: crypto.randomUUID() }));
    expect(refused.errors).toEqual({ total: [expect.stringMatching(/^the price has changed to \d+\.\d\d ₴/)] });
  });

  it("names faults by the page's fields", async () => {
    expect(await read(await upload(new TextEncoder().encode("hello"), "notes.txt"))).toEqual({
      errors: { model: [expect.stringContaining("notes.txt")] },
    });
    const { model } = await read<{ model: string }>(await upload(uniqueBox()));
    const choice = { model, printingQualityId: 2, finishingIds: [], quantity: 1 };
    expect(await read(await post("/api/prices", { ...choice, quantity: 101, printingQualityId: 6 }))).toEqual({
      errors: { printingQualityId: ["choose a quality"], quantity: ["must be a whole number from 1 to 100"] },
    });
    const [{ materialId, total } = { materialId: 0, total: "" }] =
      (await lastLine(await post("/api/prices", choice))).prices ?? [];
    const order = { ...choice, ...CUSTOMER, materialId, total, orderKey: crypto.randomUUID() };
    const { errors } = await lastLine(
      await post("/api/orders", { ...order, customerFirstName: "Lesia", customerEmail: "" }),
    );
    expect(Object.keys(errors ?? {}).sort()).toEqual(["customerEmail", "customerFirstName"]);
  });

  it("takes no model that it did not give out itself, no foreign page, no key of another kind", async () => {
    const { model } = await read<{ model: string }>(await upload(uniqueBox()));
    const choice = { printingQualityId: 2, finishingIds: [], quantity: 1 };
    for (const forged of ["mdl_another", `mdl_another.${model.split(".").at(-1)}`, 1, null]) {
      const refused = await post("/api/prices", { ...choice, model: forged });
      expect(await read(refused)).toEqual({ errors: { model: ["must be uploaded again"] } });
    }
    const noForm = await post("/api/models", choice);
    expect([noForm.status, await read(noForm)]).toEqual([400, { errors: { model: ["choose a file"] } }]);
    const long = await post("/api/prices", { ...choice, model: "m".repeat(20_000) });
    expect(await read(long)).toEqual({ errors: { body: ["must be at most 20 kB"] } });
    const foreign = await post("/api/prices", { ...choice, model }, { "Sec-Fetch-Site": "cross-site" });
    expect(foreign.status).toBe(403);
    const order = { ...choice, ...CUSTOMER, model, materialId: 1, total: "", orderKey: "1" };
    expect(await read(await post("/api/orders", order))).toEqual({ errors: { orderKey: ["must be a UUID"] } });
  });

  it("stops a visitor who asks too often, before the studio's hour is used up", async () => {
    const before = await remaining();
    const statuses = await Promise.all(Array.from({ length: 80 }, async () => (await post("/api/prices", {})).status));
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    // Thirty a minute; the end of one minute may lie in between.
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(60);
    // The two readings of it are requests themselves.
    expect(before - (await remaining())).toBeLessThanOrEqual(7);
  });
});

describe.skipIf(chromium === undefined)("the page of the studio's site, only with Chromium", () => {
  let site: RunningExample;
  let browser: Browser;

  beforeAll(async () => {
    site = await startExample("studio-site/server.ts", system);
    browser = await launchChromium(chromium ?? "");
  });

  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      // A refused input is one, too, and meant.
      if (message.type() === "error" && !message.text().includes("400")) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(site.url);
    await page.waitForSelector(".option");
    return { page, complaints };
  }

  /** Drops a file onto the zone, as a person does with the mouse. */
  async function drop(page: Page, bytes: Uint8Array, name: string): Promise<void> {
    const content = JSON.stringify([...bytes]);
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(${content})], ${JSON.stringify(name)}));
      return transfer;
    })()`);
    await page.dispatchEvent("#drop", "drop", { dataTransfer: dropped });
  }

  const hasPrice = (page: Page) => page.waitForSelector("#send:not(:disabled)", { timeout: 150_000 });
  const amount = (page: Page) => page.textContent("#amount");

  it("prices a dropped file, follows every choice, and orders once on a double click", async () => {
    const { page, complaints } = await open();
    await drop(page, await readFile(PART), "part.stl");
    await hasPrice(page);
    const prices = [await amount(page)];

    // A change of the material sends no request: its price is there already.
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/")) asked++;
    });
    await page.check("input[name=materialId][value='6']");
    prices.push(await amount(page));
    expect(asked).toBe(0);

    const next = async (change: () => Promise<unknown>) => {
      const answered = page.waitForResponse(/api\/prices/);
      await change();
      await answered;
      await hasPrice(page);
      prices.push(await amount(page));
    };
    await next(() => page.fill("#quantity", "7"));
    await next(() => page.check("input[name=finishingIds][value='2']"));
    await next(() => page.selectOption("#printingQualityId", "5"));
    expect(prices.every((price) => /^\d+\.\d\d ₴$/.test(price ?? ""))).toBe(true);
    expect(new Set(prices.slice(1)).size).toBe(prices.length - 1);

    for (const [name, value] of Object.entries(CUSTOMER)) await page.fill(`#${name}`, value);
    await page.dblclick("#send");
    await page.waitForSelector("#placed:not([hidden])");
    const [, number, total] =
      /order (\d+) for (.+?) is placed/.exec((await page.textContent("#placed-text")) ?? "") ?? [];
    expect(total).toBe(prices.at(-1));
    const { data } = await system.api<{ items: object[] }>(`/orders/${number}`);
    expect(data.items).toMatchObject([
      { originalFileName: "part.stl", materialId: 6, printingQualityId: 5, quantity: 7 },
    ]);
    expect((await system.api(`/orders/${Number(number) + 1}`)).status).toBe(404);
    expect(await page.evaluate("document.activeElement.id")).toBe("placed");

    await page.click("#again");
    expect(await amount(page)).toBe("—");
    expect(complaints).toEqual([]);
  });

  it("shows how far slicing is, and each fault beside its field, by keyboard alone on a phone", async () => {
    const { page, complaints } = await open({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      colorScheme: "dark",
    });
    const sliced = page.waitForSelector("#progress:not([hidden])", { timeout: 150_000 });
    // Longer to slice than an answer is held.
    await page.setInputFiles("#model", { name: "vase.stl", mimeType: "", buffer: Buffer.from(twistedVase()) });
    await sliced;
    await hasPrice(page);

    await page.focus("#customerFirstName");
    await page.keyboard.type("Lesia");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#customerFirstName[aria-invalid=true]");
    expect(await page.textContent("#customerFirstName-error")).toMatch(/Cyrillic/);
    expect(await page.textContent("#customerEmail-error")).not.toBe("");
    expect(await page.evaluate("document.activeElement.id")).toBe("customerFirstName");
    const wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(wide).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("sends an order whose answer was lost with the same key, also at a price that changed in between", async () => {
    const { page } = await open();
    await drop(page, await readFile(PART), "part.stl");
    await hasPrice(page);
    for (const [name, value] of Object.entries(CUSTOMER)) await page.fill(`#${name}`, value);
    const sent: { orderKey: string; total: string }[] = [];
    const answers = [
      undefined,
      { errors: { total: ["the price has changed"] } },
      { order: { number: 7, total: "as it was ordered" } },
    ];
    await page.route("**/api/orders", async (route) => {
      const answer = answers[sent.length];
      sent.push(route.request().postDataJSON());
      if (answer === undefined) await route.abort();
      else await route.fulfill({ body: `${JSON.stringify(answer)}\n` });
    });
    await page.route("**/api/prices", async (route) => {
      const text = await (await route.fetch()).text();
      await route.fulfill({ body: text.replaceAll(/"total":"/g, '"total":"1') });
    });
    for (let click = 0; click < answers.length; click++) {
      await hasPrice(page);
      const answered = click === 0 ? page.waitForEvent("requestfailed") : page.waitForEvent("requestfinished");
      await page.click("#send");
      await answered;
    }
    await page.waitForSelector("#placed:not([hidden])");
    expect(new Set(sent.map(({ orderKey }) => orderKey)).size).toBe(1);
    expect(new Set(sent.map(({ total }) => total)).size).toBe(2);
  });

  it("shows a file's fault beside it", async () => {
    const { page } = await open();
    await drop(page, Buffer.from("hello"), "notes.stl");
    await page.waitForSelector("#model-error:not(:empty)");
    expect(await page.textContent("#model-error")).toContain("notes.stl");
    expect(await page.isDisabled("#send")).toBe(true);
  });

  it.each(["light", "dark"] as const)("has nothing that axe-core objects to (%s)", async (colorScheme) => {
    const { page } = await open({ colorScheme });
    await page.setInputFiles("#model", PART);
    await hasPrice(page);
    // The page's policy takes no script from elsewhere; evaluate is not bound by it.
    await page.evaluate(axeCore.source);
    const violations = await page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))");
    expect(violations).toEqual([]);
  });
});

interface Line {
  readonly prices?: readonly { readonly materialId: number; readonly total: string }[];
  readonly order?: { readonly number: number; readonly total: string };
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** The end of a streamed answer. */
async function lastLine(response: Response): Promise<Line> {
  const text = await response.text();
  expect(text).not.toMatch(SECRETS);
  return JSON.parse(text.trimEnd().split("\n").at(-1) ?? "");
}

/** The caller states the type of the site's answer there. */
async function read<Answer>(response: Response): Promise<Answer> {
  return (await response.json()) as Answer;
}

async function remaining(): Promise<number> {
  return (await system.api<{ rateLimit: { remaining: number } }>("/me")).data.rateLimit.remaining;
}
