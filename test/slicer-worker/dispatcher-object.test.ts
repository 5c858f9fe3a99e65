// The dispatcher's object by itself: telling slices their turns, pauses of engines, and its alarm.
//
// The clock stands still unless a test moves it. Slices' objects are faked: their refusals and silence have to be produced.

import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  LONG_MILLISECONDS,
  RENEW_BELOW_MILLISECONDS,
  RIVAL_AFTER_MILLISECONDS,
} from "../../slicer-service/src/dispatcher.object.ts";
import { deployedImage } from "../../slicer-service/src/engine-image.ts";
import { ScriptedEngine } from "./scripted-engine.ts";
import { dispatcher, env, freshWorker } from "./slices.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let clock: { later: number };
let startedAt: number;
let engine: ScriptedEngine;
/** Turns as slices were told them. */
let told: { readonly sliceKey: string; readonly engineIndex: number; readonly leasedUntil: number }[];
/** Whether a slice takes its turn; an error is that of an object without a connection. */
let answerOf: (sliceKey: string) => boolean | Error | Promise<boolean>;

beforeEach(async () => {
  clock = await freshWorker();
  startedAt = Date.now();
  vi.mocked(Date.now).mockImplementation(() => startedAt + clock.later);
  engine = new ScriptedEngine();
  engine.places = 1;
  told = [];
  answerOf = () => true;
  vi.spyOn(env.SLICE_OBJECT, "idFromName").mockImplementation((name) => ({ name }) as unknown as DurableObjectId);
  vi.spyOn(env.SLICE_OBJECT, "get").mockImplementation(
    // Only `turn` of a slice's object is called by the dispatcher.
    ({ name: sliceKey = "" }) =>
      ({
        turn: async (engineIndex: number, leasedUntil: number) => {
          told.push({ sliceKey, engineIndex, leasedUntil });
          const answer = answerOf(sliceKey);
          if (answer instanceof Error) throw answer;
          return answer;
        },
      }) as unknown as ReturnType<typeof env.SLICE_OBJECT.get>,
  );
});

afterEach(() => {
  vi.restoreAllMocks();
});

const slice = (sliceKey: string, studioId = 1, queuedAt = 0) => ({ sliceKey, studioId, queuedAt, isLong: false });
const toldKeys = () => told.map(({ sliceKey }) => sliceKey);
const untilTold = (...sliceKeys: string[]) => vi.waitFor(() => expect(toldKeys()).toEqual(sliceKeys));

const rowsOf = (statement: string) =>
  runInDurableObject(dispatcher(), (_, { storage }) => storage.sql.exec(statement).toArray());
const pauseOf = async () => {
  const [row] = await rowsOf("SELECT closed_until FROM engines WHERE engine_index = 0");
  return Number(row?.closed_until) - startedAt;
};
const leaseOf = async (sliceKey: string) => {
  const [row] = await rowsOf(`SELECT leased_until FROM slices WHERE slice_key = '${sliceKey}'`);
  return row?.leased_until;
};
const untilLeased = (sliceKey: string, until: number) =>
  vi.waitFor(async () => expect(await leaseOf(sliceKey)).toBe(until));
const alarmOfDispatcher = () => runInDurableObject(dispatcher(), (_, { storage }) => storage.getAlarm());

