// Money in whole minor units: writing, adding, and dividing with a single rounding.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMinorUnits, minorUnits, multiplyDivide, sumMinorUnits } from "../../../src/domain/money.ts";

const largest = Number.MAX_SAFE_INTEGER;

describe("an amount", () => {
  it.each([
    { amount: 123_456, text: "1234.56" },
    { amount: 100_000, text: "1000.00" },
    { amount: 1_050, text: "10.50" },
    { amount: 5, text: "0.05" },
    { amount: 0, text: "0.00" },
    { amount: -5, text: "-0.05" },
    { amount: -123_450, text: "-1234.50" },
    { amount: largest, text: "90071992547409.91" },
  ])("of $amount is written $text", ({ amount, text }) => {
    expect(formatMinorUnits(minorUnits(amount))).toBe(text);
  });

  it.each([0.1, Number.NaN, Number.NEGATIVE_INFINITY, largest + 1, -largest - 1])("is never %d", (value) => {
    expect(() => minorUnits(value)).toThrow(RangeError);
  });
});

describe("a sum", () => {
  it("of nothing is 0", () => {
    expect(sumMinorUnits([])).toBe(0);
  });

  it("counts negative amounts", () => {
    expect(sumMinorUnits([1_999, -500, 1].map(minorUnits))).toBe(1_500);
  });

  it("may exceed the safe integers on the way to a safe result", () => {
    expect(sumMinorUnits([largest, largest, -largest].map(minorUnits))).toBe(largest);
  });

  it("is refused beyond the safe integers", () => {
    expect(() => sumMinorUnits([largest, 1].map(minorUnits))).toThrow(RangeError);
    expect(() => sumMinorUnits([-largest, -1].map(minorUnits))).toThrow(RangeError);
  });
});

describe("multiplying and dividing", () => {
  it.each([
    { a: 7, b: 3, divisor: 2, result: 11, working: "21 / 2 = 10.5, up" },
    { a: 1, b: 1, divisor: 2, result: 1, working: "0.5, up" },
    { a: 5, b: 5, divisor: 2, result: 13, working: "25 / 2 = 12.5, up and not to the even 12" },
    { a: 1, b: 4, divisor: 3, result: 1, working: "1.333…, down" },
    { a: 1, b: 5, divisor: 3, result: 2, working: "1.666…, up" },
    { a: 1, b: 49, divisor: 100, result: 0, working: "0.49, down" },
    { a: 0, b: 5, divisor: 3, result: 0, working: "nothing stays nothing" },
    { a: 30, b: 900_000_000_000_001, divisor: 60, result: 450_000_000_000_001, working: "450000000000000.5, up" },
    { a: largest, b: largest, divisor: largest, result: largest, working: "only the product is too large" },
  ])("$a × $b / $divisor is $result: $working", ({ a, b, divisor, result }) => {
    expect(multiplyDivide(a, b, divisor)).toBe(result);
  });

  it("takes a factor that only a bigint holds", () => {
    // 9007199254740993 is odd and above 2^53; / 2 = 4503599627370496.5, up
    expect(multiplyDivide(9_007_199_254_740_993n, 1, 2)).toBe(4_503_599_627_370_497);
  });

  it("is at most half a unit from the exact result, and rounds halves up", () => {
    const factor = fc.nat({ max: 10_000_000 });
    fc.assert(
      fc.property(factor, factor, fc.integer({ min: 1, max: 1_000_000 }), (a, b, divisor) => {
        const twiceTheError = 2n * (BigInt(multiplyDivide(a, b, divisor)) * BigInt(divisor) - BigInt(a) * BigInt(b));
        expect(twiceTheError).toBeGreaterThan(-BigInt(divisor));
        expect(twiceTheError).toBeLessThanOrEqual(BigInt(divisor));
      }),
    );
  });

  it.each([
    { a: -1, b: 1, divisor: 1 },
    { a: 1, b: -1, divisor: 1 },
    { a: -1, b: -1, divisor: 1 },
    { a: 1, b: 1, divisor: 0 },
    { a: 1, b: 1, divisor: -1 },
    { a: 0.5, b: 2, divisor: 1 },
    { a: 1, b: Number.NaN, divisor: 1 },
    { a: 1, b: 1, divisor: 1.5 },
    { a: largest, b: 2, divisor: 1 },
  ])("refuses $a × $b / $divisor", ({ a, b, divisor }) => {
    expect(() => multiplyDivide(a, b, divisor)).toThrow(RangeError);
  });
});
