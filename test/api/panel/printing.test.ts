// Printing in the panel: items put on printers, taken off, printed, and the effects on order and stock.

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { materials, orderItems, orders, printers } from "../../../src/db/schema.ts";
import { countedReads } from "../support/counted-reads.ts";
import { undo } from "../support/page-forms.ts";
import { type Browser, posted, signedIn, staffOf } from "../support/panel.ts";
import {
  addPrinter,
  done,
  endedOf,
  historyOf,
  itemOf,
  type ListedPrinter,
  type PrintOrder,
  type PrintShop,
  pageOf,
  partFile,
  printingItem,
  printingPath,
  printOrder,
  printShop,
  queuedOf,
  slicedOrder,
  statusOf,
  stockOf,
  undoOfEnd,
} from "../support/printing.ts";

/** Expects that assigning the item to such a printer is refused for this reason, and writes nothing. */
async function expectRefused(
  shop: PrintShop,
  { id, itemIds }: PrintOrder,
  row: Parameters<typeof addPrinter>[1],
  reason: string,
) {
  const printerId = String(await addPrinter(shop, row));
  const answer = await shop.owner.post(await printingPath(shop, itemIds[0] ?? 0, "assign"), { printerId });
  expect(answer.status, answer.html).toBe(409);
  expect(answer.text).toContain(reason);
  expect(await queuedOf(shop, itemIds[0] ?? 0)).toEqual([]);
  expect(await statusOf(shop, id)).toBe("confirmed");
  expect(await historyOf(shop, id)).toEqual([]);
}

describe("the printing page", () => {
  it("explains the next step if there is nothing yet", async () => {
    const shop = await printShop();
    const page = await pageOf(shop);
    expect(page).toContain("There is no printer yet");
    expect(page).toContain("Nothing waits to be printed");
  });

  it("shows waiting items with size, time and weight, and the stock that they need", async () => {
    const shop = await printShop();
    await addPrinter(shop, { name: "Prusa" });
    const { itemIds } = await slicedOrder(shop, { files: [partFile(), partFile()] });
    const page = await pageOf(shop);
    expect(page).toContain("Waiting 2 copies");
    expect(page).toContain("FDM PLA, white");
    expect(page).toContain("100 g in stock");
    expect(page).toContain("10 × 20 × 30 mm");
    expect(page).toContain("Order 1");
    expect(page).toContain("Prusa · free, volume not stated");
    const { weightHundredthsOfGram } = await itemOf(shop, itemIds[0] ?? 0);
    expect(page).toContain(`${(2 * weightHundredthsOfGram) / 100} g needed`);
  });

  it("shows only items of orders that are confirmed or printing", async () => {
    const shop = await printShop();
    for (const status of ["pending", "ready", "cancelled"] as const) await printOrder(shop, { status });
    expect(await pageOf(shop)).toContain("Nothing waits to be printed");
  });

  it("marks a stock that is low, and one that is not enough", async () => {
    const shop = await printShop({ stockHundredthsOfGram: 1 });
    await printOrder(shop);
    const page = await pageOf(shop);
    expect(page).toContain("Low stock");
    expect(page).toContain("Not enough");
  });

  it("shows a customer's input as text", async () => {
    const shop = await printShop();
    await printOrder(shop);
    await shop.studio.db.update(orderItems, { originalFileName: "<script>alert(1)</script>" }, undefined);
    const page = await shop.owner.get(`${shop.base}/printing`);
    expect(page.html).not.toContain("<script>alert");
    expect(page.text).toContain("<script>alert(1)</script>");
  });

  it("reads all that it shows in one round trip to D1", async () => {
    const shop = await printShop();
    await addPrinter(shop);
    await printOrder(shop, { items: 3 });
    const reads = countedReads();
    const browser = await signedIn(shop.ownerPerson, { DB: reads.database });
    expect((await browser.get(`${shop.base}/printing`)).status).toBe(200);
    expect(reads.batches).toBe(1);
  });
});

