// Discounts by quantity and priorities in the panel: their forms, the worked example, and their marks on orders.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orderItems } from "../../../src/db/schema.ts";
import type { Priority } from "../../../src/pricing/price-rules.ts";
import { addMaterial } from "../support/catalog.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import { formOn, type PageForm, sendForm, undo } from "../support/page-forms.ts";
import { type Page, type PanelStudio, panelOf, panelStudio, posted, staffOf } from "../support/panel.ts";
import { addOrder } from "../support/panel-orders.ts";
import { printingStudio } from "../support/requests.ts";

const EXPRESS: Priority = {
  slug: "express",
  name: "Експрес",
  nameInSecondLanguage: "Express",
  surchargeBasisPoints: 2500,
  workingDays: 2,
};
const WEEKEND: Priority = { ...EXPRESS, slug: "weekend", name: "Вихідні", nameInSecondLanguage: null };
const TIERS = [
  { fromQuantity: 5, discountBasisPoints: 500 },
  { fromQuantity: 10, discountBasisPoints: 750 },
];

type Form = "tiers" | "priorities";

/** The form as a page shows it now. */
async function formOf({ owner, base }: PanelStudio, form: Form): Promise<PageForm> {
  return formOn(await owner.get(`${base}/prices`), `${base}/prices`, `${base}/prices/${form}`);
}

async function saved(panel: PanelStudio, form: Form, typed: Readonly<Record<string, string>>): Promise<Page> {
  const answer = await sendForm(panel.owner, await formOf(panel, form), typed);
  expect(answer.status, answer.text).toBe(303);
  return panel.owner.follow(answer);
}

async function stored({ studio }: PanelStudio) {
  const [row] = await studio.db.studio();
  return row ?? expect.fail("there is no studio");
}

/** The lines of the worked example: name, source, amount. */
const exampleLines = (page: Page) =>
  page
    .part("example")
    .ofClass("number")
    .map(({ text }) => text);

/** A shown amount in hundredths. */
const centsOf = (shown: string) => Math.round(100 * Number(shown.replace(/[₴,]/g, "").replace("−", "-")));

describe("the discounts by quantity", () => {
  it("are typed as people write them, sorted, told by GET /me, and taken back with undo", async () => {
    const panel = await panelStudio();
    const page = await saved(panel, "tiers", {
      "new_1.fromQuantity": "10",
      "new_1.discount": "7,5 %",
      "new_2.fromQuantity": "5",
      "new_2.discount": "5",
    });
    expect(page.notice).toBe("The discounts are saved. The next quote uses them.");
    expect((await stored(panel)).quantityTiers).toEqual(TIERS);
    expect(await panel.studio.data("/me")).toMatchObject({
      quantityTiers: [{ fromQuantity: 5 }, { fromQuantity: 10 }],
    });
    expect(page.field("10.discount").value).toBe("7.5");
    await undo(panel.owner, page);
    expect((await stored(panel)).quantityTiers).toBeNull();
  });

  it("lose the row that is emptied, and get it back with undo", async () => {
    const panel = await panelStudio({ quantityTiers: TIERS });
    const page = await saved(panel, "tiers", { "5.fromQuantity": "", "5.discount": "" });
    expect((await stored(panel)).quantityTiers).toEqual(TIERS.slice(1));
    await undo(panel.owner, page);
    expect((await stored(panel)).quantityTiers).toEqual(TIERS);
  });

  it("are refused beside the field with a reason, and nothing is saved", async () => {
    const panel = await panelStudio({ quantityTiers: TIERS });
    const { owner } = panel;
    const form = await formOf(panel, "tiers");
    for (const [typed, faults] of [
      [
        { "new_1.fromQuantity": "20", "new_1.discount": "7,5" },
        { "new_1.discount": "It is 7.5 % from 10 pieces already: more pieces need a greater discount." },
      ],
      [{ "new_1.fromQuantity": "10", "new_1.discount": "8" }, { "new_1.fromQuantity": "This is taken already." }],
      [{ "new_1.fromQuantity": "20" }, { "new_1.discount": "Fill in this field." }],
      [
        { "new_1.fromQuantity": "1", "new_1.discount": "90.01" },
        {
          "new_1.fromQuantity": "Enter a value from 2 to 999.",
          "new_1.discount": "Enter a value from 0.01 to 90 %.",
        },
      ],
    ] as const) {
      const page = await sendForm(owner, form, typed);
      expect(page.status, page.text).toBe(400);
      expect(page.faults).toEqual(faults);
      for (const [name, value] of Object.entries(typed)) expect(page.field(name).value).toBe(value);
    }
    expect((await stored(panel)).quantityTiers).toEqual(TIERS);
  });

  it("are five at most: the full form has no empty row, and an older window's sixth is refused", async () => {
    const five = [2, 3, 4, 5, 6].map((fromQuantity) => ({ fromQuantity, discountBasisPoints: 100 * fromQuantity }));
    const panel = await panelStudio({ quantityTiers: five.slice(0, 4) });
    const [first, second] = [await formOf(panel, "tiers"), await formOf(panel, "tiers")];
    const sent = await sendForm(panel.owner, first, { "new_1.fromQuantity": "6", "new_1.discount": "6" });
    expect((await panel.owner.follow(sent)).notice).toContain("saved");
    expect((await stored(panel)).quantityTiers).toEqual(five);
    const refused = await sendForm(panel.owner, second, { "new_1.fromQuantity": "7", "new_1.discount": "7" });
    expect([refused.status, refused.faults]).toEqual([
      400,
      { "new_1.fromQuantity": "There can be at most 5 of them." },
    ]);
    const names = (await formOf(panel, "tiers")).fields.map(([name]) => name);
    expect(names).toContain("6.fromQuantity");
    expect(names.filter((name) => name.startsWith("new"))).toEqual([]);
  });

  it("are the owner's, as the priorities are", async () => {
    const panel = await panelStudio();
    const staff = await staffOf(panel);
    for (const form of ["tiers", "priorities"]) {
      expect((await staff.post(`${panel.base}/prices/${form}`, {})).status).toBe(403);
    }
  });
});

