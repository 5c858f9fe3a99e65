// Two windows of the panel: a save is not undone by an older form in the other one.

import { describe, expect, it } from "vitest";
import { addFinishing, addMachine, addMaterial, addProduct, addQuality } from "../support/catalog.ts";
import { formsOn, type PageForm, sendForm, undo } from "../support/page-forms.ts";
import { type Page, panelStudio } from "../support/panel.ts";
import { addOrder, stored } from "../support/panel-orders.ts";
import { addPrinter } from "../support/printing.ts";
import type { TestStudio } from "../support/studio.ts";

type Panel = Awaited<ReturnType<typeof panelStudio>>;

/** A form of the panel that changes something stored, and two fields of it. */
interface Editing {
  readonly page: string;
  /** The form's address; the page's own by default. */
  readonly form?: string;
  readonly first: readonly [name: string, value: string];
  readonly second: readonly [name: string, value: string];
  /** A second value of the first field, which both may choose. */
  readonly other: string;
}

const EDITED: Readonly<Record<string, (studio: TestStudio) => Promise<Editing>>> = {
  prices: async () => ({
    page: "/prices",
    first: ["hourlyRate", "75.25"],
    second: ["electricityPrice", "9.50"],
    other: "61.25",
  }),
  "the studio's title": async () => ({
    page: "/prices",
    form: "/prices/studio",
    first: ["title", "Kobza Print"],
    second: ["locale", "en"],
    other: "Kobza",
  }),
  "discounts by quantity": async (studio) => {
    const tier = (fromQuantity: number) => ({ fromQuantity, discountBasisPoints: 50 * fromQuantity });
    await studio.db.updateStudio({ quantityTiers: [tier(5), tier(10)] });
    return {
      ...{ page: "/prices", form: "/prices/tiers" },
      ...{ first: ["10.discount", "7.5"], second: ["5.discount", "3"], other: "6" },
    };
  },
  priorities: async (studio) => {
    const priority = { slug: "fast", name: "Fast", nameInSecondLanguage: null };
    await studio.db.updateStudio({ priorities: [{ ...priority, surchargeBasisPoints: 2500, workingDays: 3 }] });
    return {
      ...{ page: "/prices", form: "/prices/priorities" },
      ...{ first: ["fast.surcharge", "30"], second: ["fast.workingDays", "2"], other: "35" },
    };
  },
  "a material": async (studio) => ({
    page: `/catalog/materials/${await addMaterial(studio, { name: "PLA" })}`,
    first: ["costPerKg", "75.25"],
    second: ["color", "red"],
    other: "61.25",
  }),
  "a quality": async (studio) => ({
    page: `/catalog/qualities/${await addQuality(studio, { name: "Fine" })}`,
    first: ["name", "Finest"],
    second: ["description", "Slow"],
    other: "Finer",
  }),
  "a finishing": async (studio) => ({
    page: `/catalog/finishings/${await addFinishing(studio, { name: "Sanding" })}`,
    first: ["name", "Polish"],
    second: ["description", "By hand"],
    other: "Sand",
  }),
  "a product": async (studio) => ({
    page: `/catalog/products/${await addProduct(studio, {})}`,
    first: ["price", "75.25"],
    second: ["title", "A vase"],
    other: "61.25",
  }),
  "a machine profile": async (studio) => ({
    page: `/catalog/machines/${await addMachine(studio, {})}`,
    first: ["hourlyRate", "75.25"],
    second: ["nozzleDiameterMm", "0.6"],
    other: "61.25",
  }),
  "a printer": async (studio) => ({
    page: `/printers/${await addPrinter({ studio }, { name: "MK4" })}`,
    first: ["name", "MK4 left"],
    second: ["model", "Prusa MK4S"],
    other: "MK4 right",
  }),
  "rules of the order page": async () => ({
    page: "/order-page",
    form: "/order-page/rules",
    first: ["minimumOrder", "75.25"],
    second: ["handlingDays", "3"],
    other: "61.25",
  }),
  "payment settings": async () => ({
    page: "/order-page",
    form: "/order-page/payment",
    first: ["advancePercent", "30"],
    second: ["payeeCode", "12345678"],
    other: "50",
  }),
  "texts of the order page": async () => ({
    page: "/order-page",
    form: "/order-page/texts",
    first: ["welcome", "Hello"],
    second: ["terms", "Paid before printing"],
    other: "Good day",
  }),
  "messages to customers": async () => ({
    ...{ page: "/messages", form: "/messages/customers" },
    ...{ first: ["ready.sentence", "Until 6 p.m."], second: ["ready.second", "До 18:00"], other: "Until 7 p.m." },
  }),
  "a customer": async (studio) => {
    const order = await stored(studio, await addOrder(studio));
    const page = `/customers/${order?.customerId}`;
    return {
      ...{ page, form: `${page}/contact` },
      ...{ first: ["firstName", "Оксана"], second: ["email", "oksana@example.com"], other: "Марія" },
    };
  },
  "a resin's process": async () => ({
    page: "/catalog/processes/msla",
    first: ["exposureSeconds", "8"],
    second: ["initialExposureSeconds", "30"],
    other: "9",
  }),
};

