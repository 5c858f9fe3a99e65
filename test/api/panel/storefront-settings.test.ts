// The panel's settings of the order page: link, code, offer, rules, texts, sites, and refused forms.

import { env } from "cloudflare:workers";
import { encode } from "uqr";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { materials, printingQualities, storefronts } from "../../../src/db/schema.ts";
import type { Language } from "../../../src/domain/person.ts";
import { DEFAULT_STOREFRONT, readStorefrontSettings } from "../../../src/studios/storefront-settings.store.ts";
import { addMaterial, addQuality } from "../support/catalog.ts";
import { undo } from "../support/page-forms.ts";
import {
  addMember,
  type Browser,
  createPerson,
  type FormFields,
  PANEL_ORIGIN,
  type PanelStudio,
  panelStudio,
  posted,
  signedIn,
  staffOf,
} from "../support/panel.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";

afterEach(() => void vi.restoreAllMocks());

const RULES = { printHoursPerDay: "12", handlingDays: "1" };

interface Shop extends PanelStudio {
  /** The page of the settings. */
  readonly page: string;
}

async function openShop(row?: Parameters<typeof panelStudio>[0]): Promise<Shop> {
  const shop = await panelStudio(row);
  return { ...shop, page: `${shop.base}/order-page` };
}

/** The studio's owner who reads the panel in this language. */
async function ownerReading(studio: TestStudio, language: Language): Promise<Browser> {
  const person = await createPerson({ language });
  await addMember(studio, person, "owner");
  return signedIn(person);
}

async function settingsOf({ studio }: Shop) {
  return readStorefrontSettings(studio.db);
}

describe("the payment settings", () => {
  it("are saved, shown as typed and undone from the notice", async () => {
    const shop = await openShop();
    const fields = {
      advancePercent: "30",
      payeeName: "ФОП Косач Леся",
      payeeIban: "ua213223130000026007233566001",
      payeeCode: "1234567890",
    };
    const page = await posted(shop.owner, `${shop.page}/payment`, fields);
    expect(page.notice).toContain("The payment settings are saved.");
    expect(page.field("payeeIban").value).toBe("UA21 3223 1300 0002 6007 2335 6600 1");
    const stored = { ...fields, advancePercent: 30, payeeIban: fields.payeeIban.toUpperCase() };
    expect(await settingsOf(shop)).toMatchObject(stored);
    await undo(shop.owner, page);
    expect(await settingsOf(shop)).toMatchObject({ advancePercent: null, payeeName: null, payeeIban: null });
  });

  it("ask for nothing in advance by a share of 0 or none", async () => {
    const shop = await openShop();
    await posted(shop.owner, `${shop.page}/payment`, { advancePercent: "30" });
    await posted(shop.owner, `${shop.page}/payment`, { advancePercent: "0" });
    expect((await settingsOf(shop)).advancePercent).toBeNull();
  });

  it.each([
    ["advancePercent", "101"],
    ["advancePercent", "12,5"],
    ["payeeIban", "UA213223130000026007233566002"],
    ["payeeCode", "123456789"],
    ["payeeName", "x".repeat(71)],
  ])("refuse a %s of %s, with the fault beside it", async (name, value) => {
    const shop = await openShop();
    const answer = await shop.owner.post(`${shop.page}/payment`, { [name]: value });
    expect(answer.status).toBe(400);
    expect(answer.faults[name]).toBeDefined();
    expect(answer.field(name).value).toBe(value);
  });

  it("need the holder and the IBAN together", async () => {
    const shop = await openShop();
    for (const fields of [{ payeeName: "Леся" }, { payeeIban: "UA213223130000026007233566001" }]) {
      const answer = await shop.owner.post(`${shop.page}/payment`, fields);
      expect([answer.status, answer.faults.payeeIban]).toEqual([
        400,
        "Fill in both the holder and the IBAN, or neither.",
      ]);
    }
  });
});

