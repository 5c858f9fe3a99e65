// WAIT_DIVISOR of the slicer Worker: unset it changes nothing, and only a positive number is taken.

import { describe, expect, it } from "vitest";
import { waitsDividedBy } from "../../slicer-service/src/timing.ts";

describe("WAIT_DIVISOR", () => {
  it("leaves every wait as it is if it is not set", () => {
    expect(waitsDividedBy(undefined)(60_000)).toBe(60_000);
  });

  it("divides every wait by the same number", () => {
    const scaled = waitsDividedBy(10);
    expect([scaled(60_000), scaled(10)]).toEqual([6_000, 1]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "10", null])("is refused if it is %j", (divisor) => {
    expect(() => waitsDividedBy(divisor)).toThrow("WAIT_DIVISOR must be a positive number");
  });
});
