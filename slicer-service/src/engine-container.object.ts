// One container of the pool: started by the first slice, put to sleep when its lease has ended.
//
// It only forwards requests to the engine inside; each slice's own object holds the state that must survive the container.
//
// Not the class `Container` of @cloudflare/containers: in its newest version, 0.3.7, the last use and the open requests
// are fields. An eviction makes an idle container "just used", and an aborted caller keeps it awake for ever
// (cloudflare/containers#241 and #242, both open).

import { DurableObject } from "cloudflare:workers";
import { ContainerLease } from "./container-lease.store.ts";
import { dispatcherOf } from "./dispatcher.object.ts";
import { deployedImage } from "./engine-image.ts";
import {
  type DeliveryRefusal,
  ENGINE_IMAGE_HEADER,
  type EngineHealth,
  type EngineRefusal,
  MODEL_OBJECT_KEY_HEADER,
} from "./engine-protocol.ts";
import { MAX_SHUTDOWN_SECONDS } from "./engine-shutdown.ts";
import type { SlicerEnv } from "./env.ts";
import { withFreshStub } from "./fresh-stub.ts";
import { readToSubmit } from "./stored-model.ts";
import { settledWithin, waitsDividedBy } from "./timing.ts";

/** The same as ENGINE_PORT in the image. */
const ENGINE_PORT = 8080;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Longer than the longest timeout of engine-client.ts: after it, a request has no caller any more. */
const MAX_REQUEST_MILLISECONDS = 75 * SECOND;
const LEASE_WRITTEN_EVERY_MILLISECONDS = 5 * SECOND;
/** The platform keeps the object in memory for 15 minutes after monitor(). It is called again well before. */
const WATCHED_EVERY_MILLISECONDS = 5 * MINUTE;
/** A start takes some seconds: an engine that has not answered by then never will. */
const MAX_START_MILLISECONDS = 30 * SECOND;
/** The wait for a start that another request began; longer than the start's own limit. */
const MAX_WAIT_FOR_START_MILLISECONDS = MAX_START_MILLISECONDS + 15 * SECOND;
/** Starts of a container that ends before it answers. */
const MAX_STARTS = 3;
const RESTART_PAUSE_MILLISECONDS = 500;
/** After a failed start, requests fail at once for this long. */
const UNREACHABLE_MILLISECONDS = 2 * SECOND;
const HEALTH_TIMEOUT_MILLISECONDS = 5 * SECOND;
const HEALTH_PAUSE_MILLISECONDS = 100;
/** The interval between two SIGTERMs while the container still runs. */
const SHUTDOWN_RETRY_MILLISECONDS = MINUTE;
const SIGTERM = 15;

/** After a refusal, a container of another image than the object's is not started again for this long. */
const OTHER_IMAGE_PAUSE_MILLISECONDS = MINUTE;

/** A container of another image than its object's. `at` is milliseconds since 1970. */
interface OtherImage {
  readonly at: number;
  /** The engine's own message. */
  readonly message: string;
}
const OTHER_IMAGE = "otherImage";

/** The object's answers in the engine's place. In each case no engine accepted anything. */
type ContainerRefusal =
  | DeliveryRefusal
  | (EngineRefusal & { readonly code: "unknown_slice" })
  | (EngineRefusal & { readonly code: "engine_mismatch" });

const REFUSAL_STATUS: Record<ContainerRefusal["code"], number> = {
  unknown_slice: 404,
  engine_mismatch: 409,
  model_file_missing: 410,
  model_unreadable: 503,
  engine_unreachable: 503,
};

export class EngineContainer extends DurableObject<SlicerEnv> {
  readonly #scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
  readonly #lease = new ContainerLease(this.ctx.storage, this.#scaled(LEASE_WRITTEN_EVERY_MILLISECONDS));
  /** Whether the engine has answered since the last request that failed. */
  #isReady = false;
  #starting: Promise<void> | undefined;
  #unreachableUntil = 0;
  #monitor: Promise<void> | undefined;

