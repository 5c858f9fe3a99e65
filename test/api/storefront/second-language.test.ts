// Texts in the studio's second language: typed in the panel, read by visitors of that language, and nowhere else.

import { describe, expect, it } from "vitest";
import { finishings, materials, printingQualities, storefronts } from "../../../src/db/schema.ts";
import type { PageConfiguration } from "../../../src/storefront/wire.ts";
import { addFinishing } from "../support/catalog.ts";
import { undo } from "../support/page-forms.ts";
import { panelOf, posted, readPage, staffOf } from "../support/panel.ts";
import { ordered, quoted, setPage, untilSliced, Visitor, visitedStudio } from "../support/storefront.ts";
import type { TestStudio } from "../support/studio.ts";

const ENGLISH = { "Accept-Language": "en" };
const UKRAINIAN = { "Accept-Language": "uk" };

/** A Ukrainian studio with English texts, typed by its owner into the panel's forms. */
async function translatedStudio() {
  const { studio, visitor, choice } = await visitedStudio({ locale: "uk-UA" });
  const finishingId = await addFinishing(studio, { name: "Шліфування", description: "Вручну", priceMinor: 5000 });
  const panel = await panelOf(studio);
  const { owner, base } = panel;
  await posted(owner, `${base}/catalog/materials/${choice.materialId}`, {
    name: "ПЛА",
    color: "білий",
    nameInSecondLanguage: "PLA <b>plain</b>",
    colorInSecondLanguage: "white",
    costPerKg: "600",
    density: "1.24",
  });
  await studio.db.update(
    printingQualities,
    { name: "Стандарт", nameInSecondLanguage: "Standard", descriptionInSecondLanguage: "Good for most" },
    undefined,
  );
  const staff = await staffOf(panel);
  await posted(staff, `${base}/catalog/finishings/${finishingId}`, {
    name: "Шліфування",
    description: "Вручну",
    nameInSecondLanguage: "Sanding",
    descriptionInSecondLanguage: "",
  });
  return { studio, panel, visitor, choice: { ...choice, finishingIds: [finishingId] } };
}

/** The order page as a browser of this language gets it. */
async function page(studio: TestStudio, headers: Record<string, string>) {
  const answer = await readPage(await new Visitor(studio).fetch("", { headers: { Accept: "text/html", ...headers } }));
  expect(answer.status, answer.html).toBe(200);
  const [, json = "{}"] = /id="configuration">([^<]*)</.exec(answer.html) ?? [];
  // The page's own element.
  return { html: answer.html, text: answer.text, configuration: JSON.parse(json) as PageConfiguration };
}

describe("a visitor who reads the studio's second language", () => {
  it("reads the offer in it, and the studio's own words where there are no others", async () => {
    const { studio } = await translatedStudio();
    const { html, configuration } = await page(studio, ENGLISH);
    const { catalog } = configuration;
    expect(catalog.materials[0]).toMatchObject({ name: "PLA <b>plain</b>", color: "white" });
    expect(catalog.qualities[0]).toMatchObject({ name: "Standard", description: "Good for most" });
    expect(catalog.finishings[0]).toMatchObject({ name: "Sanding", description: "Вручну" });
    expect(html).toContain("PLA &lt;b&gt;plain&lt;/b&gt;");
    expect(html).not.toContain("<b>plain");
    expect(html).not.toContain("InSecondLanguage");
  });

  it("reads the welcome and the terms in it", async () => {
    const { studio } = await translatedStudio();
    await setPage(studio, {
      welcome: "Вітаємо",
      terms: "Умови",
      welcomeInSecondLanguage: "Welcome <i>all</i>",
      termsInSecondLanguage: null,
    });
    const { text, html, configuration } = await page(studio, ENGLISH);
    expect(text).toContain("Welcome <i>all</i>");
    expect(html).not.toContain("<i>all");
    expect(configuration.terms).toBe("Умови");
    expect((await page(studio, UKRAINIAN)).text).toContain("Вітаємо");
  });

  it("reads the finishing's line in it, and the order keeps the studio's own names", async () => {
    const { studio, visitor, choice } = await translatedStudio();
    const items = [{ quantity: 1, ...choice }];
    const lines = async (headers: Record<string, string>) => {
      const answer = await untilSliced(() =>
        visitor.post<{ items: { lines: unknown[] }[] }>("/quotes", { items }, headers),
      );
      return answer.body.items[0]?.lines;
    };
    expect(await lines(ENGLISH)).toContainEqual(expect.objectContaining({ kind: "finishing", name: "Sanding" }));
    expect(await lines(UKRAINIAN)).toContainEqual(expect.objectContaining({ kind: "finishing", name: "Шліфування" }));
    const { orderId } = await ordered(visitor, await quoted(visitor, [choice]), {}, "?lang=en");
    const kept = JSON.stringify(await studio.data(`/orders/${orderId}`));
    expect(kept).toContain("Шліфування");
    expect(kept).not.toContain("Sanding");
  });
});

