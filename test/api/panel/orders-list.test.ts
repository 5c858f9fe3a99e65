// The board and the list of orders: columns, searching, filtering, paging.

import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { orders } from "../../../src/db/schema.ts";
import { addMaterial, addQuality } from "../support/catalog.ts";
import { countedReads } from "../support/counted-reads.ts";
import { boxes, orderOfBox, placed } from "../support/orders.ts";
import { type Page, type PanelStudio, panelStudio, signedIn, staffOf } from "../support/panel.ts";
import { addItem, addOrder, addOrders, delivered, stored } from "../support/panel-orders.ts";
import { modelFile } from "../support/requests.ts";

/** The ids of the orders on the page of a list, as they stand. */
function idsIn({ links }: Page): number[] {
  return Object.entries(links).flatMap(([text, address]) =>
    /^№ \d+$/.test(text) ? [Number(address.split("/").at(-1))] : [],
  );
}

async function listed({ owner, base }: PanelStudio, query: Record<string, string> = {}) {
  const page = await owner.get(`${base}/orders?${new URLSearchParams({ view: "list", ...query })}`);
  expect(page.status, page.html).toBe(200);
  return page;
}

const found = async (studio: PanelStudio, search: string) => idsIn(await listed(studio, { search }));

describe("the board", () => {
  it("shows an order of a site, and explains the next step if there is none", async () => {
    const studio = await panelStudio();
    expect((await studio.owner.get(`${studio.base}/orders`)).text).toContain("No orders yet");
    const ids = {
      materialId: await addMaterial(studio.studio),
      printingQualityId: await addQuality(studio.studio),
    };
    const order = await placed(studio.studio, orderOfBox(ids));
    const page = await studio.owner.get(`${studio.base}/orders`);
    expect(page.part("orders-board").addresses).toContain(`${studio.base}/orders/${order.id}`);
    expect(page.text).toContain("Леся Косач-Квітка");
    expect(page.text).toContain("1 item");
    expect(page.part("orders-board").attribute("data-refresh")).toMatch(/^\d+$/);
  });

  it("has the open statuses as columns with counts, and of finished orders only counts that lead to the list", async () => {
    const studio = await panelStudio();
    for (const status of ["confirmed", "confirmed", "ready", "completed", "cancelled"] as const) {
      await addOrder(studio.studio, { status });
    }
    const page = await studio.owner.get(`${studio.base}/orders`);
    const columns = page.headings.filter((heading) => /\d$/.test(heading));
    expect(columns).toEqual(["New 0", "Confirmed 2", "Printing 0", "Post-processing 0", "Ready 1", "Shipped 0"]);
    expect(page.ofClass("order-card")).toHaveLength(3);
    for (const status of ["completed", "cancelled"]) {
      expect(page.addresses).toContain(`${studio.base}/orders?view=list&status=${status}`);
    }
    expect(page.text).toMatch(/Completed 1 Cancelled 1/);
  });

  it("shows sixty orders of a status, and sixty more of the next on the same page", async () => {
    const studio = await panelStudio();
    const ids = await addOrders(studio.studio, 70);
    const page = await studio.owner.get(`${studio.base}/orders`);
    expect(page.ofClass("order-card")).toHaveLength(60);
    expect(page.addresses).not.toContain(`${studio.base}/orders/${ids[0]}`);
    expect(page.addresses).toContain(`${studio.base}/orders/${ids.at(-1)}`);
    const more = await studio.owner.get(page.links["Show more"]?.replace(/#.*/, "") ?? "");
    expect(more.ofClass("order-card")).toHaveLength(70);
    expect(more.links["Show more"]).toBeUndefined();
  });

  it("leads to the list from a column that is too long for one page", async () => {
    const studio = await panelStudio();
    await addOrders(studio.studio, 301);
    const page = await studio.owner.get(`${studio.base}/orders?cards=100000`);
    expect(page.ofClass("order-card")).toHaveLength(300);
    expect(page.links["The rest is in the list"]).toBe(`${studio.base}/orders?view=list&status=pending`);
  });

  it("moves an order on by the button of its card, and comes back", async () => {
    const studio = await panelStudio();
    const id = await addOrder(studio.studio);
    const fields = { version: "1", status: "confirmed", back: "board" };
    const answer = await studio.owner.post(`${studio.base}/orders/${id}/move`, fields);
    expect(answer.location).toBe(`${studio.base}/orders`);
    expect((await studio.owner.follow(answer)).text).toContain("Order 1 is now “Confirmed”.");
  });

  it("shows nothing of another studio", async () => {
    const [studio, other] = [await panelStudio(), await panelStudio()];
    await addOrder(other.studio, { contact: { lastName: "Чужий" } });
    for (const query of ["", "?view=list", "?view=list&search=Чужий"]) {
      const page = await studio.owner.get(`${studio.base}/orders${query}`);
      expect([page.cells, page.ofClass("order-card")], page.text).toEqual([[], []]);
    }
    expect((await studio.owner.get(`${other.base}/orders`)).status).toBe(404);
  });

  it("is shown to staff too, with prices", async () => {
    const studio = await panelStudio();
    await addOrder(studio.studio, { totalPriceMinor: 98_765 });
    const staff = await staffOf(studio);
    expect((await staff.get(`${studio.base}/orders`)).text).toContain("₴987.65");
  });
});

describe("searching the list", () => {
  const contact = {
    firstName: "Олександр",
    lastName: "Мар’яненко-Ґудзь",
    phoneNumber: "+380501234567",
    email: "Sasha.M@Example.com",
  };
  let studio: PanelStudio;
  let id: number;
  beforeAll(async () => {
    studio = await panelStudio();
    id = await addOrder(studio.studio, { contact });
    await addOrder(studio.studio);
  });

  it.each([
    "Олександр",
    "олександр",
    "ОЛЕКСАНДР",
    "оЛеКсАнДр",
    "олекс",
    "ґудзь",
    "ҐУДЗЬ олександр",
    "мар'яненко",
    "Мар’яненко-ґудзь",
    "sasha.m@example.com",
    "SASHA",
    "m@example.com",
    "+380501234567",
    "+38 (050) 123-45-67",
    "+38 (0) 50 123 45 67",
    "050 123 45 67",
    "8 050 123 45 67",
    "00380 50 1234567",
    "380501234567",
    "45 67",
    "Олександр sasha",
    "  Олександр  ",
    "Мар – Ґудзь",
    // Zeros before a number of seven digits are dialled, and not a part of it.
    "0012345",
    // Six words are searched.
    "олекс мар ґудзь sasha com @ нема",
  ])("finds the customer by %s", async (search) => {
    expect(await found(studio, search)).toEqual([id]);
  });

  it.each([
    ...["Олександра", "Олександр Леся", "0501234568", "%", "_", "' OR 1=1 --", "-", "#999999999"],
    // A number of fewer than seven digits has its zeros.
    ...["001234", "m-sasha.m@example.com", "#501234567", "№ 501234567", "050 123 45 67 x", "123 45 68"],
    ...["олекс мар ґудзь sasha com нема", "sasha.m@example.com нема", "нема sasha.m@example.com"],
  ])("finds no order by %s", async (search) => {
    expect(await found(studio, search)).toEqual([]);
  });

  it("finds an order by its number, however it is written", async () => {
    const studio = await panelStudio();
    const id = await addOrder(studio.studio, { contact: { phoneNumber: "+380999999999" } });
    await addOrder(studio.studio, { contact: { phoneNumber: "+380999999998" } });
    for (const mark of ["", "#", "№ ", "№", "no. ", "No ", "n", "N", " "]) {
      expect(await found(studio, `${mark}${id}`), mark).toEqual([id]);
    }
    for (const search of [`x${id}`, `${id}x`, `${id} ${id}x`, `##${id}`]) {
      expect(await found(studio, search), search).toEqual([]);
    }
  });

  it("finds an order by its tracking number", async () => {
    const studio = await panelStudio();
    const id = await addOrder(studio.studio, { delivery: delivered({ trackingNumber: "20450912345678" }) });
    const lettered = await addOrder(studio.studio, { delivery: delivered({ trackingNumber: "RB123456785UA" }) });
    for (const search of ["20450912345678", "2045 0912 345678"]) expect(await found(studio, search)).toEqual([id]);
    expect(await found(studio, "RB123456785UA")).toEqual([lettered]);
    expect(await found(studio, "20450912345679")).toEqual([]);
  });

  it("finds an order by the file or product of an item, and by the customer's name with it", async () => {
    const studio = await panelStudio();
    const id = await addOrder(studio.studio);
    await addItem(studio.studio, id, { position: 0, originalFileName: "3DBenchy_v2.STL" });
    await addItem(studio.studio, id, {
      position: 1,
      modelId: null,
      originalFileName: null,
      productTitle: "Ваза Хвиля",
    });
    await addItem(studio.studio, await addOrder(studio.studio), { originalFileName: "70112-рамка.stl" });
    for (const search of ["benchy", "3dbenchy_v2.stl", "ваза", "ХВИЛЯ", "вазА benchy", "косач хвиля"]) {
      expect(await found(studio, search), search).toEqual([id]);
    }
    expect(await found(studio, "70112")).toEqual([id + 1]);
    expect(await found(studio, "benchy рамка")).toEqual([]);
  });

  it("takes three digits for the number of an order, and four for a part of a phone number too", async () => {
    const studio = await panelStudio();
    const id = await addOrder(studio.studio, { contact: { phoneNumber: "+380509876543" } });
    expect(await found(studio, "876")).toEqual([]);
    expect(await found(studio, "9876")).toEqual([id]);
    expect(await found(studio, "(98) 76")).toEqual([id]);
  });

  it("finds a customer abroad by the number as it is dialled there", async () => {
    const studio = await panelStudio();
    const contact = { phoneNumber: "+48501234567", email: "anna@example.com" };
    const earlier = await addOrder(studio.studio, { contact });
    await addOrder(studio.studio, { contact: { phoneNumber: "+380991234567" } });
    const page = await listed(studio, { search: "501 234 567" });
    expect(idsIn(page)).toEqual([earlier]);
    expect(page.text).toContain("These are the orders of the customer with this phone or e-mail.");
  });

  it("of a customer narrows by status, source and day as any other", async () => {
    const studio = await panelStudio();
    const first = await addOrder(studio.studio, { contact, status: "ready", source: "shop" });
    const second = await addOrder(studio.studio, { contact });
    const { email } = contact;
    const ids = async (query: Record<string, string>) => idsIn(await listed(studio, { search: email, ...query }));
    expect(await ids({})).toEqual([second, first]);
    expect(await ids({ status: "ready" })).toEqual([first]);
    expect(await ids({ source: "shop" })).toEqual([first]);
    expect(await ids({ from: "2099-01-01" })).toEqual([]);
  });

  it("finds a file whose name was sent in decomposed letters", async () => {
    const owner = await panelStudio();
    const ids = { materialId: await addMaterial(owner.studio), printingQualityId: await addQuality(owner.studio) };
    const file = modelFile(boxes.small, "Їжачий.stl".normalize("NFD"));
    const order = await placed(owner.studio, orderOfBox(ids, { "models[]": [file] }));
    expect(order.items[0]?.originalFileName).toBe("Їжачий.stl".normalize("NFC"));
    for (const search of ["Їжачий".normalize("NFC"), "їжачий".normalize("NFD")]) {
      expect(await found(owner, search), search).toEqual([order.id]);
    }
  });

  it("finds all orders of a customer by the phone number or e-mail that is theirs today", async () => {
    const studio = await panelStudio();
    const ids = { materialId: await addMaterial(studio.studio), printingQualityId: await addQuality(studio.studio) };
    const first = await placed(studio.studio, orderOfBox(ids));
    const second = await placed(studio.studio, orderOfBox(ids, { customerEmail: "new@example.com" }));
    const third = await placed(
      studio.studio,
      orderOfBox(ids, { customerPhoneNumber: "+380671112233", customerEmail: "new@example.com" }),
    );
    const all = [third.id, second.id, first.id];
    expect(await found(studio, "NEW@example.com")).toEqual(all);
    expect(await found(studio, "+380501234567")).toEqual(all);
    expect(await found(studio, "067 111 22 33")).toEqual([third.id]);
  });

  it("finds a customer's orders by a whole phone number or e-mail among thousands of later ones, page by page", async () => {
    const studio = await panelStudio();
    const old = await addOrders(studio.studio, 60, { contact });
    await addOrders(studio.studio, 2_050, { status: "completed" });
    for (const search of ["+38 (0) 50 123-45-67", "050 123 45 67", "sasha.m@example.com"]) {
      const first = await listed(studio, { search });
      expect(idsIn(first), search).toEqual(old.slice(10).reverse());
      expect(first.text).toContain("These are the orders of the customer with this phone or e-mail.");
      expect(first.text).not.toContain("The search looked through");
      const second = await studio.owner.get(first.related("next") ?? "");
      expect(idsIn(second), search).toEqual(old.slice(0, 10).reverse());
      expect(second.related("next")).toBeUndefined();
      expect(idsIn(await studio.owner.get(second.related("prev") ?? "")), search).toEqual(idsIn(first));
    }
  });

  it("leads from a customer's orders to all whose contact has the phone number or e-mail", async () => {
    const studio = await panelStudio();
    const { email } = contact;
    const earlier = await addOrder(studio.studio, { contact: { phoneNumber: "+380671112233", email } });
    await addOrder(studio.studio, { contact: { phoneNumber: "+380671112233", email: "another@example.com" } });
    const own = await addOrder(studio.studio, { contact });
    const ofCustomer = await listed(studio, { search: email });
    expect(idsIn(ofCustomer)).toEqual([own]);
    const inContacts = await studio.owner.get(ofCustomer.links["Look through the contacts of all orders"] ?? "");
    expect(idsIn(inContacts)).toEqual([own, earlier]);
    expect(inContacts.field("search").value).toBe(email);
  });

  it("keeps the typed values, and shows markup as text", async () => {
    const studio = await panelStudio();
    const page = await listed(studio, { search: '"><script>alert(1)</script>' });
    expect(page.html).not.toContain("<script>alert");
    expect(page.field("search").value).toBe('"><script>alert(1)</script>');
    expect(page.text).toContain("No order fits");
  });
});

describe("filtering the list", () => {
  it("narrows by status, source and day, together with a search", async () => {
    const studio = await panelStudio();
    const at = (moment: string) => ({ createdAt: Date.parse(moment) });
    const first = await addOrder(studio.studio, { ...at("2026-03-01T12:00:00Z"), source: "shop", status: "ready" });
    const second = await addOrder(studio.studio, { ...at("2026-03-02T12:00:00Z"), source: "shop" });
    const third = await addOrder(studio.studio, { ...at("2026-03-03T12:00:00Z"), status: "ready" });
    const ids = async (query: Record<string, string>) => idsIn(await listed(studio, query));
    expect(await ids({})).toEqual([third, second, first]);
    expect(await ids({ status: "ready" })).toEqual([third, first]);
    expect(await ids({ source: "shop" })).toEqual([second, first]);
    expect(await ids({ from: "2026-03-02" })).toEqual([third, second]);
    expect(await ids({ to: "2026-03-02" })).toEqual([second, first]);
    expect(await ids({ from: "2026-03-02", to: "2026-03-02" })).toEqual([second]);
    expect(await ids({ status: "ready", source: "shop", search: "леся" })).toEqual([first]);
    expect(await ids({ status: "ready", search: String(second) })).toEqual([]);
  });

  it("counts a day from midnight to midnight in Kyiv, summer and winter", async () => {
    const studio = await panelStudio();
    const id = (moment: string) => addOrder(studio.studio, { createdAt: Date.parse(moment) });
    await id("2026-01-14T21:59:59Z");
    const winter = [await id("2026-01-14T22:00:00Z"), await id("2026-01-15T21:59:59Z")];
    await id("2026-01-15T22:00:00Z");
    await id("2026-07-14T20:59:59Z");
    const summer = [await id("2026-07-14T21:00:00Z"), await id("2026-07-15T20:59:59Z")];
    await id("2026-07-15T21:00:00Z");
    const ofDay = async (day: string) => idsIn(await listed(studio, { from: day, to: day }));
    expect(await ofDay("2026-01-15")).toEqual(winter.toReversed());
    expect(await ofDay("2026-07-15")).toEqual(summer.toReversed());
  });

  it("shows the fault beside its field, and keeps the typed value", async () => {
    const { owner, base } = await panelStudio();
    const page = await owner.get(`${base}/orders?view=list&from=2026-02-30&to=tomorrow&status=lost&search=леся`);
    expect(page.status).toBe(400);
    expect(page.field("from").value).toBe("2026-02-30");
    expect(page.field("search").value).toBe("леся");
    expect(page.faults).toEqual({
      from: "Enter a date that exists.",
      to: "Enter a date that exists.",
      status: "Choose one of the list.",
    });
  });
});

describe("the pages of the list", () => {
  it("lead from the newest to the oldest and back, each order once", async () => {
    const studio = await panelStudio();
    const ids = await addOrders(studio.studio, 120);
    const newestFirst = ids.toReversed();
    const pages = [await listed(studio)];
    for (;;) {
      const next = pages.at(-1)?.related("next");
      if (next === undefined) break;
      pages.push(await studio.owner.get(next));
    }
    expect(pages.map((page) => idsIn(page).length)).toEqual([50, 50, 20]);
    expect(pages.flatMap(idsIn)).toEqual(newestFirst);

    const back = await studio.owner.get(pages[2]?.related("prev") ?? "");
    expect(idsIn(back)).toEqual(newestFirst.slice(50, 100));
    const first = await studio.owner.get(back.related("prev") ?? "");
    expect(idsIn(first)).toEqual(newestFirst.slice(0, 50));
    expect(first.related("prev")).toBeUndefined();
    expect(first.related("next")).toBeDefined();
  });

  it("end with the fiftieth order, or go on with one more", async () => {
    const studio = await panelStudio();
    const ids = await addOrders(studio.studio, 50);
    for (const query of [{}, { search: "леся" }]) {
      const whole = await listed(studio, query);
      expect(idsIn(whole)).toEqual(ids.toReversed());
      expect([whole.related("next"), whole.related("prev")]).toEqual([undefined, undefined]);
    }
    const newest = await addOrder(studio.studio);
    for (const query of [{}, { search: "леся" }]) {
      const page = await listed(studio, query);
      expect(idsIn(page)).toEqual([newest, ...ids.slice(1).reverse()]);
      const last = await studio.owner.get(page.related("next") ?? "");
      expect(idsIn(last)).toEqual(ids.slice(0, 1));
      expect(last.related("next")).toBeUndefined();
    }
  });

  it("beyond the last order lead back, and beyond the first on", async () => {
    const studio = await panelStudio();
    const id = await addOrder(studio.studio);
    const before = await listed(studio, { before: String(id) });
    expect([idsIn(before), before.related("next")]).toEqual([[], undefined]);
    expect(idsIn(await studio.owner.get(before.related("prev") ?? ""))).toEqual([id]);
    const after = await listed(studio, { after: String(id) });
    expect([idsIn(after), after.related("prev")]).toEqual([[], undefined]);
    expect(idsIn(await studio.owner.get(after.related("next") ?? ""))).toEqual([id]);
  });

  it("name the sources of the newest orders, each once", async () => {
    const studio = await panelStudio();
    for (const source of ["shop", "api", "shop", "fair"]) await addOrder(studio.studio, { source });
    expect((await listed(studio)).field("source").options).toEqual(["", "api", "fair", "shop"]);
  });

  it("keep the filters", async () => {
    const studio = await panelStudio();
    await addOrders(studio.studio, 60);
    await studio.studio.db.update(orders, { status: "ready" }, sql`${orders.id} % 10 = 0`);
    const page = await listed(studio, { status: "pending", search: "леся" });
    expect(idsIn(page)).toHaveLength(50);
    const next = await studio.owner.get(page.related("next") ?? "");
    expect(idsIn(next)).toHaveLength(4);
    expect(next.field("search").value).toBe("леся");
  });

  it("begin at the newest if the cursor is malformed", async () => {
    const studio = await panelStudio();
    const id = await addOrder(studio.studio);
    for (const before of ["0", "-1", "x", "1e99"]) expect(idsIn(await listed(studio, { before }))).toEqual([id]);
  });

  it("refresh by themselves only if they show the newest", async () => {
    const studio = await panelStudio();
    expect((await listed(studio)).part("orders-list").attribute("data-refresh")).toMatch(/^\d+$/);
    expect((await listed(studio, { before: "5" })).html).not.toContain("data-refresh");
  });
});

describe("reading the orders", () => {
  it("takes one batch for each page, and reads no order that the page does not need", async () => {
    const studio = await panelStudio();
    await addOrders(studio.studio, 3000, { status: "completed" });
    const id = await addOrder(studio.studio);
    const ofOthers = await panelStudio();
    await addOrders(ofOthers.studio, 3000, { status: "completed" });
    const reads = countedReads();
    const browser = await signedIn(studio.ownerPerson, { DB: reads.database });
    const rowsOf = async (path: string) => {
      [reads.batches, reads.rows] = [0, 0];
      const page = await browser.get(`${studio.base}/orders${path}`);
      expect(page.status, page.html).toBe(200);
      expect(reads.batches, path).toBe(1);
      return reads.rows;
    };
    // D1 counts a row again for each index that led to it.
    expect(await rowsOf(`/${id}`)).toBeLessThan(35);
    expect(await rowsOf(`/${id}/work-sheet`)).toBeLessThan(30);
    // Counting ends at a hundred of a status; the sources are those of the newest 100; a search looks through 2,000.
    expect(await rowsOf("")).toBeLessThan(600);
    expect(await rowsOf("?view=list")).toBeLessThan(400);
    expect(await rowsOf("?view=list&status=pending")).toBeLessThan(400);
    // Number and id are looked up apart, which takes some rows more if they are not the same order's.
    expect(await rowsOf(`?view=list&search=%23${id}`)).toBeLessThan(450);
    expect(await rowsOf("?view=list&search=леся")).toBeLessThan(3000);
    const { phoneNumber, email } = (await stored(studio.studio, id))?.contact ?? {};
    // A phone number is tried with the code of every country.
    for (const search of [phoneNumber, email]) {
      expect(await rowsOf(`?view=list&search=${encodeURIComponent(String(search))}`)).toBeLessThan(1_000);
    }
  });

  it("looks through a thousand orders in one search, says how far, and continues there on request", async () => {
    const studio = await panelStudio();
    const wanted = await addOrder(studio.studio, { contact: { lastName: "Захована" } });
    await addItem(studio.studio, wanted, { originalFileName: "Замок.stl" });
    await addOrders(studio.studio, 1_050, { status: "completed" });
    for (const search of ["захована", "замок"]) {
      const page = await listed(studio, { search });
      expect(idsIn(page)).toEqual([]);
      expect(page.text).toContain("The search looked through a thousand orders, as far as № 52.");
      expect(page.links["Search older orders"]).toBe(page.related("next"));
      const further = await studio.owner.get(page.related("next") ?? "");
      expect(idsIn(further)).toEqual([wanted]);
      expect(further.related("next")).toBeUndefined();
      expect(further.links["Search older orders"]).toBeUndefined();
    }
    expect(await found(studio, `${wanted}`)).toContain(wanted);
  });
});