  /**
   * Forwards a request to the engine, and starts the container first for a submitted slice.
   *
   * A PUT without a body whose `Model-Object-Key` names an object in MODELS is sent with that object as its body.
   * The answer is a ContainerRefusal if no engine accepted anything. Throws if one may have.
   */
  override async fetch(request: Request): Promise<Response> {
    const container = this.#requireContainer();
    if (!container.running && request.method !== "PUT") {
      // Reading or deleting would start a container that has no slices.
      if (request.method === "DELETE") return new Response(null, { status: 204 });
      return refuse({ code: "unknown_slice", message: "The container does not run, so it knows no slice." });
    }
    const image = request.headers.get(ENGINE_IMAGE_HEADER) ?? deployedImage(this.env);
    const mismatch = request.method === "PUT" ? this.#knownMismatch(container, image) : undefined;
    if (mismatch !== undefined) return refuse({ code: "engine_mismatch", message: mismatch });
    this.#renewLease();
    try {
      await this.#untilReady(container);
    } catch (error) {
      return refuse({ code: "engine_unreachable", message: String(error) });
    }
    let forwarded: Request | undefined;
    try {
      forwarded = await this.#withModel(request);
    } catch (error) {
      // The model's fault: counted as the engine's, one such model would close every engine to all slices.
      return refuse({ code: "model_unreadable", message: String(error) });
    }
    if (forwarded === undefined) {
      return refuse({ code: "model_file_missing", message: "The model file is no longer stored." });
    }
    const answer = await this.#forward(container, forwarded);
    if (request.method !== "PUT") return answer;
    if (answer.status === REFUSAL_STATUS.engine_mismatch) return this.#endOther(container, image, answer);
    if (answer.ok) this.#forgetOther(image);
    return answer;
  }

  async #forward(container: Container, request: Request): Promise<Response> {
    this.#renewLease();
    try {
      const signal = AbortSignal.timeout(this.#scaled(MAX_REQUEST_MILLISECONDS));
      return await container.getTcpPort(ENGINE_PORT).fetch(request, { signal });
    } catch (error) {
      // After any failure, the next request checks the engine's health first.
      this.#isReady = false;
      if (isNotListening(error)) return refuse({ code: "engine_unreachable", message: String(error) });
      throw error;
    } finally {
      this.#renewLease();
    }
  }

  /** Puts the container to sleep once its lease has ended, and ends one that does not go to sleep. */
  override async alarm(): Promise<void> {
    const container = this.#requireContainer();
    if (!container.running) return;
    const now = Date.now();
    const isAwake = now < this.#lease.endsAt;
    const nextAlarm = isAwake
      ? Math.min(this.#lease.endsAt, now + this.#scaled(WATCHED_EVERY_MILLISECONDS))
      : now + this.#scaled(SHUTDOWN_RETRY_MILLISECONDS);
    // Set first: the platform repeats a throwing alarm only a few times, and this one must repeat until the container ends.
    await this.ctx.storage.setAlarm(nextAlarm);
    const { shutdownSince } = this.#lease;
    try {
      if (shutdownSince !== undefined && now - shutdownSince > this.#scaled(MAX_SHUTDOWN_SECONDS * SECOND)) {
        await container.destroy();
      } else if (isAwake) {
        await this.#watch(container);
      } else {
        // The engine finishes the slices it has and then exits. Repeated until it has exited.
        this.#lease.beginShutdown(now);
        container.signal(SIGTERM);
      }
    } catch (error) {
      warn(error);
    }
  }

  /** The reason not to send a slice to the engine; undefined if there is none. */
  #knownMismatch(container: Container, image: string): string | undefined {
    const other = this.ctx.storage.kv.get<OtherImage>(OTHER_IMAGE);
    const isRecent = other !== undefined && Date.now() - other.at < this.#scaled(OTHER_IMAGE_PAUSE_MILLISECONDS);
    if (isRecent) return other.message;
    const deployed = deployedImage(this.env);
    // A running container finishes its slices. A new one would be of the presently deployed image.
    if (container.running || image === deployed) return undefined;
    return `Containers of ${image} are not started any more: this Worker is deployed with ${deployed}.`;
  }

  /**
   * Ends a container of another image than its object's, once it has finished its slices: each refused slice would keep it
   * awake, and the platform might never replace it.
   */
  async #endOther(container: Container, image: string, answer: Response): Promise<Response> {
    // Only an engine answers this status, and with a refusal.
    const { message } = await answer.json<EngineRefusal>();
    const engineName = await engineNameIn(container, this.#scaled(HEALTH_TIMEOUT_MILLISECONDS));
    const now = Date.now();
    this.ctx.storage.kv.put<OtherImage>(OTHER_IMAGE, { at: now, message });
    this.#isReady = false;
    this.#lease.endAt(now);
    await this.ctx.storage.setAlarm(now);
    const isToldApart = engineName !== undefined && !image.startsWith(`${engineName} `);
    this.#tellDispatcher(image, isToldApart ? engineName : message);
    return refuse({ code: "engine_mismatch", message });
  }

