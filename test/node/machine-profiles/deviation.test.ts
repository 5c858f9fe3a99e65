// Deviation of estimates: median, quartiles, and the correction that follows.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviationOf, MIN_PRINTS, offeredBasisPoints } from "../../../src/machine-profiles/deviation.ts";

const off = (...percents: readonly number[]) => percents.map((percent) => ({ estimated: 1000, real: 10 * percent }));

describe("a deviation", () => {
  it("is the median of real over estimated, with the quartiles around it", () => {
    // Sorted 90 100 110 120 200: the middle is 110, a quarter in is 100, three quarters in 120.
    expect(deviationOf(off(120, 90, 200, 100, 110))).toEqual({
      prints: 5,
      medianBasisPoints: 11_000,
      lowerQuartileBasisPoints: 10_000,
      upperQuartileBasisPoints: 12_000,
    });
  });

  it("lies between the two in the middle of an even number", () => {
    expect(deviationOf(off(100, 103))).toMatchObject({ medianBasisPoints: 10_150, lowerQuartileBasisPoints: 10_075 });
  });

  it("is not there if nothing was recorded", () => {
    expect(deviationOf([])).toBeUndefined();
  });

  it("lies between the least and the greatest, quartiles in order, for any prints", () => {
    const figure = fc.integer({ min: 1, max: 1_000_000 });
    const prints = fc.array(fc.record({ estimated: figure, real: figure }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(prints, (given) => {
        const found = deviationOf(given);
        const ratios = given.map(({ estimated, real }) => Math.round((10_000 * real) / estimated));
        const inOrder = [
          Math.min(...ratios),
          found?.lowerQuartileBasisPoints ?? Number.NaN,
          found?.medianBasisPoints ?? Number.NaN,
          found?.upperQuartileBasisPoints ?? Number.NaN,
          Math.max(...ratios),
        ];
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe("the offered correction", () => {
  const offered = (...percents: readonly number[]) => offeredBasisPoints(deviationOf(off(...percents)));

  it(`is none of fewer than ${MIN_PRINTS} prints`, () => {
    expect(offered(110, 110, 110, 110)).toBeUndefined();
    expect(offered(110, 110, 110, 110, 110)).toBe(11_000);
  });

  it("is the median, to a tenth of a percent", () => {
    expect(offered(112.34, 112.34, 112.34, 112.34, 112.34)).toBe(11_230);
    expect(offered(112.35, 112.35, 112.35, 112.35, 112.35)).toBe(11_240);
  });

  it("is bounded: further off, the machine's own numbers are wrong", () => {
    expect(offered(5, 5, 5, 5, 5)).toBe(2_500);
    expect(offered(900, 900, 900, 900, 900)).toBe(40_000);
  });
});
