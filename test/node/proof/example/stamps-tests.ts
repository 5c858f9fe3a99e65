// Tests of the example: only the proof of mutants runs them. They leave the edge of a full card open.

import { describe, expect, it } from "vitest";
import { giftsFor, isFull, stampsOf } from "./stamps.ts";

describe("a card", () => {
  it("is full beyond twenty stamps", () => {
    expect([isFull(25), isFull(3)]).toEqual([true, false]);
  });

  it("has a gift for ten stamps, and another for twenty", () => {
    expect([9, 10, 20].map(giftsFor)).toEqual([0, 1, 2]);
  });

  it("gets two stamps a visit", () => {
    expect(stampsOf(3)).toBe(6);
  });
});
