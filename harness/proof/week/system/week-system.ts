// System of a simulated week: the real Workers under a turned clock, deployed, killed and cut off.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EngineProcess, startEngine } from "../../../../scripts/local/engine-process.ts";
import { EngineProxy } from "../../../engine/engine-proxy.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../../../systems/miniflare-system.ts";
import { type ClockTurn, type Failing, TURN_PATH } from "../../../workers/turn.ts";
import { DatabaseFile } from "./database-file.ts";
import { MailStandIn } from "./mail-stand-in.ts";

export type Outage = "engine" | "sliceResults" | "database" | "mail";

const TURNED_WORKER = "harness/workers/turned.worker.ts";
/** Slices wait for an engine by the real time: the outage of half an hour is over in seconds. */
const WAIT_DIVISOR = 10;
export const PUBLIC_ORIGIN = "https://print.example";

export class WeekSystem {
  readonly mail: MailStandIn;
  readonly #engine: EngineProcess;
  readonly #proxy: EngineProxy;
  readonly #folder: string;
  readonly #outages = new Set<Outage>();
  /** Settles once the system may be asked again. */
  #running: Promise<MiniflareSystem>;
  #database: DatabaseFile | undefined;
  /** Each kills the Workers' process. */
  deployments = 0;
  #now: number;

  private constructor(
    parts: { readonly mail: MailStandIn; readonly engine: EngineProcess; readonly proxy: EngineProxy },
    folder: string,
    now: number,
  ) {
    this.mail = parts.mail;
    this.#engine = parts.engine;
    this.#proxy = parts.proxy;
    this.#folder = folder;
    this.#now = now;
    this.#running = this.#start();
  }

  static async start(now: number): Promise<WeekSystem> {
    const folder = await mkdtemp(join(tmpdir(), "simulated-week-"));
    const [mail, engine] = await Promise.all([MailStandIn.start(), startEngine({})]);
    const system = new WeekSystem({ mail, engine, proxy: await EngineProxy.start(engine.url) }, folder, now);
    await system.#running;
    return system;
  }

  /** The running Workers; while they are deployed, those that come. */
  running(): Promise<MiniflareSystem> {
    return this.#running;
  }

  /** The rows as they are, during an outage too. */
  get database(): DatabaseFile {
    this.#database ??= new DatabaseFile(this.#stateFolder);
    return this.#database;
  }

  get now(): number {
    return this.#now;
  }

  isDown(part: Outage): boolean {
    return this.#outages.has(part);
  }

  get hasOutage(): boolean {
    return this.#outages.size > 0;
  }

  /** Turns the clock of the API Worker, and has the alarms come that are due. */
  async turn(now: number, work: Partial<Pick<ClockTurn, "ringsOutboxes" | "runsSchedule">> = {}): Promise<void> {
    this.#now = now;
    const { url } = await this.#running;
    const turn: ClockTurn = { now, failing: this.#failing(), ringsOutboxes: false, runsSchedule: false, ...work };
    const answer = await fetch(new URL(TURN_PATH, url), { method: "POST", body: JSON.stringify(turn) });
    if (answer.status !== 204) throw new Error(`The clock answered ${answer.status}: ${await answer.text()}`);
  }

  /** Ends the Workers' process, which is always killed, and starts the next one over the same state. */
  async deploy(): Promise<void> {
    this.deployments++;
    const before = await this.#running;
    const next = Promise.withResolvers<MiniflareSystem>();
    this.#running = next.promise;
    await before.stop();
    this.#start().then(next.resolve, next.reject);
    await next.promise;
    await this.turn(this.#now);
  }

  async begin(outage: Outage): Promise<void> {
    this.#outages.add(outage);
    await this.#apply(outage, true);
  }

  async end(outage: Outage): Promise<void> {
    this.#outages.delete(outage);
    await this.#apply(outage, false);
  }

  async endOutages(): Promise<void> {
    for (const outage of [...this.#outages]) await this.end(outage);
  }

  async stop(): Promise<void> {
    this.#database?.close();
    await (await this.#running).stop();
    await Promise.all([this.#proxy.close(), this.#engine.stop(), this.mail.stop()]);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #apply(outage: Outage, isDown: boolean): Promise<void> {
    switch (outage) {
      case "engine":
        return this.#proxy.behave(isDown ? "answers 503" : "passes");
      case "mail":
        this.mail.isDown = isDown;
        return;
      case "database":
      case "sliceResults":
        return this.turn(this.#now);
      default:
        return outage satisfies never;
    }
  }

  get #stateFolder(): string {
    return join(this.#folder, "state");
  }

  #failing(): Failing {
    return { database: this.isDown("database"), sliceResults: this.isDown("sliceResults") };
  }

  #start(): Promise<MiniflareSystem> {
    const { engineName } = this.#engine;
    return startMiniflareSystem({
      apiEntry: TURNED_WORKER,
      engine: { url: this.#proxy.url, engineName },
      waitDivisor: WAIT_DIVISOR,
      stateFolder: this.#stateFolder,
      variables: { ...this.mail.variables, PUBLIC_ORIGIN, TURNED_NOW: String(this.#now) },
    });
  }
}
