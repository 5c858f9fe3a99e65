// Numbers of orders for people: from 1 in each studio, beside ids that all studios share.

import { describe, expect, it } from "vitest";
import { orders } from "../../src/db/schema.ts";
import { type Order, orderOfBox, place, placed } from "./support/orders.ts";
import { addOrder } from "./support/panel-orders.ts";
import { printingStudio } from "./support/requests.ts";
import type { TestStudio } from "./support/studio.ts";

/** Numbers in the order of the ids. */
const numbersOf = async (studio: TestStudio) =>
  (await studio.db.select(orders, undefined, orders.id)).map(({ number }) => number);

describe("an order's number for people", () => {
  it("is 1 for a studio's first order whatever its id, and counts on from there in each studio", async () => {
    const first = await printingStudio();
    const other = await printingStudio();
    await placed(first.studio, orderOfBox(first));
    const ofOther = await placed(other.studio, orderOfBox(other));
    expect(ofOther.id).toBeGreaterThan(1);
    await placed(first.studio, orderOfBox(first));
    await placed(other.studio, orderOfBox(other));
    await placed(first.studio, orderOfBox(first));
    expect(await numbersOf(first.studio)).toEqual([1, 2, 3]);
    expect(await numbersOf(other.studio)).toEqual([1, 2]);
  });

  it("has neither gaps nor repetitions among twenty orders placed at once", async () => {
    const { studio, ...ids } = await printingStudio();
    // The first makes the slice, which the others find.
    await placed(studio, orderOfBox(ids));
    await Promise.all(Array.from({ length: 19 }, () => placed(studio, orderOfBox(ids))));
    expect(await numbersOf(studio)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it("is in the order's record, when it is placed and when it is read", async () => {
    const other = await printingStudio();
    await placed(other.studio, orderOfBox(other));
    const { studio, ...ids } = await printingStudio();
    const order = await placed(studio, orderOfBox(ids));
    expect(order.id).toBeGreaterThan(1);
    expect(order.number).toBe(1);
    expect((await studio.data<Order>(`/orders/${order.id}`)).number).toBe(1);
  });

  it("is not spent on an order that was refused, or on one that was sent again", async () => {
    const { studio, ...ids } = await printingStudio();
    const keyed = { Prefer: "wait=30", "Idempotency-Key": "order" };
    await placed(studio, orderOfBox(ids), keyed);
    await placed(studio, orderOfBox(ids), keyed);
    expect((await place(studio, orderOfBox(ids, { customerPhoneNumber: "none" }))).status).toBe(400);
    await placed(studio, orderOfBox(ids));
    expect(await numbersOf(studio)).toEqual([1, 2]);
  });

  it("is given to an order of an older Worker, which writes none, and counts on after it", async () => {
    const { studio, ...ids } = await printingStudio();
    await addOrder(studio);
    await placed(studio, orderOfBox(ids));
    await addOrder(studio);
    expect(await numbersOf(studio)).toEqual([1, 2, 3]);
  });
});
