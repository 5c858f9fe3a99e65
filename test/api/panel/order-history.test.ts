// The history of an order: the whole row of each change, and forms of an older version.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orderChanges, orders } from "../../../src/db/schema.ts";
import { UNDO_MILLISECONDS } from "../../../src/outbox/outbox.store.ts";
import { outboxOf, tellsCustomers } from "../support/messages.ts";
import { undo } from "../support/page-forms.ts";
import { posted } from "../support/panel.ts";
import { addOrders, delivered, historyOf, panelWithItems, panelWithOrder, stored } from "../support/panel-orders.ts";
import { addPrinter, putOnPrinter, queuedOf } from "../support/printing.ts";

/** A moment long before every change. */
const PLACED_AT = 1_000;

const BEFORE = {
  status: "confirmed",
  delivery: delivered({ cityName: "Львів" }),
  deliveryPriceMinor: 5_000,
  dueOn: "2099-01-02",
  createdAt: PLACED_AT,
  updatedAt: PLACED_AT,
} as const;

describe("a change of an order", () => {
  it.each([
    {
      form: "move",
      fields: { status: "printing", comment: "Begin" },
      order: { status: "printing" },
      entry: { status: "printing", comment: "Begin", changes: null },
      isShownByApi: true,
    },
    {
      form: "delivery",
      fields: { method: "courier", cityName: "Київ" },
      order: { delivery: delivered({ cityName: "Київ" }) },
      entry: { comment: null, changes: { delivery: { cityName: ["Львів", "Київ"] } } },
      isShownByApi: true,
    },
    {
      form: "delivery-price",
      fields: { deliveryPrice: "85.50", deliveryPriceReason: "By courier" },
      order: { deliveryPriceMinor: 8_550 },
      entry: { comment: "By courier", changes: { deliveryPrice: [5_000, 8_550] } },
      isShownByApi: true,
    },
    {
      form: "due-day",
      fields: { dueOn: "2099-01-09", dueReason: "No white" },
      order: { dueOn: "2099-01-09" },
      entry: { comment: "No white", changes: { dueOn: ["2099-01-02", "2099-01-09"] } },
      isShownByApi: false,
    },
  ])(
    "by the form “$form” is one row with its person, changes nothing else, and is taken back by its undo",
    async ({ form, fields, order, entry, isShownByApi }) => {
      const { studio, owner, ownerPerson, id, address } = await panelWithOrder(BEFORE);
      const [before, [placing]] = [await stored(studio, id), await historyOf(studio, id)];
      const began = Date.now();
      const page = await posted(owner, `${address}/${form}`, { version: "1", ...fields });
      const [kept, added, ...more] = await historyOf(studio, id);
      expect([kept, more]).toEqual([placing, []]);
      expect(added).toEqual({
        ...{ id: expect.any(Number), studioId: studio.id, orderId: id, version: 2, status: "confirmed" },
        ...{ personId: ownerPerson.id, isByCustomer: false, changedAt: expect.any(Number), ...entry },
      });
      expect(added?.changedAt).toBeGreaterThanOrEqual(began);
      const updatedAt = isShownByApi ? added?.changedAt : PLACED_AT;
      expect(await stored(studio, id)).toEqual({ ...before, ...order, version: 2, updatedAt });

      await undo(owner, page);
      const undone = await stored(studio, id);
      expect(undone).toEqual({ ...before, version: 3, updatedAt: undone?.updatedAt });
    },
  );

  it("by a note is one row with its person, and the order is as before", async () => {
    const { studio, owner, ownerPerson, id, address } = await panelWithOrder(BEFORE);
    const before = await stored(studio, id);
    await posted(owner, `${address}/notes`, { note: "Called" });
    expect((await historyOf(studio, id)).slice(1)).toEqual([
      {
        ...{ id: expect.any(Number), studioId: studio.id, orderId: id, version: 2, status: "confirmed" },
        ...{ comment: "Called", changes: null, personId: ownerPerson.id, isByCustomer: false },
        changedAt: expect.any(Number),
      },
    ]);
    expect(await stored(studio, id)).toEqual({ ...before, version: 2 });
  });

  it.each([
    ["due-day", { dueOn: BEFORE.dueOn, dueReason: "" }],
    ["delivery-price", { deliveryPrice: "50", deliveryPriceReason: "As before" }],
    ["delivery", { method: "courier", cityName: "Львів" }],
  ] as const)("by the form “%s” to what it is already writes nothing", async (form, fields) => {
    const { studio, owner, id, address } = await panelWithOrder(BEFORE);
    const before = await stored(studio, id);
    const page = await posted(owner, `${address}/${form}`, { version: "1", ...fields });
    expect([page.notice, page.undo], page.text).toEqual([expect.stringContaining("nothing was saved"), undefined]);
    expect(await stored(studio, id)).toEqual(before);
    expect(await historyOf(studio, id)).toHaveLength(1);
  });

  it("tells the customer of a move once its undo has passed, and of nothing else", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await tellsCustomers(studio, ["received", "confirmed", "ready", "shipped", "completed", "cancelled"]);
    await posted(owner, `${address}/notes`, { note: "Called" });
    await posted(owner, `${address}/due-day`, { version: "2", dueOn: "2099-01-09" });
    await posted(owner, `${address}/delivery`, { version: "3", method: "courier" });
    expect(await outboxOf(studio)).toEqual([]);
    await posted(owner, `${address}/move`, { version: "4", status: "confirmed" });
    const changedAt = (await historyOf(studio, id)).at(-1)?.changedAt ?? 0;
    expect(await outboxOf(studio)).toMatchObject([
      {
        ...{ key: `confirmed/${id}/5/customer`, event: "confirmed", orderId: id, personId: null },
        ...{ queuedAt: changedAt, nextAt: changedAt + UNDO_MILLISECONDS },
      },
    ]);
  });
});

