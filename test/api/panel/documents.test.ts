// Invoices and receipts: running numbers without gaps, snapshots, and their pages for the studio and the customer.

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { issuedDocuments, orderItems, orders, payments } from "../../../src/db/schema.ts";
import { formOn, sendForm } from "../support/page-forms.ts";
import { type Browser, type Page, type PanelStudio, panelStudio, staffOf } from "../support/panel.ts";
import { addItem, addOrder, addOrders, delivered } from "../support/panel-orders.ts";
import { setPage, Visitor } from "../support/storefront.ts";

type Kind = "invoice" | "receipt";
type Row = NonNullable<Parameters<typeof addOrder>[1]>;

const REQUISITES = "вул. Хрещатик, 1, Київ\n+380 44 123-45-67";

let shop: PanelStudio;
beforeAll(async () => {
  shop = await panelStudio();
  const payee = {
    payeeName: "ФОП Майстренко О. І.",
    payeeCode: "1234567890",
    payeeIban: "UA213223130000026007233566001",
  };
  await setPage(shop.studio, { ...payee, requisites: REQUISITES });
});

/** An order of two items with a top-up and a delivery: 1,234.56 in all. */
async function orderOf({ studio, base }: PanelStudio, row: Row = {}) {
  const sums = { totalPriceMinor: 115_456, topUpMinor: 10_000, deliveryPriceMinor: 8_000 };
  const id = await addOrder(studio, { ...sums, delivery: delivered({ method: "Нова пошта" }), ...row });
  await addItem(studio, id, { position: 0, originalFileName: "Куб.stl", quantity: 3, priceMinor: 60_456 });
  await addItem(studio, id, { position: 1, originalFileName: "flat.stl", priceMinor: 55_000 });
  return { id, address: `${base}/orders/${id}` };
}

async function pay({ studio, ownerPerson }: PanelStudio, orderId: number, amountMinor: number, more: object = {}) {
  await studio.db.insert(payments, {
    ...{ orderId, amountMinor, kind: "payment", method: "transfer", paidOn: "2026-11-20" },
    ...{ requestKey: crypto.randomUUID(), personId: ownerPerson.id, createdAt: Date.now() },
    ...more,
  });
}

/** Sends the form of the draft as it is shown. */
async function sendDraft(browser: Browser, address: string, kind: Kind, query = ""): Promise<Page> {
  const draft = await browser.get(`${address}/${kind}${query}`);
  expect(draft.status, draft.html).toBe(200);
  return sendForm(browser, formOn(draft, address, `${address}/${kind}`));
}

/** Issues a document, and answers its page. */
async function issued(browser: Browser, address: string, kind: Kind, query = ""): Promise<Page & { path: string }> {
  const answer = await sendDraft(browser, address, kind, query);
  expect(answer.status, answer.html).toBe(303);
  return Object.assign(await browser.follow(answer), { path: answer.location ?? "" });
}

/** The sheet itself, without the page around it. */
function paperOf(page: Page) {
  const [paper] = page.ofClass("paper");
  if (paper === undefined) throw new Error(`no sheet on the page:\n${page.text}`);
  return paper;
}

function markupOf({ html }: { readonly html: string }): string {
  const [sheet = "none"] = /<article.*<\/article>/s.exec(html) ?? [];
  expect(sheet, html).toContain('class="paper"');
  return sheet;
}

function kept({ studio }: PanelStudio, orderId: number) {
  return studio.db.select(issuedDocuments, eq(issuedDocuments.orderId, orderId), issuedDocuments.number);
}

