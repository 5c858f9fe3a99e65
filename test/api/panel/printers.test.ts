// Printers in the panel: listed, added, changed, removed.

import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { orders, printers } from "../../../src/db/schema.ts";
import { panelStudio, posted, staffOf } from "../support/panel.ts";
import { addPrinter, historyOf, printOrder, printShop, putOnPrinter, queuedOf } from "../support/printing.ts";

const FIELDS = {
  requestKey: "5f0b2cc6-8f3e-4a6e-9a53-0c6f6d5b7a11",
  name: "  Prusa by the window ",
  technologyId: "1",
  model: "Prusa MK4S",
  buildVolume: "250x210x220 mm",
  status: "maintenance",
  nextMaintenanceAt: "2028-02-29",
  maintenanceNote: "Oil the rods",
};

describe("the list of printers", () => {
  it("explains the next step if there is none", async () => {
    const { owner, base } = await panelStudio();
    expect((await owner.get(`${base}/printers`)).text).toContain("There is no printer yet.");
  });

  it("shows each with its status, volume, queue and maintenance that is due", async () => {
    const shop = await printShop();
    const row = { name: "Prusa", model: "MK4S", buildVolume: "250x210x220 mm", nextMaintenanceAt: "2020-01-01" };
    const printerId = String(await addPrinter(shop, row));
    const { itemIds } = await printOrder(shop);
    await posted(shop.owner, `${shop.base}/printing/items/${itemIds[0]}/assign`, { printerId });
    const page = await shop.owner.get(`${shop.base}/printers`);
    expect(page.row("Prusa").text).toBe("Prusa MK4S Works FDM 250x210x220 mm 1 part Jan 1, 2020 due");
  });
});

describe("the next maintenance", () => {
  it.each([
    ["2026-03-09T21:59:59Z", false],
    ["2026-03-09T22:00:00Z", true],
  ] as const)("is due from the beginning of its day in Kyiv: at %s, %s", async (now, isDue) => {
    const shop = await panelStudio();
    await addPrinter(shop, { nextMaintenanceAt: "2026-03-10" });
    // The session was begun by the real clock, which is ahead: it has not ended.
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.parse(now));
    const page = await shop.owner.get(`${shop.base}/printers`);
    clock.mockRestore();
    expect(page.row("Ender 3").cells.at(-1)).toBe(isDue ? "Mar 10, 2026 due" : "Mar 10, 2026");
  });
});

describe("adding a printer", () => {
  it("keeps every field, and the API shows it at once", async () => {
    const { owner, base, studio } = await panelStudio();
    const page = await posted(owner, `${base}/printers/new`, FIELDS);
    expect(page.notice).toBe("Prusa by the window was added.");
    const [printer] = await studio.data<Record<string, unknown>[]>("/printers");
    expect(printer).toMatchObject({
      name: "Prusa by the window",
      technology: { slug: "fdm" },
      model: "Prusa MK4S",
      buildVolume: "250x210x220 mm",
      status: "maintenance",
      nextMaintenanceAt: "2028-02-29",
      maintenanceNote: "Oil the rods",
    });
  });

  it("needs a name, a technology and a status only", async () => {
    const { owner, base, studio } = await panelStudio();
    await posted(owner, `${base}/printers/new`, { name: "A", technologyId: "5", status: "active", model: "" });
    expect(await studio.db.select(printers)).toMatchObject([
      { name: "A", technologyId: 5, status: "active", model: null, buildVolume: null, nextMaintenanceAt: null },
    ]);
  });

  it("happens once, however often the form is sent", async () => {
    const { owner, base, studio } = await panelStudio();
    for (const _ of [1, 2]) await posted(owner, `${base}/printers/new`, FIELDS);
    expect(await studio.db.select(printers)).toHaveLength(1);
  });

  it("shows each fault beside its field, keeps the typed values, and adds nothing", async () => {
    const { owner, base, studio } = await panelStudio();
    const answer = await owner.post(`${base}/printers/new`, {
      name: " ",
      technologyId: "9",
      status: "broken",
      model: "<b>Mk4</b>",
      buildVolume: "220 by 220",
      nextMaintenanceAt: "2027-02-29",
    });
    expect(answer.status).toBe(400);
    for (const [field, fault] of [
      ["name", "Fill in this field."],
      ["technologyId", "Choose one of the list."],
      ["status", "Choose one of the list."],
      ["buildVolume", "Enter three lengths joined by x, such as 220x220x250 mm."],
      ["nextMaintenanceAt", "Enter a date that exists."],
    ] as const) {
      expect(answer.faults[field]).toBe(fault);
    }
    expect(answer.field("buildVolume").value).toBe("220 by 220");
    expect(answer.field("model").value).toBe("<b>Mk4</b>");
    expect(await studio.db.select(printers)).toEqual([]);
  });

  it("is everyday work: staff may", async () => {
    const shop = await panelStudio();
    const staff = await staffOf(shop);
    expect((await posted(staff, `${shop.base}/printers/new`, FIELDS)).text).toContain("was added.");
  });
});

