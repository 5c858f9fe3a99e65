// The price of a delivery: the method's own, and nothing from the stated sum on.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/domain/money.ts";
import { deliveryPriceOf } from "../../../src/pricing/delivery-price.ts";

const amount = fc.nat({ max: 100_000_000 });

describe("the price of a delivery", () => {
  it("is null if the method states none, whatever the order costs", () => {
    fc.assert(
      fc.property(fc.option(amount), amount, (freeFromMinor, total) => {
        expect(deliveryPriceOf({ priceMinor: null, freeFromMinor }, minorUnits(total))).toBeNull();
      }),
    );
  });

  it("is the method's own at every total if it is never free", () => {
    fc.assert(
      fc.property(amount, amount, (priceMinor, total) => {
        expect(deliveryPriceOf({ priceMinor, freeFromMinor: null }, minorUnits(total))).toBe(priceMinor);
      }),
    );
  });

  it.each([
    [99_999, 8_000],
    [100_000, 0],
    [100_001, 0],
  ])("of 80.00, free from 1000.00, at a total of %i hundredths is %i", (total, price) => {
    expect(deliveryPriceOf({ priceMinor: 8_000, freeFromMinor: 100_000 }, minorUnits(total))).toBe(price);
  });
});
