// The payment state of an order, from its sums.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORDER_STATUSES } from "../../../src/domain/order.ts";
import { type OrderSums, paymentOf } from "../../../src/payments/payment-state.ts";

const order = (sums: Partial<OrderSums> = {}): OrderSums => ({
  ...{ status: "confirmed", totalPriceMinor: 90_000, deliveryPriceMinor: 10_000, advanceMinor: null },
  ...{ paidMinor: 0, refundedMinor: 0 },
  ...sums,
});

describe("the payment of an order", () => {
  it.each([
    [{}, "due", 100_000, 100_000],
    [{ deliveryPriceMinor: null }, "due", 90_000, 90_000],
    [{ paidMinor: 30_000 }, "part", 70_000, 70_000],
    [{ paidMinor: 100_000 }, "paid", 0, 0],
    // Until the order is ready, the rest of the advance is asked for.
    [{ advanceMinor: 30_000 }, "due", 100_000, 30_000],
    [{ advanceMinor: 30_000, paidMinor: 10_000 }, "part", 90_000, 20_000],
    [{ advanceMinor: 30_000, paidMinor: 30_000 }, "part", 70_000, 70_000],
    [{ advanceMinor: 30_000, status: "ready" }, "due", 100_000, 100_000],
    // Money paid back is not asked for again.
    [{ paidMinor: 60_000, refundedMinor: 40_000 }, "refunded", 0, 0],
    [{ paidMinor: 0, refundedMinor: 40_000 }, "part", 60_000, 60_000],
    [{ status: "completed", paidMinor: 0, refundedMinor: 100_000 }, "refunded", 0, 0],
    [{ status: "completed" }, "due", 100_000, 100_000],
    [{ status: "cancelled" }, null, 0, 0],
    [{ status: "cancelled", paidMinor: 30_000 }, "to_refund", 0, 0],
    [{ status: "cancelled", refundedMinor: 30_000 }, "refunded", 0, 0],
    [{ paidMinor: null }, null, 100_000, 100_000],
  ] as const)("with %o is %s, with %i due and %i asked for", (sums, state, due, asked) => {
    expect(paymentOf(order(sums))).toMatchObject({ state, due, asked });
  });

  it("names the sum that was received beyond what is owed, and of a cancelled order all that was received", () => {
    expect(paymentOf(order({ paidMinor: 100_500 }))).toMatchObject({ state: "paid", over: 500 });
    expect(paymentOf(order({ paidMinor: 100_000, refundedMinor: 500 }))).toMatchObject({ state: "paid", over: 0 });
    expect(paymentOf(order({ status: "cancelled", paidMinor: 300 }))).toMatchObject({ over: 300 });
  });

  it("asks for no more than is due, and for nothing of an order in another state than due or part", () => {
    const amount = fc.nat({ max: 100_000_000 });
    const sums = fc.record({
      status: fc.constantFrom(...ORDER_STATUSES),
      totalPriceMinor: amount,
      deliveryPriceMinor: fc.option(amount),
      advanceMinor: fc.option(amount),
      paidMinor: fc.option(amount),
      refundedMinor: amount,
    });
    fc.assert(
      fc.property(sums, (some) => {
        const { state, due, asked } = paymentOf(some);
        expect(asked).toBeLessThanOrEqual(due);
        expect(asked > 0).toBe(due > 0);
        if (some.paidMinor !== null) expect(due > 0).toBe(state === "due" || state === "part");
      }),
    );
  });
});
