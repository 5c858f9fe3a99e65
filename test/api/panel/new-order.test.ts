// Orders that staff enter for customers: their price, their placing, and an old one ordered again.

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { customers, deliveryMethods, materials, messages, models, orderItems, orders } from "../../../src/db/schema.ts";
import { modelIdOf } from "../../../src/domain/ids.ts";
import { addFinishing, addToShelf } from "../support/catalog.ts";
import { outboxOf, tellsCustomers } from "../support/messages.ts";
import { boxes, type Order, orderCount, orderOfBox, placed } from "../support/orders.ts";
import { formOn, pressed, sendForm, undo } from "../support/page-forms.ts";
import { type Browser, PANEL_ORIGIN, type Page, panelOf, panelStudio, signedIn, staffOf } from "../support/panel.ts";
import { historyOf } from "../support/panel-orders.ts";
import { cents, modelFile, post, printingStudio, sumOfBreakdown } from "../support/requests.ts";
import { idleSlicer } from "../support/scripted-slicer.ts";

const CONTACT = {
  firstName: "Леся",
  lastName: "Косач-Квітка",
  // As it is dialled at home.
  phoneNumber: "050 123-45-67",
  email: "lesia@example.com",
};
const PART = modelFile(boxes.small, "куб.stl");

type Shop = Awaited<ReturnType<typeof openShop>>;
let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});

async function openShop() {
  const { studio, materialId, printingQualityId } = await printingStudio();
  const panel = await panelOf(studio);
  return { ...panel, materialId, printingQualityId, address: `${panel.base}/new-order` };
}

/** The page's form. */
function orderForm(page: Page, { address } = shop) {
  const form = formOn(page, address, address);
  expect(form.isMultipart).toBe(true);
  return form;
}

/** Sends the form of a page by one of its buttons. */
function press(
  browser: Browser,
  page: Page,
  button: string,
  typed: Readonly<Record<string, string>> = {},
  files: readonly File[] = [],
  at = shop,
): Promise<Page> {
  return sendForm(browser, pressed(orderForm(page, at), button), typed, files);
}

/** Presses the button for the price until slicing is done. */
async function priced(browser: Browser, page: Page, typed: Readonly<Record<string, string>> = {}, at = shop) {
  let shown = await press(browser, page, "price", typed, [], at);
  for (let round = 0; round < 20 && shown.fields("shownPrices").length === 0; round++) {
    expect(shown.status, shown.text).toBe(200);
    shown = await press(browser, shown, "price", {}, [], at);
  }
  return shown;
}

/** A draft with the smallest part and the customer, priced. */
async function draft(browser = shop.owner, typed: Readonly<Record<string, string>> = {}, at = shop) {
  const empty = await browser.get(at.address);
  const withPart = await press(browser, empty, "add", { ...CONTACT, source: "phone" }, [PART], at);
  return priced(browser, withPart, typed, at);
}

async function mustBePlaced(
  browser: Browser,
  page: Page,
  at = shop,
): Promise<{ readonly page: Page; readonly id: number }> {
  const answer = await press(browser, page, "place", {}, [], at);
  expect(answer.status, answer.text).toBe(303);
  return { page: await browser.follow(answer), id: Number(answer.location?.split("/").at(-1)) };
}

const read = (id: number) => shop.studio.data<Order>(`/orders/${id}`);

