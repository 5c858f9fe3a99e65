// The board and the waiting items, narrowed and sorted by their addresses.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { PageView } from "../../../harness/pages/page-view.ts";
import { endedPrints, orderItems, orders } from "../../../src/db/schema.ts";
import { dayFromNow } from "../../../src/platform/calendar.ts";
import { addMaterial } from "../support/catalog.ts";
import { type PanelStudio, panelStudio, staffOf } from "../support/panel.ts";
import { addItem, addOrder, addOrders } from "../support/panel-orders.ts";
import { addPrinter } from "../support/printing.ts";

async function board({ owner, base }: PanelStudio, query = "") {
  const page = await owner.get(`${base}/orders?${query}`);
  expect(page.status, page.html).toBe(200);
  return page;
}

const ordersOn = async (studio: PanelStudio, query: string) =>
  (await board(studio, query))
    .ofClass("order-card")
    .map(({ addresses: [address] }) => Number(address?.split("/").at(-1)));

const YESTERDAY = dayFromNow(-1);
const TOMORROW = dayFromNow(1);

describe("the board's filters", () => {
  it("show late orders only, and none that is ready", async () => {
    const studio = await panelStudio();
    const late = await addOrder(studio.studio, { dueOn: YESTERDAY });
    await addOrder(studio.studio, { dueOn: TOMORROW });
    await addOrder(studio.studio);
    await addOrder(studio.studio, { dueOn: YESTERDAY, status: "ready" });
    expect(await ordersOn(studio, "late=true")).toEqual([late]);
    const page = await board(studio, "late=true");
    expect(page.field("late").isChecked).toBe(true);
    expect(page.headings.filter((heading) => /\d$/.test(heading)).slice(0, 2)).toEqual(["New 1", "Confirmed 0"]);
  });

  it("show orders with an item of a technology", async () => {
    const studio = await panelStudio();
    const resin = await addMaterial(studio.studio, { name: "Resin", technologyId: 2 });
    const filament = await addMaterial(studio.studio, { name: "PLA" });
    const ofResin = await addOrder(studio.studio);
    await addItem(studio.studio, ofResin, { materialId: resin });
    const ofFilament = await addOrder(studio.studio);
    await addItem(studio.studio, ofFilament, { materialId: filament });
    await addOrder(studio.studio);
    expect(await ordersOn(studio, "technology=2")).toEqual([ofResin]);
    expect(await ordersOn(studio, "technology=1")).toEqual([ofFilament]);
    expect(await ordersOn(studio, "technology=77")).toHaveLength(3);
  });

  it("show orders that I changed or noted last, and those of which a customer or a site had the last word", async () => {
    const studio = await panelStudio();
    const staff = await staffOf(studio);
    const untouched = await addOrder(studio.studio);
    const noted = await addOrder(studio.studio);
    const ofStaff = await addOrder(studio.studio);
    await studio.owner.post(`${studio.base}/orders/${noted}/notes`, { note: "Mine" });
    await studio.owner.post(`${studio.base}/orders/${ofStaff}/notes`, { note: "First" });
    await staff.post(`${studio.base}/orders/${ofStaff}/notes`, { note: "Theirs" });
    expect(await ordersOn(studio, "last=me")).toEqual([noted]);
    expect(await ordersOn(studio, "last=outside")).toEqual([untouched]);
  });

  it("sort by due day: late ones first, those without a day last", async () => {
    const studio = await panelStudio();
    const without = await addOrder(studio.studio);
    const later = await addOrder(studio.studio, { dueOn: TOMORROW });
    const late = await addOrder(studio.studio, { dueOn: YESTERDAY });
    const newest = await addOrder(studio.studio);
    expect(await ordersOn(studio, "sort=due")).toEqual([late, later, without, newest]);
    expect(await ordersOn(studio, "")).toEqual([newest, late, later, without]);
  });

  it("stay in the address after a move and in a longer column", async () => {
    const studio = await panelStudio();
    await addOrders(studio.studio, 61, { dueOn: YESTERDAY });
    await studio.studio.db.update(orders, { dueOn: YESTERDAY }, eq(orders.status, "pending"));
    const page = await board(studio, "late=true&sort=due");
    expect(page.links["Show more"]).toBe(`${studio.base}/orders?late=true&sort=due&cards=120#column-pending`);
    const [id] = await ordersOn(studio, "late=true&sort=due");
    const { value } = page.fields("board")[0] ?? { value: "" };
    const fields = { version: "1", status: "confirmed", back: "board", board: value };
    const answer = await studio.owner.post(`${studio.base}/orders/${id}/move`, fields);
    expect(answer.location).toBe(`${studio.base}/orders?late=true&sort=due`);
  });
});

