// The sandbox: test orders are priced as all are, move by themselves, and go after a week.

import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { idOf } from "../../harness/catalog-rows.ts";
import { anotherBox } from "../../harness/models.ts";
import { deliveryMethods, models, testOrders } from "../../src/db/schema.ts";
import { ORDER_STATUSES } from "../../src/domain/order.ts";
import type { Plan } from "../../src/domain/plan.ts";
import worker from "../../src/index.ts";
import { boxes, orderOfBox, place, placed } from "./support/orders.ts";
import { modelFile, post } from "./support/requests.ts";
import { printingSandbox, sandboxOf, type TestOrder } from "./support/sandbox.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";
import { turnedClock } from "./support/turned-clock.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const clock = turnedClock();

/** Places an order of one box. */
async function placedIn(
  sandbox: TestStudio,
  choice: Parameters<typeof orderOfBox>[0],
  changes: Parameters<typeof orderOfBox>[1] = {},
): Promise<TestOrder> {
  const { id } = await placed(sandbox, orderOfBox(choice, changes));
  return read(sandbox, id);
}

const read = (sandbox: TestStudio, id: number) => sandbox.data<TestOrder>(`/orders/${id}`);

async function runSchedule(): Promise<void> {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController(), env);
  await waitOnExecutionContext(context);
}

describe("an order of a test key", () => {
  it("answers 201 with its address, marked as a test, pending, and with numbers that no real order has", async () => {
    const { sandbox, choice } = await printingSandbox();
    const { status, headers, body } = await post<TestOrder>(sandbox, "/orders", orderOfBox(choice));
    const { id } = body.data;
    expect([status, headers.get("Location")]).toEqual([201, `https://studio.example/api/v1/orders/${id}`]);
    expect(id).toBeGreaterThanOrEqual(1_000_000_000);
    expect(body.data).toMatchObject({
      ...{ test: true, number: id, status: "pending", source: "api", studioSlug: sandbox.slug, delivery: null },
      customer: {
        id,
        firstName: "Леся",
        phoneNumber: "+380501234567",
        locale: "uk",
        totalOrders: null,
        totalSpent: null,
      },
    });
    expect(body.data.items[0]?.id).toBeGreaterThanOrEqual(1_000_000_000);
    expect((await read(sandbox, id)).items).toHaveLength(1);
  });

  it("has a live order's figures to the cent, and a live order is not marked", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const items = JSON.stringify([
      { ...choice, quantity: 3 },
      { ...choice, quantity: 1 },
    ]);
    const fields = orderOfBox(choice, { items, "models[]": [modelFile(boxes.small), modelFile(boxes.flat)] });
    const [live, test] = [await placed(studio, fields), await placed(sandbox, fields)];
    expect(live).toMatchObject({ test: false, number: 1 });
    const withoutIds = ({ items }: typeof live) => items.map(({ id: _, downloadUrl: __, ...item }) => item);
    expect(withoutIds(test)).toEqual(withoutIds(live));
    expect(test.totalPrice).toEqual(live.totalPrice);
    expect(new Set(test.items.map(({ id }) => id)).size).toBe(2);
  });

  it("shares no id of an item with another test order", async () => {
    const { sandbox, choice } = await printingSandbox();
    const all = Array.from({ length: 20 }, () => choice);
    const twenty = await post<{ modelId: string }>(sandbox, "/models", { model: modelFile(boxes.small) });
    const { modelId } = twenty.body.data;
    const items = JSON.stringify(all.map((one) => ({ ...one, modelId })));
    const first = await placed(sandbox, orderOfBox(choice, { items, "models[]": undefined }));
    const second = await placed(sandbox, orderOfBox(choice));
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(21);
  });

  it("waits for slicing by a 202 as a live one does, and then is placed", async () => {
    const { sandbox, choice } = await printingSandbox();
    const fields = orderOfBox(choice, { "models[]": [modelFile(anotherBox())] });
    const first = await place(sandbox, fields, { Prefer: "wait=0" });
    expect(first.status).toBe(202);
    expect(await sandbox.db.select(testOrders)).toEqual([]);
    await placed(sandbox, fields);
  });

  it("is refused with a live order's faults, each by its field", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const wrong = orderOfBox(choice, { customerFirstName: "Lesia", deliveryMethodId: 999_999, priority: "express" });
    const [live, test] = [await place(studio, wrong), await place(sandbox, wrong)];
    expect(test.status).toBe(400);
    expect(test.body).toEqual(live.body);
    expect(Object.keys(test.body.errors ?? {}).sort()).toEqual(["customerFirstName", "deliveryMethodId", "priority"]);
  });

  it("keeps its files for its week and beyond: the link works, and the model is not kept for ever", async () => {
    const { sandbox, choice } = await printingSandbox();
    const content = anotherBox();
    const { id } = await placedIn(sandbox, choice, { "models[]": [modelFile(content, "кубик.stl")] });
    clock.turn(7 * DAY - MINUTE);
    await runSchedule();
    const { items } = await read(sandbox, id);
    const file = await exports.default.fetch(String(items[0]?.downloadUrl));
    expect(file.status).toBe(200);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(content);
    expect(items[0]).toMatchObject({
      originalFileName: "кубик.stl",
      filePath: expect.stringMatching(/^models\/.*\.stl$/),
    });
    expect((await sandbox.db.select(models)).map(({ isOrdered }) => isOrdered)).toEqual([false]);
    clock.turn(31 * DAY);
    await runSchedule();
    expect(await sandbox.db.select(models)).toEqual([]);
  });
});

