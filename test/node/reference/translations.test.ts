// Translated guides: each is built as its English original, and names the pages' labels by the pages' own words.

import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { type Guide, readGuides, readTranslations } from "../../../scripts/reference/guides.ts";
import { anchorOf } from "../../../scripts/reference/markdown.ts";
import { ORDER_STATUSES } from "../../../src/domain/order.ts";
import { LANGUAGES, type Language } from "../../../src/domain/person.ts";
import { OWNERS_GUIDES } from "../../../src/http/guide-address.ts";
import { statusName } from "../../../src/panel/orders/order-status.words.ts";

const originals = await readGuides();
const translations = await readTranslations();
const all = [...originals, ...translations.flatMap(({ guides }) => guides)];

const pairs = translations.flatMap(({ language, guides }) =>
  guides.map((translation) => ({
    name: `${language}/${translation.file}`,
    original: originals.find(({ file }) => file === translation.file),
    translation,
  })),
);

interface Section {
  readonly level: number;
  readonly bullets: number;
  readonly steps: number;
  readonly rows: number;
  readonly paragraphs: number;
  /** Words in code, sorted: each language has an order of its own. */
  readonly codes: readonly string[];
  /** Targets, sorted; a heading of another guide by its place there. */
  readonly links: readonly string[];
}

const FENCE = /^```[\s\S]*?^```$/gm;

function fencesOf({ markdown }: Guide): readonly string[] {
  return markdown.match(FENCE) ?? [];
}

