// The page of test orders: all that a test key has placed in a week, and nothing to change.

import { describe, expect, it } from "vitest";
import { testOrders } from "../../../src/db/schema.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import { addMember, createPerson, type Page, panelOf, panelStudio, signedIn, staffOf } from "../support/panel.ts";
import { printingSandbox } from "../support/sandbox.ts";
import { turnedClock } from "../support/turned-clock.ts";

const MINUTE = 60_000;
const clock = turnedClock();

/** The texts of the table's rows, without its head. */
function rowsOf({ cells }: Page): string[][] {
  const columns = 6;
  const rows = Array.from({ length: cells.length / columns }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
  return rows.slice(1);
}

describe("the page of test orders", () => {
  it("shows each with its number, time, status, sum, items and key, newest first, to owner and staff", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const panel = await panelOf(studio);
    const first = await placed(sandbox, orderOfBox(choice));
    await placed(studio, orderOfBox(choice));
    clock.turn(5 * MINUTE + 1_000);
    const second = await placed(sandbox, orderOfBox(choice));
    for (const browser of [panel.owner, await staffOf(panel)]) {
      const page = await browser.get(`${panel.base}/test-orders`);
      expect(page.status, page.html).toBe(200);
      const rows = rowsOf(page).map((row) => row.join(" | "));
      expect(rows).toHaveLength(2);
      expect(rows[0]).toContain(String(second.id));
      expect(rows[0]).toContain("New");
      expect(rows[1]).toMatch(new RegExp(`^${first.id} .*Shipped.*${first.totalPrice.amount}.*1.*sandbox$`));
      expect(page.text).toContain("deleted after a week");
      expect(page.forms.filter(({ action = "" }) => action.includes("test-orders"))).toEqual([]);
    }
  });

  it("is in Ukrainian for a person who reads it so", async () => {
    const panel = await panelStudio();
    const reader = await createPerson({ language: "uk" });
    await addMember(panel.studio, reader, "owner");
    const page = await (await signedIn(reader)).get(`${panel.base}/test-orders`);
    expect(page.text).toContain("Тестових замовлень немає");
    expect(page.text).toContain("через тиждень видаляється");
  });

  it("shows none of another studio's, and none that is a week old", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    await placed(sandbox, orderOfBox(choice));
    const other = await panelStudio();
    expect(rowsOf(await other.owner.get(`${other.base}/test-orders`))).toEqual([]);
    const { ownerPerson, base } = await panelOf(studio);
    clock.turn(7 * 24 * 60 * MINUTE + MINUTE);
    const page = await (await signedIn(ownerPerson)).get(`${base}/test-orders`);
    expect(rowsOf(page)).toEqual([]);
    expect(page.text).toContain("There is no test order");
    expect(await sandbox.db.select(testOrders)).toHaveLength(1);
  });

  it("goes on with the older ones page by page", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const { id } = await placed(sandbox, orderOfBox(choice));
    const [row] = await sandbox.db.select(testOrders);
    if (row === undefined) throw new Error("the order was not written");
    const { apiKeyId, content, createdAt } = row;
    for (let copy = 0; copy < 50; copy++) {
      await sandbox.db.insert(testOrders, { requestKey: `copy ${copy}`, apiKeyId, content, createdAt });
    }
    const { owner, base } = await panelOf(studio);
    const newest = await owner.get(`${base}/test-orders`);
    expect(rowsOf(newest)).toHaveLength(50);
    expect(newest.text).not.toContain(String(id));
    const older = await owner.get(String(newest.related("next")));
    expect(rowsOf(older).map(([number]) => number)).toEqual([String(id)]);
    expect((await owner.get(`${base}/test-orders?after=${id}`)).text).toContain("There are no more.");
  });
});
