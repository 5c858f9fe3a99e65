// Idempotency-Key on POST /orders: one order, however often and however badly the request is repeated.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { idempotencyKeys } from "../../src/idempotency/idempotency.schema.ts";
import { boxes, orderCount, orderFields, place, placed, withoutLinks } from "./support/orders.ts";
import { modelFile, printingStudio } from "./support/requests.ts";

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

  it("answers 422 to a key of other fields or another file, and forgets the key of a failed request", async () => {
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

  it("recovers the order when the first request died between writing it and answering", async () => {
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderFields(ids), keyed("died"));
    await studio.db.update(idempotencyKeys, { response: null }, eq(idempotencyKeys.key, "died"));
    const meanwhile = await place(studio, orderFields(ids), keyed("died"));
    expect(meanwhile.status).toBe(409);
    expect(meanwhile.body.errorCode).toBe("errors.idempotencyInProgress");
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

  it.each(["", "x".repeat(256)])("answers 400 to a key of 0 or more than 255 characters", async (key) => {
    const { studio, ...ids } = await printingStudio();
    const { status, body } = await place(studio, orderFields(ids), keyed(key));
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual(["Idempotency-Key"]);
  });
});
