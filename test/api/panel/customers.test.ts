// The customers in the panel: list, search, one customer's page, contact data and note.

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { customers, orders } from "../../../src/db/schema.ts";
import { countedReads } from "../support/counted-reads.ts";
import { formOn, sendForm, undo } from "../support/page-forms.ts";
import { type Page, type PanelStudio, panelOf, panelStudio, posted, signedIn, staffOf } from "../support/panel.ts";
import { addOrder, addOrders, stored } from "../support/panel-orders.ts";
import { databaseOfTests } from "../support/recorded-statements.ts";
import { ORDERING, ordered, quoted, visitedStudio } from "../support/storefront.ts";
import type { TestStudio } from "../support/studio.ts";

const MARKO = { firstName: "Марко", lastName: "Вовчок", phoneNumber: "+380501112233", email: "marko@example.com" };
const OLHA = { firstName: "Ольга", lastName: "Кобилянська", phoneNumber: "+380671112244", email: "olha@example.com" };

/** The ids of the customers on a page of the list, as they stand. */
const idsIn = ({ addresses }: Page): number[] =>
  addresses.flatMap((address) => {
    const [, id] = /\/customers\/(\d+)$/.exec(address) ?? [];
    return id === undefined ? [] : [Number(id)];
  });

async function listed({ owner, base }: PanelStudio, query: Record<string, string> = {}) {
  const page = await owner.get(`${base}/customers?${new URLSearchParams(query)}`);
  expect(page.status, page.html).toBe(200);
  return page;
}

const customerOf = async (studio: TestStudio, orderId: number) => (await stored(studio, orderId))?.customerId ?? 0;

/** Adds customers without orders, by one statement. @param prefix of their phone numbers */
async function addCustomers({ id }: TestStudio, count: number, prefix = "+38063"): Promise<void> {
  await databaseOfTests
    .prepare(
      `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?)
       INSERT INTO customers (studio_id, first_name, last_name, phone_number, email, locale, created_at, spent_minor)
       SELECT ?, 'Іван', 'Багряний', ? || (1000000 + n), 'ivan' || n || '@example.com', 'uk', 1, n FROM counted`,
    )
    .bind(count, id, prefix)
    .run();
}

