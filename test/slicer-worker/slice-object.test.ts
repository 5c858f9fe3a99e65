// One slice's object against a scripted engine: faults that it survives, and its outcomes.

import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_MESH_BYTES } from "../../slicer-service/src/contract/objects-of-model.ts";
import { type SliceRequest, sliceResultKvKey } from "../../slicer-service/src/contract/slices.ts";
import type { StoredSlice } from "../../slicer-service/src/slice.store.ts";
import { RESULT, ScriptedEngine } from "./scripted-engine.ts";
import { dispatcher, env, freshWorker, jobOf, newSlice, type SliceJob, until } from "./slices.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let clock: { later: number };
let engine: ScriptedEngine;

beforeEach(async () => {
  clock = await freshWorker();
  engine = new ScriptedEngine();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets the slice go on although the Worker's clock is too far ahead of the alarms' for them to fire by themselves. */
async function untilDoneBeforeTime(job: SliceJob): Promise<void> {
  await vi.waitFor(
    async () => {
      clock.later += MINUTE;
      await runDurableObjectAlarm(dispatcher());
      await runDurableObjectAlarm(job);
      expect((await job.read(0))?.status).toBe("done");
    },
    { timeout: 20_000 },
  );
}

describe("a slice", () => {
  it("is done by the engine with the model's bytes, copied to KV, and forgotten by the engine", async () => {
    const { request, job } = await newSlice();
    const state = await job.start(request, 10_000);
    expect(state).toMatchObject({ status: "done", progress: 100, result: RESULT });
    expect(engine.receivedBodies).toEqual(["the model's bytes"]);
    await vi.waitFor(async () => {
      expect(await env.SLICE_RESULTS.get(sliceResultKvKey(request.sliceKey), "json")).toEqual(state);
    });
    await vi.waitFor(() => expect(engine.forgotten).toEqual([request.sliceKey]));
  });

  it("runs once for 50 requests at once, and not again for later ones", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "slicing";
    const asked = Promise.all(Array.from({ length: 50 }, () => job.start(request, 10_000)));
    await until(job, "slicing");
    engine.behaviour = "done";
    for (const state of await asked) expect(state.status).toBe("done");
    expect((await job.start(request, 0)).status).toBe("done");
    expect(engine.submitted).toHaveLength(1);
  });

  it("answers at once with its progress if the caller does not wait", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "slicing";
    engine.progress = 40;
    expect(await job.start(request, 0)).toEqual({ status: "queued", progress: 0, ahead: null });
    await vi.waitFor(async () => expect(await job.read(0)).toEqual({ status: "slicing", progress: 40 }));
    engine.behaviour = "done";
    expect((await job.read(10_000))?.status).toBe("done");
  });

  it("reads as null if it was never started", async () => {
    const { job } = await newSlice();
    expect(await job.read(0)).toBeNull();
  });
});

describe("a model's thumbnail", () => {
  const storedFor = async ({ model }: SliceRequest) => {
    const object = await env.MODELS.get(model.objectKey.replace("/models/", "/thumbnails/"));
    return object && { text: await object.text(), mediaType: object.httpMetadata?.contentType };
  };

  it("is drawn with its first slice, stored beside its file, and not drawn again with the next", async () => {
    const { request, job } = await newSlice();
    await job.start(request, 10_000);
    await vi.waitFor(async () => {
      expect(await storedFor(request)).toEqual({ text: "a picture", mediaType: "image/png" });
    });
    const next = await newSlice();
    await next.job.start({ ...next.request, model: request.model }, 10_000);
    expect([...engine.drawn]).toEqual([request.sliceKey]);
  });

  it("is missing after a slice that failed, and drawn with one that is done", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "model_fails";
    await job.start(request, 10_000);
    expect(await storedFor(request)).toBeNull();
    engine.behaviour = "done";
    const next = await newSlice();
    await next.job.start({ ...next.request, model: request.model }, 10_000);
    await vi.waitFor(async () => expect((await storedFor(request))?.text).toBe("a picture"));
  });

  it.each([
    ["larger than any drawing", "x".repeat(64 * 1024 + 1)],
    ["refused by the bucket", "a picture"],
  ])("is left out if it is %s, and the slice is done", async (_, drawing) => {
    const { request, job } = await newSlice();
    engine.drawing = drawing;
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    if (drawing === "a picture") vi.spyOn(env.MODELS, "put").mockRejectedValue(new Error("R2 is down"));
    expect((await job.start(request, 10_000)).status).toBe("done");
    await vi.waitFor(() => expect(warned).toHaveBeenCalledWith(expect.stringContaining("thumbnail")));
    expect(await storedFor(request)).toBeNull();
  });
});