describe("the board's columns", () => {
  it("count to ninety-nine, and say that there are more", async () => {
    const studio = await panelStudio();
    await addOrders(studio.studio, 99);
    const headings = async () => (await board(studio)).headings.filter((heading) => /\d/.test(heading));
    const others = ["Confirmed 0", "Printing 0", "Post-processing 0", "Ready 0", "Shipped 0"];
    expect(await headings()).toEqual(["New 99", ...others]);
    await addOrder(studio.studio);
    expect(await headings()).toEqual(["New 99+", ...others]);
  });

  it("offer no more than the sixty orders that they show, if there are no others", async () => {
    const studio = await panelStudio();
    const ids = await addOrders(studio.studio, 60);
    const page = await board(studio);
    expect(await ordersOn(studio, "")).toEqual(ids.toReversed());
    expect(page.links["Show more"]).toBeUndefined();
  });

  it("of late orders have no one in a status in which no day is missed any more, and no count", async () => {
    const studio = await panelStudio();
    for (const status of ["printing", "ready", "shipped", "completed"] as const) {
      await addOrder(studio.studio, { status, dueOn: YESTERDAY });
    }
    const page = await board(studio, "late=true");
    expect(page.headings.filter((heading) => /\d/.test(heading))).toEqual([
      "New 0",
      "Confirmed 0",
      "Printing 1",
      "Post-processing 0",
      "Ready 0",
      "Shipped 0",
    ]);
    expect(page.text).toMatch(/Completed 1 Cancelled 0/);
  });
});

describe("the board's column for a phone", () => {
  const chosen = (page: PageView) => page.ofClass("chosen").map((column) => column.attribute("id"));

  it("is named by the address, beside tabs that count each status and keep the filter", async () => {
    const studio = await panelStudio();
    const late = await addOrder(studio.studio, { status: "confirmed", dueOn: YESTERDAY });
    await addOrder(studio.studio, { status: "confirmed" });
    expect(chosen(await board(studio))).toEqual(["column-pending"]);
    expect(chosen(await board(studio, "status=completed"))).toEqual(["column-pending"]);

    const page = await board(studio, "late=true&status=confirmed");
    expect(chosen(page)).toEqual(["column-confirmed"]);
    const [tabs] = page.ofClass("status-tabs");
    const address = `${studio.base}/orders?late=true`;
    expect(tabs?.links).toMatchObject({ "New 0": address, "Confirmed 1": `${address}&status=confirmed` });
    expect(page.field("status").value).toBe("confirmed");

    const { value } = page.fields("board")[0] ?? { value: "" };
    const fields = { version: "1", status: "printing", back: "board", board: value };
    const moved = await studio.owner.post(`${studio.base}/orders/${late}/move`, fields);
    expect(moved.location).toBe(`${address}&status=confirmed`);
  });
});

describe("a card of the board", () => {
  it("says the materials, the printing that is left, and that there is a comment", async () => {
    const studio = await panelStudio();
    const pla = await addMaterial(studio.studio, { name: "PLA", colorHex: "#112233" });
    const petg = await addMaterial(studio.studio, { name: "PETG", colorHex: "#445566" });
    const order = await addOrder(studio.studio, { status: "confirmed" });
    const parts = [
      { materialId: pla, materialColor: "black", quantity: 4, printMinutes: 120 },
      { materialId: pla, materialColor: "black", printMinutes: 30 },
      { materialId: petg, materialColor: null, printMinutes: 30 },
    ];
    const ids: number[] = [];
    for (const [position, part] of parts.entries()) {
      ids.push(await addItem(studio.studio, order, { position, ...part }));
    }
    const card = async () => (await board(studio)).row("№ 1");
    expect((await card()).ofClass("comment-mark")).toHaveLength(0);
    await studio.studio.db.insert(endedPrints, {
      orderItemId: ids[0] ?? 0,
      copies: 3,
      outcome: "printed",
      endedAt: Date.now(),
    });
    await studio.owner.post(`${studio.base}/orders/${order}/notes`, { note: "Matt" });
    const view = await card();
    expect(view.text).toContain("To print: 1 h 30 min");
    expect(view.ofClass("swatches").map((swatches) => swatches.attribute("title"))).toEqual(["PLA, black; PETG"]);
    expect(view.ofClass("swatch")).toHaveLength(2);
    expect(view.ofClass("comment-mark").map(({ text }) => text)).toEqual(["Has comments"]);
  });

  it("in printing says its good copies, the minutes of the others, and shows the first model of several items", async () => {
    const studio = await panelStudio();
    const order = await addOrder(studio.studio, { status: "printing" });
    await addItem(studio.studio, order, { position: 0, modelId: null, originalFileName: null, printMinutes: 0 });
    const second = await addItem(studio.studio, order, {
      ...{ position: 1, originalFileName: "second.stl", quantity: 5, printMinutes: 100 },
    });
    await addItem(studio.studio, order, { position: 2, originalFileName: "third.stl", quantity: 2, printMinutes: 30 });
    const good = { orderItemId: second, copies: 2, outcome: "printed", endedAt: 1 } as const;
    await studio.studio.db.insert(endedPrints, good);
    const [item] = await studio.studio.db.select(orderItems, eq(orderItems.id, second));
    const card = (await board(studio)).row("№ 1");
    expect(card.text).toContain("2 of 8 printed");
    // Three fifths of a hundred minutes, and thirty.
    expect(card.text).toContain("To print: 1 h 30 min");
    expect(card.ofClass("swatches"), "no item has a material").toEqual([]);
    expect(card.ofClass("comment-mark")).toEqual([]);
    expect(
      card.ofClass("model-picture").map((picture) => [picture.attribute("src"), picture.attribute("alt")]),
    ).toEqual([[`${studio.base}/models/${item?.modelId}/thumbnail`, "second.stl"]]);
  });

  it("shows no picture if no item has a file", async () => {
    const studio = await panelStudio();
    await addItem(studio.studio, await addOrder(studio.studio), { modelId: null, originalFileName: null });
    expect((await board(studio)).row("№ 1").ofClass("model-picture")).toEqual([]);
  });

  it("says no hours once printing is over", async () => {
    const studio = await panelStudio();
    const order = await addOrder(studio.studio, { status: "ready" });
    await addItem(studio.studio, order);
    expect((await board(studio)).row("№ 1").text).not.toContain("To print");
  });
});