describe("the list of customers", () => {
  let panel: PanelStudio;
  let marko: number;
  let olha: number;
  let markosOrder: number;
  beforeAll(async () => {
    panel = await panelStudio();
    await addOrder(panel.studio, { contact: OLHA, totalPriceMinor: 10_000 });
    olha = await customerOf(panel.studio, await addOrder(panel.studio, { contact: OLHA, totalPriceMinor: 90_000 }));
    markosOrder = await addOrder(panel.studio, { contact: MARKO, totalPriceMinor: 50_000 });
    marko = await customerOf(panel.studio, markosOrder);
    await addOrder(panel.studio, { contact: MARKO, totalPriceMinor: 80_000, status: "cancelled" });
  });

  it("shows name, phone, e-mail, orders and their sum without cancelled ones, and the last order", async () => {
    const row = (await listed(panel)).row("Ольга Кобилянська");
    expect(row.cells.slice(0, 4)).toEqual(["Ольга Кобилянська", "+380671112244", "olha@example.com", "2"]);
    expect(row.cells[4]).toContain("1,000.00");
    const ofMarko = (await listed(panel)).row("Марко Вовчок");
    expect(ofMarko.cells[3]).toBe("1");
    expect(ofMarko.cells[4]).toContain("500.00");
    expect(ofMarko.addresses).toContain(`${panel.base}/orders/${markosOrder + 1}`);
  });

  it("has the newest first", async () => {
    expect(idsIn(await listed(panel))).toEqual([marko, olha]);
  });

  it.each(["вовчок", "ВОВЧОК марко", "marko@example.com", "050 111 22 33", "+380501112233", "1112233"])(
    "finds a customer by %s",
    async (search) => {
      expect(idsIn(await listed(panel, { search }))).toEqual([marko]);
    },
  );

  it("explains an empty list, and a search that finds no customer", async () => {
    expect((await listed(await panelStudio())).text).toContain("No customers yet");
    expect((await listed(panel, { search: "Франко" })).text).toContain("No customer fits");
    const hostile = await listed(panel, { search: `<b>"`, after: "x" });
    expect(hostile.html).not.toContain("<b>");
  });

  it("is the staff's too, and is found in the menu and by the name of its page", async () => {
    const staff = await staffOf(panel);
    const page = await staff.get(`${panel.base}/customers`);
    expect(page.status, page.html).toBe(200);
    expect(page.links.Customers).toBe(`${panel.base}/customers`);
    expect((await staff.get(`${panel.base}/jump?search=клієнти`)).addresses).toContain(`${panel.base}/customers`);
  });

  it("has pages of fifty, each customer once", async () => {
    const large = await panelStudio();
    await addCustomers(large.studio, 120);
    const seen: number[] = [];
    let page = await listed(large);
    for (;;) {
      const ids = idsIn(page);
      expect(ids.length).toBeLessThanOrEqual(50);
      seen.push(...ids);
      const next = page.related("next");
      if (next === undefined) break;
      page = await large.owner.get(next);
      expect(page.related("prev"), "the way back to the beginning").toMatch(/\/customers$/);
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    expect(seen).toHaveLength(120);
  });

  it("searches two thousand customers at a time, and goes on from there", async () => {
    const large = await panelStudio();
    const first = await customerOf(large.studio, await addOrder(large.studio, { contact: MARKO }));
    await addCustomers(large.studio, 2_000);
    const page = await listed(large, { search: "вовчок" });
    expect(idsIn(page)).toEqual([]);
    expect(page.text).toContain("The search looked through 2,000 customers.");
    expect(idsIn(await large.owner.get(page.links["Search further"] ?? ""))).toEqual([first]);
    // A whole number is found by an index, however old its customer is.
    expect(idsIn(await listed(large, { search: "0501112233" }))).toEqual([first]);
  });

  it("reads as many rows with thousands of customers more", async () => {
    const large = await panelStudio();
    const counted = countedReads();
    const owner = await signedIn(large.ownerPerson, { DB: counted.database });
    const rowsOf = async (query: string) => {
      const before = counted.rows;
      expect((await owner.get(`${large.base}/customers${query}`)).status).toBe(200);
      return counted.rows - before;
    };
    const queries = ["", `?search=${encodeURIComponent("Франко")}`] as const;
    const rowsOfAll = async () => {
      const rows: number[] = [];
      for (const query of queries) rows.push(await rowsOf(query));
      return rows;
    };
    await addCustomers(large.studio, 2_100);
    const few = await rowsOfAll();
    await addCustomers(large.studio, 4_000, "+38066");
    const many = await rowsOfAll();
    console.log(`the customers, newest first and searched: ${few} rows, then ${many}`);
    for (const [index, rows] of many.entries()) expect(rows, queries[index]).toBeLessThan((few[index] ?? 0) + 20);
  });
});

describe("a customer's page", () => {
  it("shows their orders with status and sum, the requests of their phone, and when they agreed to the terms", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const panel = await panelOf(studio);
    await ordered(visitor, await quoted(visitor, [choice]));
    const sent = await visitor.post("/requests", {
      ...ORDERING,
      email: "another@example.com",
      requestKey: crypto.randomUUID(),
      items: [{ ...choice, fileName: "vase.stl", quantity: 1, finishingIds: [], reason: "asked" }],
    });
    expect(sent.status, sent.text).toBe(201);
    const [order] = await studio.db.select(orders);
    const page = await panel.owner.get(`${panel.base}/customers/${order?.customerId}`);
    expect(page.status, page.html).toBe(200);
    expect(page.headings[0]).toBe("Леся Косач-Квітка");
    const row = page.row("№ 1 New");
    expect(row.addresses).toEqual([`${panel.base}/orders/${order?.id}`]);
    // The day of the order, and that of the consent.
    expect(row.cells[4]).toBe(row.cells[3]);
    expect(page.addresses.filter((address) => /\/requests\/\d+$/.test(address))).toHaveLength(1);
  });

  it("says of an order of the API that no terms were asked about", async () => {
    const panel = await panelStudio();
    const id = await addOrder(panel.studio);
    const page = await panel.owner.get(`${panel.base}/customers/${await customerOf(panel.studio, id)}`);
    expect(page.row("№ 1").text).toContain("not asked");
  });

  it("shows fifty orders at a time", async () => {
    const panel = await panelStudio();
    const ids = await addOrders(panel.studio, 60);
    const address = `${panel.base}/customers/${await customerOf(panel.studio, ids[0] ?? 0)}`;
    const ordersIn = ({ addresses }: Page) =>
      addresses.flatMap((one) => (/\/orders\/\d+$/.test(one) ? [Number(one.split("/").at(-1))] : []));
    const newest = await panel.owner.get(address);
    expect(ordersIn(newest)).toEqual(ids.slice(10).reverse());
    const older = await panel.owner.get(newest.related("next") ?? "");
    expect(ordersIn(older)).toEqual(ids.slice(0, 10).reverse());
    expect([older.related("prev"), older.related("next")]).toEqual([address, undefined]);
  });

  it("is led to by each of their orders", async () => {
    const panel = await panelStudio();
    const id = await addOrder(panel.studio);
    const page = await panel.owner.get(`${panel.base}/orders/${id}`);
    expect(page.links["Леся Косач-Квітка"]).toBe(`${panel.base}/customers/${await customerOf(panel.studio, id)}`);
  });

  it("answers 404 for another studio's customer, to every form too", async () => {
    const [panel, other] = [await panelStudio(), await panelStudio()];
    const id = await customerOf(other.studio, await addOrder(other.studio));
    for (const path of ["", "/data", "/erase"]) {
      expect((await panel.owner.get(`${panel.base}/customers/${id}${path}`)).status, path).toBe(404);
    }
    for (const path of ["/contact", "/note", "/erase"]) {
      expect((await panel.owner.post(`${panel.base}/customers/${id}${path}`, { note: "x" })).status, path).toBe(404);
    }
  });
});

