// The WordPress plugin in a real WordPress and Chromium: installed, set up, priced, ordered. Skipped without them.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium, launchChromium } from "../../../scripts/browser/chromium.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { compiledTranslation } from "../../../scripts/wordpress/plugin-texts.ts";
import { packedPlugin } from "../../../scripts/wordpress/plugin-zip.ts";
import { seriousOn } from "../accessibility.ts";
import { startFaultyLine } from "./faulty-line.ts";
import { PART, startSystemAndFolder } from "./run-example.ts";
import { missingForWordPress, startWordPress, type WordPressSite } from "./wordpress-site.ts";

const chromium = await findChromium();
const missing = chromium === undefined ? "Chromium" : missingForWordPress();
if (missing !== undefined) console.log(`There is no ${missing}: the plugin is not run in WordPress.`);

const CUSTOMER = {
  customerFirstName: "Леся",
  customerLastName: "Українка",
  customerPhoneNumber: "+380501234567",
  customerEmail: "lesia@example.com",
};
/** WordPress offers a language only if it has a file of it: here one without sentences. */
const UKRAINIAN = compiledTranslation('msgid ""\nmsgstr "Language: uk\\n"\n');
const REQUESTS_AN_HOUR = 60;
const PRICES = /^GET \/models\/[^/]+\/prices/;

