// Changes of an order beside other changes: copies that come back, others at the same moment, the carrier's reports, erasure.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orderChanges, orderItems, orders } from "../../../src/db/schema.ts";
import { beforeCallOf } from "../support/faulty-database.ts";
import { posted, signedIn } from "../support/panel.ts";
import { addItem, addOrder, historyOf, panelWithItems, panelWithOrder, stored } from "../support/panel-orders.ts";
import { addPrinter, putOnPrinter, queuedOf } from "../support/printing.ts";

describe("copies that an undo puts back on their printers", () => {
  async function takenOff() {
    const panel = await panelWithItems({ status: "confirmed" });
    const printerId = await addPrinter({ studio: panel.studio }, { name: "Prusa MK4" });
    const [itemId] = panel.itemIds;
    await panel.studio.db.update(orderItems, { quantity: 3 }, eq(orderItems.id, itemId));
    const back = (putBack: string, status = "printing") =>
      panel.owner.post(`${panel.address}/move`, { version: "1", status, putBack });
    return { ...panel, printerId, itemId, back };
  }

  it("stand in the history with their printers", async () => {
    const { studio, id, printerId, itemId, back } = await takenOff();
    const second = await addPrinter({ studio }, { name: "Ender 3" });
    expect((await back(`${itemId}:${printerId}:1,${itemId}:${second}:2`)).status).toBe(303);
    expect(await queuedOf({ studio }, itemId)).toEqual([
      { printerId, copies: 1 },
      { printerId: second, copies: 2 },
    ]);
    expect((await historyOf(studio, id)).at(-1)).toMatchObject({
      status: "printing",
      changes: {
        items: [
          { itemId, event: "assigned", printer: "Prusa MK4", copies: 1 },
          { itemId, event: "assigned", printer: "Ender 3", copies: 2 },
        ],
      },
    });
  });

  it("are never more than wait, over all printers", async () => {
    const { studio, id, printerId, itemId, back } = await takenOff();
    const second = await addPrinter({ studio });
    for (const copies of [`${itemId}:${printerId}:4`, `${itemId}:${printerId}:2,${itemId}:${second}:2`]) {
      expect((await back(copies)).status, copies).toBe(409);
    }
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 1 });
    expect(await queuedOf({ studio }, itemId)).toEqual([]);
  });

  it("do not come on a printer that works no more, nor on another studio's", async () => {
    const { studio, id, itemId, back } = await takenOff();
    const broken = await addPrinter({ studio }, { status: "maintenance" });
    const foreign = await addPrinter({ studio: (await panelWithOrder()).studio });
    for (const printerId of [broken, foreign]) expect((await back(`${itemId}:${printerId}:1`)).status).toBe(409);
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 1 });
    expect(await queuedOf({ studio }, itemId)).toEqual([]);
  });

  it("are the order's own, and of a move to printing", async () => {
    const { studio, owner, id, address, printerId, itemId, back } = await takenOff();
    const other = await addItem(studio, await addOrder(studio, { status: "printing" }));
    expect((await back(`${itemId}:${printerId}:1`, "pending")).status).toBe(400);
    expect((await back(`${other}:${printerId}:1`)).status).toBe(303);
    expect(await queuedOf({ studio }, other)).toEqual([]);
    expect((await historyOf(studio, id)).at(-1)).toMatchObject({ status: "printing", changes: null });
    const fields = { version: "2", status: "ready", putBack: `${itemId}:${printerId}:1` };
    await posted(owner, `${address}/move`, fields);
    expect(await queuedOf({ studio }, itemId)).toEqual([]);
  });

  it.each(["x", "1", "1:1", "1:1:0", "1:1:1:1", "1:x:1", "0:1:1"])("are refused as “%s”", async (putBack) => {
    const { studio, id, back } = await takenOff();
    expect((await back(putBack)).status).toBe(400);
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 1 });
  });
});

