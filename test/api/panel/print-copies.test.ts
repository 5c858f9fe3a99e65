// Prints by copies: an item split over printers, failed prints, copies printed again, and the order of a printer's queue.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endedPrints, orderItems, orders } from "../../../src/db/schema.ts";
import { undo } from "../support/page-forms.ts";
import { posted } from "../support/panel.ts";
import {
  addPrinter,
  done,
  endedOf,
  itemOf,
  type ListedPrinter,
  pageOf,
  printingItem,
  printingPath,
  printOrder,
  printShop,
  queuedOf,
  stockOf,
  undoOfEnd,
} from "../support/printing.ts";

describe("an item of several copies", () => {
  /** Five copies, of which three are on one printer and two on another. */
  async function split() {
    const shop = await printShop();
    const [first, second] = [await addPrinter(shop, { name: "Prusa" }), await addPrinter(shop, { name: "Ender" })];
    const { id, itemIds } = await printOrder(shop);
    const [itemId = 0] = itemIds;
    await shop.studio.db.update(orderItems, { quantity: 5, weightHundredthsOfGram: 500 }, eq(orderItems.id, itemId));
    await done(shop, itemId, "assign", { printerId: String(first), copies: "3" });
    await done(shop, itemId, "assign", { printerId: String(second) });
    return { shop, id, itemId, first, second };
  }

  it("is split over printers, and GET /printers says how many are on each", async () => {
    const { shop, itemId, first, second } = await split();
    expect(await queuedOf(shop, itemId)).toEqual([
      { printerId: first, copies: 3 },
      { printerId: second, copies: 2 },
    ]);
    const listed = await shop.studio.data<ListedPrinter[]>("/printers");
    expect(listed.map(({ id, assignedItems }) => ({ id, assignedItems }))).toMatchObject([
      { id: second, assignedItems: [{ orderItemId: itemId, quantity: 5, copies: 2 }] },
      { id: first, assignedItems: [{ orderItemId: itemId, quantity: 5, copies: 3 }] },
    ]);
    expect(await pageOf(shop)).toContain("part.stl × 3 of 5");
    const refused = await shop.owner.post(await printingPath(shop, itemId, "assign"), { printerId: String(first) });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("Not so many copies")]);
  });

  it("counts good copies one by one, takes their share of the stock, and is printed with the last", async () => {
    const { shop, itemId } = await split();
    await done(shop, itemId, "printed", { copies: "1" });
    expect(await stockOf(shop)).toBe(9_900);
    expect(await itemOf(shop, itemId)).toMatchObject({ printedAt: null });
    await done(shop, itemId, "printed");
    expect((await done(shop, itemId, "printed")).includes("That was the last part of its order.")).toBe(true);
    expect((await itemOf(shop, itemId)).printedAt).toBeGreaterThan(0);
    expect(await stockOf(shop)).toBe(9_500);
  });

  it("moves copies to another printer, and back by the undo", async () => {
    const { shop, itemId, first, second } = await split();
    const path = await printingPath(shop, itemId, "move");
    const page = await posted(shop.owner, path, { printerId: String(second), copies: "2" });
    expect(page.text).toContain("part.stl is on Ender now.");
    expect(await queuedOf(shop, itemId)).toEqual([
      { printerId: first, copies: 1 },
      { printerId: second, copies: 4 },
    ]);
    await undo(shop.owner, page);
    expect(await queuedOf(shop, itemId)).toEqual([
      { printerId: first, copies: 3 },
      { printerId: second, copies: 2 },
    ]);
  });

  it.each(["0", "6", "x", "-1", "1.5"])("refuses %s copies of three, and says why", async (copies) => {
    const { shop, itemId, first } = await split();
    const answer = await shop.owner.post(await printingPath(shop, itemId, "printed"), { copies });
    expect([400, 409], answer.text).toContain(answer.status);
    expect(answer.text).toMatch(/Copies: |Not so many copies/);
    expect((await queuedOf(shop, itemId))[0]).toEqual({ printerId: first, copies: 3 });
  });
});

