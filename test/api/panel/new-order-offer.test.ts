// The offer of a new order's form: products, customers, models, and an earlier order's parts.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { customers, models, productColors, productPrints } from "../../../src/db/schema.ts";
import { addProductColor, addToShelf } from "../support/catalog.ts";
import { formOn, pressed, sendForm } from "../support/page-forms.ts";
import { type Page, type PanelStudio, panelOf } from "../support/panel.ts";
import { addItem, addOrder } from "../support/panel-orders.ts";
import { databaseOfTests } from "../support/recorded-statements.ts";
import { printingStudio } from "../support/requests.ts";

async function counter() {
  const { studio, ...choice } = await printingStudio();
  const panel = await panelOf(studio);
  const address = `${panel.base}/new-order`;
  const press = async (button: string, typed: Readonly<Record<string, string>> = {}, page?: Page) => {
    const form = formOn(page ?? (await panel.owner.get(address)), address, address);
    return sendForm(panel.owner, pressed(form, button), typed);
  };
  return { ...panel, choice, address, press };
}

const model = (originalFileName: string, createdAt: number) => ({
  ...{ sha256: crypto.randomUUID(), format: "stl" as const, sizeBytes: 684, objectKey: crypto.randomUUID() },
  ...{ createdAt, lastUsedAt: createdAt, originalFileName },
});

const buttonsOf = (page: Page, kind: string) =>
  page.forms.flatMap(({ buttons }) => buttons.flatMap(({ value }) => (value.startsWith(`${kind}:`) ? [value] : [])));

const addModel = async ({ studio }: PanelStudio, name: string, createdAt: number) =>
  (await studio.db.insert(models, model(name, createdAt)))[0]?.id ?? 0;

describe("a product of a new order", () => {
  it("has its own colours that are not archived, and says whether more are printed", async () => {
    const { studio, choice, press, ...panel } = await counter();
    const [vase, bowl, card] = [
      await addToShelf(studio, { title: "Vase" }),
      await addToShelf(studio, { title: "Bowl", stock: 4 }),
      await addToShelf(studio, { title: "Card" }),
    ];
    const red = await addProductColor(studio, vase, { name: "red", stock: 2 });
    await addProductColor(studio, vase, { name: "old red", stock: 7, isArchived: true });
    await addProductColor(studio, card, { name: "blue", stock: 1 });
    const modelId = await addModel({ studio, ...panel }, "vase.stl", 1);
    for (const productId of [vase, card]) {
      await studio.db.insert(productPrints, {
        ...{ productId, modelId, ...choice, copies: 1, finishingIds: [], originalFileName: "vase.stl" },
      });
    }
    let page = await press(`product:${vase}`);
    for (const productId of [bowl, card]) page = await press(`product:${productId}`, {}, page);
    expect(page.field("products.0.colorId").options).toEqual(["", String(red)]);
    expect(page.text).toMatch(/2 pieces ready to ship\. More are printed\./);
    expect(page.fields("products.1.colorId")).toEqual([]);
    expect(page.text).toContain("4 pieces ready to ship. It has no print: no more can be sold.");
    const [blue] = await studio.db.select(productColors, eq(productColors.productId, card));
    expect(page.field("products.2.colorId").options).toEqual(["", String(blue?.id)]);
    expect(page.text).toContain("1 piece ready to ship. More are printed.");
  });
});