describe("assigning", () => {
  it("puts the item on the printer, moves its order to printing, and GET /printers shows it at once", async () => {
    const shop = await printShop();
    const { order, itemId, printerId } = await printingItem(shop);
    expect(await statusOf(shop, order.id)).toBe("printing");
    const [printer] = await shop.studio.data<ListedPrinter[]>("/printers");
    expect(printer?.assignedItems.map(({ orderItemId }) => orderItemId)).toEqual([itemId]);
    expect(printer?.id).toBe(printerId);
    expect(await historyOf(shop, order.id)).toEqual([
      {
        version: 2,
        status: "printing",
        events: [{ event: "assigned", printer: "Prusa", itemId }],
        personId: shop.ownerPerson.id,
      },
    ]);
    expect(await pageOf(shop)).toContain("Now part.stl × 1");
  });

  it("is undone by the notice: the item waits again, and its order is confirmed again", async () => {
    const shop = await printShop();
    const printerId = await addPrinter(shop);
    const { id, itemIds } = await printOrder(shop);
    const [itemId = 0] = itemIds;
    const page = await posted(shop.owner, await printingPath(shop, itemId, "assign"), { printerId: String(printerId) });
    expect(page.undo?.action).toBe(await printingPath(shop, itemId, "take-off"));
    const undone = await undo(shop.owner, page);
    expect(undone.notice).toContain("part.stl was taken off Ender 3.");
    expect(await statusOf(shop, id)).toBe("confirmed");
    expect(await queuedOf(shop, itemId)).toEqual([]);
    expect((await historyOf(shop, id)).map(({ status, events }) => [status, events[0]?.event])).toEqual([
      ["printing", "assigned"],
      ["confirmed", "taken_off"],
    ]);
  });

  it("puts it behind the printer's other items, even those of younger orders", async () => {
    const shop = await printShop();
    const printerId = String(await addPrinter(shop));
    const [older, newer] = [await printOrder(shop), await printOrder(shop)];
    for (const { itemIds } of [newer, older]) await done(shop, itemIds[0] ?? 0, "assign", { printerId });
    const page = await pageOf(shop);
    expect(page).toMatch(/Now part.stl × 1 Order 2 .* Next part.stl × 1 Order 1 /);
    expect(page).toContain("In all: 1 h 24 min, 10.24 g");
  });

  it("leaves the order printing if another item of it was put on a printer meanwhile", async () => {
    const shop = await printShop();
    const printerId = String(await addPrinter(shop));
    const { id, itemIds } = await printOrder(shop, { items: 2 });
    for (const itemId of itemIds) await done(shop, itemId, "assign", { printerId });
    await done(shop, itemIds[0] ?? 0, "take-off", { unbegin: "true" });
    expect(await statusOf(shop, id)).toBe("printing");
  });

  it.each([
    ["in maintenance", { status: "maintenance" }, "This printer is in maintenance or off."],
    ["switched off", { status: "offline" }, "This printer is in maintenance or off."],
    ["of another technology", { technologyId: 2 }, "This printer is of another technology"],
  ] as const)("is refused for a printer %s, and says why", async (_, row, reason) => {
    const shop = await printShop();
    await expectRefused(shop, await printOrder(shop), row, reason);
  });

  it("is refused for an item that is on a printer, is printed, or belongs to an order that is not in print", async () => {
    const shop = await printShop();
    const { itemId, printer, order } = await printingItem(shop);
    const assign = async () => (await shop.owner.post(await printingPath(shop, itemId, "assign"), printer)).text;
    expect(await assign()).toContain("Not so many copies of this part are waiting.");
    await done(shop, itemId, "printed", printer);
    expect(await assign()).toContain("This part is printed already.");
    await done(shop, itemId, "undo", {});
    await shop.studio.db.update(orders, { status: "cancelled" }, eq(orders.id, order.id));
    expect(await assign()).toContain("The order of this part is not being printed");
  });

  it("asks for a printer if none is named, and tells that one is gone", async () => {
    const shop = await printShop();
    const { itemIds } = await printOrder(shop);
    for (const printerId of ["", "x", "-1", "1.5"]) {
      const answer = await shop.owner.post(await printingPath(shop, itemIds[0] ?? 0, "assign"), { printerId });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain("Choose a printer.");
    }
    const answer = await shop.owner.post(await printingPath(shop, itemIds[0] ?? 0, "assign"), { printerId: "999999" });
    expect(answer.text).toContain("This printer does not exist any more.");
  });

  it("lets one of two people win, and tells the other", async () => {
    const shop = await printShop();
    const [first, second] = [await addPrinter(shop), await addPrinter(shop)];
    const { id, itemIds } = await printOrder(shop);
    const path = await printingPath(shop, itemIds[0] ?? 0, "assign");
    const staff = await staffOf(shop);
    const assign = (browser: Browser, printerId: number) => browser.post(path, { printerId: String(printerId) });
    const answers = await Promise.all([assign(shop.owner, first), assign(staff, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const won = answers[0]?.status === 303 ? first : second;
    expect(await queuedOf(shop, itemIds[0] ?? 0)).toEqual([{ printerId: won, copies: 1 }]);
    expect(await historyOf(shop, id)).toHaveLength(1);
  });

  it("lets two people put different items of one order on printers at once", async () => {
    const shop = await printShop();
    const printerId = String(await addPrinter(shop));
    const { id, itemIds } = await printOrder(shop, { items: 2, status: "printing" });
    const staff = await staffOf(shop);
    const answers = await Promise.all([
      shop.owner.post(await printingPath(shop, itemIds[0] ?? 0, "assign"), { printerId }),
      staff.post(await printingPath(shop, itemIds[1] ?? 0, "assign"), { printerId }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await historyOf(shop, id)).map(({ version }) => version)).toEqual([2, 3]);
  });
});

describe("the size of a part", () => {
  /** An order of items with one file, which is sliced once. */
  let shop: PrintShop;
  beforeAll(async () => {
    shop = await printShop();
  });

  it("keeps it off a printer that is too small", async () => {
    const row = { buildVolume: "30x10x19.9 mm" };
    await expectRefused(shop, await slicedOrder(shop), row, "larger than this printer's build volume");
  });

  it("lets it go on a printer that it fits when it is turned", async () => {
    const printerId = await addPrinter(shop, { buildVolume: "30x10x20 mm" });
    const { itemIds } = await slicedOrder(shop);
    expect(await done(shop, itemIds[0] ?? 0, "assign", { printerId: String(printerId) })).toContain("is on Ender 3");
  });

  it("is unknown if the slice is no longer found, and the printers are still offered", async () => {
    const printerId = await addPrinter(shop, { name: "Tiny", buildVolume: "1x1x1" });
    const { itemIds } = await slicedOrder(shop);
    const page = await pageOf(shop);
    expect(page).toContain("too small (1x1x1)");
    expect(page).not.toContain("size unknown");
    // As if the result had expired: the quality's slices have another key from now on.
    await shop.studio.db.update(orderItems, { printingQualityId: null }, eq(orderItems.id, itemIds[0] ?? 0));
    expect(await pageOf(shop)).toContain("size unknown");
    expect(await done(shop, itemIds[0] ?? 0, "assign", { printerId: String(printerId) })).toContain("is on Tiny");
  });

  it("keeps an item whose print is undone off a printer that became too small", async () => {
    const printerId = await addPrinter(shop, { buildVolume: "30x10x20 mm" });
    const { itemIds } = await slicedOrder(shop);
    const [itemId = 0] = itemIds;
    for (const action of ["assign", "printed"] as const)
      await done(shop, itemId, action, { printerId: String(printerId) });
    await shop.studio.db.update(printers, { buildVolume: "1x1x1 mm" }, eq(printers.id, printerId));
    await done(shop, itemId, "undo", { printerId: String(printerId) });
    expect(await itemOf(shop, itemId)).toMatchObject({ printedAt: null });
    expect(await queuedOf(shop, itemId)).toEqual([]);
  });

  it("is told when the printer that it is on is made too small for it", async () => {
    const printerId = await addPrinter(shop, { name: "Prusa", buildVolume: "30x10x20 mm" });
    const { itemIds } = await slicedOrder(shop, { files: [partFile(), partFile()] });
    for (const itemId of itemIds) await done(shop, itemId, "assign", { printerId: String(printerId) });
    const saved = async (buildVolume: string) => {
      const fields = { name: "Prusa", technologyId: "1", status: "active", buildVolume };
      return (await posted(shop.owner, `${shop.base}/printers/${printerId}`, fields)).text;
    };
    expect(await saved("5x5x5 mm")).toContain(
      "Prusa was saved. It has parts on it that it no longer takes: part.stl, part.stl. Printing",
    );
    expect(await saved("50x50x50 mm")).not.toContain("no longer takes");
  });

  it.each([2, 4] as const)("counts for resin machines too (technology %i)", async (technologyId) => {
    const shop = await printShop();
    const small = await addPrinter(shop, { technologyId, name: "Mini", buildVolume: "25x25x25" });
    const large = await addPrinter(shop, { technologyId, name: "Form", buildVolume: "145x145x185 mm" });
    const { itemIds } = await slicedOrder(shop, { technologyId });
    const [itemId = 0] = itemIds;
    expect(await pageOf(shop)).toContain("Mini · too small (25x25x25)");
    const refused = await shop.owner.post(await printingPath(shop, itemId, "assign"), { printerId: String(small) });
    expect(refused.status).toBe(409);
    expect(await done(shop, itemId, "assign", { printerId: String(large) })).toContain("is on Form");
  });
});

describe("an item that is printed", () => {
  it("leaves its printer and takes its weight from the stock; undoing puts exactly that back", async () => {
    const shop = await printShop();
    const { itemId, printer, printerId, order } = await printingItem(shop, { items: 2 });
    const { weightHundredthsOfGram: weight } = await itemOf(shop, itemId);
    expect(weight).toBeGreaterThan(0);
    expect(await done(shop, itemId, "printed", printer)).toContain("part.stl is printed.");
    expect(await stockOf(shop)).toBe(10_000 - weight);
    expect(await queuedOf(shop, itemId)).toEqual([]);
    expect(await endedOf(shop, itemId)).toMatchObject([{ outcome: "printed", stockTakenHundredthsOfGram: weight }]);
    expect((await itemOf(shop, itemId)).printedAt).toBeGreaterThan(0);

    expect(await done(shop, itemId, "undo", printer)).toContain(
      "part.stl is not printed after all: it is on Prusa again, and what it took from the stock is back.",
    );
    expect(await stockOf(shop)).toBe(10_000);
    expect(await itemOf(shop, itemId)).toMatchObject({ printedAt: null });
    expect(await queuedOf(shop, itemId)).toEqual([{ printerId, copies: 1 }]);
    expect(await endedOf(shop, itemId)).toEqual([]);
    const events = (await historyOf(shop, order.id)).map(({ version, events: [event] }) => [version, event?.event]);
    expect(events).toEqual([
      [2, "assigned"],
      [3, "printed"],
      [4, "not_printed"],
    ]);
  });

  it("takes no more than there is, and gives back no more than was taken", async () => {
    const shop = await printShop({ stockHundredthsOfGram: 7 });
    const { itemId, printer } = await printingItem(shop);
    expect(await done(shop, itemId, "printed", printer)).toContain("PLA runs low: 0 g left.");
    expect(await stockOf(shop)).toBe(0);
    expect(await endedOf(shop, itemId)).toMatchObject([{ stockTakenHundredthsOfGram: 7 }]);
    await shop.studio.db.update(materials, { stockHundredthsOfGram: 500 }, eq(materials.id, shop.materialId));
    await done(shop, itemId, "undo", printer);
    expect(await stockOf(shop)).toBe(507);
  });

  it("changes no stock that the studio does not count", async () => {
    const shop = await printShop({ stockHundredthsOfGram: null });
    const { itemId, printer } = await printingItem(shop);
    await done(shop, itemId, "printed", printer);
    expect(await stockOf(shop)).toBeNull();
    expect(await endedOf(shop, itemId)).toMatchObject([{ stockTakenHundredthsOfGram: null }]);
    await done(shop, itemId, "undo", printer);
    expect(await stockOf(shop)).toBeNull();
  });

  it("says that it was the last of its order, with the way to move the order on", async () => {
    const shop = await printShop();
    const { itemId, printer, order } = await printingItem(shop);
    const page = await posted(shop.owner, await printingPath(shop, itemId, "printed"), printer);
    expect(page.text).toContain("That was the last part of its order. Move the order on");
    expect(page.part("notice").addresses).toEqual([`${shop.base}/orders/${order.id}`]);
    expect(await pageOf(shop)).toContain("All printed");
    expect(await statusOf(shop, order.id)).toBe("printing");
    const [listed] = await shop.studio.data<ListedPrinter[]>("/printers");
    expect(listed?.assignedItems).toEqual([]);
  });

  it("is counted once, however often the form is sent", async () => {
    const shop = await printShop();
    const { itemId, printer } = await printingItem(shop);
    const path = await printingPath(shop, itemId, "printed");
    const staff = await staffOf(shop);
    const answers = await Promise.all([shop.owner.post(path, printer), staff.post(path, printer)]);
    expect(answers.map(({ status }) => status).sort()[0]).toBe(303);
    expect([404, 409]).toContain(answers.map(({ status }) => status).sort()[1]);
    const ended = await endedOf(shop, itemId);
    expect(ended).toHaveLength(1);
    expect(await stockOf(shop)).toBe(10_000 - (ended[0]?.stockTakenHundredthsOfGram ?? 0));
    expect((await shop.owner.post(path, printer)).status).toBe(404);
  });

  it.each([
    ["takes nothing any more", { status: "offline" }],
    ["became one of another technology", { technologyId: 2 }],
  ] as const)("goes back to those that wait where its printer %s", async (_, row) => {
    const shop = await printShop();
    const { itemId, printer, printerId } = await printingItem(shop);
    await done(shop, itemId, "printed", printer);
    await shop.studio.db.update(printers, row, eq(printers.id, printerId));
    expect(await done(shop, itemId, "undo", printer)).toContain("it waits for a printer again");
    expect(await itemOf(shop, itemId)).toMatchObject({ printedAt: null });
    expect(await queuedOf(shop, itemId)).toEqual([]);
  });

  it("is not counted, or uncounted, once its order was moved on", async () => {
    const shop = await printShop();
    const { itemId, printer, order } = await printingItem(shop);
    await shop.studio.db.update(orders, { status: "confirmed" }, eq(orders.id, order.id));
    expect(await pageOf(shop)).toContain("Its order is not being printed");
    expect((await shop.owner.post(await printingPath(shop, itemId, "printed"), printer)).status).toBe(409);
    await shop.studio.db.update(orders, { status: "printing" }, eq(orders.id, order.id));
    await done(shop, itemId, "printed", printer);
    await shop.studio.db.update(orders, { status: "shipped" }, eq(orders.id, order.id));
    const before = await stockOf(shop);
    expect(
      (await shop.owner.post(await printingPath(shop, itemId, "undo"), await undoOfEnd(shop, itemId))).status,
    ).toBe(409);
    expect(await stockOf(shop)).toBe(before);
  });
});

describe("taking off", () => {
  it("puts the copies back to those that wait, and is undone", async () => {
    const shop = await printShop();
    const { itemId, printerId } = await printingItem(shop);
    const page = await posted(shop.owner, await printingPath(shop, itemId, "take-off"));
    expect(page.text).toContain("part.stl was taken off Prusa.");
    expect(await pageOf(shop)).toContain("Waiting 1 copy");
    await undo(shop.owner, page);
    expect(await queuedOf(shop, itemId)).toEqual([{ printerId, copies: 1 }]);
  });

  it("answers 404 once the copies are on that printer no more", async () => {
    const shop = await printShop();
    const { itemId } = await printingItem(shop);
    const path = await printingPath(shop, itemId, "take-off");
    await posted(shop.owner, path);
    expect((await shop.owner.post(path)).status).toBe(404);
  });
});

describe("another studio's item", () => {
  it("does not exist, whatever is asked of it", async () => {
    const [shop, other] = [await printShop(), await printShop()];
    const { itemId, printer } = await printingItem(other);
    await done(other, itemId, "failed", { reason: "Bad surface", staysOnPrinter: "true" });
    const fields = { ...printer, reason: "x", direction: "earlier", outcome: "failed", copies: "1" };
    for (const action of ["assign", "take-off", "move", "printed", "failed", "undo"] as const) {
      const path = await printingPath(other, itemId, action);
      expect((await shop.owner.post(path.replace(other.base, shop.base), fields)).status, action).toBe(404);
      expect((await shop.owner.post(path, fields)).status, action).toBe(404);
    }
    expect(await itemOf(other, itemId)).toMatchObject({ printedAt: null });
  });

  it("cannot be put on, nor can an own item go to another studio's printer", async () => {
    const [shop, other] = [await printShop(), await printShop()];
    const foreign = await addPrinter(other);
    const { itemIds } = await printOrder(shop);
    const answer = await shop.owner.post(await printingPath(shop, itemIds[0] ?? 0, "assign"), {
      printerId: String(foreign),
    });
    expect(answer.text).toContain("This printer does not exist any more.");
  });
});