describe("a failed print", () => {
  it("says its reason, takes the noted grams, and waits to be printed again", async () => {
    const shop = await printShop();
    const { itemId, order } = await printingItem(shop);
    const page = await posted(shop.owner, await printingPath(shop, itemId, "failed"), {
      reason: "Came off the bed",
      grams: "1,5",
      minutes: "40",
    });
    expect(page.text).toContain("part.stl failed, and waits to be printed again.");
    expect(await stockOf(shop)).toBe(9_850);
    expect(await queuedOf(shop, itemId)).toEqual([]);
    expect(await endedOf(shop, itemId)).toMatchObject([
      {
        outcome: "failed",
        reason: "Came off the bed",
        minutes: 40,
        hundredthsOfGram: 150,
        stockTakenHundredthsOfGram: 150,
      },
    ]);
    expect(await itemOf(shop, itemId)).toMatchObject({ printedAt: null });
    expect(await pageOf(shop)).toContain("Waiting 1 copy");
    const orderPage = (await shop.owner.get(`${shop.base}/orders/${order.id}`)).text;
    expect(orderPage).toContain("1 failed on Prusa: Came off the bed");
    expect(orderPage).toContain("part.stl: failed on Prusa");

    await undo(shop.owner, page);
    expect(await stockOf(shop)).toBe(10_000);
    expect(await queuedOf(shop, itemId)).toHaveLength(1);
  });

  it("stays on its printer where that is chosen, and its undo adds nothing there", async () => {
    const shop = await printShop();
    const { itemId, printerId } = await printingItem(shop);
    const path = await printingPath(shop, itemId, "failed");
    const page = await posted(shop.owner, path, { reason: "Clogged nozzle", staysOnPrinter: "true" });
    expect(await queuedOf(shop, itemId)).toEqual([{ printerId, copies: 1 }]);
    await undo(shop.owner, page);
    expect(await queuedOf(shop, itemId)).toEqual([{ printerId, copies: 1 }]);
    expect(await endedOf(shop, itemId)).toEqual([]);
    expect(await stockOf(shop)).toBe(10_000);
  });

  it("is counted once, though its form is sent twice, and its undo is refused once the copies ended otherwise", async () => {
    const shop = await printShop();
    const { itemId } = await printingItem(shop);
    const form = { reason: "Clogged nozzle", staysOnPrinter: "true", seen: "1:0" };
    const path = await printingPath(shop, itemId, "failed");
    await posted(shop.owner, path, form);
    const again = await shop.owner.post(path, form);
    expect([again.status, (await endedOf(shop, itemId)).length], again.text).toEqual([409, 1]);

    const outdated = { ...(await undoOfEnd(shop, itemId)), outcome: "printed" };
    const undone = await shop.owner.post(await printingPath(shop, itemId, "undo"), outdated);
    expect([undone.status, (await endedOf(shop, itemId)).length], undone.text).toEqual([409, 1]);
  });

  it("is refused without a reason, and nothing is written", async () => {
    const shop = await printShop();
    const { itemId } = await printingItem(shop);
    const answer = await shop.owner.post(await printingPath(shop, itemId, "failed"), {});
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("Reason: ")]);
    expect(await endedOf(shop, itemId)).toEqual([]);
  });
});

describe("a move of an order of many prints", () => {
  it("puts all of them back by its undo, however many they are, and never more copies than were ordered", async () => {
    const shop = await printShop();
    const printerId = String(await addPrinter(shop));
    const { id, itemIds } = await printOrder(shop, { items: 14 });
    for (const itemId of itemIds) await done(shop, itemId, "assign", { printerId });
    const address = `${shop.base}/orders/${id}`;
    const version = async () => String((await shop.studio.db.select(orders, eq(orders.id, id)))[0]?.version);
    const fields = { version: await version(), status: "confirmed", takesOff: "true" };
    await undo(shop.owner, await posted(shop.owner, `${address}/move`, fields));
    for (const itemId of itemIds) expect(await queuedOf(shop, itemId)).toHaveLength(1);

    await posted(shop.owner, `${address}/move`, { ...fields, version: await version() });
    const twice = `${itemIds[0]}:${printerId}:1,${itemIds[0]}:${printerId}:1`;
    const forged = { version: await version(), status: "printing", putBack: twice };
    expect((await shop.owner.post(`${address}/move`, forged)).status).toBe(409);
    expect(await queuedOf(shop, itemIds[0] ?? 0)).toEqual([]);
  });
});

