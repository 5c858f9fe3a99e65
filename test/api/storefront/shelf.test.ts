// The shelf and the products' own pages: content without scripts, metadata for crawlers, addresses, secrets, copies at the edge.

import { describe, expect, it } from "vitest";
import type { ProductOffers } from "../../../src/storefront/wire.ts";
import { addProductColor, addToShelf } from "../support/catalog.ts";
import { printingStudio } from "../support/requests.ts";
import { SHOP_ORIGIN, setPage, Visitor } from "../support/storefront.ts";
import { configurationIn, policyOf, shownPage, visitPage } from "../support/storefront-page.ts";
import { createStudio } from "../support/studio.ts";

/** The structured data of a page. */
function dataIn(html: string): Record<string, unknown> & { readonly offers: Record<string, unknown> } {
  const [, json = "{}"] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}

function metaIn(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
}

describe("a product's own page", () => {
  it("has photos, texts, price, stock, colours and a form into the basket, without a script", async () => {
    const { studio } = await printingStudio({ title: "Кобза Друк" });
    const id = await addToShelf(studio, {
      title: "Vase",
      description: "Holds water.\nHigh as a hand.",
      photos: ["https://photos.example/vase.jpg", "https://photos.example/vase-2.jpg"],
    });
    const red = await addProductColor(studio, id, { name: "Red", hex: "#cc0000", stock: 2 });
    await addProductColor(studio, id, { name: "Gone", isArchived: true });
    const { html, text, headers } = await shownPage(`/${studio.slug}/products/${id}`);
    for (const shown of ["Vase", "Holds water. High as a hand.", "₴250.00", "2 ready to ship", "Ships within 3 days"]) {
      expect(text).toContain(shown);
    }
    expect(html).toContain('<img src="https://photos.example/vase.jpg" alt="Vase, photo 1"');
    expect(html).toContain("https://photos.example/vase-2.jpg");
    const [form = ""] = /<form class="product-form"[\s\S]*?<\/form>/.exec(html) ?? [];
    expect(form).toContain(`action="/${studio.slug}"`);
    expect(form).toContain(`name="product" value="${id}"`);
    expect(form).toMatch(new RegExp(`name="color" value="${red}" checked`));
    expect(form).not.toContain("Gone");
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);
    expect(policyOf(headers)["script-src"]).toBe("'self'");
    expect(policyOf(headers)["img-src"]).toContain("https:");
  });

  it("shows a crawler title, description, picture, price and its own address in every language", async () => {
    const { studio } = await printingStudio({ title: "Кобза Друк" });
    const photos = [`/photos/${studio.id}/0b0c3c1e-7d0b-4d6c-9d1c-111111111111.jpg`];
    const id = await addToShelf(studio, { title: "Vase", description: "Holds water.\nHigh.", photos, stock: 3 });
    const path = `/${studio.slug}/products/${id}`;
    const { html } = await shownPage(`${path}?theme=dark`);
    const address = `${SHOP_ORIGIN}${path}`;
    expect(html).toContain("<title>Vase · Кобза Друк</title>");
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
    for (const language of ["en", "uk"]) {
      expect(html).toContain(`<link rel="alternate" hreflang="${language}" href="${address}?lang=${language}"/>`);
    }
    expect(metaIn(html, "robots")).toBeUndefined();
    expect(metaIn(html, "description")).toBe("Holds water. High.");
    expect(metaIn(html, "og:type")).toBe("product");
    expect(metaIn(html, "og:title")).toBe("Vase · Кобза Друк");
    expect(metaIn(html, "og:url")).toBe(address);
    expect(metaIn(html, "og:image")).toBe(`${SHOP_ORIGIN}${photos[0]}`);
    expect(metaIn(html, "product:price:amount")).toBe("250.00");
    expect(metaIn(html, "product:price:currency")).toBe("UAH");
    expect(dataIn(html)).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Vase",
      image: [`${SHOP_ORIGIN}${photos[0]}`],
      offers: {
        "@type": "Offer",
        url: address,
        price: "250.00",
        priceCurrency: "UAH",
        availability: "https://schema.org/InStock",
      },
    });
  });

  it("lets no text of the studio end its data or its markup", async () => {
    const { studio } = await printingStudio();
    const title = '</script><script>alert("1")</script> & <b>';
    const id = await addToShelf(studio, { title, description: "\u2028</script><!--", stock: 1 });
    const { html } = await shownPage(`/${studio.slug}/products/${id}`);
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<b>");
    expect(dataIn(html)).toMatchObject({ name: title, description: "\u2028</script><!--" });
  });

  it("says that nothing is left of a product without a print, and offers no form", async () => {
    const { studio } = await printingStudio();
    const id = await addToShelf(studio);
    const { html, text } = await shownPage(`/${studio.slug}/products/${id}`);
    expect(text).toContain("Sold out");
    expect(html).not.toContain("product-form");
    expect(dataIn(html).offers).toMatchObject({ availability: "https://schema.org/OutOfStock" });
  });

  it("is in the visitor's second language, as far as the studio has its texts in it", async () => {
    const { studio } = await printingStudio({ locale: "uk" });
    const second = { titleInSecondLanguage: "Vase", descriptionInSecondLanguage: "Holds water." };
    const id = await addToShelf(studio, { title: "Ваза", description: "Тримає воду.", ...second });
    await addProductColor(studio, id, { name: "Червоний", nameInSecondLanguage: "Red", stock: 1 });
    const { text } = await shownPage(`/${studio.slug}/products/${id}`);
    for (const shown of ["Vase", "Holds water.", "Red"]) expect(text).toContain(shown);
    const own = await shownPage(`/${studio.slug}/products/${id}?lang=uk`);
    for (const shown of ["Ваза", "Тримає воду.", "Червоний"]) expect(own.text).toContain(shown);
  });

  it("answers 404 for a product that is another studio's, archived, off the shelf, or none", async () => {
    const { studio } = await printingStudio();
    const other = await createStudio();
    const foreign = await addToShelf(other, { stock: 1 });
    const archived = await addToShelf(studio, { title: "Secret", isActive: false });
    const unshelved = await addToShelf(studio, { title: "Secret", isOnStorefront: false });
    for (const id of [foreign, archived, unshelved, 0, "01", "1e3", "vase"]) {
      const { status, html, text } = await visitPage(`/${studio.slug}/products/${id}`);
      expect(status, String(id)).toBe(404);
      expect(text).toContain("This product is no longer on offer");
      expect(html).not.toContain("Secret");
      expect(html).toContain('<meta name="robots" content="noindex"/>');
    }
  });

  it("is closed with the studio's page", async () => {
    const { studio } = await printingStudio();
    const id = await addToShelf(studio, { title: "Vase", stock: 1 });
    await setPage(studio, { isOpen: false });
    for (const path of [`/products/${id}`, "/products"]) {
      const { status, text } = await visitPage(`/${studio.slug}${path}`);
      expect(status).toBe(404);
      expect(text).toContain("takes no orders");
      expect(text).not.toContain("Vase");
    }
  });

  it("is kept at the edge for seconds, as the order page is", async () => {
    const { studio } = await printingStudio();
    const id = await addToShelf(studio, { title: "Vase", stock: 1 });
    for (const path of [`/${studio.slug}/products/${id}`, `/${studio.slug}/products`]) {
      const { headers } = await shownPage(path);
      expect(headers.get("Cache-Control")).toBe("no-cache");
      expect(headers.get("Vary")).toContain("Accept-Language");
      const view = { language: "en", theme: "system", isInWidget: "false", query: "" };
      const kept = await caches.default.match(`${SHOP_ORIGIN}/order-page/kept${path}?${new URLSearchParams(view)}`);
      expect(kept?.headers.get("Cache-Control")).toBe("public, max-age=15");
      await kept?.body?.cancel();
    }
  });

  it("keeps language, theme and the widget's view in every link and in its form", async () => {
    const { studio } = await printingStudio();
    const id = await addToShelf(studio, { stock: 1 });
    await setPage(studio, { allowedSites: ["https://kobza.example"] });
    const query = `lang=uk&theme=dark&widget=1&host=${encodeURIComponent("https://kobza.example")}`;
    const { html } = await shownPage(`/${studio.slug}/products/${id}?${query}`);
    expect(html).toContain(`href="/${studio.slug}/products?${query.replaceAll("&", "&amp;")}"`);
    for (const name of ["lang", "theme", "widget", "host"]) {
      expect(html).toMatch(new RegExp(`<input type="hidden" name="${name}" value="[^"]+"`));
    }
    expect(html).toContain("framed.js");
  });
});

