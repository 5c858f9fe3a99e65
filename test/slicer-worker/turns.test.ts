// The dispatcher's books by themselves: turns of studios, and slices that are neither lost nor given twice.

import { describe, expect, it } from "vitest";
import type { DispatcherStore } from "../../slicer-service/src/dispatcher.store.ts";
import { enqueue, granted, slice, UNTIL_TOLD, withBooks, withTurns } from "./books.ts";

/** Ends the slice that runs, and starts the next, until none waits. */
function orderOf(turns: DispatcherStore, from: number): string[] {
  const order: string[] = [];
  for (let now = from; ; now++) {
    const [next] = granted(turns, now);
    if (next === undefined) return order;
    order.push(next);
    turns.release(next);
  }
}

describe("A turn", () => {
  it("goes to the studio whose last turn is longest ago, though another's slice came first", () =>
    withTurns([1], (turns) => {
      enqueue(turns, slice("a1", 1, 0), slice("a2", 1, 1), slice("b1", 2, 2));
      expect(orderOf(turns, 10)).toEqual(["a1", "b1", "a2"]);
    }));

  it("is later than another of the same moment", () =>
    withTurns([1], (turns) => {
      enqueue(turns, slice("a1", 1, 0), slice("b1", 2, 1));
      for (const expected of ["a1", "b1"]) {
        expect(granted(turns, 5)).toEqual([expected]);
        turns.release(expected);
      }
      enqueue(turns, slice("b2", 2, 2), slice("a2", 1, 3));
      expect(orderOf(turns, 6)).toEqual(["a2", "b2"]);
    }));

  it("is later than all of before an eviction of the dispatcher", () =>
    withBooks((books) => {
      const before = books([1]);
      enqueue(before, slice("a1", 1, 0), slice("a2", 1, 1));
      expect(orderOf(before, 1_000)).toEqual(["a1", "a2"]);
      const after = books([1]);
      enqueue(after, slice("b1", 2, 2));
      expect(orderOf(after, 2_000)).toEqual(["b1"]);
      enqueue(after, slice("b2", 2, 3), slice("a3", 1, 4));
      expect(orderOf(after, 3_000)).toEqual(["a3", "b2"]);
    }));

  it("goes to the studio that holds the fewest places, before the one with the oldest turn", () =>
    withTurns([3], (turns) => {
      enqueue(turns, slice("a1", 1, 0), slice("b1", 2, 1));
      expect(granted(turns, 10)).toEqual(["a1", "b1"]);
      turns.release("b1");
      // Studio 2 had the later turn and holds nothing.
      enqueue(turns, slice("a2", 1, 2), slice("b2", 2, 3), slice("a3", 1, 4));
      expect(granted(turns, 11)).toEqual(["b2", "a2"]);
    }));

  it("is for nothing while every place is leased, and for as many slices as places are free", () =>
    withTurns([2, 1], (turns) => {
      enqueue(turns, ...[0, 1, 2, 3].map((index) => slice(`a${index}`, 1, index)));
      expect(turns.grant(0).map(({ sliceKey, engineIndex }) => [sliceKey, engineIndex])).toEqual([
        ["a0", 0],
        ["a1", 0],
        ["a2", 1],
      ]);
      expect(turns.grant(1)).toEqual([]);
      turns.release("a2");
      expect(turns.grant(2)).toMatchObject([{ sliceKey: "a3", engineIndex: 1 }]);
    }));

  it("takes a slice that an engine refused to that engine again if no other has room", () =>
    withTurns([1, 1], (turns) => {
      enqueue(turns, slice("b", 2, 0));
      expect(turns.grant(0)).toMatchObject([{ sliceKey: "b", engineIndex: 0 }]);
      turns.enqueue(slice("a", 1, 1), 1);
      turns.release("b");
      expect(turns.grant(1)).toMatchObject([{ sliceKey: "a", engineIndex: 0 }]);
    }));
});

