// The order page as served: its content and its secrets, its headers, its language.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { materialRow } from "../../../harness/catalog-rows.ts";
import { MAX_HTML_KILOBYTES } from "../../../harness/storefront-budget.ts";
import { deliveryMethods, materials } from "../../../src/db/schema.ts";
import { LANGUAGES } from "../../../src/domain/person.ts";
import { RESERVED_SLUGS } from "../../../src/domain/studio.ts";
import worker from "../../../src/index.ts";
import { addFinishing, addForTechnology, addMaterial, addQuality } from "../support/catalog.ts";
import { printingStudio } from "../support/requests.ts";
import { SHOP_ORIGIN, setPage } from "../support/storefront.ts";
import { configurationIn, policyOf, shownPage, visitPage } from "../support/storefront-page.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";

function addDeliveryMethod({ db }: TestStudio, name: string, isActive = true): Promise<unknown> {
  return Promise.resolve(db.insert(deliveryMethods, { name, isActive, slug: crypto.randomUUID() }));
}

describe("the order page", () => {
  it("is there for every studio that has something on offer, without being set up", async () => {
    const { studio } = await printingStudio({ title: "Кобза Друк", plan: "free" });
    const page = await shownPage(`/${studio.slug}`);
    expect(page.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(page.html).toMatch(/^<!doctype html><html lang="en"/);
    expect(page.text).toContain("Кобза Друк");
    expect(page.text).toContain("STL, OBJ, 3MF, PLY or STEP, up to 50 MB each, at most 20 at once");
    expect(page.text).toContain("PLA, white");
  });

  it("lets files be chosen by keyboard before its script is there, and says that a script is needed", async () => {
    const { studio } = await printingStudio();
    await setPage(studio, { requisites: "hello@kobza.example" });
    const { html } = await shownPage(`/${studio.slug}`);
    const zoneIn = (page: string) => /<label[^>]*class="drop-zone"[\s\S]*?<\/label>/.exec(page)?.[0] ?? "";
    expect(zoneIn(html)).toMatch(/<input[^>]*type="file"[^>]*multiple/);
    // Any file goes with a price request.
    expect(zoneIn(html)).not.toContain("accept=");
    expect(html).toContain("Photos, drawings and any other file go with a price request: up to 50 MB each, at most 10");
    const [noScript = ""] = /<noscript>[\s\S]*<\/noscript>/.exec(html) ?? [];
    expect(noScript).toContain("Prices need JavaScript");
    expect(noScript).toContain("hello@kobza.example");
    await setPage(studio, { takesPriceRequests: false });
    // A theme of its own: the edge has no copy of it from before.
    const modelsOnly = await shownPage(`/${studio.slug}?theme=dark`);
    expect(zoneIn(modelsOnly.html)).toContain('accept=".stl,.obj,.3mf,.ply,.step,.stp,.zip"');
    expect(modelsOnly.html).not.toContain("any other file");
  });

  it("says how much an order may cost before anything is chosen", async () => {
    const { studio } = await printingStudio();
    await setPage(studio, { minimumOrderMinor: 20_000, maximumOrderMinor: null });
    const least = await shownPage(`/${studio.slug}`);
    expect(least.text).toContain("Orders from ₴200.00: a smaller one pays the difference");
    expect(configurationIn(least.html)).toMatchObject({ minimumOrder: "200.00", maximumOrder: null });
    const { studio: other } = await printingStudio();
    await setPage(other, { minimumOrderMinor: 20_000, maximumOrderMinor: 500_000 });
    expect((await shownPage(`/${other.slug}`)).text).toContain("Orders from ₴200.00 to ₴5,000.00");
  });

  it("leads an address that was typed in capitals to the page's own", async () => {
    const studio = await createStudio();
    const ask = (path: string) =>
      worker.fetch(new Request(`${SHOP_ORIGIN}${path}`, { redirect: "manual" }), env, createExecutionContext());
    const answer = await ask(`/${studio.slug.toUpperCase()}?lang=en`);
    expect(answer.status).toBe(308);
    expect(answer.headers.get("Location")).toBe(`/${studio.slug}?lang=en`);
    expect(answer.headers.get("X-Request-Id")).not.toBeNull();
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect((await ask("/API")).status).toBe(404);
  });

  it("has a page of its own for every slug but the reserved words", async () => {
    for (const slug of RESERVED_SLUGS) {
      const { html, headers } = await visitPage(`/${slug}`, { headers: { Accept: "application/json" } });
      expect(html, slug).not.toContain('id="configuration"');
      expect(headers.get("Content-Security-Policy") ?? "", slug).not.toContain("blob:");
    }
  });

  it("tells a person that no studio has the address on a page, and a program in JSON", async () => {
    const page = await visitPage("/no-studio-has-this");
    expect(page.status).toBe(404);
    expect(page.text).toContain("There is no such page");
    expect(policyOf(page.headers)["frame-ancestors"]).toBe("'none'");
    const answer = await visitPage("/no-studio-has-this", { headers: { Accept: "*/*" } });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.html)).toMatchObject({ errorCode: "errors.pathUnknown" });
  });

  it("is found with a slash too many", async () => {
    const { studio } = await printingStudio();
    const page = await visitPage(`/${studio.slug}/?lang=en`);
    expect([301, 308]).toContain(page.status);
    expect(new URL(page.location ?? "", SHOP_ORIGIN).href).toBe(`${SHOP_ORIGIN}/${studio.slug}?lang=en`);
  });

  it("says that it is closed, and shows nothing of its offer", async () => {
    const { studio } = await printingStudio({ title: "Кобза Друк" });
    await setPage(studio, { isOpen: false, welcome: "Welcome to all" });
    const page = await visitPage(`/${studio.slug}`);
    expect(page.status).toBe(404);
    expect(page.text).toContain("takes no orders");
    expect(page.text).toContain("Кобза Друк");
    expect(page.html).not.toMatch(/Welcome to all|PLA|type="file"|storefront\.js/);
  });

  it.each([
    ["a studio with no catalog", async () => createStudio()],
    [
      "one whose materials and qualities are of different technologies",
      async () => {
        const studio = await createStudio();
        await addMaterial(studio, { technologyId: 1 });
        await addQuality(studio, { technologyId: 2 });
        return studio;
      },
    ],
    [
      "one that keeps all from its page",
      async () => {
        const { studio } = await printingStudio();
        await studio.db.update(materials, { isOnStorefront: false }, undefined);
        return studio;
      },
    ],
  ])("says honestly that nothing is on offer yet: %s", async (_, make) => {
    const { slug } = await make();
    const page = await shownPage(`/${slug}`);
    expect(page.text).toContain("Nothing is on offer here yet");
    expect(page.html).not.toMatch(/type="file"|<script/);
  });

  it("offers the active entries chosen for it, in the studio's order, and no others", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const first = await addMaterial(studio, { name: "First", position: -1 });
    await addMaterial(studio, { name: "Archived", status: "inactive" });
    await addMaterial(studio, { name: "Kept back", isOnStorefront: false });
    await addMaterial(studio, { name: "Without a quality", technologyId: 5 });
    await addQuality(studio, { name: "Inactive", isActive: false, isDefault: false });
    await addQuality(studio, { name: "Kept back", isOnStorefront: false, isDefault: false });
    const resin = await addForTechnology(studio, 2, { isDefault: false });
    const everywhere = await addFinishing(studio, { name: "Everywhere", technologyId: null });
    await addFinishing(studio, { name: "Archived", isArchived: true });
    await addFinishing(studio, { name: "Of powder", technologyId: 5 });
    await addDeliveryMethod(studio, "Nova Poshta");
    await addDeliveryMethod(studio, "Pigeons", false);
    const { catalog } = configurationIn((await shownPage(`/${studio.slug}`)).html);
    expect(catalog.technologies.map(({ slug }) => slug)).toEqual(["fdm", "sla"]);
    expect(catalog.materials.map(({ id }) => id)).toEqual([first, materialId, resin.materialId]);
    expect(catalog.qualities.map(({ id }) => id)).toEqual([printingQualityId, resin.printingQualityId]);
    expect(catalog.finishings.map(({ id }) => id)).toEqual([everywhere]);
    expect(catalog.deliveryMethods.map(({ name }) => name)).toEqual(["Nova Poshta"]);
    // The resin's only quality is chosen to begin with, though the studio made none the default.
    expect(catalog.qualities.map(({ isDefault }) => isDefault)).toEqual([true, true]);
  });

  it("tells nothing that is the studio's own business", async () => {
    const { studio } = await printingStudio({
      hourlyRateMinor: 7_654_321,
      setupCostMinor: 6_543_217,
      minimumPriceMinor: 5_432_176,
      markupBasisPoints: 4_321_765,
    });
    await addMaterial(studio, {
      costPerKgMinor: 3_217_654,
      densityMilligramsPerCubicCm: 2_176_543,
      stockHundredthsOfGram: 1_765_432,
      lowStockHundredthsOfGram: 7_123_456,
    });
    await addFinishing(studio, { priceMinor: 6_712_345, percentageBasisPoints: null });
    await setPage(studio, {
      turnstileSiteKey: "0x4SITE",
      turnstileSecret: "0x4SECRET",
      printHoursPerDay: 23,
      handlingDays: 89,
    });
    const { html } = await shownPage(`/${studio.slug}`);
    const digits = html.replace(/[\s.,]/g, "");
    for (const secret of [
      "7654321",
      "6543217",
      "5432176",
      "4321765",
      "3217654",
      "2176543",
      "1765432",
      "7123456",
      "6712345",
    ]) {
      expect(digits, secret).not.toContain(secret);
    }
    expect(html).toContain("0x4SITE");
    expect(html).not.toContain("0x4SECRET");
    expect(Object.keys(configurationIn(html)).sort()).toEqual([
      "allowedSites",
      "base",
      "carrier",
      "catalog",
      "currency",
      "discounts",
      "filledBasket",
      "language",
      "maxAttachments",
      "maxFileMegabytes",
      "maxItems",
      "maximumOrder",
      "minimumOrder",
      "requisites",
      "studioTitle",
      "takesPriceRequests",
      "terms",
      "turnstileSiteKey",
    ]);
    expect(html).not.toMatch(/costPerKg|hourlyRate|markup|stock|handlingDays|printHours/i);
  });

  it("shows the studio's texts in their own lines, even with markup in them", async () => {
    const attack = `</script><script>alert(1)</script><img src=x onerror="alert(2)">\u2028'"&`;
    const studio = await createStudio({ title: `Title ${attack}` });
    await addMaterial(studio, { name: `Material ${attack}`, color: attack, colorHex: `"><script>` });
    await addQuality(studio, { name: `Quality ${attack}`, description: attack });
    await addFinishing(studio, { name: attack, description: attack });
    await addDeliveryMethod(studio, attack);
    await setPage(studio, { welcome: `one\ntwo ${attack}`, terms: attack, requisites: attack });
    const { html } = await shownPage(
      `/${studio.slug}?lang=${encodeURIComponent(attack)}&theme=${encodeURIComponent(attack)}`,
    );
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toMatch(/<img|alert\(1\)<\/script><img/);
    expect(html).toContain("one\ntwo &lt;/script&gt;");
    const configuration = configurationIn(html);
    expect(configuration.studioTitle).toBe(`Title ${attack}`);
    expect(configuration.terms).toBe(attack);
    expect(configuration.catalog.materials[0]?.name).toBe(`Material ${attack}`);
    const [, json = ""] = /id="configuration">([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(json).not.toMatch(/[<\u2028\u2029]/);
  });

  it("names in its HTML all that it loads, and is small although the studio offers much", async () => {
    const studio = await createStudio();
    await setPage(studio, { welcome: "Ласкаво просимо. ".repeat(30), terms: "Умови студії. ".repeat(300) });
    // Names differ, so that they do not compress as one would.
    const named = (word: string, index: number) => `${word} ${(index * 7_919_104_729).toString(36)}`;
    const colorHexOf = (index: number) => `#${((index * 104_729) % 0xffffff).toString(16).padStart(6, "0")}`;
    const { db } = studio;
    const [first, ...rest] = Array.from({ length: 60 }, (_, index) => {
      const colorHex = colorHexOf(index);
      return db.insert(
        materials,
        materialRow({ name: named("Матеріал", index), color: named("колір", index), colorHex }),
      );
    });
    if (first === undefined) throw new Error("there is no material");
    await db.batch([first, ...rest]);
    for (let index = 0; index < 15; index++) {
      await addQuality(studio, { name: named("Якість", index), description: named("Для деталей", index) });
      await addFinishing(studio, { name: named("Обробка", index), description: named("Опис", index) });
    }
    for (const language of LANGUAGES) {
      const { html } = await shownPage(`/${studio.slug}?lang=${language}`);
      const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="(\/[^"]+)"/g)].map(([, to]) => to);
      expect(loaded.sort()).toEqual(
        ["icon.svg", "storefront.css", "storefront.js"].map((name) => `/order-page/assets/${name}`),
      );
      const compressed = new Blob([html]).stream().pipeThrough(new CompressionStream("gzip"));
      const { byteLength } = await new Response(compressed).arrayBuffer();
      console.log(`the order page's HTML, ${language}: gzip ${byteLength}`);
      expect(byteLength).toBeLessThanOrEqual(MAX_HTML_KILOBYTES * 1024);
    }
  });

  it("has no inline style or script, which its own policy would refuse", async () => {
    const { studio } = await printingStudio();
    const { html } = await shownPage(`/${studio.slug}`);
    expect(html).not.toMatch(/ style=| on[a-z]+=|<style|javascript:/i);
    for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/src="\/order-page\/|application\/json/);
  });
});