describe("An engine", () => {
  it.each([
    ["full", [500, 1_000, 2_000, 3_000, 3_000]],
    ["unreachable", [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]],
  ] as const)("that is %s pauses for twice as long each time, up to a limit", async (reason, pauses) => {
    for (const pause of pauses) {
      await dispatcher().giveBack(slice("a"), 0, reason);
      expect(await pauseOf()).toBe(pause);
    }
  });

  it("that the pool has no more is not paused", async () => {
    await dispatcher().giveBack(slice("a"), 0, "gone");
    await untilTold("a");
  });

  it("is reachable again once it answers a slice, by any of the slice's calls", async () => {
    const calls: readonly (() => Promise<unknown>)[] = [
      () => dispatcher().renew(slice("a"), 0, true),
      () => dispatcher().release("a", 0),
      () => dispatcher().postpone(slice("a"), 0),
    ];
    for (const call of calls) {
      await dispatcher().renew(slice("a"), 0, false);
      expect((await dispatcher().health()).noEngineSince).toBe(startedAt);
      await call();
      expect((await dispatcher().health()).noEngineSince).toBeNull();
    }
    await dispatcher().renew(slice("a"), 0, false);
    await dispatcher().release("a", null);
    expect((await dispatcher().health()).noEngineSince, "none answered this one").toBe(startedAt);
  });

  it("that does not state its places is unreachable since then, as a slice hears that asks for its turn", async () => {
    engine.behaviour = "refuses_connections";
    expect(await dispatcher().enqueue(slice("a"), null)).toEqual({ noEngineSince: null });
    await vi.waitFor(async () => expect((await dispatcher().health()).noEngineSince).toBe(startedAt));
    expect(await dispatcher().enqueue(slice("b"), null)).toEqual({ noEngineSince: startedAt });
    expect(told).toEqual([]);
    engine.behaviour = "slicing";
    clock.later += 500;
    await runDurableObjectAlarm(dispatcher());
    await untilTold("a");
    expect((await dispatcher().health()).noEngineSince).toBeNull();
  });

  it("is asked again if its answer is lost, after 6 s", async () => {
    engine.behaviour = "hangs";
    const asked = vi.mocked(fetch);
    asked.mockImplementation(() => new Promise(() => {}));
    await dispatcher().enqueue(slice("a"), null);
    const before = asked.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    expect(await pauseOf()).toBe(6_000);
    clock.later += 5_999;
    await runDurableObjectAlarm(dispatcher());
    expect(asked).toHaveBeenCalledTimes(before);
    clock.later += 1;
    await dispatcher().enqueue(slice("a"), null);
    expect(asked.mock.calls.length).toBeGreaterThan(before);
  });
});

describe("A turn", () => {
  it("is told to its slice with a lease of two minutes", async () => {
    await dispatcher().enqueue(slice("a"), null);
    await untilTold("a");
    expect(told).toEqual([{ sliceKey: "a", engineIndex: 0, leasedUntil: startedAt + 2 * MINUTE }]);
    await untilLeased("a", startedAt + 2 * MINUTE);
  });

  it("that its slice declines is the next one's at once", async () => {
    answerOf = (sliceKey) => sliceKey !== "a";
    await dispatcher().enqueue(slice("a"), null);
    await dispatcher().enqueue(slice("b", 1, 1), null);
    await vi.waitFor(() => expect(toldKeys()).toContain("b"));
    expect(await dispatcher().ahead(["a", "b"])).toEqual([null, 0]);
  });

  it("that its slice's object does not hear is told again after 10 s, three times in all", async () => {
    const logged: string[] = [];
    vi.spyOn(console, "warn").mockImplementation((line) => logged.push(line));
    answerOf = () => new Error("the object cannot be reached");
    await dispatcher().enqueue(slice("a"), null);
    for (let telling = 1; telling <= 3; telling++) {
      await vi.waitFor(async () =>
        expect(await rowsOf("SELECT tellings FROM slices WHERE engine_index = 0")).toEqual([{ tellings: telling }]),
      );
      expect(await leaseOf("a")).toBe(startedAt + clock.later + 10 * SECOND);
      clock.later += 10 * SECOND;
      await runDurableObjectAlarm(dispatcher());
    }
    expect(await dispatcher().ahead(["a"])).toEqual([null]);
    expect(logged).toHaveLength(3);
    expect(logged[0]).toContain("the object cannot be reached");
  });

  it("that its slice's object hears without an answer is told three times in all, too", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const setTimer = globalThis.setTimeout;
    // The ten seconds of a telling pass at once.
    vi.spyOn(globalThis, "setTimeout").mockImplementation((run: () => void, milliseconds?: number) =>
      setTimer(run, milliseconds === 10 * SECOND ? 0 : milliseconds),
    );
    answerOf = () => new Promise(() => {});
    await dispatcher().enqueue(slice("a"), null);
    for (let telling = 1; telling <= 3; telling++) {
      await vi.waitFor(async () =>
        expect(await rowsOf("SELECT tellings FROM slices WHERE engine_index = 0")).toEqual([{ tellings: telling }]),
      );
      clock.later += 10 * SECOND;
      await runDurableObjectAlarm(dispatcher());
    }
    expect(await dispatcher().ahead(["a"])).toEqual([null]);
  });

  it("is told again to a slice that asks again, though it was told of its place", async () => {
    await dispatcher().enqueue(slice("a"), null);
    await untilLeased("a", startedAt + 2 * MINUTE);
    const before = told.length;
    await dispatcher().enqueue(slice("a"), null);
    await vi.waitFor(() => expect(told).toHaveLength(before + 1));
    expect(told.at(-1)).toEqual(told[0]);
  });

  it("is told again by the alarm to each slice that has not confirmed it since a crash", async () => {
    await dispatcher().enqueue(slice("a"), null);
    await untilLeased("a", startedAt + 2 * MINUTE);
    await runDurableObjectAlarm(dispatcher());
    expect(told, "it confirmed it").toHaveLength(1);
    await abortAllDurableObjects();
    await runDurableObjectAlarm(dispatcher());
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(told[1]).toEqual(told[0]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["renews its lease", () => dispatcher().renew(slice("a"), 0, true)],
    [
      "asks whether it may go on",
      () => dispatcher().decide({ slice: slice("a"), engineIndex: 0, ranMilliseconds: 0, takesLong: false }),
    ],
  ])("is not told again after a crash to a slice that %s", async (_what, confirm) => {
    await dispatcher().enqueue(slice("a"), null);
    await untilLeased("a", startedAt + 2 * MINUTE);
    await abortAllDurableObjects();
    await confirm();
    await runDurableObjectAlarm(dispatcher());
    expect(told).toHaveLength(1);
  });
});

