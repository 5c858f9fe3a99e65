// One order in the panel: its page and its work sheet, for owner and staff.

import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { orderChanges, orderItems, orders } from "../../../src/db/schema.ts";
import type { OrderStatus } from "../../../src/domain/order.ts";
import { createToken } from "../../../src/platform/secret-token.ts";
import { addFinishing, addMachine, addMaterial, addQuality } from "../support/catalog.ts";
import { boxes, orderOfBox, placed } from "../support/orders.ts";
import {
  addMember,
  type Browser,
  createPerson,
  PANEL_ORIGIN,
  panelStudio,
  posted,
  signedIn,
  staffOf,
  textOf,
} from "../support/panel.ts";
import {
  addItem,
  addOrder,
  addOrders,
  delivered,
  historyOf,
  panelWithItems,
  panelWithOrder,
  stored,
} from "../support/panel-orders.ts";
import { addPrinter, putOnPrinter } from "../support/printing.ts";
import { modelFile } from "../support/requests.ts";

const MARKUP = "<b onclick=alert(1)>bold</b>";

/** An order of two items as a site places it, of a studio with a panel. */
async function orderedStudio() {
  const panel = await panelStudio({ electricityPriceMinor: 950 });
  const machineProfileId = await addMachine(panel.studio, { name: "XL", hourlyRateMinor: 7550, powerWatts: 210 });
  const ids = {
    materialId: await addMaterial(panel.studio, { name: "PETG", color: "orange", colorHex: "#ff8800" }),
    printingQualityId: await addQuality(panel.studio, { name: "Fine", machineProfileId }),
  };
  const finishing = await addFinishing(panel.studio, { name: "Sanding" });
  const items = JSON.stringify([{ ...ids, quantity: 3, finishingIds: [finishing] }, ids]);
  const files = [modelFile(boxes.small, "Куб.stl"), modelFile(boxes.flat, "flat.stl")];
  const order = await placed(panel.studio, orderOfBox(ids, { items, "models[]": files, source: "shop" }));
  return { ...panel, order, address: `${panel.base}/orders/${order.id}` };
}

/** Placed once for all tests that only look at it: it is sliced in earnest. */
let seen: Awaited<ReturnType<typeof orderedStudio>>;
beforeAll(async () => {
  seen = await orderedStudio();
});

