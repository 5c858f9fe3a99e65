// Hostile forms of the shelf in the panel: foreign pages, foreign ids, staff, markup in texts, races.

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  models,
  orderItems,
  orders,
  productColors,
  productPrints,
  products,
  shelfMoves,
} from "../../../src/db/schema.ts";
import {
  addFinishing,
  addMaterial,
  addProductColor,
  addProductPrint,
  addQuality,
  addToShelf,
} from "../support/catalog.ts";
import { formOn, pressed, sendForm } from "../support/page-forms.ts";
import { PANEL_ORIGIN, type Page, panelOf, staffOf } from "../support/panel.ts";
import { addPrinter, done, pageOf, printShop } from "../support/printing.ts";
import { offered, order, ordered, setPage, Visitor, visitedStudio } from "../support/storefront.ts";
import { visitPage } from "../support/storefront-page.ts";

const MARKUP = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"';

/** A panel, a product on its shelf, and a stored model. */
async function shopWithProduct() {
  const { studio, visitor, choice } = await visitedStudio({ locale: "en" });
  const productId = await addToShelf(studio, { stock: 3 });
  const [model] = await studio.db.select(models);
  const panel = await panelOf(studio);
  return {
    ...panel,
    visitor,
    choice,
    productId,
    modelId: model?.id ?? 0,
    path: `${panel.base}/catalog/products/${productId}`,
  };
}