describe("the priorities", () => {
  it("get a name for sites once, which stays when the name changes, and come back with it", async () => {
    const panel = await panelStudio();
    await saved(panel, "priorities", {
      "new_1.priorityName": "Дуже терміново",
      "new_1.surcharge": "25 %",
      "new_1.workingDays": "2",
      "new_2.priorityName": "!",
      "new_2.surcharge": "0",
      "new_2.workingDays": "10",
      "new_2.nameInSecondLanguage": "Slow",
    });
    const [urgent, slow] = (await stored(panel)).priorities ?? [];
    expect(urgent).toEqual({ ...EXPRESS, slug: "duzhe-terminovo", name: "Дуже терміново", nameInSecondLanguage: null });
    expect(slow).toMatchObject({ slug: "priority", name: "!", nameInSecondLanguage: "Slow", surchargeBasisPoints: 0 });

    const renamed = await saved(panel, "priorities", { "duzhe-terminovo.priorityName": "Завтра" });
    expect(renamed.part("priorities").text).toContain("duzhe-terminovo");
    // Its own name for sites is taken by the renamed one.
    await saved(panel, "priorities", {
      "new_1.priorityName": "Дуже терміново",
      "new_1.surcharge": "50",
      "new_1.workingDays": "1",
    });
    const slugs = async () => (await stored(panel)).priorities?.map(({ slug, name }) => [slug, name]);
    const three = [
      ["duzhe-terminovo", "Завтра"],
      ["priority", "!"],
      ["duzhe-terminovo-2", "Дуже терміново"],
    ];
    expect(await slugs()).toEqual(three);

    const emptied = ["priorityName", "surcharge", "workingDays", "place"].map((name) => [
      `duzhe-terminovo.${name}`,
      "",
    ]);
    const removed = await saved(panel, "priorities", Object.fromEntries(emptied));
    expect(await slugs()).toEqual(three.slice(1));
    await undo(panel.owner, removed);
    expect(await slugs()).toEqual(three);
  });

  it("stand in the order of their places", async () => {
    const named = (name: string) => ({ ...EXPRESS, slug: name, name });
    const panel = await panelStudio({ priorities: [named("a"), named("b"), named("c")] });
    const order = async () => (await stored(panel)).priorities?.map(({ slug }) => slug).join("");
    for (const [typed, expected] of [
      [{ "c.place": "1" }, "cab"],
      [{ "c.place": "2" }, "acb"],
      [{ "a.place": "9" }, "cba"],
      [{ "c.place": "2", "b.place": "1" }, "bca"],
    ] as const) {
      await saved(panel, "priorities", typed);
      expect(await order()).toBe(expected);
    }
  });

  it("are refused beside the field with a reason, and nothing is saved", async () => {
    const panel = await panelStudio({ priorities: [EXPRESS] });
    const page = await sendForm(panel.owner, await formOf(panel, "priorities"), {
      "express.surcharge": "300,01",
      "express.workingDays": "0",
      "new_1.surcharge": "10",
      "new_1.workingDays": "61",
    });
    expect(page.status, page.text).toBe(400);
    expect(page.faults).toEqual({
      "express.surcharge": "Enter a value from 0 to 300 %.",
      "express.workingDays": "Enter a value from 1 to 60.",
      "new_1.priorityName": "Fill in this field.",
      "new_1.workingDays": "Enter a value from 1 to 60.",
    });
    const twice = await sendForm(panel.owner, await formOf(panel, "priorities"), {
      "new_1.priorityName": "експрес",
      "new_1.surcharge": "1",
      "new_1.workingDays": "1",
    });
    expect(twice.faults).toEqual({ "new_1.priorityName": "This is taken already." });
    expect((await stored(panel)).priorities).toEqual([EXPRESS]);
  });

  it("of two windows that each add one are both kept", async () => {
    const panel = await panelStudio({ priorities: [EXPRESS] });
    const windows = [await formOf(panel, "priorities"), await formOf(panel, "priorities")];
    for (const [index, form] of windows.entries()) {
      const typed = { "new_1.priorityName": `P${index}`, "new_1.surcharge": "1", "new_1.workingDays": "1" };
      expect((await sendForm(panel.owner, form, typed)).status).toBe(303);
    }
    expect((await stored(panel)).priorities?.map(({ slug }) => slug)).toEqual(["express", "p0", "p1"]);
  });
});

