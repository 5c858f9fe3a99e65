// The shelf in the panel: a product's stock, colours, prints and price, and products in an order at the counter.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  models,
  orderItems,
  orders,
  printingQualities,
  productColors,
  productPrints,
  products,
  shelfMoves,
} from "../../../src/db/schema.ts";
import { NotFound } from "../../../src/domain/errors.ts";
import { priceOfPrints } from "../../../src/items/products/price-products.ts";
import { openTenant } from "../../../src/tenant/tenant.ts";
import { addProductColor, addProductPrint, addToShelf, stockOf } from "../support/catalog.ts";
import { formOn, pressed, sendForm, undo } from "../support/page-forms.ts";
import { type Page, panelOf, panelStudio, posted, signedIn, staffOf } from "../support/panel.ts";
import { addPrinter, done, printShop } from "../support/printing.ts";
import { idleSlicer } from "../support/scripted-slicer.ts";
import { offered, ordered, quoted, Visitor, visitedStudio } from "../support/storefront.ts";
import { createStudio } from "../support/studio.ts";

/** A panel, and a sliced model that the studio has stored. */
async function shopWithModel() {
  const { studio, visitor, choice } = await visitedStudio({ locale: "en" });
  const part = await quoted(visitor, [choice]);
  await studio.db.update(models, { visitorUntil: null }, undefined);
  const [model] = await studio.db.select(models);
  return { ...(await panelOf(studio)), choice, priceOfOne: part.total, modelId: model?.id ?? 0 };
}

describe("a product's stock", () => {
  test("is put on the shelf and taken away by any person, with a history, and never below nothing", async () => {
    const panel = await panelStudio();
    const { studio, base } = panel;
    const id = await addToShelf(studio);
    const path = `${base}/catalog/products/${id}`;
    const staff = await staffOf(panel);
    const page = await posted(staff, `${path}/stock`, { pieces: "5", note: "counted", direction: "add" });
    expect(page.text).toContain("Put on the shelf: 5.");
    expect(page.text).toContain("Ready to ship: 5");
    expect(page.text).toContain("counted");
    const tooMany = await staff.post(`${path}/stock`, { pieces: "6", direction: "take" });
    expect(tooMany.status).toBe(400);
    expect(tooMany.text).toContain("The shelf has fewer pieces.");
    expect(await stockOf(studio, id)).toBe(5);
    await posted(staff, `${path}/stock`, { pieces: "2", direction: "take" });
    expect(await stockOf(studio, id)).toBe(3);
    expect((await studio.db.select(shelfMoves)).map(({ pieces, note }) => [pieces, note])).toEqual([
      [5, "counted"],
      [-2, null],
    ]);
  });

  test("is moved back from the notice", async () => {
    const panel = await panelStudio();
    const id = await addToShelf(panel.studio, { stock: 4 });
    const page = await posted(panel.owner, `${panel.base}/catalog/products/${id}/stock`, {
      pieces: "4",
      direction: "take",
    });
    expect(await stockOf(panel.studio, id)).toBe(0);
    await undo(panel.owner, page);
    expect(await stockOf(panel.studio, id)).toBe(4);
  });

  test("names the colour of a product with colours, and no other studio's product or colour", async () => {
    const panel = await panelStudio();
    const { studio, owner, base } = panel;
    const id = await addToShelf(studio);
    const colorId = await addProductColor(studio, id);
    const path = `${base}/catalog/products/${id}/stock`;
    const without = await owner.post(path, { pieces: "1", direction: "add" });
    expect(without.status).toBe(400);
    expect(without.text).toContain("Choose the colour.");
    await posted(owner, path, { pieces: "7", direction: "add", colorId: String(colorId) });
    expect((await studio.db.select(productColors))[0]?.stock).toBe(7);
    const other = await createStudio();
    const foreign = await addToShelf(other, { stock: 1 });
    const foreignColor = await addProductColor(other, foreign);
    const ofForeign = `${base}/catalog/products/${foreign}`;
    expect((await owner.post(`${ofForeign}/stock`, { pieces: "1", direction: "take" })).status).toBe(404);
    expect((await owner.post(path, { pieces: "1", direction: "add", colorId: String(foreignColor) })).status).toBe(404);
    expect((await owner.post(`${ofForeign}/colors/${foreignColor}/remove`)).status).toBe(404);
    expect((await owner.get(ofForeign)).status).toBe(404);
    expect(await stockOf(other, foreign)).toBe(1);
  });
});

