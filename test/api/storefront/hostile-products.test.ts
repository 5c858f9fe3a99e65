// Hostile requests for products: forged quotes, races for the last pieces, a shelf that changes meanwhile.

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orderItems, orders, productColors, productPrints, products, shelfMoves } from "../../../src/db/schema.ts";
import { addProductColor, addProductPrint, addToShelf, stockOf } from "../support/catalog.ts";
import { asked, offered, order, ordered, refused, visitedStudio } from "../support/storefront.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";

/** Nothing of an order is there, and no piece was moved by one. */
async function expectNothingWritten({ db }: TestStudio): Promise<void> {
  expect(await db.select(orders)).toEqual([]);
  expect((await db.select(shelfMoves)).filter(({ orderId }) => orderId !== null)).toEqual([]);
}

describe("a quote with products", () => {
  test("is refused if its price, its pieces or its colour were changed, and in another studio", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 5 });
    const { token } = await offered(visitor, { products: [{ productId, quantity: 1 }] });
    const [payload = "", signature = ""] = token.split(".");
    const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const forge = (changed: string) =>
      `${btoa(changed).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.${signature}`;
    const forged = [
      text.replaceAll("25000", "1"),
      text.replace('"quantity":1', '"quantity":5'),
      text.replace('"colorId":null', '"colorId":1'),
    ];
    for (const changed of forged) {
      expect(changed).not.toBe(text);
      const answer = await order(visitor, { token: forge(changed) });
      expect(Object.keys(refused(answer, 400).faults), answer.text).toEqual(["quote"]);
    }
    const other = await visitedStudio();
    expect(Object.keys(refused(await order(other.visitor, { token }), 400).faults)).toEqual(["quote"]);
    await expectNothingWritten(studio);
    await expectNothingWritten(other.studio);
  });

  test("sent twice at once is one order, which takes its pieces once", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 5 });
    const quote = await offered(visitor, { products: [{ productId, quantity: 2 }] });
    const answers = await Promise.all([1, 2, 3].map(() => order(visitor, quote)));
    for (const answer of answers) expect([201, 409], answer.text).toContain(answer.status);
    expect((await order(visitor, quote)).status).toBe(201);
    expect(await studio.db.select(orders)).toHaveLength(1);
    expect(await stockOf(studio, productId)).toBe(3);
  });

  test("whose product was archived, taken off the page, or lost its colour meanwhile is refused in people's words", async () => {
    const { studio, visitor } = await visitedStudio({ locale: "en" });
    const archived = await addToShelf(studio, { title: "Archived", stock: 1 });
    const hidden = await addToShelf(studio, { title: "Hidden", stock: 1 });
    const colored = await addToShelf(studio, { title: "Colored" });
    const colorId = await addProductColor(studio, colored, { stock: 1 });
    await addProductColor(studio, colored, { name: "blue", stock: 1 });
    const repainted = await addToShelf(studio, { title: "Repainted", stock: 1 });
    const quotes = await Promise.all(
      [{ productId: archived }, { productId: hidden }, { productId: colored, colorId }, { productId: repainted }].map(
        (choice) => offered(visitor, { products: [{ ...choice, quantity: 1 }] }),
      ),
    );
    await studio.db.update(products, { isActive: false }, eq(products.id, archived));
    await studio.db.update(products, { isOnStorefront: false }, eq(products.id, hidden));
    await studio.db.update(productColors, { isArchived: true }, eq(productColors.id, colorId));
    await addProductColor(studio, repainted, { stock: 1 });
    for (const quote of quotes) {
      const answer = await order(visitor, quote);
      expect([400, 404, 409], answer.text).toContain(answer.status);
      expect(answer.body).toMatchObject({ status: "refused" });
      expect(Object.keys(refused(answer, answer.status).faults)[0]).toMatch(/^products\.0\.(productId|colorId)$/);
      expect(answer.text, "no customer knows the API's addresses").not.toContain("GET /");
    }
    await expectNothingWritten(studio);
  });

  test("names the shelf's fault for every malformed line, and never fails", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 5 });
    const [colored, otherColored] = [await addToShelf(studio), await addToShelf(studio)];
    await addProductColor(studio, colored, { stock: 1 });
    const ofOther = await addProductColor(studio, otherColored, { stock: 1 });
    const lines: unknown[] = [
      ...[0, -1, 1.5, 1000, 1e9, "2", null, true, [1]].map((quantity) => ({ productId, quantity })),
      ...[0, -1, 1e300, "1", null, 1.5].map((id) => ({ productId: id, quantity: 1 })),
      ...[0, -1, "red", 1e300, ofOther].map((colorId) => ({ productId: colored, colorId, quantity: 1 })),
      { productId },
      null,
      "vase",
    ];
    for (const line of lines) {
      const answer = await asked(visitor, { products: [line] });
      expect([400, 404], `${JSON.stringify(line)}: ${answer.text}`).toContain(answer.status);
      const fields = Object.keys(refused(answer, answer.status).faults);
      expect(fields[0], `${JSON.stringify(line)}: ${answer.text}`).toMatch(/^products\.0/);
    }
    for (const sent of [null, {}, "1", 7]) {
      const answer = await asked(visitor, { products: sent });
      expect(answer.status, `${JSON.stringify(sent)}: ${answer.text}`).toBe(400);
      expect(Object.keys(refused(answer, 400).faults), answer.text).toEqual(["products"]);
    }
  });

  test("whose price is that of its prints costs its last price once the prints are gone, and never nothing", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 5, isPriceComputed: true });
    await addProductPrint(studio, productId, choice);
    const { token } = await offered(visitor, { products: [{ productId, quantity: 2 }] });
    await studio.db.delete(productPrints, eq(productPrints.productId, productId));
    expect((await order(visitor, { token })).body).toMatchObject({
      status: "price_changed",
      quote: { total: "500.00" },
    });
    expect((await offered(visitor, { products: [{ productId, quantity: 2 }] })).total).toBe("500.00");
  });

  test("of more copies than an item may have is refused", async () => {
    const { studio, visitor, choice } = await visitedStudio({ locale: "en" });
    const productId = await addToShelf(studio);
    await addProductPrint(studio, productId, { ...choice, copies: 999 });
    const answer = await asked(visitor, { products: [{ productId, quantity: 999 }] });
    expect(Object.keys(refused(answer, 400).faults)).toEqual(["products.0.quantity"]);
  });
});

