// The board narrowed and sorted by its address.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders } from "../../../src/db/schema.ts";
import { dayFromNow } from "../../../src/pages/format.ts";
import { addMaterial } from "../support/catalog.ts";
import { type PanelStudio, panelStudio, staffOf } from "../support/panel.ts";
import { addItem, addOrder, addOrders } from "../support/panel-orders.ts";

async function board({ owner, base }: PanelStudio, query = "") {
  const page = await owner.get(`${base}/orders?${query}`);
  expect(page.status, page.html).toBe(200);
  return page;
}

const numbersOn = async (studio: PanelStudio, query: string) =>
  (await board(studio, query)).ofClass("order-card").map(({ text }) => Number(/№ (\d+)/.exec(text)?.[1]));

const YESTERDAY = dayFromNow(-1);
const TOMORROW = dayFromNow(1);

describe("the board's filters", () => {
  it("show late orders only, and none that is ready", async () => {
    const studio = await panelStudio();
    const late = await addOrder(studio.studio, { dueOn: YESTERDAY });
    await addOrder(studio.studio, { dueOn: TOMORROW });
    await addOrder(studio.studio);
    await addOrder(studio.studio, { dueOn: YESTERDAY, status: "ready" });
    expect(await numbersOn(studio, "late=true")).toEqual([late]);
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
    expect(await numbersOn(studio, "technology=2")).toEqual([ofResin]);
    expect(await numbersOn(studio, "technology=1")).toEqual([ofFilament]);
    expect(await numbersOn(studio, "technology=77")).toHaveLength(3);
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
    expect(await numbersOn(studio, "last=me")).toEqual([noted]);
    expect(await numbersOn(studio, "last=outside")).toEqual([untouched]);
  });

  it("sort by due day: late ones first, those without a day last", async () => {
    const studio = await panelStudio();
    const without = await addOrder(studio.studio);
    const later = await addOrder(studio.studio, { dueOn: TOMORROW });
    const late = await addOrder(studio.studio, { dueOn: YESTERDAY });
    const newest = await addOrder(studio.studio);
    expect(await numbersOn(studio, "sort=due")).toEqual([late, later, without, newest]);
    expect(await numbersOn(studio, "")).toEqual([newest, late, later, without]);
  });

  it("stay in the address after a move and in a longer column", async () => {
    const studio = await panelStudio();
    await addOrders(studio.studio, 61, { dueOn: YESTERDAY });
    await studio.studio.db.update(orders, { dueOn: YESTERDAY }, eq(orders.status, "pending"));
    const page = await board(studio, "late=true&sort=due");
    expect(page.links["Show more"]).toBe(`${studio.base}/orders?late=true&sort=due&cards=120#column-pending`);
    const [id] = await numbersOn(studio, "late=true&sort=due");
    const { value } = page.fields("board")[0] ?? { value: "" };
    const fields = { version: "1", status: "confirmed", back: "board", board: value };
    const answer = await studio.owner.post(`${studio.base}/orders/${id}/move`, fields);
    expect(answer.location).toBe(`${studio.base}/orders?late=true&sort=due`);
  });
});

describe("the items that wait for a printer", () => {
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
