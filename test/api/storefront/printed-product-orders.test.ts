// Products with prints, ordered on the order page: from the shelf, or printed.

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { models, orderItems, printingQualities, productColors, shelfMoves, studios } from "../../../src/db/schema.ts";
import type { StillSlicing } from "../../../src/storefront/wire.ts";
import { addProductColor, addProductPrint, addToShelf, stockOf } from "../support/catalog.ts";
import { idleSlicer, unreachableSlicer } from "../support/scripted-slicer.ts";
import {
  asked,
  offered,
  order,
  ordered,
  type PriceChanged,
  quoted,
  refused,
  Visitor,
  visitedStudio,
} from "../support/storefront.ts";
import { visitPage } from "../support/storefront-page.ts";
import { database, type TestStudio } from "../support/studio.ts";

const stockOfColor = async ({ db }: TestStudio, id: number) =>
  (await db.select(productColors, eq(productColors.id, id)))[0]?.stock;
const itemsOf = ({ db }: TestStudio, orderId: number) =>
  db.select(orderItems, eq(orderItems.orderId, orderId), orderItems.position);

/** A studio, a visitor, and a product with a print and pieces ready to ship. */
async function printedProduct(stock: number, row: Parameters<typeof addToShelf>[1] = {}) {
  const shop = await visitedStudio();
  const productId = await addToShelf(shop.studio, { stock, ...row });
  await addProductPrint(shop.studio, productId, shop.choice);
  return { ...shop, productId };
}