describe("contact data", () => {
  async function withCustomer() {
    const panel = await panelStudio();
    const orderId = await addOrder(panel.studio, { contact: MARKO });
    const id = await customerOf(panel.studio, orderId);
    const address = `${panel.base}/customers/${id}`;
    const kept = async () => (await panel.studio.db.select(customers, eq(customers.id, id)))[0];
    const send = async (typed: Record<string, string>) =>
      sendForm(panel.owner, formOn(await panel.owner.get(address), address, `${address}/contact`), typed);
    return { ...panel, orderId, id, address, kept, send };
  }

  it("are changed by staff, with a number as it is dialled at home, and the orders keep theirs", async () => {
    const customer = await withCustomer();
    const saved = await customer.send({ lastName: "Вовчок-Маркович", phoneNumber: "050 999 88 77", locale: "en" });
    expect(saved.status, saved.text).toBe(303);
    expect(await customer.kept()).toMatchObject({
      firstName: "Марко",
      lastName: "Вовчок-Маркович",
      phoneNumber: "+380509998877",
      locale: "en",
    });
    expect((await stored(customer.studio, customer.orderId))?.contact).toMatchObject(MARKO);
    const undone = await undo(customer.owner, await customer.owner.follow(saved));
    expect(undone.status).toBe(200);
    expect(await customer.kept()).toMatchObject({ ...MARKO, locale: "uk" });
  });

  it("are refused with another customer's phone number, whom the fault names", async () => {
    const customer = await withCustomer();
    await addOrder(customer.studio, { contact: OLHA });
    const refused = await customer.send({ firstName: "Марія", phoneNumber: OLHA.phoneNumber });
    expect(refused.status, refused.html).toBe(400);
    expect(refused.faults.phoneNumber).toBe("This is already the number of another customer: Ольга Кобилянська.");
    expect(refused.field("firstName").value).toBe("Марія");
    expect(await customer.kept()).toMatchObject(MARKO);
  });

  it("may be those of another studio's customer", async () => {
    const customer = await withCustomer();
    await addOrder((await panelStudio()).studio, { contact: OLHA });
    expect((await customer.send({ phoneNumber: OLHA.phoneNumber })).status).toBe(303);
  });

  it("are refused with every fault beside its field", async () => {
    const customer = await withCustomer();
    const refused = await customer.send({ firstName: "Marko", lastName: "", phoneNumber: "12", email: "marko" });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.faults).sort()).toEqual(["email", "firstName", "lastName", "phoneNumber"]);
    expect(refused.field("email").value).toBe("marko");
    expect(await customer.kept()).toMatchObject(MARKO);
  });

  it("go with a later order of the same phone, which has newer ones", async () => {
    const customer = await withCustomer();
    await customer.send({ phoneNumber: OLHA.phoneNumber });
    const later = await addOrder(customer.studio, { contact: OLHA });
    expect(await customerOf(customer.studio, later)).toBe(customer.id);
  });
});

describe("a note about a customer", () => {
  it("is saved, shown to the studio, taken back, and cleared", async () => {
    const panel = await panelStudio();
    const address = `${panel.base}/customers/${await customerOf(panel.studio, await addOrder(panel.studio))}`;
    const saved = await posted(panel.owner, `${address}/note`, { note: "Телефонувати\nпісля 18:00" });
    expect(saved.field("note").value).toBe("Телефонувати\nпісля 18:00");
    expect((await undo(panel.owner, saved)).field("note").value).toBe("");
    await posted(panel.owner, `${address}/note`, { note: "Ще раз" });
    await posted(panel.owner, `${address}/note`, { note: "" });
    expect((await panel.studio.db.select(customers))[0]?.note).toBeNull();
    expect((await panel.owner.post(`${address}/note`, { note: "я".repeat(2001) })).status).toBe(400);
  });

  it("of two windows is asked about by the second, with the typed one kept", async () => {
    const panel = await panelStudio();
    const address = `${panel.base}/customers/${await customerOf(panel.studio, await addOrder(panel.studio))}`;
    const open = async () => formOn(await panel.owner.get(address), address, `${address}/note`);
    const [one, two] = [await open(), await open()];
    await sendForm(panel.owner, one, { note: "перша" });
    const asked = await sendForm(panel.owner, two, { note: "друга" });
    expect(asked.status).toBe(409);
    expect(asked.faults.note).toBe("Saved meanwhile: перша.");
    expect(asked.field("note").value).toBe("друга");
    const again = await sendForm(panel.owner, formOn(asked, address, `${address}/note`));
    expect(again.status).toBe(303);
    expect((await panel.studio.db.select(customers))[0]?.note).toBe("друга");
  });
});
