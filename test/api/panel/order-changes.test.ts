// Changing an order in the panel: moves, delivery, notes, history, and two people on it.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { deliveryMethods, orderChanges, orderItems } from "../../../src/db/schema.ts";
import { movesFrom, ORDER_STATUSES } from "../../../src/domain/order.ts";
import type { Order } from "../support/orders.ts";
import { undo } from "../support/page-forms.ts";
import { type Page, posted, staffOf } from "../support/panel.ts";
import {
  type addOrder,
  delivered,
  historyOf,
  panelWithItems,
  panelWithOrder,
  stored,
} from "../support/panel-orders.ts";
import { addPrinter, putOnPrinter, queuedOf } from "../support/printing.ts";

const MARKUP = "<b onclick=alert(1)>bold</b>";

/** The values that the buttons of the move form would send. */
function offeredMoves({ forms }: Page): string[] {
  const buttons = forms.flatMap((form) => form.buttons);
  return buttons.filter(({ name }) => name === "status").map(({ value }) => value);
}

describe("moving an order", () => {
  it.each(ORDER_STATUSES)("offers from %s the possible moves only", async (status) => {
    const { owner, address } = await panelWithOrder({ status });
    expect(offeredMoves(await owner.get(address))).toEqual(movesFrom(status));
  });

  it("is seen by the API at once, with its time, and stands in the history with the person and the comment", async () => {
    const { studio, owner, ownerPerson, id, address } = await panelWithItems();
    const page = await posted(owner, `${address}/move`, { version: "1", status: "confirmed", comment: `ok ${MARKUP}` });
    expect(page.text).toContain("Order 1 is now “Confirmed”.");
    expect(page.text).toContain(`${ownerPerson.name} `);
    expect(page.text).toContain("Now “Confirmed”");
    const shown = await studio.data<Order & { updatedAt: string; createdAt: string }>(`/orders/${id}`);
    expect(shown.status).toBe("confirmed");
    expect(Date.parse(shown.updatedAt)).toBeGreaterThan(Date.parse(shown.createdAt));
    expect(await historyOf(studio, id)).toMatchObject([
      { version: 1, status: "pending", personId: null },
      { version: 2, status: "confirmed", personId: ownerPerson.id, comment: `ok ${MARKUP}`, changes: null },
    ]);
  });

  it.each([
    ["pending", "shipped"],
    ["pending", "pending"],
    ["shipped", "cancelled"],
    ["completed", "pending"],
    ["cancelled", "confirmed"],
  ] as const)("refuses to make %s %s, and says what is possible", async (from, to) => {
    const { studio, owner, id, address } = await panelWithOrder({ status: from });
    const page = await owner.post(`${address}/move`, { version: "1", status: to, comment: "Please" });
    expect(page.status).toBe(400);
    expect(page.text).toMatch(/An order that is “.+” cannot become “.+”/);
    expect(page.html).toContain('role="alert"');
    if (movesFrom(from).length > 0) expect(page.field("comment").value).toBe("Please");
    expect(await stored(studio, id)).toMatchObject({ status: from, version: 1 });
    expect(await historyOf(studio, id)).toHaveLength(1);
  });

  it("refuses an unknown status, a malformed version and too long a comment", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    for (const fields of [
      { version: "1", status: "lost" },
      { version: "1" },
      { status: "confirmed" },
      { version: "first", status: "confirmed" },
      { version: "0", status: "confirmed" },
      { version: "1", status: "confirmed", comment: "я".repeat(2001) },
    ]) {
      expect((await owner.post(`${address}/move`, fields)).status, JSON.stringify(fields).slice(0, 80)).toBe(400);
    }
    expect(await historyOf(studio, id)).toHaveLength(1);
  });

  it("cancels only with a reason", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    for (const comment of ["", "   "]) {
      const page = await owner.post(`${address}/move`, { version: "1", status: "cancelled", comment });
      expect(page.status).toBe(400);
      expect(page.faults.comment).toBe("Say why the order is cancelled.");
    }
    expect((await stored(studio, id))?.status).toBe("pending");
    await posted(owner, `${address}/move`, { version: "1", status: "cancelled", comment: "The customer asked" });
    expect((await stored(studio, id))?.status).toBe("cancelled");
    expect((await owner.get(address)).text).toContain("The customer asked");
  });

  it("ships with the tracking number in one step", async () => {
    const { studio, owner, id, address } = await panelWithItems({
      status: "ready",
      delivery: delivered({ cityName: "Львів" }),
    });
    expect((await owner.get(address)).field("newTrackingNumber").value).toBe("");
    await posted(owner, `${address}/move`, { version: "1", status: "shipped", newTrackingNumber: "20450012345678" });
    const { status, delivery } = await studio.data<Order>(`/orders/${id}`);
    expect(status).toBe("shipped");
    expect(delivery).toMatchObject({ method: "courier", cityName: "Львів", trackingNumber: "20450012345678" });
    const [, change] = await historyOf(studio, id);
    expect(change?.status).toBe("shipped");
    expect(change?.changes).toEqual({ delivery: { trackingNumber: [null, "20450012345678"] } });
    expect((await owner.get(address)).text).toContain("Tracking number: empty → 20450012345678");
  });

  it("can be undone if the reverse move is allowed", async () => {
    const { studio, owner, id, address } = await panelWithOrder({ status: "confirmed" });
    const page = await posted(owner, `${address}/move`, { version: "1", status: "printing" });
    expect(page.undo?.action).toBe(`${address}/move`);
    expect(Object.fromEntries(page.undo?.fields ?? [])).toMatchObject({ version: "2", status: "confirmed" });
    await undo(owner, page);
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 3 });
    const cancelled = await posted(owner, `${address}/move`, { version: "3", status: "cancelled", comment: "No" });
    expect(cancelled.undo).toBeUndefined();
  });

  it.each([
    ["printing", "confirmed"],
    ["printing", "cancelled"],
    ["printing", "post_processing"],
    ["printing", "ready"],
    ["ready", "cancelled"],
    // As left by hand: the possible printers are checked anew.
    ["ready", "printing"],
  ] as const)(
    "from %s to %s asks before it takes copies off their printers, and the undo puts them back",
    async (from, to) => {
      const { studio, owner, id, itemIds, address } = await panelWithItems({ status: from });
      const [waiting, done] = itemIds;
      const printerId = await addPrinter({ studio }, { name: "Prusa MK4" });
      await putOnPrinter({ studio }, waiting ?? 0, printerId);
      await studio.db.update(orderItems, { printedAt: 5 }, eq(orderItems.id, done ?? 0));
      const fields = { version: "1", status: to, comment: "Why" };
      const question = await owner.post(`${address}/move`, fields);
      expect([question.status, question.text]).toEqual([409, expect.stringContaining("Куб.stl × 1: Prusa MK4")]);
      expect(await queuedOf({ studio }, waiting ?? 0)).toHaveLength(1);

      const page = await posted(owner, `${address}/move`, { ...fields, takesOff: "true" });
      expect(page.text).toContain("1 copy was taken off its printer.");
      expect(await queuedOf({ studio }, waiting ?? 0)).toEqual([]);
      const [, change] = await historyOf(studio, id);
      expect(change?.changes).toEqual({
        items: [{ itemId: waiting, event: "taken_off", printer: "Prusa MK4", copies: 1 }],
      });
      expect((await owner.get(address)).text).toContain("Куб.stl: taken off Prusa MK4");
      expect(page.undo === undefined).toBe(to === "cancelled");
      if (page.undo === undefined) return;
      await undo(owner, page);
      expect(await stored(studio, id)).toMatchObject({ status: from });
      expect(await queuedOf({ studio }, waiting ?? 0)).toEqual(from === "printing" ? [{ printerId, copies: 1 }] : []);
    },
  );

  it.each([
    ["printing", "ready"],
    ["printing", "post_processing"],
    ["ready", "shipped"],
    ["shipped", "completed"],
  ] as const)("from %s to %s says before and after what was not marked as printed", async (from, to) => {
    const { studio, owner, itemIds, address } = await panelWithItems({ status: from });
    const untaken = "2 of 2 items are not marked as printed: their material was not taken from the stock.";
    const before = await owner.get(address);
    expect(before.text).toContain(untaken);
    expect(before.text.includes("Mark them under Printing")).toBe(from === "printing");
    await studio.db.update(orderItems, { printedAt: 5 }, eq(orderItems.id, itemIds[0]));
    const page = await posted(owner, `${address}/move`, { version: "1", status: to });
    expect(page.notice).toContain("1 of 2 items is not marked as printed: its material was not taken from the stock.");
  });

  it("mentions no unprinted items if the move does not pass printing, or all are printed", async () => {
    const { studio, owner, id, address } = await panelWithItems({ status: "confirmed" });
    expect((await owner.get(address)).text).not.toContain("marked as printed");
    expect((await posted(owner, `${address}/move`, { version: "1", status: "printing" })).text).toMatch(
      /is now “Printing”\.\s+Undo/,
    );
    await studio.db.update(orderItems, { printedAt: 5 }, eq(orderItems.orderId, id));
    const page = await posted(owner, `${address}/move`, { version: "2", status: "ready" });
    expect(page.text).not.toContain("marked as printed");
  });

  it("is written whole or not at all", async () => {
    const { studio, owner, id, itemIds, address } = await panelWithItems({ status: "printing" });
    const printerId = await addPrinter({ studio }, { name: "Prusa MK4" });
    await putOnPrinter({ studio }, itemIds[0] ?? 0, printerId);
    // The last statement of the batch fails inside D1.
    await env.DB.exec(
      `CREATE TRIGGER fail_taking_off BEFORE DELETE ON queued_prints WHEN OLD.studio_id = ${studio.id} BEGIN SELECT RAISE(ABORT, 'fails'); END`,
    );
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const page = await owner.post(`${address}/move`, { version: "1", status: "confirmed", takesOff: "true" });
    expect(page.status).toBe(500);
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
    await env.DB.exec("DROP TRIGGER fail_taking_off");
    expect(await stored(studio, id)).toMatchObject({ status: "printing", version: 1 });
    expect(await historyOf(studio, id)).toHaveLength(1);
  });
});

