// Decimals kept as scaled integers, and their texts.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDecimal } from "../../../src/domain/decimal.ts";

describe("a decimal", () => {
  it.each([
    { scaled: 1240, scale: 3, text: "1.24", why: "a trailing zero beyond two digits goes" },
    { scaled: 1245, scale: 3, text: "1.245", why: "a digit other than zero stays" },
    { scaled: 25, scale: 3, text: "0.025", why: "zeros after the point stay" },
    { scaled: 200, scale: 3, text: "0.20", why: "two digits stay though the last is zero" },
    { scaled: 1500, scale: 2, text: "15.00", why: "a whole value has two zeros" },
    { scaled: 1_000_000, scale: 4, text: "100.00", why: "zeros before the point are not trimmed" },
    { scaled: 0, scale: 3, text: "0.00", why: "nothing is zero" },
    { scaled: 7, scale: 0, text: "7.00", why: "a scale of none still shows two digits" },
    { scaled: 75, scale: 1, text: "7.50", why: "a scale of one still shows two digits" },
    { scaled: -5, scale: 3, text: "-0.005", why: "the sign stands before the leading zero" },
    { scaled: -0, scale: 2, text: "0.00", why: "there is no negative zero" },
    { scaled: 9_007_199_254_740_991, scale: 2, text: "90071992547409.91", why: "the largest loses nothing" },
    { scaled: 1, scale: 15, text: "0.000000000000001", why: "the smallest step is not written with an exponent" },
  ])("of $scaled at scale $scale is written $text: $why", ({ scaled, scale, text }) => {
    expect(formatDecimal(scaled, scale)).toBe(text);
  });

  it("is read back as the same value, and is the shortest such text with two fraction digits", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 15 }), (scaled, scale) => {
        const text = formatDecimal(scaled, scale);
        const [, sign, whole, fraction] = /^(-?)(0|[1-9]\d*)\.(\d\d|\d\d\d*[1-9])$/.exec(text) ?? [];
        expect(text).toBe(`${sign}${whole}.${fraction}`);
        const written = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
        expect(written * 10n ** BigInt(scale)).toBe(BigInt(scaled) * 10n ** BigInt(fraction?.length ?? 0));
      }),
    );
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("refuses %d as a scaled integer", (scaled) => {
    expect(() => formatDecimal(scaled, 2)).toThrow(new RangeError(`scaled must be a safe integer, not ${scaled}`));
  });

  it.each([-1, 1.5, 16, Number.NaN])("refuses a scale of %d", (scale) => {
    expect(() => formatDecimal(1, scale)).toThrow(
      new RangeError(`scale must be a whole number from 0 to 15, not ${scale}`),
    );
  });
});