describe("a move that takes copies off several printers", () => {
  it("names each item with its printer and copies, and its undo puts each back where it was", async () => {
    const { studio, owner, id, itemIds, address } = await panelWithItems({ status: "printing" });
    const [cube, flat] = itemIds;
    await studio.db.update(orders, { updatedAt: PLACED_AT }, eq(orders.id, id));
    const printers = [await addPrinter({ studio }, { name: "Left" }), await addPrinter({ studio }, { name: "Right" })];
    const [left = 0, right = 0] = printers;
    await putOnPrinter({ studio }, cube, right);
    await putOnPrinter({ studio }, flat, left);
    const asked = await owner.post(`${address}/move`, { version: "1", status: "ready" });
    expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("Куб.stl × 1: Right flat.stl × 1: Left")]);

    const page = await posted(owner, `${address}/move`, { version: "1", status: "ready", takesOff: "true" });
    expect([await queuedOf({ studio }, cube), await queuedOf({ studio }, flat)]).toEqual([[], []]);
    await undo(owner, page);
    expect([await queuedOf({ studio }, cube), await queuedOf({ studio }, flat)]).toEqual([
      [{ printerId: right, copies: 1 }],
      [{ printerId: left, copies: 1 }],
    ]);
    const events = (event: string) => ({
      items: [
        { itemId: cube, event, printer: "Right", copies: 1 },
        { itemId: flat, event, printer: "Left", copies: 1 },
      ],
    });
    expect((await historyOf(studio, id)).map(({ status, changes }) => [status, changes])).toEqual([
      ["printing", null],
      ["ready", events("taken_off")],
      ["printing", events("assigned")],
    ]);
  });
});