describe("the page of the order page's settings", () => {
  it("is the owner's, and does not exist for another studio's owner", async () => {
    const shop = await openShop();
    const staff = await staffOf(shop);
    const answer = await staff.get(shop.page);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("Only the studio's owner can do this");
    expect((await staff.post(`${shop.page}/state`)).status).toBe(403);
    expect((await settingsOf(shop)).isOpen).toBe(true);
    const stranger = (await openShop()).owner;
    expect((await stranger.get(shop.page)).status).toBe(404);
    expect((await stranger.post(`${shop.page}/state`)).status).toBe(404);
  });

  it("is in the navigation of owners alone", async () => {
    const shop = await openShop();
    expect((await shop.owner.get(shop.base)).addresses).toContain(shop.page);
    expect((await (await staffOf(shop)).get(shop.base)).html).not.toContain(shop.page);
  });

  it("takes two round trips to the database: the session, and one batch", async () => {
    const { owner, page } = await openShop();
    const batch = vi.spyOn(env.DB, "batch");
    const prepare = vi.spyOn(env.DB, "prepare");
    expect((await owner.get(page)).status).toBe(200);
    expect(batch).toHaveBeenCalledOnce();
    const statementsOfBatch = batch.mock.calls[0]?.[0].length ?? 0;
    expect(prepare.mock.calls.length - statementsOfBatch).toBe(1);
  });

  it.each(["en", "uk"] as const)(
    "shows the settings of a studio that never set up its page, in %s",
    async (language) => {
      const { studio, page } = await openShop();
      const shown = await (await ownerReading(studio, language)).get(page);
      expect(shown.status, shown.html).toBe(200);
      expect(shown.field("printHoursPerDay").value).toBe("12");
      expect(shown.field("handlingDays").value).toBe("1");
      expect(shown.field("takesPriceRequests")).toMatchObject({ type: "checkbox", value: "true", isChecked: true });
      expect(shown.text).toContain(
        language === "en"
          ? "12 hours a day for each printer, and 1 day on top"
          : "12 годин на день на кожному принтері",
      );
      expect(await studio.db.select(storefronts)).toEqual([]);
    },
  );
});

describe("the link to share", () => {
  it("is shown with a code of it in black on white, without style or script in the page", async () => {
    const { studio, owner, page } = await openShop();
    const shown = await owner.get(page);
    const { html } = shown;
    expect(shown.part("order-page-address").attribute("value")).toBe(`${PANEL_ORIGIN}/${studio.slug}`);
    const [code = ""] = /<svg class="qr-code".*?<\/svg>/s.exec(html) ?? [];
    expect(code).toContain(`aria-label="QR code of ${PANEL_ORIGIN}/${studio.slug}"`);
    expect(code).toContain('fill="#fff"');
    expect(code).toContain('fill="#000"');
    const dark = [...code.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
    const { data } = encode(`${PANEL_ORIGIN}/${studio.slug}`, { ecc: "M", border: 4 });
    expect(dark).toEqual(data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : []))));
    expect(html).not.toMatch(/\sstyle=/);
  });

  it("can be downloaded as a code, which is the one on the page", async () => {
    const { studio, owner, page } = await openShop();
    const file = await owner.get(`${page}/qr.svg`);
    expect(file.status).toBe(200);
    expect(file.headers.get("Content-Type")).toBe("image/svg+xml; charset=UTF-8");
    expect(file.headers.get("Content-Disposition")).toBe(`attachment; filename="${studio.slug}.svg"`);
    const pathOf = (svg: string) => / d="(M\d+ \d+h1v1h-1z[^"]*)"/.exec(svg)?.[1];
    expect(pathOf(file.html)).toBeDefined();
    expect(pathOf(file.html)).toBe(pathOf((await owner.get(page)).html));
  });

  it("says whether the page is open; closing and opening it are undone by each other", async () => {
    const shop = await openShop();
    const { owner, page } = shop;
    expect((await owner.get(page)).text).toContain("The link to share Open");
    const closed = await posted(owner, `${page}/state`);
    expect(closed.text).toContain("The link to share Closed");
    expect((await settingsOf(shop)).isOpen).toBe(false);
    await undo(owner, closed);
    expect((await settingsOf(shop)).isOpen).toBe(true);
  });
});

