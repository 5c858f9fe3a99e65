// The dispatcher's books by themselves: places at engines, their leases, and the runs in them.

import { describe, expect, it } from "vitest";
import type { WaitingSlice } from "../../slicer-service/src/dispatcher.store.ts";
import { enqueue, granted, LEASE, slice, UNTIL_TOLD, withBooks, withTurns } from "./books.ts";

describe("A place", () => {
  it("is leased for ten seconds until its slice was told of it, and for two minutes then", () =>
    withTurns([1], (turns) => {
      const a = slice("a", 1, 0);
      enqueue(turns, a);
      const [lease] = turns.grant(1_000);
      expect(lease).toEqual({ sliceKey: "a", engineIndex: 0, leasedUntil: 1_000 + LEASE });
      if (lease === undefined) return;
      expect(turns.nextMoment(1_000)).toBe(1_000 + UNTIL_TOLD);
      expect(turns.toldLeases(), "it was not told yet").toEqual([]);
      expect(turns.enqueue(a), "it will be told anyway").toBeUndefined();
      turns.confirm(lease);
      expect(turns.nextMoment(1_000)).toBe(1_000 + LEASE);
      expect(turns.toldLeases()).toEqual([lease]);
      expect(turns.enqueue(a), "a slice that asks again hears of its place").toEqual(lease);
    }));

  it("that its slice was not told of in time is granted to it again, before any other studio's", () =>
    withTurns([1], (turns) => {
      enqueue(turns, slice("a1", 1, 0));
      expect(granted(turns, 0)).toEqual(["a1"]);
      enqueue(turns, slice("b1", 2, 1));
      turns.expire(UNTIL_TOLD - 1);
      expect(granted(turns, UNTIL_TOLD - 1)).toEqual([]);
      turns.expire(UNTIL_TOLD);
      expect(granted(turns, UNTIL_TOLD)).toEqual(["a1"]);
    }));

  it("is taken from a slice whose object failed to hear of it three times: it asks again by itself", () =>
    withTurns([1], (turns) => {
      enqueue(turns, slice("a", 1, 0));
      for (let telling = 1; telling <= 3; telling++) {
        const [lease] = turns.grant(telling * UNTIL_TOLD);
        expect(lease, `telling ${telling}`).toMatchObject({ sliceKey: "a" });
        if (lease !== undefined) turns.recordUnheard(lease);
        turns.expire((telling + 1) * UNTIL_TOLD);
        expect(turns.unfinished(9).total, `after telling ${telling}`).toBe(telling < 3 ? 1 : 0);
      }
      expect(turns.grant(99 * UNTIL_TOLD)).toEqual([]);
    }));

  it("that was taken meanwhile counts for nothing against its slice's place at another engine", () =>
    withBooks((books) => {
      const turns = books([1]);
      enqueue(turns, slice("a", 1, 0));
      const [first] = turns.grant(0);
      turns.expire(UNTIL_TOLD);
      // The first engine is full now.
      const others = books([0, 1]);
      for (let telling = 1; telling <= 4; telling++) {
        const [second] = others.grant(telling * UNTIL_TOLD);
        expect([first?.engineIndex, second?.engineIndex], `telling ${telling}`).toEqual([0, 1]);
        if (first !== undefined) others.recordUnheard(first);
        others.expire((telling + 1) * UNTIL_TOLD);
      }
      expect(others.unfinished(9).total).toBe(1);
    }));

  it("that was heard of counts for nothing against its slice later", () =>
    withTurns([1], (turns) => {
      const a = slice("a", 1, 0);
      enqueue(turns, a);
      for (let time = 0; time < 5; time++) {
        const [lease] = turns.grant(time * LEASE);
        expect(lease, `time ${time}`).toMatchObject({ sliceKey: "a" });
        if (lease === undefined) return;
        turns.recordUnheard(lease);
        turns.confirm(lease);
        turns.expire((time + 1) * LEASE);
      }
      expect(turns.unfinished(9).total).toBe(1);
    }));

  it("that its slice declines goes to the next, and the slice is gone", () =>
    withTurns([1], (turns) => {
      enqueue(turns, slice("a", 1, 0), slice("b", 2, 1));
      const [lease] = turns.grant(0);
      if (lease === undefined) throw new Error("no place was granted");
      turns.decline({ ...lease, engineIndex: 1 });
      expect(turns.ahead(["a"]), "it declined a place of before").toEqual([0]);
      turns.decline(lease);
      expect(turns.ahead(["a"])).toEqual([null]);
      expect(granted(turns, 1)).toEqual(["b"]);
    }));

  it("is renewed for two minutes more, and even after its end while the run is there", () =>
    withTurns([1], (turns) => {
      const a = slice("a", 1, 0);
      enqueue(turns, a);
      turns.grant(0);
      expect(turns.renew(a, 0, 5_000)).toBe(5_000 + LEASE);
      expect(turns.nextMoment(5_000)).toBe(5_000 + LEASE);
      turns.expire(5_000 + LEASE - 1);
      expect(turns.toldLeases()).toHaveLength(1);
      turns.release("a");
      expect(turns.renew(a, 0, 200_000), "the dispatcher had forgotten it").toBe(200_000 + LEASE);
      enqueue(turns, slice("b", 2, 1));
      expect(granted(turns, 200_001), "the place is in use").toEqual([]);
    }));

  it("given back by a slice leaves its studio the turn, and the slice its place of the line", () =>
    withTurns([1, 1], (turns) => {
      const a1 = slice("a1", 1, 0);
      enqueue(turns, a1, slice("a2", 1, 1), slice("b1", 2, 2));
      expect(granted(turns, 0)).toEqual(["a1", "b1"]);
      turns.release("b1");
      turns.giveBack(a1, 0);
      enqueue(turns, slice("b2", 2, -1));
      const [first] = turns.grant(1);
      expect(first, "at the other engine").toMatchObject({ sliceKey: "a1", engineIndex: 1 });
    }));

  it("given back by a slice that the dispatcher does not know lets it wait", () =>
    withTurns([1], (turns) => {
      turns.giveBack(slice("a", 1, 0, true), 0);
      expect(turns.longSlices()).toEqual({ running: 0, waiting: 1 });
      expect(granted(turns, 0)).toEqual(["a"]);
    }));
});

