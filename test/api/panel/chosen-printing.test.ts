// The waiting parts of chosen orders on one printer, and off it again.

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { orderItems } from "../../../src/db/schema.ts";
import { addMaterial } from "../support/catalog.ts";
import { undo } from "../support/page-forms.ts";
import { panelStudio } from "../support/panel.ts";
import { addItem, addOrder } from "../support/panel-orders.ts";
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

  const page = (ids: readonly number[]) =>
    shop.owner.get(
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
    expect(done.notice).toBe(`3 parts put on Prusa. Now in printing: ${first.id}.`);
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
    expect(back.notice).toBe(`Taken off again: ${first.id}, ${second.id}.`);
    expect(await queuedOf(shop, one)).toEqual([{ printerId: other, copies: 2 }]);
    for (const id of [two, three]) expect(await queuedOf(shop, id)).toEqual([]);
    // Copies of it are on another printer, so it stays in printing.
    expect(await statusOf(shop, first.id)).toBe("printing");
    expect(await statusOf(shop, second.id)).toBe("printing");
  });

  it("puts a begun order back to confirmed by the undo", async () => {
    const { id } = await printOrder(shop, { items: 2 });
    const back = await undo(shop.owner, await put([id]));
    expect(back.notice).toBe(`Taken off again: ${id}.`);
    expect(await statusOf(shop, id)).toBe("confirmed");
  });

  it("names each order and part that it leaves out, with the reason", async () => {
    const resin = await addMaterial(shop.studio, { name: "Resin", technologyId: 2 });
    const good = await printOrder(shop);
    const ofResin = await addOrder(shop.studio, { status: "confirmed" });
    await addItem(shop.studio, ofResin, { materialId: resin, originalFileName: "ring.stl" });
    const pending = await printOrder(shop, { status: "pending" });
    const onPrinter = await printOrder(shop, { status: "printing" });
    await putOnPrinter(shop, onPrinter.itemIds[0] ?? 0, printerId);
    const foreign = await addOrder((await panelStudio()).studio);
    const ids = [good.id, ofResin, pending.id, onPrinter.id, foreign];
    const shown = await page(ids);
    expect(shown.row("Prusa").text).toContain(`№ ${ofResin} ring.stl: other technology`);
    expect(shown.text).toContain(`№ ${pending.id}: it is not being printed: confirm it first`);
    const { notice } = await put(ids);
    expect(notice).toContain("1 part put on Prusa.");
    expect(notice).toContain(`Left out, other technology: ${ofResin} ring.stl.`);
    expect(notice).toContain(`Left out, it is not being printed: confirm it first: ${pending.id}.`);
    expect(notice).toContain(`Left out, all its copies are printed or on printers already: ${onPrinter.id}.`);
    expect(notice).toContain(`Left out, there is no such order: ${foreign}.`);
    expect(await queuedOf(shop, onPrinter.itemIds[0] ?? 0)).toEqual([{ printerId, copies: 1 }]);
  });

  it("leaves out a part that is larger than the printer", async () => {
    const small = await addPrinter(shop, { name: "Tiny", buildVolume: "5x5x5" });
    const { id } = await slicedOrder(shop);
    expect((await page([id])).row("Tiny").text).toContain("part.stl: too large");
    const done = await put([id], small);
    expect(done.notice).toBe(`Left out, too large: ${id} part.stl.`);
    expect(done.undo).toBeUndefined();
  });

  it("leaves copies alone in the undo that were moved or printed meanwhile", async () => {
    const [first, second] = [await printOrder(shop), await printOrder(shop)];
    const done = await put([first.id, second.id]);
    await shop.owner.post(`${shop.base}/orders/${first.id}/move`, {
      ...{ version: "2", status: "cancelled", comment: "Changed their mind", takesOff: "true" },
    });
    const { notice } = await undo(shop.owner, done);
    expect(notice).toContain(`Taken off again: ${second.id}.`);
    expect(notice).toContain(`Left alone, because its copies were moved or printed meanwhile: ${first.id}.`);
  });

  it("refuses a printer that does not work, another studio's, and more parts than it can write at once", async () => {
    const { id } = await printOrder(shop, { items: 1 });
    const off = await addPrinter(shop, { name: "Off", status: "offline" });
    expect((await put([id], off)).notice).toBe("This printer is in maintenance or off.");
    const foreign = await addPrinter(await printShop());
    expect((await put([id], foreign)).notice).toBe("This printer does not exist any more.");
    const many = await printOrder(shop, { items: 101 });
    expect((await put([many.id])).notice).toBe("At most 100 parts at once. Choose fewer orders.");
    expect(await queuedOf(shop, many.itemIds[0] ?? 0)).toEqual([]);
  });

  it("asks for a choice where there is none, and says when nothing waits", async () => {
    expect((await shop.owner.follow(await page([]))).notice).toBe("Tick the orders first.");
    const none = await page([await addOrder(shop.studio, { status: "ready" })]);
    expect(none.text).toContain("Nothing of these orders waits for a printer.");
  });
});