describe("the offer of the order page", () => {
  it("is chosen by ticks, saved for the entries shown, and undone", async () => {
    const shop = await openShop();
    const { studio, owner, page } = shop;
    const white = await addMaterial(studio, { name: "PLA", color: "white", colorHex: "#ffffff" });
    const black = await addMaterial(studio, { name: "PLA", color: "<b>black</b>", isOnStorefront: false });
    const fine = await addQuality(studio, { name: "Fine" });
    const shown = await owner.get(page);
    expect(shown.fields("materialIds[]").map(({ value, isChecked }) => [Number(value), isChecked])).toEqual([
      [white, true],
      [black, false],
    ]);
    expect(shown.text).toContain("<b>black</b>");
    expect(shown.text).toContain("1 material and 1 quality on offer");
    // Added by another person while the form was open.
    const later = await addMaterial(studio, { name: "PETG" });

    const fields = { "shown.materialIds": `${white},${black}`, "shown.qualityIds": String(fine) };
    const saved = await posted(owner, `${page}/offer`, { ...fields, "materialIds[]": [String(black)] });
    expect(await onOffer(studio)).toEqual({
      materials: { [white]: false, [black]: true, [later]: true },
      qualities: { [fine]: false },
    });
    await undo(owner, saved);
    expect(await onOffer(studio)).toEqual({
      materials: { [white]: true, [black]: false, [later]: true },
      qualities: { [fine]: true },
    });
  });

  it("tells that nothing changed, and offers no undo", async () => {
    const { studio, owner, page } = await openShop();
    const id = String(await addMaterial(studio));
    const same = await posted(owner, `${page}/offer`, { "shown.materialIds": id, "materialIds[]": [id] });
    expect(same.notice).toBe("Nothing changed.");
    expect(same.undo).toBeUndefined();
  });

  it.each([
    ["No material is on offer.", { isOnStorefront: false }, {}],
    ["No material is on offer.", { status: "inactive" }, {}],
    ["No quality is on offer.", {}, { isOnStorefront: false }],
    ["Neither a material nor a quality is on offer.", { isOnStorefront: false }, { isActive: false }],
  ] as const)("says of a technology: %s", async (sentence, material, quality) => {
    const { studio, owner, page } = await openShop();
    await addMaterial(studio, material);
    await addQuality(studio, quality);
    const text = (await owner.get(page)).text;
    expect(text).toContain(`FDM is not on the page. ${sentence}`);
    expect(text).toContain("The page is open, but there is nothing to choose on it yet.");
  });

  it("marks archived entries, which keep their choice", async () => {
    const { studio, owner, page } = await openShop();
    await addMaterial(studio, { name: "Old", status: "inactive" });
    expect((await owner.get(page)).text).toContain("Old, white archived");
  });

  it("does not reach another studio's entries, and refuses a malformed list of ids", async () => {
    const { owner, page } = await openShop();
    const other = await createStudio();
    const id = await addMaterial(other);
    await posted(owner, `${page}/offer`, { "shown.materialIds": String(id) });
    expect(await onOffer(other)).toEqual({ materials: { [id]: true }, qualities: {} });
    expect((await owner.post(`${page}/offer`, { "shown.materialIds": "1; DROP" })).status).toBe(400);
  });

  it("marks entries that are not on offer in the catalog, and a new entry is on offer", async () => {
    const { studio, owner, base } = await openShop();
    await addMaterial(studio, { isOnStorefront: false });
    await addQuality(studio, { isOnStorefront: false });
    for (const part of ["materials", "qualities"]) {
      expect((await owner.get(`${base}/catalog/${part}`)).text, part).toContain("not on the order page");
    }
    const added = { technologyId: "1", name: "New", costPerKg: "620", density: "1.24" };
    await posted(owner, `${base}/catalog/materials/new`, added);
    expect(Object.values((await onOffer(studio)).materials)).toEqual([false, true]);
  });
});

describe("the rules for orders", () => {
  it("are saved as typed, and undone", async () => {
    const shop = await openShop();
    const { owner, page } = shop;
    const typed = { minimumOrder: "150,50", maximumOrder: "10 000", printHoursPerDay: "20", handlingDays: "0" };
    const saved = await posted(owner, `${page}/rules`, typed);
    const rules = {
      minimumOrderMinor: 15_050,
      maximumOrderMinor: 1_000_000,
      takesPriceRequests: false,
      printHoursPerDay: 20,
      handlingDays: 0,
    };
    expect(await settingsOf(shop)).toMatchObject(rules);
    expect(saved.field("minimumOrder").value).toBe("150.50");
    await undo(owner, saved);
    expect(await settingsOf(shop)).toMatchObject(DEFAULT_STOREFRONT);
  });

  it("have no minimum if it is 0, and may have the same minimum and maximum", async () => {
    const shop = await openShop();
    await posted(shop.owner, `${shop.page}/rules`, { ...RULES, minimumOrder: "0", takesPriceRequests: "true" });
    expect(await settingsOf(shop)).toMatchObject({ minimumOrderMinor: null, takesPriceRequests: true });
    await posted(shop.owner, `${shop.page}/rules`, { ...RULES, minimumOrder: "50", maximumOrder: "50" });
    expect(await settingsOf(shop)).toMatchObject({ minimumOrderMinor: 5000, maximumOrderMinor: 5000 });
  });

  it("count as amounts when the currency changes: nothing is converted", async () => {
    const { studio, owner, base, page } = await openShop();
    await posted(owner, `${page}/rules`, { ...RULES, maximumOrder: "500" });
    const prices = { currency: "EUR", hourlyRate: "1", setupCost: "0", markupPercentage: "0", minimumPrice: "0" };
    const refused = await owner.post(`${base}/prices`, prices);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("the limits of the order page");
    await posted(owner, `${page}/rules`, RULES);
    await posted(owner, `${base}/prices`, prices);
    expect(await studio.data("/me")).toMatchObject({ currency: { code: "EUR" } });
  });
});

