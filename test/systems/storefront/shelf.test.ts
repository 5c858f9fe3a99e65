// Products in a real browser: bought beside a printed part, read without scripts, shown by the widget. Skipped without Chromium.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { amountIn, LESIA, StorefrontVisitor } from "../../../scripts/browser/storefront-visitor.ts";
import type { Language } from "../../../src/domain/person.ts";
import { productsWords } from "../../../src/storefront/browser/words/products.words.ts";
import { shelfWords } from "../../../src/storefront/shelf/shelf.words.ts";
import { seriousInBothThemes } from "../accessibility.ts";
import { DESKTOP, PanelSystem, PHONE } from "../panel/panel-system.ts";
import { layoutShiftOf, observeLayoutShifts } from "./layout-shifts.ts";
import { exampleFile, VISITORS, visit } from "./visits.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: products are not bought in a browser.");

/** A picture of one pixel: the photo's shape is the page's matter. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
const PHOTO = "https://photos.example/holder.gif";

interface Item {
  readonly productId: number | null;
  readonly productTitle: string | null;
  readonly quantity: number;
}

/** A product of the demo studio, with a colour that is printed and has one piece ready. */
const PRODUCT = {
  uk: { title: "Тримач «Ліхтар»", color: "Смарагдовий" },
  en: { title: "Lantern holder", color: "Emerald" },
} as const satisfies Record<Language, { title: string; color: string }>;

