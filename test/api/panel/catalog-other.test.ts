// Finishings, delivery methods, process parameters and the catalog's first page.

import { describe, expect, it } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import { deliveryMethods, finishings } from "../../../src/db/schema.ts";
import { addFinishing, addForTechnology, addMaterial } from "../support/catalog.ts";
import { addMember, createPerson, panelStudio, posted, signedIn, staffOf, textOf } from "../support/panel.ts";
import { cents, type Money, modelFile, post } from "../support/requests.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";

interface Finishing {
  readonly id: number;
  readonly name: string;
  readonly price: Money | null;
  readonly pricePercentage: string | null;
  readonly technology: { readonly slug: string } | null;
}

const finishingsOf = (studio: TestStudio) => studio.data<Finishing[]>("/finishings");

describe("a finishing", () => {
  it("has a price, a percentage, or neither, and a technology or any", async () => {
    const { studio, base, owner } = await panelStudio();
    const path = `${base}/catalog/finishings/new`;
    await posted(owner, path, { name: "Sanding", price: "25,5" });
    await posted(owner, path, { name: "Painting", pricePercentage: "15", technologyId: "1" });
    const page = await posted(owner, path, { name: "Inspection" });
    expect(await finishingsOf(studio)).toMatchObject([
      { name: "Sanding", price: { amount: "25.50" }, pricePercentage: null, technology: null },
      { name: "Painting", price: null, pricePercentage: "15.00", technology: { slug: "fdm" } },
      { name: "Inspection", price: null, pricePercentage: null },
    ]);
    for (const text of ["₴25.50", "15 % of material and time", "Free of charge", "Any technology"]) {
      expect(textOf(page)).toContain(text);
    }
  });

  it("is refused with both a price and a percentage, or with values beyond all bounds", async () => {
    const { studio, base, owner } = await panelStudio();
    const path = `${base}/catalog/finishings/new`;
    const both = await owner.post(path, { name: "Sanding", price: "1", pricePercentage: "2" });
    expect(both.status).toBe(400);
    expect(both.html).toContain('id="fault-pricePercentage">Give a price or a percentage, not both.');
    const wild = await owner.post(path, { name: "x".repeat(256), price: "-5", technologyId: "99" });
    expect(wild.html).toContain('id="fault-name">Use at most 255 characters.');
    expect(wild.html).toContain('id="fault-price">Enter a value from 0 to 1000000.');
    expect(wild.html).toContain('id="fault-technologyId">Choose one of the list.');
    expect(wild.html).toContain('value="-5"');
    expect(await finishingsOf(studio)).toEqual([]);
  });

  it("is changed, archived and restored", async () => {
    const { studio, base, owner } = await panelStudio();
    const id = await addFinishing(studio);
    const path = `${base}/catalog/finishings/${id}`;
    await posted(owner, path, { name: "Polishing", pricePercentage: "7.5" });
    expect(await finishingsOf(studio)).toMatchObject([{ name: "Polishing", price: null, pricePercentage: "7.50" }]);
    await posted(owner, `${path}/archive`);
    expect(await finishingsOf(studio)).toEqual([]);
    expect(textOf(await owner.get(`${base}/catalog/finishings`))).toContain("Archived (1) Polishing");
    await posted(owner, `${path}/restore`);
    expect(await finishingsOf(studio)).toHaveLength(1);
  });

  it("may name its materials and need supports; a name that no material has is refused beside its field", async () => {
    const { studio, base, owner } = await panelStudio();
    await addMaterial(studio, { name: "ABS" });
    const id = await addFinishing(studio);
    const path = `${base}/catalog/finishings/${id}`;
    const refused = await owner.post(path, { name: "Bath", materialNames: "ABS\nАБС" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('id="fault-materialNames">You have no material with this name: АБС.');
    await posted(owner, path, { name: "Bath", materialNames: "abs", onlyWithSupports: "true" });
    const kept = () => studio.db.select(finishings);
    expect(await kept()).toMatchObject([{ materialNames: "abs", onlyWithSupports: true }]);
    await posted(owner, path, { name: "Bath", materialNames: "" });
    expect(await kept()).toMatchObject([{ materialNames: null, onlyWithSupports: false }]);
  });

  it("has its words changed by staff, its price by the owner only", async () => {
    const panel = await panelStudio();
    const id = await addFinishing(panel.studio);
    const staff = await staffOf(panel);
    const path = `${panel.base}/catalog/finishings/${id}`;
    await posted(staff, path, { name: "Grinding" });
    for (const field of ["price", "pricePercentage", "technologyId"]) {
      expect((await staff.post(path, { name: "Cheap", [field]: "1" })).status, field).toBe(403);
    }
    expect((await staff.post(`${panel.base}/catalog/finishings/new`, { name: "New" })).status).toBe(403);
    expect(await finishingsOf(panel.studio)).toMatchObject([{ name: "Grinding", price: { amount: "25.00" } }]);
  });

  it("of another studio is nowhere", async () => {
    const { base, owner } = await panelStudio();
    const other = await createStudio();
    const path = `${base}/catalog/finishings/${await addFinishing(other)}`;
    expect((await owner.get(path)).status).toBe(404);
    for (const action of ["", "/archive", "/restore", "/move"]) {
      const answer = await owner.post(`${path}${action}`, { name: "mine", direction: "up" });
      expect(answer.status, action).toBe(404);
    }
    expect(await finishingsOf(other)).toMatchObject([{ name: "Sanding" }]);
  });
});

describe("a delivery method", () => {
  const methodsOf = async (studio: TestStudio) =>
    (await studio.db.select(deliveryMethods, undefined, deliveryMethods.position)).map(({ name, isActive }) => ({
      name,
      isActive,
    }));

  it("is written, moved, archived and restored by staff too", async () => {
    const panel = await panelStudio();
    const staff = await staffOf(panel);
    const list = `${panel.base}/catalog/delivery`;
    await posted(staff, `${list}/new`, { name: "Нова пошта" });
    await posted(staff, `${list}/new`, { name: "<i>Кур'єр</i>" });
    const refused = await staff.post(`${list}/new`, { name: "  " });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('id="fault-name">Fill in this field.');
    const [, second] = await panel.studio.db.select(deliveryMethods);
    const moved = await posted(staff, `${list}/${second?.id}/move`, { direction: "up" });
    expect(moved.html).toContain("&lt;i&gt;Кур&#39;єр&lt;/i&gt;");
    await posted(staff, `${list}/${second?.id}`, { name: "Кур'єр" });
    await posted(staff, `${list}/${second?.id}/archive`);
    expect(await methodsOf(panel.studio)).toEqual([
      { name: "Кур'єр", isActive: false },
      { name: "Нова пошта", isActive: true },
    ]);
    await posted(staff, `${list}/${second?.id}/restore`);
    expect(await methodsOf(panel.studio)).toMatchObject([{ isActive: true }, { isActive: true }]);
  });

  it("has a price and a sum from which it is free, both written by the owner only", async () => {
    const panel = await panelStudio();
    const { studio, base, owner } = panel;
    const list = `${base}/catalog/delivery`;
    const page = await posted(owner, `${list}/new`, { name: "Courier", price: "80,5", freeFrom: "1000" });
    for (const text of ["₴80.50", "₴1,000.00"]) expect(textOf(page)).toContain(text);
    const [method] = await studio.db.select(deliveryMethods);
    const path = `${list}/${method?.id}`;
    const staff = await staffOf(panel);
    for (const field of ["price", "freeFrom"]) {
      expect((await staff.post(path, { name: "Cheap", [field]: "1" })).status, field).toBe(403);
      expect((await staff.post(`${list}/new`, { name: "New", [field]: "1" })).status, field).toBe(403);
    }
    const shown = await staff.get(path);
    expect(shown.html).not.toContain('name="price"');
    expect(textOf(shown)).toContain("Price ₴80.50 Free from ₴1,000.00");
    await posted(staff, path, { name: "Express" });
    const kept = () => studio.db.select(deliveryMethods);
    expect(await kept()).toMatchObject([{ name: "Express", priceMinor: 8_050, freeFromMinor: 100_000 }]);
    await posted(owner, path, { name: "Express", price: "", freeFrom: "" });
    expect(await kept()).toMatchObject([{ priceMinor: null, freeFromMinor: null }]);
  });

  it("is refused with an amount that is none, and with a free sum but no price, each at its field", async () => {
    const { studio, base, owner } = await panelStudio();
    const path = `${base}/catalog/delivery/new`;
    const wild = await owner.post(path, { name: "Courier", price: "-1", freeFrom: "0" });
    expect(wild.status).toBe(400);
    expect(wild.html).toContain('id="fault-price">Enter a value from 0 to 1000000.');
    expect(wild.html).toContain('id="fault-freeFrom">Enter a value from 0.01 to 1000000.');
    const withoutPrice = await owner.post(path, { name: "Courier", freeFrom: "1000" });
    expect(withoutPrice.status).toBe(400);
    expect(withoutPrice.html).toContain('id="fault-freeFrom">Give a price too');
    expect(await methodsOf(studio)).toEqual([]);
  });

  it("shows its slug and id, which stay when the name changes", async () => {
    const { base, owner, studio } = await panelStudio();
    await posted(owner, `${base}/catalog/delivery/new`, { name: "Нова пошта" });
    const [method] = await studio.db.select(deliveryMethods);
    const path = `${base}/catalog/delivery/${method?.id}`;
    await posted(owner, path, { name: "Пошта" });
    expect(textOf(await owner.get(path))).toContain(`know it as nova-poshta (deliveryMethodId ${method?.id})`);
    expect(await studio.data("/delivery/settings")).toMatchObject({
      deliveryMethods: [{ name: "Пошта", slug: "nova-poshta" }],
    });
  });

  it("of another studio is nowhere", async () => {
    const { base, owner } = await panelStudio();
    const other = await panelStudio();
    await posted(other.owner, `${other.base}/catalog/delivery/new`, { name: "Pickup" });
    const [method] = await other.studio.db.select(deliveryMethods);
    const path = `${base}/catalog/delivery/${method?.id}`;
    expect((await owner.get(path)).status).toBe(404);
    for (const action of ["", "/archive", "/restore", "/move"]) {
      const answer = await owner.post(`${path}${action}`, { name: "mine", direction: "up" });
      expect(answer.status, action).toBe(404);
    }
    expect(await methodsOf(other.studio)).toEqual([{ name: "Pickup", isActive: true }]);
  });
});

describe("process parameters", () => {
  it("show every default with its bounds and source, and mark assumptions", async () => {
    const { base, owner } = await panelStudio();
    const text = textOf(await owner.get(`${base}/catalog/processes/sls`));
    expect(text).toContain("heating the chamber before a build");
    expect(text).toContain("0–172,800 s 5,400 s");
    expect(text).toContain("Assumption one and a half hours");
    const overview = textOf(await owner.get(`${base}/catalog/processes`));
    for (const name of ["SLA", "DLP", "MSLA", "SLS"]) expect(overview).toContain(name);
    for (const unknown of ["fdm", "x"]) {
      expect((await owner.get(`${base}/catalog/processes/${unknown}`)).status).toBe(404);
      expect((await owner.post(`${base}/catalog/processes/${unknown}`, {})).status).toBe(404);
    }
  });

  it("of the studio's own decide on the next price, and go back to the defaults", async () => {
    const { studio, base, owner } = await panelStudio();
    const choice = await addForTechnology(studio, 4);
    const model = anotherBox();
    const price = async () => {
      const quote = await post<{ totalPrice: Money }>(studio, "/quotes", { model: modelFile(model), ...choice });
      expect(quote.status, JSON.stringify(quote.body)).toBe(200);
      return cents(quote.body.data.totalPrice);
    };
    const path = `${base}/catalog/processes/msla`;
    const before = await price();
    const saved = await posted(owner, path, { exposureSeconds: "12,5" });
    expect(saved.html).toContain('value="12.5"');
    expect(textOf(saved)).toContain("MSLA: the process parameters are saved. Undo");
    expect(await price()).toBeGreaterThan(before);
    await posted(owner, path, {});
    expect(await price()).toBe(before);
  });

  it("of one technology leave those of another as they are", async () => {
    const { base, owner } = await panelStudio();
    await posted(owner, `${base}/catalog/processes/sla`, { recoatSeconds: "9" });
    await posted(owner, `${base}/catalog/processes/sls`, { recoatSeconds: "11" });
    expect((await owner.get(`${base}/catalog/processes/sla`)).html).toContain('value="9"');
  });

  it("are refused beyond their bounds, each at its field, and keep the typed values", async () => {
    const { base, owner } = await panelStudio();
    const path = `${base}/catalog/processes/msla`;
    const page = await owner.post(path, { exposureSeconds: "0", initialLayers: "1.5", liftMm: "up" });
    expect(page.status).toBe(400);
    expect(page.html).toContain('id="fault-exposureSeconds">Enter a value from 0.1 to 300 s.');
    expect(page.html).toContain('id="fault-initialLayers">Enter a whole number.');
    expect(page.html).toContain('id="fault-liftMm">Enter a number, such as 12.50.');
    expect(page.html).toContain('value="up"');
    expect(textOf(await owner.get(`${base}/catalog/processes`))).not.toContain("of your own");
  });

  it("are read by staff, and written by the owner only", async () => {
    const panel = await panelStudio();
    const staff = await staffOf(panel);
    const path = `${panel.base}/catalog/processes/msla`;
    const page = await staff.get(path);
    expect(page.status).toBe(200);
    expect(page.html).not.toContain('name="exposureSeconds"');
    expect((await staff.post(path, { exposureSeconds: "1" })).status).toBe(403);
  });

  it("speak Ukrainian, numbers and units included", async () => {
    const { studio, base } = await panelStudio();
    const person = await createPerson({ language: "uk" });
    await addMember(studio, person, "owner");
    const ukrainian = await signedIn(person);
    const text = textOf(await ukrainian.get(`${base}/catalog/processes/msla`));
    expect(text).toContain("засвічування шару");
    expect(text).toContain("0,1–300 с");
    const refused = await ukrainian.post(`${base}/catalog/processes/msla`, { exposureSeconds: "0" });
    expect(refused.html).toContain("Введіть значення від 0,1 до 300 с.");
  });
});

describe("the catalog's first page", () => {
  it("counts entries on offer, archived ones and low stock", async () => {
    const panel = await panelStudio();
    await addMaterial(panel.studio, { stockHundredthsOfGram: 1, lowStockHundredthsOfGram: 2 });
    await addMaterial(panel.studio, { stockHundredthsOfGram: 3, lowStockHundredthsOfGram: 2 });
    await addMaterial(panel.studio, { status: "inactive", stockHundredthsOfGram: 0, lowStockHundredthsOfGram: 2 });
    await addMaterial(await createStudio());
    const text = textOf(await panel.owner.get(`${panel.base}/catalog`));
    expect(text).toContain("colours, costs and stock. 2 entries 1 archived 1 low on stock");
    expect(text).toContain("Nothing yet");
    expect((await (await staffOf(panel)).get(`${panel.base}/catalog`)).status).toBe(200);
  });
});
