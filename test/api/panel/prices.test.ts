// The panel's prices: settings, the worked example from the form, and the next quote.

import { describe, expect, it } from "vitest";
import { productRow } from "../../../harness/catalog-rows.ts";
import { binaryStl, cube } from "../../../harness/models.ts";
import { products } from "../../../src/db/schema.ts";
import { formatMinorUnits, minorUnits } from "../../../src/domain/money.ts";
import { priceItem } from "../../../src/pricing/price.ts";
import { addFinishing, addMachine, addMaterial, addQuality } from "../support/catalog.ts";
import { undo } from "../support/page-forms.ts";
import { type Page, panelStudio, posted, staffOf } from "../support/panel.ts";
import { cents, type Money, modelFile, post } from "../support/requests.ts";
import type { TestStudio } from "../support/studio.ts";

const TYPED = {
  currency: "UAH",
  hourlyRate: "45,50",
  setupCost: "30",
  markupPercentage: "12.5",
  minimumPrice: "0",
};
const EXAMPLE = { exampleMinutes: "95", exampleVolume: "21,5", exampleQuantity: "3" };

interface Me {
  readonly currency: { readonly code: string };
  readonly pricing: Readonly<Record<string, unknown>>;
}

/** The amounts in the example, in the order they are shown. */
function exampleAmounts(page: Page): string[] {
  return page
    .part("example")
    .ofClass("number")
    .map(({ text }) => text);
}

const shown = (minor: number) => `₴${formatMinorUnits(minorUnits(minor))}`;

describe("the page of prices", () => {
  it("shows the settings and says in words how each enters the price", async () => {
    const { owner, base } = await panelStudio({ hourlyRateMinor: 4550, markupBasisPoints: 1250 });
    const page = await owner.get(`${base}/prices`);
    expect(page.status, page.html).toBe(200);
    expect(page.field("hourlyRate").value).toBe("45.50");
    expect(page.field("markupPercentage").value).toBe("12.50");
    expect(page.text).toContain("The least that an item costs with all its copies.");
  });

  it("is the owner's", async () => {
    const studio = await panelStudio();
    const staff = await staffOf(studio);
    for (const path of ["", "/example", "/studio"]) {
      const answer = await staff.post(`${studio.base}/prices${path}`, TYPED);
      expect(answer.status, path).toBe(403);
    }
    expect((await staff.get(`${studio.base}/prices`)).status).toBe(403);
  });

  it("tells that the example lacks a material if there is none", async () => {
    const { owner, base } = await panelStudio();
    const page = await owner.get(`${base}/prices`);
    expect(page.text).toContain("The example needs a material");
    expect(page.part("example").addresses).toContain(`${base}/catalog/materials`);
  });
});

