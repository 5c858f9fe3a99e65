// The prices that staff saw before placing an order for a customer, and the parts of its address.

import { describe, expect, it } from "vitest";
import { idOf } from "../../../harness/catalog-rows.ts";
import { deliveryMethods, orders } from "../../../src/db/schema.ts";
import { addToShelf } from "../support/catalog.ts";
import { boxes, type Order, orderCount } from "../support/orders.ts";
import { formOn, pressed, sendForm } from "../support/page-forms.ts";
import { type Page, panelOf } from "../support/panel.ts";
import { modelFile, printingStudio } from "../support/requests.ts";

const CONTACT = { firstName: "Леся", lastName: "Косач-Квітка", phoneNumber: "050 123-45-67", source: "phone" };
const CITY_REF = "8d5a980d-391c-11dd-90d9-001a92567626";
const WAREHOUSE_REF = "1ec09d88-e1c2-11e3-8c4a-0050568002cf";

/** A draft of two parts and two products, with its price. */
async function pricedDraft({ takesDelivery = false } = {}) {
  const { studio } = await printingStudio();
  const panel = await panelOf(studio);
  const productIds = [await addToShelf(studio, { stock: 12 }), await addToShelf(studio, { stock: 3 })];
  const address = `${panel.base}/new-order`;
  const press = (
    page: Page,
    button: string,
    fields: Readonly<Record<string, string>> = {},
    files: readonly File[] = [],
  ) => sendForm(panel.owner, pressed(formOn(page, address, address), button), fields, files);
  const files = [modelFile(boxes.small, "куб.stl"), modelFile(boxes.flat, "плита.stl")];
  let page = await press(await panel.owner.get(address), "add", CONTACT, files);
  for (const productId of productIds) page = await press(page, `product:${productId}`);
  const [method] = await studio.db.insert(deliveryMethods, { name: "Courier", priceMinor: 8_000 });
  const deliveryMethodId = takesDelivery ? String(idOf(method)) : "";
  page = await press(page, "price", { "products.0.quantity": "10", deliveryMethodId });
  for (let round = 0; round < 20 && page.fields("shownPrices").length === 0; round++) page = await press(page, "price");
  const placed = async (fields: Readonly<Record<string, string>> = {}) => {
    const answer = await press(page, "place", fields);
    expect(answer.status, answer.text).toBe(303);
    return studio.data<Order>(`/orders/${answer.location?.split("/").at(-1)}`);
  };
  return { ...panel, page, press, placed, productIds };
}

describe("the prices that a person saw before placing an order", () => {
  it("are those of each part, each product and its ready pieces", async () => {
    const { page, placed, productIds } = await pricedDraft();
    expect(page.field("shownPrices").value).toMatch(/^\d+:\d{2,},\d{2,}::\d{2,}\/10,\d{2,}\/1$/);
    const order = await placed();
    expect(order.items.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [null, 1],
      [null, 1],
      [productIds[0], 10],
      [productIds[1], 1],
    ]);
  });

  it("are that of the delivery too", async () => {
    const { page, placed } = await pricedDraft({ takesDelivery: true });
    expect(page.field("shownPrices").value).toMatch(/^\d+:\d{2,},\d{2,}:8000:\d{2,}\/10,\d{2,}\/1$/);
    expect((await placed()).delivery).toMatchObject({ method: "Courier", price: { amount: "80.00" } });
  });

  it("place nothing if the form's text is another one", async () => {
    const { studio, page, press } = await pricedDraft();
    const shown = page.field("shownPrices").value;
    const [currency, parts = "", delivery, products = ""] = shown.split(":");
    const [first = "", second = ""] = parts.split(",");
    const [firstProduct = "", secondProduct = ""] = products.split(",");
    for (const text of [
      ...["", "x", `x${shown}`, `${shown}x`, `${shown}:`, `999:${parts}:${delivery}:${products}`],
      ...[`${currency}:${parts},:${delivery}:${products}`, `${currency}:,${parts}:${delivery}:${products}`],
      ...[
        `${currency}:${parts}:${delivery}`,
        `${currency}:${parts}:x:${products}`,
        `${currency}::${delivery}:${products}`,
      ],
      ...[`${currency}:${parts}:${delivery}:${products},`, `${currency}:${parts}:${delivery}:`],
      ...[`${currency}:${parts}:0:${products}`, `${currency}:${second},${first}:${delivery}:${products}`],
      `${currency}:${first},${second},${second}:${delivery}:${products}`,
      ...[`${currency}:${first}:${delivery}:${products}`, `${currency}:${parts}:${delivery}:${firstProduct}`],
      `${currency}:${parts}:${delivery}:${firstProduct},${secondProduct}0`,
      `${currency}:${parts}:${delivery}:${firstProduct},1${secondProduct}`,
      `${currency}:${parts}:${delivery}:${firstProduct},${secondProduct},${secondProduct}`,
    ]) {
      const answer = await press(page, "place", { shownPrices: text });
      expect([200, 400, 409], `${text} instead of ${shown}`).toContain(answer.status);
      expect(answer.field("firstName").value).toBe("Леся");
    }
    expect(await orderCount(studio)).toBe(0);
  });

  it("hold if more pieces are ready by now than were shown", async () => {
    const { page, press, studio } = await pricedDraft();
    const fewer = page.field("shownPrices").value.replace(/\/1$/, "/0");
    expect((await press(page, "place", { shownPrices: fewer })).status).toBe(303);
    expect(await orderCount(studio)).toBe(1);
  });

  it("belong to one sending of the form, which its key names", async () => {
    const { studio, page, press } = await pricedDraft();
    const key = page.field("requestKey").value;
    for (const requestKey of ["", key.slice(1), `${key}x`, key.replace(/.$/, "!"), key.replace(/^./, " ")]) {
      expect((await press(page, "place", { requestKey })).status, requestKey).toBe(400);
    }
    expect(await orderCount(studio)).toBe(0);
  });
});

describe("the address of an order that staff enter", () => {
  it.each([
    [{ cityRef: CITY_REF, warehouseRef: WAREHOUSE_REF }, "WarehouseWarehouse"],
    [{ cityRef: CITY_REF, warehouseRef: WAREHOUSE_REF, streetName: "Лесі Українки" }, "WarehouseWarehouse"],
    [{ cityRef: CITY_REF, streetName: "Лесі Українки" }, "WarehouseDoors"],
    [{ cityRef: CITY_REF }, null],
    [{ streetName: "Лесі Українки" }, null],
  ])("with %o has the carrier's service %s", async (chosen, npServiceType) => {
    const { studio, page, press } = await pricedDraft();
    const named = { cityName: "Київ", buildingNumber: "4", apartmentNumber: "7", warehouseName: "Відділення 1" };
    const answer = await press(page, "place", { ...named, ...chosen });
    expect(answer.status, answer.text).toBe(303);
    const [order] = await studio.db.select(orders);
    expect(order?.delivery).toMatchObject({
      ...{ ...named, cityRef: null, warehouseRef: null, streetName: null, streetRef: null, npServiceType },
      ...chosen,
    });
  });
});
