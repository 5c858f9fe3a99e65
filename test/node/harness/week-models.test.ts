// The models that a simulated week is held against: hour, price, working hours, agenda.

import { describe, expect, it } from "vitest";
import { Agenda } from "../../../harness/proof/week/agenda.ts";
import { HOUR, whenOpen } from "../../../harness/proof/week/models/calendar.ts";
import { modelledPrice } from "../../../harness/proof/week/models/price-model.ts";
import { SeededRandom } from "../../../harness/proof/week/models/random.ts";
import { UnclearHour } from "../../../harness/proof/week/models/unclear-hour.ts";

const admitted = (remaining: number) => ({ isAdmitted: true, remaining });
const REFUSED = { isAdmitted: false, remaining: 0 };

describe("the model of an hour", () => {
  it("takes as many requests as the limit, and refuses the next until the first is an hour old", () => {
    const hour = new UnclearHour(2);
    expect(hour.settle(0, [admitted(1), admitted(0)])).toEqual([]);
    expect(hour.settle(HOUR - 1, [REFUSED])).toEqual([]);
    expect(hour.settle(HOUR, [admitted(1)])).toEqual([]);
  });

  it("contradicts a request too many, a refusal too early, and a wrong remainder", () => {
    expect(new UnclearHour(1).settle(0, [admitted(0), admitted(0)])).toHaveLength(1);
    expect(new UnclearHour(1).settle(0, [REFUSED])).toHaveLength(1);
    expect(new UnclearHour(5).settle(0, [admitted(3)])).toHaveLength(1);
  });

  it("learns from the next answer whether a request without an answer was admitted", () => {
    const hour = new UnclearHour(5);
    expect(hour.settle(0, [], 2)).toEqual([]);
    expect(hour.settle(1, [admitted(3)])).toEqual([]);
    expect(hour.settle(2, [admitted(2)])).toEqual([]);
    expect(hour.settle(3, [], 1)).toEqual([]);
    expect(hour.settle(4, [admitted(4)])).toHaveLength(1);
  });

  it("moves no request into the future after a step back of the clock", () => {
    const hour = new UnclearHour(1);
    expect(hour.settle(5000, [admitted(0)])).toEqual([]);
    expect(hour.settle(1000, [REFUSED])).toEqual([]);
    expect(hour.settle(HOUR + 1000, [REFUSED])).toEqual([]);
    expect(hour.settle(HOUR + 5000, [admitted(0)])).toEqual([]);
  });
});

describe("the model of a price", () => {
  it("rounds each line half up, and lifts an item to the minimum", () => {
    const settings = {
      ...{ hourlyRate: 5000, setupCost: 300, minimumPrice: 0, markupBasisPoints: 1500 },
      tiers: [
        { fromQuantity: 5, discountBasisPoints: 500 },
        { fromQuantity: 20, discountBasisPoints: 1000 },
      ],
    };
    const question = {
      ...{ minutes: 90, hundredthsOfGram: 1250, costPerKg: 60_000, quantity: 1, priorityBasisPoints: 0 },
      finishings: [
        { price: 1000, basisPoints: null },
        { price: null, basisPoints: 1000 },
      ],
    };
    // 7.50 + 75.00, 10.00 + 8.25, 15 % of 100.75 is 15.1125.
    expect(modelledPrice(settings, question)).toMatchObject({ perUnit: 11_586, markupAmount: 1511, total: 11_886 });
    // 5 % off ten copies, then 20 % more.
    const ten = modelledPrice(settings, { ...question, quantity: 10, priorityBasisPoints: 2000 });
    expect(ten).toMatchObject({ adjustment: -5793 + 22_013, total: 115_860 - 5793 + 22_013 + 300 });
    expect(modelledPrice({ ...settings, minimumPrice: 20_000 }, question)).toMatchObject({
      minimumAdjustment: 20_000 - 11_886,
      total: 20_000,
    });
  });
});

describe("the course of a week", () => {
  it("is the same for the same seed", () => {
    const draw = (seed: number) =>
      Array.from(
        { length: 5 },
        (
          (random) => () =>
            random.share()
        )(new SeededRandom(seed)),
      );
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it("has its entries in the order of time, and of entering at the same time", async () => {
    const agenda = new Agenda();
    const random = new SeededRandom(1);
    const times = Array.from({ length: 200 }, () => 1000 * random.whole(0, 50));
    for (const at of times) agenda.enter({ at, studioIndex: 0, run: async () => {} });
    const taken = times.map(() => agenda.take()?.at);
    expect(taken).toEqual(times.toSorted((a, b) => a - b));
    expect(agenda.take()).toBeUndefined();
  });

  it("has people at work from nine to seven on the wall, on no Sunday, in summer time and after it", () => {
    const random = new SeededRandom(1);
    const friday = Date.UTC(2021, 9, 29, 9);
    expect(whenOpen(friday, random)).toBe(friday);
    // Saturday evening, summer time: Monday from nine on is 07:00 in UTC, winter time.
    const monday = whenOpen(Date.UTC(2021, 9, 30, 18), random);
    expect(monday).toBeGreaterThanOrEqual(Date.UTC(2021, 10, 1, 7));
    expect(monday).toBeLessThanOrEqual(Date.UTC(2021, 10, 1, 8));
  });
});