describe("the worked example", () => {
  it("shows every line of one copy and the total as the price is computed, of values that are not saved", async () => {
    const { studio, owner, base } = await panelStudio();
    const materialId = await addMaterial(studio, { costPerKgMinor: 62_345 });
    const flat = await addFinishing(studio, { name: "<b>Sanding</b>", priceMinor: 1999 });
    const share = await addFinishing(studio, { name: "Paint", priceMinor: null, percentageBasisPoints: 1733 });
    const page = await owner.post(`${base}/prices/example`, {
      ...TYPED,
      minimumPrice: "1000",
      ...EXAMPLE,
      exampleMaterialId: String(materialId),
      "exampleFinishingIds[]": [String(flat), String(share)],
    });
    expect(page.status, page.html).toBe(200);
    const priced = (quantity: number) =>
      priceItem({
        slice: { printSeconds: 95 * 60, materialCubicMm: 21_500 },
        densityMilligramsPerCubicCm: 1240,
        costPerKg: minorUnits(62_345),
        finishings: [
          { id: flat, name: "", charge: { kind: "flat", price: minorUnits(1999) } },
          { id: share, name: "", charge: { kind: "percentage", basisPoints: 1733 } },
        ],
        quantity,
        settings: {
          hourlyRate: minorUnits(4550),
          setupCost: minorUnits(3000),
          minimumPrice: minorUnits(100_000),
          markupBasisPoints: 1250,
          quantityTiers: [],
        },
      });
    const [one, all] = [priced(1), priced(3)];
    expect(all.breakdown.minimumPriceAdjustment).toBeGreaterThan(0);
    expect(exampleAmounts(page)).toEqual(
      [
        one.breakdown.materialCost,
        one.breakdown.timeCost,
        ...one.breakdown.finishings.map(({ price }) => price),
        one.breakdown.markupAmount,
        all.perUnitPrice,
        3 * all.perUnitPrice,
        3000,
        all.breakdown.minimumPriceAdjustment,
        all.price,
      ].map((minor) => (minor === all.price ? "₴1,000.00" : shown(minor))),
    );
    expect(page.text).toContain("<b>Sanding</b>");
    expect(page.html).not.toContain("<b>Sanding");
    expect(await studio.data("/me")).toMatchObject({ pricing: { markupPercentage: "10.00" } });
  });

  it("is at the machine's rate with the electricity of its power, and says which and how", async () => {
    const { studio, owner, base } = await panelStudio();
    await addMaterial(studio);
    const own = await addMachine(studio, { name: "XL", hourlyRateMinor: 7550, powerWatts: 210 });
    const plain = await addMachine(studio, { name: "MK4", powerWatts: 120 });
    const bare = await addMachine(studio, { name: "Ender" });
    const exampleOn = async (exampleMachineId: number | "", electricityPrice: string) => {
      const typed = { ...TYPED, ...EXAMPLE, electricityPrice, exampleMachineId: String(exampleMachineId) };
      const page = await owner.post(`${base}/prices/example`, typed);
      expect(page.status, page.html).toBe(200);
      return page.part("example");
    };
    const onOwn = await exampleOn(own, "9,50");
    expect(onOwn.text).toContain(
      "An hour: ₴75.50, the own rate of “XL”. Electricity: 210 W × ₴9.50 / kWh = ₴2.00 for each hour.",
    );
    // 95 min × 77.50 / 60 = 122.7083
    expect(onOwn.text).toContain("× ₴77.50 / h ₴122.71");
    const onPlain = await exampleOn(plain, "9.50");
    expect(onPlain.text).toContain("An hour: ₴45.50, the studio's rate, since “MK4” states none of its own.");
    expect(onPlain.text).toContain("Electricity: 120 W × ₴9.50 / kWh = ₴1.14 for each hour.");
    expect(onPlain.text).toContain("× ₴46.64 / h");
    for (const [machine, price] of [
      [plain, ""],
      [bare, "9.50"],
      ["", "9.50"],
    ] as const) {
      const shownThere = await exampleOn(machine, price);
      expect(shownThere.text).toContain("× ₴45.50 / h");
      expect(shownThere.text).not.toContain("Electricity");
    }
    expect((await exampleOn("", "")).text).not.toContain("An hour");
  });

  it("keeps the typed values, and names the faulty ones of the example", async () => {
    const { studio, owner, base } = await panelStudio();
    await addMaterial(studio);
    const typed = { ...TYPED, hourlyRate: "a lot", ...EXAMPLE, exampleQuantity: "1000", exampleVolume: "0" };
    const page = await owner.post(`${base}/prices/example`, typed);
    expect(page.status).toBe(200);
    expect(page.field("hourlyRate").value).toBe("a lot");
    const text = page.text;
    expect(text).toContain("Hourly rate: Enter a number, such as 12.50.");
    expect(text).toContain("Copies: Enter a value from 1 to 999.");
    expect(text).toContain("Material of one copy: Enter a value from 0.001 to 10000 cm³.");
  });

  it("leaves out a finishing of another technology, as a quote would refuse it", async () => {
    const { studio, owner, base } = await panelStudio();
    const materialId = await addMaterial(studio);
    const finishingId = await addFinishing(studio, { technologyId: 2, name: "Polish" });
    const page = await owner.post(`${base}/prices/example`, {
      ...TYPED,
      ...EXAMPLE,
      exampleMaterialId: String(materialId),
      "exampleFinishingIds[]": [String(finishingId)],
    });
    expect(page.text).toContain("Polish is not for FDM");
  });

  it("says what a minimum once for an order changes on the order page; its own table is per item", async () => {
    const { studio, owner, base } = await panelStudio();
    await addMaterial(studio);
    const typed = { ...TYPED, ...EXAMPLE, exampleQuantity: "1", minimumPrice: "400" };
    const worked = (changes: Record<string, string>) => owner.post(`${base}/prices/example`, { ...typed, ...changes });
    const perItem = await worked({ minimumPricePer: "item" });
    const perOrder = await worked({ minimumPricePer: "order" });
    expect(exampleAmounts(perOrder)).toEqual(exampleAmounts(perItem));
    const [alone, total] = exampleAmounts(perItem)
      .slice(-2)
      .map((amount) => Number(amount.slice(1)));
    const own = (total ?? 0) - (alone ?? 0);
    expect([total, own > 0]).toEqual([400, true]);
    const inWords = [own, alone ?? 0, Math.max(0, 400 - 2 * own)].map((amount) => `₴${amount.toFixed(2)}`);
    expect(perItem.text).not.toContain("one for the basket");
    expect(perOrder.text).toContain(
      `On the order page this item stands at ${inWords[0]}. The top-up to the minimum is one for the basket: ${inWords[1]} for this item alone, ${inWords[2]} for two of them.`,
    );
    expect((await worked({ minimumPricePer: "order", minimumPrice: "1" })).text).not.toContain("one for the basket");
  });

  it("tells that the amounts are too large to be computed", async () => {
    const { studio, owner, base } = await panelStudio();
    await addMaterial(studio);
    const ids: string[] = [];
    for (let count = 0; count < 30; count++) {
      ids.push(String(await addFinishing(studio, { priceMinor: null, percentageBasisPoints: 100_000 })));
    }
    const typed = { ...TYPED, hourlyRate: "1000000", markupPercentage: "1000", exampleMinutes: "20000" };
    const page = await owner.post(`${base}/prices/example`, {
      ...typed,
      exampleVolume: "10000",
      exampleQuantity: "999",
      "exampleFinishingIds[]": ids,
    });
    expect(page.status, page.html).toBe(200);
    expect(page.text).toContain("These amounts are too large to compute with.");
  });
});

