// Payments: noted on an order's page, removed, put back, seen by another window, and shown on every page of orders.

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { inValues } from "../../../src/db/in-values.ts";
import { orders, payments } from "../../../src/db/schema.ts";
import { dayFromNow } from "../../../src/platform/calendar.ts";
import { countedReads } from "../support/counted-reads.ts";
import { formOn, sendForm, undo } from "../support/page-forms.ts";
import { type Page, type PanelStudio, panelStudio, posted, signedIn, staffOf } from "../support/panel.ts";
import { addItem, addOrder, addOrders, historyOf, panelWithOrder, stored } from "../support/panel-orders.ts";

/** 123.45 of items and 6.55 of delivery. */
const OWED = { totalPriceMinor: 12_345, deliveryPriceMinor: 655, paidMinor: 0 };

type Opened = Awaited<ReturnType<typeof panelWithOrder>>;

const opened = () => panelWithOrder({ ...OWED, status: "confirmed" });

const formOf = (page: Page, { address }: Pick<Opened, "address">, kind: "payment" | "refund") =>
  formOn(page, address, `${address}/payments/${kind}`);

/** Notes it from a page opened just before. */
async function note(order: Opened, kind: "payment" | "refund", typed: Readonly<Record<string, string>> = {}) {
  const page = await order.owner.get(order.address);
  const answer = await sendForm(order.owner, formOf(page, order, kind), typed);
  expect(answer.status, answer.text).toBe(303);
  return order.owner.follow(answer);
}

const sumsOf = async ({ studio, id }: Opened) => {
  const { paidMinor, refundedMinor } = (await stored(studio, id)) ?? {};
  return { paidMinor, refundedMinor };
};

const notedOf = ({ studio, id }: Opened) => studio.db.select(payments, eq(payments.orderId, id), payments.id);

