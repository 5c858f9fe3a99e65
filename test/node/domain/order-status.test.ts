// The moves between order statuses (specification 11.8).

import { describe, expect, it } from "vitest";
import { movesFrom, ORDER_STATUSES, type OrderStatus } from "../../../src/domain/order.ts";

describe("an order", () => {
  const MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
    pending: ["confirmed", "cancelled"],
    confirmed: ["printing", "cancelled"],
    printing: ["post_processing", "ready", "confirmed", "cancelled"],
    post_processing: ["ready", "printing", "cancelled"],
    ready: ["shipped", "completed", "post_processing", "printing", "cancelled"],
    shipped: ["completed"],
    completed: [],
    cancelled: [],
  };

  it.each(ORDER_STATUSES)("that is %s moves as specification 11.8 lists", (status) => {
    expect(movesFrom(status)).toEqual(MOVES[status]);
  });

  it("can reach every status from pending", () => {
    const reached = new Set<OrderStatus>(["pending"]);
    for (const status of reached) for (const next of movesFrom(status)) reached.add(next);
    expect(reached).toEqual(new Set(ORDER_STATUSES));
  });
});