  /** The engine takes slices: if it was of another image, it is of the right one again. */
  #forgetOther(image: string): void {
    if (this.ctx.storage.kv.get(OTHER_IMAGE) === undefined) return;
    this.ctx.storage.kv.delete(OTHER_IMAGE);
    this.#tellDispatcher(image, null);
  }

  /** Reports to the dispatcher, for `/health`. If the report is lost, the next refusal repeats it, or the dispatcher forgets it. */
  #tellDispatcher(image: string, answeredAs: string | null): void {
    const told = withFreshStub(
      () => dispatcherOf(this.env),
      async (dispatcher) => dispatcher.containerAnswered(this.ctx.id.toString(), image, answeredAs),
    );
    this.ctx.waitUntil(told.catch(warn));
  }

  /** Keeps the container awake for as long as this request may take, or as an idle one stays awake. */
  #renewLease(): void {
    this.#lease.extendTo(Date.now() + this.#leaseMilliseconds());
  }

  #leaseMilliseconds(): number {
    return Math.max(this.env.ENGINE_SLEEPS_AFTER_SECONDS * SECOND, this.#scaled(MAX_REQUEST_MILLISECONDS));
  }

  /** Settles when the engine answers; rejects if it does not, within a limit even if the start's request was ended. */
  async #untilReady(container: Container): Promise<void> {
    if (this.#isReady && container.running) return;
    if (Date.now() < this.#unreachableUntil) throw new Error("the engine could not be reached a moment ago");
    this.#starting ??= this.#start(container);
    const starting = this.#starting;
    // Other requests wait for the start too: it must not end with the request that began it.
    this.ctx.waitUntil(starting.catch(() => {}));
    try {
      await settledWithin(starting, this.#scaled(MAX_WAIT_FOR_START_MILLISECONDS), "the container's start did not end");
      this.#isReady = true;
    } catch (error) {
      warn(error);
      this.#unreachableUntil = Date.now() + this.#scaled(UNREACHABLE_MILLISECONDS);
      throw error;
    } finally {
      if (this.#starting === starting) this.#starting = undefined;
    }
  }

  async #start(container: Container): Promise<void> {
    const giveUpAt = Date.now() + this.#scaled(MAX_START_MILLISECONDS);
    let starts = 0;
    if (container.running) await this.#watch(container);
    for (;;) {
      if (!container.running) {
        if (starts === MAX_STARTS) throw new Error(`the container ended ${MAX_STARTS} times before it answered`);
        if (starts > 0) await scheduler.wait(this.#scaled(RESTART_PAUSE_MILLISECONDS));
        starts++;
        this.#lease.forgetShutdown();
        // An engine needs no internet, and a malicious model that took it over must not reach it.
        container.start({ enableInternet: false });
        await this.#watch(container);
      }
      if (await isHealthy(container, this.#scaled(HEALTH_TIMEOUT_MILLISECONDS))) return;
      if (Date.now() > giveUpAt) {
        await container.destroy();
        throw new Error("the engine in the container did not answer in time");
      }
      await scheduler.wait(this.#scaled(HEALTH_PAUSE_MILLISECONDS));
    }
  }

  /** Lets the runtime report the container's end, and ensures an alarm that puts it to sleep. */
  async #watch(container: Container): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(this.#lease.endsAt);
    if (!container.running) return;
    const monitor = container.monitor();
    this.#monitor = monitor;
    // Every monitor hears of the end; only the newest reports it.
    monitor.catch((error: unknown) => {
      if (this.#monitor === monitor) warn(error);
    });
    // Ends the container if no alarm does. It counts from an eviction, so it must be longer than the time between alarms.
    container.setInactivityTimeout(this.#leaseMilliseconds() + MINUTE).catch(warn);
  }

  /** The request with its model as the body; undefined if the model is not stored. */
  async #withModel(request: Request): Promise<Request | undefined> {
    const objectKey = request.headers.get(MODEL_OBJECT_KEY_HEADER);
    if (objectKey === null) return request;
    const stored = await readToSubmit(this.env.MODELS, objectKey, request.headers);
    if (stored === undefined) return undefined;
    const { file, headers } = stored;
    headers.delete(MODEL_OBJECT_KEY_HEADER);
    headers.delete("Content-Length");
    const body = file.body.pipeThrough(new FixedLengthStream(file.size));
    return new Request(request.url, { method: request.method, headers, body });
  }

  #requireContainer(): Container {
    const { container } = this.ctx;
    if (container === undefined) {
      throw new Error("containers are not available here: set ENGINE_URL to the address of an engine");
    }
    return container;
  }
}

/** The engine's own name; undefined if it states none. */
async function engineNameIn(container: Container, timeoutMilliseconds: number): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await container.getTcpPort(ENGINE_PORT).fetch("http://engine/health", { signal });
    return (await response.json<Partial<EngineHealth>>()).engineName;
  } catch {
    return undefined;
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

/** The runtime's message for a connection that the container refused. */
function isNotListening(error: unknown): boolean {
  return String(error).toLowerCase().includes("container is not listening");
}

function refuse(refusal: ContainerRefusal): Response {
  return Response.json(refusal, { status: REFUSAL_STATUS[refusal.code] });
}

function warn(error: unknown): void {
  console.warn(JSON.stringify({ container: String(error) }));
}