describe("the mesh of a STEP file", () => {
  const storedFor = async ({ model }: SliceRequest) => {
    const object = await env.MODELS.get(model.objectKey.replace("/models/", "/meshes/"));
    return object && { text: await object.text(), mediaType: object.httpMetadata?.contentType };
  };
  const newStepSlice = async () => {
    const { request, job } = await newSlice();
    return { request: { ...request, model: { ...request.model, format: "step" as const } }, job };
  };

  it("is there when its first slice is done, beside the file, and not written again with the next", async () => {
    const { request, job } = await newStepSlice();
    expect((await job.start(request, 10_000)).status).toBe("done");
    expect(await storedFor(request)).toEqual({ text: "triangles", mediaType: "model/stl" });
    const next = await newSlice();
    await next.job.start({ ...next.request, model: request.model }, 10_000);
    expect([...engine.meshed]).toEqual([request.sliceKey]);
  });

  it("is not asked for with a format that browsers read", async () => {
    const { request, job } = await newSlice();
    await job.start(request, 10_000);
    expect(engine.meshed.size).toBe(0);
  });

  it.each([
    "is cut short",
    "is longer than it says",
    "is too large for a phone",
    "is refused by the bucket",
    "is kept waiting",
  ])("is left out if it %s, and the slice is done", async (fault) => {
    const { request, job } = await newStepSlice();
    if (fault === "is cut short") engine.meshBytes = engine.mesh.length + 1;
    if (fault === "is longer than it says") engine.meshBytes = engine.mesh.length - 1;
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    if (fault === "is too large for a phone") engine.meshBytes = MAX_MESH_BYTES + 1;
    if (fault === "is kept waiting") {
      const { timeout } = AbortSignal;
      vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) =>
        timeout.call(AbortSignal, milliseconds / 10),
      );
      vi.spyOn(env.MODELS, "put").mockReturnValue(new Promise(() => {}));
    }
    if (fault === "is refused by the bucket") vi.spyOn(env.MODELS, "put").mockRejectedValue(new Error("R2 is down"));
    expect((await job.start(request, 10_000)).status).toBe("done");
    const reason = fault === "is too large for a phone" ? `a mesh of ${MAX_MESH_BYTES + 1} bytes` : "mesh";
    expect(warned).toHaveBeenCalledWith(expect.stringContaining(reason));
    expect(await storedFor(request)).toBeNull();
  });
});

