// Erasing a customer's personal data, and the file of the data before that.

import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { openRetainedRecords } from "../../../src/db/retained-records.ts";
import {
  attachments,
  customers,
  deliveryMethods,
  issuedDocuments,
  messages,
  orderItems,
  orders,
  parcels,
  payments,
  priceRequests,
} from "../../../src/db/schema.ts";
import { minorUnits } from "../../../src/domain/money.ts";
import worker from "../../../src/index.ts";
import { beginAttempt, endAttempt } from "../../../src/outbox/sending.store.ts";
import type { PriceRequestAnswer } from "../../../src/storefront/wire.ts";
import { losingAnswerOf } from "../support/faulty-database.ts";
import { type Order, orderOfBox, place, withoutLinks } from "../support/orders.ts";
import { formOn, sendForm } from "../support/page-forms.ts";
import { type PanelStudio, panelOf, panelStudio, posted, signedIn, staffOf } from "../support/panel.ts";
import { addOrder, addOrders, delivered, historyOf, stored } from "../support/panel-orders.ts";
import { databaseOfTests } from "../support/recorded-statements.ts";
import { WAIT } from "../support/requests.ts";
import { columnsWith, storedBesideTables } from "../support/stored-bytes.ts";
import { ORDERING, ordered, quoted, visitedStudio } from "../support/storefront.ts";
import type { TestStudio } from "../support/studio.ts";

const PERSON = { firstName: "Мирослава", lastName: "Незабудько", phoneNumber: "+380671239876" };
const EMAIL = "myroslava.nezabudko@example.com";
const SECOND_PHONE = "+380991239877";
const KEY = { "Idempotency-Key": "an order of Myroslava", ...WAIT };

/** Written by staff beside the price that they named. */
const REASON = "знижка для Незабудько";

/** Any of these leads to the person. */
const TRACES = ["Мирослав", "Незабуд", "671239876", "991239877", "nezabudko", "Затишна", "20450000000001"];

const tracesOfPerson = () => columnsWith(TRACES);

/** The names under which a carrier and a mail's provider know the person's parcel and mails. */
async function leaveOutside({ db }: TestStudio, orderId: number, requestId: number): Promise<void> {
  const now = Date.now();
  const sent = { event: "received", channel: "email", state: "sent", round: 1, attempts: 1, queuedAt: now } as const;
  for (const [of, number] of Object.entries({ orderId, requestId })) {
    const key = `a message of nobody's ${of}`;
    await db.insert(messages, { ...sent, key, [of]: number, endedAt: now, providerId: `mail-of-nezabudko-${of}` });
  }
  await db.delete(parcels, eq(parcels.orderId, orderId));
  const size = { weightGrams: 500, lengthCm: 20, widthCm: 10, heightCm: 10 };
  const asked = { destination: "branch", parcel: size, payer: "recipient", declaredMinor: 30_000 } as const;
  await db.insert(parcels, {
    ...{ orderId, createdAt: now, reference: "note-of-nezabudko", noteRef: "ref-of-nezabudko" },
    trackingNumber: "20450000000001",
    note: { ...asked, cashOnDeliveryMinor: null, description: "ваза для Незабудько", sentOn: "2026-11-20" },
  });
}

