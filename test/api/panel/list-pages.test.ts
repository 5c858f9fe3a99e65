// The list of orders at its edges: a typed number among many, and exactly fifty orders.

import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders } from "../../../src/db/schema.ts";
import { countedReads } from "../support/counted-reads.ts";
import { type Page, type PanelStudio, panelStudio, signedIn } from "../support/panel.ts";
import { addOrder, addOrders } from "../support/panel-orders.ts";

const OF_CUSTOMER = "These are the orders of the customer with this phone or e-mail.";

/** As they stand, with one that stands there twice. */
const idsIn = (page: Page) =>
  page.part("orders-list").addresses.flatMap((address) => {
    const [, id] = /\/orders\/(\d+)$/.exec(address) ?? [];
    return id === undefined ? [] : [Number(id)];
  });

const listed = ({ owner, base }: PanelStudio, query: Record<string, string> = {}) =>
  owner.get(`${base}/orders?${new URLSearchParams({ view: "list", ...query })}`);

describe("the order with the typed number", () => {
  it("stands first and once on the first page, and at its own place on the others", async () => {
    const panel = await panelStudio();
    // Both numbers are a part of the phone number too.
    const ids = await addOrders(panel.studio, 60, { contact: { phoneNumber: "+380987699260" } });
    await panel.studio.db.update(orders, { number: sql`${orders.number} + 9870` }, undefined);
    const newest = ids.slice(10).reverse();
    const [old = 0, recent = 0] = [ids[5], ids[55]];
    const first = await listed(panel, { search: "9876" });
    expect(idsIn(first)).toEqual([old, ...newest]);
    const second = await panel.owner.get(first.related("next") ?? "");
    expect(idsIn(second)).toEqual(ids.slice(0, 10).reverse());
    expect(idsIn(await panel.owner.get(second.related("prev") ?? ""))).toEqual(newest);
    expect(idsIn(await listed(panel, { search: "9926" }))).toEqual([recent, ...newest.filter((id) => id !== recent)]);
  });

  it("stands alone if only a number can be meant, and is not found in another status or as paid", async () => {
    const panel = await panelStudio();
    const ids = await addOrders(panel.studio, 3, { totalPriceMinor: 100, paidMinor: 0 });
    const [, id = 0] = ids;
    await panel.studio.db.update(orders, { paidMinor: 0 }, undefined);
    for (const query of [{}, { status: "pending" }, { unpaid: "true" }]) {
      const page = await listed(panel, { search: "#2", ...query });
      expect(idsIn(page), JSON.stringify(query)).toEqual([id]);
      expect([page.related("next"), page.related("prev")]).toEqual([undefined, undefined]);
    }
    expect(idsIn(await listed(panel, { search: "#2", status: "ready" }))).toEqual([]);
    await panel.studio.db.update(orders, { paidMinor: 100 }, eq(orders.id, id));
    expect(idsIn(await listed(panel, { search: "#2", unpaid: "true" }))).toEqual([]);
    expect(idsIn(await listed(panel, { unpaid: "true" }))).toEqual([ids[2], ids[0]]);
  });
});

describe("the list's pages", () => {
  const walk = async (panel: PanelStudio, page: Page, link: "next" | "prev") => {
    const address = page.related(link);
    if (address === undefined) throw new Error(`the page has no ${link}`);
    return await panel.owner.get(address);
  };

  it("are the same on the way back, and lead on from there in both directions", async () => {
    const panel = await panelStudio();
    const newestFirst = (await addOrders(panel.studio, 170)).reverse();
    const [first, second, third, fourth] = [0, 50, 100, 150].map((from) => newestFirst.slice(from, from + 50));
    let last = await listed(panel);
    for (let page = 2; page <= 4; page++) last = await walk(panel, last, "next");
    expect([idsIn(last), last.related("next")]).toEqual([fourth, undefined]);
    const middle = await walk(panel, last, "prev");
    expect(idsIn(middle)).toEqual(third);
    expect(idsIn(await walk(panel, middle, "next"))).toEqual(fourth);
    const above = await walk(panel, middle, "prev");
    expect(idsIn(above)).toEqual(second);
    const top = await walk(panel, above, "prev");
    expect([idsIn(top), top.related("prev")]).toEqual([first, undefined]);
    expect(idsIn(await walk(panel, top, "next"))).toEqual(second);
  });

  it("lead back from an empty one, before the oldest order or after the newest", async () => {
    const panel = await panelStudio();
    const [oldest = 0, newest = 0] = await addOrders(panel.studio, 2);
    const before = await listed(panel, { before: String(oldest) });
    expect([idsIn(before), before.related("next")]).toEqual([[], undefined]);
    expect(idsIn(await walk(panel, before, "prev"))).toEqual([newest, oldest]);
    const after = await listed(panel, { after: String(newest) });
    expect([idsIn(after), after.related("prev")]).toEqual([[], undefined]);
    expect(idsIn(await walk(panel, after, "next"))).toEqual([newest, oldest]);
  });
});

