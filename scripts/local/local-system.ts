// The local system: engine, database with demo studios, and both Workers, for `npm start` and the demo.

import { rm } from "node:fs/promises";
import { BASE_PATH } from "../../src/http/base-path.ts";
import { PANEL } from "../../src/panel/kit/addresses.ts";
import { writePrivateJson } from "../private-file.ts";
import { UserError } from "../user-error.ts";
import { type DemoAccess, type DemoFile, type DemoPeople, readDemoFile } from "./demo/demo-file.ts";
import { seedDemoPeople } from "./demo/demo-people.ts";
import { seedDemoStudios } from "./demo/demo-studios.ts";
import { type EngineProcess, startEngine } from "./engine-process.ts";
import { requireFreePort } from "./free-port.ts";
import { withLocalDatabase } from "./local-database.ts";
import { type LocalState, linkSecrets, randomSecret } from "./local-state.ts";
import { startMailbox } from "./mailbox.ts";
import { isReady, type RunningService } from "./running-service.ts";
import { lockState } from "./state-lock.ts";
import { Supervisor } from "./supervisor.ts";
import { startWorkers, type WorkersSettings } from "./workers-process.ts";

export interface LocalSystemSettings {
  readonly state: LocalState;
  readonly host: string;
  readonly port: number;
  /** Whether changed code is served at once, by `wrangler dev`. */
  readonly reloads?: boolean;
  /** Whether a line is printed for each request. By default none is. */
  readonly printsRequests?: boolean;
  /** The origin of a stand-in for the parcel carrier (harness/carrier/serve.ts). By default the carrier itself is asked. */
  readonly carrierStandIn?: string | undefined;
  /** Between two scheduled runs. An hour where it is not given, as deployed. */
  readonly scheduleMilliseconds?: number;
  /** Called with one line of progress for the user. */
  readonly log: (line: string) => void;
}

export interface RunningSystem {
  readonly baseUrl: string;
  readonly engineUrl: string;
  readonly panelUrl: string;
  /** Shows the mails that the service has sent. */
  readonly mailboxUrl: string;
  readonly studios: readonly DemoAccess[];
  readonly owners: DemoPeople["owners"];
  /** Settles with the reason, in one line, when the system fails for good. */
  readonly failure: Promise<string>;
}

/** A system that was started here. */
export interface StartedLocalSystem extends RunningSystem {
  /** The slicer of filament, in words. */
  readonly slicer: string;
}

export class LocalSystem {
  readonly #settings: LocalSystemSettings;
  /** The cleanups of `stop`, the last added first. */
  readonly #cleanups: (() => Promise<void>)[] = [];
  #stopped: Promise<void> | undefined;

  constructor(settings: LocalSystemSettings) {
    this.#settings = settings;
  }

