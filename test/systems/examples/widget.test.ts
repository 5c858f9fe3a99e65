// The widget in sites of other origins: works in Chromium, is refused on unlisted sites, hears its own page only.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import type { Browser, BrowserContextOptions, Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { findChromium, launchChromium } from "../../../scripts/browser/chromium.ts";
import { PanelClient } from "../../../scripts/browser/panel-client.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { checkoutWords } from "../../../src/storefront/browser/words/checkout.words.ts";
import { PART, type RunningExample, startExample } from "./run-example.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the widget is not looked at in a browser.");

const STUDIO = "kobza-druk";
const CUSTOMER = {
  firstName: "Леся",
  lastName: "Українка",
  phoneNumber: "+380501234567",
  email: "lesia@example.com",
  deliveryCityName: "Луцьк",
  deliveryWarehouseName: "Відділення № 7",
};
const MAX_WIDGET_BYTES = 10 * 1024;

let system: TestSystem;
let service: string;
let site: RunningExample;

beforeAll(async () => {
  system = await startSystem();
  service = new URL(system.baseUrl).origin;
  site = await startExample("widget/server.ts", system);
  await allow(site.url);
});

afterAll(async () => {
  await site?.stop();
  await system?.stop();
});

/** As the studio's owner does it in the panel. */
async function allow(allowedSites: string): Promise<void> {
  const panel = new PanelClient(service);
  await panel.signIn(system.owner);
  const form = `/panel/studios/${STUDIO}/order-page`;
  const answer = await panel.post(`${form}/sites`, { allowedSites }, form);
  expect(answer.status, answer.html).toBe(303);
}

