// Orders of the order page that are not taken as they were quoted.

import { afterEach, describe, expect, it, vi } from "vitest";
import { box } from "../../../harness/models/shapes.ts";
import { binaryStl } from "../../../harness/models/stl.ts";
import { printers, printingQualities } from "../../../src/db/schema.ts";
import { addProductPrint, addToShelf, stockOf } from "../support/catalog.ts";
import { failingAt } from "../support/faulty-database.ts";
import { orderCount } from "../support/orders.ts";
import { idleSlicer } from "../support/scripted-slicer.ts";
import { ORDERING, offered, order, type PriceChanged, quoted, Visitor, visitedStudio } from "../support/storefront.ts";

afterEach(() => void vi.restoreAllMocks());

describe("an order of a visitor", () => {
  it("waits for a product's print that has to be sliced anew, and writes nothing meanwhile", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const productId = await addToShelf(studio);
    await addProductPrint(studio, productId, choice);
    const quote = await offered(visitor, { products: [{ productId, quantity: 1 }] });
    await studio.db.update(printingQualities, { infillPercent: 77 }, undefined);
    const waiting = new Visitor(studio, { SLICER: idleSlicer }, visitor.address);
    const { status, body, text } = await waiting.post("/orders", { ...ORDERING, quote: quote.token });
    const slicing = { status: "slicing", progress: 0, queuedAhead: null, retryAfterSeconds: expect.any(Number) };
    expect([status, body], text).toEqual([202, slicing]);
    expect(await orderCount(studio)).toBe(0);
  });

  it("is answered a fault, and no changed price, if the database fails", async () => {
    const { studio, visitor } = await visitedStudio();
    const productId = await addToShelf(studio, { stock: 1 });
    const quote = await offered(visitor, { products: [{ productId, quantity: 1 }] });
    vi.spyOn(console, "error").mockImplementation(() => {});
    const failing = new Visitor(studio, { DB: failingAt('insert into "orders"') }, visitor.address);
    expect((await order(failing, quote)).status).toBe(500);
    expect([await orderCount(studio), await stockOf(studio, productId)]).toEqual([0, 1]);
  });

  it("is asked about anew if one of its parts has no printer with room for it any more", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const small = { ...choice, modelId: (await visitor.model()).modelId };
    const { modelId } = await visitor.model(binaryStl(box([0, 0, 0], [5, 5, 60])), "tall.stl");
    const quote = await quoted(visitor, [small, { ...choice, modelId }]);
    const printer = { name: "Small", technologyId: 1 as const, buildVolume: "50x50x50", status: "active" as const };
    await studio.db.insert(printers, { ...printer, requestKey: "small", createdAt: 1, updatedAt: 1 });
    const answer = await order<PriceChanged>(visitor, quote);
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.quote.items.map(({ fitsPrinters }) => fitsPrinters)).toEqual([true, false]);
    expect(await orderCount(studio)).toBe(0);
  });
});
