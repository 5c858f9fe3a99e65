// New catalog entries posted more than once, as by an impatient person without scripts.

import { describe, expect, it } from "vitest";
import { deliveryMethods, finishings, materials, printingQualities, products } from "../../../src/db/schema.ts";
import type { TenantTable } from "../../../src/db/studio-db.ts";
import { addMaterial } from "../support/catalog.ts";
import { type FormFields, panelStudio, posted } from "../support/panel.ts";

const NEW_ENTRIES: readonly (readonly [string, string, TenantTable, FormFields])[] = [
  ["materials", "new", materials, { technologyId: "1", name: "PLA", color: "red", costPerKg: "600", density: "1.24" }],
  ["qualities", "new/fdm", printingQualities, { name: "Fine", layerHeight: "0.12", isDefault: "true" }],
  ["finishings", "new", finishings, { name: "Sanding", price: "25" }],
  ["products", "new", products, { title: "Vase", price: "250" }],
  ["delivery", "new", deliveryMethods, { name: "Courier" }],
];

describe("a new entry that is posted three times at once", () => {
  it.each(NEW_ENTRIES)("is one of the %s", async (part, form, table, fields) => {
    const { studio, base, owner } = await panelStudio();
    const path = `${base}/catalog/${part}/${form}`;
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(path, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    const field = "title" in fields ? "title" : "name";
    expect(refused?.html).toContain(`id="fault-${field}">This is taken already.`);
    expect(refused?.html).toContain(`value="${fields[field]}"`);
    expect(await studio.db.select(table)).toHaveLength(1);
  });
});

describe("a new entry of the same name", () => {
  it("is accepted for another colour or technology, or if the other entry is archived or another studio's", async () => {
    const { studio, base, owner } = await panelStudio();
    const [, , , material] = NEW_ENTRIES[0] ?? [];
    await addMaterial((await panelStudio()).studio, { name: "PLA", color: "red" });
    await addMaterial(studio, { name: "PLA", color: "red", status: "inactive" });
    const path = `${base}/catalog/materials/new`;
    for (const others of [{}, { color: "" }, { color: "blue" }, { technologyId: "4" }]) {
      await posted(owner, path, { ...material, ...others });
    }
    expect(await studio.data("/materials")).toHaveLength(5);
    expect((await owner.post(path, { ...material, color: "" })).status).toBe(400);
  });

  it("changes no default if it is refused", async () => {
    const { studio, base, owner } = await panelStudio();
    const path = `${base}/catalog/qualities/new/fdm`;
    const fine = { name: "Fine", layerHeight: "0.12" };
    await posted(owner, path, fine);
    await posted(owner, path, { ...fine, name: "Draft", isDefault: "true" });
    expect((await owner.post(path, { ...fine, isDefault: "true" })).status).toBe(400);
    expect(await studio.data("/printing-qualities")).toMatchObject([
      { name: "Fine", isDefault: false },
      { name: "Draft", isDefault: true },
    ]);
  });
});