describe("an order by phone", () => {
  it("is priced as a quote, placed with its source, note and delivery, and told in the history with the person's name", async () => {
    const [added] = await shop.studio.db.insert(deliveryMethods, {
      name: "Нова пошта",
      priceMinor: 9000,
      position: 0,
    });
    const shown = await draft(shop.owner, {
      "items.0.quantity": "3",
      deliveryMethodId: String(added?.id),
      cityName: "Луцьк",
      note: "Подзвонити перед відправкою",
    });
    const { materialId, printingQualityId } = shop;
    const quote = await post<{ totalPrice: { amount: string } }>(shop.studio, "/quotes", {
      ...{ materialId, printingQualityId, quantity: 3 },
      model: modelFile(boxes.small),
    });
    expect(quote.status, JSON.stringify(quote.body)).toBe(200);
    expect(shown.part("prices").text).toContain(quote.body.data.totalPrice.amount);
    const { page, id } = await mustBePlaced(shop.owner, shown);
    const order = await read(id);
    expect(page.notice).toBe(`Order ${order.number} is placed.`);
    expect(order).toMatchObject({
      status: "pending",
      source: "phone",
      totalPrice: quote.body.data.totalPrice,
      customer: { firstName: "Леся", phoneNumber: "+380501234567" },
      delivery: { cityName: "Луцьк", method: "Нова пошта", price: { amount: "90.00" } },
      items: [{ originalFileName: "куб.stl", quantity: 3 }],
    });
    const [placing] = await historyOf(shop.studio, id);
    expect(placing).toMatchObject({
      version: 1,
      comment: "Подзвонити перед відправкою",
      personId: shop.ownerPerson.id,
      isByCustomer: false,
    });
    expect(page.text).toContain("Placed for the customer: phone");
    expect(page.text).toContain(shop.ownerPerson.name);
  });

  it("may be taken by staff, cancelled from the notice, and names its source in own words", async () => {
    const staff = await staffOf(shop);
    const shown = await draft(staff);
    const own = await press(staff, shown, "price", { source: "own", ownSource: "ярмарок" });
    const { page, id } = await mustBePlaced(staff, own);
    expect((await read(id)).source).toBe("ярмарок");
    await undo(staff, page);
    expect((await read(id)).status).toBe("cancelled");
  });

  it("needs no e-mail: a known one stays, and two customers without one are two", async () => {
    const contacts = [
      { phoneNumber: "+380501110001", email: "known@example.com" },
      { phoneNumber: "+380501110001", email: "" },
      { phoneNumber: "+380501110002", email: "" },
      { phoneNumber: "+380501110003", email: "" },
    ];
    const placedBy: Order[] = [];
    for (const contact of contacts) {
      const typed = { ...contact, firstName: "Одарка", lastName: "Безпошти" };
      placedBy.push(await read((await mustBePlaced(shop.owner, await draft(shop.owner, typed))).id));
    }
    expect(placedBy.map(({ customer }) => customer.email)).toEqual(["known@example.com", "", "", ""]);
    const [first, ...others] = placedBy.map(({ customer }) => customer.id);
    expect(others[0]).toBe(first);
    expect(new Set(others).size).toBe(3);
    const [known] = await shop.studio.db.select(customers, eq(customers.id, first ?? 0));
    expect(known?.email).toBe("known@example.com");
  });

  it("is told to its customer only once an undo is over", async () => {
    const own = await openShop();
    await tellsCustomers(own.studio, ["received"]);
    const { id } = await mustBePlaced(own.owner, await draft(own.owner, {}, own), own);
    const [told, ...others] = await outboxOf(own.studio);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ event: "received", orderId: id });
    expect((told?.nextAt ?? 0) - (told?.queuedAt ?? 0)).toBe(30_000);
    // It would be sent half a minute later, during another test.
    await own.studio.db.delete(messages, undefined);
  });

  it("has a page for its customer, which shows the sum", async () => {
    const { page, id } = await mustBePlaced(shop.owner, await draft());
    const address = page.values.find((value) => value.includes(`/${shop.studio.slug}/orders/`)) ?? "";
    const shown = await shop.owner.get(address);
    expect(shown.status, `${address} ${shown.text}`).toBe(200);
    expect(shown.text).toContain((await read(id)).totalPrice.amount.replace(".", ","));
  });

  it("is placed once, however often the form is sent", async () => {
    const shown = await draft();
    const before = await orderCount(shop.studio);
    const [one, other] = await Promise.all([press(shop.owner, shown, "place"), press(shop.owner, shown, "place")]);
    expect([one.status, other.status]).toEqual([303, 303]);
    expect(one.location).toBe(other.location);
    const again = await press(shop.owner, shown, "place");
    expect(await orderCount(shop.studio)).toBe(before + 1);
    expect((await shop.owner.follow(again)).notice).toContain("nothing was ordered again");
  });

  it("is not placed at another price than the shown one", async () => {
    const own = await openShop();
    const shown = await draft(own.owner, {}, own);
    const [{ costPerKgMinor } = { costPerKgMinor: 0 }] = await own.studio.db.select(materials);
    await own.studio.db.update(materials, { costPerKgMinor: costPerKgMinor * 9 }, undefined);
    const refused = await press(own.owner, shown, "place", {}, [], own);
    expect(refused.status, refused.text).toBe(409);
    expect(refused.text).toContain("The price has changed since you saw it.");
    expect(refused.field("firstName").value).toBe("Леся");
    expect(await orderCount(own.studio)).toBe(0);
  });

  it("waits for slicing, and places nothing before there is a price", async () => {
    const waiting = await signedIn(shop.ownerPerson, { SLICER: idleSlicer });
    const empty = await waiting.get(shop.address);
    const typed = { ...CONTACT, source: "phone" };
    const shown = await press(waiting, empty, "add", typed, [modelFile(boxes.flat, "flat.stl")]);
    expect(shown.status, shown.text).toBe(200);
    expect(shown.part("prices").text).toContain("The models are being sliced: 0 %.");
    const before = await orderCount(shop.studio);
    const refused = await press(waiting, shown, "place");
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Look at the price first");
    expect(await orderCount(shop.studio)).toBe(before);
  });

  it("is read with as many parts as an order may have, each with some finishings", async () => {
    const body = new FormData();
    for (const [name, value] of orderForm(await shop.owner.get(shop.address)).fields) body.append(name, value);
    const modelId = modelIdOf(shop.studio.id, "0".repeat(64));
    for (let place = 0; place < 20; place++) {
      const texts = { modelId, fileName: `${place}.stl`, materialId: "1", printingQualityId: "1", quantity: "1" };
      for (const [name, value] of Object.entries(texts)) body.append(`items.${place}.${name}`, value);
      for (const id of ["1", "2", "3", "4", "5"]) body.append(`items.${place}.finishingIds`, id);
    }
    const page = await shop.owner.postBody(shop.address, body, { Origin: PANEL_ORIGIN });
    expect(page.text).toContain("19.stl");
  });

  it("has products among as many parts, and says that more are left out", async () => {
    const productId = String(await addToShelf(shop.studio, { stock: 3 }));
    const body = new FormData();
    for (const [name, value] of orderForm(await shop.owner.get(shop.address)).fields) {
      if (name !== "do") body.append(name, value);
    }
    for (let place = 0; place < 20; place++) {
      body.append(`products.${place}.productId`, productId);
      body.append(`products.${place}.quantity`, "1");
    }
    const full = await shop.owner.postBody(shop.address, body, { Origin: PANEL_ORIGIN });
    const oneMore = await press(shop.owner, full, `product:${productId}`);
    expect(oneMore.faults.models).toContain("An order has 20 parts at most");
    const withPart = await press(shop.owner, full, "add", {}, [PART]);
    expect(withPart.faults.models).toContain("An order has 20 parts at most");
    expect(withPart.fields("items.0.modelId")).toEqual([]);
  });

  it("says every fault beside its field, and keeps what was typed", async () => {
    const empty = await shop.owner.get(shop.address);
    const nothing = await press(shop.owner, empty, "place");
    expect(nothing.status).toBe(400);
    expect(Object.keys(nothing.faults)).toEqual(
      expect.arrayContaining(["models", "firstName", "lastName", "phoneNumber"]),
    );
    const faulty = await press(shop.owner, await draft(), "place", {
      firstName: "Lesia",
      phoneNumber: "12",
      source: "own",
      "items.0.quantity": "0",
      "items.0.newPrice": "5",
    });
    expect(faulty.status).toBe(400);
    expect(Object.keys(faulty.faults).toSorted()).toEqual(
      ["firstName", "items.0.quantity", "items.0.reason", "ownSource", "phoneNumber"].toSorted(),
    );
    expect(faulty.field("firstName").value).toBe("Lesia");
    expect(faulty.field("items.0.newPrice").value).toBe("5");
    const broken = await press(shop.owner, empty, "add", {}, [modelFile("no model at all", "листівка.stl"), PART]);
    expect(broken.status).toBe(400);
    expect(broken.faults.models).toContain("листівка.stl");
    expect(broken.field("items.0.fileName").value).toBe("куб.stl");
  });
});