describe("the shelf's pieces", () => {
  test("of a printed product go to as many orders at once as there are, and the others are asked about anew", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 3 });
    await addProductPrint(studio, productId, choice);
    const quotes = await Promise.all(
      Array.from({ length: 5 }, () => offered(visitor, { products: [{ productId, quantity: 1 }] })),
    );
    const answers = await Promise.all(quotes.map((quote) => order<{ status: string }>(visitor, quote)));
    expect(answers.map(({ body }) => body.status).sort()).toEqual([
      ...["ordered", "ordered", "ordered"],
      ...["price_changed", "price_changed"],
    ]);
    expect(await stockOf(studio, productId)).toBe(0);
    const items = await studio.db.select(orderItems);
    expect(items.map(({ shelfCopies, printedAt }) => [shelfCopies, printedAt !== null])).toEqual([
      [1, true],
      [1, true],
      [1, true],
    ]);
  });

  test("come back once of an order that is cancelled many times at once", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio);
    const red = await addProductColor(studio, productId, { stock: 4 });
    const plain = await addToShelf(studio, { stock: 2 });
    const quote = await offered(visitor, {
      products: [
        { productId, colorId: red, quantity: 1 },
        { productId, colorId: red, quantity: 2 },
        { productId: plain, quantity: 2 },
      ],
    });
    const { address } = await ordered(visitor, quote);
    const cancel = () =>
      visitor.fetch(`${address.slice(`/${studio.slug}`.length)}/cancel`, {
        method: "POST",
        body: new URLSearchParams({ comment: "" }),
      });
    const answers = await Promise.all([cancel(), cancel(), cancel()]);
    await Promise.all(answers.map((answer) => answer.text()));
    await (await cancel()).text();
    expect((await studio.db.select(productColors))[0]?.stock).toBe(4);
    expect(await stockOf(studio, plain)).toBe(2);
  });

  test("are another studio's own: its ids order nothing here and move nothing there", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio);
    await addProductColor(studio, productId, { stock: 1 });
    const other = await createStudio();
    const foreign = await addToShelf(other);
    const foreignColor = await addProductColor(other, foreign, { stock: 3 });
    for (const line of [
      { productId, colorId: foreignColor, quantity: 1 },
      { productId: foreign, colorId: foreignColor, quantity: 1 },
    ]) {
      expect([400, 404]).toContain((await asked(visitor, { products: [line] })).status);
    }
    expect((await other.db.select(productColors))[0]?.stock).toBe(3);
  });
});
