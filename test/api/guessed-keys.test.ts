// Guessed keys and tokens: the count of a network, and the minute for which it is refused.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { countGuess, requireFewGuesses, secondsToWait } from "../../src/gate/guessed-keys.ts";

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

let counted: string[];
let networks = 0;

beforeEach(() => {
  counted = [];
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});

/** The isolate remembers networks: each test has its own. */
const network = () => `2001:db8:7:${(++networks).toString(16)}`;

function countingTo(limit: number): Env {
  const counter: RateLimit = { limit: async ({ key = "" }) => ({ success: counted.push(key) <= limit }) };
  // Nothing else of the bindings is used.
  return { GUESSED_KEYS: counter } as Env;
}

describe("guesses of a network", () => {
  it("are refused for a minute once they are too many, from each of its addresses", async () => {
    const own = network();
    await countGuess(countingTo(1), "key", `${own}::1`);
    expect(secondsToWait("key", `${own}::1`)).toBe(0);
    expect(() => requireFewGuesses(`${own}::1`)).not.toThrow();
    await countGuess(countingTo(0), "key", `${own}::2`);
    expect(counted).toEqual([own, own]);
    expect(secondsToWait("key", `${own}::3`)).toBe(60);
    expect(() => requireFewGuesses(`${own}::3`)).toThrow("errors.overloaded");
    expect(() => requireFewGuesses(`${network()}::3`)).not.toThrow();
    vi.setSystemTime(NOW + MINUTE);
    expect(secondsToWait("key", `${own}::1`)).toBe(0);
    expect(() => requireFewGuesses(`${own}::1`)).not.toThrow();
  });

  it("of keys and of the operator's token are counted apart", async () => {
    const own = network();
    await countGuess(countingTo(0), "operator token", `${own}::1`);
    expect(counted).toEqual([`operator token ${own}`]);
    expect([secondsToWait("operator token", `${own}::1`), secondsToWait("key", `${own}::1`)]).toEqual([60, 0]);
  });

  it.each([undefined, "127.0.0.1", "::1"])("without an address of their own are not counted: %s", async (address) => {
    await countGuess(countingTo(0), "key", address);
    expect(counted).toEqual([]);
    expect(secondsToWait("key", address)).toBe(0);
  });

  it("are not refused if the counter fails", async () => {
    const own = network();
    const failing: RateLimit = { limit: () => Promise.reject(new Error("the counter is down")) };
    // Nothing else of the bindings is used.
    await countGuess({ GUESSED_KEYS: failing } as Env, "key", `${own}::1`);
    expect(secondsToWait("key", `${own}::1`)).toBe(0);
  });
});