describe("the worked example", () => {
  it("has a line for the discount and for the chosen priority, which add up", async () => {
    const panel = await panelStudio({ quantityTiers: TIERS, priorities: [EXPRESS], minimumPriceMinor: 0 });
    const { studio, owner, base } = panel;
    await addMaterial(studio);
    const page = await owner.get(`${base}/prices?exampleQuantity=12&examplePriority=express`);
    expect(page.field("examplePriority").value).toBe("express");
    const text = page.part("example").text;
    expect(text).toContain("Discount from 10 pieces, −7.5 %");
    expect(text).toContain("Експрес, +25 %");
    const amounts = exampleLines(page).map(centsOf);
    const total = amounts.at(-1) ?? 0;
    const [copies = 0, discount = 0, surcharge = 0, ...others] = amounts.slice(-6, -1);
    expect(discount).toBe(-Math.round(copies * 0.075));
    expect(surcharge).toBe(Math.round((copies + discount) * 0.25));
    expect(others.reduce((sum, amount) => sum + amount, copies + discount + surcharge)).toBe(total);
  });

  it("shows the first discount and the first priority right after they are saved", async () => {
    const panel = await panelStudio({ priorities: [WEEKEND] });
    await addMaterial(panel.studio);
    const discounted = await saved(panel, "tiers", { "new_1.fromQuantity": "7", "new_1.discount": "3" });
    expect(discounted.part("example").text).toContain("Discount from 7 pieces, −3 %");
    const urgent = await saved(panel, "priorities", { "weekend.surcharge": "12,5" });
    expect(urgent.part("example").text).toContain("Вихідні, +12.5 %");
  });
});

describe("an order with a priority", () => {
  it("is marked on its page, the board, the list, the work sheet, and in the table", async () => {
    const panel = await panelStudio();
    const { studio, owner, base } = panel;
    const at = { createdAt: Date.parse("2026-03-02T12:00:00Z"), status: "confirmed" } as const;
    const id = await addOrder(studio, { ...at, priority: { slug: "express", name: "Експрес" } });
    await addOrder(studio, at);
    for (const path of [`/${id}`, "", "?view=list&status=confirmed", `/${id}/work-sheet`]) {
      const page = await owner.get(`${base}/orders${path}`);
      expect(page.text.match(/Priority Експрес/g), `${path}: ${page.text}`).toHaveLength(1);
    }
    const answer = await owner.download(`${base}/orders/export?since=2026-03-02&through=2026-03-02`);
    const lines = (await answer.text()).split("\r\n").filter((line) => line !== "");
    const priorityColumn = lines[0]?.split(",").indexOf("Priority") ?? 0;
    expect(lines.slice(1).map((line) => line.split(",")[priorityColumn])).toEqual(["", "Експрес"]);
  });

  it("has its items' discount and surcharge among the lines of their price, and its mark in the queue", async () => {
    const { studio, ...choice } = await printingStudio({ quantityTiers: TIERS, priorities: [EXPRESS] });
    const items = JSON.stringify([{ ...choice, quantity: 5 }]);
    const { id } = await placed(studio, orderOfBox(choice, { items, priority: "express" }));
    const { owner, base } = await panelOf(studio);
    const page = await owner.get(`${base}/orders/${id}`);
    const lines = page.ofClass("breakdown").map(({ text }) => text);
    expect(lines.join()).toContain("Discount from 5 pieces, −5 %");
    expect(lines.join()).toContain("Експрес, +25 %");
    const [item] = await studio.db.select(orderItems, eq(orderItems.orderId, id));
    const { perUnitPrice, adjustments = [] } = item?.costBreakdown ?? expect.fail("the item has no breakdown");
    const adjustment = adjustments.reduce((sum, { amount }) => sum + amount, 0);
    expect(page.text).toContain(
      `₴${(perUnitPrice / 100).toFixed(2)} for each of 5, discounts and surcharges ₴${(adjustment / 100).toFixed(2)}, and one-time charges`,
    );
    const amounts = page.ofClass("breakdown").flatMap((table) => table.ofClass("number"));
    const cents = amounts.map(({ text }) => centsOf(text));
    expect(cents.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(cents.at(-1));
    await posted(owner, `${base}/orders/${id}/move`, { version: "1", status: "confirmed" });
    expect((await owner.get(`${base}/printing`)).part("waiting-title").text).toContain("5");
    expect((await owner.get(`${base}/printing`)).text).toContain("Priority Експрес");
  });
});