describe("the widget's file", () => {
  it("may be loaded by every site's page, at one address, and is small", async () => {
    const answer = await fetch(`${service}/widget.js`, { headers: { Origin: "https://site.example" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(answer.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/javascript/);
    const script = await readFile(join(PROJECT_FOLDER, "public/widget.js"));
    expect(await answer.text()).toBe(script.toString());
    expect(gzipSync(script).length).toBeLessThan(MAX_WIDGET_BYTES);
  });
});

describe.skipIf(chromium === undefined)("the widget in a site of another origin, only with Chromium", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? "");
  });

  afterAll(() => browser?.close());

  /** The site's page, and its browser's complaints: above all refusals by a policy, in any of its frames. */
  async function open(address: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ locale: "en-GB", ...options });
    const complaints: string[] = [];
    await context.exposeFunction("complain", (text: string) => complaints.push(text));
    await context.addInitScript(
      `addEventListener("securitypolicyviolation", (event) =>
         complain(location.origin + " " + event.violatedDirective + " " + event.blockedURI + " " + event.sample))`,
    );
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(address);
    return { page, complaints, close: () => context.close() };
  }

  const inside = (page: Page) => page.frameLocator("studio-order-page iframe").first();

  async function frameOf(page: Page, index = 0): Promise<Frame> {
    const frame = await (await page.locator("studio-order-page iframe").nth(index).elementHandle())?.contentFrame();
    if (!frame) throw new Error("the widget holds no frame");
    return frame;
  }

  const heard = (page: Page, name: string) => page.locator(`#events [data-event="${name}"]`);

  /** As the site's page wrote it. */
  async function detailOf(line: Locator): Promise<Readonly<Record<string, unknown>>> {
    return JSON.parse(((await line.textContent()) ?? "").replace(/^\w+ /, ""));
  }

  it("takes its script's place, holds the page in the site's language, and grows with it", async () => {
    const { page, complaints, close } = await open(site.url);
    await heard(page, "ready").waitFor();
    expect(await page.locator("section.widget > studio-order-page").count()).toBe(1);
    expect(await page.locator("section.widget > script").count()).toBe(0);
    const frame = await frameOf(page);
    expect(new URL(frame.url()).pathname).toBe(`/${STUDIO}`);
    expect(await frame.evaluate("document.documentElement.lang")).toBe("en");
    expect(await page.locator("studio-order-page iframe").getAttribute("title")).not.toBe("");
    await expectNoScrollBar(frame);

    await frame.evaluate(
      "document.querySelector('main').append(Object.assign(document.createElement('div'), { id: 'more' }))",
    );
    await frame.evaluate("document.getElementById('more').style.setProperty('height', '2500px')");
    await expectNoScrollBar(frame);
    const grown = Number(await frame.evaluate("innerHeight"));
    await frame.evaluate("document.getElementById('more').remove()");
    await expect.poll(() => frame.evaluate("innerHeight")).toBeLessThan(grown - 2000);
    await expectNoScrollBar(frame);
    expect(complaints).toEqual([]);
    await close();
  });

  it("tells the site the price of a visitor's models and their order, whose source is the widget", async () => {
    const { page, complaints, close } = await open(site.url, { viewport: { width: 390, height: 844 } });
    await heard(page, "ready").waitFor();
    const zip = Buffer.from(zipSync({ "set/part.stl": await readFile(PART) }));
    const chosen = { name: "set.zip", mimeType: "application/zip", buffer: zip };
    await inside(page).locator("input[type=file]").first().setInputFiles(chosen);
    await heard(page, "price").first().waitFor({ timeout: 120_000 });
    // Dear enough for the studio's least order.
    await inside(page).getByLabel("Quantity").fill("5");
    await expect.poll(() => heard(page, "price").count(), { timeout: 60_000 }).toBeGreaterThan(1);
    const price = await detailOf(heard(page, "price").first());
    expect(price).toEqual({ total: expect.stringMatching(/^\d+\.\d\d$/), currency: "UAH", items: 1 });
    await expectNoScrollBar(await frameOf(page));

    // The site scrolls, and the sum stays at the bottom of its window.
    await page.evaluate("scrollTo(0, 0)");
    await page.locator("studio-order-page").evaluate("(widget) => widget.scrollIntoView()");
    const endOfSum = async () => {
      const sum = await inside(page).locator(".basket-bar").boundingBox();
      return sum === null ? 0 : Math.round(sum.y + sum.height);
    };
    await expect.poll(endOfSum).toBe(844);
    await page.mouse.wheel(0, 300);
    await expect.poll(endOfSum).toBe(844);

    await inside(page).locator(".basket button.primary").click();
    for (const [name, value] of Object.entries(CUSTOMER)) await inside(page).locator(`[name=${name}]`).fill(value);
    await inside(page).locator("[name=consent]").check();
    await inside(page).locator(".checkout button[type=submit]").click();
    const belowOpening = await page.evaluate<number>("scrollY");
    await heard(page, "order").waitFor({ timeout: 60_000 });
    const order = await detailOf(heard(page, "order"));
    const { total, currency } = price;
    expect(order).toEqual({ orderId: expect.any(Number), total, currency });
    const { data } = await system.api<{ readonly number: number }>(`/orders/${order.orderId}`);
    expect(data).toMatchObject({
      source: "widget",
      totalPrice: { amount: total },
      customer: { email: CUSTOMER.email },
    });
    // The order's own page stands in the same frame, as high as it is.
    await expect.poll(() => heard(page, "ready").count()).toBe(2);
    const frame = await frameOf(page);
    expect(new URL(frame.url()).pathname).toMatch(new RegExp(`^/${STUDIO}/orders/[\\w-]{40,}$`));
    await expectNoScrollBar(frame);
    // The site scrolls to the order's head, and finds the order again after it was loaded anew.
    const head = inside(page).getByRole("heading", { level: 1, name: `Your order ${data.number}` });
    const isInSight = async () => {
      const box = await head.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 844;
    };
    await expect.poll(isInSight).toBe(true);
    expect(await page.evaluate<number>("scrollY"), "the form was below").toBeLessThan(belowOpening);
    await page.reload();
    await heard(page, "ready").waitFor();
    const { ordered, toOrder } = checkoutWords("en").done;
    await inside(page)
      .getByText(ordered(Number(order.orderId)))
      .waitFor();
    await inside(page).getByRole("link", { name: toOrder }).click();
    await head.waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it("takes on theme, accent and language while it is there, readable on both grounds", async () => {
    const { page, complaints, close } = await open(site.url);
    await heard(page, "ready").waitFor();
    const root = inside(page).locator("html");
    const frame = await frameOf(page);
    const accent = () => frame.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')");
    expect(await accent()).toMatch(/^light-dark\(#a2431f, #(?!a2431f)/);
    await page.locator("#theme").selectOption("dark");
    await expect.poll(() => root.getAttribute("data-theme")).toBe("dark");
    // Too light to be read on white: it is darkened there.
    await page.locator("#accent").fill("#ffdd00");
    await expect.poll(accent).toMatch(/^light-dark\(#(?!ffdd00)[0-9a-f]{6}, #ffdd00\)$/);
    await page.locator("#language").selectOption("uk");
    await expect.poll(() => inside(page).locator("html").getAttribute("lang")).toBe("uk");
    await expect.poll(() => heard(page, "ready").count()).toBe(2);
    expect(await inside(page).locator("html").getAttribute("data-theme")).toBe("dark");
    expect(complaints).toEqual([]);
    await close();
  });

  it("works under a strict policy, without a single violation", async () => {
    const { page, complaints, close } = await open(`${site.url}/strict`);
    const frame = await frameOf(page);
    await frame.waitForLoadState();
    await expectNoScrollBar(frame);
    expect(await frame.evaluate("document.documentElement.lang")).toBe("uk");
    expect(complaints).toEqual([]);
    // The policy is in force: a script of the page's own is refused.
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))",
    );
    await expect.poll(() => complaints).toEqual([expect.stringContaining("style-src-elem inline")]);
    await close();
  });

  it("is refused on a site that the studio does not list, which shows a link to the page instead", async () => {
    const { page, close } = await open(site.url.replace("127.0.0.1", "localhost"));
    const link = page.locator("studio-order-page a");
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe(`${service}/${STUDIO}?lang=en`);
    expect(await page.locator("studio-order-page iframe").isVisible()).toBe(false);
    expect(await heard(page, "ready").count()).toBe(0);
    expect((await frameOf(page)).url()).toMatch(/^chrome-error:/);
    await close();
  });

  it("shows the link if the service does not answer, and the page when it does after all", async () => {
    const context = await browser.newContext({ locale: "en-GB" });
    const page = await context.newPage();
    await page.route(`${service}/${STUDIO}?*`, (route) => route.abort());
    await page.goto(site.url);
    await page.locator("studio-order-page a").waitFor();
    await page.unroute(`${service}/${STUDIO}?*`);
    await page.locator("#language").selectOption("uk");
    await heard(page, "ready").waitFor();
    expect(await page.locator("studio-order-page a").isVisible()).toBe(false);
    expect(await page.locator("studio-order-page iframe").isVisible()).toBe(true);
    await context.close();
  });

  it("may be an element of the page, several times, added later and removed: each hears its own page only", async () => {
    const { page, complaints, close } = await open(site.url);
    await heard(page, "ready").waitFor();
    await page.evaluate(`document.querySelector("aside").insertAdjacentHTML(
      "beforeend", '<studio-order-page studio="${STUDIO}" language="uk" id="second"></studio-order-page>')`);
    await expect.poll(() => heard(page, "ready").count()).toBe(2);
    await page.evaluate(`for (const widget of document.querySelectorAll("studio-order-page"))
      widget.addEventListener("price", ({ detail }) => { widget.dataset.price = detail.total })`);
    const say = (total: string) =>
      `parent.postMessage({ from: "studio-order-page", type: "price", total: "${total}", currency: "UAH", items: 1 }, "*")`;
    const second = await frameOf(page, 1);
    await second.evaluate(say("7.00"));
    await expect.poll(() => page.locator("#second").getAttribute("data-price")).toBe("7.00");
    expect(await page.locator("section.widget > studio-order-page").getAttribute("data-price")).toBeNull();

    await page.evaluate("document.getElementById('second').remove()");
    expect(await page.locator("studio-order-page iframe").count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it("ignores other windows' messages, on both sides", async () => {
    const { page, complaints, close } = await open(site.url);
    await heard(page, "ready").waitFor();
    // A frame of the site's own origin pretends to be the page to the site, and to be the site to the page.
    await page.evaluate(`{
      globalThis.widget = document.querySelector("studio-order-page").shadowRoot.querySelector("iframe").contentWindow;
      document.body.append(Object.assign(document.createElement("iframe"), { name: "other" }));
    }`);
    const widget = await frameOf(page);
    await page.frame("other")?.evaluate(`{
      parent.postMessage({ from: "studio-order-page", type: "price", total: "1.00", currency: "UAH", items: 9 }, "*");
      parent.widget.postMessage({ from: "studio-order-page", type: "appearance", theme: "dark", accent: "" }, "*");
    }`);
    // Messages of one window arrive in order: once the last is heard, the others would have been.
    await widget.evaluate(
      `parent.postMessage({ from: "studio-order-page", type: "order", orderId: 5, total: "2.00", currency: "UAH" }, "*")`,
    );
    await heard(page, "order").waitFor();
    expect(await heard(page, "order").textContent()).toBe('order {"orderId":5,"total":"2.00","currency":"UAH"}');
    await page.locator("#theme").selectOption("light");
    await expect.poll(() => inside(page).locator("html").getAttribute("data-theme")).toBe("light");
    expect(await heard(page, "price").count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it("scrolls to the place that the page asks for", async () => {
    const { page, close } = await open(site.url, { viewport: { width: 390, height: 600 } });
    await heard(page, "ready").waitFor();
    const frame = await frameOf(page);
    await frame.evaluate("document.body.style.setProperty('height', '4000px')");
    await expect.poll(() => frame.evaluate("innerHeight")).toBeGreaterThan(3900);
    await frame.evaluate(`parent.postMessage({ from: "studio-order-page", type: "scroll", top: 3000 }, "*")`);
    await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(2500);
    await close();
  });
});

/** The frame is as high as the page in it. */
async function expectNoScrollBar(frame: Frame): Promise<void> {
  await expect
    .poll(() => frame.evaluate("document.documentElement.scrollHeight - innerHeight"), { timeout: 10_000 })
    .toBeLessThanOrEqual(0);
}
