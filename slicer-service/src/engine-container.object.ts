// One container instance of the pool: started when a slice comes for it, asleep when none has come for a while. It only
// passes on what the engine inside is asked; what has to survive the container is kept by the slice jobs.

import { DurableObject } from "cloudflare:workers";
import type { Env } from "./env.ts";
import { waitsDividedBy } from "./timing.ts";

/** The image says the same. */
const ENGINE_PORT = 8080;
/** A start takes some seconds; an engine that does not answer after so long will not. */
const MAX_START_MILLISECONDS = 30_000;
const HEALTH_TIMEOUT_MILLISECONDS = 5_000;
const HEALTH_PAUSE_MILLISECONDS = 100;
const ENDS_WITHIN_MILLISECONDS = 60_000;
const SECOND = 1000;
const SIGTERM = 15;

export class EngineContainer extends DurableObject<Env> {
  readonly #scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
  /** Settled well: the engine has answered since the container was last started. */
  #ready: Promise<void> | undefined;
  #lastUsedAt = Date.now();
  #asking = 0;

  override async fetch(request: Request): Promise<Response> {
    const container = this.#requireContainer();
    if (!container.running) this.#ready = undefined;
    this.#asking++;
    try {
      this.#ready ??= this.#start(container);
      await this.#ready;
      return await container.getTcpPort(ENGINE_PORT).fetch(request);
    } catch (error) {
      // Whatever it was, the next request looks whether the engine is well before it trusts it.
      this.#ready = undefined;
      throw error;
    } finally {
      this.#asking--;
      this.#lastUsedAt = Date.now();
    }
  }

  /** Puts the container to sleep once nobody has asked for anything for long enough. */
  override async alarm(): Promise<void> {
    const container = this.#requireContainer();
    if (!container.running) return;
    const sleepsAt = this.#lastUsedAt + this.env.ENGINE_SLEEPS_AFTER_SECONDS * 1000;
    if (this.#asking === 0 && Date.now() >= sleepsAt) {
      // The engine ends by itself, when what it may still be slicing is done; it is asked again until it has.
      container.signal(SIGTERM);
      await this.ctx.storage.setAlarm(Date.now() + this.#scaled(ENDS_WITHIN_MILLISECONDS));
    } else {
      await this.ctx.storage.setAlarm(Math.max(sleepsAt, Date.now() + this.#scaled(SECOND)));
    }
  }

  async #start(container: Container): Promise<void> {
    // Nothing an engine does needs the internet, and nothing that takes one over shall have it.
    if (!container.running) container.start({ enableInternet: false });
    container.monitor().catch((error: unknown) => console.warn(JSON.stringify({ container: String(error) })));
    const idleMilliseconds = this.env.ENGINE_SLEEPS_AFTER_SECONDS * SECOND;
    await container.setInactivityTimeout(idleMilliseconds);
    await this.ctx.storage.setAlarm(Date.now() + idleMilliseconds);
    const giveUpAt = Date.now() + this.#scaled(MAX_START_MILLISECONDS);
    while (!(await isHealthy(container, this.#scaled(HEALTH_TIMEOUT_MILLISECONDS)))) {
      if (Date.now() > giveUpAt) {
        await container.destroy();
        throw new Error("the engine in the container does not answer");
      }
      await scheduler.wait(this.#scaled(HEALTH_PAUSE_MILLISECONDS));
    }
  }

  #requireContainer(): Container {
    const { container } = this.ctx;
    if (container === undefined) {
      throw new Error("there are no containers here: set ENGINE_URL to where an engine listens");
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
    // Nothing listens yet.
    return false;
  }
}