describe("the order page's language and theme", () => {
  const languageOf = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1];

  it.each([
    ["the address before the browser", "?lang=en", "uk", "uk", "en"],
    ["the browser before the studio", "", "en-GB,uk;q=0.5", "uk", "en"],
    ["the studio, where the browser wants what is not spoken here", "", "pl", "en-GB", "en"],
    ["Ukrainian, if no other is asked for", "", "pl", "pl", "uk"],
    ["nothing that the address makes up", "?lang=xx", "en", "uk", "en"],
  ])("%s", async (_, query, accepted, locale, expected) => {
    const { studio } = await printingStudio({ locale });
    const { html, headers } = await shownPage(`/${studio.slug}${query}`, { headers: { "Accept-Language": accepted } });
    expect(languageOf(html)).toBe(expected);
    expect(configurationIn(html).language).toBe(expected);
    expect(headers.get("Vary")).toContain("Accept-Language");
    // Whichever it is, the other is one step away.
    expect(html).toMatch(/<a href="[^"]*\?lang=uk[^"]*"/);
    expect(html).toMatch(/<a href="[^"]*\?lang=en[^"]*"/);
  });

  it("speaks Ukrainian throughout", async () => {
    const { studio } = await printingStudio();
    const { text } = await shownPage(`/${studio.slug}?lang=uk`);
    for (const words of [
      "Ціна вашого 3D‑друку",
      "Виберіть моделі чи ZIP",
      "Як це працює",
      "STL, OBJ, 3MF, PLY чи STEP, до 50 МБ",
    ]) {
      expect(text).toContain(words);
    }
    expect((await visitPage("/no-studio-has-this?lang=uk")).text).toContain("Такої сторінки немає");
  });

  it("is light or dark as the address says, else as the device", async () => {
    const { studio } = await printingStudio();
    for (const [query, theme] of [
      ["?theme=dark", "dark"],
      ["?theme=light", "light"],
      ["?theme=pink", "system"],
      ["", "system"],
    ]) {
      expect((await shownPage(`/${studio.slug}${query}`)).html).toContain(`data-theme="${theme}"`);
    }
  });

  it("has no header of its own inside the widget", async () => {
    const { studio } = await printingStudio();
    expect((await shownPage(`/${studio.slug}`)).html).toContain('class="site-header"');
    const framed = await shownPage(
      `/${studio.slug}?widget=1&theme=dark&host=https%3A%2F%2Fkobza.example&accent=%23ff0000`,
    );
    expect(framed.html).not.toContain('class="site-header"');
    expect(framed.html).toMatch(/<html[^>]* data-widget/);
  });
});