describe("a price that staff name", () => {
  it("is an adjustment with its reason: the sums hold, and history and customer's page tell it", async () => {
    const shown = await draft();
    const [, before = ""] = shown.field("shownPrices").value.split(":");
    const changed = await press(shop.owner, shown, "price", {
      "items.0.newPrice": "1234,50",
      "items.0.reason": "постійний клієнт",
    });
    expect(changed.part("prices").text).toContain("1,234.50");
    const { page, id } = await mustBePlaced(shop.owner, changed);
    const { totalPrice, items } = await read(id);
    const [item] = items;
    expect(totalPrice.amount).toBe("1234.50");
    expect(item?.costBreakdown.adjustments).toEqual([
      expect.objectContaining({
        kind: "staff",
        name: "постійний клієнт",
        amount: expect.objectContaining({ amount: ((123_450 - Number(before)) / 100).toFixed(2) }),
      }),
    ]);
    expect(item && sumOfBreakdown(item.costBreakdown)).toBe(cents(totalPrice));
    const [placing] = await historyOf(shop.studio, id);
    expect(placing?.changes).toEqual({
      prices: [{ position: 0, before: Number(before), after: 123_450, reason: "постійний клієнт" }],
    });
    expect(page.part("history").text + page.text).toContain("постійний клієнт");
  });

  it("is no adjustment if it is the computed one", async () => {
    const shown = await draft();
    const [, price = ""] = shown.field("shownPrices").value.split(":");
    const same = await press(shop.owner, shown, "price", {
      "items.0.newPrice": (Number(price) / 100).toFixed(2),
      "items.0.reason": "округлення",
    });
    const { id } = await mustBePlaced(shop.owner, same);
    const [item] = (await read(id)).items;
    expect(item?.costBreakdown).not.toHaveProperty("adjustments");
    expect((await historyOf(shop.studio, id))[0]?.changes).toBeNull();
  });
});

