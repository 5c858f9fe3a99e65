import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { customers, deliveryMethods, idempotencyKeys, orders } from "../../src/db/schema.ts";
import { addFinishing, addQuality } from "./support/catalog.ts";
import {
  type Breakdown,
  cents,
  type FormValue,
  type Money,
  modelFile,
  post,
  printingStudio,
  sumOfBreakdown,
} from "./support/requests.ts";
import { binaryStl, boxTriangles, uniqueBox } from "./support/shapes.ts";
import { database, type TestStudio } from "./support/studio.ts";

interface Order {
  readonly id: number;
  readonly status: string;
  readonly totalPrice: Money;
  readonly customer: Record<string, unknown> & { readonly id: number };
  readonly items: readonly (Record<string, unknown> & { price: Money; costBreakdown: Breakdown; id: number })[];
  readonly delivery: Record<string, unknown> | null;
  readonly source: string;
  readonly studioSlug: string;
}

const CUSTOMER = {
  customerFirstName: "Леся",
  customerLastName: "Косач-Квітка",
  customerPhoneNumber: "+380 (50) 123-45-67",
  customerEmail: "lesia@example.com",
};

const boxes = { small: binaryStl(boxTriangles(10, 10, 10)), flat: binaryStl(boxTriangles(20, 20, 4)) };