describe("a product with a print", () => {
  test("is printed where the shelf lacks it: its item has the file, and asks for the missing copies alone", async () => {
    const { studio, visitor, choice, productId } = await printedProduct(2);
    const quote = await offered(visitor, { products: [{ productId, quantity: 5 }] });
    expect(quote.products).toMatchObject([{ fromShelf: 2, total: "1250.00" }]);
    const { orderId } = await ordered(visitor, quote);
    expect(await stockOf(studio, productId)).toBe(0);
    const [item] = await itemsOf(studio, orderId);
    const [model] = await studio.db.select(models);
    expect(item).toMatchObject({
      ...{ productId, productTitle: "Vase", productPieces: 5, quantity: 5, shelfCopies: 2, printedAt: null },
      ...{ modelId: model?.id, originalFileName: "vase.stl", materialId: choice.materialId, priceMinor: 125_000 },
    });
    expect(item?.printMinutes).toBeGreaterThan(0);
  });

  test("in several prints is an item for each, whose prices add up to the product's", async () => {
    const { studio, visitor, choice, productId } = await printedProduct(0, { priceMinor: 10_001 });
    const other = await visitor.model();
    await addProductPrint(studio, productId, { ...choice, modelId: other.modelId, copies: 3 });
    const quote = await offered(visitor, { products: [{ productId, quantity: 2 }] });
    expect(quote.total).toBe("200.02");
    const { orderId, address } = await ordered(visitor, quote);
    const items = await itemsOf(studio, orderId);
    expect(items.map(({ quantity, productPieces }) => [quantity, productPieces])).toEqual([
      [2, 2],
      [6, null],
    ]);
    expect(items.reduce((sum, { priceMinor }) => sum + priceMinor, 0)).toBe(20_002);
    for (const { costBreakdown, priceMinor } of items) expect(costBreakdown?.productPrice).toBe(priceMinor);
    const page = await visitPage(address);
    expect(page.text.match(/Vase/g), "the customer bought one product").toHaveLength(1);
  });

  test("is priced as a part if its price is computed: the same set-up, minimum and rounding", async () => {
    const { visitor, choice, productId } = await printedProduct(0, { isPriceComputed: true });
    for (const quantity of [1, 7]) {
      const part = await quoted(visitor, [{ ...choice, quantity }]);
      const product = await offered(visitor, { products: [{ productId, quantity }] });
      expect(product.total).toBe(part.total);
    }
  });

  test("has the studio's discounts and priorities like a part", async () => {
    const { studio, visitor, productId } = await printedProduct(0, { leadTimeDays: null });
    await database
      .update(studios)
      .set({
        quantityTiers: [{ fromQuantity: 10, discountBasisPoints: 1000 }],
        priorities: [
          { slug: "express", name: "Express", nameInSecondLanguage: null, surchargeBasisPoints: 5000, workingDays: 0 },
        ],
      })
      .where(eq(studios.id, studio.id));
    const basket = { products: [{ productId, quantity: 10 }] };
    const quote = await offered(visitor, basket);
    expect(quote.products[0]).toMatchObject({
      lines: [
        { kind: "product", amount: "2500.00" },
        { kind: "tier", fromQuantity: 10, amount: "-250.00" },
      ],
      ...{ total: "2250.00", perUnit: "250.00" },
    });
  });

  test("is printed in the material of its colour, and the shelf of that colour is asked", async () => {
    const { studio, visitor, productId, choice } = await printedProduct(0);
    const colorId = await addProductColor(studio, productId, { stock: 1, materialId: choice.materialId });
    const blue = await addProductColor(studio, productId, { name: "blue", stock: 7 });
    const quote = await offered(visitor, { products: [{ productId, colorId, quantity: 3 }] });
    expect(quote.products).toMatchObject([{ color: "red", colorId, fromShelf: 1 }]);
    const { orderId } = await ordered(visitor, quote);
    const [item] = await itemsOf(studio, orderId);
    expect(item).toMatchObject({ materialColor: "red", productColorId: colorId, shelfCopies: 1 });
    expect([await stockOfColor(studio, colorId), await stockOfColor(studio, blue)]).toEqual([0, 7]);
  });

  test("that cannot be made is offered as far as the shelf has it, and beyond that refused at its own line without the cause", async () => {
    const { studio, visitor, choice, productId } = await printedProduct(2);
    await studio.db.update(printingQualities, { isActive: false }, eq(printingQualities.id, choice.printingQualityId));
    const onShelf = await addToShelf(studio, { title: "Cup", stock: 20 });
    const lines = (quantity: number) => [
      ...Array.from({ length: 11 }, () => ({ productId: onShelf, quantity: 1 })),
      { productId, quantity },
    ];
    const quote = await offered(visitor, { products: lines(2) });
    expect(quote.products.at(-1)).toMatchObject({ fromShelf: 2, total: "500.00" });
    expect(refused(await asked(visitor, { products: lines(3) }), 400).faults).toEqual({
      "products.11.productId": ["зараз не можна виготовити: студія має спершу перевірити його друк"],
    });
  });

  test("that is being sliced has no price yet, and the answer says when to ask again", async () => {
    const { studio, choice, productId } = await printedProduct(0);
    await studio.db.update(
      printingQualities,
      { infillPercent: 37 },
      eq(printingQualities.id, choice.printingQualityId),
    );
    const visitor = new Visitor(studio, { SLICER: idleSlicer });
    const answer = await visitor.post<StillSlicing>("/quotes", { items: [], products: [{ productId, quantity: 1 }] });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body).toMatchObject({ status: "slicing", progress: 0 });
    expect(answer.headers.get("Retry-After")).toBe(String(answer.body.retryAfterSeconds));
  });

  test("is not said to be impossible while the engine cannot be reached", async () => {
    const { studio, choice, productId } = await printedProduct(0);
    const ofQuality = eq(printingQualities.id, choice.printingQualityId);
    await studio.db.update(printingQualities, { infillPercent: 38 }, ofQuality);
    const visitor = new Visitor(studio, { SLICER: unreachableSlicer });
    const answer = await visitor.post("/quotes", { items: [], products: [{ productId, quantity: 1 }] });
    expect(refused(answer, 503).reason).toBe("unavailable");
  });

  test("that stood on the shelf when it was quoted is asked about anew once it has to be printed", async () => {
    const { studio, visitor, productId } = await printedProduct(2);
    const quote = await offered(visitor, { products: [{ productId, quantity: 2 }] });
    await studio.db.insert(shelfMoves, { productId, pieces: -1, movedAt: Date.now() });
    const answer = await order<PriceChanged>(visitor, quote);
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body).toMatchObject({ status: "price_changed", quote: { products: [{ fromShelf: 1 }] } });
    expect((await order(visitor, answer.body.quote)).status).toBe(201);
  });
});
