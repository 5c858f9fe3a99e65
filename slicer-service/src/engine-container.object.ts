// One container of the pool: started by the first request, put to sleep when idle.
//
// It only forwards requests to the engine inside; what must survive the container is in each slice's own object.

import { DurableObject } from "cloudflare:workers";
import type { Env } from "./env.ts";
import { waitsDividedBy } from "./timing.ts";

/** The same as ENGINE_PORT in the image. */
const ENGINE_PORT = 8080;
/** A start takes some seconds. An engine that has not answered by then never will. */
const MAX_START_MILLISECONDS = 30_000;
const HEALTH_TIMEOUT_MILLISECONDS = 5_000;
const HEALTH_PAUSE_MILLISECONDS = 100;
/** How long after a SIGTERM the next one follows, if the container still runs. */
const SHUTDOWN_RETRY_MILLISECONDS = 60_000;
const SECOND = 1000;
const SIGTERM = 15;

export class EngineContainer extends DurableObject<Env> {
  readonly #scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
  /** Resolves when the engine has answered since the container was last started. */
  #ready: Promise<void> | undefined;
  #lastUsedAt = Date.now();
  #openRequests = 0;

  override async fetch(request: Request): Promise<Response> {
    const container = this.#requireContainer();
    if (!container.running) this.#ready = undefined;
    this.#openRequests++;
    try {
      this.#ready ??= this.#start(container);
      await this.#ready;
      return await container.getTcpPort(ENGINE_PORT).fetch(request);
    } catch (error) {
      // Whatever failed, the next request checks the engine's health first.
      this.#ready = undefined;
      throw error;
    } finally {
      this.#openRequests--;
      this.#lastUsedAt = Date.now();
    }
  }

  /** Puts the container to sleep once it has had no request for ENGINE_SLEEPS_AFTER_SECONDS. */
  override async alarm(): Promise<void> {
    const container = this.#requireContainer();
    if (!container.running) return;
    const sleepsAt = this.#lastUsedAt + this.env.ENGINE_SLEEPS_AFTER_SECONDS * 1000;
    if (this.#openRequests === 0 && Date.now() >= sleepsAt) {
      // The engine finishes the slices it has and then exits. Repeated until it has exited.
      container.signal(SIGTERM);
      await this.ctx.storage.setAlarm(Date.now() + this.#scaled(SHUTDOWN_RETRY_MILLISECONDS));
    } else {
      await this.ctx.storage.setAlarm(Math.max(sleepsAt, Date.now() + this.#scaled(SECOND)));
    }
  }

  async #start(container: Container): Promise<void> {
    // An engine needs no internet, and a model that took it over must not reach it.
    if (!container.running) container.start({ enableInternet: false });
    container.monitor().catch((error: unknown) => console.warn(JSON.stringify({ container: String(error) })));
    const idleMilliseconds = this.env.ENGINE_SLEEPS_AFTER_SECONDS * SECOND;
    await container.setInactivityTimeout(idleMilliseconds);
    await this.ctx.storage.setAlarm(Date.now() + idleMilliseconds);
    const giveUpAt = Date.now() + this.#scaled(MAX_START_MILLISECONDS);
    while (!(await isHealthy(container, this.#scaled(HEALTH_TIMEOUT_MILLISECONDS)))) {
      if (Date.now() > giveUpAt) {
        await container.destroy();
        throw new Error("the engine in the container did not answer in time");
      }
      await scheduler.wait(this.#scaled(HEALTH_PAUSE_MILLISECONDS));
    }
  }

  #requireContainer(): Container {
    const { container } = this.ctx;
    if (container === undefined) {
      throw new Error("containers are not available here: set ENGINE_URL to the address of an engine");
    }
    return container;
  }
}

async function isHealthy(container: Container, timeoutMilliseconds: number): Promise<boolean> {
  try {
    const response = await container.getTcpPort(ENGINE_PORT).fetch("http://engine/health", {
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // The engine does not listen yet.
    return false;
  }
}