describe.skipIf(chromium === undefined)("products of the shelf, only with Chromium", () => {
  let system: PanelSystem;
  let slug: string;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
    ({ slug } = system.demoStudio());
  });

  afterAll(() => system?.stop());

  const studioId = () => "(SELECT id FROM studios WHERE slug = ?)";

  /** @returns the id of a product of its own, which the examples' bracket prints, with one emerald piece on the shelf */
  async function addProduct(): Promise<number> {
    const now = Date.now();
    const { name, bytes } = await exampleFile("part.stl");
    const form = new FormData();
    form.set("model", new Blob([new Uint8Array(bytes)]), name);
    const { apiKey } = system.demoStudio();
    const sent = await system.api<{ sha256: string }>(apiKey, "/models", { method: "POST", body: form });
    expect(sent.status, JSON.stringify(sent.data)).toBeLessThan(300);
    await system.write(
      `INSERT INTO products (studio_id, title, title_in_second_language, description, photos, price_minor, lead_time_days,
         is_active, is_on_order_page, position, created_at, updated_at)
       VALUES (${studioId()}, ?, ?, 'Тримає ліхтар на столі.', ?, 32000, 3, 1, 1, -1, ?, ?)`,
      ...[slug, PRODUCT.uk.title, PRODUCT.en.title, JSON.stringify([PHOTO]), now, now],
    );
    const newest = `(SELECT max(id) FROM products WHERE studio_id = ${studioId()})`;
    const ofStudio = "SELECT min(id) FROM";
    await system.write(
      `INSERT INTO product_prints (studio_id, product_id, model_id, original_file_name, copies, material_id,
         printing_quality_id, finishing_ids)
       VALUES (${studioId()}, ${newest}, (SELECT max(id) FROM models WHERE studio_id = ${studioId()}), 'part.stl', 1,
         (${ofStudio} materials WHERE studio_id = ${studioId()}),
         (${ofStudio} printing_qualities WHERE studio_id = ${studioId()} AND is_default), '[]')`,
      ...[slug, slug, slug, slug, slug],
    );
    await system.write(
      `INSERT INTO product_colors (studio_id, product_id, name, name_in_second_language, hex)
       VALUES (${studioId()}, ${newest}, ?, ?, '#0b7a4b')`,
      ...[slug, slug, PRODUCT.uk.color, PRODUCT.en.color],
    );
    await system.write(
      `INSERT INTO shelf_moves (studio_id, product_id, product_color_id, pieces, moved_at)
       VALUES (${studioId()}, ${newest}, (SELECT max(id) FROM product_colors), 1, ?)`,
      ...[slug, slug, now],
    );
    const { data } = await system.api<{ id: number; title: string }[]>(apiKey, "/products");
    return Math.max(...data.filter(({ title }) => title === PRODUCT.uk.title).map(({ id }) => id));
  }

  async function withPhotos(page: Page): Promise<void> {
    await page.route(PHOTO, (route) => route.fulfill({ contentType: "image/gif", body: PIXEL }));
  }

  /** Pieces on the shelf, as the order page's script learns them. */
  async function readyToShip(productId: number): Promise<number> {
    const answer = await fetch(`${system.origin}/${slug}/products/offers?ids=${productId}`);
    // wire.ts states the body of 200.
    const { products } = (await answer.json()) as { products: { readyToShip: number }[] };
    return products[0]?.readyToShip ?? -1;
  }

  it.each(VISITORS)(
    "are bought in a colour beside a printed part, leave the shelf, and stand in the printing queue, on $device",
    async ({ language, viewport }) => {
      const productId = await addProduct();
      const { title, color } = PRODUCT[language];
      const words = shelfWords(language);
      const path = `/${slug}/products/${productId}`;
      const locale = { uk: "uk-UA", en: "en-GB" }[language];
      const { page, context, complaints } = await system.open(undefined, { viewport, locale });
      const visitor = new StorefrontVisitor(page, language);
      await withPhotos(page);
      await page.goto(path);
      expect(await page.locator("script[src]").count()).toBe(0);
      await page.getByRole("radio", { name: color }).check();
      await page.getByLabel(words.quantity, { exact: true }).fill("2");
      await page.getByRole("button", { name: words.order, exact: true }).click();
      const card = visitor.card(title);
      await card.waitFor({ timeout: 60_000 });
      await page.waitForURL((address) => !address.search.includes("product="));
      expect(await card.getByRole("radio", { name: color }).isChecked()).toBe(true);
      // A reload adds nothing.
      await page.reload();
      await card.waitFor({ timeout: 60_000 });
      expect(await card.getByRole("textbox").inputValue()).toBe("2");
      await visitor.choose(await exampleFile("lid.3mf"));
      await visitor.priceOf("lid.3mf");
      await visitor.goToOrder(3);
      expect(await page.locator(".summary-items").innerText()).toContain(title);
      await visitor.fillIn(LESIA);
      const { orderId, amount } = await visitor.place();
      // An order keeps the studio's own words.
      await page.getByText(PRODUCT.uk.title).first().waitFor();
      const { apiKey, owner, base } = system.demoStudio();
      const { data } = await system.api<{ items: Item[]; totalPrice: { amount: string } }>(
        apiKey,
        `/orders/${orderId}`,
      );
      expect(data.totalPrice.amount).toBe(amount);
      expect(data.items.map((item) => [item.productId, item.productTitle]).toSorted()).toEqual(
        [
          [null, null],
          [productId, PRODUCT.uk.title],
        ].toSorted(),
      );
      expect(await readyToShip(productId)).toBe(0);
      const panel = await system.open(owner);
      await panel.page.goto(`${base}/orders/${orderId}`);
      const item = panel.page.locator("article", { hasText: PRODUCT.uk.title });
      const file = await item.locator('a[href^="/files/"]').first().getAttribute("href");
      const download = await fetch(new URL(file ?? "", system.origin));
      expect([download.status, download.headers.get("Content-Disposition")]).toEqual([
        200,
        expect.stringContaining("part.stl"),
      ]);
      await Promise.all([
        panel.page.waitForNavigation(),
        panel.page.locator('main button[name="status"][value="confirmed"]').first().click(),
      ]);
      await panel.page.goto(`${base}/printing`);
      await panel.page.getByText(PRODUCT.uk.title).first().waitFor();
      await panel.context.close();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it("are put into the basket by the order page's own cards, and say that they were sold meanwhile", async () => {
    const productId = await addProduct();
    const { title } = PRODUCT.en;
    await system.write("DELETE FROM product_prints WHERE product_id = ?", productId);
    // A view of its own: the edge has no copy of it from before.
    const { page, visitor, context } = await visit(system, "en", { viewport: DESKTOP }, `/${slug}?theme=light`);
    await withPhotos(page);
    await page.locator(`[data-product="${productId}"]`).click();
    const card = visitor.card(title);
    await card.waitFor({ timeout: 60_000 });
    // One piece is on the shelf, and no print makes another.
    await card.getByText(productsWords("en").atMost("1")).waitFor();
    await visitor.goToOrder(1);
    await visitor.fillIn(LESIA);
    await visitor.placing.waitFor();
    await system.write(
      `INSERT INTO shelf_moves (studio_id, product_id, product_color_id, pieces, moved_at)
       SELECT studio_id, product_id, id, -stock, ? FROM product_colors WHERE product_id = ?`,
      ...[Date.now(), productId],
    );
    await visitor.placing.click();
    await card.getByRole("alert").waitFor({ timeout: 60_000 });
    expect(await card.getByRole("alert").innerText()).not.toBe("");
    expect(page.url()).not.toContain("/orders/");
    await card.getByRole("button", { name: productsWords("en").remove(title) }).click();
    await card.waitFor({ state: "detached" });
    await context.close();
  });

  it("show a crawler without scripts their title, picture and price", async () => {
    const productId = await addProduct();
    const window = await system.open(undefined, { javaScriptEnabled: false, viewport: PHONE, locale: "en-GB" });
    const { page, context } = window;
    await withPhotos(page);
    await page.goto(`/${slug}/products`);
    await page.getByRole("link", { name: PRODUCT.en.title, exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: PRODUCT.en.title }).waitFor();
    expect(amountIn(await page.locator(".product-price").innerText())).toBe("320.00");
    expect(await page.getByRole("img").first().getAttribute("src")).toBe(PHOTO);
    const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute("content");
    expect(await meta("og:image")).toBe(PHOTO);
    expect(await meta("product:price:amount")).toBe("320.00");
    await page.goto(`/${slug}/products/${productId}`);
    await page.getByRole("button", { name: shelfWords("en").order, exact: true }).click();
    await page.waitForURL(new RegExp(`product=${productId}`));
    await context.close();
  });

  it.each([
    { device: "a phone", viewport: PHONE, colorScheme: "dark" },
    { device: "a desktop", viewport: DESKTOP, colorScheme: "light" },
  ] as const)("have nothing serious for axe-core, fit the width and move nothing on $device", async (options) => {
    const productId = await addProduct();
    const { page, context, complaints } = await system.open(undefined, { ...options, locale: "uk-UA" });
    await withPhotos(page);
    await observeLayoutShifts(page);
    const found: string[] = [];
    for (const path of [`/${slug}/products`, `/${slug}/products/${productId}`, `/${slug}?product=${productId}`]) {
      await page.goto(path, { waitUntil: "networkidle" });
      if (path.includes("?")) await page.locator(".basket-product .card-sum").waitFor({ timeout: 60_000 });
      else if ((await layoutShiftOf(page)) !== 0) found.push(`${path} moves`);
      for (const violation of await seriousInBothThemes(page)) found.push(`${path}: ${violation}`);
      const width = await page.evaluate<number>("document.scrollingElement.scrollWidth");
      if (width > options.viewport.width) found.push(`${path}: ${width} px wide`);
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("stand in another site by the widget's attributes, and go from there into the basket", async () => {
    const productId = await addProduct();
    const { page, context } = await system.open(undefined, { viewport: DESKTOP });
    await withPhotos(page);
    const site = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(`<!doctype html><html lang="en"><body>
        <script type="module" src="${system.origin}/widget.js" data-studio="${slug}" data-product="${productId}"></script>`);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address with it.
    const { port } = site.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    await system.write(
      `UPDATE order_pages SET allowed_sites = ? WHERE studio_id = ${studioId()}`,
      ...[JSON.stringify([origin]), slug],
    );
    await page.goto(origin);
    const inside = page.frameLocator("studio-order-page iframe");
    const frameAddress = async () => (await page.locator("studio-order-page iframe").getAttribute("src")) ?? "";
    await inside.getByRole("heading", { level: 1, name: PRODUCT.en.title }).waitFor();
    expect(new URL(await frameAddress()).pathname).toBe(`/${slug}/products/${productId}`);
    // The frame grows with the page by its message.
    const height = async () => (await page.locator("studio-order-page iframe").boundingBox())?.height;
    await expect.poll(height).not.toBe(480);
    const onWidget = (call: string) => page.evaluate(`document.querySelector("studio-order-page").${call}`);
    await onWidget('removeAttribute("product")');
    await onWidget('setAttribute("shelf", "")');
    await inside.getByRole("heading", { level: 1, name: shelfWords("en").title }).waitFor();
    await inside.getByRole("link", { name: PRODUCT.en.title, exact: true }).first().click();
    await inside.getByRole("button", { name: shelfWords("en").order, exact: true }).click();
    await inside.getByRole("article", { name: PRODUCT.en.title, exact: true }).waitFor({ timeout: 60_000 });
    await onWidget('removeAttribute("shelf")');
    await inside.locator("#drop-zone").waitFor();
    expect(new URL(await frameAddress()).pathname).toBe(`/${slug}`);
    await context.close();
    site.close();
  });
});