describe("the order page's headers", () => {
  it("let it load from its own service only, and be framed by no site", async () => {
    const { studio } = await printingStudio();
    const { headers } = await shownPage(`/${studio.slug}`);
    expect(policyOf(headers)).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "connect-src": "'self'",
      "img-src": "'self' blob: data:",
      "frame-src": "'none'",
      "form-action": "'self'",
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
    });
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("Permissions-Policy")).toContain("camera=()");
    expect(headers.get("Set-Cookie")).toBeNull();
  });

  it("let the sites that the studio listed frame it, and no text that is none", async () => {
    const { studio } = await printingStudio();
    const listed = ["https://kobza.example", "https://shop.kobza.example:8443"];
    await setPage(studio, { allowedSites: [...listed, "https://evil.example; script-src *", "*"] });
    const { headers } = await shownPage(`/${studio.slug}`);
    expect(policyOf(headers)["frame-ancestors"]).toBe(listed.join(" "));
    expect(policyOf(headers)["script-src"]).toBe("'self'");
    expect(headers.get("X-Frame-Options")).toBeNull();
  });

  it("let Turnstile in only if the studio has set its keys", async () => {
    const { studio } = await printingStudio();
    await setPage(studio, { turnstileSiteKey: "0x4SITE", turnstileSecret: "0x4SECRET" });
    const policy = policyOf((await shownPage(`/${studio.slug}`)).headers);
    expect(policy["script-src"]).toBe("'self' https://challenges.cloudflare.com");
    expect(policy["frame-src"]).toBe("https://challenges.cloudflare.com");
    expect(policy["connect-src"]).toBe("'self'");
  });

  it("let search engines find the page itself, and nothing that is not one", async () => {
    const { studio } = await printingStudio({ title: "Кобза Друк" });
    const { html } = await shownPage(`/${studio.slug}?theme=dark`);
    expect(html).not.toContain('name="robots"');
    expect(html).toContain(`<link rel="canonical" href="${SHOP_ORIGIN}/${studio.slug}"`);
    expect(html).toContain('<meta property="og:site_name" content="Кобза Друк"');
    expect((await visitPage("/no-studio-has-this")).html).toContain('<meta name="robots" content="noindex"');
  });
});
