// The whole system on this machine: engine, database with demo studios, both Workers. `npm start` and the demo run it.

import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { z } from "zod";
import { BASE_PATH } from "../../src/http/base-path.ts";
import { type DemoAccess, type DemoFile, seedDemoStudios } from "../demo/demo-studios.ts";
import { type RunningService, tellAccessChanged } from "../operator/running-service.ts";
import { UserError } from "../user-error.ts";
import { withLocalDatabase } from "./local-database.ts";
import { readJson, writePrivateJson } from "./private-file.ts";
import type { LocalState } from "./project.ts";
import { lockState } from "./state-lock.ts";
import { type SupervisedEngine, superviseEngine } from "./supervise-engine.ts";
import { startWorkers } from "./workers-process.ts";

export interface LocalSystemSettings {
  readonly state: LocalState;
  readonly host: string;
  readonly port: number;
  /** Told one line about what goes on. */
  readonly tell: (line: string) => void;
}

export interface RunningSystem {
  readonly baseUrl: string;
  readonly engineUrl: string;
  readonly studios: readonly DemoAccess[];
  /** Settles, with one line that says why, when the system cannot go on. */
  readonly broken: Promise<string>;
}

export class LocalSystem {
  readonly #settings: LocalSystemSettings;
  /** What has to be ended or removed again, in the order it came. */
  readonly #endings: (() => Promise<void>)[] = [];
  #stopped: Promise<void> | undefined;

  constructor(settings: LocalSystemSettings) {
    this.#settings = settings;
  }

  /** @throws UserError where something stands in the way. What was started until then is ended by `stop` alone. */
  async start(): Promise<RunningSystem> {
    const { state, host, port, tell } = this.#settings;
    const baseUrl = `http://${hostInUrl(host)}:${port}${BASE_PATH}`;
    const lock = await lockState(state, baseUrl);
    this.#onStop(() => lock.release());
    await requireFreePort(host, port);
    tell("Starting the engine, the database and the Workers …");

    const [engine, studios] = await Promise.all([
      this.#startEngine(),
      withLocalDatabase(state, async (database) => seedDemoStudios(database, await readJson(state.demoFile))),
    ]);
    const demoFile: DemoFile = { baseUrl, studios };
    await writePrivateJson(state.demoFile, demoFile);

    const token = randomSecret();
    const variables = {
      SLICE_ENGINE: engine.identity,
      ENGINE_URL: engine.url,
      OPERATOR_TOKEN: token,
      LINK_SECRET: await keptLinkSecret(state),
    };
    this.#proceed();
    const workers = startWorkers({ state, host, port, variables });
    this.#onStop(() => workers.stop());
    const service: RunningService = { baseUrl, token };
    // Only the service just started accepts the token. That nothing has changed for the studio does no harm.
    await workers.untilReady(() => tellAccessChanged(service, 1));
    this.#onStop(() => rm(state.operatorFile, { force: true }));
    await writePrivateJson(state.operatorFile, service);
    this.#proceed();
    return {
      baseUrl,
      engineUrl: engine.url,
      studios,
      broken: this.#unlessStopping(
        Promise.race([engine.givenUp, workers.ended.then(() => "wrangler dev ended unexpectedly.")]),
      ),
    };
  }

  /** Ends and removes everything, the last first. Works at any time, also while `start` is under way. */
  stop(): Promise<void> {
    this.#stopped ??= this.#endEverything();
    return this.#stopped;
  }

  async #endEverything(): Promise<void> {
    for (let end = this.#endings.pop(); end !== undefined; end = this.#endings.pop()) {
      // Whatever cannot be ended or removed is no reason to leave the rest.
      await end().catch((error) => this.#settings.tell(String(error)));
    }
  }

  /** To be done by `stop`. Where that has begun, `start` goes no further. */
  #onStop(end: () => Promise<void>): void {
    this.#endings.push(end);
    this.#proceed();
  }

  async #startEngine(): Promise<SupervisedEngine> {
    const engine = await superviseEngine({}, this.#settings.tell).catch((error) => {
      throw new UserError(`The engine could not be started: ${error instanceof Error ? error.message : error}`);
    });
    this.#onStop(() => engine.stop());
    return engine;
  }

  async #unlessStopping(reason: Promise<string>): Promise<string> {
    const line = await reason;
    return this.#stopped === undefined ? line : new Promise(() => {});
  }

  #proceed(): void {
    if (this.#stopped !== undefined) throw new UserError("Stopped.");
  }
}

function randomSecret(): string {
  return randomBytes(32).toString("hex");
}

/** What signs download links. It is kept, so that a link outlives a restart. */
async function keptLinkSecret({ secretsFile }: LocalState): Promise<string> {
  const kept = z.object({ linkSecret: z.string().min(32) }).safeParse(await readJson(secretsFile)).data;
  if (kept !== undefined) return kept.linkSecret;
  const linkSecret = randomSecret();
  await writePrivateJson(secretsFile, { linkSecret });
  return linkSecret;
}

/** A port that nothing listens on at this moment. */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has an address with a port");
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

async function requireFreePort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  } catch (error) {
    const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw new UserError(
      inUse
        ? `Port ${port} is in use by another program. Choose another one: PORT=${port + 1} npm start`
        : `Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`,
    );
  }
  await new Promise((resolve) => server.close(resolve));
}

/** How a client on this machine reaches what listens on `host`. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