describe("the shelf", () => {
  it("lists the products in the studio's order, and turns pages of 24", async () => {
    const { studio } = await printingStudio();
    for (let place = 0; place < 25; place++)
      await addToShelf(studio, { title: `Vase ${place}.`, position: place, stock: 1 });
    const first = await shownPage(`/${studio.slug}/products`);
    expect(first.text).toContain("Vase 0.");
    expect(first.text).not.toContain("Vase 24.");
    expect(first.html).toContain(`rel="next" href="/${studio.slug}/products?page=2"`);
    const second = await shownPage(`/${studio.slug}/products?page=2`);
    expect(second.text).toContain("Vase 24.");
    expect(second.text).not.toContain("Vase 0.");
    expect(second.html).toContain(`rel="prev" href="/${studio.slug}/products"`);
    expect(second.html).not.toContain('rel="next"');
  });

  it("says that there is nothing on it, and is not for search engines then", async () => {
    const { studio } = await printingStudio();
    const { html, text } = await shownPage(`/${studio.slug}/products`);
    expect(text).toContain("There are no products here yet");
    expect(metaIn(html, "robots")).toBe("noindex");
  });

  it("says from which price a product costs whose colours are printed of several materials", async () => {
    const { studio } = await printingStudio();
    const id = await addToShelf(studio, { isPriceComputed: true });
    await addProductColor(studio, id, { name: "Red", stock: 1 });
    await addProductColor(studio, id, { name: "Blue" });
    expect((await shownPage(`/${studio.slug}/products`)).text).toContain("from ₴250.00");
  });

  it("stands on the order page with its first eight products, and a link to all", async () => {
    const { studio } = await printingStudio();
    for (let place = 0; place < 9; place++)
      await addToShelf(studio, { title: `Vase ${place}.`, position: place, stock: 1 });
    const { html, text } = await shownPage(`/${studio.slug}`);
    expect(text).toContain("Vase 7.");
    expect(text).not.toContain("Vase 8.");
    expect(html).toContain(`href="/${studio.slug}/products"`);
    expect(JSON.stringify(configurationIn(html))).not.toContain("Vase");
  });

  it("is on the order page of a studio that prints nothing for visitors", async () => {
    const studio = await createStudio();
    await addToShelf(studio, { title: "Vase", stock: 1 });
    const { html, text } = await shownPage(`/${studio.slug}`);
    expect(text).toContain("Vase");
    expect(text).not.toContain("Nothing is on offer");
    expect(html).not.toContain('id="drop-zone"');
    expect(html).toContain("storefront.js");
  });

  it("leaves the order page of a studio without products as it was", async () => {
    const { studio } = await printingStudio();
    const { html, headers } = await shownPage(`/${studio.slug}`);
    expect(html).not.toMatch(/shelf\.css|data-product/);
    expect(policyOf(headers)["img-src"]).toBe("'self' blob: data:");
  });
});

