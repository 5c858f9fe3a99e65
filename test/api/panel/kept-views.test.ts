// A person's own columns and filters of the board and of the list.

import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { studioMembers } from "../../../src/db/schema.ts";
import { dayFromNow } from "../../../src/platform/calendar.ts";

import { undo } from "../support/page-forms.ts";
import { type Browser, type PanelStudio, panelStudio, staffOf } from "../support/panel.ts";
import { addOrder, delivered } from "../support/panel-orders.ts";
import { database } from "../support/studio.ts";

describe("a kept view", () => {
  let panel: PanelStudio;
  let staff: Browser;
  beforeAll(async () => {
    panel = await panelStudio();
    staff = await staffOf(panel);
    const delivery = delivered({ trackingNumber: "20450" });
    await addOrder(panel.studio, { dueOn: dayFromNow(-1), source: "shop", delivery });
    await addOrder(panel.studio, { status: "confirmed" });
  });

  const get = async (path: string, browser = panel.owner) => {
    const page = await browser.get(`${panel.base}/orders${path}`);
    expect(page.status, page.html).toBe(200);
    return page;
  };
  /** Sends the form of the page at this path, with other columns. */
  const keep = async (path: string, columns: readonly string[], browser = panel.owner) => {
    const form = (await get(path, browser)).forms.find(({ action }) => action?.includes("/kept-views/"));
    const fields = Object.fromEntries((form?.fields ?? []).filter(([name]) => name !== "columns[]"));
    return browser.follow(await browser.post(form?.action ?? "", { ...fields, "columns[]": columns }));
  };
  const reset = (page: string) => panel.owner.post(`${panel.base}/kept-views/${page}/reset`);

  it("of the board opens it with the person's filters and statuses, and with all on request", async () => {
    const kept = await keep("?late=true&sort=due", ["pending", "ready"]);
    expect(kept.notice).toBe("Done: the page now opens for you like this.");
    const page = await get("");
    expect(page.field("late").isChecked).toBe(true);
    expect(page.headings.filter((heading) => /\d$/.test(heading))).toEqual(["New 1", "Ready 0"]);
    // Other statuses stay one tap away, with their counts.
    expect(page.addresses).toContain(`${panel.base}/orders?view=list&status=confirmed`);
    expect(page.text).toContain("Your own filters apply.");
    const whole = await panel.owner.get(page.links["Show all"] ?? "");
    expect(whole.field("late").isChecked).toBe(false);
    expect(whole.text).not.toContain("Your own filters apply.");
    await reset("board");
  });

  it("of the list opens it with the person's columns and status, but without a search", async () => {
    const usual = await get("?view=list");
    expect(usual.cells).not.toContain("20450");
    await keep("?view=list&status=pending&search=леся", ["tracking", "due", "total"]);
    const page = await get("?view=list");
    expect(page.field("status").value).toBe("pending");
    expect(page.field("search").value).toBe("");
    // Titles and one order.
    expect(page.cells).toHaveLength(2 * 4);
    expect(page.cells).toContain("20450");
    const whole = await panel.owner.get(page.links["Show all"] ?? "");
    expect(whole.cells).toHaveLength(3 * 4);
    await reset("list");
  });

  it("is the person's alone", async () => {
    await keep("?late=true", ["ready"]);
    expect((await get("", staff)).field("late").isChecked).toBe(false);
    await reset("board");
    expect((await get("")).field("late").isChecked).toBe(false);
  });

  it("is taken back by the undo of a change and of a reset", async () => {
    const first = await keep("?late=true", ["pending"]);
    expect((await keep("?sort=due", ["ready"])).notice).toContain("Done");
    const again = await panel.owner.follow(await reset("board"));
    expect(again.field("sort").value).toBe("newest");
    await undo(panel.owner, again);
    expect((await get("")).field("sort").value).toBe("due");
    await undo(panel.owner, first);
    expect((await get("")).field("late").isChecked).toBe(false);
  });

  it("leaves out a filter that the page does not offer", async () => {
    const [query, back] = ["status=lost&source=shop&from=2026-01-01", `${panel.base}/orders`];
    await panel.owner.post(`${panel.base}/kept-views/list`, { query, back, "columns[]": ["date"] });
    const page = await get("?view=list");
    expect(page.field("source").value).toBe("shop");
    expect([page.field("status").value, page.field("from").value]).toEqual(["", ""]);
    await reset("list");
  });

  it("needs a column", async () => {
    expect((await keep("", [])).notice).toBe("Nothing was changed: choose at least one column.");
    expect((await keep("", ["toString"])).notice).toContain("Nothing was changed");
    expect((await panel.owner.post(`${panel.base}/kept-views/else`)).status).toBe(404);
  });

  it.each(["{", "[]", '{"query":1,"columns":["pending"]}', '{"query":"","columns":["nothing"]}'])(
    "that is malformed, as %s, falls back to the usual one",
    async (stored) => {
      const ofOwner = and(
        eq(studioMembers.studioId, panel.studio.id),
        eq(studioMembers.personId, panel.ownerPerson.id),
      );
      await database.update(studioMembers).set({ boardView: stored, orderListView: stored }).where(ofOwner);
      const page = await get("");
      expect(page.headings.filter((heading) => /\d$/.test(heading))).toHaveLength(6);
      expect((await get("?view=list")).cells).toHaveLength(3 * 9);
      await reset("board");
      await reset("list");
    },
  );
});