describe("A run", () => {
  const run = (of: WaitingSlice, ranMilliseconds: number, takesLong = false, engineIndex = 0) => ({
    slice: of,
    engineIndex,
    ranMilliseconds,
    takesLong,
  });

  it("gives way after exactly 5 s to a rival that has waited for exactly 5 s", () =>
    withTurns([2], (turns) => {
      const a1 = slice("a1", 1, 0);
      enqueue(turns, a1, slice("a2", 1, 1));
      turns.grant(0);
      enqueue(turns, slice("b", 2, 1_000));
      expect(turns.decide(run(a1, 9_999), 5_999)).toBe("quick_lane");
      expect(turns.decide(run(a1, 4_999), 6_000)).toBe("quick_lane");
      expect(turns.decide(run(a1, 5_000), 6_000)).toBe("gives_way");
    }));

  it("of a studio with one run alone is ended for none", () =>
    withTurns([2], (turns) => {
      const a = slice("a", 1, 0);
      enqueue(turns, a, slice("c", 3, 1));
      turns.grant(0);
      enqueue(turns, slice("b", 2, 2));
      expect(turns.decide(run(a, 50_000), 50_000)).toBe("quick_lane");
    }));

  it("of a studio with two runs gives way though a third studio runs one", () =>
    withTurns([3], (turns) => {
      const a1 = slice("a1", 1, 0);
      enqueue(turns, a1, slice("a2", 1, 1), slice("c", 3, 2));
      turns.grant(0);
      enqueue(turns, slice("b", 2, 3));
      expect(turns.decide(run(a1, 9_000), 9_000)).toBe("gives_way");
    }));

  it("with the only place gives way after exactly a minute if it takes long", () =>
    withTurns([1], (turns) => {
      const a = slice("a", 1, 0);
      enqueue(turns, a, slice("b", 2, 0));
      turns.grant(0);
      expect(turns.decide(run(a, 59_999, true), 59_999)).toBe("slow_lane");
      expect(turns.longSlices()).toEqual({ running: 1, waiting: 0 });
      expect(turns.decide(run({ ...a, isLong: true }, 60_000, true), 60_000)).toBe("gives_way");
    }));

  it("in the slow lane gives way to none while another place is not in that lane", () =>
    withTurns([2], (turns) => {
      const [a, b] = [slice("a", 1, 0, true), slice("b", 2, 1)];
      enqueue(turns, a, b);
      turns.grant(0);
      enqueue(turns, slice("c", 3, 2));
      expect(turns.decide(run(a, 600_000, true), 600_000)).toBe("slow_lane");
    }));

  it("at an engine that cannot be reached stays in its lane", () =>
    withTurns([1], (turns) => {
      const a = slice("a", 1, 0);
      enqueue(turns, a, slice("b", 2, 0));
      turns.grant(0);
      turns.pauseEngine(0, "unreachable", 0);
      expect(turns.decide(run(a, 99_000, true), 99_000)).toBe("quick_lane");
      expect(turns.decide(run({ ...a, isLong: true }, 99_000), 99_000)).toBe("slow_lane");
    }));

  it("that leaves its lane for the slow one is counted there, and one that stays quick is not", () =>
    withTurns([4], (turns) => {
      const slices = [0, 1, 2].map((index) => slice(`a${index}`, 1, index));
      enqueue(turns, ...slices);
      turns.grant(0);
      const lanes = slices.map((one) => turns.decide(run(one, 60_000, true), 60_000));
      expect(lanes).toEqual(["slow_lane", "slow_lane", "quick_lane"]);
      expect(turns.longSlices()).toEqual({ running: 2, waiting: 0 });
      expect(turns.decide(run(slices[2] ?? slice("", 0, 0), 1_000), 60_001)).toBe("quick_lane");
    }));

  it("that was ended waits for the slow lane in its old place, and one more may end then", () =>
    withTurns([2], (turns) => {
      const [a1, a2] = [slice("a1", 1, 0), slice("a2", 1, 1)];
      enqueue(turns, a1, a2);
      turns.grant(0);
      enqueue(turns, slice("b", 2, 2));
      expect(turns.decide(run(a1, 9_000), 9_000)).toBe("gives_way");
      expect(turns.decide(run(a2, 9_000), 9_000), "one is enough").toBe("quick_lane");
      turns.giveWay(a1);
      expect(turns.longSlices()).toEqual({ running: 0, waiting: 1 });
      expect(granted(turns, 9_001)).toEqual(["b"]);
      turns.giveWay(slice("unknown", 4, 3));
      expect(turns.longSlices()).toEqual({ running: 0, waiting: 2 });
    }));
});