describe("customers and models that the studio has", () => {
  it("are found by phone or name, and taken over", async () => {
    await mustBePlaced(shop.owner, await draft());
    const empty = await shop.owner.get(shop.address);
    const byPhone = await press(shop.owner, empty, "find", { findCustomer: "0501234567" });
    expect(byPhone.row("Леся Косач-Квітка").text).toContain("+380501234567");
    const byName = await press(shop.owner, empty, "find", { findCustomer: "косач" });
    const [known] = await shop.studio.db.select(customers, eq(customers.phoneNumber, "+380501234567"));
    const ofCustomer = await shop.owner.get(`${shop.base}/customers/${known?.id}`);
    const begun = await shop.owner.get(ofCustomer.links["New order"] ?? "");
    expect(begun.field("email").value).toBe("lesia@example.com");
    const button = byName.form(shop.address).buttons.find(({ value }) => value.startsWith("customer:"));
    const taken = await press(shop.owner, byName, button?.value ?? "");
    expect(taken.field("firstName").value).toBe("Леся");
    expect(taken.field("phoneNumber").value).toBe("+380501234567");
    const unknown = await press(shop.owner, empty, "find", { findCustomer: "+380 44 000 00 00" });
    expect(unknown.text).toContain("No customer of this name or number yet");
  });

  it("are not found once their data were erased", async () => {
    const [erased] = await shop.studio.db.insert(customers, {
      ...{ firstName: "Стерта", lastName: "Людина", phoneNumber: "+380440000001", email: "gone@example.com" },
      ...{ locale: "uk", createdAt: 1, erasedAt: 2 },
    });
    const empty = await shop.owner.get(shop.address);
    const found = await press(shop.owner, empty, "find", { findCustomer: "Стерта" });
    expect(found.text).not.toContain("Людина");
    expect((await shop.owner.get(`${shop.address}?customer=${erased?.id}`)).status).toBe(404);
  });

  it("are offered by file name, without visitors' own, and added as parts", async () => {
    await draft();
    const row = { sha256: "a".repeat(64), format: "stl", sizeBytes: 1, createdAt: 1, lastUsedAt: 1 } as const;
    await shop.studio.db.insert(models, {
      ...row,
      ...{ objectKey: crypto.randomUUID(), originalFileName: "чужий куб.stl", visitorUntil: 9 },
    });
    const empty = await shop.owner.get(shop.address);
    const found = await press(shop.owner, empty, "find", { findModel: "КУБ" });
    expect(found.text).not.toContain("чужий");
    const button = found.form(shop.address).buttons.find(({ value }) => value.startsWith("model:"));
    const added = await press(shop.owner, found, button?.value ?? "");
    expect(added.field("items.0.fileName").value).toBe("куб.stl");
    const removed = await press(shop.owner, added, "remove:0");
    expect(removed.fields("items.0.fileName")).toEqual([]);
  });
});

