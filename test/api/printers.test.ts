// Printers: creating, listing, changing and deleting them, their queues, and whether a model fits.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { binaryStl, box, cube } from "../../harness/models.ts";
import { orderChanges, orderItems, orders, printers } from "../../src/db/schema.ts";
import { countedReads } from "./support/counted-reads.ts";
import { putOnPrinter, queuedOf } from "./support/printing.ts";
import { form, type Money, modelFile, post, printingStudio, WAIT } from "./support/requests.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

interface Printer {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly assignedItems: readonly Record<string, unknown>[];
}

const SLA = { id: 2, name: "SLA", slug: "sla", materialCount: 0 };

function sendJson<Data>(
  studio: TestStudio,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return studio.answer<Data>(path, {
    method,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });
}

const create = (studio: TestStudio, body: unknown, headers?: Record<string, string>) =>
  sendJson<Printer>(studio, "POST", "/printers", body, headers);

async function created(studio: TestStudio, body: object = {}): Promise<Printer> {
  const answer = await create(studio, { name: "Ender 3", technologyId: 1, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

/** Places an order of boxes, one per item. */
async function placeOrder(
  { studio, ...ids }: Awaited<ReturnType<typeof printingStudio>>,
  itemCount = 1,
  phone = "+380501234567",
) {
  const model = modelFile(binaryStl(cube(10)), "деталь.stl");
  const body = form({
    "models[]": Array.from({ length: itemCount }, () => model),
    items: JSON.stringify(Array.from({ length: itemCount }, () => ({ ...ids, quantity: 3 }))),
    customerFirstName: "Марія",
    customerLastName: "Заньковецька",
    customerPhoneNumber: phone,
    customerEmail: `${phone.slice(1)}@example.com`,
  });
  const order = { method: "POST", body, headers: WAIT };
  return studio.data<{ id: number; items: { id: number; price: Money }[] }>("/orders", order, 201);
}

describe("POST /printers", () => {
  it("creates a printer with every field", async () => {
    const studio = await createStudio();
    const fields = {
      name: "  Form 3  ",
      technologyId: 2,
      status: "maintenance",
      model: "Formlabs Form 3",
      buildVolume: "145x145x185 mm",
      maintenanceNote: "Замінити FEP",
      nextMaintenanceAt: "2028-02-29",
    };
    const { status, headers, body } = await create(studio, { ...fields, colour: "ignored" });
    expect(status, JSON.stringify(body)).toBe(201);
    const { technologyId: _, ...shown } = fields;
    const printer = {
      ...shown,
      name: "Form 3",
      id: body.data.id,
      studioId: studio.id,
      technology: SLA,
      assignedItems: [],
    };
    expect(body.data).toEqual(printer);
    expect(new URL(headers.get("Location") ?? "").pathname).toBe(`/api/v1/printers/${body.data.id}`);
    expect(await studio.data(`/printers/${body.data.id}`)).toEqual(printer);
  });

  it("treats null and empty optional fields as absent: the status is active, the others are null", async () => {
    const studio = await createStudio();
    const bare = { model: null, buildVolume: null, maintenanceNote: null, nextMaintenanceAt: null };
    for (const fields of [
      {},
      { ...bare, status: null },
      { model: " ", buildVolume: "", maintenanceNote: "", nextMaintenanceAt: "" },
    ]) {
      expect(await created(studio, fields)).toMatchObject({ status: "active", assignedItems: [], ...bare });
    }
  });

  it("names every wrong field at once", async () => {
    const studio = await createStudio();
    const { status, body } = await create(studio, {
      name: "   ",
      technologyId: "1",
      status: "broken",
      model: 7,
      buildVolume: "220 by 220",
      nextMaintenanceAt: "2027-02-29",
    });
    expect(status).toBe(400);
    expect(body.errorCode).toBe("errors.validationFailed");
    expect(body.errors).toEqual({
      name: ["is required"],
      technologyId: ["must be a number"],
      status: ["must be one of active, maintenance, offline"],
      model: ["must be a string"],
      buildVolume: ["must be three positive lengths joined by x, such as 220x220x250 mm"],
      nextMaintenanceAt: ["must be a date that exists, written YYYY-MM-DD"],
    });
    for (const nothing of [{}, { name: null, technologyId: null }]) {
      expect((await create(studio, nothing)).body.errors).toEqual({
        name: ["is required"],
        technologyId: ["is required"],
      });
    }
  });

  it.each(["220x220x250", "220x220x250mm", "22x22x25 cm", "0.3x0.3x0.3 м", "145.5x145x185 MM"])(
    "takes the build volume %s",
    async (buildVolume) => {
      expect(await created(await createStudio(), { buildVolume })).toMatchObject({ buildVolume });
    },
  );

  it.each(["220x220", "0x220x250", "-1x2x3", "220x220x250 parsecs", "220x220x250  mm", "axbxc", "1x2x3x4"])(
    "refuses the build volume %s",
    async (buildVolume) => {
      const { status, body } = await create(await createStudio(), { name: "P", technologyId: 1, buildVolume });
      expect(status).toBe(400);
      expect(Object.keys(body.errors ?? {})).toEqual(["buildVolume"]);
    },
  );

  it("answers 404 for a technology that does not exist", async () => {
    const studio = await createStudio();
    for (const technologyId of [0, -1]) expect((await create(studio, { name: "P", technologyId })).status).toBe(404);
    const { status, body } = await create(studio, { name: "P", technologyId: 6 });
    expect(status).toBe(404);
    expect(body.errors).toEqual({ technologyId: ["there is no technology 6; GET /technologies lists them"] });
  });

  it.each([
    ["malformed JSON", "{", "application/json", 400, "errors.validationFailed"],
    ["no body", "", "application/json", 400, "errors.validationFailed"],
    ["a list", "[]", "application/json", 400, "errors.validationFailed"],
    ["another media type", "name=P", "application/x-www-form-urlencoded", 415, "errors.unsupportedMediaType"],
    ["a malformed media type", "{}", "json", 415, "errors.unsupportedMediaType"],
  ])("answers %s with a fault on the body", async (_, text, type, status, errorCode) => {
    const answer = await create(await createStudio(), text, { "Content-Type": type });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(answer.body.errorCode).toBe(errorCode);
    expect(Object.keys(answer.body.errors ?? {})).toEqual(["body"]);
  });

  it("answers 413 for a body of more than 64 KB", async () => {
    const { status, body } = await create(await createStudio(), {
      name: "P",
      technologyId: 1,
      model: "x".repeat(70_000),
    });
    expect(status).toBe(413);
    expect(body.errors).toEqual({ body: ["is larger than 64 KB"] });
  });

  it("answers 400 for a request without a body and its media type", async () => {
    const answer = await (await createStudio()).answer("/printers", { method: "POST" });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ body: ["is not valid JSON"] });
  });

  it("creates one printer per Idempotency-Key", async () => {
    const studio = await createStudio();
    const fields = { name: "Once", technologyId: 1 };
    const first = await create(studio, fields, { "Idempotency-Key": "p" });
    const again = await create(studio, { technologyId: 1, name: " Once " }, { "Idempotency-Key": "p" });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect((await create(studio, { ...fields, model: "X" }, { "Idempotency-Key": "p" })).status).toBe(422);
    expect((await studio.db.select(printers)).length).toBe(1);
  });
});

describe("GET /printers", () => {
  it("lists the studio's printers, the newest id first", async () => {
    const [studio, other] = [await createStudio(), await createStudio()];
    const ids = [];
    for (const name of ["A", "B", "C"]) {
      ids.push((await created(studio, { name })).id);
      await created(other);
    }
    expect((await studio.data<Printer[]>("/printers")).map(({ id }) => id)).toEqual(ids.reverse());
  });

  it("shows the items that are printing on each printer, and no others", async () => {
    const shop = await printingStudio();
    const { studio } = shop;
    const [first, second] = [await created(studio), await created(studio)];
    const [printing, waiting] = [await placeOrder(shop, 2), await placeOrder(shop, 1, "+380507654321")];
    await studio.db.update(orders, { status: "printing" }, eq(orders.id, printing.id));
    const [item, other] = printing.items;
    await putOnPrinter(shop, item?.id ?? 0, second.id, 2);
    for (const { id } of [other, ...waiting.items].filter((found) => found !== undefined)) {
      await putOnPrinter(shop, id, first.id);
    }

    const [newest, oldest] = await studio.data<Printer[]>("/printers");
    expect(newest?.assignedItems).toEqual([
      {
        orderItemId: item?.id,
        orderId: printing.id,
        orderStatus: "printing",
        customerName: "Марія Заньковецька",
        itemLabel: "деталь.stl",
        quantity: 3,
        copies: 2,
        downloadUrl: expect.stringMatching(/^https:\/\/studio\.example\/files\//),
        materialColor: "white",
      },
    ]);
    expect(oldest?.assignedItems.map((queued) => queued.orderItemId)).toEqual([printing.items[1]?.id]);
    expect((await studio.data<Printer>(`/printers/${second.id}`)).assignedItems).toHaveLength(1);

    await studio.db.update(orders, { status: "printing" }, eq(orders.id, waiting.id));
    expect((await studio.data<Printer>(`/printers/${first.id}`)).assignedItems).toHaveLength(2);
    await studio.db.update(orders, { status: "completed" }, eq(orders.id, printing.id));
    expect((await studio.data<Printer>(`/printers/${second.id}`)).assignedItems).toEqual([]);
  });
});

describe("reading the fleet", () => {
  it("takes one round trip, and reads only the items that are printing of all that were ever assigned", async () => {
    const shop = await printingStudio();
    const { studio } = shop;
    const [first, second] = [await created(studio), await created(studio)];
    const done = [await placeOrder(shop, 20), await placeOrder(shop, 20), await placeOrder(shop, 20)];
    const printing = await placeOrder(shop, 2);
    for (const { id } of printing.items) await putOnPrinter(shop, id, first.id);
    await studio.db.update(orders, { status: "completed" }, undefined);
    await studio.db.update(orders, { status: "printing" }, eq(orders.id, printing.id));
    expect(done).toHaveLength(3);
    for (const path of ["/printers", `/printers/${first.id}`, `/printers/${second.id}`]) {
      const reads = countedReads();
      expect((await studio.meeting({ DB: reads.database }).fetch(path)).status).toBe(200);
      expect(reads.batches).toBe(1);
      // Two printers, two prints, two items, one order: D1 counts a row again for each index that led to it.
      expect(reads.rows).toBeLessThan(28);
    }
  });
});

describe("PATCH /printers/{id}", () => {
  const patch = (studio: TestStudio, id: number, body: unknown) =>
    sendJson<Printer>(studio, "PATCH", `/printers/${id}`, body);

  it("changes only the sent fields; null clears", async () => {
    const studio = await createStudio();
    const printer = await created(studio, {
      model: "V2",
      buildVolume: "1x2x3",
      maintenanceNote: "oil",
      nextMaintenanceAt: "2027-01-01",
    });
    expect((await patch(studio, printer.id, {})).body.data).toEqual(printer);
    expect((await patch(studio, printer.id, { status: "offline" })).body.data).toEqual({
      ...printer,
      status: "offline",
    });
    const cleared = await patch(studio, printer.id, {
      model: null,
      buildVolume: "",
      maintenanceNote: null,
      nextMaintenanceAt: null,
    });
    expect(cleared.body.data).toMatchObject({
      status: "offline",
      model: null,
      buildVolume: null,
      maintenanceNote: null,
      nextMaintenanceAt: null,
    });
    const renamed = await patch(studio, printer.id, { name: "New", technologyId: 2 });
    expect(renamed.body.data).toMatchObject({ name: "New", technology: SLA, status: "offline" });
    expect(await studio.data(`/printers/${printer.id}`)).toEqual(renamed.body.data);
  });

  it("answers 400 for null in a required field and for wrong values, and changes nothing", async () => {
    const studio = await createStudio();
    const printer = await created(studio);
    const { status, body } = await patch(studio, printer.id, {
      name: null,
      status: null,
      technologyId: null,
      model: "X",
      buildVolume: "1",
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(["buildVolume", "name", "status", "technologyId"]);
    expect((await patch(studio, printer.id, { model: "X", technologyId: 99 })).status).toBe(404);
    expect(await studio.data(`/printers/${printer.id}`)).toEqual(printer);
  });
});

describe("DELETE /printers/{id}", () => {
  it("does not read a body, however large", async () => {
    const studio = await createStudio();
    const request = { method: "DELETE", body: "x".repeat(70_000) };
    expect((await studio.fetch("/printers/1", request)).status).toBe(404);
  });

  it("answers 204 without a body, unassigns its items, and never reuses the id", async () => {
    const shop = await printingStudio();
    const { studio } = shop;
    const printer = await created(studio);
    const order = await placeOrder(shop);
    for (const { id } of order.items) await putOnPrinter(shop, id, printer.id);
    const before = await studio.data<{ items: object[] }>(`/orders/${order.id}`);

    const response = await studio.fetch(`/printers/${printer.id}`, { method: "DELETE" });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    const [item] = await studio.db.select(orderItems);
    expect(item).toMatchObject({ orderId: order.id });
    expect(await queuedOf(shop, item?.id ?? 0)).toEqual([]);
    const [change] = await studio.db.select(orderChanges, undefined, orderChanges.version);
    expect(change).toMatchObject({
      status: "pending",
      personId: null,
      changes: { items: [{ itemId: item?.id, event: "taken_off", printer: printer.name, copies: 1 }] },
    });
    const after = await studio.data<{ items: object[] }>(`/orders/${order.id}`);
    expect(after.items).toHaveLength(before.items.length);
    expect((await studio.fetch(`/printers/${printer.id}`)).status).toBe(404);
    expect((await studio.fetch(`/printers/${printer.id}`, { method: "DELETE" })).status).toBe(404);
    expect((await created(studio)).id).toBeGreaterThan(printer.id);
  });
});

describe("fitsBuildVolume of a quote", () => {
  it("is true or false by the build volumes of the technology's active printers, null if none is stated", async () => {
    const { studio, ...ids } = await printingStudio();
    const fits = async () => {
      const model = modelFile(binaryStl(box([0, 0, 0], [10, 20, 30])));
      return (await post<{ fitsBuildVolume: boolean | null }>(studio, "/quotes", { model, ...ids })).body.data
        .fitsBuildVolume;
    };
    const change = (id: number, body: object) => sendJson(studio, "PATCH", `/printers/${id}`, body);
    expect(await fits()).toBeNull();
    const printer = await created(studio);
    await created(studio, { technologyId: 2, buildVolume: "500x500x500" });
    await created(studio, { status: "offline", buildVolume: "500x500x500" });
    expect(await fits()).toBeNull();
    await change(printer.id, { buildVolume: "30x10x20 mm" });
    expect(await fits()).toBe(true);
    await change(printer.id, { buildVolume: "30x10x19.9" });
    expect(await fits()).toBe(false);
    await change(printer.id, { buildVolume: "2x3x1cm" });
    expect(await fits()).toBe(true);
  });
});