describe("the page of an order", () => {
  it("shows customer, items, price and source", async () => {
    const { owner, order, address } = seen;
    const page = await owner.get(address);
    expect(page.status, page.html).toBe(200);
    const text = page.text;
    for (const said of [
      `Order ${order.number}`,
      "Леся Косач-Квітка",
      "+380501234567",
      "lesia@example.com",
      "Source: shop",
      "1. Куб.stl",
      "2. flat.stl",
      "PETG, orange",
      "Fine",
      "Sanding",
      "3 pieces",
      "Not on a printer yet",
      "Placed through the API, source “shop”",
      `₴${order.totalPrice.amount}`,
    ]) {
      expect(text).toContain(said);
    }
    expect(page.html).toContain('fill="#ff8800"');
  });

  it("shows breakdowns that add up to the price of each item, to the cent", async () => {
    const { owner, order, address } = seen;
    const tables = (await owner.get(address)).ofClass("breakdown").map((table) => {
      const amounts = table.ofClass("number").filter(({ text }) => text.startsWith("₴"));
      return amounts.map(({ text }) => Math.round(Number(text.slice(1).replaceAll(",", "")) * 100));
    });
    expect(tables).toHaveLength(2);
    for (const [index, amounts] of tables.entries()) {
      const price = amounts.pop() ?? 0;
      expect(price).toBe(Math.round(Number(order.items[index]?.price.amount) * 100));
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(price);
    }
  });

  it("says with a breakdown at which rate its machine's hour was priced", async () => {
    const { owner, address } = seen;
    const said = "An hour on “XL”: ₴75.50 and ₴2.00 of electricity.";
    expect((await owner.get(address)).text.split(said)).toHaveLength(3);
  });

  it("has download links of the model files, and leads to the page of each model", async () => {
    const { owner, order, address } = seen;
    const { addresses } = await owner.get(address);
    const links = addresses.filter((link) => link.startsWith("/files/"));
    expect(links).toHaveLength(2);
    const file = await exports.default.fetch(new URL(links[0] ?? "", PANEL_ORIGIN));
    expect(file.status).toBe(200);
    expect(file.headers.get("Content-Disposition")).toContain("UTF-8''%D0%9A%D1%83%D0%B1.stl");
    expect(addresses).toContain(`${address}/items/${order.items[0]?.id}/model`);
  });

  it("shows the customer's other orders, with totals that leave out cancelled ones", async () => {
    const phoneNumber = "+380501112233";
    const { studio, owner, address } = await panelWithOrder({ contact: { phoneNumber }, totalPriceMinor: 10_001 });
    const second = await addOrder(studio, { contact: { phoneNumber }, totalPriceMinor: 20_002 });
    const third = await addOrder(studio, { contact: { phoneNumber }, status: "cancelled" });
    const page = await owner.get(address);
    const { pathname } = new URL(address, PANEL_ORIGIN);
    for (const other of [second, third]) expect(page.addresses).toContain(pathname.replace(/\d+$/, String(other)));
    expect(page.text).toContain("Orders 2 cancelled ones not counted");
    expect(page.text).toContain("For ₴300.03");
  });

  it("shows which printer an item is on, and that it is printed", async () => {
    const { studio, owner, itemIds, address } = await panelWithItems();
    const printerId = await addPrinter({ studio }, { name: "Prusa MK4" });
    await putOnPrinter({ studio }, itemIds[0] ?? 0, printerId);
    await studio.db.update(orderItems, { printedAt: Date.now() }, eq(orderItems.id, itemIds[1]));
    const text = (await owner.get(address)).text;
    expect(text).toContain("On Prusa MK4");
    expect(text).toMatch(/2\. flat\.stl Printed /);
  });

  it("has each item's own material, quality, finishings and printer, as work sheet and customer's page have", async () => {
    const customerToken = createToken();
    const { studio, owner, id, address } = await panelWithOrder({ customerToken, status: "printing" });
    const parts = [
      ["a.stl", "PLA", "Draft", "Sanding", "Left"],
      ["b.stl", "PETG", "Fine", "Primer", "Right"],
      ["c.stl", "ASA", "Coarse", "Glaze", "Middle"],
    ] as const;
    for (const [position, [originalFileName, material, quality, finishing, printer]] of parts.entries()) {
      const itemId = await addItem(studio, id, {
        ...{ position, originalFileName, materialId: await addMaterial(studio, { name: material }) },
        printingQualityId: await addQuality(studio, { name: quality }),
        finishingIds: [await addFinishing(studio, { name: finishing })],
      });
      await putOnPrinter({ studio }, itemId, await addPrinter({ studio }, { name: printer }));
    }
    const ofCustomer = `/${studio.slug}/orders/${customerToken}`;
    for (const path of [address, `${address}/work-sheet`, ofCustomer]) {
      const page = await owner.get(path);
      expect(page.status, path).toBe(200);
      const names = path === ofCustomer ? 4 : 5;
      for (const [place, part] of parts.entries()) {
        const [, after = ""] = page.text.split(part[0]);
        const [text = ""] = after.split(parts[place + 1]?.[0] ?? "Customer");
        for (const other of parts) {
          for (const name of other.slice(1, names))
            expect(text.includes(name), `${path}: ${part[0]}, ${name}`).toBe(other === part);
        }
      }
    }
  });

  it("has the customer's ten newest other orders, the newest first", async () => {
    const contact = { phoneNumber: "+380501112233" };
    const { studio, owner, id, address } = await panelWithOrder({ contact });
    const others = await addOrders(studio, 11, { contact });
    const shown = (await owner.get(address)).addresses.flatMap((link) => {
      const other = Number(/\/orders\/(\d+)$/.exec(link)?.[1]);
      return others.includes(other) ? [other] : [];
    });
    expect(shown).toEqual(others.slice(1).reverse());
    expect(others).not.toContain(id);
  });

  it("has the order's placing through the API first in its history, though later changes have rows", async () => {
    const { studio, owner, id, address } = await panelWithOrder({ source: "shop" });
    await studio.db.delete(orderChanges, eq(orderChanges.orderId, id));
    await posted(owner, `${address}/notes`, { note: "Called" });
    const { text } = await owner.get(address);
    expect(text).toMatch(/Called.*Placed through the API, source “shop”/);
    expect(text.split("Placed through")).toHaveLength(2);
  });

  it("shows the input of customers and people as text, markup included", async () => {
    const panel = await panelStudio();
    const contact = { firstName: MARKUP, lastName: "</title><script>alert(2)</script>", email: `"${MARKUP}"@x.ua` };
    const id = await addOrder(panel.studio, { contact, source: MARKUP });
    await panel.studio.db.insert(orderItems, {
      orderId: id,
      position: 0,
      originalFileName: `${MARKUP}.stl`,
      quantity: 1,
      priceMinor: 1,
      materialColor: null,
      finishingIds: [],
      printMinutes: 1,
      weightHundredthsOfGram: 1,
    });
    const address = `${panel.base}/orders/${id}`;
    await posted(panel.owner, `${address}/notes`, { note: MARKUP });
    await posted(panel.owner, `${address}/delivery`, { version: "2", cityName: MARKUP, method: MARKUP });
    for (const path of [address, `${address}/work-sheet`, `${panel.base}/orders`, `${panel.base}/orders?view=list`]) {
      const { status, html } = await panel.owner.get(path);
      expect(status).toBe(200);
      expect(html).toContain("&lt;b onclick=alert(1)&gt;");
      expect(html).not.toMatch(/<b |<script>alert/);
    }
  });

  it("speaks the person's language, and writes money and dates as it does", async () => {
    const { studio, order, address } = seen;
    const person = await createPerson({ language: "uk" });
    await addMember(studio, person, "staff");
    const browser = await signedIn(person);
    const text = (await browser.get(address)).text;
    expect(text).toContain(`Замовлення № ${order.number}`);
    expect(text).toContain(`${order.totalPrice.amount.replace(".", ",")} ₴`);
    expect((await browser.get(`${address}/work-sheet`)).text).toContain("Робочий аркуш");
  });

  it("does not exist for another studio, nor does any form of it", async () => {
    const [own, other] = [await panelWithOrder(), await panelWithOrder()];
    for (const id of [other.id, 0, -1, "abc", "1.5", 999_999_999]) {
      const address = `${own.base}/orders/${id}`;
      for (const path of [address, `${address}/work-sheet`]) {
        expect((await own.owner.get(path)).status, path).toBe(404);
      }
      for (const [form, fields] of [
        ["move", { version: "1", status: "confirmed" }],
        ["move", {}],
        ["delivery", { version: "1", cityName: "Київ" }],
        ["delivery", { version: "x" }],
        ["delivery/undo", { version: "1" }],
        ["notes", { note: "Дзвонити" }],
        ["notes", {}],
      ] as const) {
        expect((await own.owner.post(`${address}/${form}`, fields)).status, `${address}/${form}`).toBe(404);
      }
    }
    expect(await historyOf(other.studio, other.id)).toHaveLength(1);
    expect(await stored(other.studio, other.id)).toMatchObject({ status: "pending", version: 1, delivery: null });
  });
});