describe("a move at the very moment of another change", () => {
  it("does not take copies off that came on a printer just then", async () => {
    const { studio, ownerPerson, id, itemIds, address } = await panelWithItems({ status: "printing" });
    const printerId = await addPrinter({ studio });
    const [first, second] = itemIds;
    await putOnPrinter({ studio }, first, printerId);
    const DB = beforeCallOf('insert into "unmet_conditions"', () => putOnPrinter({ studio }, second, printerId));
    const owner = await signedIn(ownerPerson, { DB });
    const answer = await owner.post(`${address}/move`, { version: "1", status: "confirmed", takesOff: "true" });
    expect(answer.status, answer.text).toBe(409);
    for (const itemId of itemIds) expect(await queuedOf({ studio }, itemId)).toEqual([{ printerId, copies: 1 }]);
    expect(await stored(studio, id)).toMatchObject({ status: "printing", version: 1 });
    expect(await historyOf(studio, id)).toHaveLength(1);
  });

  it.each([
    ["move", { status: "confirmed" }],
    ["delivery", { method: "courier", cityName: "Київ" }],
    ["due-day", { dueOn: "2099-01-09" }],
    ["delivery-price", { deliveryPrice: "60", deliveryPriceReason: "By courier" }],
  ])("is refused, as any other: %s", async (form, fields) => {
    const { studio, ownerPerson, id, address } = await panelWithOrder();
    const staff = await signedIn(ownerPerson);
    const DB = beforeCallOf('insert into "unmet_conditions"', () =>
      staff.post(`${address}/move`, { version: "1", status: "cancelled", comment: "No" }),
    );
    const owner = await signedIn(ownerPerson, { DB });
    expect((await owner.post(`${address}/${form}`, { version: "1", ...fields })).status).toBe(409);
    expect(await stored(studio, id)).toMatchObject({
      ...{ status: "cancelled", version: 2, delivery: null, dueOn: null, deliveryPriceMinor: null },
    });
  });
});

describe("the carrier's report of a parcel", () => {
  const reported = async () => {
    const panel = await panelWithOrder({ status: "shipped" });
    const { studio, id } = panel;
    await studio.db.insert(orderChanges, {
      ...{ orderId: id, version: 2, status: "shipped", comment: null, changes: { parcel: "reported" } },
      ...{ personId: null, changedAt: Date.now() },
    });
    await studio.db.update(orders, { version: 2 }, eq(orders.id, id));
    return panel;
  };

  it("is no conflict of a move, a due day or a delivery's price, and is one of a delivery", async () => {
    const { studio, owner, id, address } = await reported();
    const contested = await owner.post(`${address}/delivery`, { version: "1", cityName: "Київ" });
    expect(contested.status).toBe(409);
    await posted(owner, `${address}/move`, { version: "1", status: "completed" });
    expect(await stored(studio, id)).toMatchObject({ status: "completed", version: 3, delivery: null });
    const [priced, dated] = [await reported(), await reported()];
    await posted(priced.owner, `${priced.address}/delivery-price`, {
      ...{ version: "1", deliveryPrice: "60", deliveryPriceReason: "By courier" },
    });
    await posted(dated.owner, `${dated.address}/due-day`, { version: "1", dueOn: "2099-01-09" });
  });
});

describe("a change without a row of the history, as the erasure of a customer's data is", () => {
  it.each([
    ["move", { status: "confirmed" }],
    ["delivery", { cityName: "Київ" }],
  ])("is a conflict of the form that was open: %s", async (form, fields) => {
    const { studio, owner, id, address } = await panelWithOrder();
    await studio.db.update(orders, { version: 2 }, eq(orders.id, id));
    expect((await owner.post(`${address}/${form}`, { version: "1", ...fields })).status).toBe(409);
    await owner.post(`${address}/notes`, { note: "Called" });
    expect((await owner.post(`${address}/${form}`, { version: "1", ...fields })).status).toBe(409);
    expect(await stored(studio, id)).toMatchObject({ status: "pending", version: 3, delivery: null });
  });

  it("lets forms through that were opened after it", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await studio.db.update(orders, { version: 2 }, eq(orders.id, id));
    await posted(owner, `${address}/move`, { version: "2", status: "confirmed" });
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 3 });
  });
});