describe("the delivery of an order", () => {
  const TRACKED = {
    method: "Нова Пошта",
    cityName: "Львів",
    cityRef: "db5c88f5",
    warehouseName: "Відділення № 5",
    warehouseRef: "1ec09d88",
    streetName: "Зелена",
    streetRef: "0d545eb9",
    buildingNumber: "12-А",
    apartmentNumber: "3",
    npServiceType: "WarehouseDoors",
    trackingNumber: "20450012345678",
    deliveryStatus: "On its way",
    scheduledDeliveryDate: "2026-12-01",
    actualDeliveryDate: "2026-12-02",
  };

  it("takes every tracking field, shows them through the API, and is filled in from then on", async () => {
    const { studio, owner, id, address } = await panelWithItems();
    await studio.db.insert(deliveryMethods, { name: "Нова Пошта" });
    expect((await owner.get(address)).field("method").options).toContain("Нова Пошта");
    const page = await posted(owner, `${address}/delivery`, { version: "1", ...TRACKED });
    expect(page.text).toContain("The delivery is saved.");
    expect((await studio.data<Order>(`/orders/${id}`)).delivery).toEqual({ ...TRACKED, price: null });
    for (const name of ["cityName", "trackingNumber", "scheduledDeliveryDate", "method"] as const) {
      expect(page.field(name).value).toBe(TRACKED[name]);
    }
    const [, change] = await historyOf(studio, id);
    expect(change?.changes?.delivery).toEqual(
      Object.fromEntries(Object.entries(TRACKED).map(([field, value]) => [field, [null, value]])),
    );
  });

  it("offers the studio's methods in the order that the studio gave them", async () => {
    const { studio, owner, address } = await panelWithOrder();
    for (const [name, position] of [
      ["Third", 2],
      ["First", 0],
      ["Second", 1],
    ] as const) {
      await studio.db.insert(deliveryMethods, { name, position });
    }
    const { options } = (await owner.get(address)).field("method");
    expect(options.filter((option) => option !== "")).toEqual(["First", "Second", "Third", "nova_poshta", "courier"]);
  });

  it("clears an emptied field, and records it in the history", async () => {
    const { studio, owner, id, address } = await panelWithItems({
      delivery: delivered({ cityName: "Львів", streetName: "Зелена" }),
    });
    await posted(owner, `${address}/delivery`, { version: "1", method: "courier", cityName: "Львів", streetName: "" });
    expect((await studio.data<Order>(`/orders/${id}`)).delivery).toMatchObject({
      cityName: "Львів",
      streetName: null,
    });
    expect((await owner.get(address)).text).toContain("Street: Зелена → empty");
  });

  it("can be undone from the notice, whatever its values were", async () => {
    for (const delivery of [
      null,
      delivered({ method: "Нова Пошта", cityName: "Київ", npServiceType: "WarehouseDoors" }),
    ]) {
      const { studio, owner, id, address } = await panelWithOrder({ delivery });
      // Every field at its maximum length: undoing must not depend on the room in a notice.
      const long = { cityName: "Л".repeat(255), warehouseName: "В".repeat(255), streetName: "З".repeat(255) };
      const page = await posted(owner, `${address}/delivery`, { version: "1", ...TRACKED, ...long });
      expect(page.undo?.action).toBe(`${address}/delivery/undo`);
      const undone = await undo(owner, page);
      expect(undone.notice).toBe("The delivery is as it was before.");
      expect(await stored(studio, id)).toMatchObject({ delivery, version: 3 });
      expect(await historyOf(studio, id)).toHaveLength(3);
    }
  });

  it("is not undone over changes made meanwhile", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await posted(owner, `${address}/delivery`, { version: "1", trackingNumber: "1" });
    await posted(owner, `${address}/delivery`, { version: "2", trackingNumber: "2" });
    for (const [version, status] of [
      ["2", 409],
      ["", 400],
    ] as const) {
      expect((await owner.post(`${address}/delivery/undo`, { version })).status).toBe(status);
    }
    // The order's last change is a note: there is no delivery to put back.
    await posted(owner, `${address}/notes`, { note: "Дзвонити" });
    await posted(owner, `${address}/delivery/undo`, { version: "4" });
    expect((await stored(studio, id))?.delivery).toMatchObject({ trackingNumber: "2" });
    expect(await historyOf(studio, id)).toHaveLength(4);
  });

  it("writes nothing if nothing is different", async () => {
    const { studio, owner, id, address } = await panelWithItems({ delivery: delivered({ cityName: "Львів" }) });
    const page = await posted(owner, `${address}/delivery`, { version: "1", method: "courier", cityName: "Львів" });
    expect(page.text).toContain("nothing was saved");
    expect(await historyOf(studio, id)).toHaveLength(1);
  });

  it("shows each fault beside its field, and keeps the typed values", async () => {
    const { studio, owner, id, address } = await panelWithItems();
    const page = await owner.post(`${address}/delivery`, {
      ...TRACKED,
      version: "1",
      scheduledDeliveryDate: "2026-02-30",
      actualDeliveryDate: "завтра",
      npServiceType: "Drone",
      cityName: "Л".repeat(256),
    });
    expect(page.status).toBe(400);
    expect(page.faults).toEqual({
      scheduledDeliveryDate: "Enter a date that exists.",
      actualDeliveryDate: "Enter a date that exists.",
      npServiceType: "Choose one of the list.",
      cityName: "Use at most 255 characters.",
    });
    expect(page.field("scheduledDeliveryDate").value).toBe("2026-02-30");
    expect(page.field("trackingNumber").value).toBe("20450012345678");
    expect((await stored(studio, id))?.delivery).toBeNull();
  });
});