/** The texts from each heading to the next, without fences. */
function sectionTextsOf({ markdown }: Guide): readonly string[] {
  return markdown
    .replaceAll(FENCE, "")
    .split(/^(?=#+ )/m)
    .filter((text) => text !== "");
}

function sectionsOf(guide: Guide): readonly Section[] {
  return sectionTextsOf(guide).map((text) => ({
    level: /^#+/.exec(text)?.[0].length ?? 0,
    bullets: text.match(/^- /gm)?.length ?? 0,
    steps: text.match(/^\d+\. /gm)?.length ?? 0,
    rows: text.match(/^\|/gm)?.length ?? 0,
    paragraphs: text.split(/\n{2,}/).length,
    codes: (text.match(/`[^`]+`/g) ?? []).sort(),
    links: [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href = ""]) => targetOf(href, guide)).sort(),
  }));
}

function targetOf(href: string, guide: Guide): string {
  const [path = "", anchor] = href.split("#");
  const language = path.startsWith("../") ? "en" : guide.language;
  const file = path === "" ? guide.file : path.replace("../", "");
  const target = all.find((candidate) => candidate.file === file && candidate.language === language);
  if (target === undefined || anchor === undefined) return href.replace("../", "");
  const headings = [...target.markdown.replaceAll(FENCE, "").matchAll(/^#+ (.+)$/gm)];
  return `${file}, heading ${headings.findIndex(([, heading = ""]) => anchorOf(heading) === anchor)}`;
}

describe("a translated guide", () => {
  it("is there for the owner in every language", () => {
    expect(translations.map(({ language }) => language)).toEqual(["uk"]);
    for (const { guides } of translations) {
      expect(guides.map(({ slug }) => slug.split("/").at(-1))).toEqual(expect.arrayContaining([...OWNERS_GUIDES]));
    }
  });

  it.each(pairs)("has its original's headings, paragraphs, rows, words in code and links: $name", (pair) => {
    if (pair.original === undefined) throw new Error(`${pair.name} has no English original`);
    expect(sectionsOf(pair.translation)).toEqual(sectionsOf(pair.original));
  });

  it.each(pairs)("has its original's programs and commands, letter by letter: $name", ({ original, translation }) => {
    expect(fencesOf(translation)).toEqual(original === undefined ? [] : fencesOf(original));
  });

  it.each(pairs)("links to the translation of a guide that has one: $name", ({ translation }) => {
    const above = [...translation.markdown.matchAll(/\]\(\.\.\/([^)#]+)/g)].map(([, file]) => file);
    const translated = all.filter(({ language }) => language === translation.language).map(({ file }) => file);
    expect(above.filter((file) => file !== undefined && translated.includes(file))).toEqual([]);
  });

  it("would be found out by a lost row, link or heading", () => {
    const guide = (markdown: string): Guide => ({
      file: "10-order-page.md",
      language: "en",
      slug: "order-page",
      title: "",
      summary: "",
      markdown,
    });
    const whole = sectionsOf(guide("# A\n\n| a | `b` |\n| c | [d](15-money.md) |\n\n## E\n"));
    for (const text of ["# A\n\n| a | `b` |\n| c | d |\n\n## E\n", "# A\n\n| c `b` | [d](15-money.md) |\n\n## E\n"]) {
      expect(sectionsOf(guide(text))).not.toEqual(whole);
    }
    expect(sectionsOf(guide("# A\n\n| a | `b` |\n| c | [d](15-money.md) |\n\n### E\n"))).not.toEqual(whole);
  });
});

/** Emphasis, and labels of other programs: each guide's words in italics beside the pages' labels. */
const OTHER_ITALICS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    ...["machine profile", "price on request", "Tuesday, November 24 · +₴312.50 (25%)"],
    // Names that an owner could give to keys.
    ...["Site", "ERP"],
    // Buttons of Telegram and of the carrier's cabinet.
    ...["Start", "Settings", "Security"],
  ],
  uk: [
    ...["запит на ціну", "вівторок, 24 листопада · +312,50 ₴ (25 %)"],
    ...["Сайт", "ERP"],
    ...["Почати", "Налаштування", "Безпека"],
  ],
};

/** Every text of the panel and the order page that needs no value, with itself in each language. */
const labels = await readLabels();

type Label = Readonly<Record<Language, string>>;

async function readLabels(): Promise<readonly Label[]> {
  const files = globSync("src/{panel,storefront,pages}/**/*.words.ts", { cwd: PROJECT_FOLDER });
  const fields = globSync("src/catalog/**/*.request.ts", { cwd: PROJECT_FOLDER });
  const modules: readonly unknown[] = await Promise.all(
    [...files, ...fields].map((file) => import(join(PROJECT_FOLDER, file))),
  );
  const statuses = ORDER_STATUSES.map((status) => ({ en: statusName("en", status), uk: statusName("uk", status) }));
  return [...statuses, ...modules.flatMap((module) => Object.values(Object(module))).flatMap(labelsIn)];
}

/** Words are a function of the language; a field has its label in every language. */
function labelsIn(exported: unknown): readonly Label[] {
  if (typeof exported !== "function") return labelled(exported);
  try {
    return paired(exported("en"), exported("uk"));
  } catch {
    // A function of another value than a language has no labels.
    return [];
  }
}

function paired(en: unknown, uk: unknown): readonly Label[] {
  if (typeof en === "string" && typeof uk === "string") return [{ en, uk }];
  if (typeof en !== "object" || en === null) return [];
  return Object.entries(en).flatMap(([name, text]) => paired(text, Object(uk)[name]));
}

function labelled(value: unknown): readonly Label[] {
  if (typeof value !== "object" || value === null) return [];
  if ("en" in value && "uk" in value) return paired(value.en, value.uk);
  return Object.values(value).flatMap(labelled);
}

/** A label opens a form with "…"; a sentence may begin it in small letters. */
function plain(label: string): string {
  return label.replace(/…$/, "").toLowerCase();
}

/** The words in italics; a path of labels is several. */
function italicsIn(text: string): readonly string[] {
  return [...text.replaceAll(/`[^`]*`/g, "").matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].flatMap(([, words = ""]) =>
    words.replaceAll("\n", " ").split(" › "),
  );
}

describe("a label in italics", () => {
  const translatedFiles = new Set(pairs.map(({ translation }) => translation.file));

  it("is known in great number", () => {
    expect(labels.length).toBeGreaterThan(1500);
    expect(labels).toContainEqual({ en: "Pick-up at the studio", uk: "Самовивіз зі студії" });
  });

  it.each(all.filter(({ file }) => translatedFiles.has(file)))(
    "stands on a page as $language/$file has it",
    (guide) => {
      const { language } = guide;
      const known = new Set([...labels.map((label) => label[language]), ...OTHER_ITALICS[language]].map(plain));
      expect(italicsIn(guide.markdown.replaceAll(FENCE, "")).filter((italics) => !known.has(plain(italics)))).toEqual(
        [],
      );
    },
  );

  it.each(pairs)("is translated as the page is: $name", ({ original, translation }) => {
    const translated = sectionTextsOf(translation).map((text) => new Set(italicsIn(text).map(plain)));
    const wrong = (original === undefined ? [] : sectionTextsOf(original)).flatMap((text, index) =>
      italicsIn(text).filter((italics) => {
        if (OTHER_ITALICS.en.includes(italics)) return false;
        const meant = labels.filter(({ en }) => plain(en) === plain(italics));
        return meant.length > 0 && !meant.some((label) => translated[index]?.has(plain(label[translation.language])));
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("is found in a sentence, and in a path", () => {
    expect(italicsIn("Under *Catalog ›\nDelivery*, **all** of `a *b*` is *Free*.")).toEqual([
      "Catalog",
      "Delivery",
      "Free",
    ]);
    expect(LANGUAGES.map((language) => plain({ en: "Delete…", uk: "Видалити…" }[language])).sort()).toEqual([
      "delete",
      "видалити",
    ]);
  });
});
