// Slicing jobs: slicing ahead, polling, waiting, and a slicer or KV that fails.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anotherBox, binaryStl, box, uniqueBox, withoutFaces } from "../../harness/models.ts";
import { type SlicerService, type SliceState, sliceResultKvKey } from "../../slicer-service/src/contract/slices.ts";
import { slicingJobs } from "../../src/db/schema.ts";
import { addQuality } from "./support/catalog.ts";
import { orderOfBox } from "./support/orders.ts";
import { engineRuns, modelFile, post, printingStudio, WAIT } from "./support/requests.ts";
import { idleSlicer, scriptedSlicer } from "./support/scripted-slicer.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

interface Accepted {
  readonly jobId: string;
  readonly status: string;
  readonly statusUrl: string;
  readonly modelId: string;
}

interface Job {
  readonly jobId: string;
  readonly status: string;
  readonly progress: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly errorMessage: string | null;
  readonly printingTimeMinutes: number | null;
  readonly items: readonly Record<string, unknown>[];
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const openBox = () => binaryStl(withoutFaces(box([0, 0, 0], [20 + Math.random(), 20, 20]), 1));

function slice(studio: TestStudio, printingQualityId: number, model = modelFile(anotherBox())) {
  return post<Accepted>(studio, "/slicing-jobs", { model, printingQualityId }, {});
}

/** A KV namespace that can only be read. */
function kvThatAnswers(get: () => Promise<unknown>): KVNamespace {
  return { get } as unknown as KVNamespace;
}

const readJob = (studio: TestStudio, jobId: string, prefer = "wait=30") =>
  studio.answer<Job>(`/slicing-jobs/${jobId}`, { headers: { Prefer: prefer } });

describe("POST /slicing-jobs", () => {
  it("slices ahead of a quote: 202 with the job, and the quote then finds it sliced", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const model = modelFile(uniqueBox());
    const { status, headers, body } = await slice(studio, printingQualityId, model);
    expect(status).toBe(202);
    expect(headers.get("Location")).toBe(body.data.statusUrl);
    expect(headers.get("Retry-After")).toBe("1");
    expect(new URL(body.data.statusUrl).pathname).toBe(`/api/v1/slicing-jobs/${body.data.jobId}`);

    const job = await readJob(studio, body.data.jobId);
    expect(job.body.data).toMatchObject({ status: "done", progress: 100, errorMessage: null });
    const runs = await engineRuns();
    const quote = await post(studio, "/quotes", { model, materialId, printingQualityId }, { Prefer: "wait=0" });
    expect(quote.status).toBe(200);
    expect(await engineRuns()).toBe(runs);
    expect((await slice(studio, printingQualityId, model)).status).toBe(200);
  });

  it("answers 400 with the reason when a model that cannot be sliced is sent again", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const model = modelFile(openBox(), "open.stl");
    const { body } = await slice(studio, printingQualityId, model);
    expect((await readJob(studio, body.data.jobId)).body.data.status).toBe("failed");
    const again = await slice(studio, printingQualityId, model);
    expect(again.status).toBe(400);
    expect(again.body.errors?.model?.[0]).toMatch(/^"open.stl": /);
  });

  it("answers 404 for another studio's quality, 400 for one that is inactive or cannot be sliced", async () => {
    const [{ studio }, other] = [await printingStudio(), await printingStudio()];
    expect((await slice(studio, other.printingQualityId)).status).toBe(404);
    const thick = { layerHeightMicrometres: 500 };
    for (const row of [
      { isActive: false },
      { technologyId: 3 as const, layerHeightMicrometres: 501 },
      thick,
      { infillPercent: 101 },
      { wallCount: 101 },
    ]) {
      const { status, body } = await slice(studio, await addQuality(studio, row));
      expect(status).toBe(400);
      expect(Object.keys(body.errors ?? {})).toEqual(["printingQualityId"]);
    }
  });
});