describe("GET /{slug}/products/offers", () => {
  it("answers the asked products that are on the shelf, with today's stock and nothing private", async () => {
    const { studio } = await printingStudio();
    const other = await createStudio();
    const id = await addToShelf(studio, { title: "Vase", description: "long", photos: [] });
    const red = await addProductColor(studio, id, { name: "Red", hex: "#cc0000", stock: 2 });
    const blue = await addProductColor(studio, id, { name: "Blue", hex: null });
    const foreign = await addToShelf(other, { stock: 1 });
    const hidden = await addToShelf(studio, { isOnStorefront: false });
    const visitor = new Visitor(studio);
    const ask = (ids: string) => visitor.answer<ProductOffers>(`/products/offers?ids=${ids}`);
    const { status, body, headers } = await ask([id, foreign, hidden, "x", "-1"].join());
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toContain("no-store");
    expect(body).toEqual({
      products: [
        {
          ...{ id, title: "Vase", photos: [], price: "250.00", isPriceComputed: false, leadTimeDays: 3 },
          ...{ isPrinted: false, readyToShip: 2 },
          colors: [
            { id: red, name: "Red", hex: "#cc0000", readyToShip: 2 },
            { id: blue, name: "Blue", hex: null, readyToShip: 0 },
          ],
        },
      ],
    });
    expect((await ask("")).body).toEqual({ products: [] });
    await setPage(studio, { isOpen: false });
    expect((await ask(String(id))).status).toBe(404);
  });
});
