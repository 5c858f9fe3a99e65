// The dispatcher against a scripted engine: order of turns, and the cost of a lost call or object.

import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DispatcherStore } from "../../slicer-service/src/dispatcher.store.ts";
import type { StoredSlice } from "../../slicer-service/src/slice.store.ts";
import { RESULT, ScriptedEngine } from "./scripted-engine.ts";
import { dispatcher, env, freshWorker, jobOf, newSlice, until } from "./slices.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Pauses of a dispatcher's books without its object. */
const PAUSES = {
  untilToldMilliseconds: 10,
  leaseMilliseconds: 1_000_000,
  rivalAfterMilliseconds: 5 * SECOND,
  longMilliseconds: MINUTE,
  pauseAfter: () => 100,
};

let clock: { later: number };
let engine: ScriptedEngine;

beforeEach(async () => {
  clock = await freshWorker();
  engine = new ScriptedEngine();
  engine.places = 1;
  engine.behaviour = "slicing";
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Starts `count` slices of a studio in order, and returns them. */
async function started(studioId: number, count: number) {
  const slices = [];
  for (let index = 0; index < count; index++) {
    const slice = await newSlice(studioId);
    await slice.job.start(slice.request, 0);
    slices.push({ ...slice, sliceKey: slice.request.sliceKey });
    // The next one asks later.
    clock.later++;
  }
  return slices;
}

async function onlyStarted(studioId: number) {
  const [slice] = await started(studioId, 1);
  return slice ?? expect.fail();
}

/** Has the alarm of a slice fire, which does not by itself while the clock is ahead. It ends with the slice. */
function driveAlarm(sliceKey: string): void {
  runDurableObjectAlarm(jobOf(sliceKey)).catch(() => {});
}

async function untilSubmitted(sliceKey: string): Promise<void> {
  await vi.waitFor(
    () => {
      driveAlarm(sliceKey);
      expect(engine.submitted).toContain(sliceKey);
    },
    { timeout: 10_000 },
  );
}

/** Until when a slice's place is leased to it. */
function leaseOf(sliceKey: string): Promise<unknown> {
  return runInDurableObject(
    dispatcher(),
    (_, { storage }) =>
      storage.sql.exec("SELECT leased_until FROM slices WHERE slice_key = ?", sliceKey).one().leased_until,
  );
}

/** Waits until the engine has been given these slices in this order, and ends each as soon as it runs. */
async function expectOrder(sliceKeys: readonly string[]): Promise<void> {
  for (const [index, sliceKey] of sliceKeys.entries()) {
    await vi.waitFor(() => expect(engine.submitted.length).toBeGreaterThan(index), { timeout: 10_000 });
    engine.done.add(sliceKey);
  }
  expect(engine.submitted).toEqual(sliceKeys);
}

const keysOf = (slices: readonly { readonly sliceKey: string }[]) => slices.map(({ sliceKey }) => sliceKey);

describe("slices that wait", () => {
  it("are sliced studio by studio, and within a studio as they came; each model is read once", async () => {
    const reads = vi.spyOn(env.MODELS, "get");
    const a = keysOf(await started(1, 4));
    const b = keysOf(await started(2, 2));
    const c = keysOf(await started(3, 1));
    await expectOrder([a[0], b[0], c[0], a[1], b[1], a[2], a[3]].map(String));
    expect(reads).toHaveBeenCalledTimes(7);
    expect(engine.receivedBodies).toHaveLength(7);
  });

  it("ask for nothing while they wait", async () => {
    const running = await onlyStarted(1);
    await until(running.job, "slicing");
    const waiting = await started(1, 4);
    const asked = vi.spyOn(env.DISPATCHER, "get");
    const states = await Promise.all(waiting.map(({ job }) => job.read(500)));
    expect(states.map((state) => state?.status)).toEqual(waiting.map(() => "queued"));
    expect(asked).not.toHaveBeenCalled();
    expect(engine.receivedBodies).toHaveLength(1);
  });

  it("ask again after a while, should the dispatcher have lost them", async () => {
    const running = await onlyStarted(1);
    await until(running.job, "slicing");
    const lost = await onlyStarted(2);
    await runInDurableObject(dispatcher(), (_, { storage }) => {
      storage.sql.exec("DELETE FROM slices WHERE slice_key = ?", lost.sliceKey);
    });
    engine.done.add(running.sliceKey);
    await until(running.job, "done");
    expect(await dispatcher().ahead([lost.sliceKey])).toEqual([null]);
    // As the watchdog does two minutes later.
    driveAlarm(lost.sliceKey);
    await vi.waitFor(() => expect(engine.submitted).toEqual([running.sliceKey, lost.sliceKey]));
  });

  it("of a studio with long slices never hold every place while others wait", async () => {
    engine.places = 2;
    const a = keysOf(await started(1, 4));
    await vi.waitFor(() => expect(engine.submitted).toHaveLength(2));
    const b = keysOf(await started(2, 3));
    engine.done.add(String(a[0]));
    for (const [index, sliceKey] of b.entries()) {
      await vi.waitFor(() => expect(engine.submitted).toHaveLength(3 + index));
      engine.done.add(sliceKey);
    }
    await vi.waitFor(() => expect(engine.submitted).toHaveLength(6));
    expect(engine.submitted).toEqual([a[0], a[1], ...b, a[2]]);
  });

  it("get all places of an engine that was started again with more of them while nothing waited", async () => {
    const first = await onlyStarted(1);
    engine.done.add(first.sliceKey);
    await until(first.job, "done");
    await vi.waitFor(async () => expect(await dispatcher().ahead([first.sliceKey])).toEqual([null]));
    await abortAllDurableObjects();
    engine.places = 3;
    await started(1, 3);
    await vi.waitFor(() => expect(engine.submitted).toHaveLength(4));
  });

  it("are not held up by one whose model the bucket fails to give", async () => {
    const get = env.MODELS.get.bind(env.MODELS);
    const unreadable = await newSlice(1);
    vi.spyOn(env.MODELS, "get").mockImplementation((objectKey: string) => {
      if (objectKey === unreadable.request.model.objectKey) throw new Error("internal error (10001)");
      return get(objectKey);
    });
    await unreadable.job.start(unreadable.request, 0);
    await vi.waitFor(() => expect(env.MODELS.get).toHaveBeenCalled());
    const others = keysOf(await started(2, 3));
    await expectOrder(others);
    const closed = await runInDurableObject(dispatcher(), (_, { storage }) =>
      storage.sql.exec("SELECT refusals FROM engines WHERE refusals > 0").toArray(),
    );
    expect(closed).toEqual([]);
    vi.mocked(env.MODELS.get).mockRestore();
    await untilSubmitted(unreadable.request.sliceKey);
  });

  it("keep their turn if the engine turns out to be full", async () => {
    engine.behaviour = "is_full";
    const a = keysOf(await started(1, 1));
    await vi.waitFor(() => expect(engine.receivedBodies).toHaveLength(1));
    const b = keysOf(await started(2, 1));
    engine.behaviour = "slicing";
    await expectOrder([...a, ...b]);
  });
});

describe("a place", () => {
  it("goes to the next slice once its lease has run out, because the object of its slice is dead", async () => {
    const dead = await onlyStarted(1);
    await until(dead.job, "slicing");
    const next = await onlyStarted(2);
    await runInDurableObject(dead.job, async (_, { storage }) => {
      await storage.deleteAlarm();
      await storage.deleteAll();
    });
    await abortAllDurableObjects();
    clock.later += MINUTE;
    await runDurableObjectAlarm(dispatcher());
    expect((await jobOf(next.sliceKey).read(0))?.status).toBe("queued");
    clock.later += 2 * MINUTE;
    await runDurableObjectAlarm(dispatcher());
    await untilSubmitted(next.sliceKey);
    expect(engine.submitted).toEqual([dead.sliceKey, next.sliceKey]);
  });

  it("is free again soon after its slice has ended, though the dispatcher did not hear of the end", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const running = await onlyStarted(1);
    await until(running.job, "slicing");
    const next = await onlyStarted(2);
    const unreachable = vi.spyOn(env.DISPATCHER, "get").mockImplementation(() => {
      throw new Error("the dispatcher cannot be reached");
    });
    engine.done.add(running.sliceKey);
    await until(running.job, "done");
    await vi.waitFor(() => expect(unreachable).toHaveBeenCalled());
    unreachable.mockRestore();
    await vi.waitFor(
      async () => {
        driveAlarm(running.sliceKey);
        expect(engine.submitted).toContain(next.sliceKey);
      },
      { timeout: 10_000 },
    );
  });

  it("stays with a slice whose object was evicted in its middle", async () => {
    const running = await onlyStarted(1);
    await until(running.job, "slicing");
    // The same studio's: for another's it would have to give way.
    const next = await onlyStarted(1);
    await abortAllDurableObjects();
    clock.later += 110 * SECOND;
    driveAlarm(running.sliceKey);
    await vi.waitFor(async () => expect(await leaseOf(running.sliceKey)).toBeGreaterThan(Date.now() + MINUTE));
    clock.later += 11 * SECOND;
    await runDurableObjectAlarm(dispatcher());
    expect((await jobOf(next.sliceKey).read(0))?.status).toBe("queued");
    expect(engine.submitted).toEqual([running.sliceKey]);
  });

  it("is granted again if the dispatcher was evicted before it told the slice its turn", async () => {
    const first = await onlyStarted(1);
    await until(first.job, "slicing");
    const second = await onlyStarted(1);
    // The grant's rows, without the call that follows it.
    await runInDurableObject(dispatcher(), (_, { storage }) => {
      storage.sql.exec("DELETE FROM slices WHERE slice_key = ?", first.sliceKey);
      storage.sql.exec(
        "UPDATE slices SET engine_index = 0, leased_until = ?, tellings = 1 WHERE slice_key = ?",
        Date.now() + 10 * SECOND,
        second.sliceKey,
      );
    });
    await abortAllDurableObjects();
    clock.later += 11 * SECOND;
    await runDurableObjectAlarm(dispatcher());
    await untilSubmitted(second.sliceKey);
  });

  it("at an engine that the pool has no more is given back: its slice goes to another engine", async () => {
    const { request, job, sliceKey } = await onlyStarted(1);
    await until(job, "slicing");
    // As if it had been sliced by the eighth container, before the pool was made smaller.
    await runInDurableObject(job, (_, { storage }) => {
      const slice = storage.kv.get<StoredSlice>("slice") ?? expect.fail();
      storage.kv.put("slice", { ...slice, engineIndex: 7 });
    });
    await runInDurableObject(dispatcher(), (_, { storage }) => {
      storage.sql.exec("UPDATE slices SET engine_index = 7 WHERE slice_key = ?", sliceKey);
    });
    await abortAllDurableObjects();
    engine.known.clear();
    driveAlarm(sliceKey);
    await vi.waitFor(() => expect(engine.submitted).toEqual([sliceKey, sliceKey]));
    engine.done.add(sliceKey);
    expect((await jobOf(request.sliceKey).read(10_000))?.status).toBe("done");
  });

  it("is not given by an engine that cannot be reached, and no model is read for it", async () => {
    const reads = vi.spyOn(env.MODELS, "get");
    engine.behaviour = "refuses_connections";
    const slices = await started(1, 3);
    await vi.waitFor(() => expect(engine.requests).toBeGreaterThanOrEqual(2));
    expect(reads).not.toHaveBeenCalled();
    engine.behaviour = "slicing";
    await expectOrder(keysOf(slices));
  });
});

describe("after a crash of everything", () => {
  const alarmOf = (stub: DurableObjectStub) => runInDurableObject(stub, (_, { storage }) => storage.getAlarm());

  it("the dispatcher looks within 10 s at slices that wait or hold a place", async () => {
    const running = await onlyStarted(1);
    await until(running.job, "slicing");
    await onlyStarted(1);
    await abortAllDurableObjects();
    expect(await alarmOf(dispatcher())).toBeLessThanOrEqual(Date.now() + 10 * SECOND);
    clock.later += 10 * SECOND;
    await runDurableObjectAlarm(dispatcher());
    expect(await alarmOf(dispatcher()), "and goes on looking").toBeLessThanOrEqual(Date.now() + 10 * SECOND);
  });

  it("the place of a slice whose end was not told goes to the next at once, and not only with its lease", async () => {
    const ended = await onlyStarted(1);
    await until(ended.job, "slicing");
    const next = await onlyStarted(1);
    // As the end stores it, without the calls that follow it.
    await runInDurableObject(ended.job, (_, { storage }) => {
      const slice = storage.kv.get<StoredSlice>("slice") ?? expect.fail();
      storage.kv.put("slice", {
        ...slice,
        phase: { status: "done", at: Date.now(), result: RESULT, copiedToKv: true },
      });
    });
    await abortAllDurableObjects();
    clock.later += 10 * SECOND;
    await runDurableObjectAlarm(dispatcher());
    await untilSubmitted(next.sliceKey);
  });

  it("a run that was interrupted goes on at once", async () => {
    const running = await onlyStarted(1);
    await until(running.job, "slicing");
    await runInDurableObject(running.job, (_, { storage }) => storage.setAlarm(Date.now() + 30 * SECOND));
    await abortAllDurableObjects();
    clock.later += 10 * SECOND;
    await runDurableObjectAlarm(dispatcher());
    await vi.waitFor(async () => expect(await alarmOf(jobOf(running.sliceKey))).toBeLessThanOrEqual(Date.now()));
  });

  it("a slice is granted its turn again however often the dispatcher died before it told it", async () => {
    const running = await onlyStarted(1);
    await until(running.job, "slicing");
    const { sliceKey } = await onlyStarted(1);
    // The other slice ends unnoticed: its own end would grant the place once more.
    await runInDurableObject(running.job, async (_, { storage }) => {
      await storage.deleteAlarm();
      await storage.deleteAll();
    });
    await runInDurableObject(dispatcher(), (_, { storage }) => {
      storage.sql.exec("DELETE FROM slices WHERE slice_key = ?", running.sliceKey);
    });
    await abortAllDurableObjects();
    engine.done.add(running.sliceKey);
    for (let crash = 0; crash < 5; crash++) {
      // The grant's rows as the dispatcher writes them, without the call that follows it.
      await runInDurableObject(dispatcher(), (_, { storage }) => {
        const turns = new DispatcherStore(storage.sql, [2], { ...PAUSES, untilToldMilliseconds: 10 * SECOND });
        turns.expire(Date.now());
        expect(turns.grant(Date.now()).map((lease) => lease.sliceKey)).toEqual([sliceKey]);
      });
      await abortAllDurableObjects();
      clock.later += 11 * SECOND;
    }
    await runDurableObjectAlarm(dispatcher());
    await untilSubmitted(sliceKey);
  });

  it("a slice that the dispatcher does not know asks for its turn as soon as its client looks at it", async () => {
    const running = await onlyStarted(1);
    await until(running.job, "slicing");
    const lost = await onlyStarted(1);
    await runInDurableObject(dispatcher(), (_, { storage }) => {
      storage.sql.exec("DELETE FROM slices WHERE slice_key = ?", lost.sliceKey);
    });
    await runInDurableObject(lost.job, (_, { storage }) => storage.setAlarm(Date.now() + 2 * MINUTE));
    await abortAllDurableObjects();
    engine.places = 2;
    expect((await jobOf(lost.sliceKey).read(0))?.status).toBe("queued");
    await vi.waitFor(() => expect(engine.submitted).toContain(lost.sliceKey), { timeout: 5_000 });
  });

  it("a slice that its engine refused has set its next attempt before the dispatcher puts it off", async () => {
    engine.behaviour = "is_another";
    const { request, job } = await newSlice(1);
    const alarms = await runInDurableObject(job, (_, { storage }) =>
      vi.spyOn(Object.getPrototypeOf(storage), "setAlarm"),
    );
    const get = env.DISPATCHER.get.bind(env.DISPATCHER);
    const nextAttempts: number[] = [];
    vi.spyOn(env.DISPATCHER, "get").mockImplementation((...named) => {
      if (engine.receivedBodies.length > 0) nextAttempts.push(Number(alarms.mock.lastCall?.[0]) - Date.now());
      return get(...named);
    });
    await job.start(request, 0);
    await vi.waitFor(() => expect(nextAttempts.length).toBeGreaterThan(0));
    expect(nextAttempts[0]).toBeLessThanOrEqual(SECOND);
    engine.behaviour = "done";
    expect((await job.read(10_000))?.status).toBe("done");
  });

  it("a slice that the dispatcher never heard of asks for its turn within 10 s", async () => {
    const running = await onlyStarted(1);
    await until(running.job, "slicing");
    const { sliceKey } = await onlyStarted(1);
    await abortAllDurableObjects();
    expect(await alarmOf(jobOf(sliceKey))).toBeLessThanOrEqual(Date.now() + 10 * SECOND);
  });
});

describe("the order of turns", () => {
  /** Gives a test the books of a dispatcher that nothing else uses, for engines of these capacities. */
  const withTurns = (capacities: number[], test: (turns: DispatcherStore, capacities: number[]) => void) =>
    runInDurableObject(env.DISPATCHER.get(env.DISPATCHER.newUniqueId()), (_, { storage }) =>
      test(new DispatcherStore(storage.sql, capacities, PAUSES), capacities),
    );

  it("is the one that the count of slices before each foretells", () =>
    withTurns([3], (turns, capacities) => {
      const studios = [1, 1, 1, 2, 1, 3, 1, 2, 1, 4, 4, 1, 3, 3, 3, 2];
      for (const [index, studioId] of studios.entries()) {
        turns.enqueue({ sliceKey: `slice-${index}`, studioId, queuedAt: index, isLong: false });
        // Some run already when the last ones come.
        if (index === 3) turns.grant(index);
      }
      const waiting = studios.map((_, index) => `slice-${index}`);
      const foretold = new Map(waiting.map((key) => [key, turns.ahead([key])[0]]));
      const leased: string[] = [];
      for (capacities[0] = 4; leased.length < 13; capacities[0]++) {
        leased.push(...turns.grant(20).map(({ sliceKey }) => sliceKey));
      }
      expect(leased.map((key) => foretold.get(key))).toEqual(leased.map((_, place) => place));
    }));

  it("survives an update of the Worker: tables of before get the columns that they lack", () =>
    runInDurableObject(env.DISPATCHER.get(env.DISPATCHER.newUniqueId()), (_, { storage }) => {
      storage.sql.exec(`
        DROP TABLE slices;
        DROP TABLE engines;
        CREATE TABLE slices (slice_key TEXT PRIMARY KEY, studio_id INTEGER NOT NULL, queued_at INTEGER NOT NULL,
          engine_index INTEGER, leased_until INTEGER, is_told INTEGER NOT NULL DEFAULT 0,
          tellings INTEGER NOT NULL DEFAULT 0, avoided_engine INTEGER) WITHOUT ROWID;
        CREATE TABLE engines (engine_index INTEGER PRIMARY KEY, capacity INTEGER, refusals INTEGER NOT NULL,
          unreachable_since INTEGER, closed_until INTEGER NOT NULL);
        INSERT INTO slices (slice_key, studio_id, queued_at) VALUES ('a', 1, 0), ('b', 2, 1);
      `);
      for (const instance of ["first", "second"]) {
        const turns = new DispatcherStore(storage.sql, [1], PAUSES);
        const [place] = turns.grant(2);
        expect(place?.sliceKey, instance).toBe(instance === "first" ? "a" : "b");
        turns.release(place?.sliceKey ?? "");
      }
    }));

  it("is counted anew once a slice has left", () =>
    withTurns([0], (turns) => {
      for (const [index, sliceKey] of ["a", "b", "c"].entries())
        turns.enqueue({ sliceKey, studioId: 1, queuedAt: index, isLong: false });
      expect(turns.ahead(["a", "b", "c"])).toEqual([0, 1, 2]);
      turns.release("a");
      expect(turns.ahead(["a", "b", "c"])).toEqual([null, 0, 1]);
    }));

  it("takes a slice that an engine refused to the next engine, and so to all in the end", () =>
    withTurns([1, 1, 1], (turns) => {
      const slice = { sliceKey: "a", studioId: 1, queuedAt: 0, isLong: false };
      const engines: (number | undefined)[] = [];
      for (let attempt = 0; attempt < 4; attempt++) {
        turns.enqueue(slice, engines.at(-1) ?? null);
        engines.push(turns.grant(0)[0]?.engineIndex);
        turns.release("a");
      }
      expect(engines).toEqual([0, 1, 2, 0]);
    }));

  it("passes over an engine that could not be reached, for a while and while another has room", () =>
    withTurns([1, 1], (turns) => {
      for (const [index, sliceKey] of ["a", "b", "c"].entries())
        turns.enqueue({ sliceKey, studioId: 1, queuedAt: index, isLong: false });
      expect(turns.grant(0)).toMatchObject([
        { sliceKey: "a", engineIndex: 0 },
        { sliceKey: "b", engineIndex: 1 },
      ]);
      turns.giveBack({ sliceKey: "a", studioId: 1, queuedAt: 0, isLong: false }, 0);
      turns.pauseEngine(0, "unreachable", 0);
      expect(turns.grant(99)).toEqual([]);
      turns.release("b");
      expect(turns.grant(99)).toMatchObject([{ sliceKey: "a", engineIndex: 1 }]);
      expect(turns.grant(100), "tried again, because no other has room").toMatchObject([
        { sliceKey: "c", engineIndex: 0 },
      ]);
    }));
});
