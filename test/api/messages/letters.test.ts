// Letters: the mail of each event in its reader's language, with every text of a customer as text.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { NamedPrice } from "../../../src/db/column-types.ts";
import { materials, messages, orders, priceRequests, storefronts } from "../../../src/db/schema.ts";
import type { CustomerEvent, StaffEvent } from "../../../src/domain/message/events.ts";
import { type WrittenMail, writeMail } from "../../../src/mail/letters.ts";
import { readTold } from "../../../src/mail/told.store.ts";
import { cancelAsCustomer } from "../../../src/orders/change-order.ts";
import { changeCustomerMessages } from "../../../src/outbox/message-settings.store.ts";
import { addMaterial } from "../support/catalog.ts";
import { orderOutboxRow } from "../support/messages.ts";
import { panelStudio, posted } from "../support/panel.ts";
import { addItem, addOrder, delivered } from "../support/panel-orders.ts";
import type { TestStudio } from "../support/studio.ts";

const ORIGIN = "https://print.example";
const HOSTILE = `<img src=x onerror="alert(1)"> & Co.`;

/** The mail about an order; `personId` of a member of the studio, else to the customer. */
async function mailOf(
  { db }: TestStudio,
  orderId: number,
  event: CustomerEvent | StaffEvent,
  others: Partial<typeof messages.$inferInsert> = {},
): Promise<WrittenMail> {
  const row = { ...orderOutboxRow("received", orderId), event, key: crypto.randomUUID(), ...others };
  const [message] = await db.insert(messages, row);
  if (message === undefined) throw new Error("the message was not added");
  const mail = await writeMail(await readTold(db, message), ORIGIN);
  if (typeof mail === "string") throw new Error(`the mail is ${mail}`);
  return mail;
}

async function studioWithOrder(row: Parameters<typeof addOrder>[1] = {}) {
  const { studio, ...panel } = await panelStudio({ title: "Кобза-Друк", replyTo: "druk@example.com" });
  const orderId = await addOrder(studio, { number: 7, ...row });
  await addItem(studio, orderId, { originalFileName: "ваза.stl", quantity: 3, materialColor: "білий" });
  return { studio, orderId, ...panel };
}