describe("an invoice", () => {
  it("is shown before it is issued: who, whom, lines that add up, and the sum in numbers and words", async () => {
    const { address, id } = await orderOf(shop);
    const page = await shop.owner.get(`${address}/invoice`);
    const paper = paperOf(page);
    for (const said of [
      "Рахунок, ще не виписаний",
      "ФОП Майстренко О. І.",
      "Код 1234567890",
      "IBAN UA213223130000026007233566001",
      "вул. Хрещатик, 1, Київ",
      "Леся Косач-Квітка",
      "Сума прописом: Одна тисяча двісті тридцять чотири гривні п’ятдесят шість копійок",
    ]) {
      expect(paper.text).toContain(said);
    }
    const lines = ["Куб.stl", "flat.stl", "Доплата до", "Нова пошта", "Разом"].map((line) => paper.row(line).cells);
    const spaced = lines.map((cells) => cells.map((cell) => cell.replaceAll(/\s/g, " ")));
    expect(spaced).toEqual([
      ["1", "3D-друк: Куб.stl", "3", "504,56 ₴"],
      ["2", "3D-друк: flat.stl", "1", "550,00 ₴"],
      ["3", "Доплата до мінімального замовлення", "1", "100,00 ₴"],
      ["4", "Доставка: Нова пошта", "1", "80,00 ₴"],
      ["Разом", "1 234,56 ₴"],
    ]);
    expect(await kept(shop, id)).toEqual([]);
  });

  it("says the account once, though the studio's own lines have it too", async () => {
    const panel = await panelStudio();
    const payee = { payeeName: "ФОП Кобзар", payeeIban: "UA213223130000026007233566001" };
    const lines = ["ФОП Кобзар", "IBAN: UA21 3223 1300 0002 6007 2335 6600 1", "Київ, ФОП Кобзар"];
    await setPage(panel.studio, { ...payee, requisites: lines.join("\n") });
    const { text } = paperOf(await panel.owner.get(`${(await orderOf(panel)).address}/invoice`));
    expect(text.split("ФОП Кобзар")).toHaveLength(3);
    expect(text).toContain("Київ, ФОП Кобзар");
    expect(text.match(/UA21/g)).toHaveLength(1);
  });

  it("is in the language of the order's customer, or in the one that the person chooses", async () => {
    const { address } = await orderOf(shop, { contact: { locale: "en-GB" } });
    expect(paperOf(await shop.owner.get(`${address}/invoice`)).text).toContain("Top-up to the minimum order");
    const chosen = await issued(shop.owner, address, "invoice", "?language=uk");
    expect(paperOf(chosen).attribute("lang")).toBe("uk");
    expect(paperOf(chosen).text).toContain("Доплата до мінімального замовлення");
    // The page around it stays in the person's language.
    expect(chosen.notice).toMatch(/^Invoice \d+ is issued\./);
  });

  it("stands on the order's page with its number and day", async () => {
    const { address, id } = await orderOf(shop);
    const { path } = await issued(shop.owner, address, "invoice");
    const [{ number = 0 } = {}] = await kept(shop, id);
    const card = (await shop.owner.get(address)).row(`Invoice ${number}`);
    expect(card.addresses).toEqual([path]);
    expect(card.text).toMatch(/, 20\d\d/);
  });

  it("never changes, whatever is changed later in the order or in the studio's requisites", async () => {
    const panel = await panelStudio();
    const { address, id } = await orderOf(panel);
    await setPage(panel.studio, { requisites: "Old account" });
    const before = await issued(panel.owner, address, "invoice");
    await setPage(panel.studio, { requisites: "New account" });
    await panel.studio.db.updateStudio({ title: "Renamed" });
    await panel.studio.db.update(orders, { totalPriceMinor: 1, version: 2 }, eq(orders.id, id));
    await panel.studio.db.update(orderItems, { originalFileName: "renamed.stl" }, eq(orderItems.orderId, id));
    expect(markupOf(await panel.owner.get(before.path))).toBe(markupOf(before));
    // The next one says the new facts, under the next number.
    const next = paperOf(await issued(panel.owner, address, "invoice"));
    expect(next.text).toContain("New account");
    expect(next.text).toContain("Рахунок № 2");
  });

  it("asks for the advance of the order, and once a part is paid for the rest", async () => {
    const { address, id } = await orderOf(shop, { advanceMinor: 61_728, paidMinor: 0 });
    const sums = async () => {
      const { text } = paperOf(await shop.owner.get(`${address}/invoice`));
      return /Разом.*копійок/.exec(text.replaceAll(/\s+/g, " "))?.[0] ?? text;
    };
    const total = /^Разом ?1 234,56 ₴ ?/;
    expect(await sums()).toMatch(total);
    expect(await sums()).toMatch(/₴ ?З них наперед ?617,28 ₴ ?Сума прописом: ?Одна тисяча двісті тридцять чотири/);
    await pay(shop, id, 50_000);
    expect(await sums()).toMatch(total);
    expect(await sums()).toMatch(
      /₴ ?Уже отримано ?500,00 ₴ ?Залишилося сплатити ?734,56 ₴ ?З них наперед ?117,28 ₴ ?Сума прописом: ?Сімсот/,
    );
    await pay(shop, id, 73_456);
    expect(await sums()).toMatch(/1 234,56 ₴ ?Залишилося сплатити ?0,00 ₴ ?Сума/);
  });

  it("is issued once however often its form is sent, at once or later", async () => {
    const { address, id } = await orderOf(shop);
    const draft = await shop.owner.get(`${address}/invoice`);
    const form = formOn(draft, address, `${address}/invoice`);
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => sendForm(shop.owner, form)));
    const answers = [...atOnce, await sendForm(shop.owner, form)];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await kept(shop, id)).toHaveLength(1);
    const again = await shop.owner.get(`${address}/invoice`);
    expect(again.text).toContain("One that says exactly this is issued already: Invoice");
    expect(paperOf(again).text).toMatch(/^Рахунок № \d/);
    expect(again.forms.map(({ action }) => action)).not.toContain(`${address}/invoice`);
  });

  it("is not issued if it would differ from the draft that the person saw: 409 with the draft of now", async () => {
    const { address, id } = await orderOf(shop);
    const draft = await shop.owner.get(`${address}/invoice`);
    await shop.studio.db.update(orders, { deliveryPriceMinor: 9_000, version: 2 }, eq(orders.id, id));
    const answer = await sendForm(shop.owner, formOn(draft, address, `${address}/invoice`));
    expect(answer.status, answer.html).toBe(409);
    expect(answer.text).toContain("was changed meanwhile");
    expect(paperOf(answer).row("Доставка").text).toContain("90,00");
    expect(await kept(shop, id)).toEqual([]);
    const sent = await sendForm(shop.owner, formOn(answer, address, `${address}/invoice`));
    expect(sent.status, sent.html).toBe(303);
  });

  it("is not issued for a cancelled order, which keeps its earlier ones", async () => {
    const { address, id } = await orderOf(shop);
    const { path } = await issued(shop.owner, address, "invoice");
    const other = await shop.owner.get(`${address}/invoice?language=en`);
    await shop.studio.db.update(orders, { status: "cancelled", version: 2 }, eq(orders.id, id));
    const answer = await sendForm(shop.owner, formOn(other, address, `${address}/invoice`));
    expect(answer.status, answer.html).toBe(409);
    expect(answer.text).toContain("The order is cancelled");
    const page = await shop.owner.get(address);
    expect(page.addresses).not.toContain(`${address}/invoice`);
    expect(page.addresses).toContain(path);
    expect(await kept(shop, id)).toHaveLength(1);
  });

  it("answers 400 with the draft to a form without its fields", async () => {
    const { address, id } = await orderOf(shop);
    for (const fields of [{}, { language: "fr", seen: "x" }, { language: "uk" }]) {
      const answer = await shop.owner.post(`${address}/invoice`, fields);
      expect(answer.status, answer.html).toBe(400);
      expect(answer.form(`${address}/invoice`).buttons).toHaveLength(1);
    }
    expect(await kept(shop, id)).toEqual([]);
  });

  it("says to an owner without requisites where to fill them in, and to staff only that they are empty", async () => {
    const panel = await panelStudio();
    const { address } = await orderOf(panel);
    const { links } = await panel.owner.get(`${address}/invoice`);
    expect(links["Fill them in"]).toBe(`${panel.base}/order-page`);
    const page = await (await staffOf(panel)).get(`${address}/invoice`);
    expect(page.text).toContain("they are empty");
    expect(page.addresses).not.toContain(`${panel.base}/order-page`);
  });

  it("shows the input of customers and people as text, markup included", async () => {
    const panel = await panelStudio();
    const markup = "<b onclick=alert(1)>bold</b>";
    await setPage(panel.studio, { requisites: `Pay ${markup}`, payeeName: markup });
    const contact = { firstName: markup, lastName: "</article><script>alert(2)</script>" };
    const { address } = await orderOf(panel, { contact, delivery: delivered({ method: markup }) });
    const { html } = await issued(panel.owner, address, "invoice");
    expect(html.split("&lt;b onclick=alert(1)&gt;").length).toBeGreaterThan(4);
    expect(html).not.toMatch(/<b |<script>alert/);
  });
});