describe("the texts", () => {
  it("are kept with their line breaks, shown as text, and undone", async () => {
    const shop = await openShop();
    const { owner, page } = shop;
    const saved = await posted(owner, `${page}/texts`, { welcome: "  Вітаємо!\r\n\r\n<b>Друкуємо</b> ", terms: "" });
    expect(await settingsOf(shop)).toMatchObject({ welcome: "Вітаємо!\n\n<b>Друкуємо</b>", terms: null });
    expect(saved.field("welcome").value).toBe("Вітаємо!\n\n<b>Друкуємо</b>");
    expect(saved.text).toContain("Вітаємо! <b>Друкуємо</b>");
    expect(saved.html).not.toContain("<b>Друкуємо");
    await undo(owner, saved);
    expect(await settingsOf(shop)).toMatchObject({ welcome: null });
  });

  it("are shown as customers read them before they are saved", async () => {
    const shop = await openShop();
    const preview = await shop.owner.post(`${shop.page}/texts/preview`, { requisites: "IBAN\nUA1" });
    expect(preview.status).toBe(200);
    expect(preview.html).toContain('<details open="">');
    expect(
      preview
        .part("texts-preview")
        .ofClass("as-typed")
        .map(({ text }) => text),
    ).toContain("IBAN UA1");
    expect(await settingsOf(shop)).toMatchObject({ requisites: null });
  });

  it("are saved however long, with a notice, though the way back is then too long to be carried", async () => {
    const shop = await openShop();
    const terms = "Умови ".repeat(1300).trim();
    await posted(shop.owner, `${shop.page}/texts`, { terms });
    const saved = await posted(shop.owner, `${shop.page}/texts`, { terms: "Коротко" });
    expect(saved.text).toContain("The texts are saved.");
    expect(saved.text).not.toContain("Undo");
    expect(await settingsOf(shop)).toMatchObject({ terms: "Коротко" });
  });
});

describe("the widget", () => {
  it("is one line to paste, and the policy of a strict site names this host alone", async () => {
    const { studio, owner, page } = await openShop();
    const text = (await owner.get(page)).text;
    expect(text).toContain(
      `<script type="module" src="${PANEL_ORIGIN}/widget.js" data-studio="${studio.slug}"></script>`,
    );
    expect(text).toContain(`script-src ${PANEL_ORIGIN}/widget.js; frame-src ${PANEL_ORIGIN};`);
    expect(text).toContain("No site is named yet");
  });

  it("is shown by the sites that are named: read as origins, each once, and undone", async () => {
    const shop = await openShop();
    const { owner, page } = shop;
    const typed =
      "https://EXAMPLE.com/\r\nhttps://example.com\nhttp://localhost:5173, https://студія.укр:8443 http://127.0.0.1";
    const saved = await posted(owner, `${page}/sites`, { allowedSites: typed });
    expect((await settingsOf(shop)).allowedSites).toEqual([
      "https://example.com",
      "http://localhost:5173",
      "https://xn--d1azde5dyb.xn--j1amh:8443",
      "http://127.0.0.1",
    ]);
    expect(saved.text).not.toContain("No site is named yet");
    await undo(owner, saved);
    expect((await settingsOf(shop)).allowedSites).toEqual([]);
  });
});

