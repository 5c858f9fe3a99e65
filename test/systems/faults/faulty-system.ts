// Both Workers, an engine and a proxy between: real processes that a test can break, kill and restart.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EngineProxy } from "../../../harness/engine/engine-proxy.ts";
import { addStudio, type BenchStudio, SMALL_CATALOG } from "../../../harness/studios.ts";
import {
  type MiniflareSystem,
  type MiniflareSystemSettings,
  startMiniflareSystem,
} from "../../../harness/systems/miniflare-system.ts";
import { form } from "../../../harness/upload-requests.ts";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";
import { BASE_PATH } from "../../../src/http/base-path.ts";

const POLL_MILLISECONDS = 100;
const ENGINE = { ENGINE_SLICER: "curaengine", ENGINE_CAPACITY: "1" };

export interface Job {
  readonly status: "pending" | "processing" | "done" | "failed";
  readonly progress: number;
  readonly errorMessage: string | null;
}

export interface QuoteAnswer {
  readonly data: { readonly jobId?: string; readonly totalPrice?: unknown; readonly printingTime?: number } | null;
  readonly errors: Readonly<Record<string, readonly string[]>> | null;
}

export type FaultySystemSettings = Pick<MiniflareSystemSettings, "sliceResultsScript" | "waitDivisor">;

export class FaultySystem {
  engine: EngineProcess;
  workers: MiniflareSystem;
  readonly proxy: EngineProxy;
  readonly studio: BenchStudio;
  /** Every quote is for this one. */
  model: Uint8Array<ArrayBuffer>;
  readonly #settings: MiniflareSystemSettings;
  readonly #stateFolder: string;

  private constructor(
    engine: EngineProcess,
    proxy: EngineProxy,
    workers: MiniflareSystem,
    studio: BenchStudio,
    model: Uint8Array<ArrayBuffer>,
    settings: MiniflareSystemSettings,
    stateFolder: string,
  ) {
    this.engine = engine;
    this.proxy = proxy;
    this.workers = workers;
    this.studio = studio;
    this.model = model;
    this.#settings = settings;
    this.#stateFolder = stateFolder;
  }

  static async start(model: Uint8Array<ArrayBuffer>, more: FaultySystemSettings = {}): Promise<FaultySystem> {
    const stateFolder = await mkdtemp(join(tmpdir(), "faults-test-"));
    const engine = await startEngine(ENGINE);
    const proxy = await EngineProxy.start(engine.url);
    const settings = { engine: { url: proxy.url, engineName: engine.engineName }, stateFolder, ...more };
    const workers = await startMiniflareSystem(settings);
    const studio = await addStudio(workers.database, SMALL_CATALOG);
    return new FaultySystem(engine, proxy, workers, studio, model, settings, stateFolder);
  }

  async quote(waitSeconds: number): Promise<{ status: number; body: QuoteAnswer }> {
    const { materialId, printingQualityId } = this.studio;
    const { contentType, body } = await form({ materialId, printingQualityId }, [["model", this.model]]);
    const response = await fetch(new URL(`${BASE_PATH}/quotes`, this.workers.url), {
      method: "POST",
      body: new Uint8Array(body),
      headers: { "Content-Type": contentType, Prefer: `wait=${waitSeconds}`, ...this.#authorization() },
    });
    return { status: response.status, body: await json<QuoteAnswer>(response) };
  }

  /** Asks for a quote without waiting, and returns the ID of the slicing job it was told to poll. */
  async startJob(): Promise<string> {
    const { status, body } = await this.quote(0);
    if (status !== 202 || body.data?.jobId === undefined) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body.data.jobId;
  }

  async job(jobId: string): Promise<Job> {
    const response = await fetch(new URL(`${BASE_PATH}/slicing-jobs/${jobId}`, this.workers.url), {
      headers: { Prefer: "wait=0", ...this.#authorization() },
    });
    const { data } = await json<{ data: Job | null }>(response);
    if (data === null) throw new Error(`there is no job ${jobId}: ${response.status}`);
    return data;
  }

  /** Polls until the job is as wanted. Throws if its progress goes back, or it ends otherwise. */
  async until(jobId: string, isWanted: (job: Job) => boolean, progress = 0): Promise<Job> {
    for (let highest = progress; ; await delay(POLL_MILLISECONDS)) {
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

  /** Slicer runs that the engine's process has begun since it started. */
  async runsStarted(): Promise<number> {
    const { runs } = await json<{ runs: { started: number } }>(await fetch(`${this.engine.url}/health`));
    return runs.started;
  }

  async untilEngineIsIdle(): Promise<void> {
    for (;;) {
      const health = await json<{ running: number; queued: number }>(await fetch(`${this.engine.url}/health`));
      if (health.running + health.queued === 0) return;
      await delay(POLL_MILLISECONDS);
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

  /** Kills the process of both Workers. */
  killWorkers(): Promise<void> {
    return this.workers.stop();
  }

  async startWorkersAgain(): Promise<void> {
    this.workers = await startMiniflareSystem(this.#settings);
  }

  async stop(): Promise<void> {
    await this.workers.stop();
    await this.proxy.close();
    await this.engine.stop();
    await rm(this.#stateFolder, { recursive: true, force: true });
  }

  #authorization(): Record<string, string> {
    return { Authorization: `Bearer ${this.studio.key}` };
  }
}

function hasEnded({ status }: Job): boolean {
  return status === "done" || status === "failed";
}

/** The service's own answers; its contract tests check their shape. */
async function json<Answer>(response: Response): Promise<Answer> {
  return (await response.json()) as Answer;
}
