// A whole system for the proof of kills: Workers, engine and mailbox, each at an address that outlives its kills.

import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";
import { findFreePort } from "../../../scripts/local/free-port.ts";
import { type KeptMail, type Mailbox, mailsIn, startMailbox } from "../../../scripts/local/mailbox.ts";
import type { EngineHealth } from "../../../slicer-service/src/engine-protocol.ts";
import { isAlive } from "../../engine/child-processes.ts";
import { childrenOf } from "../../engine/process-tree.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../../systems/miniflare-system.ts";

export const KILLED_PARTS = ["workers", "engine", "dispatcher", "everything"] as const;
export type KilledPart = (typeof KILLED_PARTS)[number];

const HOST = "127.0.0.1";
/** Kills come between a mail and its answer. */
const MAIL_ANSWER_MILLISECONDS = 100;
const DAY_MILLISECONDS = 86_400_000;
const MAX_END_OF_CHILDREN_MILLISECONDS = 5_000;

export class KilledSystem {
  workers: MiniflareSystem;
  readonly #folder: string;
  readonly #mailbox: Mailbox;
  readonly #settings: Parameters<typeof startMiniflareSystem>[0];
  #engine: EngineProcess;
  /** Processes that killed engines had started. */
  readonly #orphans = new Set<number>();

  private constructor(
    workers: MiniflareSystem,
    folder: string,
    mailbox: Mailbox,
    settings: Parameters<typeof startMiniflareSystem>[0],
    engine: EngineProcess,
  ) {
    this.workers = workers;
    this.#folder = folder;
    this.#mailbox = mailbox;
    this.#settings = settings;
    this.#engine = engine;
  }

  static async start(): Promise<KilledSystem> {
    const folder = await mkdtemp(join(tmpdir(), "kills-"));
    await mkdir(join(folder, "engine"));
    const engine = await startEngine(engineSettings(folder, await findFreePort(HOST)));
    const mailbox = await startMailbox(join(folder, "mails.jsonl"), MAIL_ANSWER_MILLISECONDS);
    const settings = {
      engine: { url: engine.url, engineName: engine.engineName },
      port: await findFreePort(HOST),
      apiEntry: "harness/workers/later.worker.ts",
      slicerEntry: "harness/workers/abortable-slicer.worker.ts",
      stateFolder: join(folder, "state"),
      variables: { ...mailbox.variables, PUBLIC_ORIGIN: "https://print.example" },
    };
    return new KilledSystem(await startMiniflareSystem(settings), folder, mailbox, settings, engine);
  }

  get engineUrl(): string {
    return this.#engine.url;
  }

  /** The folder with the files of D1, R2, KV and all objects. */
  get stateFolder(): string {
    return join(this.#folder, "state");
  }

  mails(): Promise<KeptMail[]> {
    return mailsIn(this.#mailbox.url);
  }

  /** The engine's own report; undefined while it is dead. */
  async engineHealth(): Promise<EngineHealth | undefined> {
    try {
      const response = await fetch(`${this.engineUrl}/health`);
      // The engine's protocol gives the type of its answers.
      return (await response.json()) as EngineHealth;
    } catch {
      return undefined;
    }
  }

  /** Kills the part, and starts it again after the pause. */
  async killAndStart(part: KilledPart, pauseMilliseconds: number): Promise<void> {
    switch (part) {
      case "dispatcher":
        return this.workers.abortDispatcher();
      case "engine":
        await this.#killEngine();
        await delay(pauseMilliseconds);
        return this.#startEngine();
      case "workers":
        await this.workers.kill();
        await delay(pauseMilliseconds);
        return this.#startWorkers();
      case "everything":
        await Promise.all([this.workers.kill(), this.#killEngine()]);
        await delay(pauseMilliseconds);
        await Promise.all([this.#startEngine(), this.#startWorkers()]);
        return;
      default:
        part satisfies never;
    }
  }

  /** Runs the schedule as so many days from now. */
  sweep(daysAhead: number): Promise<void> {
    return this.workers.runSchedule(new Date(Date.now() + daysAhead * DAY_MILLISECONDS));
  }

  /**
   * Processes that outlived the killed engine that had started them, and files that an idle engine has left, but for Node's cache of
   * compiled code.
   */
  async leftOver(): Promise<string[]> {
    const deadline = Date.now() + MAX_END_OF_CHILDREN_MILLISECONDS;
    for (;;) {
      const orphans = await Promise.all([...this.#orphans].map(async (id) => ((await isAlive(id)) ? [id] : [])));
      const files = await readdir(join(this.#folder, "engine"), { recursive: true, withFileTypes: true });
      const left = [
        ...orphans.flat().map((id) => `process ${id} outlived its engine`),
        ...files
          .filter((file) => file.isFile() && !file.parentPath.includes("/compiled"))
          .map((file) => `the engine left ${join(file.parentPath, file.name)}`),
        ...(files.filter((file) => /^slicing-engine-/.test(file.name)).length > 1
          ? ["killed engines left folders"]
          : []),
      ];
      if (left.length === 0 || Date.now() > deadline) return left;
      await delay(100);
    }
  }

  /** Ends the Workers, so that the files of the state are at rest. */
  stopWorkers(): Promise<void> {
    return this.workers.stop();
  }

  async stop(): Promise<void> {
    await this.workers.stop();
    await this.#mailbox.stop();
    await this.#engine.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #killEngine(): Promise<void> {
    const { child, ended } = this.#engine;
    for (const id of await childrenOf(child.pid ?? 0)) this.#orphans.add(id);
    child.kill("SIGKILL");
    await ended;
    if (child.signalCode !== "SIGKILL") throw new Error(`the engine ended by ${child.signalCode ?? child.exitCode}`);
  }

  async #startEngine(): Promise<void> {
    this.#engine = await startEngine(engineSettings(this.#folder, Number(new URL(this.engineUrl).port)));
  }

  async #startWorkers(): Promise<void> {
    this.workers = await startMiniflareSystem(this.#settings);
  }
}

/** One slice at a time: others wait in the engine and at the dispatcher. */
function engineSettings(folder: string, port: number): Readonly<Record<string, string>> {
  return {
    ENGINE_SLICER: "curaengine",
    ENGINE_CAPACITY: "1",
    ENGINE_FOLDER: join(folder, "engine"),
    ENGINE_PORT: String(port),
  };
}
