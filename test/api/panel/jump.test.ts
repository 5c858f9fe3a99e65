// Going to an order, a customer or a page by a few letters.

import { beforeAll, describe, expect, it } from "vitest";
import { countedReads } from "../support/counted-reads.ts";
import { type Browser, type PanelStudio, panelStudio, signedIn, staffOf } from "../support/panel.ts";
import { addItem, addOrder, addOrders, stored } from "../support/panel-orders.ts";

describe("going to an order, a customer or a page", () => {
  const contact = { firstName: "Марко", lastName: "Вовчок", phoneNumber: "+380501112233", email: "marko@example.com" };
  let panel: PanelStudio;
  let id: number;
  let customerId: number | undefined;
  beforeAll(async () => {
    panel = await panelStudio();
    id = await addOrder(panel.studio, { contact });
    customerId = (await stored(panel.studio, id))?.customerId;
    await addItem(panel.studio, id, { originalFileName: "зуб.stl" });
    await addOrder(panel.studio);
    await addOrder((await panelStudio()).studio, { contact });
  });

  /** The addresses of the links, in their order. */
  const found = async (search: string, browser: Browser = panel.owner) => {
    const page = await browser.get(`${panel.base}/jump?${new URLSearchParams({ search })}`);
    expect(page.status, page.html).toBe(200);
    return page.part("jump-found").addresses.map((address) => decodeURIComponent(address.replace(panel.base, "")));
  };
  const listOf = (text: string) => `/orders?view=list&search=${text}`;

  it("finds an order by its number first, however it is written", async () => {
    for (const search of [`${id}`, `#${id}`, `№${id}`]) {
      expect((await found(search))[0], search).toBe(`/orders/${id}`);
    }
  });

  it("finds the order with the typed number first, and then the order with that id, in the list too", async () => {
    const many = await panelStudio();
    const first = await addOrder(many.studio);
    const later = await addOrders(many.studio, first);
    // The first has the number 1, so the one with the number of its id came so many orders later.
    const [ofNumber] = later.slice(first - 2);
    const expected = [ofNumber, first].map((order) => `${many.base}/orders/${order}`);
    expect(first).toBeGreaterThan(1);
    const jump = await many.owner.get(`${many.base}/jump?search=${first}`);
    expect(jump.part("jump-found").addresses.slice(0, 2)).toEqual(expected);
    const list = await many.owner.get(`${many.base}/orders?view=list&search=${first}`);
    expect(list.part("orders-list").addresses.filter((address) => /\/orders\/\d+$/.test(address))).toEqual(expected);
  });

  it("finds an order by its number although other studios' orders came between", async () => {
    const [own, other] = [await panelStudio(), await panelStudio()];
    const ids: number[] = [];
    for (let number = 1; number <= 3; number++) {
      for (let between = 0; between < number; between++) await addOrder(other.studio);
      ids.push(await addOrder(own.studio));
    }
    for (const [place, orderId] of ids.entries()) {
      const page = await own.owner.get(`${own.base}/jump?search=%23${place + 1}`);
      expect(page.part("jump-found").addresses[0]).toBe(`${own.base}/orders/${orderId}`);
    }
  });

  it("finds a customer by name or phone, with their page and their newest orders", async () => {
    const ofMarko = `/customers/${customerId}`;
    for (const search of ["вовчок марко", "ВОВЧ", "marko@", "050 111 22 33", "1112233"]) {
      const links = await found(search);
      expect(links, search).toContain(ofMarko);
      expect(links, search).toContain(`/orders/${id}`);
      expect(links, search).toHaveLength(3);
    }
    expect(await found("зуб")).toEqual([`/orders/${id}`, listOf("зуб")]);
  });

  it("takes digits for a number or a phone, and finds customers by anything else in their names and e-mails", async () => {
    const own = await panelStudio();
    const order = await addOrder(own.studio, {
      contact: { email: "print5@example.com", phoneNumber: "+380509876543" },
    });
    const [other, customer] = [await addOrder(own.studio), (await stored(own.studio, order))?.customerId];
    const isFound = async (search: string) => {
      const page = await own.owner.get(`${own.base}/jump?${new URLSearchParams({ search })}`);
      return page.part("jump-found").addresses.includes(`${own.base}/customers/${customer}`);
    };
    for (const search of ["print5", "5@exam", "9876", "98 76"]) expect(await isFound(search), search).toBe(true);
    for (const search of ["5", "#5", "№5", "987", String(other), "print6"]) {
      expect(await isFound(search), search).toBe(false);
    }
  });

  it("finds the five newest of many", async () => {
    const own = await panelStudio();
    const ids = await addOrders(own.studio, 7);
    const page = await own.owner.get(`${own.base}/jump?search=леся`);
    const orders = page.part("jump-found").addresses.filter((address) => /\/orders\/\d+$/.test(address));
    expect(orders).toEqual(
      ids
        .slice(2)
        .reverse()
        .map((id) => `${own.base}/orders/${id}`),
    );
  });

  it("finds pages by their names in both languages, and all without a text", async () => {
    expect((await found("матеріал"))[0]).toBe("/catalog/materials");
    expect((await found("MATERIALS"))[0]).toBe("/catalog/materials");
    expect(await found("ціни")).toEqual(["/prices", listOf("ціни")]);
    const all = await found("");
    expect(all).toEqual(expect.arrayContaining(["", "/orders", "/month", "/people", "/panel/account"]));
    for (const path of all) {
      const address = path.startsWith("/panel") ? path : `${panel.base}${path}`;
      expect((await panel.owner.get(address)).status, path).toBe(200);
    }
    const ofStaff = await found("", await staffOf(panel));
    expect(ofStaff).toContain("/printing");
    expect(ofStaff).not.toContain("/prices");
  });

  it("leads to the search of all orders, and shows markup as text", async () => {
    const page = await panel.owner.get(`${panel.base}/jump?search=${encodeURIComponent("<b>нема")}`);
    expect(page.html).not.toContain("<b>");
    expect(page.part("jump-found").addresses).toHaveLength(1);
    expect(page.part("jump-found").attribute("data-count")).toBe("0 results");
  });

  it("reads as many rows with thousands of orders more", async () => {
    const large = await panelStudio();
    const counted = countedReads();
    const owner = await signedIn(large.ownerPerson, { DB: counted.database });
    const rowsOf = async (search: string) => {
      const before = counted.rows;
      await owner.get(`${large.base}/jump?${new URLSearchParams({ search })}`);
      return counted.rows - before;
    };
    await addOrders(large.studio, 400);
    const few = await rowsOf("шевченко");
    await addOrders(large.studio, 2_000);
    const many = await rowsOf("шевченко");
    console.log(`a few letters: ${few} rows, then ${many}`);
    expect(many).toBeLessThan(few + 10);
    expect(many).toBeLessThan(1_000);
    expect(await rowsOf("ш")).toBeLessThan(200);
  });
});