describe("the items that wait for a printer", () => {
  it("are narrowed and sorted by due day, and stay so after a form", async () => {
    const { owner, base, studio } = await panelStudio();
    const ids = new Map<string, number>();
    for (const [name, dueOn] of [
      ["week.stl", dayFromNow(7)],
      ["later.stl", dayFromNow(8)],
      ["today.stl", dayFromNow(0)],
      ["late.stl", YESTERDAY],
      ["without.stl", null],
    ] as const) {
      // A material each: by material, the oldest would come first.
      const materialId = await addMaterial(studio, { name });
      const order = await addOrder(studio, { status: "confirmed", dueOn });
      ids.set(name, await addItem(studio, order, { materialId, originalFileName: name }));
    }
    const shown = async (query: string) => {
      const { text } = await owner.get(`${base}/printing?${query}`);
      const places = [...ids.keys()].map((name) => ({ name, place: text.indexOf(`${name} ×`) }));
      return places
        .filter(({ place }) => place > 0)
        .toSorted((a, b) => a.place - b.place)
        .map(({ name }) => name);
    };
    expect(await shown("due=late")).toEqual(["late.stl"]);
    expect(await shown("due=today")).toEqual(["today.stl", "late.stl"]);
    expect(await shown("due=week&sort=due")).toEqual(["late.stl", "today.stl", "week.stl"]);
    expect(await shown("sort=due")).toEqual(["late.stl", "today.stl", "week.stl", "later.stl", "without.stl"]);
    expect(await shown("due=never&sort=colour")).toHaveLength(5);

    const printerId = String(await addPrinter({ studio }));
    const page = await owner.get(`${base}/printing?due=late&sort=due`);
    const assign = `${base}/printing/items/${ids.get("late.stl")}/assign?due=late&sort=due`;
    expect(page.form(assign).method).toBe("post");
    const assigned = await owner.post(assign, { printerId });
    expect(assigned.location).toBe(`${base}/printing?due=late&sort=due`);
    const after = await owner.get(assigned.location ?? "");
    expect(after.text).toContain("No waiting part is due by then.");
    expect(after.undo?.action).toMatch(/take-off\?due=late&sort=due$/);
  });

  it("stand by due day: late ones first and marked, those without a day last", async () => {
    const { owner, base, studio } = await panelStudio();
    const materialId = await addMaterial(studio);
    for (const [name, dueOn] of [
      ["without.stl", null],
      ["later.stl", TOMORROW],
      ["late.stl", YESTERDAY],
    ] as const) {
      const order = await addOrder(studio, { status: "confirmed", dueOn });
      await addItem(studio, order, { materialId, originalFileName: name });
    }
    const page = await owner.get(`${base}/printing`);
    const places = ["late.stl", "later.stl", "without.stl"].map((name) => page.text.indexOf(name));
    expect(places, page.text).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(page.row("late.stl").ofClass("bad")).toHaveLength(1);
    expect(page.row("later.stl").ofClass("bad")).toHaveLength(0);
  });
});