describe("notes", () => {
  it("are appended to the history with their person, whatever happened since, and are not shown by the API", async () => {
    const { studio, owner, ownerPerson, id, address } = await panelWithItems();
    const before = await studio.data<Order>(`/orders/${id}`);
    const page = await posted(owner, `${address}/notes`, { note: "Дзвонити після обіду\nкод 12" });
    expect(page.html).toContain("Дзвонити після обіду\nкод 12</p>");
    await Promise.all(["one", "two", "three"].map((note) => owner.post(`${address}/notes`, { note })));
    expect(await historyOf(studio, id)).toMatchObject(
      [1, 2, 3, 4, 5].map((version) => ({
        version,
        status: "pending",
        personId: version === 1 ? null : ownerPerson.id,
      })),
    );
    const after = await studio.data<Order>(`/orders/${id}`);
    expect({ ...after, items: null }).toEqual({ ...before, items: null });
  });

  it("must not be empty", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    for (const note of ["", "  ", "я".repeat(2001)]) {
      const page = await owner.post(`${address}/notes`, { note });
      expect(page.status).toBe(400);
      expect(page.faults.note).not.toBeUndefined();
    }
    expect(await historyOf(studio, id)).toHaveLength(1);
  });
});

describe("the history", () => {
  it("shows the events of an item whose printer no longer exists", async () => {
    const { studio, owner, id, itemIds, address } = await panelWithItems();
    const events = ["assigned", "taken_off", "printed", "not_printed"] as const;
    const items = events.map((event) => ({ itemId: itemIds[0], event, printer: null }));
    await studio.db.update(orderChanges, { changes: { items } }, eq(orderChanges.orderId, id));
    const text = (await owner.get(address)).text;
    expect(text).toContain(
      "Куб.stl: put on a printer Куб.stl: taken off its printer Куб.stl: printed Куб.stl: not printed after all",
    );
  });
});