describe("GET /slicing-jobs/{jobId}", () => {
  it("shows the figures of a job's only file at the top level too", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const { body } = await slice(
      studio,
      printingQualityId,
      modelFile(binaryStl(box([0, 0, 0], [20, 10, 5])), "brick.stl"),
    );
    const { data } = (await readJob(studio, body.data.jobId)).body;
    const figures = {
      engine: env.SLICE_ENGINE,
      printingTimeMinutes: expect.any(Number),
      materialUsed: expect.any(Number),
      materialUnit: "cm3",
      modelMetrics: { volumeCm3: 1, dimensions: { x: 20, y: 10, z: 5 } },
    };
    const sliced = {
      originalFileName: "brick.stl",
      modelId: body.data.modelId,
      printingQualityId,
      technology: { id: 1, name: "FDM", slug: "fdm", materialCount: 0 },
    };
    expect(data).toEqual({
      jobId: body.data.jobId,
      ...sliced,
      status: "done",
      progress: 100,
      createdAt: expect.any(String),
      finishedAt: expect.any(String),
      errorMessage: null,
      errorCode: null,
      warnings: [],
      queuedAhead: null,
      ...figures,
      items: [
        {
          index: 0,
          ...sliced,
          status: "done",
          progress: 100,
          queuedAhead: null,
          errorMessage: null,
          errorCode: null,
          warnings: [],
          ...figures,
        },
      ],
    });
    expect(Date.parse(data.finishedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(data.createdAt));
  });

  it("counts its age anew if it is run again", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const slow = studio.meeting({ SLICER: idleSlicer });
    const fields = { materialId, printingQualityId, model: modelFile(anotherBox()) };
    const ask = async () => {
      const answer = await post<Accepted>(slow, "/quotes", fields, { Prefer: "wait=0" });
      return [answer.status, answer.headers.get("Retry-After"), answer.body.data.jobId];
    };
    const [, , jobId] = await ask();
    const ago = (minutes: number) =>
      studio.db.update(slicingJobs, { createdAt: Date.now() - minutes * 60_000 }, eq(slicingJobs.id, String(jobId)));
    await ago(30);
    expect(await ask()).toEqual([202, "30", jobId]);
    await ago(24 * 60);
    expect(await ask()).toEqual([202, "1", jobId]);
  });

  it("fails when one file fails and no other is still being sliced, and names the file", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const ids = { materialId, printingQualityId };
    const fields = orderOfBox(ids, {
      "models[]": [modelFile(anotherBox(), "good.stl"), modelFile(openBox(), "open.stl")],
      items: JSON.stringify([ids, ids]),
    });
    const accepted = await post<Accepted>(studio, "/orders", fields, { Prefer: "wait=0" });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
    const { data } = (await readJob(studio, accepted.body.data.jobId)).body;
    expect(data).toMatchObject({ status: "failed", printingTimeMinutes: null, engine: null });
    expect(data.errorMessage).toMatch(/^open.stl: The model's surface has a hole/);
    const inUkrainian = { headers: { "Accept-Language": "uk" } };
    const said = await studio.data<Job>(`/slicing-jobs/${accepted.body.data.jobId}`, inUkrainian);
    expect(said.errorMessage).toMatch(/^open.stl: Поверхня моделі має отвори/);
    expect(said.items[1]?.errorMessage).toMatch(/^Поверхня моделі має отвори/);
    expect(data.items).toMatchObject([
      { status: "done", engine: env.SLICE_ENGINE },
      { status: "failed", progress: expect.any(Number), engine: null },
    ]);

    const again = await post(studio, "/orders", fields, WAIT);
    expect(again.status).toBe(400);
    expect(again.body.errors?.["models[]"]?.[0]).toMatch(/^"open.stl": /);
  });

  it("carries Retry-After while unfinished, and says how many slices are before it while it waits", async () => {
    const { studio } = await printingStudio();
    // No engine works on this slice, so the job stays as it is.
    const jobId = crypto.randomUUID();
    const now = Date.now();
    await studio.db.insert(slicingJobs, {
      id: jobId,
      items: [{ sliceKey: "f".repeat(64), originalFileName: "slow.stl" }],
      createdAt: now,
      lastUsedAt: now,
    });
    const read = async (state: SliceState) => {
      const slicer = scriptedSlicer({ read: async () => [state] });
      return readJob(studio.meeting({ SLICER: slicer }), jobId, "wait=0");
    };
    const queued = (await read({ status: "queued", progress: 0, ahead: 3 })).body.data;
    expect(queued).toMatchObject({ status: "pending", queuedAhead: 3, items: [{ queuedAhead: 3 }] });
    const { body, headers } = await read({ status: "slicing", progress: 42 });
    expect(body.data).toMatchObject({ status: "processing", progress: 42, queuedAhead: null, finishedAt: null });
    expect(headers.get("Retry-After")).toBe("1");
  });

  it.each([
    [undefined, 2000],
    ["wait=7", 7000],
    ["respond-async, wait=5", 5000],
    ["wait=500", 30_000],
    ["wait=soon", 2000],
  ])("waits for slicing as long as Prefer says: %s", async (prefer, milliseconds) => {
    const { studio, printingQualityId } = await printingStudio();
    // The clock stands: without a stated wait, an older job is waited for longer.
    vi.useFakeTimers({ toFake: ["Date"] });
    const { body } = await slice(studio, printingQualityId);
    const read = vi.fn(async (): Promise<SliceState[]> => [{ status: "queued", progress: 0, ahead: 3 }]);
    const slow = studio.meeting({
      SLICER: scriptedSlicer({ read }),
      SLICE_RESULTS: kvThatAnswers(async () => new Map()),
    });
    const headers = prefer === undefined ? {} : { Prefer: prefer };
    await slow.fetch(`/slicing-jobs/${body.data.jobId}`, { headers });
    expect(read).toHaveBeenCalledWith([expect.any(String)], milliseconds);
  });

  it.each([
    [1, 2000],
    [7, 14_000],
    [40, 30_000],
  ])("waits for twice the age of a job of %d seconds if nothing is asked for", async (seconds, milliseconds) => {
    const { studio, printingQualityId } = await printingStudio();
    vi.useFakeTimers({ toFake: ["Date"] });
    const { body } = await slice(studio, printingQualityId);
    vi.setSystemTime(Date.now() + seconds * 1000);
    const read = vi.fn(async (): Promise<SliceState[]> => [{ status: "queued", progress: 0, ahead: 3 }]);
    const slow = studio.meeting({
      SLICER: scriptedSlicer({ read }),
      SLICE_RESULTS: kvThatAnswers(async () => new Map()),
    });
    await slow.fetch(`/slicing-jobs/${body.data.jobId}`);
    expect(read).toHaveBeenCalledWith([expect.any(String)], milliseconds);
  });
});

