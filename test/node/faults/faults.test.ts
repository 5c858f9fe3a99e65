// What becomes of a slice when things around it fail. Everything is real and a process of its own (workerd with both
// Workers, the engine, a proxy between them), and what a site would see is looked at: the job it polls, the price it gets
// in the end. In every case the job ends, its progress never goes back, the price is that of an undisturbed slice, and
// the engine's own count says how often it was sliced.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { EngineProxy } from "../../../harness/engine-proxy.ts";
import { type LocalSystem, type LocalSystemSettings, startLocalSystem } from "../../../harness/local-system.ts";
import { binaryStl, sphere } from "../../../harness/models.ts";
import { addStudio, type BenchStudio } from "../../../harness/studios.ts";
import { form } from "../../../harness/upload-requests.ts";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";
import { BASE_PATH } from "../../../src/http/base-path.ts";

/** Takes long enough to be met in the middle. */
const MODEL = binaryStl(sphere(25, 100));
const ENGINE = { ENGINE_SLICER: "curaengine", ENGINE_CAPACITY: "1" };

interface Job {
  readonly status: "pending" | "processing" | "done" | "failed";
  readonly progress: number;
  readonly errorMessage: string | null;
}

/** A system of a test's own. */
class Surroundings {
  engine: EngineProcess;
  system: LocalSystem;
  readonly proxy: EngineProxy;
  readonly studio: BenchStudio;
  readonly #settings: LocalSystemSettings;
  readonly #stateFolder: string;

  private constructor(
    engine: EngineProcess,
    proxy: EngineProxy,
    system: LocalSystem,
    studio: BenchStudio,
    settings: LocalSystemSettings,
    stateFolder: string,
  ) {
    this.engine = engine;
    this.proxy = proxy;
    this.system = system;
    this.studio = studio;
    this.#settings = settings;
    this.#stateFolder = stateFolder;
  }

  static async start(more: Pick<LocalSystemSettings, "sliceResultsScript"> = {}): Promise<Surroundings> {
    const stateFolder = await mkdtemp(join(tmpdir(), "faults-test-"));
    const engine = await startEngine(ENGINE);
    const proxy = await EngineProxy.start(engine.url);
    const settings = { engine: { url: proxy.url, identity: engine.identity }, stateFolder, ...more };
    const system = await startLocalSystem(settings);
    return new Surroundings(engine, proxy, system, await addStudio(system.database), settings, stateFolder);
  }

