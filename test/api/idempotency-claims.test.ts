// Claims on idempotency keys: their time, their takeover by one of several attempts, and the kept answer.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import type { SliceRequest } from "../../slicer-service/src/contract/slices.ts";
import { RequestInProgress } from "../../src/domain/errors.ts";
import { claimFor, RENEW_EVERY_MILLISECONDS } from "../../src/idempotency/claims.store.ts";
import { idempotencyKeys } from "../../src/idempotency/idempotency.schema.ts";
import worker from "../../src/index.ts";
import { failingAt } from "./support/faulty-database.ts";
import { orderCount, orderOfBox, place, placed } from "./support/orders.ts";
import { form, modelFile, printingStudio } from "./support/requests.ts";
import { scriptedSlicer } from "./support/scripted-slicer.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

const HOUR = 3_600_000;

const keyed = (key: string) => ({ Prefer: "wait=30", "Idempotency-Key": key });
const rowOf = async (studio: TestStudio, key: string) => {
  const [row] = await studio.db.select(idempotencyKeys, eq(idempotencyKeys.key, key));
  if (row === undefined) throw new Error(`no row of the key ${key}`);
  return row;
};
const change = (studio: TestStudio, key: string, columns: Parameters<TestStudio["db"]["update"]>[1]) =>
  studio.db.update(idempotencyKeys, columns, eq(idempotencyKeys.key, key));
/** The response is kept after it was sent. */
const untilKept = (studio: TestStudio, key: string) =>
  vi.waitFor(async () => expect((await rowOf(studio, key)).response).not.toBeNull());

afterEach(() => void vi.restoreAllMocks());

/** A studio with a key of an order that was placed and kept. */
async function keptOrder(key: string) {
  const { studio, ...ids } = await printingStudio();
  const order = await placed(studio, orderOfBox(ids), keyed(key));
  await untilKept(studio, key);
  return { studio, ids, order };
}

/** A studio with a key whose request failed before it wrote, and is believed dead. */
async function deadClaim(key: string) {
  const { studio, ...ids } = await printingStudio();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const failing = studio.meeting({ DB: failingAt('insert into "orders"') });
  expect((await place(failing, orderOfBox(ids), keyed(key))).status).toBe(500);
  return { studio, ids };
}

describe("the answer of a key", () => {
  it("is the kept one, and not told anew from the order", async () => {
    const { studio, ids } = await keptOrder("kept");
    await change(studio, "kept", {
      response: sql`replace(response, '\\"source\\":\\"api\\"', '\\"source\\":\\"kept\\"')`,
    });
    expect((await placed(studio, orderOfBox(ids), keyed("kept"))).source).toBe("kept");
  });

  it("has no Location if the first answer had none", async () => {
    const { studio, ids } = await keptOrder("nowhere");
    const { response } = await rowOf(studio, "nowhere");
    await change(studio, "nowhere", { response: response && { ...response, location: null } });
    const again = await place(studio, orderOfBox(ids), keyed("nowhere"));
    expect([again.status, again.headers.get("Location")]).toEqual([201, null]);
  });

  it("is given for a day to the millisecond", async () => {
    const { studio, ids, order } = await keptOrder("day");
    const now = Date.now();
    await change(studio, "day", { claimedAt: now - 24 * HOUR });
    vi.useFakeTimers({ toFake: ["Date"], now });
    expect((await placed(studio, orderOfBox(ids), keyed("day"))).id).toBe(order.id);
    vi.setSystemTime(now + 1);
    expect((await placed(studio, orderOfBox(ids), keyed("day"))).id).not.toBe(order.id);
  });

  it("is the written order's even after a day, if the first request died before it answered", async () => {
    const { studio, ids, order } = await keptOrder("died");
    await change(studio, "died", { response: null, heldUntil: 0, claimedAt: Date.now() - 25 * HOUR });
    expect((await placed(studio, orderOfBox(ids), keyed("died"))).id).toBe(order.id);
    expect(await orderCount(studio)).toBe(1);
  });

  it("is one order if many requests come at once after its day", async () => {
    const { studio, ids } = await keptOrder("late");
    await change(studio, "late", { claimedAt: Date.now() - 25 * HOUR });
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(studio, orderOfBox(ids), keyed("late"))));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await orderCount(studio)).toBe(2);
  });
});