describe("a payment", () => {
  it("is prefilled with the sum due and today, and shown as paid with its entry in the history", async () => {
    const order = await opened();
    const page = await order.owner.get(order.address);
    expect(page.text).toContain("Not paid");
    expect(page.field("paymentAmount").value).toBe("130.00");
    expect(page.field("paymentDay").value).toBe(dayFromNow(0));
    const paid = await note(order, "payment", { paymentMethod: "transfer", paymentNote: "By his wife" });
    expect(paid.notice).toContain("₴130.00 received for order 1 is noted.");
    expect(paid.text).toContain("By his wife");
    expect(paid.text).toMatch(/Payment noted: ₴130\.00 · Bank transfer/);
    expect(paid.part("payment").text).toContain("Paid");
    expect(paid.field("paymentAmount").value).toBe("");
    expect(await sumsOf(order)).toEqual({ paidMinor: 13_000, refundedMinor: 0 });
    const [payment] = await notedOf(order);
    expect(payment).toMatchObject({ personId: order.ownerPerson.id, paidOn: dayFromNow(0), note: "By his wife" });
    // A note of money is none of the order's comments, which work sheets show.
    expect((await historyOf(order.studio, order.id)).at(-1)).toMatchObject({ version: 2, comment: null });
  });

  it("may come in parts: the rest is asked for next", async () => {
    const order = await opened();
    const part = await note(order, "payment", { paymentAmount: "100" });
    expect(part.text).toContain("Paid in part");
    expect(part.field("paymentAmount").value).toBe("30.00");
    const whole = await note(order, "payment", { paymentDay: "2026-01-05" });
    expect(whole.text).not.toContain("Paid in part");
    expect(whole.text).toContain("Jan 5");
    expect(await sumsOf(order)).toMatchObject({ paidMinor: 13_000 });
  });

  it("is asked for in advance first, until the order is ready", async () => {
    const order = await opened();
    await order.studio.db.update(orders, { advanceMinor: 3_900 }, eq(orders.id, order.id));
    const page = await order.owner.get(order.address);
    expect(page.text).toContain("Of it in advance");
    expect(page.field("paymentAmount").value).toBe("39.00");
    await order.studio.db.update(orders, { status: "ready" }, eq(orders.id, order.id));
    expect((await order.owner.get(order.address)).field("paymentAmount").value).toBe("130.00");
  });

  it("beyond the sum owed is told as too much", async () => {
    const order = await opened();
    const page = await note(order, "payment", { paymentAmount: "150" });
    expect(page.text).toMatch(/Received too much ?₴20\.00/);
    expect(page.field("refundAmount").value).toBe("20.00");
  });

  it("is noted once by the same form sent twice, one after the other or at once", async () => {
    const order = await opened();
    const form = formOf(await order.owner.get(order.address), order, "payment");
    for (const answer of [
      await sendForm(order.owner, form),
      await sendForm(order.owner, form),
      ...(await Promise.all([sendForm(order.owner, form), sendForm(order.owner, form)])),
    ]) {
      expect(answer.status, answer.text).toBe(303);
    }
    const other = await opened();
    const atOnce = formOf(await other.owner.get(other.address), other, "payment");
    const answers = await Promise.all([sendForm(other.owner, atOnce), sendForm(other.owner, atOnce)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect([await notedOf(order), await notedOf(other)].map((noted) => noted.length)).toEqual([1, 1]);
  });

  it("is not lost if the form of an earlier one is sent with another sum: the person sees the first and sends it again", async () => {
    const order = await opened();
    const form = formOf(await order.owner.get(order.address), order, "payment");
    await sendForm(order.owner, form, { paymentAmount: "50" });
    const asked = await sendForm(order.owner, form, { paymentAmount: "80" });
    expect([asked.status, asked.field("paymentAmount").value]).toEqual([409, "80"]);
    expect((await sendForm(order.owner, formOf(asked, order, "payment"))).status).toBe(303);
    expect(await sumsOf(order)).toMatchObject({ paidMinor: 13_000 });
  });

  it.each([
    ["paymentAmount", "0", "Enter a value from 0.01"],
    ["paymentAmount", "ten", "Enter a number"],
    ["paymentAmount", "", "Fill in this field."],
    ["paymentMethod", "card", "Choose"],
    ["paymentDay", dayFromNow(1), "Enter a date from"],
    ["paymentDay", "2026-02-30", "Enter a date that exists."],
    ["paymentDay", "1999-12-31", "Enter a date from"],
    ["paymentDay", "", "Fill in this field."],
  ])("with %s %o is refused, with the fault beside the field and all that was typed", async (name, value, fault) => {
    const order = await opened();
    const typed = { version: "1", paymentAmount: "10", paymentMethod: "cash", paymentDay: dayFromNow(0) };
    const answer = await order.owner.post(`${order.address}/payments/payment`, {
      ...typed,
      paymentNote: "Typed",
      [name]: value,
    });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.faults[name]).toContain(fault);
    expect(answer.field("paymentNote").value).toBe("Typed");
    expect(await notedOf(order)).toEqual([]);
  });

  it("of another studio's order is not found, and neither is another order's", async () => {
    const [own, other] = [await opened(), await opened()];
    await note(other, "payment");
    const [payment] = await notedOf(other);
    const stranger = await signedIn(own.ownerPerson);
    const fields = { version: "1", paymentAmount: "10", paymentMethod: "cash", paymentDay: dayFromNow(0) };
    const within = other.address.replace(/studios\/[^/]+/, `studios/${own.studio.slug}`);
    for (const address of [other.address, within]) {
      expect((await stranger.post(`${address}/payments/payment`, fields)).status).toBe(404);
      expect((await stranger.post(`${address}/payments/${payment?.id}/remove`)).status).toBe(404);
    }
    expect((await own.owner.post(`${own.address}/payments/${payment?.id}/remove`)).status).toBe(404);
    expect(await sumsOf(other)).toMatchObject({ paidMinor: 13_000 });
  });

  it("may be noted by staff, and of an order older than payments begins their account", async () => {
    const order = await panelWithOrder();
    expect((await order.owner.get(order.address)).text).not.toContain("Not paid");
    const staff = await staffOf(order);
    const page = await staff.get(order.address);
    expect((await sendForm(staff, formOf(page, order, "payment"), { paymentAmount: "23.45" })).status).toBe(303);
    const paid = await staff.get(order.address);
    expect(paid.text).toContain("Paid in part");
    expect(paid.field("paymentAmount").value).toBe("100.00");
  });
});

describe("a refund", () => {
  it("is offered once money was received, and is not asked for again", async () => {
    const order = await opened();
    expect((await order.owner.get(order.address)).fields("refundAmount")).toEqual([]);
    await note(order, "payment");
    const page = await note(order, "refund", { refundAmount: "30", refundNote: "A scratch" });
    expect(page.notice).toContain("₴30.00 paid back for order 1 is noted.");
    expect(page.text).toMatch(/Refund ₴30\.00 · Cash/);
    expect(page.part("payment").text).toContain("Refunded");
    expect(page.field("paymentAmount").value).toBe("");
    expect(await sumsOf(order)).toEqual({ paidMinor: 10_000, refundedMinor: 3_000 });
  });

  it("is at most the sum that was received and not paid back", async () => {
    const order = await opened();
    await note(order, "payment", { paymentAmount: "100" });
    await note(order, "refund", { refundAmount: "40" });
    const form = formOf(await order.owner.get(order.address), order, "refund");
    const answer = await sendForm(order.owner, form, { refundAmount: "60.01" });
    expect(answer.status).toBe(400);
    expect(answer.faults.refundAmount).toBe("At most ₴60.00: so much is received and not paid back.");
    expect(answer.field("refundAmount").value).toBe("60.01");
    expect(await sumsOf(order)).toEqual({ paidMinor: 6_000, refundedMinor: 4_000 });
  });

  it("is asked for once a paid order is cancelled", async () => {
    const order = await opened();
    await note(order, "payment", { paymentAmount: "50" });
    await posted(order.owner, `${order.address}/move`, { version: "2", status: "cancelled", comment: "No time" });
    const page = await order.owner.get(order.address);
    expect(page.text).toContain("To be refunded");
    expect(page.field("refundAmount").value).toBe("50.00");
    expect((await note(order, "refund")).part("payment").text).toContain("Refunded");
  });
});

describe("a note of a payment", () => {
  it("is taken back from its notice, put back by the undo of that, and all of it stands in the history", async () => {
    const order = await opened();
    const removed = await undo(order.owner, await note(order, "payment"));
    expect(removed.notice).toContain("The note of ₴130.00 is removed.");
    expect(removed.text).toContain("Note of a payment removed: ₴130.00 · Cash");
    expect(removed.text).toContain("Not paid");
    expect(await sumsOf(order)).toEqual({ paidMinor: 0, refundedMinor: 0 });
    const back = await undo(order.owner, removed);
    expect(back.text).toContain("Note of a payment put back");
    expect(await sumsOf(order)).toMatchObject({ paidMinor: 13_000 });
  });

  it("is removed on the page, once however often that is sent", async () => {
    const order = await opened();
    await note(order, "payment");
    const [payment] = await notedOf(order);
    const form = formOn(
      await order.owner.get(order.address),
      order.address,
      new RegExp(`/payments/${payment?.id}/remove$`),
    );
    for (const { status } of await Promise.all([sendForm(order.owner, form), sendForm(order.owner, form)])) {
      expect(status).toBe(303);
    }
    expect(await sumsOf(order)).toEqual({ paidMinor: 0, refundedMinor: 0 });
    expect(await historyOf(order.studio, order.id)).toHaveLength(3);
    expect((await order.owner.get(order.address)).field("paymentAmount").value).toBe("130.00");
  });

  it("that was removed does not come back unseen by the form that noted it", async () => {
    const order = await opened();
    const form = formOf(await order.owner.get(order.address), order, "payment");
    await undo(order.owner, await order.owner.follow(await sendForm(order.owner, form)));
    const asked = await sendForm(order.owner, form);
    expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("Note of a payment removed")]);
    expect(await sumsOf(order)).toMatchObject({ paidMinor: 0 });
    expect((await sendForm(order.owner, formOf(asked, order, "payment"))).status).toBe(303);
    expect(await sumsOf(order)).toMatchObject({ paidMinor: 13_000 });
  });

  it("stays while a refund needs its money", async () => {
    const order = await opened();
    await note(order, "payment");
    await note(order, "refund", { refundAmount: "30" });
    const [payment, refund] = await notedOf(order);
    const refused = await posted(order.owner, `${order.address}/payments/${payment?.id}/remove`);
    expect(refused.notice).toContain("Remove the note of the refund first.");
    const removed = await posted(order.owner, `${order.address}/payments/${refund?.id}/remove`);
    expect(await sumsOf(order)).toEqual({ paidMinor: 13_000, refundedMinor: 0 });
    await posted(order.owner, `${order.address}/payments/${payment?.id}/remove`);
    expect((await undo(order.owner, removed)).notice).toContain("Remove the note of the refund first.");
    expect(await sumsOf(order)).toEqual({ paidMinor: 0, refundedMinor: 0 });
  });
});