describe("the work sheet", () => {
  it("states its order's number, the items and the delivery, and no price of the items", async () => {
    const { studio, owner, order, address } = seen;
    await studio.db.update(orders, { delivery: delivered({ cityName: "Львів" }) }, eq(orders.id, order.id));
    await posted(owner, `${address}/notes`, { note: "Пакувати обережно" });
    const page = await owner.get(`${address}/work-sheet`);
    const text = page.text;
    expect(page.headings).toContain(`Work sheet · order ${order.number}`);
    for (const said of ["Куб.stl", "flat.stl", "PETG, orange", "Fine", "Sanding", "City Львів", "Пакувати обережно"]) {
      expect(text).toContain(said);
    }
    expect(page.html).toContain('fill="#ff8800"');
    expect(text).not.toContain("₴");
    expect(text).not.toContain(order.totalPrice.amount);
  });
});

describe("the price of the delivery", () => {
  it("stands on the order's page with the sum to pay, and on the work sheet; the studio's totals are without it", async () => {
    const { address, owner } = await panelWithOrder({
      totalPriceMinor: 100_000,
      delivery: delivered({ method: "Courier" }),
      deliveryPriceMinor: 8_000,
    });
    const page = textOf(await owner.get(address));
    expect(page).toContain("Delivery ₴80.00 To pay ₴1,080.00");
    expect(page).toContain("₴1,000.00");
    expect(textOf(await owner.get(`${address}/work-sheet`))).toContain("Price of the delivery ₴80.00");
  });
});

describe("staff", () => {
  it("see orders with their prices, and move them", async () => {
    const panel = await panelWithItems();
    const staff: Browser = await staffOf(panel);
    const page = await staff.get(panel.address);
    expect(page.status).toBe(200);
    expect(page.text).toContain("₴123.45");
    await posted(staff, `${panel.address}/move`, { version: "1", status: "confirmed" satisfies OrderStatus });
    expect((await staff.get(panel.address)).text).toContain("Петро Друкар");
  });
});