  async quote(waitSeconds: number): Promise<{ status: number; body: QuoteAnswer }> {
    const { materialId, printingQualityId } = this.studio;
    const { contentType, body } = await form({ materialId, printingQualityId }, [["model", MODEL]]);
    const response = await fetch(new URL(`${BASE_PATH}/quotes`, this.system.url), {
      method: "POST",
      body: new Uint8Array(body),
      headers: { "Content-Type": contentType, Prefer: `wait=${waitSeconds}`, ...this.#authorization() },
    });
    return { status: response.status, body: await json<QuoteAnswer>(response) };
  }

  /** The job of a quote that has to wait. */
  async startJob(): Promise<string> {
    const { status, body } = await this.quote(0);
    if (status !== 202 || body.data?.jobId === undefined) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body.data.jobId;
  }

  async job(jobId: string): Promise<Job> {
    const response = await fetch(new URL(`${BASE_PATH}/slicing-jobs/${jobId}`, this.system.url), {
      headers: { Prefer: "wait=0", ...this.#authorization() },
    });
    const { data } = await json<{ data: Job | null }>(response);
    if (data === null) throw new Error(`there is no job ${jobId}: ${response.status}`);
    return data;
  }

  /** Polls until the job is as wanted, and sees to it that its progress never goes back. */
  async until(jobId: string, isWanted: (job: Job) => boolean, progress = 0): Promise<Job> {
    for (let highest = progress; ; await delay(50)) {
      const job = await this.job(jobId);
      if (job.progress < highest) throw new Error(`progress went back from ${highest}: ${JSON.stringify(job)}`);
      highest = job.progress;
      if (isWanted(job)) return job;
      if (hasEnded(job)) throw new Error(`the job ended: ${JSON.stringify(job)}`);
    }
  }

  untilSlicing(jobId: string): Promise<Job> {
    return this.until(jobId, ({ status, progress }) => status === "processing" && progress > 0);
  }

  async runsStarted(): Promise<number> {
    const { runs } = await json<{ runs: { started: number } }>(await fetch(`${this.engine.url}/health`));
    return runs.started;
  }

  async untilEngineIsIdle(): Promise<void> {
    for (;;) {
      const health = await json<{ running: number; queued: number }>(await fetch(`${this.engine.url}/health`));
      if (health.running + health.queued === 0) return;
      await delay(50);
    }
  }

  async killEngine(): Promise<void> {
    this.engine.child.kill("SIGKILL");
    await new Promise((resolve) => this.engine.child.once("exit", resolve));
  }

  async startEngineAgain(): Promise<void> {
    this.engine = await startEngine(ENGINE);
    this.proxy.engineUrl = this.engine.url;
  }

  /** Kills the Workers' process. */
  killWorkers(): Promise<void> {
    return this.system.stop();
  }

  async startWorkersAgain(): Promise<void> {
    this.system = await startLocalSystem(this.#settings);
  }

  async stop(): Promise<void> {
    await this.system.stop();
    await this.proxy.close();
    await this.engine.stop();
    await rm(this.#stateFolder, { recursive: true, force: true });
  }

  #authorization(): Record<string, string> {
    return { Authorization: `Bearer ${this.studio.key}` };
  }
}

interface QuoteAnswer {
  readonly data: { readonly jobId?: string; readonly totalPrice?: unknown; readonly printingTime?: number } | null;
  readonly errors: Readonly<Record<string, readonly string[]>> | null;
}

let undisturbed: QuoteAnswer;

beforeAll(async () => {
  const surroundings = await Surroundings.start();
  try {
    const { status, body } = await surroundings.quote(30);
    expect(status, JSON.stringify(body)).toBe(200);
    undisturbed = body;
  } finally {
    await surroundings.stop();
  }
}, 60_000);

/** Has a test's surroundings stopped however it ends. */
async function within(
  test: (surroundings: Surroundings) => Promise<void>,
  more?: Pick<LocalSystemSettings, "sliceResultsScript">,
): Promise<void> {
  const surroundings = await Surroundings.start(more);
  try {
    await test(surroundings);
  } finally {
    await surroundings.stop();
  }
}

async function expectUndisturbedPrice(surroundings: Surroundings): Promise<void> {
  const { status, body } = await surroundings.quote(2);
  expect({ status, figures: figuresOf(body) }).toEqual({ status: 200, figures: figuresOf(undisturbed) });
}

/** The engine that runs now has sliced once; nothing of what befell the job shows in its price. */
async function expectDoneInOneRun(surroundings: Surroundings, jobId: string, progress = 0): Promise<void> {
  await surroundings.until(jobId, ({ status }) => status === "done", progress);
  await expectUndisturbedPrice(surroundings);
  expect(await surroundings.runsStarted()).toBe(1);
}

describe("a job survives", { concurrent: true }, () => {
  it("an engine that refuses connections for a minute", () =>
    within(async (surroundings) => {
      await surroundings.proxy.conduct("refuses");
      const jobId = await surroundings.startJob();
      await delay(60_000);
      expect(await surroundings.job(jobId)).toMatchObject({ status: "pending", progress: 0 });
      await surroundings.proxy.conduct("passes");
      await expectDoneInOneRun(surroundings, jobId);
    }));

  it("an engine that takes the model and never says a word", () =>
    within(async (surroundings) => {
      await surroundings.proxy.conduct("hangs");
      const jobId = await surroundings.startJob();
      await delay(5_000);
      expect(await surroundings.job(jobId)).toMatchObject({ status: "pending", progress: 0 });
      // What was asked before goes on hanging, until the Worker gives it up.
      await surroundings.proxy.conduct("passes");
      await expectDoneInOneRun(surroundings, jobId);
    }));

  it("an engine that hangs in the middle of the slice", () =>
    within(async (surroundings) => {
      const jobId = await surroundings.startJob();
      const { progress } = await surroundings.untilSlicing(jobId);
      await surroundings.proxy.conduct("hangs");
      await surroundings.untilEngineIsIdle();
      await delay(3_000);
      await surroundings.proxy.conduct("passes");
      await expectDoneInOneRun(surroundings, jobId, progress);
    }));

  it("an engine that is full, and a gateway that says so", () =>
    within(async (surroundings) => {
      await surroundings.proxy.conduct("answers 503");
      const jobId = await surroundings.startJob();
      await delay(5_000);
      await surroundings.proxy.conduct("answers 429");
      await delay(5_000);
      expect(await surroundings.job(jobId)).toMatchObject({ status: "pending", progress: 0 });
      await surroundings.proxy.conduct("passes");
      await expectDoneInOneRun(surroundings, jobId);
    }));

  it("a connection that breaks while the model is handed over", () =>
    within(async (surroundings) => {
      await surroundings.proxy.conduct("cuts bodies short");
      const jobId = await surroundings.startJob();
      await delay(2_000);
      await surroundings.proxy.conduct("passes");
      await expectDoneInOneRun(surroundings, jobId);
    }));

  it("a connection that breaks before the engine's answers are heard, and has not sliced twice", () =>
    within(async (surroundings) => {
      await surroundings.proxy.conduct("cuts answers off");
      const jobId = await surroundings.startJob();
      await delay(3_000);
      await surroundings.proxy.conduct("passes");
      await expectDoneInOneRun(surroundings, jobId);
    }));
});

describe("a job survives what kills processes:", () => {
  it("the engine killed in the middle of the slice", () =>
    within(async (surroundings) => {
      const jobId = await surroundings.startJob();
      const { progress } = await surroundings.untilSlicing(jobId);
      await surroundings.killEngine();
      await surroundings.startEngineAgain();
      // One of the second engine's; the first took its own with it.
      await expectDoneInOneRun(surroundings, jobId, progress);
    }));

  it("the Workers killed in the middle of the slice, and started again while the engine still slices", () =>
    within(async (surroundings) => {
      const jobId = await surroundings.startJob();
      const { progress } = await surroundings.untilSlicing(jobId);
      await surroundings.killWorkers();
      await surroundings.startWorkersAgain();
      await expectDoneInOneRun(surroundings, jobId, progress);
    }));

  it("the Workers killed in the middle of the slice, which the engine ends while they are gone", () =>
    within(async (surroundings) => {
      const jobId = await surroundings.startJob();
      const { progress } = await surroundings.untilSlicing(jobId);
      await surroundings.killWorkers();
      await surroundings.untilEngineIsIdle();
      await surroundings.startWorkersAgain();
      await expectDoneInOneRun(surroundings, jobId, progress);
    }));

  it("the Workers killed before the engine ever heard of the slice", () =>
    within(async (surroundings) => {
      await surroundings.proxy.conduct("refuses");
      const jobId = await surroundings.startJob();
      await surroundings.killWorkers();
      await surroundings.proxy.conduct("passes");
      await surroundings.startWorkersAgain();
      await expectDoneInOneRun(surroundings, jobId);
    }));
});

describe("a job survives a KV", () => {
  it("that takes no writes", () =>
    within(
      async (surroundings) => {
        const jobId = await surroundings.startJob();
        await expectDoneInOneRun(surroundings, jobId);
      },
      { sliceResultsScript: kvThat("return null;", 'throw new Error("KV PUT failed: 500 Internal Server Error");') },
    ));

  it("that goes on answering the miss it has cached", () =>
    within(
      async (surroundings) => {
        const jobId = await surroundings.startJob();
        await surroundings.until(jobId, ({ status }) => status === "done");
        await expectUndisturbedPrice(surroundings);
        await expectUndisturbedPrice(surroundings);
        expect(await surroundings.runsStarted()).toBe(1);
      },
      { sliceResultsScript: kvThat("return null;", "") },
    ));

  it("that does not answer at all", () =>
    within(
      async (surroundings) => {
        const jobId = await surroundings.startJob();
        await expectDoneInOneRun(surroundings, jobId);
      },
      { sliceResultsScript: kvThat('throw new Error("KV GET failed");', 'throw new Error("KV PUT failed");') },
    ));
});

describe("a job", () => {
  it("fails with the reason where the model's file is gone, and the same request, sent again, succeeds", () =>
    within(async (surroundings) => {
      await surroundings.proxy.conduct("refuses");
      const jobId = await surroundings.startJob();
      const { modelFiles } = surroundings.system;
      const { objects } = await modelFiles.list();
      expect(objects).toHaveLength(1);
      await modelFiles.delete(objects.map(({ key }) => key));
      await surroundings.proxy.conduct("passes");
      const failed = await surroundings.until(jobId, ({ status }) => status === "failed");
      expect(failed.errorMessage).toContain("no longer stored");
      const { status } = await surroundings.quote(30);
      expect(status).toBe(200);
      await expectUndisturbedPrice(surroundings);
      expect(await surroundings.runsStarted()).toBe(1);
    }));

  it("is one for 50 who ask for the same slice at once, and slices once", () =>
    within(async (surroundings) => {
      const jobIds = await Promise.all(Array.from({ length: 50 }, () => surroundings.startJob()));
      expect(new Set(jobIds).size).toBe(1);
      await surroundings.until(jobIds[0] ?? "", ({ status }) => status === "done");
      await expectUndisturbedPrice(surroundings);
      expect(await surroundings.runsStarted()).toBe(1);
      const { objects } = await surroundings.system.modelFiles.list();
      expect(objects).toHaveLength(1);
    }));
});

/** A Worker that is asked as KV is, and does this. */
function kvThat(get: string, put: string): string {
  return `import { WorkerEntrypoint } from "cloudflare:workers";
export default class extends WorkerEntrypoint {
  async get() { ${get} }
  async put() { ${put} }
}`;
}

function hasEnded({ status }: Job): boolean {
  return status === "done" || status === "failed";
}

function figuresOf({ data }: QuoteAnswer) {
  return { totalPrice: data?.totalPrice, printingTime: data?.printingTime };
}

/** Answers of the service's own, which its contract tests look at. */
async function json<Answer>(response: Response): Promise<Answer> {
  return (await response.json()) as Answer;
}