describe("a form that is refused", () => {
  const site = (allowedSites: string) => ({ form: "sites", field: "allowedSites", fields: { allowedSites } });
  const rule = (field: string, value: string) => ({ form: "rules", field, fields: { ...RULES, [field]: value } });
  const key = (field: string, value: string) => {
    const fields: FormFields = { turnstileSiteKey: "site", turnstileSecret: "secret", [field]: value };
    return { form: "turnstile", field, fields };
  };
  const cases = [
    [
      site("example.com"),
      "“example.com”: write it with https:// at the start: https://example.com",
      "напишіть із https:// на початку",
    ],
    [
      site("http://example.com"),
      "“http://example.com”: write it with https:// at the start: https://example.com",
      "https://example.com",
    ],
    [
      site("https://example.com/shop"),
      "the site alone is named, without a page of it: https://example.com",
      "без окремої сторінки: https://example.com",
    ],
    [site("https://example.com?a=1"), "the site alone is named", "потрібен сам сайт"],
    [site("https://me@example.com"), "the site alone is named", "потрібен сам сайт"],
    [
      site("https://*.example.com"),
      "“https://*.example.com”: name each site by itself, without *.",
      "назвіть кожен сайт окремо, без *.",
    ],
    [site("htps://example.com"), "“htps://example.com” is not the address of a site", "не адреса сайту"],
    [site("https://example"), "is not the address of a site", "не адреса сайту"],
    [site("https://exa_mple.com"), "is not the address of a site", "не адреса сайту"],
    [site("https://example.com;script-src"), "is not the address of a site", "не адреса сайту"],
    [site("'none'"), "is not the address of a site", "не адреса сайту"],
    [site("https://[::1]"), "is not the address of a site", "не адреса сайту"],
    [site("javascript:alert(1)"), "is not the address of a site", "не адреса сайту"],
    [site("<b>x</b>"), "“<b>x</b>” is not the address of a site", "«<b>x</b>»"],
    [
      site(Array.from({ length: 21 }, (_, at) => `https://s${at}.example`).join("\n")),
      "Name at most 20 sites.",
      "Сайтів може бути щонайбільше 20.",
    ],
    [site(`https://${"a".repeat(6000)}.com`), "Use at most 6000 characters.", "Щонайбільше символів: 6000."],
    [rule("minimumOrder", "a lot"), "Enter a number, such as 12.50.", "Введіть число"],
    [rule("minimumOrder", "-1"), "Enter a value from 0 to 1000000.", "Введіть значення від 0 до 1000000."],
    [rule("maximumOrder", "0"), "Enter a value from 0.01 to 1000000.", "Введіть значення від 0,01 до 1000000."],
    [rule("maximumOrder", "1,234"), "Is it 1234 or 1.23?", "Це 1234 чи 1,23?"],
    [
      { form: "rules", field: "maximumOrder", fields: { ...RULES, minimumOrder: "10", maximumOrder: "9.99" } },
      "The maximum order total must not be below the minimum.",
      "Максимальна сума замовлення не може бути меншою за мінімальну.",
    ],
    [rule("printHoursPerDay", ""), "Fill in this field.", "Заповніть це поле."],
    [rule("printHoursPerDay", "0"), "Enter a value from 1 to 24.", "Введіть значення від 1 до 24."],
    [rule("printHoursPerDay", "7.5"), "Enter a whole number.", "Введіть ціле число."],
    [rule("handlingDays", "91"), "Enter a value from 0 to 90.", "Введіть значення від 0 до 90."],
    [
      { form: "texts", field: "welcome", fields: { welcome: "a".repeat(1001) } },
      "Use at most 1000 characters.",
      "Щонайбільше символів: 1000.",
    ],
    [
      { form: "texts", field: "terms", fields: { terms: "a\u0007" } },
      "it holds characters that cannot be seen",
      "тут є невидимі символи",
    ],
    [key("turnstileSiteKey", ""), "Fill in this field.", "Заповніть це поле."],
    [key("turnstileSecret", ""), "Fill in this field.", "Заповніть це поле."],
    [
      key("turnstileSiteKey", "my key"),
      "Copy the key as Cloudflare shows it",
      "Скопіюйте ключ так, як його показує Cloudflare",
    ],
    [key("turnstileSecret", "site"), "This is the site key again.", "Це знову ключ сайту."],
  ] as const;

  let shop: Shop;
  let owners: Readonly<Record<Language, Browser>>;

  beforeAll(async () => {
    shop = await openShop();
    owners = { en: await ownerReading(shop.studio, "en"), uk: await ownerReading(shop.studio, "uk") };
  });

  it.each(cases)(
    "changes nothing, keeps the typed values, and shows its fault in both languages: %j: %s",
    async (sent, en, uk) => {
      const { form, field, fields } = sent;
      for (const [language, sentence] of Object.entries({ en, uk } satisfies Record<Language, string>)) {
        const answer = await owners[language === "uk" ? "uk" : "en"].post(`${shop.page}/${form}`, fields);
        expect(answer.status, answer.html).toBe(400);
        expect(answer.faults[field]).toContain(sentence);
        if (form !== "turnstile")
          for (const [name, typed] of Object.entries(fields)) expect(answer.field(name).value).toBe(typed);
      }
      expect(await shop.studio.db.select(storefronts)).toEqual([]);
    },
  );
});

/** Whether each material and each quality is on offer, by id. */
async function onOffer({ db }: TestStudio) {
  const byId = (rows: readonly { readonly id: number; readonly isOnStorefront: boolean }[]) =>
    Object.fromEntries(rows.map(({ id, isOnStorefront }) => [id, isOnStorefront]));
  return { materials: byId(await db.select(materials)), qualities: byId(await db.select(printingQualities)) };
}
