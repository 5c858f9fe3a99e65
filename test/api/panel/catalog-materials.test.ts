// Materials in the panel: the form becomes the API's record, and staff write no prices.

import { describe, expect, it } from "vitest";
import { addMaterial, addQuality } from "../support/catalog.ts";
import { type Order, orderOfBox, placed, withoutLinks } from "../support/orders.ts";
import { type Page, type PanelStudio, panelStudio, posted, staffOf, textOf } from "../support/panel.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";

interface Material {
  readonly id: number;
  readonly name: string;
  readonly color: string | null;
  readonly colorHex: string | null;
  readonly technology: { readonly slug: string };
  readonly costPerKg: { readonly amount: string };
  readonly density: string;
  readonly status: string;
  readonly stockQuantity: string | null;
  readonly lowStockThreshold: string | null;
  readonly isLowStock: boolean;
}

const PETG = {
  name: "PETG",
  technologyId: "1",
  color: "блакитний",
  colorHex: "#1A73E8",
  costPerKg: "1 250,5",
  density: "1,27",
  stockQuantity: "800",
  lowStockThreshold: "1000",
};

function materialsOf(studio: TestStudio): Promise<Material[]> {
  return studio.data<Material[]>("/materials");
}

async function materialOf(studio: TestStudio, id: number): Promise<Material | undefined> {
  return (await materialsOf(studio)).find((material) => material.id === id);
}

/** The names of a list's rows, as the page shows them. */
function rowsOf(html: string): string[] {
  return [...html.matchAll(/<th scope="row">.*?<\/th>/gs)].map(([cell]) => cell.replace(/<[^>]+>/g, "").trim());
}

/** The post of the button in the page's notice: its address and its fields. */
function undoOf({ html }: Page) {
  const [notice = ""] = /<div[^>]*id="notice"[\s\S]*?<\/form>/.exec(html) ?? [];
  const [, action] = /action="([^"]*)"/.exec(notice) ?? [];
  const [, stockQuantity] = /name="stockQuantity" value="([^"]*)"/.exec(notice) ?? [];
  return { action, stockQuantity };
}

