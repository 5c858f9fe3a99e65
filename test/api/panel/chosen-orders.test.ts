// Orders chosen on the board or in the list: confirmed, printed and downloaded together.

import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { ZipArchive } from "../../../slicer-service/src/contract/zip-archive.ts";
import { orderChanges } from "../../../src/db/schema.ts";
import { addMaterial, addQuality } from "../support/catalog.ts";
import { countedReads } from "../support/counted-reads.ts";
import { beforeCallOf } from "../support/faulty-database.ts";
import { boxes, orderOfBox, placed } from "../support/orders.ts";
import { undo } from "../support/page-forms.ts";
import { type PanelStudio, panelStudio, signedIn } from "../support/panel.ts";
import { addItem, addOrder, addOrders, historyOf, stored } from "../support/panel-orders.ts";
import { modelFile } from "../support/requests.ts";

/** The first statement of a batch with conditions. */
const UNMET = 'insert into "unmet_conditions"';

const chosenAddress = ({ base }: PanelStudio, what: string, values: readonly string[]) =>
  `${base}/orders/chosen/${what}?${new URLSearchParams([
    ["back", `${base}/orders?sort=due`],
    ...values.map((value) => ["orders[]", value]),
  ])}`;

async function confirmed(panel: PanelStudio, values: readonly string[]) {
  const fields = { "orders[]": values, back: `${panel.base}/orders?sort=due` };
  const answer = await panel.owner.post(`${panel.base}/orders/chosen/confirm`, fields);
  expect(answer.location, answer.text).toBe(`${panel.base}/orders?sort=due`);
  return panel.owner.follow(answer);
}

describe("choosing orders", () => {
  it("is offered by a box on each card and each row, with the version shown", async () => {
    const panel = await panelStudio();
    const id = await addOrder(panel.studio, { version: 3 });
    for (const query of ["", "?view=list"]) {
      const page = await panel.owner.get(`${panel.base}/orders${query}`);
      expect(page.fields("orders[]").map(({ value }) => value)).toEqual([`${id}:3`]);
      const form = page.forms.find(({ action }) => action?.includes("/chosen/"));
      // The address of a page that is read must not carry the token, so only the confirming button sends it.
      expect(form?.method).toBe("get");
      expect(form?.buttons.filter(({ name }) => name === "formToken").map(({ text }) => text)).toEqual(["Confirm"]);
      expect(form?.fields.map(([name]) => name)).toEqual(["back", "formToken"]);
    }
  });

  it("asks for a choice where there is none, or too many", async () => {
    const panel = await panelStudio();
    expect((await confirmed(panel, [])).notice).toBe("Tick the orders first.");
    const many = Array.from({ length: 51 }, (_, place) => `${place + 1}:1`);
    expect((await confirmed(panel, many)).notice).toBe("At most 50 orders at once.");
    for (const what of ["work-sheets", "files"]) {
      const answer = await panel.owner.get(chosenAddress(panel, what, ["x", "0:1"]));
      expect((await panel.owner.follow(answer)).notice, what).toBe("Tick the orders first.");
    }
  });
});