/** A customer who has left something in every place that keeps personal data, with all of their orders ended. */
async function knownCustomer() {
  const visited = await visitedStudio();
  const { studio, visitor, choice } = visited;
  const panel = await panelOf(studio);
  const { owner, base } = panel;
  const [method] = await studio.db.insert(deliveryMethods, { name: "Кур’єр студії" });
  const ofPage = await ordered(visitor, await quoted(visitor, [choice]), {
    ...PERSON,
    ...{ email: EMAIL, comment: "Це Мирослава, телефонуйте", deliveryMethodId: method?.id },
    ...{ deliveryCityName: "Львів", deliveryStreetName: "Затишна", deliveryBuildingNumber: "7" },
  });
  const fields = orderOfBox(choice, {
    ...{ customerFirstName: PERSON.firstName, customerLastName: PERSON.lastName, customerEmail: EMAIL },
    // Recognised by the e-mail.
    ...{ customerPhoneNumber: SECOND_PHONE, deliveryStreetName: "Затишна" },
  });
  const { status, body } = await place(studio, fields, KEY);
  expect(status, JSON.stringify(body)).toBe(201);
  const ofApi = body.data;
  const attachmentId = await visitor.attached(new TextEncoder().encode("a drawing of nezabudko"), "Незабудько.pdf");
  const request = await visitor.post<PriceRequestAnswer>("/requests", {
    ...ORDERING,
    ...PERSON,
    ...{ phoneNumber: SECOND_PHONE, email: "other@example.com", comment: "Ваша Незабудько" },
    requestKey: crypto.randomUUID(),
    items: [{ ...choice, fileName: "vase.stl", quantity: 1, finishingIds: [], reason: "asked" }],
    attachments: [{ attachmentId }],
  });
  expect(request.status, request.text).toBe(201);

  const [firstOrder] = await studio.db.select(orders, eq(orders.id, ofPage.orderId));
  const customerId = firstOrder?.customerId ?? 0;
  expect((await stored(studio, ofApi.id))?.customerId).toBe(customerId);
  const [sentRequest] = await studio.db.select(priceRequests);
  await posted(owner, `${base}/requests/${sentRequest?.id}/answer`, { version: "1", answer: "Мирославо, 420 грн" });
  await posted(owner, `${base}/orders/${ofPage.orderId}/notes`, { note: "Незабудько просила без поспіху" });
  await posted(owner, `${base}/orders/${ofApi.id}/delivery`, { version: "1", trackingNumber: "20450000000001" });
  const seen = { version: "2", trackingNumber: "20450000000001" };
  await posted(owner, `${base}/orders/${ofApi.id}/delivery`, { ...seen, streetName: "Затишна-Нова" });
  await posted(owner, `${base}/orders/${ofPage.orderId}/move`, {
    ...{ version: "2", status: "cancelled", comment: "Мирослава передумала" },
  });
  await studio.db.update(orders, { status: "completed" }, eq(orders.id, ofApi.id));
  const [item] = await studio.db.select(orderItems, eq(orderItems.orderId, ofPage.orderId));
  if (!item?.costBreakdown) throw new Error("the item has no breakdown");
  const adjustments = [{ kind: "staff" as const, reason: REASON, amount: minorUnits(-100) }];
  await studio.db.update(
    orderItems,
    { costBreakdown: { ...item.costBreakdown, adjustments } },
    eq(orderItems.id, item.id),
  );
  await posted(owner, `${base}/customers/${customerId}/note`, { note: "Мирослава любить PETG" });
  const now = Date.now();
  const personId = panel.ownerPerson.id;
  await studio.db.insert(payments, {
    orderId: ofApi.id,
    requestKey: crypto.randomUUID(),
    kind: "payment",
    method: "transfer",
    amountMinor: 4_200,
    paidOn: "2026-11-20",
    note: "від Незабудько М.",
    personId,
    createdAt: now,
  });
  await studio.db.insert(issuedDocuments, {
    orderId: ofApi.id,
    kind: "invoice",
    number: 1,
    personId,
    issuedAt: now,
    content: {
      language: "uk",
      currencyId: 1,
      orderNumber: ofApi.number,
      customer: "Мирослава Незабудько",
      studio: { title: "Kobza", payeeName: null, payeeCode: null, payeeIban: null, requisites: null },
      lines: [{ kind: "item", name: "box.stl", quantity: 1, amountMinor: 4_200 }],
      totalMinor: 4_200,
    },
  });
  await leaveOutside(studio, ofApi.id, sentRequest?.id ?? 0);
  const address = `${base}/customers/${customerId}`;
  return { ...visited, ...panel, customerId, address, fields, ofPage, ofApi, requestPage: request.body.address };
}

type Known = Awaited<ReturnType<typeof knownCustomer>>;

