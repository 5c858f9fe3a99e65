// The slicer Worker's answers to monitors and operators: its engine, its oldest slice, and everything that has not ended.

import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SlicerService } from "../../slicer-service/src/contract/slices.ts";
import { DispatcherStore } from "../../slicer-service/src/dispatcher.store.ts";
import { deployedImage } from "../../slicer-service/src/engine-image.ts";
import { ScriptedEngine } from "./scripted-engine.ts";
import { dispatcher, env, freshWorker, newSlice, until } from "./slices.ts";

// The entry point of this project's main Worker, as the API's binding names it.
const { Slicer: slicer } = exports as unknown as { readonly Slicer: SlicerService };

const MINUTE = 60_000;

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

async function started(studioId = 1) {
  const { request, job } = await newSlice(studioId);
  const askedAt = Date.now();
  await job.start(request, 0, askedAt);
  return { sliceKey: request.sliceKey, studioId, job, askedAt };
}

describe("the health of the slicer", () => {
  it("names the engine that answers, and says that nothing waits", async () => {
    engine.name = "another/2";
    expect(await slicer.health()).toEqual({
      engine: { status: "answering", engineName: "another/2" },
      oldestQueuedAt: null,
      longSlices: { running: 0, waiting: 0 },
    });
  });

  it.each(["refuses_connections", "hangs"] as const)(
    "says that an engine that %s is unreachable",
    async (behaviour) => {
      engine.behaviour = behaviour;
      expect((await slicer.health()).engine).toEqual({ status: "unreachable", since: null });
    },
  );

  it("says when the slice that waits longest was asked for, and not of one that is being sliced", async () => {
    const running = await started();
    await until(running.job, "slicing");
    clock.later += MINUTE;
    // The same studio's: for another's the running one would have to give way.
    const oldest = await started();
    clock.later += MINUTE;
    await started();
    expect((await slicer.health()).oldestQueuedAt).toBe(oldest.askedAt);
  });

  it("still sees a slice that the engine refuses, between its attempts", async () => {
    engine.behaviour = "is_another";
    const refused = await started();
    await vi.waitFor(async () => {
      expect(await dispatcher().ahead([refused.sliceKey])).toEqual([null]);
      expect((await slicer.health()).oldestQueuedAt).toBe(refused.askedAt);
    });
    engine.behaviour = "done";
    expect((await refused.job.read(20_000))?.status).toBe("done");
    await vi.waitFor(async () => expect((await slicer.health()).oldestQueuedAt).toBeNull());
  });

  it("takes it from the dispatcher whether containers answer: asking would keep them awake", async () => {
    const pauses = {
      untilToldMilliseconds: 10,
      leaseMilliseconds: 1000,
      rivalAfterMilliseconds: 5000,
      longMilliseconds: MINUTE,
      pauseAfter: () => 100,
    };
    await runInDurableObject(env.DISPATCHER.get(env.DISPATCHER.newUniqueId()), (_, { storage }) => {
      const turns = new DispatcherStore(storage.sql, [1, 1], pauses);
      turns.pauseEngine(0, "unreachable", 5);
      expect(turns.noEngineSince(), "the other one may answer").toBeNull();
      turns.pauseEngine(1, "unreachable", 9);
      expect(turns.noEngineSince()).toBe(9);
      turns.recordAnswer(0);
      expect(turns.noEngineSince()).toBeNull();
    });
  });
});

describe("a container of another image", () => {
  const [IMAGE, BEFORE] = [deployedImage(env), "prusaslicer-2.9.2/0"];
  const otherEngine = async () => (await dispatcher().health()).otherEngine;

  it("is told of since its first refusal, and not once it takes a slice", async () => {
    expect(await otherEngine()).toBeNull();
    const firstAt = Date.now();
    await dispatcher().containerAnswered("one", IMAGE, BEFORE);
    clock.later += 10 * MINUTE;
    await dispatcher().containerAnswered("one", IMAGE, BEFORE);
    expect(await otherEngine()).toMatchObject({ image: IMAGE, answeredAs: BEFORE });
    expect((await otherEngine())?.since).toBeLessThan(firstAt + MINUTE);
    await dispatcher().containerAnswered("one", IMAGE, null);
    expect(await otherEngine()).toBeNull();
  });

  it("is forgotten if it refused nothing for a quarter of an hour: the others took the waiting slices", async () => {
    await dispatcher().containerAnswered("one", IMAGE, BEFORE);
    clock.later += 14 * MINUTE;
    expect(await otherEngine()).not.toBeNull();
    clock.later += 2 * MINUTE;
    expect(await otherEngine()).toBeNull();
  });

  it("is no fault if that image is not deployed any more", async () => {
    await dispatcher().containerAnswered("one", "an image of before", BEFORE);
    expect(await otherEngine()).toBeNull();
  });
});

describe("a slice that has not ended", () => {
  it("is listed the oldest first, with its studio and how it stands", async () => {
    const running = await started(7);
    await until(running.job, "slicing");
    // No more: alarms are set by this clock, and fire by the real one.
    clock.later++;
    const waiting = await started(8);
    const { total, slices } = await slicer.unfinished(10);
    expect(total).toBe(2);
    const untroubled = { refusedSince: null, silentSince: null, lostRuns: 0, isLong: false, gaveWay: false };
    expect(slices).toEqual([
      {
        sliceKey: running.sliceKey,
        studioId: 7,
        queuedAt: running.askedAt,
        status: "slicing",
        slicingSince: expect.any(Number),
        ...untroubled,
      },
      {
        sliceKey: waiting.sliceKey,
        studioId: 8,
        queuedAt: waiting.askedAt,
        status: "queued",
        slicingSince: null,
        ...untroubled,
      },
    ]);
    engine.behaviour = "done";
    await waiting.job.read(20_000);
    await vi.waitFor(async () => expect(await slicer.unfinished(10)).toEqual({ total: 0, slices: [] }));
  });

  it("is counted in full even if few are listed, and shows the time of its first refusal", async () => {
    engine.behaviour = "is_another";
    const [first] = [await started(), await started()];
    await vi.waitFor(async () => {
      const { total, slices } = await slicer.unfinished(1);
      expect(total).toBe(2);
      expect(slices).toMatchObject([{ sliceKey: first.sliceKey, status: "queued", refusedSince: expect.any(Number) }]);
    });
  });

  it("is listed although its object does not answer", async () => {
    const { sliceKey } = await started();
    await abortAllDurableObjects();
    vi.spyOn(env.SLICE_OBJECT, "get").mockImplementation(() => {
      throw new Error("the object does not answer");
    });
    expect((await slicer.unfinished(10)).slices).toMatchObject([{ sliceKey, status: "unknown" }]);
  });
});