describe("a product's colours", () => {
  test("are added, changed, removed with their stock kept, and come back under their name", async () => {
    const panel = await panelStudio();
    const { studio, owner, base } = panel;
    const id = await addToShelf(studio);
    const path = `${base}/catalog/products/${id}`;
    await posted(owner, `${path}/colors/new`, { name: "Red", hex: "#f00", materialId: "", nameInSecondLanguage: "" });
    const [red] = await studio.db.select(productColors);
    expect(red).toMatchObject({ name: "Red", hex: "#ff0000", materialId: null });
    const twice = await owner.post(`${path}/colors/new`, { name: "red" });
    expect(twice.status).toBe(400);
    expect(twice.text).toContain("The product has this colour already.");
    await posted(owner, `${path}/stock`, { pieces: "2", direction: "add", colorId: String(red?.id) });
    await posted(owner, `${path}/colors/${red?.id}`, { name: "Scarlet", hex: "" });
    const page = await posted(owner, `${path}/colors/${red?.id}/remove`);
    expect(page.text).toContain("Its stock is kept.");
    await posted(owner, `${path}/colors/new`, { name: "Scarlet" });
    expect(await studio.db.select(productColors)).toMatchObject([{ id: red?.id, stock: 2, isArchived: false }]);
    const staff = await staffOf(panel);
    expect((await staff.post(`${path}/colors/new`, { name: "Blue" })).status).toBe(403);
  });
});

describe("a product's print", () => {
  test("is chosen from the stored models, keeps its model, and gives the product its price", async () => {
    const { studio, owner, base, choice, modelId, priceOfOne } = await shopWithModel();
    const id = await addToShelf(studio);
    const path = `${base}/catalog/products/${id}`;
    const form = await owner.get(`${path}/prints/new?model=box`);
    expect(form.field("modelId").options).toContain(String(modelId));
    const { materialId, printingQualityId } = choice;
    const fields = { modelId, materialId, printingQualityId, copies: 1 };
    const page = await posted(
      owner,
      `${path}/prints/new`,
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    );
    expect(page.text).toContain("is a part of the print now.");
    expect(page.text).toContain(`one piece costs ₴${priceOfOne} to print`);
    expect((await studio.db.select(models))[0]?.isOrdered, "retention leaves the model alone").toBe(true);
    await posted(owner, `${path}/price`, { isPriceComputed: "true" });
    const shown = await studio.data<{ price: { amount: string } }>(`/products/${id}`);
    expect(shown.price.amount).toBe(priceOfOne);
    // A price that the owner types is the product's own again.
    await posted(owner, path, { title: "Vase", price: "99", isOnOrderPage: "true" });
    expect((await studio.db.select(products))[0]).toMatchObject({ isPriceComputed: false, priceMinor: 9900 });
    const [print] = await studio.db.select(productPrints);
    const removed = await posted(owner, `${path}/prints/${print?.id}/remove`);
    expect(await studio.db.select(productPrints)).toEqual([]);
    await undo(owner, removed);
    expect(await studio.db.select(productPrints)).toHaveLength(1);
  });

  test("that cannot be made any more says so on the product's page", async () => {
    const { studio, owner, base, choice } = await shopWithModel();
    const id = await addToShelf(studio);
    const { materialId, ...others } = choice;
    await addProductPrint(studio, id, { ...others, materialId });
    await posted(owner, `${base}/catalog/materials/${materialId}/archive`);
    const page = await owner.get(`${base}/catalog/products/${id}`);
    expect(page.text).toContain(`material ${materialId} is inactive`);
  });

  test("that is still being sliced says so, and gives the product no price", async () => {
    const { studio, ownerPerson, base, choice } = await shopWithModel();
    const id = await addToShelf(studio);
    await addProductPrint(studio, id, choice);
    await studio.db.update(printingQualities, { infillPercent: 37 }, undefined);
    const owner = await signedIn(ownerPerson, { SLICER: idleSlicer });
    const path = `${base}/catalog/products/${id}`;
    expect((await owner.get(path)).text).toContain("The models are being sliced.");
    const refused = await owner.post(`${path}/price`, { isPriceComputed: "true" });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.text).toContain("The models are being sliced.");
    expect(await studio.db.select(products)).toMatchObject([{ isPriceComputed: false, priceMinor: 25_000 }]);
  });

  test("that was removed in another window gives the product no price", async () => {
    const { studio, owner, base } = await shopWithModel();
    const id = await addToShelf(studio);
    const refused = await owner.post(`${base}/catalog/products/${id}/price`, { isPriceComputed: "true" });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.text).toContain("The product has no print to be priced. Add one first.");
    expect(await studio.db.select(products)).toMatchObject([{ isPriceComputed: false, priceMinor: 25_000 }]);
    // Removed between the form's read and its price: the product's own price is no price of prints.
    const tenant = openTenant(env, studio.id, { waitUntil: () => {} });
    await expect(priceOfPrints(tenant, id, 0)).rejects.toThrow(NotFound);
  });
});