describe("a test order", () => {
  it("moves by itself through every status but cancelled, one a minute, each move with its moment", async () => {
    const { sandbox, choice } = await printingSandbox();
    const { id, createdAt } = await placedIn(sandbox, choice);
    const placedAt = Date.parse(createdAt);
    const seen: string[] = [];
    for (let minute = 0; minute < 7; minute++) {
      clock.turn(placedAt - clock.start + minute * MINUTE + MINUTE / 2);
      const { status, updatedAt } = await read(sandbox, id);
      seen.push(status);
      expect(Date.parse(updatedAt), status).toBe(placedAt + minute * MINUTE);
    }
    expect(seen).toEqual(ORDER_STATUSES.filter((status) => status !== "cancelled"));
    clock.turn(6 * DAY);
    expect(await read(sandbox, id)).toMatchObject({ status: "completed", createdAt });
  });

  it("has a number of a parcel that is plainly made up, once it is shipped", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const deliveryMethodId = idOf((await studio.db.insert(deliveryMethods, { name: "Нова Пошта" }))[0]);
    const { id, delivery } = await placedIn(sandbox, choice, { deliveryMethodId, deliveryCityName: "Львів" });
    expect(delivery).toMatchObject({ method: "Нова Пошта", cityName: "Львів", trackingNumber: null });
    clock.turn(5 * MINUTE - 1_000);
    expect((await read(sandbox, id)).delivery).toMatchObject({ trackingNumber: null });
    clock.turn(5 * MINUTE + 30_000);
    expect((await read(sandbox, id)).delivery).toMatchObject({ trackingNumber: `TEST-${id}`, deliveryStatus: null });
  });

  it("is gone after a week, before and after the scheduled run deletes it with its customer's data", async () => {
    const { sandbox, choice } = await printingSandbox();
    const { id } = await placedIn(sandbox, choice);
    clock.turn(DAY);
    const later = await placedIn(sandbox, choice);
    clock.turn(7 * DAY - 1_000);
    expect((await read(sandbox, id)).status).toBe("completed");
    clock.turn(7 * DAY + MINUTE);
    expect((await sandbox.answer(`/orders/${id}`)).status).toBe(404);
    expect(await sandbox.db.select(testOrders)).toHaveLength(2);
    await runSchedule();
    expect((await sandbox.db.select(testOrders)).map((row) => row.id)).toEqual([later.id]);
    expect((await read(sandbox, later.id)).customer.firstName).toBe("Леся");
  });

  it("never has an id that came before, even after all were deleted", async () => {
    const { sandbox, choice } = await printingSandbox();
    const { id } = await placedIn(sandbox, choice);
    clock.turn(8 * DAY);
    await runSchedule();
    expect((await placedIn(sandbox, choice)).id).toBeGreaterThan(id);
  });
});

describe("test and live keys", () => {
  it("never find the other's orders, and no studio finds another's", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const [live, test] = [await placed(studio, orderOfBox(choice)), await placed(sandbox, orderOfBox(choice))];
    const elsewhere = await sandboxOf(await createStudio());
    for (const [asking, id] of [
      [studio, test.id],
      [sandbox, live.id],
      [elsewhere, test.id],
      [elsewhere, live.id],
    ] as const) {
      const { status, body } = await asking.answer(`/orders/${id}`);
      expect([status, body.errorCode, body.data]).toEqual([404, "errors.notFound", null]);
    }
    const another = await sandboxOf(studio, "another test key of the studio");
    expect((await another.data<TestOrder>(`/orders/${test.id}`)).test).toBe(true);
  });

  it("are told apart by GET /me", async () => {
    const { studio, sandbox } = await printingSandbox();
    expect(await studio.data("/me")).toMatchObject({ apiKeyKind: "live", apiKeyName: "first" });
    expect(await sandbox.data("/me")).toMatchObject({ apiKeyKind: "test", apiKeyName: "sandbox" });
  });

  it("share the studio's hour", async () => {
    const { studio, sandbox, choice } = await printingSandbox();
    const left = async (asked: TestStudio) => (await asked.data<{ rateLimit: { remaining: number } }>("/me")).rateLimit;
    const { remaining } = await left(studio);
    await placed(sandbox, orderOfBox(choice));
    expect((await left(sandbox)).remaining).toBe(remaining - 2);
    expect((await left(studio)).remaining).toBe(remaining - 3);
  });

  it.each<Plan>(["free", "basic"])("are refused with 403 alike on the plan %s", async (plan) => {
    const { studio, sandbox, choice } = await printingSandbox();
    const { id } = await placed(sandbox, orderOfBox(choice));
    await studio.setPlan(plan);
    for (const answer of [
      await place(sandbox, orderOfBox(choice)),
      await sandbox.answer(`/orders/${id}`),
      await sandbox.answer("/materials"),
    ]) {
      expect([answer.status, answer.body.errorCode]).toEqual([403, "errors.planAccessRequired"]);
    }
  });
});
