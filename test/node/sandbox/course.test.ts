// The course of a test order: its moves are a studio's, and the ids of items are apart.

import { describe, expect, it } from "vitest";
import { FIRST_TEST_ORDER_ID, isTestOrder, movesFrom } from "../../../src/domain/order.ts";
import { MAX_ITEMS } from "../../../src/items/item.schema.ts";
import { COURSE, courseAt, testItemId } from "../../../src/sandbox/course.ts";

const MINUTE = 60_000;

describe("the course of a test order", () => {
  it("makes only moves that a studio makes, to a status that no order leaves", () => {
    for (const [place, { status, fromMinute }] of COURSE.entries()) {
      const next = COURSE[place + 1];
      if (next === undefined) expect(movesFrom(status)).toEqual([]);
      else
        expect([movesFrom(status).includes(next.status), next.fromMinute > fromMinute], status).toEqual([true, true]);
    }
  });

  it("begins each status at its minute, and not a moment sooner", () => {
    for (const [place, { status, fromMinute }] of COURSE.entries()) {
      const createdAt = 1_795_000_000_123;
      const begins = createdAt + fromMinute * MINUTE;
      expect(courseAt(createdAt, begins)).toMatchObject({ status, updatedAt: begins });
      expect(courseAt(createdAt, begins - 1).status).toBe(COURSE[Math.max(0, place - 1)]?.status);
    }
  });
});

describe("the ids of test orders and their items", () => {
  it("are apart, and fit 32 bits for fifty million orders", () => {
    expect([isTestOrder(FIRST_TEST_ORDER_ID - 1), isTestOrder(FIRST_TEST_ORDER_ID)]).toEqual([false, true]);
    const [one, next] = [FIRST_TEST_ORDER_ID + 41, FIRST_TEST_ORDER_ID + 42];
    expect(testItemId(next, 0)).toBe(testItemId(one, MAX_ITEMS - 1) + 1);
    expect(testItemId(FIRST_TEST_ORDER_ID + 50_000_000, MAX_ITEMS - 1)).toBeLessThan(2 ** 31);
  });
});