describe("the mail of a received order", () => {
  it("has the items, the sum with delivery, the day, the studio's details and the link", async () => {
    const { studio, orderId } = await studioWithOrder({
      ...{ customerToken: "secret-part", dueOn: "2026-12-24", deliveryPriceMinor: 7000 },
      contact: { locale: "en", firstName: "Mary" },
    });
    await studio.db.insert(storefronts, { requisites: "IBAN UA00", updatedAt: 1 });
    const { to, fromName, replyTo, subject, text, html } = await mailOf(studio, orderId, "received");
    expect({ to, fromName, replyTo, subject }).toEqual({
      to: expect.stringContaining("@example.com"),
      fromName: "Кобза-Друк",
      replyTo: "druk@example.com",
      subject: "Кобза-Друк: order 7 received",
    });
    const shown = ["Hello, Mary!", "ваза.stl", "× 3", "123.45", "193.45", "December 24, 2026", "IBAN UA00"];
    const link = `${ORIGIN}/${studio.slug}/orders/secret-part?lang=en`;
    for (const part of [...shown, link]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
  });

  it("has the sum asked in advance, and the transfer's details to copy as text", async () => {
    const { studio, orderId } = await studioWithOrder({
      ...{ customerToken: "secret-part", deliveryPriceMinor: 7000, advanceMinor: 9673, paidMinor: 0 },
      contact: { locale: "en" },
    });
    const account = { payeeName: "ФОП Косач", payeeIban: "UA213223130000026007233566001", payeeCode: "1234567890" };
    await studio.db.insert(storefronts, { ...account, requisites: "Пишіть нам", updatedAt: 1 });
    const { text, html } = await mailOf(studio, orderId, "received");
    const lines = ["To pay now, in advance: ₴96.73", "Purpose of the payment: Payment for order 7", "Пишіть нам"];
    for (const line of [...lines, "Payee: ФОП Косач", `IBAN: ${account.payeeIban}`, "QR code"]) {
      expect(text).toContain(line);
      for (const part of line.split(": ")) expect(html).toContain(part);
    }
    // The account stands in the studio's own text.
    await studio.db.update(storefronts, { requisites: "IBAN UA21 3223 1300 0002 6007 2335 6600 1" }, undefined);
    expect((await mailOf(studio, orderId, "received")).text).not.toContain(account.payeeIban);
    await studio.db.update(orders, { paidMinor: 9673 }, eq(orders.id, orderId));
    const confirmed = await mailOf(studio, orderId, "received");
    expect(confirmed.text).toContain("You have paid: ₴96.73\nTo pay: ₴96.72");
  });

  it("asks for no payment of an order of the API, nor of one older than payments", async () => {
    for (const row of [{ paidMinor: 0 }, { customerToken: "secret-part", paidMinor: null }]) {
      const { studio, orderId } = await studioWithOrder(row);
      expect((await mailOf(studio, orderId, "received")).text).not.toContain("Призначення платежу");
    }
  });

  it("has no link for an order of the API, and is in the order's language", async () => {
    const { studio, orderId } = await studioWithOrder();
    const { subject, text } = await mailOf(studio, orderId, "received");
    expect(subject).toBe("Кобза-Друк: замовлення № 7 отримано");
    expect(text).toContain("Вітаємо, Леся!");
    expect(text).not.toContain(`${ORIGIN}/${studio.slug}`);
  });

  it("has every text of a customer as text", async () => {
    const { studio, orderId } = await studioWithOrder({ contact: { firstName: HOSTILE } });
    await addItem(studio, orderId, { position: 1, originalFileName: HOSTILE });
    const { html, text } = await mailOf(studio, orderId, "received");
    expect(html).not.toContain("<img");
    expect(html.split("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Co.")).toHaveLength(3);
    expect(text).toContain(HOSTILE);
  });

  it("has no picture, no script and nothing from elsewhere", async () => {
    const { studio, orderId } = await studioWithOrder({ customerToken: "secret-part" });
    const { html } = await mailOf(studio, orderId, "received");
    expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(|@import|\bsrc=/i);
    expect([...html.matchAll(/https?:\/\/[^"\s<]+/g)].map(([address]) => new URL(address).origin)).toEqual([ORIGIN]);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    // A list of mails shows it beside the subject.
    expect(html).toMatch(
      /<div style="display:none;[^"]*">Дякуємо! Студія перегляне його й підтвердить\. Разом: 123,45/,
    );
  });
});

describe("the studio's own sentence", () => {
  it("stands in the mail, in the second language for its readers", async () => {
    const { studio, orderId } = await studioWithOrder();
    const sentence = "Ми працюємо до 18:00.";
    const sentenceInSecondLanguage = "We are open until 6 p.m.";
    await changeCustomerMessages(studio.db, { ready: { isOn: true, sentence, sentenceInSecondLanguage } });
    const english = await addOrder(studio, { status: "ready", contact: { locale: "en-GB" } });
    const ukrainian = await addOrder(studio, { status: "ready" });
    expect((await mailOf(studio, ukrainian, "ready")).text).toContain(sentence);
    const { text } = await mailOf(studio, english, "ready");
    expect(text).toContain(sentenceInSecondLanguage);
    expect(text).not.toContain(sentence);
    expect((await mailOf(studio, orderId, "received")).text).not.toContain(sentence);
  });
});

it("a shipped order's mail has the tracking number, as a link to the carrier's page of the parcel", async () => {
  const { studio, orderId } = await studioWithOrder({
    status: "shipped",
    delivery: delivered({ method: "nova_poshta", trackingNumber: "20450012345678" }),
  });
  const { text, html } = await mailOf(studio, orderId, "shipped");
  const address = "https://novaposhta.ua/tracking/?cargo_number=20450012345678";
  expect(text).toContain(`Номер відправлення: 20450012345678\n${address}`);
  expect(html).toContain(`href="${address}"`);
});

it("a shipped order's mail has the number of an unknown carrier without a link", async () => {
  const delivery = delivered({ method: "courier", trackingNumber: "RB123456789UA" });
  const { studio, orderId } = await studioWithOrder({ status: "shipped", delivery });
  const { text } = await mailOf(studio, orderId, "shipped");
  expect(text).toContain("Номер відправлення: RB123456789UA");
  expect(text).not.toContain("novaposhta");
});

it("a confirmed order's mail tells of its printing", async () => {
  const { studio, orderId } = await studioWithOrder({ status: "confirmed" });
  const { subject, text } = await mailOf(studio, orderId, "confirmed");
  expect(subject).toBe("Кобза-Друк: замовлення № 7 підтверджено");
  expect(text).toContain("Далі його надрукують.");
});

it("a cancelled order's mail says whether the studio has cancelled it, or its customer", async () => {
  const byStudio = await studioWithOrder();
  const reason = { version: "1", status: "cancelled", comment: "No such filament" };
  await posted(byStudio.owner, `${byStudio.base}/orders/${byStudio.orderId}/move`, reason);
  const { subject, text } = await mailOf(byStudio.studio, byStudio.orderId, "cancelled");
  expect(subject).toBe("Кобза-Друк: замовлення № 7 скасовано");
  expect(text).toContain("Студія скасувала це замовлення.");
  const byCustomer = await studioWithOrder();
  await cancelAsCustomer(byCustomer.studio.db, byCustomer.orderId, null);
  expect((await mailOf(byCustomer.studio, byCustomer.orderId, "cancelled")).text).toContain("Ви скасували це");
});

it("a completed order's mail thanks its customer", async () => {
  const { studio, orderId } = await studioWithOrder({ status: "completed" });
  const { subject, text } = await mailOf(studio, orderId, "completed");
  expect(subject).toBe("Кобза-Друк: замовлення № 7 завершено");
  expect(text).toContain("Ви його отримали. Дякуємо!");
});

it("staff's mail of a parcel that comes back names order, customer and number", async () => {
  const delivery = delivered({ method: "nova_poshta", trackingNumber: "20450012345678" });
  const { studio, orderId, ownerPerson } = await studioWithOrder({ status: "shipped", delivery });
  const { subject, text } = await mailOf(studio, orderId, "parcel_returns", { personId: ownerPerson.id });
  expect(subject).toBe("Кобза-Друк: the parcel of order 7 comes back");
  for (const part of ["The customer has not taken it.", "Косач-Квітка", "20450012345678"]) expect(text).toContain(part);
});

/** A request with an answer and a price, and the outbox row that tells of both. */
async function answeredRequest(changes: Partial<typeof priceRequests.$inferInsert> = {}) {
  const { studio } = await studioWithOrder();
  const names = { firstName: "Леся", lastName: "К" };
  const contact = { ...names, phoneNumber: "+380501112233", email: "l@example.com", locale: "uk" };
  const namedPrice: NamedPrice = {
    ...{ currencyId: 1, items: { 1: 40_000 }, files: { 1: 2000 } },
    ...{ readyOn: "2099-12-05", validUntil: "2099-12-14" },
  };
  const [request] = await studio.db.insert(priceRequests, {
    ...{ requestKey: "key", customerToken: "token", contact, source: "order_page", status: "answered" },
    ...{ answer: "Надрукуємо за 420", priceMinor: 42_000, namedPrice, consentedAt: 1, createdAt: 1, updatedAt: 1 },
    ...changes,
  });
  return { studio, row: { event: "priced", orderId: null, requestId: request?.id ?? 0 } as const };
}

describe("the mail of an answered request", () => {
  it("has the answer, its price and the link", async () => {
    const { studio, row } = await answeredRequest();
    const { text, subject } = await mailOf(studio, 0, "priced", row);
    expect(subject).toContain(`№ ${row.requestId}`);
    for (const part of [
      "Надрукуємо за 420",
      "420,00",
      "5 грудня",
      "Ціна діє до: 14 грудня",
      "Переглянути ціну й погодитися",
      `${ORIGIN}/${studio.slug}/requests/token?lang=uk`,
    ]) {
      expect(text).toContain(part);
    }
  });

  it("offers no price that cannot be accepted", async () => {
    const closed = await answeredRequest({ status: "closed" });
    const { text } = await mailOf(closed.studio, 0, "priced", closed.row);
    expect(text).toContain("Надрукуємо за 420");
    expect(text).toContain("Переглянути відповідь");
    expect(text).not.toContain("420,00");
    const { studio, row } = await answeredRequest({ status: "closed", answer: null });
    await expect(mailOf(studio, 0, "priced", row)).rejects.toThrow("outdated");
  });
});

describe("a mail to a member of the studio", () => {
  it("has the customer, the items and the link to the panel, in the member's language", async () => {
    const { studio, orderId, ownerPerson } = await studioWithOrder();
    const { to, subject, text } = await mailOf(studio, orderId, "new_order", { personId: ownerPerson.id });
    expect(to).toBe(ownerPerson.email);
    expect(subject).toMatch(/^Кобза-Друк: new order 7, .*123\.45/);
    for (const part of ["Леся Косач-Квітка", "ваза.stl", `${ORIGIN}/panel/studios/${studio.slug}/orders/${orderId}`]) {
      expect(text).toContain(part);
    }
  });

  it("is not written to a person who has left", async () => {
    const { studio, orderId } = await studioWithOrder();
    const stranger = (await panelStudio()).ownerPerson;
    await expect(mailOf(studio, orderId, "new_order", { personId: stranger.id })).rejects.toThrow("outdated");
  });

  it("names a material that is running low, and is withdrawn once it is not", async () => {
    const { studio, ownerPerson } = await studioWithOrder();
    const materialId = await addMaterial(studio, {
      name: "PETG",
      stockHundredthsOfGram: 500,
      lowStockHundredthsOfGram: 900,
    });
    const row = { orderId: null, materialId, personId: ownerPerson.id };
    expect((await mailOf(studio, 0, "low_stock", row)).subject).toContain("PETG");
    await studio.db.update(materials, { stockHundredthsOfGram: 100_000 }, eq(materials.id, materialId));
    await expect(mailOf(studio, 0, "low_stock", row)).rejects.toThrow("outdated");
  });
});
