// Fault tests: a slice survives failing engines, Workers and KV, as a client sees it.
//
// In every case the job ends, its progress never goes back, the price is that of an undisturbed slice, and the engine's
// own count states the number of its runs.

import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { binaryStl, sphere } from "../../../harness/models.ts";
import { models } from "../../../src/db/schema.ts";
import { FaultySystem, type FaultySystemSettings, type QuoteAnswer } from "./faulty-system.ts";

/** Slices for long enough to be met in the middle. */
const LONG_MODEL = binaryStl(sphere(25, 100));
/** Ends soon, and is still sent in several pieces. */
const SHORT_MODEL = binaryStl(sphere(4, 40));

/** Waits are a tenth of a deployed Worker's, on either side: a minute there is six seconds here. */
const WAIT_DIVISOR = 10;
const SECOND = 1000 / WAIT_DIVISOR;
const MINUTE = 60 * SECOND;

type Model = typeof LONG_MODEL;
const undisturbed = new Map<Model, QuoteAnswer>();

beforeAll(async () => {
  await withSystem(LONG_MODEL, async (system) => {
    for (const model of [LONG_MODEL, SHORT_MODEL]) {
      system.model = model;
      const { status, body } = await system.quote(30);
      expect(status, JSON.stringify(body)).toBe(200);
      undisturbed.set(model, body);
    }
  });
});

/** Gives a test a system of its own, and stops that however the test ends. */
async function withSystem(
  model: Model,
  test: (system: FaultySystem) => Promise<void>,
  more?: FaultySystemSettings,
): Promise<void> {
  const system = await FaultySystem.start(model, more);
  try {
    await test(system);
  } finally {
    await system.stop();
  }
}

async function expectUndisturbedPrice(system: FaultySystem): Promise<void> {
  const { status, body } = await system.quote(2);
  expect({ status, figures: figuresOf(body) }).toEqual({
    status: 200,
    figures: figuresOf(undisturbed.get(system.model)),
  });
}

/** Waits until the job is done; the price is right, and the engine that runs now has sliced once. */
async function expectDoneInOneRun(system: FaultySystem, jobId: string, progress = 0): Promise<void> {
  await system.until(jobId, ({ status }) => status === "done", progress);
  await expectUndisturbedPrice(system);
  expect(await system.runsStarted()).toBe(1);
}

describe("a job survives", { concurrent: true }, () => {
  /** A system whose Workers wait a tenth as long. */
  const withFastSystem = (model: Model, test: (system: FaultySystem) => Promise<void>) =>
    withSystem(model, test, { waitDivisor: WAIT_DIVISOR });

  it("an engine that refuses connections for a minute", () =>
    withFastSystem(SHORT_MODEL, async (system) => {
      await system.proxy.behave("refuses");
      const jobId = await system.startJob();
      await delay(MINUTE);
      expect(await system.job(jobId)).toMatchObject({ status: "pending", progress: 0 });
      await system.proxy.behave("passes");
      await expectDoneInOneRun(system, jobId);
    }));

  it("an engine that takes the model and never answers", () =>
    withFastSystem(SHORT_MODEL, async (system) => {
      await system.proxy.behave("hangs");
      const jobId = await system.startJob();
      await system.proxy.untilMet();
      await delay(5 * SECOND);
      expect(await system.job(jobId)).toMatchObject({ status: "pending", progress: 0 });
      // The request that was sent goes on hanging until the Worker's own timeout.
      await system.proxy.behave("passes");
      await expectDoneInOneRun(system, jobId);
    }));

  it("an engine that hangs in the middle of the slice", () =>
    withFastSystem(LONG_MODEL, async (system) => {
      const jobId = await system.startJob();
      const { progress } = await system.untilSlicing(jobId);
      await system.proxy.behave("hangs");
      await system.proxy.untilMet();
      await system.untilEngineIsIdle();
      await delay(3 * SECOND);
      await system.proxy.behave("passes");
      await expectDoneInOneRun(system, jobId, progress);
    }));

  it("an engine that is full, and a gateway that says so", () =>
    withFastSystem(SHORT_MODEL, async (system) => {
      await system.proxy.behave("answers 503");
      const jobId = await system.startJob();
      await system.proxy.untilMet();
      await delay(5 * SECOND);
      await system.proxy.behave("answers 429");
      await system.proxy.untilMet();
      await delay(5 * SECOND);
      expect(await system.job(jobId)).toMatchObject({ status: "pending", progress: 0 });
      await system.proxy.behave("passes");
      await expectDoneInOneRun(system, jobId);
    }));

  it("a connection that breaks while the model is handed over", () =>
    withFastSystem(SHORT_MODEL, async (system) => {
      await system.proxy.behave("cuts bodies short");
      const jobId = await system.startJob();
      await system.proxy.untilMet();
      await delay(2 * SECOND);
      await system.proxy.behave("passes");
      await expectDoneInOneRun(system, jobId);
    }));

  it("a connection that breaks before the engine's answers arrive, without slicing twice", () =>
    withFastSystem(SHORT_MODEL, async (system) => {
      await system.proxy.behave("cuts answers off");
      const jobId = await system.startJob();
      await system.proxy.untilMet();
      await delay(3 * SECOND);
      await system.proxy.behave("passes");
      await expectDoneInOneRun(system, jobId);
    }));
});