describe("a receipt", () => {
  it("lists the payments that it confirms, and is offered once something is paid", async () => {
    const { address, id } = await orderOf(shop);
    expect((await shop.owner.get(address)).addresses).not.toContain(`${address}/receipt`);
    const early = await shop.owner.get(`${address}/receipt`);
    expect(early.text).toContain("Nothing is paid yet");
    expect(early.forms.map(({ action }) => action)).not.toContain(`${address}/receipt`);

    await pay(shop, id, 50_000, { method: "cash", paidOn: "2026-11-21" });
    await pay(shop, id, 20_000);
    await pay(shop, id, 77_700, { removedAt: Date.now() });
    await pay(shop, id, 1_050, { kind: "refund", paidOn: "2026-11-22" });
    expect((await shop.owner.get(address)).addresses).toContain(`${address}/receipt`);
    const paper = paperOf(await issued(shop.owner, address, "receipt"));
    const rows = ["20 листопада", "21 листопада", "22 листопада", "Усього отримано"].map((day) =>
      paper.row(day).cells.map((cell) => cell.replaceAll(/\s/g, " ")),
    );
    expect(rows).toEqual([
      ["20 листопада 2026 р.", "Переказ на рахунок", "200,00 ₴"],
      ["21 листопада 2026 р.", "Готівка", "500,00 ₴"],
      ["22 листопада 2026 р.", "Повернення: Переказ на рахунок", "−10,50 ₴"],
      ["Усього отримано", "689,50 ₴"],
    ]);
    expect(paper.text).toContain("Шістсот вісімдесят дев’ять гривень п’ятдесят копійок");
    expect(paper.text).toContain("Це не фіскальний чек");
    expect(paper.text).not.toContain("777");
  });

  it("is refused with 409 if the payment was removed meanwhile", async () => {
    const { address, id } = await orderOf(shop);
    await pay(shop, id, 50_000);
    const draft = await shop.owner.get(`${address}/receipt`);
    await shop.studio.db.update(payments, { removedAt: Date.now() }, eq(payments.orderId, id));
    const answer = await sendForm(shop.owner, formOn(draft, address, `${address}/receipt`));
    expect(answer.status, answer.html).toBe(409);
    expect(answer.text).toContain("Nothing is paid yet");
    expect(await kept(shop, id)).toEqual([]);
  });
});

