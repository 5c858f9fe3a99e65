// Recent refusals and recent attempts: bounded memories, each to the millisecond.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { RecentAttempts } from "../../../src/gate/recent-attempts.ts";
import { RecentlyRefused } from "../../../src/gate/recently-refused.ts";

const NOW = Date.UTC(2026, 0, 1);
const MAX_NAMES = 10_000;
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));

describe("a recent refusal", () => {
  it("is known until its time, in whole seconds that are never too few", () => {
    const refused = new RecentlyRefused<string>();
    expect([refused.has("a"), refused.secondsLeft("a")]).toEqual([false, 0]);
    refused.note("a", NOW + 1_001);
    expect([refused.has("a"), refused.secondsLeft("a"), refused.has("b")]).toEqual([true, 2, false]);
    vi.setSystemTime(NOW + 1_000);
    expect([refused.has("a"), refused.secondsLeft("a")]).toEqual([true, 1]);
    vi.setSystemTime(NOW + 1_001);
    expect([refused.has("a"), refused.secondsLeft("a")]).toEqual([false, 0]);
    vi.setSystemTime(NOW + 9_000);
    expect(refused.secondsLeft("a")).toBe(0);
  });

  it("is forgotten by its name alone", () => {
    const refused = new RecentlyRefused<string>();
    for (const name of ["a", "b"]) refused.note(name, NOW + MINUTE);
    refused.forget("a");
    expect([refused.has("a"), refused.has("b")]).toEqual([false, true]);
  });

  it("is one of ten thousand: one more takes the place of the longest known", () => {
    const refused = new RecentlyRefused<number>();
    for (let name = 1; name <= MAX_NAMES; name++) refused.note(name, NOW + MINUTE);
    expect([refused.has(1), refused.has(MAX_NAMES)]).toEqual([true, true]);
    refused.note(MAX_NAMES + 1, NOW + MINUTE);
    expect([refused.has(1), refused.has(2), refused.has(MAX_NAMES + 1)]).toEqual([false, true, true]);
  });

  it("whose time is over is the newest if it is noted again", () => {
    const refused = new RecentlyRefused<number>();
    refused.note(1, NOW + 1);
    for (let name = 2; name < MAX_NAMES; name++) refused.note(name, NOW + MINUTE);
    vi.setSystemTime(NOW + 1);
    expect(refused.has(1)).toBe(false);
    for (const name of [1, MAX_NAMES, MAX_NAMES + 1]) refused.note(name, NOW + MINUTE);
    expect([refused.has(1), refused.has(2)]).toEqual([true, false]);
  });
});

describe("an attempt", () => {
  it("is decided once, for a minute to the millisecond", () => {
    const attempts = new RecentAttempts<string>();
    const decide = vi.fn((now: number) => `decided at ${now}`);
    expect(attempts.decideOnce("a", NOW, decide)).toBe(`decided at ${NOW}`);
    expect(attempts.decideOnce("a", NOW + MINUTE - 1, decide)).toBe(`decided at ${NOW}`);
    expect(decide).toHaveBeenCalledTimes(1);
    expect(attempts.decideOnce("a", NOW + MINUTE, decide)).toBe(`decided at ${NOW + MINUTE}`);
  });

  it("is decided for itself, and outlives older ones", () => {
    const attempts = new RecentAttempts<number>();
    const decide = (now: number) => now;
    expect(attempts.decideOnce("old", NOW, decide)).toBe(NOW);
    expect(attempts.decideOnce("young", NOW + 30_000, decide)).toBe(NOW + 30_000);
    expect(attempts.decideOnce("old", NOW + MINUTE + 1, decide), "forgotten").toBe(NOW + MINUTE + 1);
    expect(attempts.decideOnce("young", NOW + MINUTE + 2, decide), "still known").toBe(NOW + 30_000);
  });

  it("is forgotten once the clock has stepped back: none of the minute since is known", () => {
    const attempts = new RecentAttempts<number>();
    const decide = (now: number) => now;
    expect(attempts.decideOnce("a", NOW, decide)).toBe(NOW);
    expect(attempts.decideOnce("a", NOW - 1, decide)).toBe(NOW - 1);
  });
});
