// POST /orders: the placed order, its price, and every fault it names.

import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import { customers, deliveryMethods } from "../../src/db/schema.ts";
import { readOrderDetails } from "../../src/orders/order-details.store.ts";
import { addFinishing, addForTechnology, addMaterial } from "./support/catalog.ts";
import { boxes, CUSTOMER, type Order, orderCount, orderOfBox, place, placed, withoutLinks } from "./support/orders.ts";
import {
  type Breakdown,
  cents,
  type Money,
  modelFile,
  post,
  printingStudio,
  sumOfBreakdown,
} from "./support/requests.ts";
import { database } from "./support/studio.ts";

const ITEMS_EXAMPLE = '[{"materialId": 1, "printingQualityId": 1, "finishingIds": [], "quantity": 2}]';

describe("POST /orders", () => {
  it("places an order of two models at the prices of quotes, and reads back the same", async () => {
    const { studio, ...ids } = await printingStudio();
    const finishing = await addFinishing(studio);
    const items = [
      { ...ids, quantity: 2, finishingIds: [finishing] },
      { ...ids, finishingIds: null },
    ];
    const files = [modelFile(boxes.small, "Куб.stl"), modelFile(boxes.flat, "flat.stl")];
    const fields = orderOfBox(ids, {
      "models[]": files,
      items: JSON.stringify(items),
      source: "shop",
      customerLocale: "en",
    });
    const answer = await place(studio, fields);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const order = answer.body.data;
    expect(answer.headers.get("Location")).toMatch(new RegExp(`/api/v1/orders/${order.id}$`));
    expect(withoutLinks(await studio.data<Order>(`/orders/${order.id}`))).toEqual(withoutLinks(order));

    const { order: kept, changes } = await readOrderDetails(studio.db, order.id);
    expect(changes).toEqual([
      {
        version: 1,
        status: "pending",
        changedAt: kept.createdAt,
        comment: null,
        changes: null,
        isByCustomer: false,
        personName: null,
      },
    ]);
    expect(order).toMatchObject({ status: "pending", source: "shop", studioSlug: studio.slug, delivery: null });
    expect(order.customer).toEqual({
      id: order.customer.id,
      firstName: "Леся",
      lastName: "Косач-Квітка",
      phoneNumber: "+380501234567",
      email: "lesia@example.com",
      locale: "en",
      totalOrders: 1,
      totalSpent: order.totalPrice.amount,
    });
    expect(order.items.map((item) => item.originalFileName)).toEqual(["Куб.stl", "flat.stl"]);
    expect(order.items[0]).toMatchObject({
      quantity: 2,
      finishingIds: [finishing],
      downloadUrl: expect.stringMatching(/^https:\/\/studio\.example\/files\//),
      productId: null,
      ...ids,
    });
    for (const [place, { downloadUrl }] of order.items.entries()) {
      const answered = await exports.default.fetch(String(downloadUrl));
      const sent = (await files[place]?.arrayBuffer()) ?? [];
      expect(new Uint8Array(await answered.arrayBuffer()), `item ${place}`).toEqual(new Uint8Array(sent));
    }
    expect(order.items[0]?.filePath).toMatch(/^models\/[0-9a-f]{64}\.stl$/);
    for (const item of order.items) expect(sumOfBreakdown(item.costBreakdown)).toBe(cents(item.price));
    expect(order.items.reduce((sum, item) => sum + cents(item.price), 0)).toBe(cents(order.totalPrice));

    const quote = await post<{ totalPrice: Money; breakdown: Breakdown }>(studio, "/quotes", {
      model: modelFile(boxes.small),
      materialId: ids.materialId,
      printingQualityId: ids.printingQualityId,
      quantity: 2,
      "finishingIds[]": [String(finishing)],
    });
    expect(quote.body.data.totalPrice).toEqual(order.items[0]?.price);
    expect(quote.body.data.breakdown).toEqual(order.items[0]?.costBreakdown);
  });

  it("takes files as item_0, item_1 in any field order", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, {
      item_1: modelFile(boxes.flat, "second.stl"),
      ...CUSTOMER,
      item_0: modelFile(boxes.small, "first.stl"),
      items: JSON.stringify([ids, ids]),
    });
    expect(order.items.map((item) => item.originalFileName)).toEqual(["first.stl", "second.stl"]);
  });

  it("answers 202 and writes nothing while a model is being sliced, then 201 to the same request", async () => {
    const { studio, ...ids } = await printingStudio();
    const fields = orderOfBox(ids, { "models[]": [modelFile(anotherBox())] });
    const accepted = await post<{ jobId: string; message: string }>(studio, "/orders", fields, {
      Prefer: "wait=0",
      "Idempotency-Key": "a",
    });
    expect(accepted.status).toBe(202);
    expect(accepted.body.data.message).toBe(
      "Nothing is ordered or priced yet: the models are being sliced. Wait for the job at statusUrl, then send the same request again; each item's modelId may take the place of its file.",
    );
    expect(await orderCount(studio)).toBe(0);
    await studio.data(`/slicing-jobs/${accepted.body.data.jobId}`, { headers: { Prefer: "wait=30" } });
    await placed(studio, fields, { Prefer: "wait=0", "Idempotency-Key": "a" });
    expect(await orderCount(studio)).toBe(1);
  });

  it("names every fault of a request in one answer", async () => {
    const { studio, ...ids } = await printingStudio();
    const { status, body } = await place(
      studio,
      orderOfBox(ids, {
        "models[]": [modelFile("what is this", "notes.txt")],
        items: JSON.stringify([{ materialId: "1", quantity: 0 }, 7]),
        customerFirstName: "John",
        customerLastName: "   ",
        customerPhoneNumber: "0501234567",
        customerEmail: "nobody",
        deliveryMethodId: "first",
        deliveryNpServiceType: "Drone",
      }),
    );
    expect(status).toBe(400);
    expect(body.errorCode).toBe("errors.validationFailed");
    expect(body.errors).toEqual({
      "models[]": ['"notes.txt" is not an STL, OBJ, 3MF, PLY or STEP model'],
      "items.0.materialId": ["must be a number"],
      "items.0.printingQualityId": ["is required"],
      "items.0.quantity": ["must be at least 1"],
      "items.1": ["must be an object"],
      customerFirstName: ["must be in Cyrillic letters; spaces, hyphens and apostrophes may stand between them"],
      customerLastName: ["is required"],
      customerPhoneNumber: [
        "must be a phone number in international format, + and the country code first, such as +380501234567",
      ],
      customerEmail: ["must be an e-mail address, such as name@example.com"],
      deliveryMethodId: ["must be a whole number"],
      deliveryNpServiceType: ["must be one of WarehouseWarehouse, WarehouseDoors"],
    });
    expect(await orderCount(studio)).toBe(0);
  });

  it("names every field that is missing", async () => {
    const { studio } = await printingStudio();
    const { status, body } = await place(studio, {});
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      "models[]": ["is required: one STL, OBJ, 3MF, PLY or STEP file per item, or the item's modelId"],
      items: ["is required"],
      customerFirstName: ["is required"],
      customerLastName: ["is required"],
      customerPhoneNumber: ["is required"],
      customerEmail: ["is required"],
    });
  });

  it.each([
    [
      "more items than files",
      2,
      { "models[]": [modelFile(boxes.small)] },
      { "models[]": "must be one file per item: there are 2 items and 1 files" },
    ],
    [
      "no file",
      1,
      { "models[]": undefined },
      { "models[]": "is required: one STL, OBJ, 3MF, PLY or STEP file per item, or the item's modelId" },
    ],
    [
      "a file under another name",
      1,
      { "models[]": undefined, file: modelFile(boxes.small, "cube.stl") },
      {
        "models[]": "is required: one STL, OBJ, 3MF, PLY or STEP file per item, or the item's modelId",
        file: '"cube.stl" must be sent as models[], or item_0, item_1, …',
      },
    ],
    [
      "both styles of file fields",
      1,
      { item_0: modelFile(boxes.small) },
      { "models[]": "cannot be mixed with item_0, item_1, …: send all files under the one or the others" },
    ],
    [
      "a file of no item and an item without a file",
      1,
      { "models[]": undefined, item_3: modelFile(boxes.small) },
      { item_0: "is required: the file of this item, or its modelId", item_3: "is the file of no item" },
    ],
    [
      "two files of one item",
      1,
      { "models[]": undefined, item_0: [modelFile(boxes.small), modelFile(boxes.flat)] },
      { item_0: "must be one file" },
    ],
    [
      "a file of an item that is not there, beside the right one",
      1,
      { "models[]": undefined, item_0: modelFile(boxes.small), item_1: modelFile(boxes.flat) },
      { item_1: "is the file of no item" },
    ],
    [
      "fewer items than files",
      1,
      { "models[]": [modelFile(boxes.small), modelFile(boxes.flat)] },
      { "models[]": "must be one file per item: there are 1 items and 2 files" },
    ],
    ["an empty file", 1, { "models[]": [modelFile("", "empty.stl")] }, { "models[]": '"empty.stl" is empty' }],
  ])("answers 400 for %s", async (_, itemCount, changes, errors) => {
    const { studio, ...ids } = await printingStudio();
    const items = JSON.stringify(Array.from({ length: itemCount }, () => ids));
    const { status, body } = await place(studio, orderOfBox(ids, { items, ...changes }));
    expect(status).toBe(400);
    expect(body.errors).toEqual(
      Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]])),
    );
  });

  it.each([
    ["[]", "items", "must have at least 1 entries"],
    ["{}", "items.0.materialId", "is required"],
    ["1", "items", `must be a JSON array, such as ${ITEMS_EXAMPLE}`],
    ["[{]", "items", `must be a JSON array, such as ${ITEMS_EXAMPLE}`],
    [undefined, "items", "is required"],
    ['[{"materialId":1,"printingQualityId":1,"finishingIds":[4,4]}]', "items.0.finishingIds", "must name each id once"],
  ])("answers 400 for items = %s", async (items, field, message) => {
    const { studio, ...ids } = await printingStudio();
    const { status, body } = await place(studio, orderOfBox(ids, { items }));
    expect(status).toBe(400);
    expect(body.errors?.[field], JSON.stringify(body)).toEqual([message]);
  });

  it("answers 404 naming every id that does not belong to the studio, the delivery method's among them", async () => {
    const { studio, ...ids } = await printingStudio();
    const other = await printingStudio();
    const items = [
      { ...ids, printingQualityId: other.printingQualityId },
      { ...ids, finishingIds: [await addFinishing(other.studio)] },
    ];
    const [method] = await other.studio.db.insert(deliveryMethods, { name: "Courier" });
    const { status, body } = await place(
      studio,
      orderOfBox(ids, {
        items: JSON.stringify(items),
        "models[]": [modelFile(boxes.small), modelFile(boxes.flat)],
        deliveryMethodId: method?.id ?? 0,
      }),
    );
    expect(status).toBe(404);
    expect(Object.keys(body.errors ?? {})).toEqual([
      "items.0.printingQualityId",
      "items.1.finishingIds",
      "deliveryMethodId",
    ]);
  });

  it("answers 400 for a delivery method that is not active, beside every other choice that cannot be used", async () => {
    const { studio, ...ids } = await printingStudio();
    const [method] = await studio.db.insert(deliveryMethods, { name: "Courier", isActive: false });
    const deliveryMethodId = method?.id ?? 0;
    const inactive = await addMaterial(studio, { status: "inactive" });
    const items = JSON.stringify([{ ...ids, materialId: inactive }]);
    const { status, body } = await place(studio, orderOfBox(ids, { items, deliveryMethodId }));
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      "items.0.materialId": [`material ${inactive} is inactive`],
      deliveryMethodId: [`delivery method ${deliveryMethodId} is inactive`],
    });
    expect(await orderCount(studio)).toBe(0);
  });

  it("takes items of filament, resin and powder in one order", async () => {
    const { studio, ...filament } = await printingStudio();
    const [resin, powder] = [await addForTechnology(studio, 4), await addForTechnology(studio, 5)];
    const items = JSON.stringify([filament, resin, powder]);
    const files = [modelFile(boxes.small), modelFile(boxes.small), modelFile(boxes.small)];
    const order = await placed(studio, orderOfBox(filament, { items, "models[]": files }));
    expect(order.items).toMatchObject([filament, resin, powder]);
    const [, ofResin, ofPowder] = order.items;
    // A solid cubic centimetre at 1.24 g/cm³.
    expect([ofResin?.weight, ofPowder?.weight]).toEqual(["1.24", "1.24"]);
  });

  it.each(["Ім’я", "Мар'яна", "Анна Марія", "Ёлка", "Ґалаґан-Їжак", "Йосип".normalize("NFD")])(
    "takes the name %s",
    async (customerFirstName) => {
      const { studio, ...ids } = await printingStudio();
      const order = await placed(studio, orderOfBox(ids, { customerFirstName }));
      expect(order.customer.firstName).toBe(customerFirstName.normalize("NFC"));
    },
  );

  it.each(["Lesia", "Лeся" /* a Latin e */, "Леся2", "-", "’", "Леся!"])(
    "refuses the name %s",
    async (customerFirstName) => {
      const { studio, ...ids } = await printingStudio();
      const { status, body } = await place(studio, orderOfBox(ids, { customerFirstName }));
      expect(status).toBe(400);
      expect(Object.keys(body.errors ?? {})).toEqual(["customerFirstName"]);
    },
  );
});

describe("an order is written whole or not at all", () => {
  it("leaves nothing behind if its last statement fails", async () => {
    const { studio, ...ids } = await printingStudio();
    // A trigger makes the batch fail inside D1, at its last statement.
    await env.DB.exec(
      `CREATE TRIGGER fail_second_item BEFORE INSERT ON order_items WHEN NEW.studio_id = ${studio.id} AND NEW.position = 1 BEGIN SELECT RAISE(ABORT, 'fails'); END`,
    );
    const items = JSON.stringify([ids, ids]);
    const files = [modelFile(boxes.small), modelFile(boxes.flat)];
    const fields = orderOfBox(ids, { items, "models[]": files });
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { status, headers, body } = await place(studio, fields);
    expect(status).toBe(500);
    expect(body).toEqual({ data: null, metadata: null, errors: null, errorCode: "errors.internal" });
    expect(logged.mock.calls.join()).toContain(headers.get("X-Request-Id"));
    logged.mockRestore();
    expect(await orderCount(studio)).toBe(0);
    expect(await database.select().from(customers).where(eq(customers.studioId, studio.id))).toEqual([]);

    await env.DB.exec("DROP TRIGGER fail_second_item");
    await placed(studio, fields);
  });
});