describe("the forms of a product's shelf", () => {
  test("take nothing from another site's page, nor without the form's token", async () => {
    const { studio, owner, path, productId } = await shopWithProduct();
    const colorId = await addProductColor(studio, productId);
    const formToken = await owner.formToken();
    const forms: readonly (readonly [string, Record<string, string>])[] = [
      ["stock", { pieces: "1", direction: "take", colorId: "" }],
      ["colors/new", { name: "Blue" }],
      [`colors/${colorId}`, { name: "Blue" }],
      [`colors/${colorId}/remove`, {}],
      ["price", {}],
    ];
    for (const [action, fields] of forms) {
      for (const [sent, origin] of [
        [{ ...fields, formToken }, "https://evil.example"],
        [fields, PANEL_ORIGIN],
      ] as const) {
        const answer = await owner.postBare(`${path}/${action}`, sent, { Origin: origin });
        expect(answer.status, `${action} from ${origin}`).toBe(403);
      }
    }
    expect(await studio.db.select(productColors)).toMatchObject([{ name: "red", isArchived: false }]);
    expect((await studio.db.select(products))[0]?.stock).toBe(3);
  });

  test("of colours, prints and price are the owner's", async () => {
    const panel = await shopWithProduct();
    const { studio, path, choice, modelId, productId } = panel;
    const colorId = await addProductColor(studio, productId, { isArchived: true });
    const staff = await staffOf(panel);
    const print = { modelId: String(modelId), materialId: String(choice.materialId), copies: "1" };
    for (const [action, fields] of [
      [`colors/${colorId}`, { name: "Blue" }],
      [`colors/${colorId}/remove`, {}],
      [`colors/${colorId}/restore`, {}],
      ["prints/new", { ...print, printingQualityId: String(choice.printingQualityId) }],
      ["prints/1/remove", {}],
      ["price", { isPriceComputed: "true" }],
    ] as const) {
      expect((await staff.post(`${path}/${action}`, fields)).status, action).toBe(403);
    }
    expect(await studio.db.select(productPrints)).toEqual([]);
  });

  test("name no other studio's model, material, quality, finishing or colour", async () => {
    const { studio, owner, path, choice, modelId, productId } = await shopWithProduct();
    await studio.db.update(models, { visitorUntil: null }, undefined);
    const other = await visitedStudio();
    await other.studio.db.update(models, { visitorUntil: null }, undefined);
    const [foreignModel] = await other.studio.db.select(models);
    const foreign = {
      modelId: foreignModel?.id,
      materialId: await addMaterial(other.studio),
      printingQualityId: await addQuality(other.studio),
      "finishingIds[]": await addFinishing(other.studio),
    };
    const own = { modelId, materialId: choice.materialId, printingQualityId: choice.printingQualityId, copies: 1 };
    for (const [name, id] of Object.entries(foreign)) {
      const fields = Object.fromEntries(
        Object.entries({ ...own, [name]: id }).map(([key, value]) => [key, String(value)]),
      );
      expect((await owner.post(`${path}/prints/new`, fields)).status, name).toBe(404);
    }
    const colored = { name: "Blue", materialId: String(foreign.materialId) };
    expect((await owner.post(`${path}/colors/new`, colored)).status).toBe(404);
    const colorId = await addProductColor(studio, productId);
    expect((await owner.post(`${path}/colors/${colorId}`, colored)).status).toBe(404);
    const ofAnother = await addToShelf(studio);
    const elsewhere = path.replace(/\d+$/, String(ofAnother));
    expect((await owner.post(`${elsewhere}/colors/${colorId}`, { name: "Blue" })).status).toBe(404);
    const stock = { pieces: "1", direction: "add", colorId: String(colorId) };
    expect((await owner.post(`${elsewhere}/stock`, stock)).status, "another product's colour").toBe(404);
    expect(await studio.db.select(productPrints)).toEqual([]);
    expect(await studio.db.select(productColors)).toMatchObject([{ name: "red", stock: 0, materialId: null }]);
  });

  test("take no visitor's file that was never ordered, as the counter does not", async () => {
    const { studio, owner, base, path, choice, modelId } = await shopWithProduct();
    expect((await studio.db.select(models))[0]).toMatchObject({
      id: modelId,
      isOrdered: false,
      visitorUntil: expect.any(Number),
    });
    const { materialId, printingQualityId } = choice;
    const fields = { modelId, materialId, printingQualityId, copies: 1 };
    const sent = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    expect((await owner.post(`${path}/prints/new`, sent)).status).toBe(404);
    const counter = await owner.post(`${base}/new-order`, { do: `model:${modelId}` });
    expect(counter.text).not.toContain("box.stl");
    expect((await studio.db.select(models))[0]).toMatchObject({ isOrdered: false, visitorUntil: expect.any(Number) });
  });

  test("give no colour the name of another one", async () => {
    const { studio, owner, path, productId } = await shopWithProduct();
    await addProductColor(studio, productId, { name: "Red" });
    const blue = await addProductColor(studio, productId, { name: "Blue" });
    const page = await owner.post(`${path}/colors/${blue}`, { name: "red" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("The product has this colour already.");
    expect((await owner.post(`${path}/colors/${blue}`, { name: "BLUE" })).status, "its own name in other letters").toBe(
      303,
    );
  });

  test("show markup in texts as text: in the panel, on the shelf, in an order", async () => {
    const { studio, owner, base, visitor } = await shopWithProduct();
    const productId = await addToShelf(studio, { title: MARKUP, description: MARKUP });
    const colorId = await addProductColor(studio, productId, { name: MARKUP, stock: 0 });
    const path = `${base}/catalog/products/${productId}`;
    await owner.post(`${path}/stock`, { pieces: "2", direction: "add", colorId: String(colorId), note: MARKUP });
    const quote = await offered(visitor, { products: [{ productId, colorId, quantity: 1 }] });
    const { orderId, address } = await ordered(visitor, quote);
    const pages: readonly Pick<Page, "html">[] = [
      await owner.get(path),
      await owner.get(`${path}/colors/${colorId}`),
      await owner.get(`${base}/orders/${orderId}`),
      await owner.get(`${base}/new-order`),
      await visitPage(`/${studio.slug}`),
      await visitPage(`/${studio.slug}/products`),
      await visitPage(`/${studio.slug}/products/${productId}`),
      await visitPage(address),
    ];
    for (const [place, { html }] of pages.entries()) {
      expect(html, `page ${place}`).toContain("alert(1)");
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<img src=x");
    }
  });
});

describe("the counter and the order page", () => {
  test("never sell the same last piece at once", async () => {
    const { studio, owner, base, visitor } = await shopWithProduct();
    const productId = await addToShelf(studio, { title: "Last", stock: 1 });
    const address = `${base}/new-order`;
    const press = (page: Page, button: string, typed?: Readonly<Record<string, string>>) =>
      sendForm(owner, pressed(formOn(page, address, address), button), typed);
    const contact = { firstName: "Леся", lastName: "Косач", phoneNumber: "050 123-45-67", source: "phone" };
    const draft = await press(await owner.get(address), `product:${productId}`, contact);
    const quote = await offered(visitor, { products: [{ productId, quantity: 1 }] });
    const [placed, bought] = await Promise.all([press(draft, "place"), order(visitor, quote)]);
    const sold = [placed.status === 303, bought.status === 201];
    expect(sold.filter(Boolean), `${placed.status} ${placed.text}\n${bought.status} ${bought.text}`).toHaveLength(1);
    expect((await studio.db.select(products, eq(products.id, productId)))[0]?.stock).toBe(0);
    expect(await studio.db.select(orders)).toHaveLength(1);
    expect(
      (await studio.db.select(shelfMoves, eq(shelfMoves.productId, productId))).map(({ pieces }) => pieces),
    ).toEqual([1, -1]);
  });
});

describe("an item that lay on the shelf", () => {
  test("waits for no printer, takes no material, and the order is printed once its part is", async () => {
    const shop = await printShop({ stockHundredthsOfGram: 100_000 });
    const { studio, materialId, printingQualityId } = shop;
    const visitor = new Visitor(studio);
    const { modelId } = await visitor.model();
    const choice = { modelId, materialId, printingQualityId };
    const productId = await addToShelf(studio, { title: "Shelved", stock: 1 });
    await addProductPrint(studio, productId, choice);
    const quote = await offered(visitor, {
      items: [{ ...choice, finishingIds: [], quantity: 1 }],
      products: [{ productId, quantity: 1 }],
    });
    await ordered(visitor, quote);
    await studio.db.update(orders, { status: "confirmed" }, undefined);
    expect(await pageOf(shop)).not.toContain("Shelved");
    const [part, shelved] = await studio.db.select(orderItems, undefined, orderItems.position);
    expect(shelved).toMatchObject({
      modelId: null,
      materialId: null,
      printMinutes: 0,
      stockTakenHundredthsOfGram: null,
    });
    const printerId = await addPrinter(shop);
    await done(shop, part?.id ?? 0, "assign", { printerId: String(printerId) });
    const page = await done(shop, part?.id ?? 0, "printed");
    expect(page).toContain("That was the last part of its order.");
  });
});

describe("an invoice", () => {
  test("has one line for a product of several prints, at the sum that its customer agreed to", async () => {
    const { studio, owner, base, visitor, choice } = await shopWithProduct();
    await setPage(studio, { payeeName: "ФОП Майстренко О. І.", payeeIban: "UA213223130000026007233566001" });
    const productId = await addToShelf(studio, { title: "Lamp", priceMinor: 10_001 });
    await addProductPrint(studio, productId, choice);
    await addProductPrint(studio, productId, { ...choice, copies: 3 });
    const quote = await offered(visitor, { products: [{ productId, quantity: 2 }] });
    const { orderId } = await ordered(visitor, quote);
    const address = `${base}/orders/${orderId}`;
    const draft = await owner.get(`${address}/invoice`);
    const issued = await owner.follow(await sendForm(owner, formOn(draft, address, `${address}/invoice`)));
    expect(issued.text.match(/Lamp/g), issued.text).toHaveLength(1);
    expect(issued.text).toContain("200.02");
  });
});