describe("the customers found for a new order", () => {
  it("are each there once, by a whole number too, and without those whose data were erased", async () => {
    const { studio, press } = await counter();
    const contact = { firstName: "Леся", lastName: "Косач", locale: "uk", createdAt: 1 };
    const [known] = await studio.db.insert(customers, {
      ...{ ...contact, phoneNumber: "+380501234567", email: "lesia@example.com" },
    });
    const [second] = await studio.db.insert(customers, {
      ...{ ...contact, phoneNumber: "+380501234568", email: "", lastName: "Квітка" },
    });
    const [erased] = await studio.db.insert(customers, {
      ...{ ...contact, phoneNumber: "+380440000001", email: "gone@example.com", erasedAt: 2 },
    });
    const found = async (findCustomer: string) => buttonsOf(await press("find", { findCustomer }), "customer");
    const [one, other] = [`customer:${known?.id}`, `customer:${second?.id}`];
    expect(await found("+380501234567")).toEqual([one]);
    expect(await found("lesia@example.com")).toEqual([one]);
    expect(await found("леся")).toEqual([other, one]);
    expect(await found("0501234")).toEqual([other, one]);
    for (const text of ["+380440000001", "gone@example.com", "  "]) expect(await found(text), text).toEqual([]);
    expect(erased?.erasedAt).toBe(2);
  });
});

describe("a customer with five hundred newer ones", () => {
  it("is found by the whole number or e-mail, and not by a name", async () => {
    const { studio, press } = await counter();
    const [old] = await studio.db.insert(customers, {
      ...{ firstName: "Марко", lastName: "Вовчок", phoneNumber: "+380501112233", email: "marko@example.com" },
      ...{ locale: "uk", createdAt: 1 },
    });
    await databaseOfTests
      .prepare(
        `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 500)
       INSERT INTO customers (studio_id, first_name, last_name, phone_number, email, locale, created_at)
       SELECT ?, 'Леся', 'Косач', '+38067' || (1000000 + n), '', 'uk', 2 FROM counted`,
      )
      .bind(studio.id)
      .run();
    const found = async (findCustomer: string) => buttonsOf(await press("find", { findCustomer }), "customer");
    for (const text of ["050 111 22 33", "marko@example.com"])
      expect(await found(text)).toEqual([`customer:${old?.id}`]);
    for (const text of ["Вовчок", ""]) expect(await found(text), text).toEqual([]);
    expect(await found("косач")).toHaveLength(5);
  });
});

describe("the models found for a new order", () => {
  it("are the newest if no word was typed, and are searched by the first hundred characters", async () => {
    const panel = await counter();
    const ids: number[] = [];
    for (let count = 1; count <= 9; count++) ids.push(await addModel(panel, `part ${count}.stl`, count));
    const found = async (findModel: string) => buttonsOf(await panel.press("find", { findModel }), "model");
    const newest = ids
      .slice(1)
      .reverse()
      .map((id) => `model:${id}`);
    expect(await found("   ")).toEqual(newest);
    expect(await found(`  part ${" ".repeat(120)}`)).toEqual(newest);
    expect(await found(`part${" ".repeat(97)}none`)).toEqual(newest);
    expect(await found("part 3")).toEqual([`model:${ids[2]}`]);
    expect(await found("none")).toEqual([]);
    const productId = await addToShelf(panel.studio);
    const page = await panel.owner.get(`${panel.base}/catalog/products/${productId}/prints/new?model=%20%20`);
    expect(page.field("modelId").options).toEqual(["", ...ids.map(String).reverse()]);
  });
});

describe("an order that is ordered again", () => {
  it("has the models of its own parts, each at its place", async () => {
    const { studio, owner, choice, address } = await counter();
    const id = await addOrder(studio);
    for (const [position, originalFileName] of ["b.stl", "a.stl", "c.stl"].entries()) {
      await addItem(studio, id, { ...choice, position, originalFileName, quantity: position + 1 });
    }
    const page = await owner.get(`${address}?again=${id}`);
    const chosen = [0, 1, 2].map((place) => ({
      name: page.field(`items.${place}.fileName`).value,
      modelId: page.field(`items.${place}.modelId`).value,
      quantity: page.field(`items.${place}.quantity`).value,
    }));
    expect(chosen.map(({ name, quantity }) => [name, quantity])).toEqual([
      ["b.stl", "1"],
      ["a.stl", "2"],
      ["c.stl", "3"],
    ]);
    expect(new Set(chosen.map(({ modelId }) => modelId)).size).toBe(3);
  });
});