describe("a change of prices", () => {
  it("holds for the very next quote of the same model, and not for orders placed", async () => {
    const { studio, owner, base } = await panelStudio();
    const choice = { materialId: await addMaterial(studio), printingQualityId: await addQuality(studio) };
    const content = binaryStl(cube(13));
    const quote = async () => {
      const answer = await post<{ totalPrice: Money; breakdown: { printDurationMinutes: number; timeCost: Money } }>(
        studio,
        "/quotes",
        { model: modelFile(content), ...choice },
      );
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.data;
    };
    const before = await quote();
    const orderId = await placeOrder(studio, content, choice);
    await posted(owner, `${base}/prices`, { ...TYPED, hourlyRate: "600" });
    const after = await quote();
    expect(cents(after.breakdown.timeCost)).toBe(10 * cents(before.breakdown.timeCost));
    expect(after.breakdown.printDurationMinutes).toBe(before.breakdown.printDurationMinutes);
    const order = await studio.data<{ totalPrice: Money }>(`/orders/${orderId}`);
    expect(order.totalPrice).toEqual(before.totalPrice);
  });

  it("has a price of electricity, which goes with an empty field and comes back with undo", async () => {
    const { studio, owner, base } = await panelStudio({ electricityPriceMinor: 950 });
    const price = async () => (await studio.db.studio())[0]?.electricityPriceMinor;
    expect((await owner.get(`${base}/prices`)).field("electricityPrice").value).toBe("9.50");
    const cleared = await posted(owner, `${base}/prices`, { ...TYPED, electricityPrice: "" });
    expect([await price(), cleared.field("electricityPrice").value]).toEqual([null, ""]);
    await undo(owner, cleared);
    expect(await price()).toBe(950);
    const wrong = await owner.post(`${base}/prices`, { ...TYPED, electricityPrice: "dear" });
    expect([wrong.status, wrong.faults.electricityPrice]).toEqual([400, "Enter a number, such as 12.50."]);
  });

  it("goes back with undo, and the example stays as it was typed", async () => {
    const { studio, owner, base } = await panelStudio();
    await addMaterial(studio);
    const page = await posted(owner, `${base}/prices`, { ...TYPED, ...EXAMPLE });
    expect(page.notice).toBe("The prices are saved. The next quote uses them.");
    expect(page.field("exampleVolume").value).toBe("21,5");
    expect(await studio.data<Me>("/me")).toMatchObject({
      pricing: { hourlyRate: "45.50", markupPercentage: "12.50", setupCost: "30.00" },
    });
    expect(page.undo?.action).toBe(`${base}/prices`);
    await undo(owner, page);
    expect(await studio.data<Me>("/me")).toMatchObject({
      pricing: { hourlyRate: "60.00", markupPercentage: "10.00", setupCost: "15.00" },
    });
  });

  it("makes the minimum count once for an order, shows that, and goes back to each item with undo", async () => {
    const { studio, owner, base } = await panelStudio();
    const scope = async () => (await studio.db.studio())[0]?.minimumPricePer;
    expect((await owner.get(`${base}/prices`)).field("minimumPricePer").value).toBe("item");
    const page = await posted(owner, `${base}/prices`, { ...TYPED, minimumPricePer: "order" });
    expect([page.field("minimumPricePer").value, await scope()]).toEqual(["order", "order"]);
    expect(page.text).toContain("so there it is always per item");
    await undo(owner, page);
    expect(await scope()).toBe("item");
    const refused = await owner.post(`${base}/prices`, { ...TYPED, minimumPricePer: "copy" });
    expect([refused.status, refused.faults.minimumPricePer]).toEqual([400, "Choose one of the list."]);
  });

  it("refuses a minimum for an order above the order page's maximum, which that page refuses too", async () => {
    const { studio, owner, base } = await panelStudio();
    const rules = { printHoursPerDay: "12", handlingDays: "1" };
    await posted(owner, `${base}/order-page/rules`, { ...rules, maximumOrder: "400" });
    const typed = { ...TYPED, minimumPrice: "400,01", minimumPricePer: "order" };
    const refused = await owner.post(`${base}/prices`, typed);
    expect(refused.status, refused.text).toBe(400);
    expect(refused.faults.minimumPrice).toContain("The maximum order total of the order page is ₴400.00.");
    expect(refused.field("minimumPrice").value).toBe("400,01");
    expect((await studio.db.studio())[0]?.minimumPricePer).toBe("item");
    await posted(owner, `${base}/prices`, { ...typed, minimumPricePer: "item" });
    await posted(owner, `${base}/prices`, { ...typed, minimumPrice: "400" });
    const lowered = await owner.post(`${base}/order-page/rules`, { ...rules, maximumOrder: "399,99" });
    expect(lowered.status, lowered.text).toBe(400);
    expect(lowered.faults.maximumOrder).toContain("The minimum under Prices is ₴400.00");
    expect(lowered.field("maximumOrder").value).toBe("399,99");
    await posted(owner, `${base}/order-page/rules`, { ...rules, maximumOrder: "400" });
    await posted(owner, `${base}/order-page/rules`, rules);
  });

  it("shows each fault beside its field, keeps the typed values, and saves nothing", async () => {
    const { studio, owner, base } = await panelStudio();
    const page = await owner.post(`${base}/prices`, {
      currency: "XXX",
      hourlyRate: "-1",
      setupCost: "12.3456",
      markupPercentage: "1000,01",
      minimumPrice: "",
    });
    expect(page.status).toBe(400);
    for (const [field, fault] of [
      ["currency", "Choose one of the list."],
      ["hourlyRate", "Enter a value from 0 to 1000000."],
      ["setupCost", "Use at most 2 digits after the point."],
      ["markupPercentage", "Enter a value from 0 to 1000 %."],
      ["minimumPrice", "Fill in this field."],
    ] as const) {
      expect(page.faults[field]).toBe(fault);
    }
    expect(page.field("setupCost").value).toBe("12.3456");
    expect(await studio.data<Me>("/me")).toMatchObject({ pricing: { hourlyRate: "60.00" } });
  });
});