describe("a form of an older version", () => {
  const PAYMENT = { event: "noted", kind: "payment", method: "cash", amountMinor: 100, paidOn: "2026-11-01" } as const;

  it.each([
    { later: "a note", changes: null, moves: true, delivers: true },
    { later: "a payment", changes: { payments: [PAYMENT] }, moves: true, delivers: true },
    { later: "a carrier's report", changes: { parcel: "reported" }, moves: true, delivers: false },
    { later: "a parcel on its way back", changes: { parcel: "returning" }, moves: true, delivers: false },
    { later: "a consignment note", changes: { parcel: "note_made" }, moves: false, delivers: false },
    { later: "another due day", changes: { dueOn: [null, "2099-01-09"] }, moves: false, delivers: false },
    {
      later: "a payment with a due day",
      changes: { payments: [PAYMENT], dueOn: [null, "2099-01-09"] },
      moves: false,
      delivers: false,
    },
  ] as const)("after $later: moves $moves, delivers $delivers", async ({ changes, moves, delivers }) => {
    for (const [form, fields, isTaken] of [
      ["move", { status: "confirmed" }, moves],
      ["delivery", { method: "courier", cityName: "Київ" }, delivers],
    ] as const) {
      const { studio, owner, id, address } = await panelWithOrder();
      await studio.db.insert(orderChanges, {
        ...{ orderId: id, version: 2, status: "pending", comment: null, changes, personId: null, changedAt: 2 },
      });
      await studio.db.update(orders, { version: 2 }, eq(orders.id, id));
      const answer = await owner.post(`${address}/${form}`, { version: "1", ...fields });
      expect(answer.status, form).toBe(isTaken ? 303 : 409);
      expect((await stored(studio, id))?.version).toBe(isTaken ? 3 : 2);
    }
  });

  it("is taken after a note on an order of the API, whose placing has no row, and not after a move of it", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await studio.db.delete(orderChanges, eq(orderChanges.orderId, id));
    await posted(owner, `${address}/notes`, { note: "Called" });
    await posted(owner, `${address}/move`, { version: "1", status: "confirmed" });
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 3 });
    const stale = await owner.post(`${address}/move`, { version: "1", status: "cancelled", comment: "No" });
    expect([stale.status, await stored(studio, id)]).toEqual([
      409,
      expect.objectContaining({ status: "confirmed", version: 3 }),
    ]);
  });

  it("is refused if a move was the first change of an order of the API", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await studio.db.delete(orderChanges, eq(orderChanges.orderId, id));
    await posted(owner, `${address}/move`, { version: "1", status: "confirmed" });
    const stale = await owner.post(`${address}/move`, { version: "1", status: "cancelled", comment: "No" });
    expect(stale.status, stale.text).toBe(409);
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 2 });
  });

  it("is taken if the seen version changed anything itself, and only a note came after it", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await posted(owner, `${address}/due-day`, { version: "1", dueOn: "2099-01-09" });
    await posted(owner, `${address}/notes`, { note: "Called" });
    await posted(owner, `${address}/move`, { version: "2", status: "confirmed" });
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 4, dueOn: "2099-01-09" });
  });

  it("undoes no delivery of an order of the API that has no change yet", async () => {
    const { studio, owner, id, address } = await panelWithOrder(BEFORE);
    await studio.db.delete(orderChanges, eq(orderChanges.orderId, id));
    const before = await stored(studio, id);
    await posted(owner, `${address}/delivery/undo`, { version: "1" });
    expect(await stored(studio, id)).toEqual(before);
    expect(await historyOf(studio, id)).toEqual([]);
  });

  it("of the version in which the customer's data were erased is none: that version has no row of the history", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await studio.db.update(orders, { version: 2 }, eq(orders.id, id));
    await posted(owner, `${address}/move`, { version: "2", status: "confirmed" });
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 3 });
  });

  it("is refused if a version has no row of the history: the customer's data were erased then", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await studio.db.update(orders, { version: 2 }, eq(orders.id, id));
    expect((await owner.post(`${address}/move`, { version: "1", status: "confirmed" })).status).toBe(409);
    await posted(owner, `${address}/notes`, { note: "Called" });
    for (const version of ["1", "2"]) {
      expect((await owner.post(`${address}/move`, { version, status: "confirmed" })).status, version).toBe(409);
    }
    await posted(owner, `${address}/move`, { version: "3", status: "confirmed" });
  });

  it("of a version that is not there yet is refused", async () => {
    const { owner, address } = await panelWithOrder();
    expect((await owner.post(`${address}/move`, { version: "2", status: "confirmed" })).status).toBe(409);
  });
});

describe("a long history", () => {
  /** Adds notes from version 2 on, as an order of the API has them. */
  async function noted(count: number) {
    const panel = await panelWithOrder({ source: "shop" });
    await panel.studio.db.delete(orderChanges, eq(orderChanges.orderId, panel.id));
    const rows = Array.from({ length: count }, (_, index) =>
      panel.studio.db.insert(orderChanges, {
        ...{ orderId: panel.id, version: index + 2, status: "pending", comment: `Note ${index + 2};`, changes: null },
        ...{ personId: null, changedAt: index + 2 },
      }),
    );
    await panel.studio.db.batch([panel.studio.db.update(orders, { version: count + 1 }, undefined), ...rows]);
    return (await panel.owner.get(panel.address)).text;
  }

  it("shows the latest three hundred changes, and the placing if there are no more", async () => {
    const text = await noted(299);
    for (const said of ["Note 300;", "Note 2;", "Placed through the API, source “shop”"]) expect(text).toContain(said);
    const cut = await noted(301);
    for (const said of ["Note 302;", "Note 3;"]) expect(cut).toContain(said);
    for (const said of ["Note 2;", "Placed through the API"]) expect(cut).not.toContain(said);
  });

  it("has the placing once, if it has a row of its own", async () => {
    const { owner, address } = await panelWithOrder({ source: "shop" });
    await posted(owner, `${address}/notes`, { note: "Called" });
    const { text } = await owner.get(address);
    expect(text.split("Placed through the API, source “shop”")).toHaveLength(2);
  });
});

describe("the work sheets of several orders", () => {
  it("have each order's own notes, the oldest first, and none of an order without notes", async () => {
    const { studio, owner, base, id } = await panelWithItems();
    const [first = 0, second = 0] = await addOrders(studio, 2);
    for (const [order, note] of [
      [id, "Later than its version"],
      [second, "Of another order"],
      [id, "Last"],
    ] as const) {
      await posted(owner, `${base}/orders/${order}/notes`, { note });
    }
    const chosen = [id, first, second].map((order) => ["orders[]", `${order}:1`]);
    const { text } = await owner.get(`${base}/orders/chosen/work-sheets?${new URLSearchParams(chosen)}`);
    const [, ofItems = "", ofFirst = "", ofSecond = ""] = text.split(/Work sheet · order \d+/);
    expect(ofItems).toMatch(/Later than its version.*Last/);
    expect(ofItems).not.toContain("Of another order");
    expect(ofFirst).toContain("Notes none");
    expect(ofSecond).toContain("Of another order");
    expect(ofSecond).not.toContain("Last");
  });
});