describe.skipIf(missing !== undefined)("the WordPress plugin, only with WordPress, PHP, MariaDB and Chromium", () => {
  let started: Awaited<ReturnType<typeof startSystemAndFolder>>;
  let site: WordPressSite;
  let browser: Browser;
  let owner: Page;
  let visitor: BrowserContext;
  /** The address of the page with the shortcode. */
  let printPage: string;
  /** All texts that this site sent to the owner's and the visitor's browser. */
  const received: { readonly url: string; readonly text: string }[] = [];

  beforeAll(async () => {
    started = await startSystemAndFolder();
    site = await startWordPress();
    browser = await launchChromium(chromium ?? "");
    visitor = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const office = await browser.newContext();
    for (const context of [visitor, office]) listen(context);
    owner = await office.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await started?.stop();
  });

  function listen(context: BrowserContext): void {
    context.on("response", (response) => {
      const keep = (text: string) => received.push({ url: response.url(), text });
      // Redirects and aborted answers have no text.
      response.text().then(keep, () => {});
    });
  }

  const settingsPage = () => `${site.url}/wp-admin/options-general.php?page=studio-integration`;
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: false });
  const errorOf = (page: Page, name: string) => page.locator(`form.studio-print [data-error="${name}"]`);
  const total = (page: Page) => page.locator('[data-part="total"]');
  const AMOUNT = /^\d+\.\d\d ₴$/;

  async function openPrintPage(): Promise<Page> {
    const page = await visitor.newPage();
    await page.goto(printPage);
    return page;
  }

  async function priceOf(page: Page): Promise<string> {
    await expect.poll(() => total(page).textContent(), { timeout: 120_000 }).toMatch(AMOUNT);
    return (await total(page).textContent()) ?? "";
  }

  /** The headers of the page's script, for a visitor who is not signed in. */
  async function headersOfPage(): Promise<Record<string, string>> {
    const [, nonce = ""] = /data-nonce="(\w+)"/.exec(await (await fetch(printPage)).text()) ?? [];
    return { "X-WP-Nonce": nonce };
  }

  /** A request of the page's script, as another program would send it. */
  async function post(route: string, fields: Readonly<Record<string, string>>, headers: Record<string, string>) {
    const url = `${site.url}/?rest_route=/studio-integration/v1/${route}`;
    const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams(fields) });
    // The routes' answers, of which each test reads its own.
    const body = (await answer.json()) as { number?: string; total?: string; message?: string; errors?: object };
    return { status: answer.status, body };
  }

  it("is installed from its ZIP, and activated", async () => {
    const zip = join(started.folder, "studio-integration.zip");
    await writeFile(zip, await packedPlugin());
    await owner.goto(`${site.url}/wp-login.php`);
    await owner.locator("#user_login").fill(site.admin.name);
    await owner.locator("#user_pass").fill(site.admin.password);
    await owner.locator("#wp-submit").click();
    await owner.waitForURL(/wp-admin/);
    await owner.goto(`${site.url}/wp-admin/plugin-install.php?tab=upload`);
    await owner.locator("#pluginzip").setInputFiles(zip);
    await owner.getByRole("button", { name: "Install Now" }).click();
    await owner.getByRole("link", { name: "Activate Plugin" }).click();
    await owner.getByText("Plugin activated.").waitFor();
    expect(await owner.locator('[data-plugin^="studio-integration/"] a', { hasText: "Settings" }).count()).toBe(1);
    const shown = "<!-- wp:shortcode -->[studio_print]<!-- /wp:shortcode -->";
    const id = site.php(
      `echo wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Print', 'post_content' => '${shown}']);`,
    );
    printPage = `${site.url}/?page_id=${id}`;
  });

  it("shows visitors no form before it is set up, and tells its owner the reason", async () => {
    const closed = await (await fetch(printPage)).text();
    expect(closed).toContain("Prices are not available right now.");
    expect(closed).not.toContain("studio-print-fields");
    await owner.goto(printPage);
    await owner.getByText("Set the address and the key under Settings").waitFor();
  });

  it("refuses a wrong address and a wrong key with a sentence, and keeps neither", async () => {
    await owner.goto(settingsPage());
    await field(owner, "Address of the API").fill("http://api.example.com/api/v1");
    await field(owner, "API key").fill("pk_live_wrong");
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await owner.getByText("The address must be whole and begin with https").waitFor();
    await owner.getByText("The key must be pk_live_ and 64 letters or digits").waitFor();
    expect(site.php("echo json_encode(get_option('studio_integration'));")).toBe('{"address":"","key":""}');
  });

  it("takes address and key, never shows the key again, and checks both", async () => {
    const { apiKey, baseUrl } = started.system;
    await owner.goto(settingsPage());
    await field(owner, "Address of the API").fill(baseUrl);
    await field(owner, "API key").fill(apiKey);
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await owner.getByText("Settings saved.").waitFor();
    expect(await field(owner, "API key").inputValue()).toBe("");
    expect(await owner.locator("#studio-key-hint").textContent()).toContain(`Stored: “${apiKey.slice(0, 12)}…”.`);

    await owner.getByRole("button", { name: "Check" }).click();
    const { data } = await started.system.api<{ studioTitle: string; plan: string }>("/me");
    const checked = (await owner.locator("#studio-check").textContent()) ?? "";
    expect(checked).toContain(`Connected to “${data.studioTitle}”, plan ${data.plan[0]?.toUpperCase()}`);
    expect(checked).toMatch(/\d+ of \d+ requests an hour are left\./);

    // Saved again with an empty field, the key stays.
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await owner.getByText("Settings saved.").waitFor();
    expect(site.php("echo get_option('studio_integration')['key'];")).toBe(apiKey);
  });

  it("gives the stored key to no other service: another address needs its own key", async () => {
    const stored = site.php("echo json_encode(get_option('studio_integration'));");
    await owner.goto(settingsPage());
    await field(owner, "Address of the API").fill("https://elsewhere.example/api/v1");
    await owner.getByRole("button", { name: "Save Changes" }).click();
    await owner.getByText("The address is of another service: enter its key too.").waitFor();
    expect(site.php("echo json_encode(get_option('studio_integration'));")).toBe(stored);
  });

  it("shows a visitor the price to the cent as the API answers it, and asks again for no other material", async () => {
    const page = await openPrintPage();
    expect(await page.locator("form.studio-print script").count()).toBe(0);
    await page.locator('input[name="model"]').setInputFiles(PART);
    const shown = await priceOf(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(decodeURIComponent(request.url())));
    const materials = page.locator('select[name="materialId"]');
    const chosen = {
      materialId: await materials.inputValue(),
      printingQualityId: await page.locator('select[name="printingQualityId"]').inputValue(),
    };
    expect(await quoted({ ...chosen, quantity: "1" })).toBe(shown);

    const other = await materials.locator("optgroup").first().locator("option").nth(3).getAttribute("value");
    await materials.selectOption(other);
    expect(await total(page).textContent()).toBe(await quoted({ ...chosen, materialId: other ?? "", quantity: "1" }));
    expect(asked).toEqual([]);

    const remark = (await page.locator('[data-part="remark"]').textContent()) ?? "";
    expect(remark).toMatch(/^\d+\.\d\d ₴ for one copy, and \d+\.\d\d ₴ once$/);
    const [forOne = 0, once = 0] = (remark.match(/\d+\.\d\d/g) ?? []).map(cents);
    expect(forOne + once).toBe(cents((await total(page).textContent()) ?? ""));

    await page.locator('input[name="quantity"]').fill("3");
    await expect.poll(() => asked.filter((url) => url.includes("/prices")).length).toBe(1);
    expect(await priceOf(page)).toBe(await quoted({ ...chosen, materialId: other ?? "", quantity: "3" }));
    await page.close();
  });

  const cents = (amount: string) => Number(amount.replace(/[^\d]/g, ""));

  /** The price that the API itself quotes. */
  async function quoted(fields: Readonly<Record<string, string>>): Promise<string> {
    const body = new FormData();
    body.set("model", new Blob([await readFile(PART)]), "part.stl");
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const init = { method: "POST", body, headers: { Prefer: "wait=30" } };
    type Quote = { totalPrice: { amount: string; currency: { symbol: string } } };
    const { data } = await started.system.api<Quote>("/quotes", init);
    return `${data.totalPrice.amount} ${data.totalPrice.currency.symbol}`;
  }

  it("waits while the model is sliced: the page asks again after the site's patience has ended", async () => {
    const accepted = { jobId: "11111111-1111-4111-8111-111111111111", status: "pending", modelId: null, modelIds: [] };
    const body = JSON.stringify({ data: accepted, metadata: null, errors: null, errorCode: null });
    const sliced = { status: 202, headers: { "Retry-After": "30" }, body };
    const line = await startFaultyLine(started.system.baseUrl, [sliced], PRICES);
    connectTo(line.baseUrl);
    const page = await openPrintPage();
    const answers: number[] = [];
    page.on("response", (response) => {
      if (/prices$/.test(response.url())) answers.push(response.status());
    });
    await page.locator('input[name="model"]').setInputFiles(PART);
    await priceOf(page);
    expect(answers).toEqual([202, 200]);
    expect(line.seen.filter((request) => PRICES.test(request.line))).toHaveLength(2);
    connectTo(started.system.baseUrl);
    await page.close();
    await line.stop();
  });

  /** Another address of the service for the site, with the same key. */
  function connectTo(address: string): void {
    const [stored, option] = ["get_option('studio_integration')", "'studio_integration'"];
    site.php(`update_option(${option}, ['address' => '${address}'] + ${stored});`);
  }

  it("shows a refused file and a refused quantity beside their fields", async () => {
    const page = await openPrintPage();
    const readme = join(PROJECT_FOLDER, "README.md");
    await page.locator('input[name="model"]').setInputFiles(readme);
    await expect.poll(() => errorOf(page, "model").textContent()).toContain('"README.md" is not an STL');
    expect(await total(page).textContent()).toBe("—");
    expect(await page.locator('input[name="customerFirstName"]').isVisible()).toBe(false);

    await page.locator('input[name="model"]').setInputFiles(PART);
    await priceOf(page);
    await page.locator('input[name="quantity"]').fill("1000");
    await expect.poll(() => errorOf(page, "quantity").textContent()).toContain("999");
    expect(await page.locator('input[name="quantity"]').getAttribute("aria-invalid")).toBe("true");
    await page.close();
  });

  it("refuses a file above the site's own limit before it is sent", async () => {
    const page = await openPrintPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const buffer = Buffer.alloc(8 * 1024 * 1024 + 1);
    await page.locator('input[name="model"]').setInputFiles({ name: "big.stl", mimeType: "model/stl", buffer });
    expect(await errorOf(page, "model").textContent()).toBe("The file is too large: 8 MB at most.");
    expect(asked).toEqual([]);
    await page.close();
  });

  it("orders with the customer's consent, shows a wrong name beside its field, and then number and total", async () => {
    const page = await openPrintPage();
    await page.locator('input[name="model"]').setInputFiles(PART);
    const shown = await priceOf(page);
    for (const [name, value] of Object.entries(CUSTOMER)) await page.locator(`input[name="${name}"]`).fill(value);
    expect(await seriousOn(page)).toEqual([]);
    const send = page.getByRole("button", { name: "Order" });
    await send.click();
    await expect.poll(() => errorOf(page, "consent").textContent()).toBe("The order needs your consent.");

    await page.getByLabel("I agree").check();
    await page.getByLabel("First name, in Ukrainian letters").fill("Lesia");
    await send.click();
    await expect.poll(() => errorOf(page, "customerFirstName").textContent()).toMatch(/Cyrillic/);
    expect(await errorOf(page, "customerLastName").textContent()).toBe("");

    await page.getByLabel("First name, in Ukrainian letters").fill("Леся");
    await send.click();
    await page.locator('[data-part="placed"]').waitFor();
    const placed = (await page.locator('[data-part="placed"]').textContent()) ?? "";
    const [, number, paid] = /^Your order (\d+) for (.+) is placed\./.exec(placed) ?? [];
    expect(paid).toBe(shown);

    const order = await lastOrder();
    expect(String(order.number)).toBe(number);
    expect(order).toMatchObject({ source: "wordpress", status: "pending", customer: { firstName: "Леся" } });
    expect(`${order.totalPrice.amount} ${order.totalPrice.currency.symbol}`).toBe(shown);
    await page.close();
  });

  it("orders once though the answer is lost on the way to the customer, and they order again", async () => {
    const page = await openPrintPage();
    await page.locator('input[name="model"]').setInputFiles(PART);
    await priceOf(page);
    const before = await lastOrder();
    for (const [name, value] of Object.entries(CUSTOMER)) await page.locator(`input[name="${name}"]`).fill(value);
    await page.getByLabel("I agree").check();
    const lost = async (route: Route) => {
      await route.fetch();
      await route.abort("connectionreset");
    };
    await page.route(/\/orders$/, lost, { times: 1 });
    const send = page.getByRole("button", { name: "Order" });
    await send.click();
    await page.getByText("That did not work. Please check your connection and try again.").waitFor();
    await send.click();
    await page.locator('[data-part="placed"]').waitFor();
    const after = await lastOrder();
    expect(after.number).toBe(before.number + 1);
    expect(await page.locator('[data-part="placed"]').textContent()).toContain(`Your order ${after.number} for`);
    await page.close();
  });

  it("shows a price that changed meanwhile, and orders at it only after another click", async () => {
    const page = await openPrintPage();
    const old = async (route: Route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(/"total":"[^"]*"/g, '"total":"0.01 ₴"');
      await route.fulfill({ response: answer, body });
    };
    await page.route(/\/prices$/, old, { times: 1 });
    await page.locator('input[name="model"]').setInputFiles(PART);
    expect(await priceOf(page)).toBe("0.01 ₴");
    const before = await lastOrder();
    for (const [name, value] of Object.entries(CUSTOMER)) await page.locator(`input[name="${name}"]`).fill(value);
    await page.getByLabel("I agree").check();
    const send = page.getByRole("button", { name: "Order" });
    await send.click();
    await expect.poll(() => total(page).textContent()).not.toBe("0.01 ₴");
    const shown = await priceOf(page);
    await expect
      .poll(() => errorOf(page, "total").textContent())
      .toBe(`The price is ${shown} now. Please look at it again.`);
    expect((await lastOrder()).number).toBe(before.number);
    await send.click();
    await page.locator('[data-part="placed"]').waitFor();
    expect((await lastOrder()).number).toBe(before.number + 1);
    await page.close();
  });

  interface PlacedOrder {
    readonly id: number;
    readonly number: number;
    readonly totalPrice: { readonly amount: string; readonly currency: { readonly symbol: string } };
  }

  /** The studio's newest order: ids have no gaps in a system of this test alone. */
  async function lastOrder(): Promise<PlacedOrder> {
    let newest: PlacedOrder | undefined;
    for (let id = 1, misses = 0; misses < 20; id++) {
      const { status, data } = await started.system.api<PlacedOrder>(`/orders/${id}`);
      misses = status === 200 ? 0 : misses + 1;
      if (status === 200) newest = data;
    }
    if (newest === undefined) throw new Error("the studio has no order");
    return newest;
  }

  it("places an order once, however often the page sends it, and another for the next basket", async () => {
    const page = await openPrintPage();
    const answers: { model?: string }[] = [];
    page.on("response", async (response) => {
      if (decodeURIComponent(response.url()).endsWith("/models")) answers.push(await response.json());
    });
    await page.locator('input[name="model"]').setInputFiles(PART);
    const shown = await priceOf(page);
    const [{ model = "" } = {}] = answers;
    const materialId = await page.locator('select[name="materialId"]').inputValue();
    const printingQualityId = await page.locator('select[name="printingQualityId"]').inputValue();
    const order = {
      model,
      materialId,
      printingQualityId,
      quantity: "1",
      total: shown,
      basket: "one",
      consent: "1",
      ...CUSTOMER,
    };
    const headers = await headersOfPage();
    const [first, second] = [await post("orders", order, headers), await post("orders", order, headers)];
    expect(first).toMatchObject({ status: 200, body: { total: shown } });
    expect(second).toEqual(first);
    const next = await post("orders", { ...order, basket: "two" }, headers);
    expect(Number(next.body.number)).toBe(Number(first.body.number) + 1);

    // Another price than the shown one orders nothing.
    const dearer = await post("orders", { ...order, basket: "three", total: "0.01 ₴" }, headers);
    expect(dearer).toMatchObject({
      status: 400,
      body: { errors: { total: [`The price is ${shown} now. Please look at it again.`] } },
    });
    // A model that this site did not give out.
    const foreign = await post("orders", { ...order, basket: "four", model: model.replace(/.$/, "") }, headers);
    expect(foreign).toMatchObject({ status: 400, body: { errors: { model: ["Choose the file again."] } } });
    expect(String((await lastOrder()).number)).toBe(next.body.number);
    await page.close();
  });

  it("answers only its own pages", async () => {
    const own = await headersOfPage();
    expect((await post("prices", {}, {})).status).toBe(401);
    expect((await post("prices", {}, { "X-WP-Nonce": "0123456789" })).status).toBe(403);
    expect((await post("prices", {}, { ...own, "Sec-Fetch-Site": "cross-site" })).status).toBe(401);
    expect((await post("prices", {}, own)).status).toBe(400);
  });

  it("speaks Ukrainian on a Ukrainian site, the API's sentences too", async () => {
    await mkdir(join(site.folder, "wp-content/languages"), { recursive: true });
    await writeFile(join(site.folder, "wp-content/languages/uk.mo"), UKRAINIAN);
    site.php("update_option('WPLANG', 'uk');");
    const page = await openPrintPage();
    await page.getByText("Виберіть модель, щоб побачити ціну.").waitFor();
    expect(await page.locator("form.studio-print").textContent()).not.toMatch(
      /\b(Material|Quality|Copies|Order|Phone)\b/,
    );
    await page.locator('input[name="model"]').setInputFiles(join(PROJECT_FOLDER, "README.md"));
    await expect.poll(() => errorOf(page, "model").textContent()).toMatch(/README\.md.* не /);
    await owner.goto(settingsPage());
    await owner.getByRole("button", { name: "Перевірити" }).click();
    await owner.getByText(/З’єднано зі студією «.+», план Enterprise|З’єднано зі студією «.+», план Pro/).waitFor();
    site.php("update_option('WPLANG', '');");
    await page.close();
  });

  it("lets one visitor ask sixty times an hour, and others go on", async () => {
    const statuses: number[] = [];
    const headers = await headersOfPage();
    for (let count = 0; count <= REQUESTS_AN_HOUR; count++) statuses.push((await post("prices", {}, headers)).status);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(statuses.at(-1)).toBe(429);
    const refused = await post("prices", {}, headers);
    expect(refused.body.message).toBe("That was a lot for one hour. Please come back later, or call the studio.");
    // Another visitor has another address.
    const elsewhere =
      "add_filter('studio_integration_visitor_address', fn () => '2001:db8::7'); echo StudioIntegration\\WordPress\\may_ask() ? 'may' : 'may not';";
    expect(site.php(elsewhere)).toBe("may");
  });

  it("says that it is closed if the service does not answer, and why in the site's log", async () => {
    connectTo("http://127.0.0.1:9/api/v1");
    expect(await (await fetch(printPage)).text()).toContain("Prices are not available right now.");
    expect(await site.log()).toContain("Studio Integration: GET /materials got no answer from 127.0.0.1");
    await owner.goto(settingsPage());
    await owner.getByRole("button", { name: "Check" }).click();
    await expect.poll(() => owner.locator("#studio-check").textContent()).toContain("GET /me got no answer");
  });

  it("has told the key nowhere: not in a page, a script, an answer or the log", async () => {
    await owner.goto(`${site.url}/wp-admin/options.php`);
    await owner.goto(`${site.url}/?rest_route=/`);
    const secret = started.system.apiKey.slice(12);
    expect(received.length).toBeGreaterThan(50);
    // Pages, script and answers were read indeed.
    for (const part of ["studio-print-fields", "studio-key-hint", "X-WP-Nonce", '"isWaiting":true', '"number":"']) {
      expect(received.filter(({ text }) => text.includes(part)).length, part).toBeGreaterThan(0);
    }
    expect(received.filter(({ text }) => text.includes(secret)).map(({ url }) => url)).toEqual([]);
    const log = await site.log();
    expect(log).toContain("Studio Integration: ");
    expect(log).not.toContain(secret);
    // No warning of PHP is the plugin's.
    expect(log.split("\n").filter((line) => line.includes("plugins/studio-integration"))).toEqual([]);
  });

  it("leaves no key behind when it is removed", () => {
    const remove =
      "define('WP_UNINSTALL_PLUGIN', true); require 'wp-content/plugins/studio-integration/uninstall.php';";
    expect(site.php(`${remove} echo json_encode(get_option('studio_integration'));`)).toBe("false");
  });
});