/** The figures that an erasure leaves. */
async function figuresOf({ studio, customerId }: Known) {
  const [customer] = await studio.db.select(customers, eq(customers.id, customerId));
  const rows = await studio.db.select(orders, eq(orders.customerId, customerId), orders.id);
  return {
    totals: [customer?.orderCount, customer?.spentMinor],
    orders: rows.map(({ contact: _, delivery, customerToken: __, version: ___, updatedAt: ____, ...figures }) => ({
      ...figures,
      method: delivery?.method,
    })),
    items: JSON.stringify(await studio.db.select(orderItems, undefined, orderItems.id)).replace(REASON, "—"),
    paid: (await studio.db.select(payments)).map(({ note: _, ...payment }) => payment),
    documents: (await studio.db.select(issuedDocuments)).map(({ content: { customer: _, ...content } }) => content),
  };
}

describe("erasing a customer's personal data", () => {
  const startedAt = new Date();
  let known: Known;
  let before: Awaited<ReturnType<typeof figuresOf>>;
  let tracesBefore: string[];
  let asked: Awaited<ReturnType<PanelStudio["owner"]["get"]>>;
  let exported: string;

  beforeAll(async () => {
    known = await knownCustomer();
    before = await figuresOf(known);
    tracesBefore = await tracesOfPerson();
    exported = await (await known.owner.download(`${known.address}/data`)).text();
    asked = await known.owner.get(`${known.address}/erase`);
    const done = await sendForm(known.owner, formOn(asked, `${known.address}/erase`, `${known.address}/erase`));
    expect(done.status, done.html).toBe(303);
    expect((await known.owner.follow(done)).notice).toBe("The personal data are erased.");
  }, 60_000);

  it("is asked about first, with all that goes and stays", () => {
    expect(asked.status, asked.html).toBe(200);
    expect(asked.headings[0]).toBe("Erase the personal data of Мирослава Незабудько?");
    for (const said of ["delivery addresses", "price requests", "model files", "cannot be undone"]) {
      expect(asked.text).toContain(said);
    }
  });

  it("leaves no name, phone, e-mail, address or tracking number in any column of any table", async () => {
    // Each place held something: the search would see it.
    expect(tracesBefore).toEqual([
      "attachments.file_name",
      "customers.email",
      "customers.first_name",
      "customers.last_name",
      "customers.note",
      "customers.phone_number",
      "idempotency_keys.response",
      "issued_documents.content",
      "messages.provider_id",
      "order_changes.changes",
      "order_changes.comment",
      "order_items.cost_breakdown",
      "orders.contact",
      "orders.delivery",
      "parcels.note",
      "parcels.note_ref",
      "parcels.reference",
      "parcels.tracking_number",
      "payments.note",
      "price_requests.answer",
      "price_requests.comment",
      "price_requests.contact",
    ]);
    expect(await tracesOfPerson()).toEqual([]);
  });

  it("leaves the figures of orders, payments and documents, and the customer's totals", async () => {
    expect(await figuresOf(known)).toEqual(before);
  });

  it("closes the customer's links: they answer 404", async () => {
    const { visitor, ofPage, studio, requestPage } = known;
    for (const address of [ofPage.address, requestPage]) {
      const answer = await visitor.fetch(address.slice(`/${studio.slug}`.length));
      expect(answer.status, address).toBe(404);
    }
  });

  it("deletes the files sent with price requests in the next scheduled run", async () => {
    const [file] = await known.studio.db.select(attachments);
    expect(file).toMatchObject({ requestId: null, fileName: "" });
    expect(await openRetainedRecords(env.DB).discardUnsentAttachments(Date.now(), 10)).toBe(1);
    expect(await known.studio.db.select(attachments)).toEqual([]);
  });

  it("leaves nothing in any object of the bucket, copy in KV or storage of an object, once the scheduled run has been", async () => {
    // The file of the price request has it in its name only, and its object is found by its content.
    expect(await storedBesideTables(startedAt)).toContain("a drawing of nezabudko");
    await worker.scheduled(createScheduledController(), env);
    // Work after an answer goes on for a moment on a busy machine.
    await vi.waitFor(
      async () => {
        const stored = await storedBesideTables(startedAt);
        expect(stored).toContain("solid");
        expect(TRACES.filter((trace) => stored.includes(trace))).toEqual([]);
      },
      { timeout: 40_000, interval: 500 },
    );
  });

  it("shows a nameless customer in the panel: in the list, on their page, on their orders and requests", async () => {
    const { owner, base, address, ofApi, customerId, studio } = known;
    expect((await owner.get(`${base}/customers`)).row(`Customer ${customerId}`).text).toContain("data erased");
    const page = await owner.get(address);
    expect(page.text).toContain("The personal data were erased on");
    expect(page.buttons).not.toContain("Save the contact data");
    expect(page.addresses).toContain(`${base}/orders/${ofApi.id}`);
    const order = await owner.get(`${base}/orders/${ofApi.id}`);
    expect(order.status, order.html).toBe(200);
    expect(order.text).toContain("This customer’s personal data were erased on");
    expect(order.text).toContain("What was written here is erased.");
    const [request] = await studio.db.select(priceRequests);
    expect(request?.status).toBe("closed");
    for (const path of [`/orders/${ofApi.id}/work-sheet`, "/orders?view=list", `/requests/${request?.id}`]) {
      const shown = await owner.get(`${base}${path}`);
      expect(shown.status, path).toBe(200);
      expect(shown.addresses, path).not.toContain("tel:");
    }
    expect((await owner.get(`${base}/jump?search=erased`)).addresses).not.toContain(address);
  });

  it("shows the customer to the API with empty texts and the totals", async () => {
    const { studio, ofApi, customerId } = known;
    const order = await studio.data<Order>(`/orders/${ofApi.id}`);
    const { customer, delivery, ...figures } = withoutLinks(order);
    expect(customer).toEqual({
      ...{ id: customerId, firstName: "", lastName: "", phoneNumber: "", email: "", locale: "uk" },
      totalOrders: 1,
      totalSpent: ofApi.totalPrice.amount,
    });
    expect(delivery).toMatchObject({ streetName: null, trackingNumber: null });
    const { customer: _, delivery: __, ...placed } = withoutLinks(ofApi);
    expect(figures).toEqual({ ...placed, status: "completed", updatedAt: expect.any(String) });
  });

  it("answers a repeated request with the order as it now is, and places no second one", async () => {
    const { studio, fields, ofApi, customerId } = known;
    const repeated = await place(studio, fields, KEY);
    expect(repeated.status, JSON.stringify(repeated.body)).toBe(201);
    expect(repeated.body.data).toMatchObject({ id: ofApi.id, customer: { id: customerId, firstName: "" } });
    expect(await tracesOfPerson()).toEqual([]);
  });

  it("lets no form that was opened before bring the data back", async () => {
    const { owner, base, address, ofApi, studio } = known;
    const contact = { ...PERSON, email: EMAIL, locale: "uk" };
    expect((await owner.post(`${address}/contact`, contact)).status).toBe(409);
    expect((await owner.post(`${address}/note`, { note: "Мирослава" })).status).toBe(409);
    const late = { version: "3", streetName: "Затишна" };
    expect((await owner.post(`${base}/orders/${ofApi.id}/delivery`, late)).status).toBe(409);
    expect((await historyOf(studio, ofApi.id)).map(({ comment }) => comment)).toEqual([null, null]);
    expect(await tracesOfPerson()).toEqual([]);
  });

  it("is done once: a second time leads back to the customer's page", async () => {
    const { owner, address, studio } = known;
    const rows = () => studio.db.select(customers);
    const erased = await rows();
    expect((await owner.get(`${address}/erase`)).location).toBe(address);
    expect((await owner.post(`${address}/erase`)).location).toBe(address);
    expect(await rows()).toEqual(erased);
  });

  it("gave all of the data before that, as the customer may ask for them", async () => {
    const data = JSON.parse(exported);
    expect(data.customer).toMatchObject({ ...PERSON, email: EMAIL, note: "Мирослава любить PETG", orderCount: 1 });
    expect(data.orders).toEqual([
      expect.objectContaining({
        number: known.ofApi.number,
        status: "completed",
        agreedToTermsAt: null,
        contact: expect.objectContaining({ phoneNumber: SECOND_PHONE }),
        items: [{ name: "box.stl", quantity: 1, price: known.ofApi.totalPrice.amount }],
        payments: [
          { kind: "payment", method: "transfer", amount: "42.00", day: "2026-11-20", note: "від Незабудько М." },
        ],
      }),
      expect.objectContaining({
        status: "cancelled",
        agreedToTermsAt: expect.stringMatching(/^20\d\d-/),
        delivery: expect.objectContaining({ streetName: "Затишна" }),
        comments: ["Це Мирослава, телефонуйте"],
      }),
    ]);
    expect(data.priceRequests).toEqual([
      expect.objectContaining({
        comment: "Ваша Незабудько",
        answer: "Мирославо, 420 грн",
        files: [{ name: "vase.stl", quantity: 1 }],
      }),
    ]);
  });

  // Last: a new customer has the traces again.
  it("makes a new customer of a later order from the same phone", async () => {
    const { studio, choice, customerId } = known;
    const fields = orderOfBox(choice, {
      ...{ customerFirstName: PERSON.firstName, customerLastName: PERSON.lastName },
      ...{ customerPhoneNumber: PERSON.phoneNumber, customerEmail: EMAIL },
    });
    const { status, body } = await place(studio, fields);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.data.customer).toMatchObject({ ...PERSON, totalOrders: 1 });
    expect(body.data.customer.id).not.toBe(customerId);
  });
});

