// Products ordered on the order page: their price, their stock, and their items in an order.

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orderItems, orders, products, shelfMoves, studios } from "../../../src/db/schema.ts";
import { addProduct, addProductColor, addToShelf, stockOf } from "../support/catalog.ts";
import { beforeCallOf } from "../support/faulty-database.ts";
import {
  asked,
  offered,
  order,
  ordered,
  type PriceChanged,
  refused,
  Visitor,
  visitedStudio,
} from "../support/storefront.ts";
import { configurationIn, visitPage } from "../support/storefront-page.ts";
import { createStudio, database, type TestStudio } from "../support/studio.ts";

const itemsOf = ({ db }: TestStudio, orderId: number) =>
  db.select(orderItems, eq(orderItems.orderId, orderId), orderItems.position);

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