describe("ordering again", () => {
  it("begins with the parts, the customer and the delivery of the order, at today's prices", async () => {
    const { materialId, printingQualityId, studio } = shop;
    const finishingId = await addFinishing(studio, { name: "Ґрунт", priceMinor: 700 });
    const choice = { materialId, printingQualityId, finishingIds: [finishingId], quantity: 2 };
    const earlier = await placed(
      studio,
      orderOfBox(shop, { items: JSON.stringify([choice]), deliveryCityName: "Київ", customerLocale: "pl" }),
    );
    const order = await shop.owner.get(`${shop.base}/orders/${earlier.id}`);
    const begun = await shop.owner.get(order.links["Order again"] ?? "");
    expect(begun.field("items.0.quantity").value).toBe("2");
    expect(begun.fields("items.0.finishingIds[]").map(({ isChecked }) => isChecked)).toEqual([true]);
    expect(begun.field("cityName").value).toBe("Київ");
    const shown = await priced(shop.owner, begun, { source: "instagram" });
    const { id } = await mustBePlaced(shop.owner, shown);
    expect(await read(id)).toMatchObject({
      source: "instagram",
      totalPrice: earlier.totalPrice,
      customer: { id: earlier.customer.id, locale: "pl" },
      items: [{ costBreakdown: { finishings: [{ finishingId }] }, quantity: 2, originalFileName: "box.stl" }],
    });
  });

  it("names items without a file, and leaves open choices that are not on offer any more", async () => {
    const own = await openShop();
    const earlier = await placed(own.studio, orderOfBox(own));
    await own.studio.db.insert(orderItems, {
      ...{ orderId: earlier.id, position: 1, productId: null, productTitle: "Ваза", modelId: null },
      ...{ originalFileName: null, quantity: 1, priceMinor: 1, finishingIds: [], printMinutes: 1 },
      weightHundredthsOfGram: 1,
    });
    await own.studio.db.update(materials, { status: "inactive" }, eq(materials.id, own.materialId));
    const begun = await own.owner.get(`${own.address}?again=${earlier.id}`);
    expect(begun.text).toContain("no file belongs to it: Ваза");
    expect(begun.field("items.0.materialId").value).toBe("");
  });

  it("answers 404 for another studio's order and customer", async () => {
    const other = await panelStudio();
    const order = await placed(shop.studio, orderOfBox(shop));
    expect((await other.owner.get(`${other.base}/new-order?again=${order.id}`)).status).toBe(404);
    expect((await other.owner.get(`${other.base}/new-order?customer=${order.customer.id}`)).status).toBe(404);
  });
});

describe("the form of a new order", () => {
  it("is refused with another session's token, and nothing of it is kept", async () => {
    const before = (await shop.studio.db.select(models)).length;
    const body = new FormData();
    body.append("formToken", "another's");
    body.append("firstName", "Леся");
    body.append("models", modelFile(boxes.flat, "flat-2.stl"));
    const refused = await shop.owner.postBody(shop.address, body, { Origin: PANEL_ORIGIN });
    expect(refused.status).toBe(403);
    expect(refused.values).toContain("Леся");
    expect((await shop.studio.db.select(models)).length).toBe(before);
  });

  it("takes no model of another studio", async () => {
    const other = await openShop();
    await draft();
    const [model] = await shop.studio.db.select(models, undefined, models.id, 1);
    const foreign = modelIdOf(shop.studio.id, model?.sha256 ?? "");
    const { materialId, printingQualityId } = other;
    const refused = await other.owner.post(other.address, {
      ...{ "items.0.modelId": foreign, "items.0.fileName": "x.stl", "items.0.quantity": "1", do: "price" },
      ...{ "items.0.materialId": String(materialId), "items.0.printingQualityId": String(printingQualityId) },
    });
    expect(refused.status).toBe(400);
    expect(refused.faults["items.0.modelId"]).toContain("no longer has this model");
  });

  it("shows the price alone as its preview, with the reasons if there is none", async () => {
    const shown = await draft();
    const fields = Object.fromEntries(orderForm(shown).fields.filter(([name]) => name !== "do"));
    const preview = await shop.owner.post(`${shop.address}/prices`, fields);
    expect(preview.status, preview.text).toBe(200);
    expect(preview.part("prices").field("shownPrices").value).toBe(shown.field("shownPrices").value);
    const faulty = await shop.owner.post(`${shop.address}/prices`, { ...fields, "items.0.quantity": "many" });
    expect(faulty.status).toBe(200);
    expect(faulty.fields("shownPrices")).toEqual([]);
    expect(faulty.ofClass("fault").length).toBe(1);
  });

  it("offers the studio's priorities, and promises their day", async () => {
    const express = {
      ...{ slug: "express", name: "Експрес", nameInSecondLanguage: null },
      ...{ surchargeBasisPoints: 2500, workingDays: 2 },
    };
    const own = await openShop();
    await own.studio.db.updateStudio({ priorities: [express] });
    const shown = await priced(own.owner, await draft(own.owner, {}, own), { priority: "express" }, own);
    const { id } = await mustBePlaced(own.owner, shown, own);
    const [row] = await own.studio.db.select(orders, eq(orders.id, id));
    expect(row).toMatchObject({ priority: { slug: "express" }, dueOn: expect.any(String) });
  });
});
