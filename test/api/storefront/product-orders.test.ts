// Products ordered on the order page: their price, their stock, and their items in an order.

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  models,
  orderItems,
  orders,
  printingQualities,
  productColors,
  products,
  shelfMoves,
  studios,
} from "../../../src/db/schema.ts";
import type { StillSlicing } from "../../../src/storefront/wire.ts";
import { addProduct, addProductColor, addProductPrint, addToShelf, stockOf } from "../support/catalog.ts";
import { beforeCallOf } from "../support/faulty-database.ts";
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
import { configurationIn, visitPage } from "../support/storefront-page.ts";
import { createStudio, database, type TestStudio } from "../support/studio.ts";

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

describe("a product without a print", () => {
  test("is ordered beside a part at its own price, leaves the shelf, and is an item without a file", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 5 });
    const part = { ...choice, finishingIds: [], quantity: 1 };
    const alone = await offered(visitor, { items: [part] });
    const quote = await offered(visitor, { items: [part], products: [{ productId, quantity: 2 }] });
    expect(quote.products).toEqual([
      {
        ...{ productId, colorId: null, quantity: 2, title: "Vase", color: null, fromShelf: 2 },
        ...{ lines: [{ kind: "product", name: null, amount: "500.00" }], total: "500.00", perUnit: "250.00" },
      },
    ]);
    expect(Number(quote.total)).toBeCloseTo(Number(alone.total) + 500, 2);
    const { orderId, total } = await ordered(visitor, quote);
    expect(total).toBe(quote.total);
    expect(await stockOf(studio, productId)).toBe(3);
    const [ofPart, ofProduct] = await itemsOf(studio, orderId);
    expect(ofPart).toMatchObject({ productId: null, productTitle: null, shelfCopies: 0, printedAt: null });
    expect(ofProduct).toMatchObject({
      ...{ productId, productTitle: "Vase", productPieces: 2, shelfCopies: 2, quantity: 2 },
      ...{ modelId: null, originalFileName: null, priceMinor: 50_000, printedAt: expect.any(Number) },
    });
    const read = await studio.data<{ items: readonly unknown[] }>(`/orders/${orderId}`);
    expect(read.items).toMatchObject([
      { productId: null, productTitle: null },
      { productId, productTitle: "Vase", price: { amount: "500.00" } },
    ]);
  });

  test("is refused with the number of pieces that are left, and nothing is written", async () => {
    const { studio, visitor } = await visitedStudio({ locale: "en" });
    const productId = await addToShelf(studio, { stock: 1 });
    const said = refused(await asked(visitor, { products: [{ productId, quantity: 2 }] }), 409);
    expect(said).toMatchObject({
      reason: "sold_out",
      faults: { "products.0.quantity": ["“Vase”: only 1 left"] },
    });
    const none = await addToShelf(studio, { title: "Gone" });
    expect(refused(await asked(visitor, { products: [{ productId: none, quantity: 1 }] }), 409).message).toContain(
      "“Gone” is sold out",
    );
  });

  test("is never sold twice: of two orders at once for the last piece, one is refused in words", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 1 });
    const basket = { products: [{ productId, quantity: 1 }] };
    const quotes = await Promise.all([1, 2, 3].map(() => offered(visitor, basket)));
    const answers = await Promise.all(quotes.map((quote) => order(visitor, quote)));
    expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join("\n")).toEqual([
      201, 409, 409,
    ]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(refused(answer, 409)).toMatchObject({ reason: "sold_out" });
    }
    expect(await stockOf(studio, productId)).toBe(0);
    expect(await studio.db.select(orders)).toHaveLength(1);
  });

  test("that another order takes at the very moment of writing is refused by the database, and nothing of the order is there", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 1 });
    const part = { ...choice, finishingIds: [], quantity: 1 };
    const quote = await offered(visitor, { items: [part], products: [{ productId, quantity: 1 }] });
    const DB = beforeCallOf('insert into "shelf_moves"', () =>
      studio.db.insert(shelfMoves, { productId, pieces: -1, movedAt: Date.now() }),
    );
    const slow = new Visitor(studio, { DB }, visitor.address);
    expect(refused(await order(slow, quote), 409)).toMatchObject({ reason: "sold_out" });
    expect(await studio.db.select(orders)).toEqual([]);
    expect(await studio.db.select(orderItems)).toEqual([]);
    expect(await stockOf(studio, productId)).toBe(0);
  });

  test("lines of one product share the shelf", async () => {
    const { studio, visitor } = await visitedStudio({ locale: "en" });
    const productId = await addToShelf(studio, { stock: 3 });
    const lines = [2, 2].map((quantity) => ({ productId, quantity }));
    expect(refused(await asked(visitor, { products: lines }), 409).faults).toEqual({
      "products.1.quantity": ["“Vase”: only 1 left"],
    });
  });

  test("comes back to the shelf if the order is cancelled, with both moves in the history", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 5 });
    const quote = await offered(visitor, { products: [{ productId, quantity: 2 }] });
    const { orderId, address } = await ordered(visitor, quote);
    const cancelled = await visitor.fetch(`${address.slice(`/${studio.slug}`.length)}/cancel`, {
      method: "POST",
      body: new URLSearchParams({ comment: "" }),
    });
    expect(cancelled.status, await cancelled.text()).toBe(303);
    expect(await stockOf(studio, productId)).toBe(5);
    const moves = await studio.db.select(shelfMoves, eq(shelfMoves.productId, productId), shelfMoves.id);
    expect(moves.map(({ pieces, orderId: of }) => [pieces, of])).toEqual([
      [5, null],
      [-2, orderId],
      [2, orderId],
    ]);
  });
});

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