describe("a slice survives", () => {
  it.each(["refuses_connections", "is_full", "is_another", "hangs"] as const)(
    "an engine that %s for a while",
    async (behaviour) => {
      const { request, job } = await newSlice();
      engine.behaviour = behaviour;
      expect((await job.start(request, 200)).status).toBe("queued");
      engine.behaviour = "done";
      expect((await job.read(20_000))?.status).toBe("done");
      expect(engine.submitted).toHaveLength(1);
    },
  );

  it("the engine killed in its middle, without going back in progress", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "slicing";
    engine.progress = 70;
    await job.start(request, 0);
    await vi.waitFor(async () => expect((await job.read(0))?.progress).toBe(70));
    engine.kill();
    await new Promise((resolve) => setTimeout(resolve, 100));
    engine.behaviour = "slicing";
    engine.progress = 5;
    await vi.waitFor(() => expect(engine.submitted).toHaveLength(2), { timeout: 20_000 });
    expect((await job.read(0))?.progress).toBe(70);
    engine.behaviour = "done";
    expect((await job.read(10_000))?.status).toBe("done");
  });

  it("the sudden end of its object", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "refuses_connections";
    await job.start(request, 100);
    await abortAllDurableObjects();
    engine.behaviour = "done";
    expect((await jobOf(request.sliceKey).read(20_000))?.status).toBe("done");
  });

  it("an update of the Worker: its record is read though it has earlier names", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "slicing";
    engine.progress = 30;
    await job.start(request, 0);
    await until(job, "slicing");
    await runInDurableObject(job, (_, { storage }) => {
      const { engineIndex, queuedAt, silentSince, ...slice } = storage.kv.get<StoredSlice>("slice") ?? expect.fail();
      const { engineName, studioId, ...requested } = slice.request;
      storage.kv.put("slice", { ...slice, engine: engineIndex, request: { ...requested, engine: engineName } });
    });
    engine.progress = 60;
    await abortAllDurableObjects();
    const updated = jobOf(request.sliceKey);
    await vi.waitFor(async () => expect((await updated.read(0))?.progress).toBe(60));
    expect(engine.submitted, "it is followed where it runs, and not submitted again").toHaveLength(1);
    engine.known.clear();
    await vi.waitFor(() => expect(engine.engineNames).toEqual(["scripted/1", "scripted/1"]));
    engine.behaviour = "done";
    expect(await updated.read(20_000)).toMatchObject({ status: "done", result: RESULT });
  });

  it("its alarm firing twice", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "refuses_connections";
    await job.start(request, 50);
    engine.behaviour = "done";
    await Promise.all([runDurableObjectAlarm(job), runDurableObjectAlarm(job)]);
    expect((await job.read(10_000))?.status).toBe("done");
    expect(engine.submitted).toHaveLength(1);
  });

  it("its alarm firing twice at once in its middle, and once more after its end", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "slicing";
    engine.progress = 30;
    await job.start(request, 0);
    await until(job, "slicing");
    const alarms = Promise.all([runDurableObjectAlarm(job), runDurableObjectAlarm(job)]);
    engine.progress = 60;
    await vi.waitFor(async () => expect((await job.read(0))?.progress).toBe(60));
    engine.behaviour = "done";
    const done = await job.read(10_000);
    await alarms;
    expect(done?.status).toBe("done");
    await runDurableObjectAlarm(job);
    expect(await job.read(0)).toEqual(done);
    expect(engine.submitted).toHaveLength(1);
  });

  it("a DELETE of its last run that arrives late: it does not kill the run begun after it", async () => {
    const { request, job } = await newSlice();
    const deleteArrival = Promise.withResolvers<void>();
    engine.deleteArrival = deleteArrival.promise;
    engine.behaviour = "slicing";
    await job.start(request, 0);
    await until(job, "slicing");
    await env.MODELS.delete(request.model.objectKey);
    // The engine lost the slice, and the model it would be made of again is gone too.
    engine.known.clear();
    expect((await job.read(10_000))?.status).toBe("failed");
    await env.MODELS.put(request.model.objectKey, "the model's bytes");
    await job.start(request, 300);
    deleteArrival.resolve();
    await vi.waitFor(() => expect(engine.forgotten).toHaveLength(1));
    await until(job, "slicing");
    engine.behaviour = "done";
    expect((await job.read(10_000))?.status).toBe("done");
    expect(engine.submitted).toHaveLength(2);
  });

  it("KV that rejects writes: it is read from its object, and copied at the next start", async () => {
    const { request, job } = await newSlice();
    const put = vi.spyOn(env.SLICE_RESULTS, "put").mockRejectedValue(new Error("KV is down"));
    expect((await job.start(request, 10_000)).status).toBe("done");
    await vi.waitFor(() => expect(put).toHaveBeenCalledOnce());
    put.mockRestore();
    expect((await job.start(request, 0)).status).toBe("done");
    await vi.waitFor(async () => {
      expect(await env.SLICE_RESULTS.get(sliceResultKvKey(request.sliceKey), "json")).toMatchObject({ result: RESULT });
    });
  });
});

