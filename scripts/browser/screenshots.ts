// npm run screenshots: WebP pictures of the panel, the documents and the order page, on phone and desktop.
//
// A demo studio is filled through its API and worked in through its panel first. The pages are found by their links.

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Office } from "../demo/demo-office.ts";
import { readDemoFile } from "../local/demo/demo-file.ts";
import { findFreePort } from "../local/free-port.ts";
import { localStateIn } from "../local/local-state.ts";
import { LocalSystem } from "../local/local-system.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { describeError, UserError } from "../user-error.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { takeDocuments } from "./document-screenshots.ts";
import { placeOrders, sendSamplePriceRequest } from "./filled-studio.ts";
import { PanelClient } from "./panel-client.ts";
import { crawlPanel, type FoundPage, linksIn } from "./panel-crawler.ts";
import { takeStorefront } from "./storefront-screenshots.ts";
import { takePicture } from "./take-picture.ts";

const HOST = "127.0.0.1";
const FOLDER = join(PROJECT_FOLDER, "docs/panel");
const WIDTHS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
/** Pages that look like another: the studio's own start, forms of a new entry, a second confirmation, a second viewer. */
const LIKE_OTHERS = [
  "studios",
  "catalog-delivery-new",
  "catalog-finishings-new",
  "catalog-machines-new-copies-id",
  "catalog-machines-new-defaults",
  "catalog-machines-new-preset",
  "catalog-materials-new",
  "catalog-products-new",
  "catalog-qualities-new",
  "catalog-qualities-new-fdm",
  "printers-new",
  "printers-id-remove",
  "requests-id-items-id-model",
];
/** Pages with another layout on a phone, or used beside a printer. */
const ON_A_PHONE = [
  "start",
  "orders",
  "orders-id",
  "orders-view-list",
  "orders-id-items-id-model",
  "printing",
  "catalog-materials",
  "catalog-materials-id",
];
const IN_THE_DARK = ["orders-desktop", "printing-phone"];

const folder = await mkdtemp(join(tmpdir(), "screenshots-"));
const state = localStateIn(folder);
const system = new LocalSystem({ state, host: HOST, port: await findFreePort(HOST), log: console.log });
try {
  const chromium = await findChromium();
  if (chromium === undefined) throw new UserError("There is no Chromium. Install it, or name it by CHROMIUM.");
  const { baseUrl } = await system.start();
  const { studios = [], owners = [] } = await readDemoFile(state);
  const [studio] = studios;
  const owner = owners.find(({ slug }) => slug === studio?.slug);
  if (studio === undefined || owner === undefined) throw new Error("there is no demo studio");

  const client = new PanelClient(baseUrl);
  await client.signIn(owner);
  const orderIds = await placeOrders(baseUrl, studio.apiKey);
  await workADay(client, `/panel/studios/${studio.slug}`, orderIds);
  const office = await Office.open(new URL("/panel", baseUrl).href, owner);
  for (const id of orderIds.slice(0, 2)) await office.notePayment(id, "100.00", "transfer");
  await sendSamplePriceRequest(baseUrl, studio.slug);
  const found = await crawlPanel("/panel", async (path) => linksIn((await client.get(path)).html));
  const pages = [...found, { kind: "/panel/sign-in", path: "/panel/sign-in" }];

  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchChromium(chromium);
  for (const [device, viewport] of Object.entries(WIDTHS)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        baseURL: new URL(baseUrl).origin,
        viewport,
        colorScheme,
        locale: "uk-UA",
      });
      for (const { kind, path } of pages) {
        const name = nameOf(kind);
        if (device === "phone" ? !ON_A_PHONE.includes(name) : LIKE_OTHERS.includes(name)) continue;
        if (colorScheme === "dark" && !IN_THE_DARK.includes(`${name}-${device}`)) continue;
        // A signed-in person is led on from the sign-in page.
        if (name === "sign-in") await context.clearCookies();
        else await context.addCookies(client.cookies());
        const page = await context.newPage();
        await page.goto(path, { waitUntil: "networkidle" });
        const suffix = colorScheme === "dark" ? "-dark" : "";
        await takePicture(page, join(FOLDER, `${name}-${device}${suffix}.webp`), { fullPage: true });
        await page.close();
      }
      await context.close();
    }
  }
  const { origin } = new URL(baseUrl);
  await takeDocuments(browser, origin);
  await takeStorefront(browser, { origin, slug: studio.slug, owner: client });
  await browser.close();
  console.log(
    `${pages.length} pages found, those that differ in docs/panel; documents in docs/reference, the order page in docs/order-page.`,
  );
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
} finally {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Leaves orders in every state, items on the printers, and a note. */
async function workADay(client: PanelClient, base: string, orderIds: readonly number[]): Promise<void> {
  const move = async (id: number, ...statuses: readonly string[]) => {
    for (const status of statuses) {
      const { html } = await client.get(`${base}/orders/${id}`);
      const form = html.split(`action="${base}/orders/${id}/move"`).at(-1) ?? "";
      const [, version = ""] = /name="version" value="(\d+)"/.exec(form) ?? [];
      await post(`${base}/orders/${id}/move`, { version, status, newTrackingNumber: "20450000000001" });
    }
  };
  const post = async (path: string, fields: Record<string, string>) => {
    const { status, html } = await client.post(path, fields);
    if (status !== 303) throw new Error(`${path} answered ${status}: ${html}`);
  };
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = orderIds;
  await post(`${base}/orders/${first}/notes`, { note: "Клієнт просив матову поверхню, телефонувати після 16:00." });
  await move(first, "confirmed");
  await move(second, "confirmed");
  await move(third, "confirmed", "printing", "ready", "shipped");
  await move(fourth, "confirmed", "printing", "post_processing");
  await move(fifth, "confirmed", "printing", "ready", "shipped", "completed");
  for (let assigned = 0; assigned < 3; assigned++) {
    const { html } = await client.get(`${base}/printing`);
    const [, path = "", form = ""] = /action="([^"]+\/assign)"([\s\S]*?)<\/form>/.exec(html) ?? [];
    const [, printerId = ""] = /<option value="(\d+)"/.exec(form) ?? [];
    await post(path, { printerId });
  }
}

/** `/panel/studios/:slug/orders/:id` is `orders-id`. */
function nameOf(kind: FoundPage["kind"]): string {
  const words =
    kind
      .replace("/panel/studios/:slug", "/studio")
      .replace("/panel", "/")
      .match(/[a-z]+/gi) ?? [];
  const named = words[0] === "studio" ? (words.length === 1 ? ["start"] : words.slice(1)) : words;
  return named.length === 0 ? "studios" : named.join("-");
}
