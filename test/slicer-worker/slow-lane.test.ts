// Slices that take long, against a scripted engine: runs that give way to another studio, and their continuation.

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DispatcherStore, type Run } from "../../slicer-service/src/dispatcher.store.ts";
import { ScriptedEngine } from "./scripted-engine.ts";
import { dispatcher, env, freshWorker, newSlice, type SliceJob, until } from "./slices.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a run", () => {
  const PAUSES = {
    untilToldMilliseconds: 10 * SECOND,
    leaseMilliseconds: 60 * MINUTE,
    rivalAfterMilliseconds: 5 * SECOND,
    longMilliseconds: MINUTE,
    pauseAfter: () => 100,
  };
  const slice = (sliceKey: string, studioId: number, queuedAt = 0, isLong = false) => ({
    sliceKey,
    studioId,
    queuedAt,
    isLong,
  });
  type Slice = ReturnType<typeof slice>;
  const run = (of: Slice, seconds: number, takesLong = false): Run => ({
    slice: of,
    engineIndex: 0,
    ranMilliseconds: seconds * SECOND,
    takesLong,
  });

  /** The books of a dispatcher with one engine, with numbers of slices to run at once and to have waiting. */
  const withEngine = (runs: number, more: number, test: (turns: DispatcherStore) => void) =>
    runInDurableObject(env.DISPATCHER.get(env.DISPATCHER.newUniqueId()), (_, { storage }) => {
      const turns = new DispatcherStore(storage.sql, [null], PAUSES);
      turns.recordCapacity(0, { places: runs + more, runs });
      test(turns);
    });

  const granted = (turns: DispatcherStore, now: number, ...slices: Slice[]) => {
    for (const one of slices) turns.enqueue(one);
    return turns.grant(now).map(({ sliceKey }) => sliceKey);
  };

  const [a1, a2, a3] = [slice("a1", 1), slice("a2", 1, 1), slice("a3", 1, 2)];

  it("goes on however long it takes while no other studio waits", () =>
    withEngine(2, 0, (turns) => {
      expect(granted(turns, 0, a1, a2, a3)).toEqual(["a1", "a2"]);
      expect(turns.decide(run(a1, 10 * 60, true), 10 * MINUTE)).toBe("slow_lane");
      expect(turns.decide(run(a2, 10 * 60, true), 10 * MINUTE), "the slow lane is full").toBe("quick_lane");
    }));

  it("of a studio that runs two gives way to one that has waited for 5 s and runs none, and not before", () =>
    withEngine(2, 0, (turns) => {
      granted(turns, 0, a1, a2);
      granted(turns, 0, slice("b", 2, 8 * SECOND));
      expect(turns.decide(run(a1, 12), 12 * SECOND)).toBe("quick_lane");
      expect(turns.decide(run(a1, 4), 14 * SECOND), "it has only begun").toBe("quick_lane");
      expect(turns.decide(run(a1, 14), 14 * SECOND)).toBe("gives_way");
      expect(turns.decide(run(a2, 14), 14 * SECOND), "one is enough").toBe("quick_lane");
    }));

  it("that gave way frees its place for the other studio, and the next of the two goes on", () =>
    withEngine(2, 0, (turns) => {
      granted(turns, 0, a1, a2);
      granted(turns, 0, slice("b", 2));
      expect(turns.decide(run(a1, 5), 5 * SECOND)).toBe("gives_way");
      turns.giveWay(a1);
      expect(granted(turns, 5 * SECOND)).toEqual(["b"]);
      expect(turns.decide(run(a2, 6), 6 * SECOND)).toBe("quick_lane");
    }));

  it("is not ended for a studio that runs a slice already", () =>
    withEngine(3, 0, (turns) => {
      granted(turns, 0, slice("b", 2), a1, a2, slice("b2", 2));
      expect(turns.decide(run(a1, 50), 50 * SECOND)).toBe("quick_lane");
    }));

  it("gives way to a slice that only waits in the engine, behind those that run", () =>
    withEngine(2, 1, (turns) => {
      expect(granted(turns, 0, a1, a2)).toEqual(["a1", "a2"]);
      expect(granted(turns, 1, slice("b", 2))).toEqual(["b"]);
      expect(turns.decide(run(a2, 6), 6 * SECOND)).toBe("gives_way");
    }));

  it("that takes long gives way if the slow lane is full, though its studio runs no other", () =>
    withEngine(2, 0, (turns) => {
      const [c, b] = [slice("c", 3, 1), slice("b", 2, 2)];
      granted(turns, 0, a1, c);
      expect(turns.decide(run(a1, 1, true), SECOND)).toBe("slow_lane");
      expect(turns.decide(run(c, 1, true), SECOND), "none waits").toBe("quick_lane");
      granted(turns, 2 * SECOND, b);
      expect(turns.decide(run(c, 2, true), 2 * SECOND)).toBe("gives_way");
      expect(turns.decide(run(a1, 6, true), 6 * SECOND)).toBe("slow_lane");
    }));

  it("is ended for no other that takes long: a quick place would not help it", () =>
    withEngine(2, 0, (turns) => {
      granted(turns, 0, a1, a2);
      turns.giveWay(slice("b", 2));
      expect(turns.decide(run(a2, 50), 50 * SECOND)).toBe("quick_lane");
    }));

  it("has a minute if there is one place only, and then gives way", () =>
    withEngine(1, 1, (turns) => {
      granted(turns, 0, a1, slice("b", 2));
      expect(turns.decide(run(a1, 20, true), 20 * SECOND)).toBe("slow_lane");
      expect(turns.decide(run({ ...a1, isLong: true }, 61, true), 61 * SECOND)).toBe("gives_way");
    }));

  it("is ended for no rival while its engine cannot be reached: the rival may run there too", () =>
    withEngine(2, 0, (turns) => {
      granted(turns, 0, a1, slice("b", 2));
      turns.pauseEngine(0, "unreachable", MINUTE);
      expect(turns.decide(run({ ...a1, isLong: true }, 61, true), 61 * SECOND)).toBe("slow_lane");
    }));

  it("that waits for a full slow lane is ahead of none, and none is counted ahead of it", () =>
    withEngine(2, 0, (turns) => {
      const [running, waiting] = [slice("long-1", 1, 0, true), slice("long-2", 1, 1, true)];
      expect(granted(turns, 0, running, slice("b", 2), waiting)).toEqual(["long-1", "b"]);
      granted(turns, 0, slice("quick", 1, 2), slice("quick-2", 1, 3));
      expect(turns.ahead(["long-1", "long-2", "quick", "quick-2"])).toEqual([0, null, 0, 1]);
      turns.release("long-1");
      expect(turns.ahead(["long-2", "quick", "quick-2"])).toEqual([0, 1, 2]);
    }));

  it("that takes long gets half of the places at most, whichever studios wait, and any other the rest", () =>
    withEngine(4, 0, (turns) => {
      const long = [1, 2, 3, 4].map((studioId) => slice(`long-${studioId}`, studioId, studioId, true));
      expect(granted(turns, 0, ...long)).toEqual(["long-1", "long-2"]);
      expect(granted(turns, 0, slice("short", 1, 9))).toEqual(["short"]);
      expect(turns.longSlices()).toEqual({ running: 2, waiting: 2 });
      turns.release("long-1");
      expect(granted(turns, 0)).toEqual(["long-3"]);
    }));
});