/** The form of a page that has the field. A notice with its undo stands before it. */
function formWith(page: Page, path: string, action: string, field: string): PageForm {
  const forms = formsOn(page, path).filter((form) => form.action === action);
  const found = forms.findLast(({ fields }) => fields.some(([name]) => name === field));
  return found ?? expect.fail(`no form to ${action} has a field ${field}:\n${page.text}`);
}

async function twoForms({ studio, owner, base }: Panel, edited: (studio: TestStudio) => Promise<Editing>) {
  const { page, form = page, ...fields } = await edited(studio);
  const [path, action] = [`${base}${page}`, `${base}${form}`];
  const open = async () => {
    const shown = await owner.get(path);
    expect(shown.status, shown.html).toBe(200);
    return formWith(shown, path, action, fields.first[0]);
  };
  const savedIn = async (name: string) => Object.fromEntries((await open()).fields)[name];
  return { ...fields, path, action, open, savedIn };
}

describe.each(Object.entries(EDITED))("two windows with %s", (_, edited) => {
  it("both keep their changes of different fields", async () => {
    const panel = await panelStudio();
    const { first, second, open, savedIn } = await twoForms(panel, edited);
    const [one, two] = [await open(), await open()];
    const saves = [
      await sendForm(panel.owner, one, { [first[0]]: first[1] }),
      await sendForm(panel.owner, two, { [second[0]]: second[1] }),
    ];
    for (const { status, text } of saves) expect(status, text).toBe(303);
    expect([await savedIn(first[0]), await savedIn(second[0])]).toEqual([first[1], second[1]]);
  });

  it("the second is asked about a field that both changed, with its typed value kept", async () => {
    const panel = await panelStudio();
    const { first, other, path, action, open, savedIn } = await twoForms(panel, edited);
    const [one, two] = [await open(), await open()];
    await sendForm(panel.owner, one, { [first[0]]: first[1] });
    const asked = await sendForm(panel.owner, two, { [first[0]]: other });
    expect(asked.status, asked.text).toBe(409);
    expect(asked.text).toContain("Another person has changed this meanwhile");
    expect(asked.faults[first[0]]).toBe(`Saved meanwhile: ${first[1]}.`);
    expect(await savedIn(first[0])).toBe(first[1]);

    const kept = formWith(asked, path, action, first[0]);
    expect(Object.fromEntries(kept.fields)[first[0]]).toBe(other);
    const sentAgain = await sendForm(panel.owner, kept);
    expect(sentAgain.status, sentAgain.text).toBe(303);
    expect(await savedIn(first[0])).toBe(other);
  });

  it("both take effect if they are saved at the same moment", async () => {
    const panel = await panelStudio();
    const { first, second, open, savedIn } = await twoForms(panel, edited);
    const [one, two] = [await open(), await open()];
    const saves = await Promise.all([
      sendForm(panel.owner, one, { [first[0]]: first[1] }),
      sendForm(panel.owner, two, { [second[0]]: second[1] }),
    ]);
    for (const { status, text } of saves) expect(status, text).toBe(303);
    expect([await savedIn(first[0]), await savedIn(second[0])]).toEqual([first[1], second[1]]);
  });
});

describe("undo of a save", () => {
  it("asks if the field was changed again meanwhile", async () => {
    const panel = await panelStudio();
    const { first, other, open, savedIn } = await twoForms(panel, EDITED.prices ?? expect.fail());
    const saved = await panel.owner.follow(await sendForm(panel.owner, await open(), { [first[0]]: first[1] }));
    await sendForm(panel.owner, await open(), { [first[0]]: other });
    const { undo: form } = saved;
    if (form?.action === undefined) return expect.fail(`nothing to undo on ${saved.text}`);
    const asked = await sendForm(panel.owner, { ...form, action: form.action });
    expect(asked.status, asked.text).toBe(409);
    expect(await savedIn(first[0])).toBe(other);
  });

  it("leaves another person's later change of another field", async () => {
    const panel = await panelStudio();
    const { first, second, open, savedIn } = await twoForms(panel, EDITED["texts of the order page"] ?? expect.fail());
    const saved = await panel.owner.follow(await sendForm(panel.owner, await open(), { [first[0]]: first[1] }));
    await sendForm(panel.owner, await open(), { [second[0]]: second[1] });
    await undo(panel.owner, saved);
    expect([await savedIn(first[0]), await savedIn(second[0])]).toEqual(["", second[1]]);
  });
});