describe("confirming chosen orders", () => {
  it("confirms all, each with its entry in the history, and takes it back by the undo", async () => {
    const panel = await panelStudio();
    const ids = await addOrders(panel.studio, 3);
    const page = await confirmed(
      panel,
      ids.map((id) => `${id}:1`),
    );
    expect(page.notice).toBe("Confirmed: 3 orders.");
    for (const id of ids) expect(await stored(panel.studio, id)).toMatchObject({ status: "confirmed", version: 2 });
    const back = await undo(panel.owner, page);
    expect(back.notice).toBe("New again: 3 orders.");
    for (const id of ids) {
      expect(await stored(panel.studio, id)).toMatchObject({ status: "pending", version: 3 });
      const statuses = (await historyOf(panel.studio, id)).map(({ status }) => status);
      expect(statuses.slice(-2)).toEqual(["confirmed", "pending"]);
    }
  });

  it("names each order that it leaves alone, and confirms the others", async () => {
    const panel = await panelStudio();
    const good = await addOrder(panel.studio);
    const changed = await addOrder(panel.studio, { version: 2 });
    const ready = await addOrder(panel.studio, { status: "ready" });
    const foreign = await addOrder((await panelStudio()).studio);
    const page = await confirmed(
      panel,
      [good, changed, ready, foreign].map((id) => `${id}:1`),
    );
    expect(page.notice).toContain("Confirmed: 1 order.");
    expect(page.notice).toContain(`Left alone, because it was changed meanwhile: 2.`);
    expect(page.notice).toContain(`Left alone, because its status is another one: 3.`);
    expect(page.notice).toContain(`There is no such order: ${foreign}.`);
    expect(await stored(panel.studio, good)).toMatchObject({ status: "confirmed" });
    expect(await stored(panel.studio, changed)).toMatchObject({ status: "pending" });
  });

  it("is not taken back over a later change", async () => {
    const panel = await panelStudio();
    const id = await addOrder(panel.studio);
    const page = await confirmed(panel, [`${id}:1`]);
    await panel.owner.post(`${panel.base}/orders/${id}/notes`, { note: "Called" });
    await undo(panel.owner, page);
    expect(await stored(panel.studio, id)).toMatchObject({ status: "confirmed" });
  });

  it("goes on with the others if one is noted at that very moment, and names it", async () => {
    const panel = await panelStudio();
    const [noted = 0, other = 0] = await addOrders(panel.studio, 2);
    const DB = beforeCallOf(UNMET, () => panel.owner.post(`${panel.base}/orders/${noted}/notes`, { note: "Called" }));
    const page = await confirmed({ ...panel, owner: await signedIn(panel.ownerPerson, { DB }) }, [
      `${noted}:1`,
      `${other}:1`,
    ]);
    expect(page.notice).toContain("Confirmed: 1 order.");
    expect(page.notice).toContain("Left alone, because it was changed meanwhile: 1.");
    expect(await stored(panel.studio, noted)).toMatchObject({ status: "pending", version: 2 });
    expect(await stored(panel.studio, other)).toMatchObject({ status: "confirmed", version: 2 });
  });

  it("is taken back only if it was the order's last change", async () => {
    const panel = await panelStudio();
    const takenBack = async (id: number, version: number) => {
      const fields = { "orders[]": [`${id}:${version}`], back: `${panel.base}/orders` };
      await panel.owner.post(`${panel.base}/orders/chosen/take-back`, fields);
      return stored(panel.studio, id);
    };
    const change = (id: number, version: number, status: "confirmed" | "printing") =>
      panel.studio.db.insert(orderChanges, {
        ...{ orderId: id, version, status, comment: null, changes: null, personId: null },
        changedAt: Date.now(),
      });
    const before = await addOrder(panel.studio, { status: "confirmed", version: 3 });
    await change(before, 2, "printing");
    await change(before, 3, "confirmed");
    expect(await takenBack(before, 3), "back from printing").toMatchObject({ status: "confirmed", version: 3 });

    const untold = await addOrder(panel.studio, { status: "confirmed", version: 2 });
    expect(await takenBack(untold, 2), "without its row").toMatchObject({ status: "confirmed", version: 2 });

    const just = await addOrder(panel.studio, { version: 2, status: "confirmed" });
    await change(just, 2, "confirmed");
    const placing = and(eq(orderChanges.orderId, just), eq(orderChanges.version, 1));
    await panel.studio.db.update(orderChanges, { status: "pending" }, placing);
    expect(await takenBack(just, 2)).toMatchObject({ status: "pending", version: 3 });
  });
});