describe("an erasure", () => {
  /** A studio with a customer of so many ended orders. */
  async function withEndedOrders(count = 1) {
    const panel = await panelStudio();
    const contact = { ...PERSON, email: EMAIL };
    const ended = { contact, status: "completed", delivery: delivered({ streetName: "Затишна" }) } as const;
    const ids = await addOrders(panel.studio, count, ended);
    const customerId = (await stored(panel.studio, ids[0] ?? 0))?.customerId ?? 0;
    const rows = async () => [await panel.studio.db.select(customers), await panel.studio.db.select(orders)];
    return { ...panel, ids, customerId, address: `${panel.base}/customers/${customerId}`, rows };
  }

  it("is refused while an order is open, which the page names", async () => {
    const { studio, owner, base, address, rows } = await withEndedOrders();
    const open = await addOrder(studio, { contact: { ...PERSON, email: EMAIL }, status: "ready" });
    const before = await rows();
    const asked = await owner.get(`${address}/erase`);
    expect(asked.addresses).toContain(`${base}/orders/${open}`);
    expect(asked.buttons).not.toContain("Erase for good");
    const refused = await owner.post(`${address}/erase`);
    expect(refused.status, refused.html).toBe(409);
    expect(refused.text).toContain("still has open orders");
    expect(await rows()).toEqual(before);
  });

  it("is the owner's: staff are neither asked nor obeyed, and see no way to it or to the file of the data", async () => {
    const panel = await withEndedOrders();
    const before = await panel.rows();
    const staff = await staffOf(panel);
    const page = await staff.get(panel.address);
    for (const path of ["/erase", "/data"]) {
      expect(page.addresses).not.toContain(`${panel.address}${path}`);
      expect((await staff.get(`${panel.address}${path}`)).status, path).toBe(403);
    }
    expect((await staff.post(`${panel.address}/erase`)).status).toBe(403);
    expect(await panel.rows()).toEqual(before);
  });

  it("that breaks off at its last row leaves everything as it was, and may be done again", async () => {
    const { owner, address, rows } = await withEndedOrders(3);
    const before = await rows();
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await databaseOfTests
      .prepare(
        "CREATE TRIGGER broken BEFORE UPDATE OF erased_at ON customers BEGIN SELECT RAISE(ABORT, 'broken off'); END",
      )
      .run();
    const broken = await owner.post(`${address}/erase`);
    await databaseOfTests.prepare("DROP TRIGGER broken").run();
    log.mockRestore();
    expect(broken.status).toBe(500);
    expect(await rows()).toEqual(before);
    expect((await owner.post(`${address}/erase`)).status).toBe(303);
    expect(await tracesOfOrders(rows)).toEqual([]);
  });

  it("whose answer is lost on the way is told as done", async () => {
    const { ownerPerson, address, rows } = await withEndedOrders();
    const owner = await signedIn(ownerPerson, { DB: losingAnswerOf('insert into "unmet_conditions"', 0) });
    const answer = await owner.post(`${address}/erase`);
    expect(answer.status, answer.html).toBe(303);
    expect(await tracesOfOrders(rows)).toEqual([]);
  });

  it("reaches every order of a long history, and none of another customer or studio", async () => {
    const { studio, owner, address, rows, ids } = await withEndedOrders(700);
    const other = await addOrder(studio, { status: "completed" });
    const elsewhere = await panelStudio();
    const theirs = await addOrder(elsewhere.studio, { contact: { ...PERSON, email: EMAIL }, status: "completed" });
    const untouched = async () => [await stored(studio, other), await stored(elsewhere.studio, theirs)];
    const before = await untouched();
    const data = JSON.parse(await (await owner.download(`${address}/data`)).text());
    expect(data.orders).toHaveLength(ids.length);
    expect((await owner.post(`${address}/erase`)).status).toBe(303);
    expect(await tracesOfOrders(rows)).toEqual([]);
    expect(await untouched()).toEqual(before);
  });

  it("ends a mail that is on its way: the provider's name for it, which its sender learns later, is not kept", async () => {
    const { studio, owner, address, ids } = await withEndedOrders();
    const [orderId = 0] = ids;
    const mail = { orderId, event: "received", channel: "email", state: "waiting", round: 1, attempts: 0 } as const;
    const [message] = await studio.db.insert(messages, { ...mail, key: "a mail", queuedAt: 1, nextAt: 1 });
    if (message === undefined) throw new Error("the mail was not written");
    expect(await beginAttempt(studio.db, message)).toBe(true);
    expect((await owner.post(`${address}/erase`)).status).toBe(303);
    await endAttempt(studio.db, message, { state: "sent", providerId: "mail-of-nezabudko" }, Date.now());
    expect(await studio.db.select(messages, eq(messages.orderId, orderId))).toEqual([
      {
        ...message,
        ...{ state: "unknown", round: 2, attempts: 1, nextAt: null, providerId: null },
        endedAt: expect.any(Number),
      },
    ]);
  });

  it("leaves a price request of another customer who shares the e-mail", async () => {
    const { studio, owner, address } = await withEndedOrders();
    const theirs = { firstName: "Остап", lastName: "Незабудько", phoneNumber: "+380631110000" };
    await addOrder(studio, { contact: { ...theirs, email: "ostap@example.com" }, status: "completed" });
    for (const contact of [
      { ...theirs, email: EMAIL, locale: "uk" },
      { ...theirs, phoneNumber: "+380635550000", email: EMAIL.toUpperCase(), locale: "uk" },
    ]) {
      await studio.db.insert(priceRequests, {
        ...{ requestKey: crypto.randomUUID(), customerToken: crypto.randomUUID(), source: "order_page" },
        ...{ contact, consentedAt: 1, createdAt: 1, updatedAt: 1 },
        status: "new",
      });
    }
    expect((await owner.post(`${address}/erase`)).status).toBe(303);
    const left = await studio.db.select(priceRequests, undefined, priceRequests.id);
    expect(left.map(({ status, contact }) => [status, contact.phoneNumber])).toEqual([
      ["new", theirs.phoneNumber],
      ["closed", ""],
    ]);
    // Erased requests look alike, whichever customer has sent them.
    const data = JSON.parse(await (await owner.download(`${address}/data`)).text());
    expect(data.priceRequests).toEqual([]);
  });
});

/** The traces of the person in these rows. */
async function tracesOfOrders(rows: () => Promise<unknown>): Promise<string[]> {
  const text = JSON.stringify(await rows());
  return TRACES.filter((trace) => text.includes(trace));
}