describe("a material", () => {
  it("is written once and read by the API at once", async () => {
    const { studio, base, owner } = await panelStudio();
    const page = await posted(owner, `${base}/catalog/materials/new`, PETG);
    expect(textOf(page)).toContain("“PETG” is in the catalog.");
    expect(textOf(page)).toContain("Low 800 g");
    expect(page.html).toContain('fill="#1a73e8"');
    const [material] = await materialsOf(studio);
    expect(material).toMatchObject({
      name: "PETG",
      color: "блакитний",
      colorHex: "#1a73e8",
      technology: { slug: "fdm" },
      costPerKg: { amount: "1250.50" },
      density: "1.27",
      status: "active",
      stockQuantity: "800.00",
      lowStockThreshold: "1000.00",
      isLowStock: true,
    });
  });

  it("with invalid values is not created, and the form shows each fault beside its field with the typed values", async () => {
    const { studio, base, owner } = await panelStudio();
    const typed = {
      name: "",
      technologyId: "7",
      colorHex: "red",
      costPerKg: "-1",
      density: "x",
      stockQuantity: "1.2345",
    };
    const page = await owner.post(`${base}/catalog/materials/new`, typed);
    expect(page.status).toBe(400);
    for (const [field, sentence] of [
      ["name", "Fill in this field."],
      ["technologyId", "Choose one of the list."],
      ["colorHex", "Enter a colour as # and six digits or letters a to f, such as #1a73e8."],
      ["costPerKg", "Enter a value from 0 to 1000000."],
      ["density", "Enter a number, such as 12.50."],
      ["stockQuantity", "Use at most 2 digits after the point."],
    ]) {
      expect(page.html).toMatch(new RegExp(`id="fault-${field}">${sentence}`));
    }
    expect(page.html).toContain('value="red"');
    expect(page.html).toContain('value="1.2345"');
    expect(await materialsOf(studio)).toEqual([]);
  });

  it("is changed by its owner, and a name with markup is shown as text", async () => {
    const { studio, base, owner } = await panelStudio();
    const id = await addMaterial(studio, { stockHundredthsOfGram: 50_000 });
    const changes = { name: "<script>alert(1)</script>", color: "", costPerKg: "700", density: "1.3" };
    const page = await posted(owner, `${base}/catalog/materials/${id}`, changes);
    expect(page.html).not.toContain("<script>alert");
    expect(page.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    // The colour was emptied; the stock has a form of its own.
    expect(await materialOf(studio, id)).toMatchObject({
      name: changes.name,
      color: null,
      costPerKg: { amount: "700.00" },
      density: "1.30",
      stockQuantity: "500.00",
    });
  });

  it("has its stock corrected, or no longer counted", async () => {
    const { studio, base, owner } = await panelStudio();
    const id = await addMaterial(studio);
    const path = `${base}/catalog/materials/${id}`;
    await posted(owner, `${path}/stock`, { stockQuantity: "1234,5" });
    expect(await materialOf(studio, id)).toMatchObject({ stockQuantity: "1234.50" });
    const refused = await owner.post(`${path}/stock`, { stockQuantity: "a lot" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('value="a lot"');
    await posted(owner, `${path}/stock`, { stockQuantity: "" });
    expect(await materialOf(studio, id)).toMatchObject({ stockQuantity: null });
  });

  it("goes back to its former stock with undo, be it counted or not", async () => {
    const { studio, base, owner } = await panelStudio();
    const id = await addMaterial(studio, { stockHundredthsOfGram: 50_050 });
    const path = `${base}/catalog/materials/${id}/stock`;
    const cleared = await posted(owner, path, { stockQuantity: "" });
    expect(textOf(cleared)).toContain("is corrected. Undo");
    expect(undoOf(cleared)).toEqual({ action: path, stockQuantity: "500.5" });
    await posted(owner, path, { stockQuantity: "500.5" });
    expect(await materialOf(studio, id)).toMatchObject({ stockQuantity: "500.50" });
    await posted(owner, path, { stockQuantity: "" });
    expect(undoOf(await posted(owner, path, { stockQuantity: "7" }))).toEqual({ action: path, stockQuantity: "" });
  });

  it("is archived and restored, and undoing is one press", async () => {
    const { studio, base, owner } = await panelStudio();
    const id = await addMaterial(studio, { name: "PLA" });
    const path = `${base}/catalog/materials/${id}`;
    const archived = await posted(owner, `${path}/archive`);
    expect(textOf(archived)).toContain("“PLA” is archived. Undo");
    expect(archived.html).toContain(`action="${path}/restore"`);
    expect(await materialOf(studio, id)).toMatchObject({ status: "inactive" });
    // Saving an archived one does not put it on offer.
    await posted(owner, path, { name: "PLA 2", costPerKg: "1", density: "1" });
    expect(await materialOf(studio, id)).toMatchObject({ name: "PLA 2", status: "inactive" });
    await posted(owner, `${path}/restore`);
    expect(await materialOf(studio, id)).toMatchObject({ status: "active" });
  });

  it("is moved within its technology, and the API's list stays sorted by id", async () => {
    const { studio, base, owner } = await panelStudio();
    const ids = [
      await addMaterial(studio, { name: "A", color: null }),
      await addMaterial(studio, { name: "resin", color: null, technologyId: 4 }),
      await addMaterial(studio, { name: "B", color: null }),
      await addMaterial(studio, { name: "C", color: null }),
    ];
    const list = `${base}/catalog/materials`;
    const names = async () => rowsOf((await owner.get(list)).html);
    expect(await names()).toEqual(["A", "B", "C", "resin"]);
    const moved = await posted(owner, `${list}/${ids[2]}/move`, { direction: "up" });
    expect(await names()).toEqual(["B", "A", "C", "resin"]);
    expect(textOf(moved)).toContain("“B” was moved. Undo");
    await posted(owner, `${list}/${ids[2]}/move`, { direction: "up" });
    expect(await names()).toEqual(["B", "A", "C", "resin"]);
    await posted(owner, `${list}/${ids[2]}/move`, { direction: "down" });
    expect(await names()).toEqual(["A", "B", "C", "resin"]);
    expect((await materialsOf(studio)).map(({ id }) => id)).toEqual(ids);
    await posted(owner, `${list}/new`, { ...PETG, color: "" });
    expect(await names()).toEqual(["A", "B", "C", "PETG", "resin"]);
  });

  it("keeps the price of placed orders after changes and archiving", async () => {
    const { studio, base, owner } = await panelStudio();
    const materialId = await addMaterial(studio);
    const printingQualityId = await addQuality(studio);
    const order = await placed(studio, orderOfBox({ materialId, printingQualityId }));
    const path = `${base}/catalog/materials/${materialId}`;
    await posted(owner, path, { name: "PLA", costPerKg: "9999", density: "9" });
    await posted(owner, `${path}/archive`);
    const now = await studio.data<Order>(`/orders/${order.id}`);
    expect(withoutLinks(now)).toEqual(withoutLinks(order));
  });
});

describe("staff", () => {
  async function withStaff(): Promise<PanelStudio & { readonly staff: Awaited<ReturnType<typeof staffOf>> }> {
    const panel = await panelStudio();
    return { ...panel, staff: await staffOf(panel) };
  }

  it("read the values that prices are computed from, and change all others of a material", async () => {
    const { studio, base, staff } = await withStaff();
    const id = await addMaterial(studio);
    const path = `${base}/catalog/materials/${id}`;
    const page = await staff.get(path);
    expect(page.html).not.toContain('name="costPerKg"');
    expect(textOf(page)).toContain("₴600.00");
    await posted(staff, path, { name: "PLA, dried", color: "white", colorHex: "#ffffff", lowStockThreshold: "10" });
    await posted(staff, `${path}/stock`, { stockQuantity: "5" });
    expect(await materialOf(studio, id)).toMatchObject({ name: "PLA, dried", isLowStock: true });
    await posted(staff, `${path}/archive`);
    await posted(staff, `${path}/restore`);
  });

  it.each(["costPerKg", "density", "technologyId"])("are refused if their form carries %s", async (field) => {
    const { studio, base, staff } = await withStaff();
    const id = await addMaterial(studio);
    const page = await staff.post(`${base}/catalog/materials/${id}`, { name: "cheap", [field]: "1" });
    expect(page.status, page.html).toBe(403);
    expect(await materialOf(studio, id)).toMatchObject({ name: "PLA", costPerKg: { amount: "600.00" } });
  });

  it("create none, since a material has a price", async () => {
    const { studio, base, staff } = await withStaff();
    expect((await staff.get(`${base}/catalog/materials/new`)).status).toBe(403);
    expect((await staff.post(`${base}/catalog/materials/new`, PETG)).status).toBe(403);
    expect(await materialsOf(studio)).toEqual([]);
    expect((await staff.get(`${base}/catalog/materials`)).html).not.toContain("New material");
  });
});

describe("another studio's material", () => {
  it("answers 404 and is in no list", async () => {
    const { base, owner } = await panelStudio();
    const other = await createStudio();
    const id = await addMaterial(other);
    const path = `${base}/catalog/materials/${id}`;
    expect((await owner.get(path)).status).toBe(404);
    for (const [action, fields] of [
      ["", { name: "mine", costPerKg: "1", density: "1" }],
      ["/stock", { stockQuantity: "1" }],
      ["/archive", {}],
      ["/restore", {}],
      ["/move", { direction: "up" }],
    ] as const) {
      expect((await owner.post(`${path}${action}`, fields)).status, action).toBe(404);
    }
    expect(await materialOf(other, id)).toMatchObject({ name: "PLA", stockQuantity: null, status: "active" });
  });
});
