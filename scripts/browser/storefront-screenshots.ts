// Pictures of the order page into docs/order-page: a visitor's way to an order, and the widget.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Language } from "../../src/domain/person.ts";
import { herringboneGear, twistedVase } from "../demo/demo-models.ts";
import { findFreePort } from "../local/free-port.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import type { PanelClient } from "./panel-client.ts";
import { LESIA, StorefrontVisitor } from "./storefront-visitor.ts";
import { takePicture } from "./take-picture.ts";

const FOLDER = join(PROJECT_FOLDER, "docs/order-page");
const HOST = "127.0.0.1";
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

const FILES = {
  part: { name: "кутник.stl", bytes: await readFile(join(PROJECT_FOLDER, "examples/part.stl")) },
  gear: { name: "шестерня.stl", bytes: herringboneGear() },
  vase: { name: "ваза.stl", bytes: twistedVase() },
  empty: { name: "порожній.stl", bytes: new Uint8Array() },
};

export interface PicturedStudio {
  readonly origin: string;
  readonly slug: string;
  /** Its owner, signed in. */
  readonly owner: PanelClient;
}

export async function takeStorefront(browser: Browser, studio: PicturedStudio): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await takeJourney(browser, studio, "phone", PHONE, "uk");
  await takeJourney(browser, studio, "desktop", DESKTOP, "en");
  await takeWidget(browser, studio);
}

/** From the page before a file to the order's own. */
async function takeJourney(
  browser: Browser,
  { origin, slug }: PicturedStudio,
  device: "phone" | "desktop",
  viewport: typeof PHONE,
  language: Language,
): Promise<void> {
  const locale = { uk: "uk-UA", en: "en-GB" }[language];
  const context = await browser.newContext({ baseURL: origin, viewport, locale });
  const page = await context.newPage();
  const visitor = new StorefrontVisitor(page, language);
  const { choices } = visitor.parts;
  await page.goto(`/${slug}`, { waitUntil: "networkidle" });
  await take(page, `page-${device}`);
  await visitor.choose(FILES.gear, FILES.empty);
  await visitor.priceOf(FILES.gear.name);
  if (device === "phone") await take(page, "refused-phone");
  await page.getByRole("button", { name: visitor.parts.turnedAway.dismiss(FILES.empty.name) }).click();
  const card = visitor.card(FILES.gear.name);
  await card.getByRole("radio", { name: /PLA Silk/ }).check();
  await card.getByLabel(choices.quantity).fill("5");
  await visitor.priceOf(FILES.gear.name);
  await visitor.untilOrderable(5);
  // The other qualities' prices come one after the other.
  await page.waitForLoadState("networkidle");
  await card.locator(device === "phone" ? ".price-line" : "h3").scrollIntoViewIfNeeded();
  await take(page, `card-${device}`);
  if (device === "phone") {
    await page.emulateMedia({ colorScheme: "dark" });
    await take(page, "card-phone-dark");
    await page.emulateMedia({ colorScheme: "light" });
  }
  await visitor.goToOrder(5);
  await visitor.fillIn(LESIA);
  await take(page, `checkout-${device}`, { fullPage: true });
  await visitor.place();
  await take(page, `order-${device}`);
  await context.close();
}

/** The example's site, which the studio lists. */
async function takeWidget(browser: Browser, { origin, slug, owner }: PicturedStudio): Promise<void> {
  const port = await findFreePort(HOST);
  const address = `http://${HOST}:${port}`;
  const form = `/panel/studios/${slug}/order-page`;
  const listed = await owner.post(`${form}/sites`, { allowedSites: address }, form);
  if (listed.status !== 303) throw new Error(`the panel answered ${listed.status}: ${listed.html}`);
  const site = spawn(process.execPath, [join(PROJECT_FOLDER, "examples/widget/server.ts")], {
    env: { ...process.env, HOST, PORT: String(port), STUDIO_SERVICE: origin, STUDIO_SLUG: slug },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await untilListening(site);
    const context = await browser.newContext({ viewport: DESKTOP, locale: "uk-UA" });
    const page = await context.newPage();
    await page.goto(address, { waitUntil: "networkidle" });
    await take(page, "widget-desktop");
    await context.close();
  } finally {
    site.kill();
  }
}

/** The site prints its address once it listens. */
async function untilListening(site: ChildProcess): Promise<void> {
  if (site.stdout === null) throw new Error("the site's output is not read");
  const ended = once(site, "exit").then(() => {
    throw new Error("the site with the widget ended");
  });
  await Promise.race([once(site.stdout, "data"), ended]);
}

function take(page: Page, name: string, options: { readonly fullPage?: boolean } = {}): Promise<void> {
  return takePicture(page, join(FOLDER, `${name}.webp`), options);
}