describe("a slice ends", () => {
  it("failed for good if the model is at fault", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "model_fails";
    const failed = await job.start(request, 10_000);
    expect(failed).toMatchObject({ status: "failed", failure: { fault: "model", code: "open_mesh" } });
    engine.behaviour = "done";
    expect(await job.start(request, 1000)).toEqual(failed);
    expect(await env.SLICE_RESULTS.get(sliceResultKvKey(request.sliceKey))).toBeNull();
  });

  it("failed if no engine accepted it for an hour, and starts anew at the next request", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "refuses_connections";
    await job.start(request, 100);
    clock.later = HOUR + 60_000;
    await runDurableObjectAlarm(job);
    const failed = await job.read(1000);
    expect(failed).toMatchObject({ status: "failed", failure: { fault: "service", code: "engine_unavailable" } });
    engine.behaviour = "done";
    await job.start(request, 0);
    await untilDoneBeforeTime(job);
  });

  it("failed for an hour, and then starts anew, if the slicer could not manage the model", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "is_too_complex";
    expect(await job.start(request, 10_000)).toMatchObject({ failure: { fault: "model", code: "model_too_complex" } });
    engine.behaviour = "done";
    clock.later = HOUR - 1000;
    expect((await job.start(request, 1000)).status).toBe("failed");
    clock.later = HOUR + 1000;
    const begun = await job.start(request, 0);
    expect(begun.status).toBe("queued");
  });

  it("failed by the service if the engine breaks down again and again, and the model is not blamed", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "breaks_down";
    const failed = await job.start(request, 20_000);
    expect(failed).toMatchObject({ status: "failed", failure: { fault: "service", code: "engine_unavailable" } });
    // The first run and five more; the seventh is given up as soon as it turns out to be another one.
    expect(engine.submitted).toHaveLength(7);
  });

  it("failed if the engine broke down and cannot be reached to forget it, without a flood of requests", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "breaks_down";
    engine.forgets = false;
    await job.start(request, 1000);
    expect(engine.requests).toBeLessThan(20);
    clock.later = HOUR + 60_000;
    await runDurableObjectAlarm(job);
    expect(await job.read(1000)).toMatchObject({ status: "failed", failure: { code: "engine_unavailable" } });
    engine.forgets = true;
    engine.behaviour = "done";
    await job.start(request, 0);
    await untilDoneBeforeTime(job);
  });

  it("failed if its runs are lost again and again", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "slicing";
    await job.start(request, 0);
    for (let run = 1; run <= 6; run++) {
      await vi.waitFor(() => expect(engine.submitted).toHaveLength(run), { timeout: 10_000 });
      await until(job, "slicing");
      engine.known.clear();
    }
    const failed = await job.read(10_000);
    expect(failed).toMatchObject({ status: "failed", failure: { fault: "service", code: "engine_unavailable" } });
  });

  it("failed if the engine rejects the request again and again", async () => {
    const { request, job } = await newSlice();
    engine.behaviour = "rejects";
    await job.start(request, 0);
    await vi.waitFor(
      async () => {
        await runDurableObjectAlarm(job);
        expect(await job.read(0)).toMatchObject({ status: "failed", failure: { fault: "service" } });
      },
      { timeout: 10_000 },
    );
    expect(engine.receivedBodies).toHaveLength(6);
  });

  it("failed if the model's file is gone, and begins anew with the file that was sent again", async () => {
    const { request, job } = await newSlice();
    await env.MODELS.delete(request.model.objectKey);
    const failed = await job.start(request, 10_000);
    expect(failed).toMatchObject({ status: "failed", failure: { fault: "service", code: "model_file_missing" } });
    const objectKey = `${request.model.objectKey}-again`;
    await env.MODELS.put(objectKey, "the model's bytes");
    const again = await job.start({ ...request, model: { ...request.model, objectKey } }, 10_000);
    expect(again.status).toBe("done");
  });

  it("forgotten after its retention of 45 days", async () => {
    const { request, job } = await newSlice();
    await job.start(request, 10_000);
    clock.later = 45 * DAY + 1000;
    await runDurableObjectAlarm(job);
    expect(await job.read(0)).toBeNull();
  });
});