describe("The alarm of the dispatcher", () => {
  it("is within 10 s while a slice waits or runs, and earlier for an earlier step", async () => {
    await dispatcher().enqueue(slice("a"), null);
    await untilLeased("a", startedAt + 2 * MINUTE);
    expect(await alarmOfDispatcher()).toBeLessThanOrEqual(startedAt + 10 * SECOND);
    await dispatcher().giveBack(slice("b", 2), 0, "full");
    await vi.waitFor(async () => expect(await alarmOfDispatcher()).toBeLessThanOrEqual(startedAt + 500));
  });
});

describe("A note on a container of another image", () => {
  const image = deployedImage(env);
  const notes = () =>
    runInDurableObject(dispatcher(), (_, { storage }) => [...storage.kv.list({ prefix: "otherEngine " })]);

  it("keeps the time of its first refusal and the latest, by container", async () => {
    await dispatcher().containerAnswered("one", image, "before/1");
    clock.later += MINUTE;
    await dispatcher().containerAnswered("one", image, "before/2");
    await dispatcher().containerAnswered("two", image, "before/3");
    const later = startedAt + MINUTE;
    expect(await notes()).toEqual([
      ["otherEngine one", { image, answeredAs: "before/2", since: startedAt, latestAt: later }],
      ["otherEngine two", { image, answeredAs: "before/3", since: later, latestAt: later }],
    ]);
    await dispatcher().containerAnswered("one", image, null);
    expect((await notes()).map(([key]) => key)).toEqual(["otherEngine two"]);
  });

  it("is deleted with the next answer of any container once it says nothing any more", async () => {
    await dispatcher().containerAnswered("one", image, "before/1");
    await dispatcher().containerAnswered("two", "an image of before", "before/1");
    clock.later += 20 * MINUTE;
    await dispatcher().containerAnswered("three", image, "before/1");
    expect((await notes()).map(([key]) => key)).toEqual(["otherEngine three"]);
    expect((await dispatcher().health()).otherEngine).toMatchObject({ since: startedAt + 20 * MINUTE });
  });
});

it("a slice is long after a minute, a rival waits for 5 s, and a lease is renewed with 75 s left", () => {
  expect(LONG_MILLISECONDS).toBe(MINUTE);
  expect(RIVAL_AFTER_MILLISECONDS).toBe(5 * SECOND);
  expect(RENEW_BELOW_MILLISECONDS).toBe(75 * SECOND);
});