describe("a job survives that", { concurrent: true }, () => {
  it("the engine is killed in the middle of the slice", () =>
    withSystem(LONG_MODEL, async (system) => {
      const jobId = await system.startJob();
      const { progress } = await system.untilSlicing(jobId);
      await system.killEngine();
      await system.startEngineAgain();
      // The one run is the second engine's; the first took its own with it.
      await expectDoneInOneRun(system, jobId, progress);
    }));

  it("the Workers are killed in the middle of the slice, and start again while the engine still slices", () =>
    withSystem(LONG_MODEL, async (system) => {
      const jobId = await system.startJob();
      const { progress } = await system.untilSlicing(jobId);
      await system.killWorkers();
      await system.startWorkersAgain();
      await expectDoneInOneRun(system, jobId, progress);
    }));

  it("the Workers are killed in the middle of the slice, which the engine ends before they start again", () =>
    withSystem(LONG_MODEL, async (system) => {
      const jobId = await system.startJob();
      const { progress } = await system.untilSlicing(jobId);
      await system.killWorkers();
      await system.untilEngineIsIdle();
      await system.startWorkersAgain();
      await expectDoneInOneRun(system, jobId, progress);
    }));

  it("the Workers are killed before the engine ever received the slice", () =>
    withSystem(SHORT_MODEL, async (system) => {
      await system.proxy.behave("refuses");
      const jobId = await system.startJob();
      await system.killWorkers();
      await system.proxy.behave("passes");
      await system.startWorkersAgain();
      await expectDoneInOneRun(system, jobId);
    }));
});

describe("a job survives a KV", { concurrent: true }, () => {
  it("that takes no writes", () =>
    withSystem(
      SHORT_MODEL,
      async (system) => {
        const jobId = await system.startJob();
        await expectDoneInOneRun(system, jobId);
      },
      {
        sliceResultsScript: kvThat("return new Map();", 'throw new Error("KV PUT failed: 500 Internal Server Error");'),
      },
    ));

  it("that goes on answering the miss it has cached", () =>
    withSystem(
      SHORT_MODEL,
      async (system) => {
        const jobId = await system.startJob();
        await system.until(jobId, ({ status }) => status === "done");
        await expectUndisturbedPrice(system);
        await expectUndisturbedPrice(system);
        expect(await system.runsStarted()).toBe(1);
      },
      { sliceResultsScript: kvThat("return new Map();", "") },
    ));

  it("that does not answer at all", () =>
    withSystem(
      SHORT_MODEL,
      async (system) => {
        const jobId = await system.startJob();
        await expectDoneInOneRun(system, jobId);
      },
      { sliceResultsScript: kvThat('throw new Error("KV GET failed");', 'throw new Error("KV PUT failed");') },
    ));
});

describe("a job", { concurrent: true }, () => {
  it("fails with the reason if the model's file is gone, and the same request, sent again, succeeds", () =>
    withSystem(SHORT_MODEL, async (system) => {
      await system.proxy.behave("refuses");
      const jobId = await system.startJob();
      const { modelFiles } = system.workers;
      const { objects } = await modelFiles.list();
      expect(objects).toHaveLength(1);
      await modelFiles.delete(objects.map(({ key }) => key));
      await system.proxy.behave("passes");
      const failed = await system.until(jobId, ({ status }) => status === "failed");
      expect(failed.errorMessage).toContain("no longer stored");
      const { status } = await system.quote(30);
      expect(status).toBe(200);
      await expectUndisturbedPrice(system);
      expect(await system.runsStarted()).toBe(1);
    }));

  it("is the same one for 50 requests for a slice at once, and slices once", () =>
    withSystem(LONG_MODEL, async (system) => {
      const jobIds = await Promise.all(Array.from({ length: 50 }, () => system.startJob()));
      expect(new Set(jobIds).size).toBe(1);
      await system.until(jobIds[0] ?? "", ({ status }) => status === "done");
      await expectUndisturbedPrice(system);
      expect(await system.runsStarted()).toBe(1);
      const stored = await system.workers.database.select().from(models);
      expect(stored).toHaveLength(1);
      // Those that came at the very same moment may have put copies besides, which the scheduled sweep removes.
      const { objects } = await system.workers.modelFiles.list();
      expect(objects.map(({ key }) => key)).toContain(stored[0]?.objectKey);
    }));
});

/** The script of a Worker that stands in for KV and answers its two methods so. */
function kvThat(get: string, put: string): string {
  return `import { WorkerEntrypoint } from "cloudflare:workers";
export default class extends WorkerEntrypoint {
  async get() { ${get} }
  async put() { ${put} }
}`;
}

function figuresOf(answer: QuoteAnswer | undefined) {
  return { totalPrice: answer?.data?.totalPrice, printingTime: answer?.data?.printingTime };
}