describe("changing a printer", () => {
  it("shows the stored values, saves the typed ones, and clears an emptied field", async () => {
    const { owner, base, studio } = await panelStudio();
    await posted(owner, `${base}/printers/new`, FIELDS);
    const [printer] = await studio.db.select(printers);
    const shown = await owner.get(`${base}/printers/${printer?.id}`);
    const { requestKey: _, ...typed } = FIELDS;
    for (const [field, value] of Object.entries(typed)) expect(shown.field(field).value).toBe(value.trim());
    const page = await posted(owner, `${base}/printers/${printer?.id}`, {
      name: "Renamed",
      technologyId: "2",
      status: "active",
      buildVolume: "14.5x14.5x18.5 cm",
      model: "",
      maintenanceNote: "",
      nextMaintenanceAt: "",
    });
    expect(page.notice).toBe("Renamed was saved.");
    expect(await studio.db.select(printers)).toMatchObject([
      {
        name: "Renamed",
        technologyId: 2,
        status: "active",
        buildVolume: "14.5x14.5x18.5 cm",
        model: null,
        maintenanceNote: null,
        nextMaintenanceAt: null,
      },
    ]);
  });

  it("refuses another technology while parts of the old one are on it", async () => {
    const shop = await printShop();
    const printerId = await addPrinter(shop);
    const { itemIds } = await printOrder(shop);
    await posted(shop.owner, `${shop.base}/printing/items/${itemIds[0]}/assign`, { printerId: String(printerId) });
    const changed = { name: "Ender 3", technologyId: "2", status: "active" };
    const answer = await shop.owner.post(`${shop.base}/printers/${printerId}`, changed);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Take the parts off this printer first");
  });

  it("warns if a printer with parts on it is switched off", async () => {
    const shop = await printShop();
    const printerId = await addPrinter(shop);
    const { itemIds } = await printOrder(shop);
    await posted(shop.owner, `${shop.base}/printing/items/${itemIds[0]}/assign`, { printerId: String(printerId) });
    const off = { name: "Ender 3", technologyId: "1", status: "offline" };
    const page = await posted(shop.owner, `${shop.base}/printers/${printerId}`, off);
    expect(page.text).toContain("Ender 3 was saved. It has parts on it that it no longer takes: part.stl. Printing");
    expect(await queuedOf(shop, itemIds[0] ?? 0)).toEqual([{ printerId, copies: 1 }]);
  });

  it("has a way back to the list", async () => {
    const shop = await panelStudio();
    const printerId = await addPrinter(shop);
    for (const page of ["new", printerId]) {
      const { links } = await shop.owner.get(`${shop.base}/printers/${page}`);
      expect(links["To the printers"]).toBe(`${shop.base}/printers`);
    }
  });

  it("answers 404 for another studio's printer, and for a malformed id", async () => {
    const [shop, other] = [await panelStudio(), await panelStudio()];
    const foreign = await addPrinter(other);
    for (const id of [foreign, "0", "x", "999999"]) {
      for (const page of ["", "/remove"]) {
        expect((await shop.owner.get(`${shop.base}/printers/${id}${page}`)).status).toBe(404);
        expect((await shop.owner.post(`${shop.base}/printers/${id}${page}`, FIELDS)).status).toBe(404);
      }
    }
    expect(await other.studio.db.select(printers)).toMatchObject([{ name: "Ender 3" }]);
  });
});