describe("An engine", () => {
  it("is asked for its places once while slices wait, again if the question is lost, and never if they are known", () =>
    withTurns([null, 1, null], (turns) => {
      expect(turns.enginesToAsk(0, 6_000), "nothing waits").toEqual([]);
      enqueue(turns, slice("a", 1, 0));
      expect(turns.enginesToAsk(0, 6_000)).toEqual([0, 2]);
      expect(turns.enginesToAsk(5_999, 6_000)).toEqual([]);
      turns.recordCapacity(2, { places: 1, runs: 1 });
      expect(turns.enginesToAsk(6_000, 6_000)).toEqual([0]);
    }));

  it("has the places that it states, and is closed for longer after each refusal until it answers", () =>
    withTurns([null], (turns) => {
      enqueue(turns, ...[0, 1, 2].map((index) => slice(`a${index}`, 1, index)));
      expect(turns.grant(0), "its places are unknown").toEqual([]);
      turns.recordCapacity(0, { places: 2, runs: 1 });
      expect(granted(turns, 0)).toEqual(["a0", "a1"]);
      turns.release("a0");
      for (const refusals of [1, 2, 3]) {
        turns.pauseEngine(0, "full", 0);
        expect(turns.nextMoment(0)).toBe(100 * refusals);
        expect(turns.enginesToAsk(100 * refusals - 1, 6_000)).toEqual([]);
        expect(turns.enginesToAsk(100 * refusals, 6_000), "its places are unknown again").toEqual([0]);
      }
      turns.recordCapacity(0, { places: 2, runs: 1 });
      expect(granted(turns, 0)).toEqual(["a2"]);
      turns.pauseEngine(0, "full", 0);
      turns.recordAnswer(0);
      turns.pauseEngine(0, "full", 0);
      turns.release("a1");
      enqueue(turns, slice("b", 2, 0));
      expect(turns.nextMoment(0), "an answer ends the row of refusals").toBe(100);
    }));

  it("that cannot be reached is tried with one slice after its pause, and after all that can", () =>
    withTurns([2, 2], (turns) => {
      turns.pauseEngine(0, "unreachable", 0);
      enqueue(turns, ...[0, 1, 2, 3, 4].map((index) => slice(`a${index}`, 1, index)));
      expect(turns.grant(1_000).map(({ engineIndex }) => engineIndex)).toEqual([1, 1, 0]);
      turns.recordAnswer(0);
      expect(turns.grant(1_000).map(({ engineIndex }) => engineIndex)).toEqual([0]);
    }));

  it("of unknown places that cannot be reached gets no slice before it answers", () =>
    withTurns([null], (turns) => {
      turns.recordCapacity(0, { places: 2, runs: 2 });
      turns.pauseEngine(0, "unreachable", 0);
      enqueue(turns, slice("a", 1, 0));
      expect(turns.grant(1_000)).toEqual([]);
      expect(turns.enginesToAsk(1_000, 6_000)).toEqual([0]);
      turns.recordCapacity(0, { places: 1, runs: 1 });
      expect(granted(turns, 1_001)).toEqual(["a"]);
    }));

  it("is asked anew after an eviction of the dispatcher, and a pause lasts over it", () =>
    withBooks((books) => {
      const before = books([null, 1]);
      before.recordCapacity(0, { places: 5, runs: 5 });
      before.pauseEngine(1, "full", 0);
      enqueue(before, slice("a", 1, 0));
      const after = books([null, 1]);
      expect(after.grant(99)).toEqual([]);
      expect(after.enginesToAsk(99, 6_000)).toEqual([0]);
      expect(granted(after, 100)).toEqual(["a"]);
    }));

  it("of which none can be reached is told of since the last was lost", () =>
    withTurns([1, null], (turns) => {
      expect(turns.noEngineSince()).toBeNull();
      turns.pauseEngine(1, "unreachable", 7);
      expect(turns.noEngineSince()).toBeNull();
      turns.pauseEngine(0, "full", 8);
      expect(turns.noEngineSince(), "a full one is there").toBeNull();
      turns.pauseEngine(0, "unreachable", 9);
      turns.pauseEngine(0, "unreachable", 20);
      expect(turns.noEngineSince()).toBe(9);
      turns.recordCapacity(1, { places: 1, runs: 1 });
      expect(turns.noEngineSince()).toBeNull();
    }));

  it("that cannot be reached leaves half of the others' places to the slow lane", () =>
    withTurns([2, 4], (turns) => {
      const long = [0, 1, 2, 3].map((index) => slice(`long${index}`, index, index, true));
      turns.pauseEngine(0, "unreachable", 0);
      enqueue(turns, ...long);
      expect(granted(turns, 0)).toEqual(["long0", "long1"]);
      turns.recordAnswer(0);
      expect(granted(turns, 0)).toEqual(["long2"]);
    }));
});
