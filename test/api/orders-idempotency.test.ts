// Idempotency-Key on POST /orders: one order, however often and however badly the request is repeated.

import { env, exports } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../harness/models.ts";
import type { SliceRequest, SliceState } from "../../slicer-service/src/contract/slices.ts";
import { idempotencyKeys } from "../../src/idempotency/idempotency.schema.ts";
import { failingAt, losingAnswerOf } from "./support/faulty-database.ts";
import { boxes, orderCount, orderOfBox, place, placed, withoutLinks } from "./support/orders.ts";
import { modelFile, printingStudio } from "./support/requests.ts";
import { scriptedSlicer } from "./support/scripted-slicer.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

/** The response is kept after it was sent. */
const untilKept = (studio: TestStudio, key: string) =>
  vi.waitFor(async () => {
    const [held] = await studio.db.select(idempotencyKeys, eq(idempotencyKeys.key, key));
    expect(held?.response).not.toBeNull();
  });

afterEach(() => void vi.restoreAllMocks());

describe("Idempotency-Key on POST /orders", () => {
  const keyed = (key: string) => ({ Prefer: "wait=30", "Idempotency-Key": key });

  it("places the order once and gives the same answer again", async () => {
    const { studio, ...ids } = await printingStudio();
    const first = await place(studio, orderOfBox(ids), keyed("order-1"));
    const again = await place(studio, orderOfBox(ids), keyed("order-1"));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(withoutLinks(again.body.data)).toEqual(withoutLinks(first.body.data));
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await orderCount(studio)).toBe(1);
    await placed(studio, orderOfBox(ids), keyed("order-2"));
    expect(await orderCount(studio)).toBe(2);
  });

  it("answers 422 to a key of other fields or another file, and forgets the key of a failed request", async () => {
    const { studio, ...ids } = await printingStudio();
    const unknownMaterial = orderOfBox(ids, { items: JSON.stringify([{ ...ids, materialId: 999_999_999 }]) });
    expect((await place(studio, unknownMaterial, keyed("k"))).status).toBe(404);
    await placed(studio, orderOfBox(ids), keyed("k"));
    for (const change of [{ source: "elsewhere" }, { "models[]": [modelFile(boxes.flat)] }]) {
      const { status, body } = await place(studio, orderOfBox(ids, change), keyed("k"));
      expect(status).toBe(422);
      expect(body.errorCode).toBe("errors.idempotencyKeyReused");
    }
    const elsewhere = await printingStudio();
    await placed(elsewhere.studio, orderOfBox(elsewhere), keyed("k"));
  });

  it("places one order however many requests with the key come at once", async () => {
    const { studio, ...ids } = await printingStudio();
    await placed(studio, orderOfBox(ids));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => place(studio, orderOfBox(ids), keyed("at-once"))),
    );
    expect(await orderCount(studio)).toBe(2);
    for (const { status, body } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(body.errorCode).toBe("errors.idempotencyInProgress");
    }
    expect(answers.some(({ status }) => status === 201)).toBe(true);
  });

  it("recovers the order when the first request died between writing it and answering", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderOfBox(ids), keyed("died"));
    await untilKept(studio, "died");
    for (const heldUntil of [Date.now() + 60_000, 0]) {
      await studio.db.update(idempotencyKeys, { response: null, heldUntil }, eq(idempotencyKeys.key, "died"));
      const again = await place(studio, orderOfBox(ids), keyed("died"));
      expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
      expect(withoutLinks(again.body.data)).toEqual(withoutLinks(order));
      expect(await orderCount(studio)).toBe(1);
    }
  });

  it("is taken over as soon as its request has not renewed it, and answers 409 until then", async () => {
    const { studio, ...ids } = await printingStudio();
    // It fails at a point at which the write may or may not have taken place.
    const failing = studio.meeting({ DB: failingAt('insert into "orders"') });
    expect((await place(failing, orderOfBox(ids), keyed("gone"))).status).toBe(500);
    await studio.db.update(idempotencyKeys, { heldUntil: Date.now() + 60_000 }, eq(idempotencyKeys.key, "gone"));
    const meanwhile = await place(studio, orderOfBox(ids), keyed("gone"));
    expect([meanwhile.status, meanwhile.body.errorCode]).toEqual([409, "errors.idempotencyInProgress"]);
    await studio.db.update(idempotencyKeys, { heldUntil: Date.now() }, eq(idempotencyKeys.key, "gone"));
    await placed(studio, orderOfBox(ids), keyed("gone"));
    expect(await orderCount(studio)).toBe(1);
  });

  it("is renewed while its request waits for slicing", async () => {
    const { studio, ...ids } = await printingStudio();
    const start = async (): Promise<SliceState[]> => {
      await scheduler.wait(4_000);
      return [{ status: "queued", progress: 0, ahead: null }];
    };
    const slow = studio.meeting({ SLICER: scriptedSlicer({ start }) });
    const waiting = place(slow, orderOfBox(ids), keyed("slow"));
    const heldUntil = async () => (await studio.db.select(idempotencyKeys))[0]?.heldUntil ?? 0;
    await vi.waitUntil(async () => (await heldUntil()) > 0, { timeout: 10_000 });
    const first = await heldUntil();
    await vi.waitUntil(async () => (await heldUntil()) > first, { timeout: 10_000 });
    expect((await waiting).status).toBe(202);
    expect(await studio.db.select(idempotencyKeys)).toEqual([]);
  });

  it("is free for another payload after a 500 that wrote nothing, and bound to the first after one that wrote", async () => {
    const { studio, ...ids } = await printingStudio();
    const failing = studio.meeting({ DB: failingAt('insert into "orders"') });
    expect((await place(failing, orderOfBox(ids), keyed("free"))).status).toBe(500);
    await placed(studio, orderOfBox(ids, { source: "elsewhere" }), keyed("free"));
    await untilKept(studio, "free");
    await studio.db.update(idempotencyKeys, { response: null, heldUntil: 0 }, eq(idempotencyKeys.key, "free"));
    const other = await place(studio, orderOfBox(ids), keyed("free"));
    expect([other.status, other.body.errorCode]).toEqual([422, "errors.idempotencyKeyReused"]);
    expect(await orderCount(studio)).toBe(1);
  });

  it.each([0, 2, 5])("places one order if its answer was lost and D1 fails %d more times", async (furtherFaults) => {
    const { studio, ...ids } = await printingStudio();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const losing = studio.meeting({ DB: losingAnswerOf('insert into "orders"', furtherFaults) });
    const first = await place(losing, orderOfBox(ids), keyed("lost"));
    expect([201, 503], JSON.stringify(first.body)).toContain(first.status);
    const again = await place(studio, orderOfBox(ids), keyed("lost"));
    expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
    expect(await orderCount(studio)).toBe(1);
  });

  it("makes one printer if its answer was lost", async () => {
    const studio = await createStudio();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": "lost" },
      body: JSON.stringify({ name: "Printer", technologyId: 1 }),
    };
    const first = await studio.meeting({ DB: losingAnswerOf('insert into "printers"', 5) }).answer("/printers", init);
    expect(first.status, JSON.stringify(first.body)).toBe(503);
    expect(first.body.errorCode).toBe("errors.overloaded");
    await studio.data("/printers", init, 201);
    expect(await studio.data("/printers")).toHaveLength(1);
  });

  it("keeps two payloads apart if an attempt that was believed dead goes on", async () => {
    const { studio, ...ids } = await printingStudio();
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const start = async (requests: readonly SliceRequest[], wait: number): Promise<SliceState[]> => {
      reached.resolve();
      await goOn.promise;
      return env.SLICER.start(requests, wait);
    };
    const fresh = { "models[]": [modelFile(anotherBox())] };
    const believedDead = place(
      studio.meeting({ SLICER: scriptedSlicer({ start }) }),
      orderOfBox(ids, fresh),
      keyed("two"),
    );
    await reached.promise;
    await studio.db.update(idempotencyKeys, { heldUntil: 0 }, eq(idempotencyKeys.key, "two"));
    const other = await placed(studio, orderOfBox(ids, { source: "other" }), keyed("two"));
    goOn.resolve();
    const late = await believedDead;
    expect([other.source, late.body.data.source]).toEqual(["other", "api"]);
    expect(await orderCount(studio)).toBe(2);
  });

  it("gives a repeated answer links that are signed anew", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderOfBox(ids), keyed("links"));
    await untilKept(studio, "links");
    await studio.db.update(
      idempotencyKeys,
      { response: sql`replace(response, ${order.items[0]?.downloadUrl}, 'https://studio.example/files/expired')` },
      eq(idempotencyKeys.key, "links"),
    );
    const again = await placed(studio, orderOfBox(ids), keyed("links"));
    const link = String(again.items[0]?.downloadUrl);
    expect((await exports.default.fetch(link)).status, link).toBe(200);
  });

  it("repeats an answer that was kept before items named their models", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderOfBox(ids), keyed("older"));
    await untilKept(studio, "older");
    const [claim] = await studio.db.select(idempotencyKeys, eq(idempotencyKeys.key, "older"));
    const body = String(claim?.response?.body).replaceAll(
      /"(?:modelId|fitsBuildVolume)":(?:"[^"]*"|null|true|false),?/g,
      "",
    );
    expect(body).not.toContain("modelId");
    const response = claim?.response ? { ...claim.response, body: body.replaceAll(",}", "}") } : null;
    await studio.db.update(idempotencyKeys, { response }, eq(idempotencyKeys.key, "older"));
    const again = await placed(studio, orderOfBox(ids), keyed("older"));
    expect(again.id).toBe(order.id);
    expect((await exports.default.fetch(String(again.items[0]?.downloadUrl))).status).toBe(200);
  });

  it("forgets the answer after 24 hours", async () => {
    const { studio, ...ids } = await printingStudio();
    await placed(studio, orderOfBox(ids), keyed("daily"));
    await untilKept(studio, "daily");
    await studio.db.update(
      idempotencyKeys,
      { claimedAt: Date.now() - 25 * 3_600_000 },
      eq(idempotencyKeys.key, "daily"),
    );
    await placed(studio, orderOfBox(ids, { source: "tomorrow" }), keyed("daily"));
    expect(await orderCount(studio)).toBe(2);
  });

  it.each(["", "x".repeat(256)])("answers 400 to a key of 0 or more than 255 characters", async (key) => {
    const { studio, ...ids } = await printingStudio();
    const { status, body } = await place(studio, orderOfBox(ids), keyed(key));
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual(["Idempotency-Key"]);
  });
});