describe("a product's item in the printing queue", () => {
  test("stands under the product's title with its file, asks for the copies that the shelf lacked, and is done after them", async () => {
    const shop = await printShop();
    const { studio, owner, base } = shop;
    const productId = await queuedProduct(shop);
    const [item] = await studio.db.select(orderItems, eq(orderItems.productId, productId));
    const itemId = item?.id ?? 0;
    const queue = await owner.get(`${base}/printing`);
    expect(queue.text).toContain("Vase");
    expect(queue.html).toContain(`/items/${itemId}/model`);
    const printerId = await addPrinter(shop);
    await done(shop, itemId, "assign", { printerId: String(printerId), copies: "3" });
    const printers = await studio.data<readonly { currentItems?: readonly unknown[] }[]>("/printers");
    expect(JSON.stringify(printers)).toContain('"itemLabel":"Vase"');
    await done(shop, itemId, "printed");
    expect((await studio.db.select(orderItems))[0]?.printedAt).not.toBeNull();
  });
});

/** An order of five pieces of which two came from the shelf, confirmed. */
async function queuedProduct({ studio, materialId, printingQualityId }: Awaited<ReturnType<typeof printShop>>) {
  const visitor = new Visitor(studio);
  const { modelId } = await visitor.model();
  const choice = { modelId, materialId, printingQualityId };
  const productId = await addToShelf(studio, { stock: 2 });
  await addProductPrint(studio, productId, choice);
  await ordered(visitor, await offered(visitor, { products: [{ productId, quantity: 5 }] }));
  await studio.db.update(orders, { status: "confirmed" }, undefined);
  return productId;
}

describe("an order at the counter", () => {
  const CONTACT = { firstName: "Леся", lastName: "Косач", phoneNumber: "050 123-45-67", source: "phone" };

  test("has a product beside a part, takes it from the shelf, and is ordered again with it", async () => {
    const { studio, owner, base, choice, modelId } = await shopWithModel();
    const productId = await addToShelf(studio, { stock: 3 });
    const address = `${base}/new-order`;
    const press = (page: Page, button: string, typed?: Readonly<Record<string, string>>) =>
      sendForm(owner, pressed(formOn(page, address, address), button), typed);
    let page = await press(await owner.get(address), `model:${modelId}`, CONTACT);
    page = await press(page, `product:${productId}`);
    page = await press(page, "price", { "products.0.quantity": "2", "items.0.materialId": String(choice.materialId) });
    expect(page.status, page.text).toBe(200);
    expect(page.text).toContain("2 from the shelf");
    const placed = await press(page, "place");
    expect(placed.status, placed.text).toBe(303);
    const notice = await owner.follow(placed);
    expect(await stockOf(studio, productId)).toBe(1);
    const items = await studio.db.select(orderItems, undefined, orderItems.position);
    expect(items).toMatchObject([
      { productId: null },
      { productId, productTitle: "Vase", productPieces: 2, shelfCopies: 2, priceMinor: 50_000 },
    ]);
    const orderId = items[0]?.orderId ?? 0;
    const again = await owner.get(`${address}?again=${orderId}`);
    expect(again.field("products.0.productId").value).toBe(String(productId));
    expect(again.field("products.0.quantity").value).toBe("2");
    // One piece is left: the counter says so beside the product's field.
    const short = await press(again, "price");
    expect(short.text).toContain("only 1 left");
    await undo(owner, notice);
    expect(await stockOf(studio, productId), "the undone order gives the pieces back").toBe(3);
  });

  test("of products alone needs no part", async () => {
    const panel = await panelStudio();
    const productId = await addToShelf(panel.studio, { stock: 1 });
    const address = `${panel.base}/new-order`;
    const empty = await panel.owner.get(address);
    const page = await sendForm(panel.owner, pressed(formOn(empty, address, address), `product:${productId}`));
    expect(page.status, page.text).toBe(200);
    expect(page.text).toContain("₴250.00");
  });
});