describe("a slice", () => {
  let clock: { later: number };
  let engine: ScriptedEngine;

  beforeEach(async () => {
    clock = await freshWorker();
    engine = new ScriptedEngine();
    engine.places = 2;
    engine.behaviour = "slicing";
  });

  async function started(studioId: number, audience: "studio" | "visitor" = "studio") {
    const { request: asked, job } = await newSlice(studioId);
    const request = { ...asked, audience };
    await job.start(request, 0);
    return { request, job, sliceKey: request.sliceKey };
  }

  async function sliced(studioId: number, audience?: "studio" | "visitor") {
    const slice = await started(studioId, audience);
    await until(slice.job, "slicing");
    return slice;
  }

  /** Waits for the effects of the slices' alarms, which do not fire by themselves while the clock is ahead. */
  const untilDriven = (jobs: readonly SliceJob[], expectation: () => void | Promise<void>) =>
    vi.waitFor(
      async () => {
        for (const job of jobs) runDurableObjectAlarm(job).catch(() => {});
        await expectation();
      },
      { timeout: 20_000 },
    );

  const untilDone = async (job: SliceJob) => expect(await job.read(20_000)).toMatchObject({ status: "done" });

  it("that gives way is ended once, begins anew when there is room, and its progress does not fall", async () => {
    const [first, second] = [await sliced(1), await sliced(1)];
    engine.progress = 60;
    await vi.waitFor(async () => expect((await second.job.read(0))?.progress).toBe(60), { timeout: 10_000 });
    const rival = await started(2);
    clock.later += 6 * SECOND;
    await vi.waitFor(() => expect(engine.submitted).toHaveLength(3), { timeout: 10_000 });
    expect(engine.submitted[2]).toBe(rival.sliceKey);
    const [ended] = engine.forgotten;
    const [gone, other] = ended === first.sliceKey ? [first, second] : [second, first];
    expect(ended).toBe(gone.sliceKey);
    expect(await gone.job.read(0)).toMatchObject({ status: "queued", progress: 60 });
    expect(await gone.job.report()).toMatchObject({ isLong: true, gaveWay: true, lostRuns: 0 });
    engine.progress = 5;
    engine.done.add(rival.sliceKey).add(other.sliceKey);
    await untilDone(rival.job);
    const runsOf = (sliceKey: string) => engine.submitted.filter((key) => key === sliceKey).length;
    await untilDriven([gone.job], () => expect(runsOf(gone.sliceKey)).toBe(2));
    const [another, last] = [await started(1), await started(3)];
    await untilDriven([another.job], () => expect(engine.submitted).toContain(another.sliceKey));
    clock.later += MINUTE;
    await untilDriven([last.job], () => expect(engine.submitted).toContain(last.sliceKey));
    expect(await gone.job.read(0), "it is not ended again").toMatchObject({ status: "slicing", progress: 60 });
    expect(await another.job.report(), "the other one is").toMatchObject({ gaveWay: true });
    engine.behaviour = "done";
    await untilDone(gone.job);
    expect(runsOf(gone.sliceKey)).toBe(2);
  });

  it("that gives way keeps its place if it is told of it before the dispatcher hears that it gave way", async () => {
    const jobs = [await sliced(1), await sliced(1)];
    const forgetting = Promise.withResolvers<void>();
    engine.deleteArrival = forgetting.promise;
    await started(2);
    clock.later += 6 * SECOND;
    const reports = () => Promise.all(jobs.map(({ job }) => job.report()));
    await vi.waitFor(async () => expect(await reports()).toContainEqual(expect.objectContaining({ gaveWay: true })), {
      timeout: 10_000,
    });
    const gone = jobs[(await reports()).findIndex((report) => report?.gaveWay === true)];
    if (gone === undefined) throw new Error("none gave way");
    expect(await gone.job.turn(0, Date.now() + 10 * MINUTE)).toBe(true);
    forgetting.resolve();
    await vi.waitFor(() => expect(engine.submitted.filter((key) => key === gone.sliceKey)).toHaveLength(2), {
      timeout: 10_000,
    });
    expect((await dispatcher().health()).longSlices, "it waits for no place").toMatchObject({ waiting: 0 });
  });

  it("that is expected to take long is in the slow lane at once, and another studio's is sliced beside it", async () => {
    engine.workSeconds = 300;
    const long = await sliced(1);
    const inLane = { isLong: true, gaveWay: false };
    await vi.waitFor(async () => expect(await long.job.report()).toMatchObject(inLane), { timeout: 10_000 });
    expect((await dispatcher().health()).longSlices).toEqual({ running: 1, waiting: 0 });
    engine.workSeconds = 0;
    const short = await sliced(2);
    engine.done.add(short.sliceKey);
    await untilDone(short.job);
    expect(await long.job.read(0)).toMatchObject({ status: "slicing" });
  });

  it("of a visitor that is expected to take long fails with the reason, and is sliced for the studio itself", async () => {
    engine.workSeconds = 61;
    const { job, request } = await started(1, "visitor");
    const failure = { fault: "model", code: "model_too_complex", message: expect.stringContaining("while you wait") };
    expect(await job.read(20_000)).toMatchObject({ status: "failed", failure });
    await vi.waitFor(() => expect(engine.forgotten).toEqual([request.sliceKey]), { timeout: 10_000 });
    expect(await job.start(request, 1000), "it is not begun again for the visitor").toMatchObject({ failure });
    const ofStudio = { ...request, audience: "studio" } as const;
    await job.start(ofStudio, 0);
    await until(job, "slicing");
    engine.behaviour = "done";
    await untilDone(job);
    expect(await job.start(request, 1000)).toMatchObject({ status: "done" });
  });

  it("of a visitor fails after two minutes, and not if the studio has asked for it meanwhile", async () => {
    const [visitors, shared] = [await sliced(1, "visitor"), await sliced(1, "visitor")];
    await shared.job.start({ ...shared.request, audience: "studio" }, 0);
    clock.later += 2 * MINUTE + SECOND;
    expect(await visitors.job.read(20_000)).toMatchObject({ failure: { code: "model_too_complex" } });
    expect(await shared.job.read(0)).toMatchObject({ status: "slicing" });
  });

  it("of a studio is sliced however long it is expected to take: the engine's timeout is its limit", async () => {
    engine.workSeconds = 10_000;
    const { job } = await sliced(1);
    await vi.waitFor(async () => expect(await job.report()).toMatchObject({ isLong: true }), { timeout: 10_000 });
    engine.behaviour = "done";
    await untilDone(job);
  });
});