describe("removing a printer", () => {
  it("asks first, then takes its parts off and writes that into the orders' histories", async () => {
    const shop = await printShop();
    const printerId = await addPrinter(shop, { name: "Old one" });
    const { id, itemIds } = await printOrder(shop, { items: 2 });
    for (const itemId of itemIds) {
      await posted(shop.owner, `${shop.base}/printing/items/${itemId}/assign`, { printerId: String(printerId) });
    }
    const path = `${shop.base}/printers/${printerId}/remove`;
    expect((await shop.owner.get(path)).text).toContain("It has 2 parts on it.");
    expect((await posted(shop.owner, path)).text).toContain("Old one was removed.");
    expect(await shop.studio.db.select(printers)).toEqual([]);
    expect(await queuedOf(shop, itemIds[0] ?? 0)).toEqual([]);
    const [last] = (await historyOf(shop, id)).slice(-1);
    expect(last).toEqual({
      version: 4,
      status: "printing",
      events: itemIds.map((itemId) => ({ event: "taken_off", printer: "Old one", itemId })),
      personId: shop.ownerPerson.id,
    });
    const [order] = await shop.studio.db.select(orders, eq(orders.id, id));
    expect(order?.version).toBe(4);
  });

  it("stands in the histories once, however often it is asked for at the same moment", async () => {
    const shop = await printShop();
    const printerId = await addPrinter(shop);
    const { id, itemIds } = await printOrder(shop);
    await posted(shop.owner, `${shop.base}/printing/items/${itemIds[0]}/assign`, { printerId: String(printerId) });
    const remove = () => shop.owner.post(`${shop.base}/printers/${printerId}/remove`);
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
    expect((await historyOf(shop, id)).map(({ events: [event] }) => event?.event)).toEqual(["assigned", "taken_off"]);
  });

  it("takes its items off in every status of their orders", async () => {
    const shop = await printShop();
    const printerId = await addPrinter(shop);
    const { id, itemIds } = await printOrder(shop, { status: "ready", items: 2 });
    await putOnPrinter(shop, itemIds[0] ?? 0, printerId);
    await posted(shop.owner, `${shop.base}/printers/${printerId}/remove`);
    expect(await shop.studio.db.select(printers)).toEqual([]);
    const [change] = await historyOf(shop, id);
    expect(change?.events).toEqual([{ event: "taken_off", printer: "Ender 3", itemId: itemIds[0] }]);
  });

  it("leaves no part without its history, even if others assign parts at the same moment", async () => {
    const shop = await printShop();
    const printerId = await addPrinter(shop);
    const { id, itemIds } = await printOrder(shop, { items: 6, status: "printing" });
    const answers = await Promise.all([
      ...itemIds.map((itemId) =>
        shop.owner.post(`${shop.base}/printing/items/${itemId}/assign`, { printerId: String(printerId) }),
      ),
      shop.owner.post(`${shop.base}/printers/${printerId}/remove`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const isRemoved = (await shop.studio.db.select(printers)).length === 0;
    const events = (await historyOf(shop, id)).flatMap((change) => change.events);
    for (const itemId of itemIds) {
      const told = events.filter((event) => event.itemId === itemId).map(({ event }) => event);
      const now = await queuedOf(shop, itemId);
      expect(told.at(-1) === "assigned", `${itemId}: ${told}`).toBe(now.length > 0);
      expect(told.filter((event) => event === "taken_off").length).toBeLessThanOrEqual(1);
      if (isRemoved) expect(now).toEqual([]);
    }
  });
});