describe("a basket", () => {
  test("with a product of another price than was agreed to is asked about anew", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 5 });
    const quote = await offered(visitor, { products: [{ productId, quantity: 1 }] });
    await studio.db.update(products, { priceMinor: 30_000 }, eq(products.id, productId));
    const answer = await order<PriceChanged>(visitor, quote);
    expect(answer.body).toMatchObject({ status: "price_changed", before: "250.00", quote: { total: "300.00" } });
    expect(await stockOf(studio, productId)).toBe(5);
  });

  test("names each product that cannot be chosen: unknown, another studio's, without its colour, with a foreign one", async () => {
    const { studio, visitor } = await visitedStudio();
    const colored = await addToShelf(studio);
    await addProductColor(studio, colored, { stock: 1 });
    const plain = await addToShelf(studio, { stock: 1 });
    const other = await createStudio();
    const foreign = await addToShelf(other, { stock: 1 });
    const foreignColor = await addProductColor(other, foreign, { stock: 1 });
    const hidden = await addProduct(studio);
    const lines = [
      { productId: foreign, quantity: 1 },
      { productId: hidden, quantity: 1 },
      { productId: colored, quantity: 1 },
      { productId: plain, colorId: foreignColor, quantity: 1 },
    ];
    expect(Object.keys(refused(await asked(visitor, { products: lines }), 400).faults)).toEqual([
      "products.0.productId",
      "products.1.productId",
      "products.2.colorId",
      "products.3.colorId",
    ]);
    expect(refused(await asked(visitor, { products: [{ productId: foreign, quantity: 1 }] }), 404).status).toBe(
      "refused",
    );
  });

  test("with nothing in it is refused, and so is one with too much", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 100 });
    refused(await asked(visitor, {}), 400);
    const many = Array.from({ length: 21 }, () => ({ productId, quantity: 1 }));
    refused(await asked(visitor, { products: many }), 400);
  });

  test("is kept by a link and ordered again with its products, and says which one is sold no more", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 5 });
    const quote = await offered(visitor, { products: [{ productId, quantity: 2 }] });
    const kept = await visitor.post<{ address: string }>("/quotes/keep", { token: quote.token });
    const { address } = await ordered(visitor, quote);
    const chosen = { productId, colorId: null, quantity: 2 };
    for (const path of [new URL(kept.body.address).pathname, `${address}/again`]) {
      expect(configurationIn((await visitPage(path)).html).filledBasket).toMatchObject({
        items: [],
        products: [chosen],
      });
    }
    await studio.db.update(products, { isOnStorefront: false }, eq(products.id, productId));
    expect(configurationIn((await visitPage(`${address}/again`)).html).filledBasket).toMatchObject({
      ...{ products: [], lost: ["Vase"] },
    });
  });

  test("of one product alone is topped up to the least order", async () => {
    const { studio, visitor } = await visitedStudio();
    await database
      .update(studios)
      .set({ minimumPriceMinor: 40_000, minimumPricePer: "order" })
      .where(eq(studios.id, studio.id));
    const productId = await addToShelf(studio, { stock: 5 });
    const quote = await offered(visitor, { products: [{ productId, quantity: 1 }] });
    expect(quote).toMatchObject({ topUp: "150.00", total: "400.00" });
    const { orderId } = await ordered(visitor, quote);
    const [item] = await itemsOf(studio, orderId);
    expect(item).toMatchObject({ priceMinor: 40_000, costBreakdown: { minimumPriceAdjustment: 15_000 } });
  });
});