describe("two windows on one order", () => {
  it("note no payment twice: the second sees the first's, with what was typed", async () => {
    const order = await opened();
    const staff = await staffOf(order);
    const [one, two] = [await order.owner.get(order.address), await staff.get(order.address)];
    await sendForm(order.owner, formOf(one, order, "payment"));
    const asked = await sendForm(staff, formOf(two, order, "payment"), { paymentNote: "In the shop" });
    expect(asked.status, asked.text).toBe(409);
    expect(asked.text).toContain("This order was changed while you had it open");
    expect(asked.text).toContain("Payment noted: ₴130.00");
    expect([asked.field("paymentNote").value, asked.field("paymentAmount").value]).toEqual(["In the shop", "130.00"]);
    expect(await notedOf(order)).toHaveLength(1);
    expect((await sendForm(staff, formOf(asked, order, "payment"))).status).toBe(303);
    expect(await notedOf(order)).toHaveLength(2);
  });

  it("both take effect if one notes a payment and the other a note, or moves the order", async () => {
    const order = await opened();
    const form = formOf(await order.owner.get(order.address), order, "payment");
    await posted(order.owner, `${order.address}/notes`, { note: "Call him" });
    await posted(order.owner, `${order.address}/move`, { version: "1", status: "printing" });
    expect((await sendForm(order.owner, form)).status).toBe(303);
    await posted(order.owner, `${order.address}/move`, { version: "3", status: "ready" });
    expect(await stored(order.studio, order.id)).toMatchObject({ status: "ready", paidMinor: 13_000, version: 5 });
  });

  it("refund together no more than was received", async () => {
    const order = await opened();
    await note(order, "payment");
    const form = formOf(await order.owner.get(order.address), order, "refund");
    const other = formOf(await order.owner.get(order.address), order, "refund");
    const answers = await Promise.all([sendForm(order.owner, form), sendForm(order.owner, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(await sumsOf(order)).toEqual({ paidMinor: 0, refundedMinor: 13_000 });
  });
});

describe("the payments of orders", () => {
  let panel: PanelStudio;
  /** By their payment, and their status if that counts. */
  let ids: Readonly<Record<"due" | "part" | "paid" | "old" | "debt" | "refunded" | "cancelled", number>>;
  beforeAll(async () => {
    panel = await panelStudio();
    const add = (row: Parameters<typeof addOrder>[1]) => addOrder(panel.studio, { ...OWED, ...row });
    ids = {
      due: await add({ status: "pending", source: "shop" }),
      part: await add({ status: "printing", paidMinor: 5_000 }),
      paid: await add({ status: "ready", paidMinor: 13_000 }),
      old: await add({ status: "confirmed", paidMinor: null }),
      debt: await add({ status: "completed", paidMinor: 12_345 }),
      refunded: await add({ status: "completed", paidMinor: 0, refundedMinor: 13_000 }),
      cancelled: await add({ status: "cancelled" }),
    };
    await addItem(panel.studio, ids.part);
  });

  const get = async (query: string) => {
    const page = await panel.owner.get(`${panel.base}/orders?${query}`);
    expect(page.status, page.html).toBe(200);
    return page;
  };
  const listed = async (query: string) =>
    (await get(`view=list&${query}`)).addresses.flatMap((address) => {
      const [, id] = /\/orders\/(\d+)$/.exec(address) ?? [];
      return id === undefined ? [] : [Number(id)];
    });

  it("stand on the cards of the board, which can show the unpaid ones only", async () => {
    const page = await get("");
    expect(page.ofClass("order-card").map(({ text }) => /Paid in part|Not paid|Paid/.exec(text)?.[0])).toEqual([
      "Not paid",
      undefined,
      "Paid in part",
      "Paid",
    ]);
    const unpaid = await get("unpaid=true");
    expect(unpaid.field("unpaid").isChecked).toBe(true);
    expect(unpaid.ofClass("order-card").map(({ addresses: [first] }) => Number(first?.split("/").at(-1)))).toEqual([
      ids.due,
      ids.part,
    ]);
  });

  it("are a column of the list", async () => {
    const page = await get("view=list&status=");
    expect(page.row("№ 2").text).toContain("Paid in part");
    expect(page.row("№ 5").text).toContain("Paid in part");
    expect(page.row("№ 6").text).toContain("Refunded");
    expect(page.row("№ 7").text).not.toContain("Not paid");
  });

  it("narrow the list to the orders with a debt, open and completed, together with every other filter", async () => {
    expect(await listed("unpaid=true")).toEqual([ids.debt, ids.part, ids.due]);
    expect(await listed("unpaid=true&status=completed")).toEqual([ids.debt]);
    expect(await listed("unpaid=true&status=printing")).toEqual([ids.part]);
    expect(await listed("unpaid=true&status=cancelled")).toEqual([]);
    expect(await listed("unpaid=true&source=shop")).toEqual([ids.due]);
    expect(await listed("unpaid=true&search=%232")).toEqual([ids.part]);
    expect(await listed("unpaid=true&search=%233")).toEqual([]);
    expect(await listed(`unpaid=true&before=${ids.debt}`)).toEqual([ids.part, ids.due]);
    expect(await listed(`unpaid=true&after=${ids.due}`)).toEqual([ids.debt, ids.part]);
  });

  it("are kept with a person's view of board and list", async () => {
    for (const [page, path] of [
      ["board", ""],
      ["list", "view=list"],
    ] as const) {
      const columns = page === "board" ? ["pending"] : ["payment"];
      await panel.owner.post(`${panel.base}/kept-views/${page}`, { query: "unpaid=true", "columns[]": columns });
      expect((await get(path)).field("unpaid").isChecked).toBe(true);
      await panel.owner.post(`${panel.base}/kept-views/${page}/reset`);
    }
  });

  it("stand in the table of orders with the sum paid and the sum due", async () => {
    const period = `since=2026-01-01&through=${dayFromNow(0)}`;
    const text = await (await panel.owner.download(`${panel.base}/orders/export?${period}`)).text();
    const [head = "", ...lines] = text.trim().split("\r\n");
    expect(head.endsWith(",Paid,Still to be paid")).toBe(true);
    expect(lines.map((line) => line.split(",").slice(-2))).toEqual([
      ["0.00", "0.00"],
      ["0.00", "0.00"],
      ["123.45", "6.55"],
      ["", ""],
      ["130.00", "0.00"],
      ["50.00", "80.00"],
      ["0.00", "130.00"],
    ]);
  });
});

it("the unpaid orders are found without a walk over the ended ones", async () => {
  const panel = await panelStudio();
  const [debt = 0, ...others] = await addOrders(panel.studio, 2_000, { status: "completed", totalPriceMinor: 100 });
  await panel.studio.db.update(orders, { paidMinor: 100 }, inValues(orders.id, others));
  await panel.studio.db.update(orders, { paidMinor: 0 }, eq(orders.id, debt));
  const counted = countedReads();
  const owner = await signedIn(panel.ownerPerson, { DB: counted.database });
  const before = counted.rows;
  const page = await owner.get(`${panel.base}/orders?view=list&unpaid=true`);
  expect(page.text).toContain("№ 1");
  // The sources of 300 orders.
  expect(counted.rows - before).toBeLessThan(400);
});