describe("A slice", () => {
  it("that is put off is in no line, and still to be seen, until it asks again or ends", () =>
    withTurns([0], (turns) => {
      const [a, b] = [slice("a", 1, 5), slice("b", 2, 7)];
      enqueue(turns, a, b);
      turns.postpone(a);
      expect(turns.ahead(["a", "b"])).toEqual([null, 0]);
      expect(turns.oldestQueuedAt()).toBe(5);
      expect(turns.unfinished(9)).toEqual({
        total: 2,
        slices: [
          { sliceKey: "a", studioId: 1, queuedAt: 5 },
          { sliceKey: "b", studioId: 2, queuedAt: 7 },
        ],
      });
      turns.enqueue(a);
      expect(turns.unfinished(1)).toMatchObject({ total: 2, slices: [{ sliceKey: "a" }] });
      turns.postpone(a);
      turns.release("a");
      expect(turns.oldestQueuedAt()).toBe(7);
      turns.release("b");
      expect(turns.oldestQueuedAt()).toBeNull();
      expect(turns.hasSlices()).toBe(false);
    }));

  it("keeps its first place of the line if it asks again later", () =>
    withTurns([0], (turns) => {
      enqueue(turns, slice("a", 1, 0), slice("b", 1, 1), slice("a", 1, 9));
      expect(turns.ahead(["a", "b"])).toEqual([0, 1]);
    }));

  it("that waits makes the dispatcher look at the end of an engine's pause, and one that runs does not", () =>
    withTurns([1, 1], (turns) => {
      expect(turns.nextMoment(0), "nothing to do").toBeNull();
      expect(turns.hasSlices()).toBe(false);
      turns.pauseEngine(1, "full", 0);
      expect(turns.nextMoment(0), "none waits for it").toBeNull();
      enqueue(turns, slice("a", 1, 0));
      expect(turns.hasSlices()).toBe(true);
      expect(turns.nextMoment(0)).toBe(100);
      expect(granted(turns, 0)).toEqual(["a"]);
      expect(turns.nextMoment(0)).toBe(UNTIL_TOLD);
      enqueue(turns, slice("b", 1, 1));
      expect(turns.nextMoment(0), "the earlier of both").toBe(100);
      expect(turns.nextMoment(100), "the pause is over").toBe(UNTIL_TOLD);
    }));

  it("knows its place anew after an engine's answer, pause or number of places", () =>
    withTurns([null], (turns) => {
      const long = slice("long", 1, 0, true);
      enqueue(turns, long);
      turns.recordCapacity(0, { places: 1, runs: 1 });
      expect(turns.grant(0)).toHaveLength(1);
      enqueue(turns, slice("next", 1, 1, true));
      expect(turns.ahead(["next"]), "the slow lane is full").toEqual([null]);
      turns.recordCapacity(0, { places: 4, runs: 4 });
      expect(turns.ahead(["next"]), "it has two places now").toEqual([0]);
      turns.pauseEngine(0, "unreachable", 0);
      expect(turns.ahead(["next"])).toEqual([null]);
      turns.recordAnswer(0);
      expect(turns.ahead(["next"])).toEqual([0]);
    }));
});

describe("The number of slices before another", () => {
  it("is known before any engine has stated its places", () =>
    withTurns([null], (turns) => {
      enqueue(turns, slice("a", 1, 0), slice("b", 1, 1));
      expect(turns.ahead(["a", "b"])).toEqual([0, 1]);
    }));

  it.each<[string, number]>([
    ["of the studio with the next turn", 0],
    ["of the studio with the later turn", 1],
  ])("counts a studio's turns only as far as it comes: for one %s", (_what, studio) =>
    withTurns([0], (turns) => {
      const [next, later] = [1, 2];
      enqueue(turns, slice("n0", next, 0), slice("l0", later, 1), slice("l1", later, 2), slice("l2", later, 3));
      expect(turns.ahead(studio === 0 ? ["n0"] : ["l0", "l1", "l2"])).toEqual(studio === 0 ? [0] : [1, 2, 3]);
    }),
  );

  it("counts none of a studio that holds more places already", () =>
    withTurns([2], (turns) => {
      enqueue(turns, slice("a0", 1, 0), slice("a1", 1, 1));
      expect(granted(turns, 0)).toEqual(["a0", "a1"]);
      enqueue(turns, slice("a2", 1, 2), slice("b0", 2, 3), slice("b1", 2, 4), slice("b2", 2, 5));
      expect(turns.ahead(["b0", "b1", "b2", "a2"])).toEqual([0, 1, 3, 2]);
    }));
});
