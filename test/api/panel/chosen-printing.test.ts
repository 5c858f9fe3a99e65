// The waiting parts of chosen orders on one printer, and off it again.

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { orderItems } from "../../../src/db/schema.ts";
import { addMaterial } from "../support/catalog.ts";
import { undo } from "../support/page-forms.ts";
import { addMember, createPerson, panelStudio, signedIn } from "../support/panel.ts";
import { addItem, addOrder, numberOf } from "../support/panel-orders.ts";
import {
  addPrinter,
  historyOf,
  type PrintShop,
  printOrder,
  printShop,
  putOnPrinter,
  queuedOf,
  slicedOrder,
  statusOf,
} from "../support/printing.ts";

describe("putting chosen orders on a printer", () => {
  let shop: PrintShop;
  let printerId: number;
  beforeAll(async () => {
    shop = await printShop();
    printerId = await addPrinter(shop, { name: "Prusa" });
  });

  const page = (ids: readonly number[], browser = shop.owner) =>
    browser.get(
      `${shop.base}/printing/chosen?${new URLSearchParams([
        ["back", `${shop.base}/orders?sort=due`],
        ...ids.map((id) => ["orders[]", `${id}:1`]),
      ])}`,
    );
  const put = async (ids: readonly number[], on = printerId) => {
    const fields = { printerId: String(on), orders: ids.join(","), back: `${shop.base}/orders?sort=due` };
    const answer = await shop.owner.post(`${shop.base}/printing/chosen`, fields);
    expect(answer.location, answer.text).toBe(`${shop.base}/orders?sort=due`);
    return shop.owner.follow(answer);
  };

  /** The orders' numbers, as a sentence names them. */
  const named = async (...ids: readonly number[]) =>
    (await Promise.all(ids.map((id) => numberOf(shop.studio, id)))).join(", ");

  it("puts all waiting copies on it, begins confirmed orders, and takes all back by one undo", async () => {
    const [first, second] = [await printOrder(shop, { items: 2 }), await printOrder(shop, { status: "printing" })];
    const [one = 0, two = 0] = first.itemIds;
    const [three = 0] = second.itemIds;
    await shop.studio.db.update(orderItems, { quantity: 5 }, eq(orderItems.id, one));
    const other = await addPrinter(shop, { name: "Busy" });
    await putOnPrinter(shop, one, other, 2);
    const shown = await page([first.id, second.id]);
    expect(shown.row("Prusa").text).toContain("3 of 3 parts");
    const form = shown.forms.find(({ fields }) => fields.some(([, value]) => value === String(printerId)));
    expect(Object.fromEntries(form?.fields ?? [])).toMatchObject({ orders: `${first.id},${second.id}` });

    const done = await put([first.id, second.id]);
    expect(done.notice).toBe(`3 parts put on Prusa. Now in printing: ${await named(first.id)}.`);
    expect(await queuedOf(shop, one)).toEqual([
      { printerId: other, copies: 2 },
      { printerId, copies: 3 },
    ]);
    for (const id of [two, three]) expect(await queuedOf(shop, id)).toEqual([{ printerId, copies: 1 }]);
    const [entry] = await historyOf(shop, first.id);
    expect(entry).toMatchObject({ status: "printing", personId: shop.ownerPerson.id });
    expect(entry?.events.map(({ event, itemId }) => [event, itemId])).toEqual([
      ["assigned", one],
      ["assigned", two],
    ]);

    const back = await undo(shop.owner, done);
    expect(back.notice).toBe(`Taken off again: ${await named(first.id, second.id)}.`);
    expect(await queuedOf(shop, one)).toEqual([{ printerId: other, copies: 2 }]);
    for (const id of [two, three]) expect(await queuedOf(shop, id)).toEqual([]);
    // Copies of it are on another printer, so it stays in printing.
    expect(await statusOf(shop, first.id)).toBe("printing");
    expect(await statusOf(shop, second.id)).toBe("printing");
  });

  it("puts a begun order back to confirmed by the undo", async () => {
    const { id } = await printOrder(shop, { items: 2 });
    const back = await undo(shop.owner, await put([id]));
    expect(back.notice).toBe(`Taken off again: ${await named(id)}.`);
    expect(await statusOf(shop, id)).toBe("confirmed");
  });

  it("leaves copies alone that were on the printer before, if the undo is sent twice", async () => {
    const { id, itemIds } = await printOrder(shop, { status: "printing" });
    const [itemId = 0] = itemIds;
    await shop.studio.db.update(orderItems, { quantity: 5 }, eq(orderItems.id, itemId));
    await putOnPrinter(shop, itemId, printerId, 3);
    const done = await put([id]);
    expect(await queuedOf(shop, itemId)).toEqual([{ printerId, copies: 5 }]);
    expect((await undo(shop.owner, done)).notice).toBe(`Taken off again: ${await named(id)}.`);
    const again = await undo(shop.owner, done);
    expect(again.notice).toBe(`Left alone, because its copies were moved or printed meanwhile: ${await named(id)}.`);
    expect(await queuedOf(shop, itemId)).toEqual([{ printerId, copies: 3 }]);
  });

  it("leaves an order in printing by the undo of which an older version marked an item as printed", async () => {
    const { id, itemIds } = await printOrder(shop, { items: 2 });
    await shop.studio.db.update(orderItems, { printedAt: 5 }, eq(orderItems.id, itemIds[0] ?? 0));
    expect((await undo(shop.owner, await put([id]))).notice).toBe(`Taken off again: ${await named(id)}.`);
    expect(await statusOf(shop, id)).toBe("printing");
  });

  it("names each order and part that it leaves out, with the reason", async () => {
    const resin = await addMaterial(shop.studio, { name: "Resin", technologyId: 2 });
    const good = await printOrder(shop);
    const ofResin = await addOrder(shop.studio, { status: "confirmed" });
    await addItem(shop.studio, ofResin, { materialId: resin, originalFileName: "ring.stl" });
    const pending = await printOrder(shop, { status: "pending" });
    const over = [
      await addOrder(shop.studio, { status: "ready" }),
      await addOrder(shop.studio, { status: "cancelled" }),
    ];
    const onPrinter = await printOrder(shop, { status: "printing" });
    await putOnPrinter(shop, onPrinter.itemIds[0] ?? 0, printerId);
    const foreign = await addOrder((await panelStudio()).studio);
    const ids = [good.id, ofResin, pending.id, ...over, onPrinter.id, foreign];
    const shown = await page(ids);
    expect(shown.row("Prusa").text).toContain(`other technology (1): № ${await named(ofResin)} ring.stl`);
    expect(shown.text).toContain(`№ ${await named(pending.id)}: it is not confirmed: confirm it first`);
    for (const id of over)
      expect(shown.text).toContain(`№ ${await named(id)}: its printing is over, or it was cancelled`);
    const ukrainian = await createPerson({ language: "uk" });
    await addMember(shop.studio, ukrainian, "staff");
    const { text } = await page(ids, await signedIn(ukrainian));
    expect(text).toContain(`№ ${await named(pending.id)}: воно не підтверджене: спершу підтвердьте його`);
    for (const id of over) expect(text).toContain(`№ ${await named(id)}: його друк завершено, або його скасовано`);
    const { notice } = await put(ids);
    expect(notice).toContain("1 part put on Prusa.");
    expect(notice).toContain(`Left out, other technology: ${await named(ofResin)} ring.stl.`);
    expect(notice).toContain(`Left out, it is not confirmed: confirm it first: ${await named(pending.id)}.`);
    expect(notice).toContain(`Left out, its printing is over, or it was cancelled: ${await named(...over)}.`);
    expect(notice).toContain(
      `Left out, all its copies are printed or on printers already: ${await named(onPrinter.id)}.`,
    );
    expect(notice).toContain(`Left out, there is no such order: ${foreign}.`);
    expect(await queuedOf(shop, onPrinter.itemIds[0] ?? 0)).toEqual([{ printerId, copies: 1 }]);
  });

  it("leaves out a part that is larger than the printer", async () => {
    const small = await addPrinter(shop, { name: "Tiny", buildVolume: "5x5x5" });
    const { id } = await slicedOrder(shop);
    expect((await page([id])).row("Tiny").text).toContain(`too large (1): № ${await named(id)} part.stl`);
    const done = await put([id], small);
    expect(done.notice).toBe(`Left out, too large: ${await named(id)} part.stl.`);
    expect(done.undo).toBeUndefined();
  });

  it("leaves out a part that is too large behind more than a hundred of another technology", async () => {
    const small = await addPrinter(shop, { name: "Tiny two", buildVolume: "5x5x5" });
    const resin = await addMaterial(shop.studio, { name: "Resin", technologyId: 2 });
    const ofResin = await printOrder({ ...shop, materialId: resin }, { items: 101 });
    const { id, itemIds } = await slicedOrder(shop);
    const row = (await page([ofResin.id, id])).row("Tiny two");
    expect(row.text).toContain("0 of 102 parts");
    expect(row.text).toContain(`other technology (101): № ${await named(ofResin.id)} part.stl, `);
    expect(row.text).toContain(" and 93 more");
    expect(row.text).toContain(`too large (1): № ${await named(id)} part.stl`);
    expect((await put([ofResin.id, id], small)).notice).toContain(`Left out, too large: ${await named(id)} part.stl.`);
    expect(await queuedOf(shop, itemIds[0] ?? 0)).toEqual([]);
  });

  it("says the result and offers the undo beside long Cyrillic names", async () => {
    const long = "Ґ".repeat(250);
    const on = await addPrinter(shop, { name: long });
    const resin = await addMaterial(shop.studio, { name: "Resin", technologyId: 2 });
    const many = await printOrder(shop, { items: 90 });
    const refused = await printOrder({ ...shop, materialId: resin }, { items: 20 });
    const ofOrder = eq(orderItems.orderId, refused.id);
    await shop.studio.db.update(orderItems, { originalFileName: `${long}.stl` }, ofOrder);
    const none = [await addOrder(shop.studio), await addOrder(shop.studio, { status: "shipped" })];
    const ids = [many.id, refused.id, ...none];
    const fields = { printerId: String(on), orders: ids.join(","), back: `${shop.base}/orders` };
    const answer = await shop.owner.post(`${shop.base}/printing/chosen`, fields);
    // Browsers drop a longer one.
    expect(`panel-notice=${shop.owner.cookie("panel-notice")}`.length).toBeLessThanOrEqual(4096);
    const done = await shop.owner.follow(answer);
    expect(done.notice).toContain(`90 parts put on ${long}.`);
    expect((await undo(shop.owner, done)).notice).toBe(`Taken off again: ${await named(many.id)}.`);
  });

  it("leaves copies alone in the undo that were moved or printed meanwhile", async () => {
    const [first, second] = [await printOrder(shop), await printOrder(shop)];
    const done = await put([first.id, second.id]);
    await shop.owner.post(`${shop.base}/orders/${first.id}/move`, {
      ...{ version: "2", status: "cancelled", comment: "Changed their mind", takesOff: "true" },
    });
    const { notice } = await undo(shop.owner, done);
    expect(notice).toContain(`Taken off again: ${await named(second.id)}.`);
    expect(notice).toContain(
      `Left alone, because its copies were moved or printed meanwhile: ${await named(first.id)}.`,
    );
  });

  it("refuses a printer that does not work, another studio's, and more parts than it can write at once", async () => {
    const { id } = await printOrder(shop, { items: 1 });
    const off = await addPrinter(shop, { name: "Off", status: "offline" });
    expect((await put([id], off)).notice).toBe("This printer is in maintenance or off.");
    const foreign = await addPrinter(await printShop());
    expect((await put([id], foreign)).notice).toBe("This printer does not exist any more.");
    const many = await printOrder(shop, { items: 101 });
    const row = (await page([many.id])).row("Prusa").text;
    expect(row).toContain("At most 100 parts at once. Choose fewer orders.");
    expect(row).not.toContain("Put here");
    expect((await put([many.id])).notice).toBe("At most 100 parts at once. Choose fewer orders.");
    expect(await queuedOf(shop, many.itemIds[0] ?? 0)).toEqual([]);
  });

  it("asks for a choice where there is none, and says when nothing waits", async () => {
    expect((await shop.owner.follow(await page([]))).notice).toBe("Tick the orders first.");
    const none = await page([await addOrder(shop.studio, { status: "ready" })]);
    expect(none.text).toContain("Nothing of these orders waits for a printer.");
  });
});