describe("a change of the currency", () => {
  it("needs no confirmation if nothing has an amount yet", async () => {
    const { studio, owner, base } = await panelStudio();
    await posted(owner, `${base}/prices`, { ...TYPED, currency: "EUR" });
    expect(await studio.data<Me>("/me")).toMatchObject({ currency: { code: "EUR" } });
  });

  it("demands a tick if the catalog has prices, and converts nothing", async () => {
    const { studio, owner, base } = await panelStudio();
    await studio.db.insert(products, productRow({ priceMinor: 25_000 }));
    const refused = await owner.post(`${base}/prices`, { ...TYPED, currency: "EUR" });
    expect(refused.status).toBe(400);
    const text = refused.text;
    expect(text).toContain("Nothing is converted");
    expect(text).toContain("Tick this to change the currency");
    expect(refused.field("hourlyRate").value).toBe("45,50");
    expect(await studio.data<Me>("/me")).toMatchObject({
      currency: { code: "UAH" },
      pricing: { hourlyRate: "60.00" },
    });

    const tick = { isCurrencyMeant: "true", meantCurrency: "EUR" };
    // The tick stood beside another currency than the one that is chosen now.
    expect((await owner.post(`${base}/prices`, { ...TYPED, currency: "USD", ...tick })).status).toBe(400);
    await posted(owner, `${base}/prices`, { ...TYPED, currency: "EUR", ...tick });
    expect(await studio.data<Me>("/me")).toMatchObject({ currency: { code: "EUR" } });
    expect(await studio.data("/products")).toMatchObject([{ price: { amount: "250.00", currency: { code: "EUR" } } }]);
  });

  it.each([
    ["a machine profile has a rate", async (studio: TestStudio) => addMachine(studio, { hourlyRateMinor: 0 })],
    ["electricity has a price", async ({ db }: TestStudio) => db.updateStudio({ electricityPriceMinor: 950 })],
  ])("demands a tick if %s", async (_, setUp) => {
    const { studio, owner, base } = await panelStudio();
    // A machine without a rate has no amount.
    await addMachine(studio, { name: "MK4", powerWatts: 120 });
    await setUp(studio);
    const asked = await owner.post(`${base}/prices`, { ...TYPED, currency: "EUR" });
    expect([asked.status, asked.text.includes("Tick this to change the currency")]).toEqual([400, true]);
  });

  it("leaves the currency of orders placed", async () => {
    const { studio, owner, base } = await panelStudio();
    const choice = { materialId: await addMaterial(studio), printingQualityId: await addQuality(studio) };
    const orderId = await placeOrder(studio, binaryStl(cube(9)), choice);
    await posted(owner, `${base}/prices`, { ...TYPED, currency: "PLN", isCurrencyMeant: "true", meantCurrency: "PLN" });
    const order = await studio.data<{ totalPrice: Money }>(`/orders/${orderId}`);
    expect(order.totalPrice.currency.code).toBe("UAH");
  });
});

