// Fakes end with their test: the next one of the process meets real clocks.

import { expect, it, vi } from "vitest";

const real = { setTimeout: globalThis.setTimeout, now: Date.now };

it("takes a spy on a fake clock, and a stub", () => {
  vi.useFakeTimers();
  vi.spyOn(globalThis, "setTimeout");
  vi.spyOn(Date, "now").mockReturnValue(0);
  vi.stubGlobal("window", {});
  expect(globalThis.setTimeout).not.toBe(real.setTimeout);
});

it("finds the real ones after it, also once it uses fake timers itself", () => {
  expect([globalThis.setTimeout, Date.now]).toEqual([real.setTimeout, real.now]);
  expect("window" in globalThis).toBe(false);
  vi.useFakeTimers();
  vi.useRealTimers();
  expect(globalThis.setTimeout).toBe(real.setTimeout);
});