describe("the work sheets of chosen orders", () => {
  it("stand on one page, and orders that do not exist are named", async () => {
    const panel = await panelStudio();
    const ids = [await addOrder(panel.studio), await addOrder(panel.studio)];
    for (const id of ids) await addItem(panel.studio, id, { originalFileName: `part-${id}.stl` });
    const values = [...ids, 999_999_999].map((id) => `${id}:1`);
    const page = await panel.owner.get(chosenAddress(panel, "work-sheets", values));
    expect(page.status, page.html).toBe(200);
    expect(page.ofClass("work-sheet")).toHaveLength(2);
    for (const id of ids) expect(page.text).toContain(`part-${id}.stl`);
    expect(page.text).toContain("There is no such order: 999999999.");
  });

  it("show each order's notes, the oldest first, and read few rows of fifty orders of one customer", async () => {
    const panel = await panelStudio();
    const ids = await addOrders(panel.studio, 50);
    const [first = 0, second = 0] = ids;
    for (const note of ["Call first", "Pack softly"]) {
      await panel.owner.post(`${panel.base}/orders/${second}/notes`, { note });
    }
    await panel.owner.post(`${panel.base}/orders/${first}/notes`, { note: "Matte side up" });
    const counted = countedReads();
    const browser = await signedIn(panel.ownerPerson, { DB: counted.database });
    const before = counted.rows;
    const values = ids.map((id) => `${id}:1`);
    const page = await browser.get(chosenAddress(panel, "work-sheets", values));
    expect(page.ofClass("work-sheet")).toHaveLength(50);
    expect(page.text).toMatch(/Matte side up .*Call first .*Pack softly /);
    expect(counted.rows - before).toBeLessThan(50 * 20);
  });
});

describe("the files of chosen orders", () => {
  async function panelWithFiles() {
    const panel = await panelStudio();
    const ids = { materialId: await addMaterial(panel.studio), printingQualityId: await addQuality(panel.studio) };
    const files = [modelFile(boxes.small, "Куб.stl"), modelFile(boxes.flat, "flat.stl")];
    const fields = orderOfBox(ids, { items: JSON.stringify([ids, ids]), "models[]": files });
    return { panel, id: (await placed(panel.studio, fields)).id };
  }

  it("come as one zip, a folder for each order, with a text that names what is absent", async () => {
    const { panel, id } = await panelWithFiles();
    const without = await addOrder(panel.studio);
    await addItem(panel.studio, without, { modelId: null });
    const lost = await addOrder(panel.studio);
    for (const position of [1, 0]) await addItem(panel.studio, lost, { position });
    const values = [id, without, lost, 999_999_999].map((one) => `${one}:1`);
    const answer = await panel.owner.download(chosenAddress(panel, "files", values));
    expect(answer.headers.get("Content-Type")).toBe("application/zip");
    expect(answer.headers.get("Content-Disposition")).toContain("attachment");
    const archive = new ZipArchive(new Uint8Array(await answer.arrayBuffer()), 10_000_000, (name) => name);
    expect(archive.names).toEqual(["1/1 Куб.stl", "1/2 flat.stl", "Not in this archive.txt"]);
    const [small] = [modelFile(boxes.small, "x.stl")];
    expect(archive.read("1/1 Куб.stl")).toEqual(new Uint8Array(await small.arrayBuffer()));
    expect(new TextDecoder().decode(archive.read("Not in this archive.txt")).split("\r\n")).toEqual([
      "There is no such order: 999999999.",
      "Order 2, item 1: ordered without a file.",
      "Order 3, item 1: its file is no longer kept.",
      "Order 3, item 2: its file is no longer kept.",
    ]);
  });

  it("of another studio are not in it", async () => {
    const [{ id }, other] = [await panelWithFiles(), await panelStudio()];
    const answer = await other.owner.download(chosenAddress(other, "files", [`${id}:1`]));
    const archive = new ZipArchive(new Uint8Array(await answer.arrayBuffer()), 10_000_000, (name) => name);
    expect(archive.names).toEqual(["Not in this archive.txt"]);
  });
});
