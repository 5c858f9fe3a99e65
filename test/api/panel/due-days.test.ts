// Due days: shown everywhere, changed with a reason, and marked once they have passed.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders } from "../../../src/db/schema.ts";
import { undo } from "../support/page-forms.ts";
import { posted, signedIn } from "../support/panel.ts";
import { historyOf, panelWithItems, panelWithOrder, stored } from "../support/panel-orders.ts";
import { ordered, quoted, visitedStudio } from "../support/storefront.ts";

describe("the due day", () => {
  it("of an order from the order page is the day that the customer saw, and stands on the customer's page", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const quote = await quoted(visitor, [choice]);
    const { orderId, address } = await ordered(visitor, quote);
    expect(await stored(studio, orderId)).toMatchObject({ dueOn: quote.readyOn });
    const page = await visitor.fetch(`${address.replace(`/${studio.slug}`, "")}?lang=en`);
    expect(await page.text()).toContain("To be ready by");
  });

  it("stands on order, board, queue and work sheet, and is late once it has passed", async () => {
    const { studio, owner, id, address, base } = await panelWithItems({ status: "printing" });
    for (const [dueOn, isLate] of [
      ["2099-01-02", false],
      ["2020-01-02", true],
    ] as const) {
      await studio.db.update(orders, { dueOn }, eq(orders.id, id));
      for (const page of [address, `${base}/orders`, `${base}/printing`, `${address}/work-sheet`]) {
        const { text } = await owner.get(page);
        expect(text, page).toMatch(isLate ? /ready by Jan 2, 2020 ?Late/ : /ready by Jan 2, 2099/);
        expect(text.includes("Late"), page).toBe(isLate);
      }
    }
  });

  it.each(["ready", "shipped", "completed", "cancelled"] as const)(
    "is not late in an order that is %s",
    async (status) => {
      const { studio, owner, id, address } = await panelWithOrder({ status });
      await studio.db.update(orders, { dueOn: "2026-01-02" }, eq(orders.id, id));
      expect((await owner.get(address)).text).not.toContain("Late");
    },
  );

  it("is changed with a reason, which stands in the history, and the notice undoes it", async () => {
    const { studio, owner, id, address } = await panelWithOrder({ status: "confirmed" });
    await studio.db.update(orders, { dueOn: "2099-01-02" }, eq(orders.id, id));
    const change = { version: "1", dueOn: "2099-01-09" };
    const refused = await owner.post(`${address}/due-day`, change);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Say why the day changes")]);
    expect(refused.values).toContain("2099-01-09");

    const page = await posted(owner, `${address}/due-day`, { ...change, dueReason: "The white ran out" });
    expect(page.text).toContain("Ready by: Jan 2, 2099 → Jan 9, 2099");
    const [, entry] = await historyOf(studio, id);
    expect(entry).toMatchObject({ comment: "The white ran out", changes: { dueOn: ["2099-01-02", "2099-01-09"] } });
    await undo(owner, page);
    expect(await stored(studio, id)).toMatchObject({ dueOn: "2099-01-02" });
  });

  it("is set without a reason where there was none", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await posted(owner, `${address}/due-day`, { version: "1", dueOn: "2099-01-09" });
    expect(await stored(studio, id)).toMatchObject({ dueOn: "2099-01-09", version: 2 });
  });

  it.each(["2026-02-30", "tomorrow", "9999999"])("refuses %s, with the field marked", async (dueOn) => {
    const { studio, owner, id, address } = await panelWithOrder();
    const answer = await owner.post(`${address}/due-day`, { version: "1", dueOn });
    expect([answer.status, answer.values]).toEqual([400, expect.arrayContaining([dueOn])]);
    expect(await stored(studio, id)).toMatchObject({ dueOn: null, version: 1 });
  });

  it("keeps the other person's change: the second gets the page as it is now, with what was typed", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await posted(owner, `${address}/due-day`, { version: "1", dueOn: "2099-01-09" });
    const second = await owner.post(`${address}/due-day`, { version: "1", dueOn: "2099-02-02" });
    expect([second.status, second.text]).toEqual([409, expect.stringContaining("Jan 9, 2099")]);
    expect(second.values).toContain("2099-02-02");
    expect(await stored(studio, id)).toMatchObject({ dueOn: "2099-01-09" });
  });

  it("of another studio's order is not found", async () => {
    const [own, other] = [await panelWithOrder(), await panelWithOrder()];
    const stranger = await signedIn(own.ownerPerson);
    const path = other.address.replace(/studios\/[^/]+/, `studios/${own.studio.slug}`);
    for (const address of [other.address, path]) {
      expect((await stranger.post(`${address}/due-day`, { version: "1", dueOn: "2099-01-09" })).status).toBe(404);
    }
  });
});