describe("the numbers of documents", () => {
  it("run from 1 without a gap when 20 are issued at once, of each kind and studio by themselves", async () => {
    const panel = await panelStudio();
    const ids = await addOrders(panel.studio, 20);
    for (const id of ids) await pay(panel, id, 100);
    const staff = await staffOf(panel);
    const addresses = ids.map((id) => `${panel.base}/orders/${id}`);
    const forms = await Promise.all(
      addresses.flatMap((address) =>
        (["invoice", "receipt"] as const).map(async (kind) => {
          const draft = await panel.owner.get(`${address}/${kind}`);
          return { kind, form: formOn(draft, address, `${address}/${kind}`) };
        }),
      ),
    );
    const token = await staff.formToken();
    const answers = await Promise.all(
      forms.map(({ form }, place) => {
        if (place % 2 === 0) return sendForm(panel.owner, form);
        const fields = form.fields.map(([name, value]) => [name, name === "formToken" ? token : value] as const);
        return sendForm(staff, { ...form, fields });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    const oneToTwenty = Array.from({ length: 20 }, (_, place) => place + 1);
    for (const kind of ["invoice", "receipt"] as const) {
      const rows = await panel.studio.db.select(
        issuedDocuments,
        eq(issuedDocuments.kind, kind),
        issuedDocuments.number,
      );
      expect(rows.map(({ number }) => number)).toEqual(oneToTwenty);
      expect(new Set(rows.map(({ orderId }) => orderId))).toEqual(new Set(ids));
    }
  });

  it("leave out none for a refused form", async () => {
    const panel = await panelStudio();
    const { address } = await orderOf(panel);
    await issued(panel.owner, address, "invoice");
    await panel.owner.post(`${address}/invoice`, { language: "en", seen: "of another draft" });
    expect(paperOf(await issued(panel.owner, address, "invoice", "?language=en")).text).toContain("Invoice 2");
  });
});

describe("a document's door", () => {
  it("is open to staff, who issue documents too", async () => {
    const staff = await staffOf(shop);
    const { address, id } = await orderOf(shop);
    const { path } = await issued(staff, address, "invoice");
    expect((await staff.get(path)).status).toBe(200);
    const [document] = await kept(shop, id);
    expect(document?.personId).not.toBe(shop.ownerPerson.id);
  });

  it("answers 404 under another order, for another studio's order and document, and for ids that are none", async () => {
    const { address, id } = await orderOf(shop);
    const other = await orderOf(shop);
    const { path } = await issued(shop.owner, address, "invoice");
    const documentId = path.split("/").at(-1);
    const stranger = await panelStudio();
    const theirs = `${stranger.base}/orders/${id}`;
    for (const [browser, wrong] of [
      [shop.owner, `${other.address}/documents/${documentId}`],
      [shop.owner, `${address}/documents/0`],
      [shop.owner, `${address}/documents/none`],
      [shop.owner, `${shop.base}/orders/999999999/invoice`],
      [stranger.owner, path],
      [stranger.owner, `${theirs}/documents/${documentId}`],
      [stranger.owner, `${theirs}/invoice`],
      [stranger.owner, `${theirs}/receipt`],
    ] as const) {
      expect((await browser.get(wrong)).status, wrong).toBe(404);
    }
    const answer = await stranger.owner.post(`${theirs}/invoice`, { language: "uk", seen: "x" });
    expect(answer.status, answer.html).toBe(404);
  });
});

describe("the customer's page of a document", () => {
  const newToken = () => `${crypto.randomUUID()}${crypto.randomUUID()}`;

  async function pageAt(visitor: Visitor, path: string) {
    const response = await visitor.fetch(`${path}?lang=en`, { headers: { Accept: "text/html" } });
    return { status: response.status, html: await response.text() };
  }

  it("is linked from the order's page, stays after the order page is closed, and shows the same sheet", async () => {
    const panel = await panelStudio();
    const token = newToken();
    const { address } = await orderOf(panel, { customerToken: token });
    const visitor = new Visitor(panel.studio);
    expect((await pageAt(visitor, `/orders/${token}`)).html).not.toContain("Invoices and receipts");
    const { html, path, notice } = await issued(panel.owner, address, "invoice");
    expect(notice).toContain("The customer finds it on the page of the order.");
    const documentId = path.split("/").at(-1);
    const link = `/orders/${token}/documents/${documentId}`;
    expect((await pageAt(visitor, `/orders/${token}`)).html).toContain(`href="/${panel.studio.slug}${link}?lang=en"`);
    await setPage(panel.studio, { isOpen: false });
    const page = await pageAt(visitor, link);
    expect(page.status, page.html).toBe(200);
    expect(markupOf(page)).toBe(markupOf({ html }));
  });

  it("answers 404 under another order's token, without a token, and at another studio", async () => {
    const panel = await panelStudio();
    const [token, others] = [newToken(), newToken()];
    const { address } = await orderOf(panel, { customerToken: token });
    await orderOf(panel, { customerToken: others });
    const { path } = await issued(panel.owner, address, "invoice");
    const documentId = path.split("/").at(-1);
    const visitor = new Visitor(panel.studio);
    for (const wrong of [`/orders/${others}/documents/${documentId}`, `/orders/x/documents/${documentId}`]) {
      expect((await pageAt(visitor, wrong)).status, wrong).toBe(404);
    }
    expect((await pageAt(visitor, `/orders/${token}/documents/0`)).status).toBe(404);
    const stranger = new Visitor((await panelStudio()).studio);
    expect((await pageAt(stranger, `/orders/${token}/documents/${documentId}`)).status).toBe(404);
  });
});