describe("the unpaid orders", () => {
  it("are on pages of fifty, and are found by a name among the newest thousand", async () => {
    const panel = await panelStudio();
    const old = await addOrder(panel.studio, { contact: { lastName: "Захована" } });
    const ids = [old, ...(await addOrders(panel.studio, 59))];
    await panel.studio.db.update(orders, { paidMinor: 0 }, undefined);
    const first = await listed(panel, { unpaid: "true" });
    expect(idsIn(first)).toEqual(ids.slice(10).reverse());
    const last = await panel.owner.get(first.related("next") ?? "");
    expect([idsIn(last), last.related("next")]).toEqual([ids.slice(0, 10).reverse(), undefined]);
    const found = await listed(panel, { unpaid: "true", search: "захована" });
    expect([idsIn(found), found.related("next")]).toEqual([[old], undefined]);
    await panel.studio.db.update(orders, { paidMinor: 12_345 }, eq(orders.id, old));
    expect(idsIn(await listed(panel, { unpaid: "true", search: "захована" }))).toEqual([]);
  });

  it("cost no more with hundreds more", async () => {
    const panel = await panelStudio();
    const counted = countedReads();
    const owner = await signedIn(panel.ownerPerson, { DB: counted.database });
    const rowsRead = async () => {
      await panel.studio.db.update(orders, { paidMinor: 0 }, undefined);
      counted.rows = 0;
      expect(idsIn(await owner.get(`${panel.base}/orders?view=list&unpaid=true`))).toHaveLength(50);
      return counted.rows;
    };
    await addOrders(panel.studio, 320);
    const few = await rowsRead();
    await addOrders(panel.studio, 300);
    expect(await rowsRead()).toBeLessThan(few + 50);
  });
});

describe("a customer's orders", () => {
  it("end with the fiftieth, or go on with one more", async () => {
    const panel = await panelStudio();
    const contact = { phoneNumber: "+380501112233", email: "lesia@example.com" };
    const ids = await addOrders(panel.studio, 50, { contact });
    const search = { search: contact.email };
    const whole = await listed(panel, search);
    expect(whole.text).toContain(OF_CUSTOMER);
    expect(idsIn(whole)).toEqual(ids.toReversed());
    expect([whole.related("next"), whole.related("prev")]).toEqual([undefined, undefined]);
    const newest = await addOrder(panel.studio, { contact });
    const first = await listed(panel, search);
    expect(idsIn(first)).toEqual([newest, ...ids.slice(1).reverse()]);
    const last = await panel.owner.get(first.related("next") ?? "");
    expect([idsIn(last), last.related("next")]).toEqual([ids.slice(0, 1), undefined]);
    expect(idsIn(await panel.owner.get(last.related("prev") ?? ""))).toEqual(idsIn(first));
  });

  it("are called so only where a phone number or e-mail was typed", async () => {
    const panel = await panelStudio();
    const id = await addOrder(panel.studio);
    for (const query of [{}, { search: "леся" }, { status: "pending" }]) {
      const page = await listed(panel, query);
      expect(idsIn(page)).toEqual([id]);
      expect(page.text).not.toContain(OF_CUSTOMER);
    }
  });
});
