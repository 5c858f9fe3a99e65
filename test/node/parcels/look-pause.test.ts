// The pauses between two looks at a parcel, which grow with its age.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextLook } from "../../../src/parcels/look-pause.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Hourly runs until a parcel of this age is due; null: it is looked at no more. */
function runsUntilDue(age: number): number | null {
  const next = nextLook(0, age);
  return next === null ? null : Math.ceil((next - age) / HOUR);
}

describe("a parcel", () => {
  it.each([
    [0, 1],
    [2 * DAY, 1],
    [5 * DAY, 3],
    [20 * DAY, 12],
    [45 * DAY, 24],
  ])("of an age of %d milliseconds is looked at by every run of so many: %d", (age, runs) => {
    expect(runsUntilDue(age)).toBe(runs);
  });

  it("of sixty days is looked at no more", () => {
    expect(nextLook(0, 60 * DAY)).toBeNull();
  });

  it("is looked at ever more rarely, and never less than once a day", () => {
    const age = fc.integer({ min: 0, max: 60 * DAY - 1 });
    fc.assert(
      fc.property(age, age, (one, other) => {
        const [young = 0, old = 0] = [one, other].toSorted((a, b) => a - b).map((value) => runsUntilDue(value) ?? 0);
        return young <= old && old <= 24;
      }),
    );
  });
});