describe("good copies that turn out bad", () => {
  it("are printed again once their order is back in printing, with the reason in its history", async () => {
    const shop = await printShop();
    const { itemId, order } = await printingItem(shop);
    await done(shop, itemId, "printed");
    const address = `${shop.base}/orders/${order.id}`;
    const version = async () => {
      const [row] = await shop.studio.db.select(orders, eq(orders.id, order.id));
      return String(row?.version);
    };
    await posted(shop.owner, `${address}/move`, { version: await version(), status: "ready" });
    const back = await posted(shop.owner, `${address}/move`, { version: await version(), status: "printing" });
    expect(back.text).toContain("Say which parts are to be printed again");
    const path = `${address}/items/${itemId}/again`;
    const none = await shop.owner.post(path, { againCopies: "2", againReason: "Scratched" });
    expect([none.status, none.text]).toEqual([400, expect.stringContaining("At most 1: so many are printed.")]);
    const again = await posted(shop.owner, path, { againCopies: "1", againReason: "Scratched" });
    expect(again.text).toContain("part.stl waits to be printed again.");
    expect(await itemOf(shop, itemId)).toMatchObject({ printedAt: null });
    expect(await endedOf(shop, itemId)).toMatchObject([{ outcome: "failed", reason: "Scratched" }]);
    expect(await pageOf(shop)).toContain("Waiting 1 copy");
  });

  it("stay in the month in which they ended", async () => {
    const shop = await printShop();
    const { id, itemIds } = await printOrder(shop, { status: "printing" });
    const [orderItemId = 0] = itemIds;
    await shop.studio.db.update(orderItems, { quantity: 4 }, eq(orderItems.id, orderItemId));
    const ended = { printer: "Prusa", printerId: 999_999, endedAt: Date.parse("2026-02-10") };
    await shop.studio.db.insert(endedPrints, { ...ended, orderItemId, copies: 4, outcome: "printed" });
    const form = { againCopies: "1", againReason: "Scratched" };
    await posted(shop.owner, `${shop.base}/orders/${id}/items/${orderItemId}/again`, form);
    const february = await shop.owner.get(`${shop.base}/month?month=2026-02`);
    const copies = ["4 January 2026: 0", "1 January 2026: 0"];
    expect(february.row("Prusa").cells).toEqual(expect.arrayContaining(copies));
    expect((await shop.owner.get(`${shop.base}/month`)).text).toContain("No prints ended in these two months.");
  });
});

describe("copies that a version without prints' rows marked as printed", () => {
  it("count as printed well, and are printed again like any others", async () => {
    const shop = await printShop();
    const { id, itemIds } = await printOrder(shop, { status: "printing", items: 2 });
    const [itemId = 0] = itemIds;
    const asLeft = { quantity: 3, printedAt: 5, stockTakenHundredthsOfGram: 300 };
    await shop.studio.db.update(orderItems, asLeft, eq(orderItems.id, itemId));
    expect((await shop.owner.get(`${shop.base}/orders`)).text).toContain("3 of 4");
    const path = `${shop.base}/orders/${id}/items/${itemId}/again`;
    const form = { againCopies: "1", againReason: "Scratched", againSeen: "3" };
    await posted(shop.owner, path, form);
    expect(await itemOf(shop, itemId)).toMatchObject({ printedAt: null });
    expect(await endedOf(shop, itemId)).toMatchObject([
      { outcome: "failed", copies: 1, stockTakenHundredthsOfGram: 100, endedAt: 5 },
      { outcome: "printed", copies: 2, stockTakenHundredthsOfGram: 200, endedAt: 5 },
    ]);
    expect((await shop.owner.post(path, form)).status).toBe(409);
    expect(await pageOf(shop)).toContain("Waiting 2 copies");
  });
});

describe("a printer's queue", () => {
  /** Three orders on one printer, their due days the other way round. */
  async function threeQueued() {
    const shop = await printShop();
    const printerId = String(await addPrinter(shop));
    const ids: number[] = [];
    for (const dueOn of ["2027-01-03", null, "2027-01-01"]) {
      const { id, itemIds } = await printOrder(shop);
      await shop.studio.db.update(orders, { dueOn }, eq(orders.id, id));
      await done(shop, itemIds[0] ?? 0, "assign", { printerId });
      ids.push(itemIds[0] ?? 0);
    }
    const listed = async () => {
      const [printer] = await shop.studio.data<ListedPrinter[]>("/printers");
      return printer?.assignedItems.map(({ orderItemId }) => orderItemId);
    };
    return { shop, printerId, ids, listed };
  }

  it("is ordered by hand", async () => {
    const { shop, ids, listed } = await threeQueued();
    const [first, second, third] = ids;
    expect(await listed()).toEqual([first, second, third]);
    const path = async (itemId = 0) => (await printingPath(shop, itemId, "move")).replace(/move$/, "place");
    await shop.owner.post(await path(third), { direction: "earlier" });
    expect(await listed()).toEqual([first, third, second]);
    await shop.owner.post(await path(first), { direction: "later" });
    await shop.owner.post(await path(third), { direction: "earlier" });
    expect(await listed()).toEqual([third, first, second]);
  });

  it("is ordered by due day, those without one last", async () => {
    const { shop, printerId, ids, listed } = await threeQueued();
    await posted(shop.owner, `${shop.base}/printing/printers/${printerId}/by-due-day`);
    expect(await listed()).toEqual([ids[2], ids[0], ids[1]]);
  });
});