/** A valid order of one box, with changes. A field that is changed to undefined is not sent. */
function orderFields(
  { materialId, printingQualityId }: { materialId: number; printingQualityId: number },
  changes: Record<string, FormValue | undefined> = {},
): Record<string, FormValue> {
  const fields: Record<string, FormValue | undefined> = {
    "models[]": [modelFile(boxes.small)],
    items: JSON.stringify([{ materialId, printingQualityId }]),
    ...CUSTOMER,
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const place = (studio: TestStudio, fields: Record<string, FormValue>, headers?: Record<string, string>) =>
  post<Order>(studio, "/orders", fields, headers);

async function placed(studio: TestStudio, fields: Record<string, FormValue>, headers?: Record<string, string>) {
  const answer = await place(studio, fields, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

/** Every reading makes new links, valid for an hour from then. */
function withoutLinks(order: Order): Order {
  return { ...order, items: order.items.map((item) => ({ ...item, downloadUrl: null })) };
}

const orderCount = async (studio: TestStudio) => (await studio.db.select(orders)).length;

describe("POST /orders", () => {
  it("places an order of two models, priced as quotes are, that reads back the same", async () => {
    const { studio, ...ids } = await printingStudio();
    const finishing = await addFinishing(studio);
    const items = [
      { ...ids, quantity: 2, finishingIds: [finishing] },
      { ...ids, finishingIds: null },
    ];
    const files = [modelFile(boxes.small, "Куб.stl"), modelFile(boxes.flat, "flat.stl")];
    const fields = orderFields(ids, {
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
    const fields = orderFields(ids, { "models[]": [modelFile(uniqueBox())] });
    const accepted = await post<{ jobId: string }>(studio, "/orders", fields, {
      Prefer: "wait=0",
      "Idempotency-Key": "a",
    });
    expect(accepted.status).toBe(202);
    expect(await orderCount(studio)).toBe(0);
    await studio.data(`/slicing-jobs/${accepted.body.data.jobId}`, { headers: { Prefer: "wait=30" } });
    await placed(studio, fields, { Prefer: "wait=0", "Idempotency-Key": "a" });
    expect(await orderCount(studio)).toBe(1);
  });

  it("names every fault of a request in one answer", async () => {
    const { studio, ...ids } = await printingStudio();
    const { status, body } = await place(
      studio,
      orderFields(ids, {
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
      "models[]": ['"notes.txt" is not an STL, OBJ or 3MF model'],
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

  it.each([
    [
      "more items than files",
      2,
      { "models[]": [modelFile(boxes.small)] },
      { "models[]": "must be one file an item: there are 2 items and 1 files" },
    ],
    ["no file", 1, { "models[]": undefined }, { "models[]": "is required: one STL, OBJ or 3MF file an item" }],
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
      { item_0: "is required: the file of this item", item_3: "is the file of no item" },
    ],
    ["an empty file", 1, { "models[]": [modelFile("", "empty.stl")] }, { "models[]": '"empty.stl" is empty' }],
  ])("answers 400 for %s", async (_, itemCount, changes, errors) => {
    const { studio, ...ids } = await printingStudio();
    const items = JSON.stringify(Array.from({ length: itemCount }, () => ids));
    const { status, body } = await place(studio, orderFields(ids, { items, ...changes }));
    expect(status).toBe(400);
    expect(body.errors).toEqual(
      Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]])),
    );
  });

  it.each([
    ["[]", "items", "must have at least 1 entries"],
    ["{}", "items", "must be an array"],
    ["[{]", "items", "is not valid JSON"],
    [undefined, "items", "is required"],
    ['[{"materialId":1,"printingQualityId":1,"finishingIds":[4,4]}]', "items.0.finishingIds", "must name each id once"],
  ])("answers 400 for items = %s", async (items, field, message) => {
    const { studio, ...ids } = await printingStudio();
    const { status, body } = await place(studio, orderFields(ids, { items }));
    expect(status).toBe(400);
    expect(body.errors?.[field], JSON.stringify(body)).toEqual([message]);
  });

  it("answers 404 naming every id that does not belong to the studio, the delivery method's too", async () => {
    const { studio, ...ids } = await printingStudio();
    const other = await printingStudio();
    const items = [
      { ...ids, printingQualityId: other.printingQualityId },
      { ...ids, finishingIds: [await addFinishing(other.studio)] },
    ];
    const [method] = await other.studio.db.insert(deliveryMethods, { name: "Courier" });
    const { status, body } = await place(
      studio,
      orderFields(ids, {
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

  it("answers 400 on the quality's field for a technology that is not sliced yet", async () => {
    const { studio, ...ids } = await printingStudio();
    const printingQualityId = await addQuality(studio, { technologyId: 5 });
    const { status, body } = await place(
      studio,
      orderFields(ids, { items: JSON.stringify([{ ...ids, printingQualityId }]) }),
    );
    expect(status).toBe(400);
    expect(body.errors?.["items.0.printingQualityId"]).toContain(
      "is for SLS, which cannot be sliced yet; choose a profile for FDM",
    );
  });

  it.each(["Ім’я", "Мар'яна", "Анна Марія", "Ёлка", "Ґалаґан-Їжак", "Йосип".normalize("NFD")])(
    "takes the name %s",
    async (customerFirstName) => {
      const { studio, ...ids } = await printingStudio();
      const order = await placed(studio, orderFields(ids, { customerFirstName }));
      expect(order.customer.firstName).toBe(customerFirstName.normalize("NFC"));
    },
  );

  it.each(["Lesia", "Лeся" /* a Latin e */, "Леся2", "-", "’", "Леся!"])(
    "refuses the name %s",
    async (customerFirstName) => {
      const { studio, ...ids } = await printingStudio();
      const { status, body } = await place(studio, orderFields(ids, { customerFirstName }));
      expect(status).toBe(400);
      expect(Object.keys(body.errors ?? {})).toEqual(["customerFirstName"]);
    },
  );
});

describe("the customer of an order", () => {
  it("is recognised within the studio by phone number, else by e-mail", async () => {
    const { studio, ...ids } = await printingStudio();
    const first = await placed(studio, orderFields(ids));
    const byPhone = await placed(
      studio,
      orderFields(ids, { customerEmail: "new@example.com", customerLastName: "Українка" }),
    );
    const byEmail = await placed(
      studio,
      orderFields(ids, { customerPhoneNumber: "+380671112233", customerEmail: "NEW@example.com" }),
    );
    const another = await placed(
      studio,
      orderFields(ids, { customerPhoneNumber: "+380999999999", customerEmail: "x@example.com" }),
    );
    expect(byPhone.customer.id).toBe(first.customer.id);
    expect(byEmail.customer).toMatchObject({ id: first.customer.id, totalOrders: 3, locale: "uk" });
    expect(another.customer.id).not.toBe(first.customer.id);

    const elsewhere = await printingStudio();
    const stranger = await placed(elsewhere.studio, orderFields(elsewhere));
    expect(stranger.customer.id).not.toBe(first.customer.id);
    expect(stranger.customer.totalOrders).toBe(1);
  });

  it("is shown on each order as that order gave it, whatever later orders say", async () => {
    const { studio, ...ids } = await printingStudio();
    const first = await placed(studio, orderFields(ids, { customerLocale: "en" }));
    const later = { customerPhoneNumber: "+380671112233", customerLastName: "Українка" };
    const second = await placed(studio, orderFields(ids, later));
    expect(second.customer).toMatchObject({
      id: first.customer.id,
      lastName: "Українка",
      phoneNumber: "+380671112233",
      locale: "uk",
    });
    const { customer } = await studio.data<Order>(`/orders/${first.id}`);
    expect(customer).toMatchObject({
      lastName: "Косач-Квітка",
      phoneNumber: "+380501234567",
      locale: "en",
      totalOrders: 2,
    });
  });

  it("keeps its phone number where only an e-mail was recognised, and takes newer data with the phone number", async () => {
    const { studio, ...ids } = await printingStudio();
    await placed(studio, orderFields(ids));
    await placed(studio, orderFields(ids, { customerPhoneNumber: "+380671112233", customerFirstName: "Інша" }));
    const [known, ...others] = await studio.db.select(customers);
    expect(others).toEqual([]);
    expect(known).toMatchObject({ phoneNumber: "+380501234567", firstName: "Леся" });
    await placed(studio, orderFields(ids, { customerFirstName: "Лариса", customerEmail: "larysa@example.com" }));
    expect(await studio.db.select(customers)).toMatchObject([{ firstName: "Лариса", email: "larysa@example.com" }]);
  });

  it.each([
    ["+52 1 55 1234 5678", "+5215512345678"],
    ["+380 [44] 123.45.67", "+380441234567"],
    ["+38 (0) 44 123 45 67", "+380441234567"],
    ["+1 415 555 2671", "+14155552671"],
  ])("has the phone number %s as %s", async (customerPhoneNumber, phoneNumber) => {
    const { studio, ...ids } = await printingStudio();
    expect((await placed(studio, orderFields(ids, { customerPhoneNumber }))).customer.phoneNumber).toBe(phoneNumber);
  });

  it.each(["380441234567", "+0441234567", "+999123456789", "+38044", "+380441234567 ext 5", "+3804412345678901"])(
    "cannot have the phone number %s",
    async (customerPhoneNumber) => {
      const { studio, ...ids } = await printingStudio();
      const { status, body } = await place(studio, orderFields(ids, { customerPhoneNumber }));
      expect(status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(body.errors ?? {})).toEqual(["customerPhoneNumber"]);
    },
  );

  it("is found by phone number before e-mail where both are known of different people", async () => {
    const { studio, ...ids } = await printingStudio();
    const byEmail = await placed(
      studio,
      orderFields(ids, { customerPhoneNumber: "+380501111111", customerEmail: "a@example.com" }),
    );
    const byPhone = await placed(
      studio,
      orderFields(ids, { customerPhoneNumber: "+380502222222", customerEmail: "b@example.com" }),
    );
    const both = await placed(
      studio,
      orderFields(ids, { customerPhoneNumber: "+380502222222", customerEmail: "a@example.com" }),
    );
    expect(both.customer.id).toBe(byPhone.customer.id);
    expect(both.customer.id).not.toBe(byEmail.customer.id);
  });

  it("has true totals, in which cancelled orders do not count", async () => {
    const { studio, ...ids } = await printingStudio();
    const [one, two, three] = [
      await placed(studio, orderFields(ids)),
      await placed(studio, orderFields(ids)),
      await placed(studio, orderFields(ids, { items: JSON.stringify([{ ...ids, quantity: 5 }]) })),
    ];
    expect(three.customer.totalOrders).toBe(3);
    await studio.db.update(orders, { status: "cancelled" }, eq(orders.id, two.id));
    const { customer } = await studio.data<Order>(`/orders/${one.id}`);
    expect(customer.totalOrders).toBe(2);
    expect(Math.round(Number(customer.totalSpent) * 100)).toBe(cents(one.totalPrice) + cents(three.totalPrice));
  });
});

describe("the delivery of an order", () => {
  it("has the configured method's name, and every field that was sent", async () => {
    const { studio, ...ids } = await printingStudio();
    const [method] = await studio.db.insert(deliveryMethods, { name: "Нова Пошта" });
    const order = await placed(
      studio,
      orderFields(ids, {
        deliveryMethodId: method?.id ?? 0,
        deliveryCityName: "Київ",
        deliveryWarehouseRef: "1ec09d88",
        deliveryNpServiceType: "WarehouseDoors",
      }),
    );
    expect(order.delivery).toEqual({
      method: "Нова Пошта",
      cityName: "Київ",
      cityRef: null,
      warehouseName: null,
      warehouseRef: "1ec09d88",
      streetName: null,
      streetRef: null,
      buildingNumber: null,
      apartmentNumber: null,
      npServiceType: "WarehouseDoors",
      trackingNumber: null,
      deliveryStatus: null,
      scheduledDeliveryDate: null,
      actualDeliveryDate: null,
    });
  });

  it.each([
    [{ deliveryStreetName: "Хрещатик" }, "courier"],
    [{ deliveryCityRef: "8d5a980d" }, "nova_poshta"],
    [{ deliveryCityName: "  " }, undefined],
  ])("for %o is %s where no method was chosen", async (fields, method) => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderFields(ids, fields));
    expect(order.delivery?.method).toBe(method);
  });
});

describe("Idempotency-Key on POST /orders", () => {
  const keyed = (key: string) => ({ Prefer: "wait=30", "Idempotency-Key": key });

  it("places the order once and gives the same answer again", async () => {
    const { studio, ...ids } = await printingStudio();
    const first = await place(studio, orderFields(ids), keyed("order-1"));
    const again = await place(studio, orderFields(ids), keyed("order-1"));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await orderCount(studio)).toBe(1);
    await placed(studio, orderFields(ids), keyed("order-2"));
    expect(await orderCount(studio)).toBe(2);
  });

  it("answers 422 where the key was used for other fields or another file, and frees it of what failed", async () => {
    const { studio, ...ids } = await printingStudio();
    const unknownMaterial = orderFields(ids, { items: JSON.stringify([{ ...ids, materialId: 999_999_999 }]) });
    expect((await place(studio, unknownMaterial, keyed("k"))).status).toBe(404);
    await placed(studio, orderFields(ids), keyed("k"));
    for (const change of [{ source: "elsewhere" }, { "models[]": [modelFile(boxes.flat)] }]) {
      const { status, body } = await place(studio, orderFields(ids, change), keyed("k"));
      expect(status).toBe(422);
      expect(body.errorCode).toBe("errors.idempotencyKeyReused");
    }
    const elsewhere = await printingStudio();
    await placed(elsewhere.studio, orderFields(elsewhere), keyed("k"));
  });

  it("places one order however many requests with the key come at once", async () => {
    const { studio, ...ids } = await printingStudio();
    await placed(studio, orderFields(ids));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => place(studio, orderFields(ids), keyed("at-once"))),
    );
    expect(await orderCount(studio)).toBe(2);
    for (const { status, body } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(body.errorCode).toBe("errors.idempotencyInProgress");
    }
    expect(answers.some(({ status }) => status === 201)).toBe(true);
  });

  it("finds the order again where the first request died between writing it and answering", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderFields(ids), keyed("died"));
    await studio.db.update(idempotencyKeys, { answer: null }, eq(idempotencyKeys.key, "died"));
    expect((await place(studio, orderFields(ids), keyed("died"))).status).toBe(409);
    await studio.db.update(idempotencyKeys, { claimedAt: Date.now() - 6 * 60_000 }, eq(idempotencyKeys.key, "died"));
    const again = await placed(studio, orderFields(ids), keyed("died"));
    expect(withoutLinks(again)).toEqual(withoutLinks(order));
    expect(await orderCount(studio)).toBe(1);
  });

  it("forgets the answer after 24 hours", async () => {
    const { studio, ...ids } = await printingStudio();
    await placed(studio, orderFields(ids), keyed("daily"));
    await studio.db.update(
      idempotencyKeys,
      { claimedAt: Date.now() - 25 * 3_600_000 },
      eq(idempotencyKeys.key, "daily"),
    );
    await placed(studio, orderFields(ids, { source: "tomorrow" }), keyed("daily"));
    expect(await orderCount(studio)).toBe(2);
  });

  it.each(["", "x".repeat(256)])("answers 400 for a key of no or too many characters", async (key) => {
    const { studio, ...ids } = await printingStudio();
    const { status, body } = await place(studio, orderFields(ids), keyed(key));
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual(["Idempotency-Key"]);
  });
});

describe("an order is written whole or not at all", () => {
  it("leaves nothing behind where its last statement fails", async () => {
    const { studio, ...ids } = await printingStudio();
    // A rule of the database's own, so that the batch fails in D1 itself and at its end.
    await env.DB.exec(
      `CREATE TRIGGER fail_second_item BEFORE INSERT ON order_items WHEN NEW.studio_id = ${studio.id} AND NEW.position = 1 BEGIN SELECT RAISE(ABORT, 'fails'); END`,
    );
    const items = JSON.stringify([ids, ids]);
    const files = [modelFile(boxes.small), modelFile(boxes.flat)];
    const fields = orderFields(ids, { items, "models[]": files });
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
