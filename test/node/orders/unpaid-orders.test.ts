// Unpaid orders: those of which something is still to be paid, unless they are cancelled.

import { eq, gt, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { orders } from "../../../src/db/schema.ts";
import type { StudioDb } from "../../../src/db/studio-db.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../../src/domain/order.ts";
import { unpaidOrders } from "../../../src/orders/unpaid-orders.ts";
import { addOrder, studiosInMemory } from "./orders-in-memory.ts";

describe("the unpaid orders of a studio", () => {
  let db: StudioDb;
  const unpaid: Partial<Record<OrderStatus, number>> = {};

  beforeAll(async () => {
    const [own, other] = studiosInMemory();
    db = own;
    for (const status of ORDER_STATUSES) {
      unpaid[status] = await addOrder(own, {
        status,
        totalPriceMinor: 500,
        paidMinor: 610,
        refundedMinor: -10,
        deliveryPriceMinor: 101,
      });
      await addOrder(own, { status, totalPriceMinor: 500, paidMinor: 600, deliveryPriceMinor: 100 });
      await addOrder(own, { status, totalPriceMinor: 500, paidMinor: null });
      await addOrder(other, { status, totalPriceMinor: 500, paidMinor: 0 });
    }
  });

  const found = async (status?: OrderStatus, narrowing = sql`1`, limit = 100, orderBy = sql`${orders.id}`) => {
    const ids = unpaidOrders(db, status, narrowing, orderBy, limit);
    const rows = await db.select(orders, sql`${orders.id} IN ${ids}`, orders.id);
    return rows.map(({ id }) => id);
  };
  const owed = ORDER_STATUSES.filter((status) => status !== "cancelled");

  it("are those of every status but cancelled", async () => {
    expect(await found()).toEqual(owed.map((status) => unpaid[status]));
  });

  it("may be those of one status", async () => {
    for (const status of owed) expect(await found(status), status).toEqual([unpaid[status]]);
    expect(await found("cancelled")).toEqual([]);
  });

  it("may be narrowed", async () => {
    expect(await found(undefined, gt(orders.id, unpaid.ready ?? 0))).toEqual([unpaid.shipped, unpaid.completed]);
    expect(await found("ready", eq(orders.source, "shop"))).toEqual([]);
  });

  it("are as many of each status as asked for, the first of the order", async () => {
    const later = await addOrder(db, { status: "ready", totalPriceMinor: 500, paidMinor: 499 });
    expect(await found("ready", undefined, 1)).toEqual([unpaid.ready]);
    expect(await found("ready", undefined, 1, sql`${orders.id} DESC`)).toEqual([later]);
    const all = owed.map((status) => (status === "ready" ? later : unpaid[status]));
    expect((await found(undefined, undefined, 1, sql`${orders.id} DESC`)).toSorted()).toEqual(all.toSorted());
  });
});