describe("the studio's name and language", () => {
  it("are changed, and shown as text", async () => {
    const { studio, owner, base } = await panelStudio();
    const page = await posted(owner, `${base}/prices/studio`, { title: "<i>Кобза</i>", locale: "pl" });
    expect(page.text).toContain("<i>Кобза</i>");
    expect(page.html).not.toContain("<i>Кобза");
    expect(await studio.data("/me")).toMatchObject({ studioTitle: "<i>Кобза</i>" });
  });

  it("are refused with a reason if they are missing or no language", async () => {
    const { studio, owner, base } = await panelStudio();
    const page = await owner.post(`${base}/prices/studio`, { title: " ", locale: "!!" });
    expect(page.status).toBe(400);
    expect(page.faults.title).toBe("Fill in this field.");
    expect(page.faults.locale).toBe("Choose one of the list.");
    expect(await studio.data("/me")).toMatchObject({ studioTitle: "A studio" });
  });
});

async function placeOrder(
  studio: TestStudio,
  content: Uint8Array<ArrayBuffer>,
  choice: { readonly materialId: number; readonly printingQualityId: number },
): Promise<number> {
  const { status, body } = await post<{ id: number }>(studio, "/orders", {
    "models[]": [modelFile(content)],
    items: JSON.stringify([choice]),
    customerFirstName: "Леся",
    customerLastName: "Українка",
    customerPhoneNumber: "+380501234567",
    customerEmail: "lesia@example.com",
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}