describe("every other reader", () => {
  it.each([
    ["of the studio's language", UKRAINIAN],
    ["of a language that the service does not speak", { "Accept-Language": "de" }],
  ])("%s reads the studio's own words", async (_, headers) => {
    const { studio } = await translatedStudio();
    const { catalog } = (await page(studio, headers)).configuration;
    expect(catalog.materials[0]).toMatchObject({ name: "ПЛА", color: "білий" });
    expect(catalog.qualities[0]?.name).toBe("Стандарт");
    expect(catalog.finishings[0]?.name).toBe("Шліфування");
  });

  it("of the API finds records as they were, without a field more", async () => {
    const { studio } = await translatedStudio();
    for (const path of ["/materials", "/printing-qualities", "/finishings"]) {
      const answer = JSON.stringify(await studio.data(path));
      expect(answer).toMatch(/ПЛА|Стандарт|Шліфування/);
      expect(answer).not.toMatch(/SecondLanguage|Sanding|Standard|plain/);
    }
  });
});

describe("a text in the second language", () => {
  it("is shown in the form as it was typed, and cleared by an empty field", async () => {
    const { studio, panel, choice } = await translatedStudio();
    const [finishingId] = choice.finishingIds;
    const path = `${panel.base}/catalog/finishings/${finishingId}`;
    const form = await panel.owner.get(path);
    expect(form.field("nameInSecondLanguage").value).toBe("Sanding");
    expect(form.text).toContain("In English too");
    await posted(panel.owner, path, { name: "Шліфування", nameInSecondLanguage: " " });
    expect(await studio.db.select(finishings)).toMatchObject([{ nameInSecondLanguage: null }]);
  });

  it("has the bounds of the studio's own", async () => {
    const { studio, panel, choice } = await translatedStudio();
    const long = await panel.owner.post(`${panel.base}/catalog/materials/${choice.materialId}`, {
      name: "ПЛА",
      nameInSecondLanguage: "x".repeat(256),
      colorInSecondLanguage: "x".repeat(101),
      costPerKg: "600",
      density: "1.24",
    });
    expect(long.status).toBe(400);
    expect(long.html).toContain('id="fault-nameInSecondLanguage">Use at most 255 characters.');
    expect(long.html).toContain('id="fault-colorInSecondLanguage">Use at most 100 characters.');
    expect(await studio.db.select(materials)).toMatchObject([{ colorInSecondLanguage: "white" }]);
    const texts = await panel.owner.post(`${panel.base}/order-page/texts`, {
      welcomeInSecondLanguage: "x".repeat(1001),
      termsInSecondLanguage: "x".repeat(8001),
    });
    expect(texts.status).toBe(400);
    expect(texts.html).toContain("Use at most 1000 characters.");
    expect(texts.html).toContain("Use at most 8000 characters.");
  });

  it("of the page is saved with the others, and undone with them", async () => {
    const { studio, panel } = await translatedStudio();
    const path = `${panel.base}/order-page`;
    const saved = await posted(panel.owner, `${path}/texts`, {
      welcome: "Вітаємо",
      welcomeInSecondLanguage: "Welcome",
    });
    expect(saved.field("welcomeInSecondLanguage").value).toBe("Welcome");
    expect((await page(studio, ENGLISH)).text).toContain("Welcome");
    await undo(panel.owner, saved);
    const [settings] = await studio.db.select(storefronts);
    expect(settings).toMatchObject({ welcome: null, welcomeInSecondLanguage: null });
  });
});