describe("a finished slice", () => {
  it("is found when KV still answers a miss, and when KV does not answer at all", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const fields = { model: modelFile(anotherBox()), materialId, printingQualityId };
    const first = await post(studio, "/quotes", fields);
    expect(first.status).toBe(200);
    const runs = await engineRuns();
    const kvIsDown = async () => {
      throw new Error("KV is down");
    };
    for (const answer of [async () => new Map(), kvIsDown]) {
      const stale = studio.meeting({ SLICE_RESULTS: kvThatAnswers(answer) });
      const again = await post(stale, "/quotes", fields, { Prefer: "wait=0" });
      expect(again.status, JSON.stringify(again.body)).toBe(200);
      expect(again.body).toEqual(first.body);
    }
    expect(await engineRuns()).toBe(runs);
  });

  it("is in KV under its slice key, for the retry after 202", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const { body } = await slice(studio, printingQualityId);
    await readJob(studio, body.data.jobId);
    const [job] = await studio.db.select(slicingJobs);
    const sliceKey = job?.items[0]?.sliceKey ?? "";
    expect(sliceKey).toMatch(/^[0-9a-f]{64}$/);
    await vi.waitFor(async () => {
      const kept = await env.SLICE_RESULTS.get(sliceResultKvKey(sliceKey), "json");
      expect(kept).toMatchObject({ status: "done", result: { engine: env.SLICE_ENGINE, dimensionsMm: {} } });
    });
  });
});

describe("a slicer that cannot be reached", () => {
  it("is answered 503, after one more attempt, and the same request succeeds later", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const fields = { model: modelFile(anotherBox()), materialId, printingQualityId };
    const start = vi.fn(() => Promise.reject(new Error("the slicer is being deployed")));
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { status, body } = await post(studio.meeting({ SLICER: scriptedSlicer({ start }) }), "/quotes", fields);
    expect(status).toBe(503);
    expect(body).toEqual({ data: null, metadata: null, errors: null, errorCode: "errors.slicerUnavailable" });
    expect(start).toHaveBeenCalledTimes(2);
    expect((await post(studio, "/quotes", fields)).status).toBe(200);
  });

  it("is not noticed by the client if it fails only once", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    let attempts = 0;
    const start: SlicerService["start"] = async (requests, wait) => {
      if (++attempts === 1) throw new Error("the object has moved");
      return env.SLICER.start(requests, wait);
    };
    const fields = { model: modelFile(anotherBox()), materialId, printingQualityId };
    const { status } = await post(studio.meeting({ SLICER: scriptedSlicer({ start }) }), "/quotes", fields);
    expect(status).toBe(200);
    expect(attempts).toBe(2);
  });
});

describe("an unknown job", () => {
  it("is 404", async () => {
    const studio = await createStudio();
    expect((await readJob(studio, crypto.randomUUID())).status).toBe(404);
  });
});
