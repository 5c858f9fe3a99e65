// A simulated day of a few studios keeps every promise amid deployments, kills, outages and a step of the clock.

import { describe, expect, it } from "vitest";
import { PROMISES, type PromiseName } from "../../../harness/proof/week/checks.ts";
import { Simulation } from "../../../harness/proof/week/simulation.ts";

/** A new seed is added when its week has failed, and stays. */
const SEEDS = [1];
const SIZE = { studios: 4, orders: 150, days: 1, minutes: 60 } as const;
/** A busy machine starts the Workers anew in minutes. */
const TIMEOUT_MILLISECONDS = 3_600_000;

describe.each(SEEDS)("the day of the seed %i", (seed) => {
  it("keeps every promise, and holds each at least once", { timeout: TIMEOUT_MILLISECONDS }, async () => {
    const simulation = await Simulation.run({ seed, ...SIZE, say: () => {} });
    const { checks, placed, exchange } = simulation;
    expect(checks.violations.map(({ promise, detail }) => `${promise}: ${detail}`)).toEqual([]);
    expect(simulation.isStopped).toBe(false);
    expect(placed).toBeGreaterThan(SIZE.orders * 0.9);
    expect(exchange.lost).toBeGreaterThan(0);
    // The keys of the table.
    const names = Object.keys(PROMISES) as PromiseName[];
    expect(names.filter((name) => !checks.times.has(name))).toEqual([]);
  });
});