describe("two people on one order", () => {
  async function twoPeople(row: Parameters<typeof addOrder>[1] = {}) {
    const panel = await panelWithOrder(row);
    return { ...panel, staff: await staffOf(panel) };
  }

  it("shows the second person the first one's changes, and overwrites nothing", async () => {
    const { studio, owner, staff, id, address } = await twoPeople();
    await posted(staff, `${address}/move`, { version: "1", status: "confirmed", comment: "Paid" });
    const page = await owner.post(`${address}/move`, { version: "1", status: "cancelled", comment: "Not paid" });
    expect(page.status).toBe(409);
    const text = page.text;
    expect(text).toContain("This order was changed while you had it open");
    expect(text).toMatch(/This is what happened: Петро Друкар .* Now “Confirmed” Paid/);
    expect(page.field("comment").value).toBe("Not paid");
    expect(offeredMoves(page)).toEqual(movesFrom("confirmed"));
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 2 });
    expect(await historyOf(studio, id)).toHaveLength(2);

    await posted(owner, `${address}/move`, { version: "2", status: "cancelled", comment: "Not paid" });
    expect(await stored(studio, id)).toMatchObject({ status: "cancelled", version: 3 });
  });

  it("is no conflict of the second person's move, delivery or due day if the first one only noted something", async () => {
    const { studio, owner, staff, id, address } = await twoPeople();
    await posted(staff, `${address}/notes`, { note: "Called, no answer" });
    await posted(owner, `${address}/move`, { version: "1", status: "confirmed" });
    await posted(staff, `${address}/notes`, { note: "Called again" });
    await posted(owner, `${address}/delivery`, { version: "3", method: "courier", trackingNumber: "1" });
    await posted(staff, `${address}/notes`, { note: "Paid" });
    await posted(owner, `${address}/due-day`, { version: "5", dueOn: "2099-01-09" });
    expect(await stored(studio, id)).toMatchObject({ status: "confirmed", version: 7, dueOn: "2099-01-09" });

    // A move between is a conflict, also if a note follows it.
    await posted(staff, `${address}/move`, { version: "7", status: "printing" });
    await posted(staff, `${address}/notes`, { note: "Begun" });
    const stale = await owner.post(`${address}/move`, { version: "7", status: "cancelled", comment: "Not paid" });
    expect(stale.status, stale.text).toBe(409);
  });

  it("shows the current value beside each contested field of the delivery, and keeps the typed one", async () => {
    const { studio, owner, staff, id, address } = await twoPeople();
    const theirs = { version: "1", method: "courier", trackingNumber: "111", cityName: "Київ", streetName: "Лесі" };
    await posted(staff, `${address}/delivery`, theirs);
    const mine = { version: "1", method: "courier", trackingNumber: "222", cityName: "Київ", apartmentNumber: "7" };
    const page = await owner.post(`${address}/delivery`, mine);
    expect(page.status).toBe(409);
    expect(page.faults).toMatchObject({ trackingNumber: "Meanwhile it became “111”." });
    expect(page.faults).not.toHaveProperty("cityName");
    expect(page.field("trackingNumber").value).toBe("222");
    expect(page.field("apartmentNumber").value).toBe("7");
    expect((await stored(studio, id))?.delivery).toMatchObject({ trackingNumber: "111", apartmentNumber: null });

    // Sent again after the warning, it is saved.
    const { version = "" } = Object.fromEntries(page.form(`${address}/delivery`).fields);
    await posted(owner, `${address}/delivery`, { ...mine, version });
    expect((await stored(studio, id))?.delivery).toMatchObject({ trackingNumber: "222", apartmentNumber: "7" });
  });

  it("takes over others' changes of fields that the person left unchanged", async () => {
    const { studio, owner, staff, id, address } = await twoPeople();
    await posted(staff, `${address}/delivery`, { version: "1", method: "courier", trackingNumber: "1" });
    await posted(staff, `${address}/delivery`, { version: "2", method: "courier", trackingNumber: "2" });
    const mine = { version: "1", method: "", trackingNumber: "", cityName: "Київ" };
    const page = await owner.post(`${address}/delivery`, mine);
    expect(page.status).toBe(409);
    expect(page.faults).toEqual({});
    const fields = { trackingNumber: page.field("trackingNumber").value, cityName: "Київ", method: "courier" };
    expect(fields.trackingNumber).toBe("2");
    await posted(owner, `${address}/delivery`, { ...fields, version: "3" });
    expect((await stored(studio, id))?.delivery).toMatchObject({ trackingNumber: "2", cityName: "Київ" });
  });

  it("accepts exactly one of two forms sent at the same moment", async () => {
    const { studio, owner, staff, id, address } = await twoPeople();
    const moves = [
      owner.post(`${address}/move`, { version: "1", status: "confirmed" }),
      staff.post(`${address}/move`, { version: "1", status: "cancelled", comment: "No" }),
      staff.post(`${address}/delivery`, { version: "1", trackingNumber: "1" }),
    ];
    const answers = (await Promise.all(moves)).map(({ status }) => status).sort();
    expect(answers).toEqual([303, 409, 409]);
    expect((await stored(studio, id))?.version).toBe(2);
    expect(await historyOf(studio, id)).toHaveLength(2);
  });

  it("is not forgotten by a form that was refused for another reason", async () => {
    const { owner, staff, address } = await twoPeople();
    await posted(staff, `${address}/delivery`, { version: "1", trackingNumber: "111" });
    const refused = await owner.post(`${address}/delivery`, { version: "1", scheduledDeliveryDate: "never" });
    expect(refused.status).toBe(400);
    expect(Object.fromEntries(refused.form(`${address}/delivery`).fields)).toMatchObject({ version: "1" });
    const again = await owner.post(`${address}/delivery`, { version: "1", scheduledDeliveryDate: "2026-12-01" });
    expect(again.status).toBe(409);
  });
});