  /** @throws UserError if it cannot start. The caller must then call `stop`, which ends the parts that were started. */
  async start(): Promise<StartedLocalSystem> {
    const { state, host, port, reloads = false, carrierStandIn = "", scheduleMilliseconds, log } = this.#settings;
    const { printsRequests = false } = this.#settings;
    const baseUrl = `http://${hostInUrl(host)}:${port}${BASE_PATH}`;
    const lock = await lockState(state, baseUrl);
    this.#addCleanup(() => lock.release());
    await requireFreePort(host, port);
    log("Starting the engine, the database and the Workers …");

    const mailbox = await startMailbox(state.mailsFile);
    this.#addCleanup(() => mailbox.stop());
    const secrets = await linkSecrets(state, process.env);
    const [engine, demo] = await Promise.all([this.#startEngine(), seedDemo(state, secrets.LINK_SECRET)]);
    const demoFile: DemoFile = { baseUrl, panelUrl: panelUrlOf(baseUrl), mailboxUrl: mailbox.url, ...demo };
    await writePrivateJson(state.demoFile, demoFile);

    const token = randomSecret();
    const variables = {
      SLICE_ENGINE: engine.engineName,
      ENGINE_URL: engine.url,
      OPERATOR_TOKEN: token,
      PUBLIC_ORIGIN: new URL(baseUrl).origin,
      CARRIER_STAND_IN: carrierStandIn,
      ...(printsRequests ? { LOG_SAMPLE_PERCENT: "100" } : {}),
      ...mailbox.variables,
      ...secrets,
    };
    this.#throwIfStopped();
    const service: RunningService = { baseUrl, token, engineUrl: engine.url };
    const ownSettings = { folder: state.folder, data: state.data, host, port, reloads, printsRequests };
    const settings: WorkersSettings = { ...ownSettings, scheduleMilliseconds, variables };
    const workers = startWorkers(settings);
    // Only these Workers can pass: they alone accept the new token.
    const waitUntilReady = (started: typeof workers) => started.waitUntilReady(() => isReady(service));
    const supervisor = new Supervisor(workers, {
      words: {
        restarting: "The Workers stopped answering. Starting them again; what was stored is kept.",
        gaveUp: "The Workers stopped answering six times within a minute. What they printed is above.",
      },
      restart: () => startWorkers(settings),
      waitUntilReady,
      // Nothing is there: a 404 from the first lines of the API. Not /health, which fails for reasons that no restart mends.
      aliveUrl: new URL("/", baseUrl),
      log,
    });
    this.#addCleanup(() => supervisor.stop());
    await waitUntilReady(workers);
    this.#addCleanup(() => rm(state.operatorFile, { force: true }));
    await writePrivateJson(state.operatorFile, service);
    this.#throwIfStopped();
    return {
      ...demoFile,
      engineUrl: engine.url,
      slicer: engine.slicer,
      failure: this.#unlessStopping(Promise.race([engine.gaveUp, supervisor.superviseUntilGivenUp()])),
    };
  }

  /** Ends everything that `start` started, in reverse order. During `start`, it makes that throw. */
  stop(): Promise<void> {
    this.#stopped ??= this.#runCleanups();
    return this.#stopped;
  }

  async #runCleanups(): Promise<void> {
    for (let cleanUp = this.#cleanups.pop(); cleanUp !== undefined; cleanUp = this.#cleanups.pop()) {
      // One failed cleanup must not leave the other processes running.
      await cleanUp().catch((error) => this.#settings.log(String(error)));
    }
  }

  /** Also ends `start` if `stop` has been called meanwhile. */
  #addCleanup(cleanUp: () => Promise<void>): void {
    this.#cleanups.push(cleanUp);
    this.#throwIfStopped();
  }

  /** A crashed engine is started again on its port. The slicer Worker retries lost slices. */
  async #startEngine(): Promise<Pick<EngineProcess, "url" | "engineName" | "slicer"> & { gaveUp: Promise<string> }> {
    const engine = await startEngine({}).catch((error) => {
      throw new UserError(`The engine could not be started: ${error instanceof Error ? error.message : error}`);
    });
    const { url, engineName, slicer } = engine;
    const supervisor = new Supervisor(engine, {
      words: {
        restarting: "The engine ended. Starting it again; unfinished slices start over.",
        gaveUp: "The engine ended six times within a minute.",
      },
      restart: () => startEngine({ ENGINE_PORT: new URL(url).port }),
      aliveUrl: new URL("/health", url),
      log: this.#settings.log,
    });
    this.#addCleanup(() => supervisor.stop());
    return { url, engineName, slicer, gaveUp: supervisor.superviseUntilGivenUp() };
  }

  async #unlessStopping(reason: Promise<string>): Promise<string> {
    const line = await reason;
    return this.#stopped === undefined ? line : new Promise(() => {});
  }

  #throwIfStopped(): void {
    if (this.#stopped !== undefined) throw new UserError("Stopped.");
  }
}

/** Settles once the demo studios and their people are in the database. */
async function seedDemo(state: LocalState, linkSecret: string): Promise<{ studios: DemoAccess[] } & DemoPeople> {
  const { studios, owners, staff } = await readDemoFile(state);
  return withLocalDatabase(state, async (database) => {
    const access = await seedDemoStudios(database, linkSecret, studios);
    const people = owners === undefined || staff === undefined ? undefined : { owners, staff };
    return { studios: access, ...(await seedDemoPeople(database, people)) };
  });
}

function panelUrlOf(baseUrl: string): string {
  return new URL(PANEL, baseUrl).href;
}

/** The host part of a URL for a client on this machine, given the address that the server listens on. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