describe("a claim", () => {
  it("is held from its beginning, and renewed no more once it is answered", async () => {
    const { studio, ...ids } = await printingStudio();
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const start = async (requests: readonly SliceRequest[], wait: number) => {
      started.resolve();
      await goOn.promise;
      return env.SLICER.start(requests, wait);
    };
    const fields = orderOfBox(ids, { "models[]": [modelFile(anotherBox())] });
    const placing = place(studio.meeting({ SLICER: scriptedSlicer({ start }) }), fields, keyed("held"));
    await started.promise;
    expect((await rowOf(studio, "held")).heldUntil).toBeGreaterThan(Date.now());
    const meanwhile = await place(studio, fields, keyed("held"));
    expect([meanwhile.status, Object.keys(meanwhile.body.errors ?? {})]).toEqual([409, ["Idempotency-Key"]]);
    expect(JSON.stringify(meanwhile.body.errors)).toContain("still running");
    const other = await place(studio, { ...fields, source: "other" }, keyed("held"));
    expect([other.status, Object.keys(other.body.errors ?? {})]).toEqual([422, ["Idempotency-Key"]]);
    expect(JSON.stringify(other.body.errors)).toContain("used for another request");
    goOn.resolve();
    expect((await placing).status).toBe(201);
    await untilKept(studio, "held");
    const { heldUntil } = await rowOf(studio, "held");
    await scheduler.wait(RENEW_EVERY_MILLISECONDS + 500);
    expect((await rowOf(studio, "held")).heldUntil).toBe(heldUntil);
  });

  it("is free at the very millisecond of its end", async () => {
    const { studio, ids } = await deadClaim("end");
    const now = Date.now();
    await change(studio, "end", { heldUntil: now });
    vi.useFakeTimers({ toFake: ["Date"], now });
    await placed(studio, orderOfBox(ids), keyed("end"));
  });

  it("of a dead request goes to one of many attempts", async () => {
    const { studio, ids } = await deadClaim("many");
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(studio, orderOfBox(ids), keyed("many"))));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await orderCount(studio)).toBe(1);
  });

  it("of a dead request keeps its request key for the same payload: a first attempt that goes on writes no second order", async () => {
    const { studio, ids } = await deadClaim("same");
    const { requestKey } = await rowOf(studio, "same");
    await placed(studio, orderOfBox(ids), keyed("same"));
    expect((await rowOf(studio, "same")).requestKey).toBe(requestKey);
  });

  it("is given to another payload only while it is the same claim", async () => {
    const { studio } = await deadClaim("lost");
    const claim = await rowOf(studio, "lost");
    await change(studio, "lost", { requestKey: "of another attempt" });
    await expect(claimFor(studio.db, claim, "another payload")).rejects.toThrow(RequestInProgress);
  });

  it("is gone after a refusal", async () => {
    const { studio, ...ids } = await printingStudio();
    const unknown = orderOfBox(ids, { items: JSON.stringify([{ ...ids, materialId: 999_999_999 }]) });
    expect((await place(studio, unknown, keyed("refused"))).status).toBe(404);
    expect(await studio.db.select(idempotencyKeys)).toEqual([]);
  });

  it("has its order placed although the client hangs up", async () => {
    const { studio, ...ids } = await printingStudio();
    const started = Promise.withResolvers<void>();
    const start = async (requests: readonly SliceRequest[], wait: number) => {
      started.resolve();
      await scheduler.wait(300);
      return env.SLICER.start(requests, wait);
    };
    const body = form(orderOfBox(ids, { "models[]": [modelFile(anotherBox())] }));
    const headers = { ...keyed("hung-up"), Authorization: `Bearer ${studio.key.secret}` };
    const request = new Request("https://studio.example/api/v1/orders", { method: "POST", body, headers });
    const context = createExecutionContext();
    const answering = worker.fetch(request, { ...env, SLICER: scriptedSlicer({ start }) }, context);
    await started.promise;
    await waitOnExecutionContext(context);
    expect(await orderCount(studio)).toBe(1);
    await answering;
  });

  it("takes a key of 255 characters, and none of 256 for a printer either", async () => {
    const studio = await createStudio();
    const asking = (key: string) => ({
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify({ name: "Printer", technologyId: 1 }),
    });
    await studio.data("/printers", asking("x".repeat(255)), 201);
    const { status, body } = await studio.answer("/printers", asking("x".repeat(256)));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["Idempotency-Key"]]);
  });
});
